// The way from one page to the other and back. Each page keeps its state for the other one's link, in this
// window only: whoever looks at the other game finds his own as he left it.

// `own` and `other` name the pages; `state` tells what stands behind # in the address of this one.
export function crossing(own, other, state) {
  const link = document.querySelector("nav a");
  const show = () => { link.hash = read(other); };
  show();
  // A browser that goes back may show a page as it was, without loading it again.
  addEventListener("pageshow", show);
  addEventListener("pagehide", () => keep(own, state()));
}

// Where a browser keeps nothing the pages work all the same, and begin anew.
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
