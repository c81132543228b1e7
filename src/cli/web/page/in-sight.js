// On a phone a strip with the numbers of the board stays visible while one scrolls to the panels, so
// that choices there show at once. Its holes would be too small to hit: a press on it returns to the
// board.
import { byId, element } from "./elements.js";
import { t } from "./language.js";

// The strip of a board drawn across: the number of seeds is in the middle of each cell.
export function strip(wide) {
  const svg = wide.cloneNode(true);
  const [, , width, height] = svg.getAttribute("viewBox").split(" ").map(Number);
  svg.setAttribute("viewBox", `0 ${-ABOVE} ${width} ${height + 2 * ABOVE}`);
  for (const cell of svg.querySelectorAll("[data-cell]")) {
    const count = cell.querySelector(".count");
    count.setAttribute("x", cell.dataset.x);
    count.setAttribute("y", cell.dataset.y);
  }
  svg.setAttribute("aria-hidden", "true");
  // The button lies over the drawing, whose numbers are no part of its name.
  const back = element("button", undefined, { type: "button", "aria-label": t("claims.to-board") });
  back.addEventListener("click", (event) => {
    event.stopPropagation();
    scrollTo(0, 0);
  });
  const made = element("div", undefined, { id: "along" });
  made.append(svg, back);
  return made;
}

// More height, for names in large letters.
const ABOVE = 8;

export function keepInSight(stage) {
  // Focused elements and scroll targets stay below it.
  const leaveRoom = () => {
    document.documentElement.style.scrollPaddingTop = `${byId("along")?.offsetHeight || 0}px`;
  };
  new IntersectionObserver(([{ isIntersecting, boundingClientRect: { bottom } }]) => {
    document.body.classList.toggle("scrolled-past", !isIntersecting && bottom <= 0);
    leaveRoom();
  }).observe(stage.place);
  // Boards of other sizes have other heights.
  stage.addEventListener("settled", leaveRoom);
}
