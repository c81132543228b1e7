// The holes of the board as buttons: names for readers, reasons, values, and keys to go from one to another.
import { svgElement } from "./board.js";
import { t } from "./language.js";
import { kind, long, outcome, short } from "./words.js";

export class Holes {
  // `chosen` is told the number of a cell, and the event that chose it.
  constructor(stage, chosen) {
    this.stage = stage;
    this.chosen = chosen;
    this.values = new Map();
    this.best = new Set();
    this.focused = 0;
    stage.place.addEventListener("click", (event) => this.pick(event));
    // A press of a mouse leaves the focus where it is, so that keys go on with the moves.
    stage.place.addEventListener("mousedown", (event) => {
      event.preventDefault();
      // But a button would take Space, which is meant for the moves.
      if (document.activeElement?.matches("button")) document.activeElement.blur();
    });
    stage.place.addEventListener("focusin", (event) => {
      const group = event.target.closest("[data-cell]");
      if (group) this.focus(Number(group.dataset.cell), false);
    });
  }

  pick(event) {
    const group = event.target.closest("[data-cell]");
    if (group) this.chosen(Number(group.dataset.cell), event);
  }

  // A new drawing: its holes become buttons, each with a place for its value. `focused`: one had the focus.
  open(boards, focused) {
    this.boards = boards;
    this.found = null;
    for (const board of boards.boards) {
      board.svg.setAttribute("role", "group");
      const layer = svgElement("g", { class: "values", "aria-hidden": "true" });
      board.svg.append(layer);
      const tall = board.svg.classList.contains("tall");
      const [, , ...size] = board.svg.getAttribute("viewBox").split(" ").map(Number);
      if (!tall) board.svg.setAttribute("viewBox", `0 ${-MARGIN} ${size[0]} ${size[1] + 2 * MARGIN}`);
      board.cells.forEach((cell) => {
        cell.group.setAttribute("role", "button");
        cell.group.setAttribute("tabindex", "-1");
        cell.tip = svgElement("title", {});
        cell.group.prepend(cell.tip);
        for (const text of cell.group.querySelectorAll("text")) text.setAttribute("aria-hidden", "true");
        if (!cell.group.classList.contains("store")) cell.value = badge(cell, layer, size, tall);
      });
    }
    this.focus(Math.min(this.focused, boards.cells.length - 1), focused);
  }

  // What stands on the board is at rest: which holes can be played, and why others can't.
  settle(found) {
    this.found = found;
    this.told = this.boards.counts([...found.scene.moves.at(-1)?.stages.at(-1)?.seeds ?? found.scene.seeds]);
    this.name();
  }

  // Values of moves by their names, perhaps none.
  value(values, best = []) {
    this.values = values;
    this.best = new Set(best);
    this.name();
  }

  // Names and values of all holes. What has not changed is left alone.
  name() {
    if (!this.found) return;
    const legal = new Map(this.found.moves.map((move) => [move.move, move]));
    this.boards.cells.forEach((name, index) => {
      const move = legal.get(name);
      const value = move && this.stage.still ? this.values.get(name) : undefined;
      const words = [this.counted(name, index)];
      if (value) words.push(t(this.best.has(name) ? "holes.best" : "holes.value", { value: long(value) }));
      const why = !move ? this.reason(name, index) : move.together ? "" : outcome(move);
      if (why) words.push(why);
      for (const board of this.boards.boards) {
        const cell = board.cells[index];
        cell.group.classList.toggle("legal", Boolean(move));
        set(cell.group, "aria-disabled", String(!move));
        set(cell.group, "aria-label", words.join(", "));
        if (cell.tip.textContent !== words.join(", ")) cell.tip.textContent = words.join(", ");
        if (cell.value) show(cell.value, value, this.best.has(name));
      }
    });
  }

  // While a position is set up every cell can be chosen.
  setUp(setup) {
    this.found = null;
    this.boards.cells.forEach((name, index) => {
      for (const board of this.boards.boards) {
        const cell = board.cells[index];
        cell.group.classList.add("legal");
        set(cell.group, "aria-disabled", "false");
        set(cell.group, "aria-label", seedsIn(name, setup.seeds(index), setup.state(index)));
        cell.tip.textContent = name;
        if (cell.value) show(cell.value, undefined);
      }
    });
  }

  counted(name, index) {
    const text = this.told[index];
    const state = text === "x" ? "closed" : text.endsWith("p") ? "protected" : "open";
    return seedsIn(name, Number.parseInt(text, 10), state);
  }

  // The same of a cell by its name, for whoever has tried it.
  why(name) {
    const index = this.boards.cells.indexOf(name);
    if (!this.found || index < 0) return t("holes.none", { hole: name });
    return t("holes.not-played", { hole: name, reason: this.reason(name, index) || t("holes.wait") });
  }

