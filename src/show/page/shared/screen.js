// The board alone, on the whole screen where the browser allows that, or all of the page again.
export function enlarge(on) {
  document.body.classList.toggle("large", on);
  if (on) document.documentElement.requestFullscreen?.().catch(() => {});
  else if (document.fullscreenElement) document.exitFullscreen();
}

export const isLarge = () => document.body.classList.contains("large");

// A browser ends a full screen by keys of its own.
addEventListener("fullscreenchange", () => { if (!document.fullscreenElement) enlarge(false); });
