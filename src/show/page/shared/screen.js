// Shows only the board, in full screen if the browser allows that, or the whole page again.
export function enlarge(on) {
  document.body.classList.toggle("large", on);
  if (on) document.documentElement.requestFullscreen?.().catch(() => {});
  else if (document.fullscreenElement) document.exitFullscreen();
}

export const isLarge = () => document.body.classList.contains("large");

// A browser has its own keys to end full screen.
addEventListener("fullscreenchange", () => { if (!document.fullscreenElement) enlarge(false); });
