// A board that is too wide for its frame is shown in screens of equally many columns. Below it a map
// of the whole board has a button for each screen, which shows the pieces there.
import { svgElement } from "../board.js";
import { byId, element } from "../elements.js";
import { t } from "../language.js";
import { holeAt, ownerOf } from "./position.js";

// The side of a hole on the map.
const HOLE = 12;

export class BoardMap {
  constructor(frame) {
    this.frame = frame;
    this.place = byId("map");
    frame.addEventListener("scroll", () => this.mark());
  }

  // Shows a position; `shown` is the number of columns of a screen.
  show({ columns, holes }, shown) {
    const screens = Math.ceil(columns / shown);
    this.place.hidden = screens === 1;
    this.place.replaceChildren(...(screens === 1 ? [] : Array.from({ length: screens }, (_, screen) => {
      const first = screen * shown;
      const last = Math.min(first + shown, columns);
      const button = element("button", undefined, { type: "button", "aria-label": t("chong.part", { first: first + 1, last, all: columns }) });
      button.append(part(first, last, columns, holes));
      button.addEventListener("click", () => this.go(screen));
      return button;
    })));
    this.mark();
  }

  // The last screen shows the last columns, and some of the screen before if those are few.
  go(screen) {
    const { frame } = this;
    const most = frame.scrollWidth - frame.clientWidth;
    frame.scrollLeft = most * screen / Math.max(1, this.place.children.length - 1);
  }

  mark() {
    const { frame, place } = this;
    const most = frame.scrollWidth - frame.clientWidth;
    const at = most > 0 ? Math.round(frame.scrollLeft / most * (place.children.length - 1)) : 0;
    [...place.children].forEach((button, screen) => button.setAttribute("aria-pressed", String(screen === at)));
  }
}

// The columns of a screen: a dot for each piece, A's round and B's square as on the board.
function part(first, last, columns, holes) {
  const size = [HOLE * (last - first), 3 * HOLE];
  const svg = svgElement("svg", { viewBox: `0 0 ${size.join(" ")}`, "aria-hidden": "true" });
  svg.append(svgElement("rect", { width: size[0], height: size[1], class: "plank" }));
  for (let row = 0; row < 3; row++) {
    for (let column = first; column < last; column++) {
      const pieces = holes[holeAt(row, column, columns)];
      pieces.forEach((piece, index) => {
        const [x, y] = [HOLE * (column - first + (index + 0.5) / pieces.length), HOLE * (row + 0.5)];
        const owner = ownerOf(piece).toLowerCase();
        const radius = pieces.length > 1 ? 2.5 : 4;
        svg.append(owner === "a" ? svgElement("circle", { cx: x, cy: y, r: radius, class: owner })
          : svgElement("rect", { x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius, class: owner }));
      });
    }
  }
  return svg;
}
