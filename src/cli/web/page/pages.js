// Switching between the two pages. Each page keeps its state for the other page's link, in this
// window only, so that one returns to one's own game.

// `own` and `other` name the pages; `state` returns the part of this page's address after #.
export function crossing(own, other, state) {
  const link = document.querySelector("nav a");
  const show = () => { link.hash = read(other); };
  show();
  // When going back, a browser may show a cached page without loading it.
  addEventListener("pageshow", show);
  addEventListener("pagehide", () => keep(own, state()));
}

// Without storage the pages still work, but begin again.
function read(name) {
  try {
    return sessionStorage.getItem(name) ?? "";
  } catch {
    return "";
  }
}

function keep(name, state) {
  try {
    sessionStorage.setItem(name, state);
  } catch {}
}
