// The state in the address of a page, and switching between the two pages. Each page keeps its state
// for the other page's link, in this window only, so that one returns to one's own game.

// The part after # as last read or written. If the address has another one, somebody has just entered
// it, and it must be read before it is replaced.
let known = location.hash;

export function stateInAddress() {
  known = location.hash;
  return known.slice(1);
}

export function writeAddress(state) {
  if (location.hash !== known || known === `#${state}`) return;
  history.replaceState(null, "", `#${state}`);
  known = location.hash;
}

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
