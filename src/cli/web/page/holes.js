// The holes of the board as buttons: names for screen readers, reasons, values, and key navigation.
import { svgElement } from "./board.js";
import { t } from "./language.js";
import { kind, long, outcome, short } from "./words.js";

export class Holes {
  // `chosen` is called with the number of a cell and the event.
  constructor(stage, chosen) {
    this.stage = stage;
    this.chosen = chosen;
    this.values = new Map();
    this.best = new Set();
    this.focused = 0;
    stage.place.addEventListener("click", (event) => this.pick(event));
    // A mouse click leaves the focus in place, so that keys continue with the moves.
    stage.place.addEventListener("mousedown", (event) => {
      event.preventDefault();
      // But a focused button would take Space, which is meant for the moves.
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

  // Sets up a new drawing: its holes become buttons, each with a place for its value. `focused`: a
  // hole had the focus.
  open(boards, focused) {
    this.boards = boards;
    this.drawings = boards.boards.filter(({ svg }) => !svg.closest("#along"));
    this.found = null;
    // The names as drawn, those of stores with their owners: what can be read is part of what is
    // heard.
    this.labels = this.drawings[0].cells.map(({ group }) =>
      [...group.querySelectorAll(".name")].map((text) => text.textContent).join(" "));
    for (const board of this.drawings) {
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

  // The board is at rest: shows which holes can be played, and why others cannot.
  settle(found) {
    this.found = found;
    this.count(found.scene.moves.at(-1)?.stages.at(-1)?.seeds ?? found.scene.seeds);
  }

  // Names the holes by the seeds that are drawn, also between two laps.
  count(seeds) {
    this.told = this.boards.counts(seeds);
    this.name();
  }

  // Shows the values of moves by name.
  value(values, best = []) {
    this.values = values;
    this.best = new Set(best);
    this.name();
  }

  // Updates names and values of all holes, where they have changed.
  name() {
    if (!this.found) return;
    const legal = new Map(this.found.moves.map((move) => [move.move, move]));
    this.boards.cells.forEach((name, index) => {
      const move = legal.get(name);
      const value = move && this.stage.still ? this.values.get(name) : undefined;
      const words = [this.counted(index)];
      if (value) words.push(t(this.best.has(name) ? "holes.best" : "holes.value", { value: long(value) }));
      const told = this.stage.still && !name.startsWith("R") && !move?.together;
      const why = told && (move ? outcome(move) : this.reason(name, index));
      if (why) words.push(why);
      for (const board of this.drawings) {
        const cell = board.cells[index];
        cell.group.classList.toggle("legal", Boolean(move));
        set(cell.group, "aria-disabled", String(!move));
        set(cell.group, "aria-label", words.join(", "));
        if (cell.tip.textContent !== words.join(", ")) cell.tip.textContent = words.join(", ");
        if (cell.value) show(cell.value, value, this.best.has(name));
      }
    });
  }

  // While a position is set up, every cell can be chosen.
  setUp(setup) {
    this.found = null;
    this.boards.cells.forEach((name, index) => {
      for (const board of this.drawings) {
        const cell = board.cells[index];
        cell.group.classList.add("legal");
        set(cell.group, "aria-disabled", "false");
        set(cell.group, "aria-label", seedsIn(this.labels[index], setup.seeds(index), setup.state(index)));
        cell.tip.textContent = name;
        if (cell.value) show(cell.value, undefined);
      }
    });
  }

  counted(index) {
    const text = this.told[index];
    const state = text === "x" ? "closed" : text.endsWith("p") ? "protected" : "open";
    return seedsIn(this.labels[index], Number.parseInt(text, 10), state);
  }

  // The reason by the name of a cell, for someone who has tried it.
  why(name) {
    const index = this.boards.cells.indexOf(name);
    if (!this.found || index < 0) return t("holes.none", { hole: name });
    return t("holes.not-played", { hole: name, reason: this.reason(name, index) || t("holes.wait") });
  }

  // The reason why a cell cannot be played.
  reason(name, index) {
    const { mover, over } = this.found;
    if (name.startsWith("R")) return t("holes.store");
    if (over) return t("holes.over");
    if (mover !== "AB" && !name.startsWith(mover)) return t("holes.turn", { side: mover });
    if (this.told[index].endsWith("p")) return t("holes.is-protected");
    if (this.told[index] === "0") return t("holes.empty");
    return "";
  }

  // Only one hole is reachable by Tab, the others by arrow keys from there.
  focus(index, move = true) {
    this.focused = index;
    for (const board of this.drawings) {
      board.cells.forEach((cell, number) => set(cell.group, "tabindex", number === index ? "0" : "-1"));
    }
    if (move) this.seen?.cells[index].group.focus();
  }

  // The visible drawing.
  get seen() { return this.drawings?.find(({ svg }) => svg.getClientRects().length > 0); }

  // Moves from the focused hole in the direction of an arrow key, as seen.
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

  // The number of the focused cell; undefined if none is.
  get active() {
    const group = document.activeElement?.closest?.("[data-cell]");
    return group ? Number(group.dataset.cell) : undefined;
  }
}

// Describes a cell with its seeds; the texts of the drawing come first.
function seedsIn(hole, count, state) {
  if (state === "closed") return t("holes.closed", { hole });
  return t(state === "protected" ? "holes.protected" : "holes.seeds", { hole, count });
}

function set(where, name, value) {
  if (where.getAttribute(name) !== value) where.setAttribute(name, value);
}

// The extra width of a drawing with values, and the scale of the values.
const MARGIN = 28;
const SCALE = 1.25;

// On an upright board, which has no room at the side, the seeds of a hole are at its outer end, in
// this many rows, and its value at the inner end: both distances from the middle, and the distance
// of seeds.
const [ASIDE, INWARDS, ROWS, APART] = [24, 31.5, 4, 9.4];
const MOST = 24;
export const SPOTS_ASIDE = Array.from({ length: MOST }, (_, number) =>
  [APART * Math.floor(number / ROWS), APART * (number % ROWS)]);

// Places a value: beyond the name of its hole, or at the inner end of the hole.
function badge(cell, layer, [across, down], tall) {
  const inwards = Math.sign(tall ? across / 2 - cell.x : down / 2 - cell.y);
  cell.group.style.setProperty("--inwards", inwards);
  if (tall) {
    // Seeds are redrawn at their new place.
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

// Shows a value on its hole: square if proven, rounded if a bound, dashed if estimated.
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
  // Next to many seeds the width is limited, whatever the browser's font.
  if (tall) {
    set(label, "textLength", width - 5);
    set(label, "lengthAdjust", "spacingAndGlyphs");
  }
  set(rect, "width", width);
  set(rect, "x", -width / 2);
  set(rect, "rx", value.exact ? 2 : 9.5);
}