  // Why a cell can't be played.
  reason(name, index) {
    const { mover, over } = this.found;
    if (name.startsWith("R")) return t("holes.store");
    if (over) return t("holes.over");
    if (mover !== "AB" && !name.startsWith(mover)) return t("holes.turn", { side: mover });
    if (this.told[index].endsWith("p")) return t("holes.is-protected");
    if (this.told[index] === "0") return t("holes.empty");
    return "";
  }

  // One hole can be reached by the tabulator key, the others by arrows from there.
  focus(index, move = true) {
    this.focused = index;
    for (const board of this.boards.boards) {
      board.cells.forEach((cell, number) => set(cell.group, "tabindex", number === index ? "0" : "-1"));
    }
    if (move) this.seen?.cells[index].group.focus();
  }

  // The drawing that is seen.
  get seen() {
    return this.boards?.boards.find(({ svg }) => svg.getClientRects().length > 0
      && getComputedStyle(svg).visibility === "visible");
  }

  // Goes from the hole in focus to the next one in the direction of an arrow key, as it is seen.
  step(key) {
    const board = this.seen;
    const from = board.cells[this.focused];
    const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
    let [best, least] = [this.focused, Infinity];
    board.cells.forEach((cell, index) => {
      const [x, y] = [cell.x - from.x, cell.y - from.y];
      const [along, across] = [x * dx + y * dy, Math.abs(x * dy) + Math.abs(y * dx)];
      const far = along + 3 * across;
      if (along > 1 && far < least) [best, least] = [index, far];
    });
    this.focus(best);
  }

  // The number of the cell that has the focus; nothing if none has.
  get active() {
    const group = document.activeElement?.closest?.("[data-cell]");
    return group ? Number(group.dataset.cell) : undefined;
  }
}

// A cell with its seeds, in words.
function seedsIn(hole, count, state) {
  if (state === "closed") return t("holes.closed", { hole });
  return t(state === "protected" ? "holes.protected" : "holes.seeds", { hole, count });
}

function set(where, name, value) {
  if (where.getAttribute(name) !== value) where.setAttribute(name, value);
}

// Units of a drawing across which it gets wider for values, and how large they are there.
const MARGIN = 28;
const SCALE = 1.25;

// On an upright board, which has no room beside it, the seeds of a hole lie at its outer end, in so many rows, and
// its value at the inner one: how far both are from the middle, and the distance of seeds.
const [ASIDE, INWARDS, ROWS, APART] = [24.5, 32, 4, 9.6];
const MOST = 24;
export const SPOTS_ASIDE = Array.from({ length: MOST }, (_, number) =>
  [APART * Math.floor(number / ROWS), APART * (number % ROWS)]);

// The place of a value: beyond the name of its hole, or at the inner end of the hole.
function badge(cell, layer, [across, down], tall) {
  const inwards = Math.sign(tall ? across / 2 - cell.x : down / 2 - cell.y);
  if (tall) {
    // They are drawn anew where they lie here.
    cell.seeds.replaceChildren();
    for (const part of [cell.seeds, cell.group.querySelector(".heap")]) {
      if (part) part.style.translate = `${-inwards * ASIDE}px 0`;
    }
  }
  const [x, y, scale] = tall ? [cell.x + inwards * INWARDS, cell.y, 1]
    : [cell.x, inwards < 0 ? down + MARGIN / 2 : -MARGIN / 2, SCALE];
  const transform = `translate(${x} ${y}) scale(${scale})`;
  const group = svgElement("g", { class: "value", transform, visibility: "hidden" });
  group.append(svgElement("rect", { height: 19, y: -9.5 }), svgElement("text", {}));
  layer.append(group);
  return group;
}

// A value on its hole: square if it is proven, round at its ends if it is a bound, dashed if it is estimated.
function show(group, value, best) {
  set(group, "visibility", value ? "visible" : "hidden");
  if (!value) return;
  const text = short(value);
  const [rect, label] = group.children;
  set(group, "class", `value ${kind(value)}${best ? " best" : ""}`);
  if (label.textContent === text) return;
  label.textContent = text;
  const tall = group.closest(".tall");
  const width = tall ? 6 + 9.6 * text.length : 12 + 8.2 * text.length;
  // Beside many seeds there is no more room, whatever letters a browser has.
  if (tall) {
    set(label, "textLength", width - 5);
    set(label, "lengthAdjust", "spacingAndGlyphs");
  }
  set(rect, "width", width);
  set(rect, "x", -width / 2);
  set(rect, "rx", value.exact ? 2 : 9.5);
}
