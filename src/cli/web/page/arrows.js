// Arrows on the board: where the best move ends, and those that people draw with the right mouse
// button. A drawn arrow goes when it is drawn again, and all of them with the next click or move.
import { svgElement } from "./board.js";
import { bestLine } from "./known.js";

// Half the width of an arrow and of its head, the length of the head, and the room left at both ends.
const [SHAFT, HEAD, LONG, FREE] = [4, 11, 17, 16];

export function arrows(page) {
  const { stage, engine, study } = page;
  const { place } = stage;
  const own = new Map();
  let from;

  const cellAt = ({ clientX, clientY }) => {
    const group = document.elementFromPoint(clientX, clientY)?.closest("#board [data-cell]");
    return group ? Number(group.dataset.cell) : undefined;
  };
  place.addEventListener("contextmenu", (event) => event.preventDefault());
  place.addEventListener("pointerdown", (event) => {
    from = event.button === 2 && !page.setup.active ? cellAt(event) : undefined;
  });
  place.addEventListener("pointerup", (event) => {
    const to = cellAt(event);
    if (from === undefined || to === undefined || from === to) return;
    const key = `${from} ${to}`;
    if (!own.delete(key)) own.set(key, [from, to]);
    draw();
  });
  function clear() {
    own.clear();
    draw();
  }
  place.addEventListener("click", clear);
  study.addEventListener("node", clear);
  for (const event of ["settled", "moving"]) stage.addEventListener(event, draw);
  engine.addEventListener("value", draw);

  // The hole of the best move and the cell where it ends, if they are known and shown.
  function best() {
    const { found, boards, still } = stage;
    if (!still || !engine.found || page.setup.active) return [];
    const move = stage.legal(bestLine(engine.found)[0]);
    const ends = move?.lands?.at(-1);
    const cells = [move?.move, ends].map((name) => boards.cells.indexOf(name));
    return found && cells.every((cell) => cell >= 0) && cells[0] !== cells[1] ? [cells] : [];
  }

  let drawn = "";
  function draw() {
    const { drawings } = stage.holes;
    if (!drawings) return;
    const all = [...best().map((cells) => ["best", cells]), ...[...own.values()].map((cells) => ["own", cells])];
    const text = JSON.stringify(all);
    const layers = drawings.map(({ svg }) => svg.querySelector(":scope > .pointers"));
    if (text === drawn && layers.every(Boolean)) return;
    drawn = text;
    for (const [number, { svg, cells }] of drawings.entries()) {
      // The values of the moves stay on top.
      const made = () => svg.insertBefore(svgElement("g", { class: "values pointers", "aria-hidden": "true" }), svg.querySelector(".values"));
      const layer = layers[number] ?? made();
      layer.replaceChildren(...all.map(([kind, [a, b]]) => svgElement("path", { class: kind, d: shape(cells[a], cells[b]) })));
    }
  }
}

// An arrow from one cell to another.
function shape(a, b) {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const length = Math.hypot(dx, dy);
  const at = (along, across) => {
    const [x, y] = [a.x + (dx * along - dy * across) / length, a.y + (dy * along + dx * across) / length];
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  };
  const [start, neck, tip] = [FREE, length - FREE - LONG, length - FREE];
  const edge = [at(start, SHAFT), at(neck, SHAFT), at(neck, HEAD), at(tip, 0), at(neck, -HEAD), at(neck, -SHAFT), at(start, -SHAFT)];
  return `M${edge.join("L")}Z`;
}
