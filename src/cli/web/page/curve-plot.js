// The drawing of the value curve: its points are buttons. It looks like the curve of analyze (plot.css).
import { svgElement } from "./board.js";
import { ticksOf } from "./curve.js";
import { signed, t } from "./language.js";
import { kind, long } from "./words.js";

// Pixels: the height of the drawing, its frame within it, and from the frame to the points nearest to it.
const HEIGHT = 220;
const FRAME = { left: 48, right: 8, top: 8, bottom: 24 };
const ASIDE = 8;
const LEAST_WIDTH = 260;
// How far points reach from their middle: with room, and without.
const HALF = 5;
const LEAST_HALF = 2.5;

export const nameOf = ({ number, node }) => (node.move ? `${number}. ${node.move}` : t("moves.start"));

export class CurvePlot {
  // `go` gets the place whose point was chosen.
  constructor(within, go) {
    this.within = within;
    this.go = go;
    // The point that the tabulator key reaches; arrows lead on from there.
    this.focused = 0;
    this.points = [];
  }

  draw(places) {
    const had = this.within.contains(document.activeElement);
    this.places = places;
    this.width = Math.max(LEAST_WIDTH, Math.floor(this.within.clientWidth));
    this.known = places.filter(({ found }) => found);
    this.scale();
    const svg = this.axes();
    // Between places that are not neighbours nothing is known, and from a bound to another value no line
    // leads: it may be that nothing changed.
    const joined = ({ found }) => found && isValue(kind(found));
    places.slice(1).forEach((place, index) => {
      if (joined(place) && joined(places[index])) svg.append(this.step(places[index], place));
    });
    this.points = this.known.map((place, index) => this.point(place, index));
    svg.append(...this.points);
    svg.addEventListener("click", (event) => this.pick(event));
    svg.addEventListener("keydown", (event) => this.key(event));
    this.within.replaceChildren(svg);
    this.focus(Math.min(this.focused, this.known.length - 1), had);
  }

  // Where numbers lie. 0 is on the axis whatever the values are.
  scale() {
    const values = this.known.map(({ found }) => found.value);
    this.ticks = ticksOf(Math.min(0, ...values), Math.max(0, ...values));
    const [low, high] = [this.ticks[0], this.ticks.at(-1)];
    this.right = this.width - FRAME.right;
    this.bottom = HEIGHT - FRAME.bottom;
    const across = (this.right - FRAME.left - 2 * ASIDE) / Math.max(1, this.places.length - 1);
    const down = (this.bottom - FRAME.top - 2 * ASIDE) / (high - low);
    this.x = (number) => FRAME.left + ASIDE + number * across;
    this.y = (value) => FRAME.top + ASIDE + (high - value) * down;
    this.half = Math.max(LEAST_HALF, Math.min(HALF, 0.45 * across)) + "px";
  }

  axes() {
    const { width, right, bottom, x, y } = this;
    const names = { role: "group", "aria-label": t("curve.each-move") };
    const svg = svgElement("svg", { class: "plot", width, height: HEIGHT, ...names });
    svg.style.setProperty("--half", this.half);
    const [left, top] = [FRAME.left, FRAME.top];
    const frame = { x: left, y: top, width: right - left, height: bottom - top };
    svg.append(svgElement("rect", { class: "frame", ...frame }));
    for (const tick of this.ticks) {
      const line = { x1: left, x2: right, y1: y(tick), y2: y(tick) };
      svg.append(svgElement("line", { class: tick === 0 ? "grid zero" : "grid", ...line }));
      svg.append(label(signed(tick), { class: "tick end", x: left - 6, y: y(tick) + 4 }));
    }
    const last = this.places.length - 1;
    for (const tick of ticksOf(0, last).filter((one) => one <= last)) {
      svg.append(label(String(tick), { class: "tick", x: x(tick), y: bottom + 17 }));
    }
    this.here = svgElement("line", { class: "here", y1: top, y2: bottom });
    svg.append(this.here);
    return svg;
  }

  step(before, after) {
    const [from, to] = [before, after].map(({ number, found }) => [this.x(number), this.y(found.value)]);
    return svgElement("line", { class: "step", x1: from[0], y1: from[1], x2: to[0], y2: to[1] });
  }

  point(place, index) {
    const { found, number } = place;
    const words = t("curve.at", { place: nameOf(place), value: long(found) });
    const group = svgElement("g", { role: "button", "aria-label": words, "data-point": index });
    const tip = svgElement("title", {});
    tip.textContent = words;
    group.append(tip, mark(kind(found), this.x(number), this.y(found.value), 4));
    return group;
  }

  // Which place is shown, if it is one of the line.
  mark(node) {
    const place = this.places.find((one) => one.node === node);
    this.here.setAttribute("visibility", place ? "visible" : "hidden");
    for (const end of ["x1", "x2"]) this.here.setAttribute(end, this.x(place?.number ?? 0));
    this.known.forEach((one, index) => {
      if (one === place) this.points[index].setAttribute("aria-current", "step");
      else this.points[index].removeAttribute("aria-current");
    });
  }

  // Points can be small: a press anywhere chooses the one that is nearest along the line.
  pick(event) {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left;
    const far = this.known.map(({ number }) => Math.abs(this.x(number) - x));
    const nearest = far.indexOf(Math.min(...far));
    if (nearest < 0) return;
    this.focus(nearest, false);
    this.go(this.known[nearest]);
  }

  key(event) {
    const last = this.points.length - 1;
    const steps = { ArrowLeft: this.focused - 1, ArrowRight: this.focused + 1, Home: 0, End: last };
    const next = steps[event.key];
    if (event.key === "Enter" || event.key === " ") this.go(this.known[this.focused]);
    else if (next === undefined) return;
    else this.focus(Math.max(0, Math.min(next, last)), true);
    event.preventDefault();
    event.stopPropagation();
  }

  focus(index, really) {
    this.focused = Math.max(0, index);
    for (const [number, point] of this.points.entries()) {
      point.setAttribute("tabindex", number === this.focused ? "0" : "-1");
    }
    if (really) this.points[this.focused]?.focus();
  }
}

function label(text, attributes) {
  const made = svgElement("text", attributes);
  made.textContent = text;
  return made;
}

// Whether a value is told, and not only what it is at least or at most.
const isValue = (kind) => kind === "proven" || kind === "about";

// What stands for a value: a disc, a circle for an estimate, and an arrow for a bound, to where the value may lie.
function mark(kind, x, y, half) {
  if (isValue(kind)) return svgElement("circle", { class: kind === "proven" ? "disc" : "hollow", cx: x, cy: y });
  const up = kind === "least" ? half : -half;
  const d = `M${x - half} ${y + up}L${x + half} ${y + up}L${x} ${y - up}Z`;
  return svgElement("path", { class: "hollow", d });
}

// A mark with its words, for the legend.
export function keyOf(kind, text) {
  const item = document.createElement("li");
  const svg = svgElement("svg", { class: "key", viewBox: "0 0 16 16", "aria-hidden": "true" });
  const shape = mark(kind, 8, 8, 4.5);
  shape.setAttribute("r", 4.5);
  svg.append(shape);
  item.append(svg, text);
  return item;
}
