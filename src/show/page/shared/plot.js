// A plot of values in order, in pixels: frame, ticks, a line between values, and marks. Used by the
// board and by saved pages; plot.css is its style.
import { svgElement } from "./board.js";

// From the edges of the drawing to its frame, and from the frame to the nearest marks.
const EDGES = { left: 48, right: 8, top: 8, bottom: 24 };
const ASIDE = 8;
const LEAST_WIDTH = 260;
// The radius of points with room, and without.
const HALF = 5;
const LEAST_HALF = 2.5;
// Maximum ticks along an axis, without those at its ends.
const MOST_TICKS = 8;

// Ticks at multiples of 1, 2 or 5 times a power of ten that cover the numbers.
export function ticksWithin(low, high) {
  const width = high - low;
  let step = 1;
  for (let place = 0; width > step * MOST_TICKS; place++) {
    step = [1, 2, 5][place % 3] * 10 ** Math.floor(place / 3);
  }
  const first = Math.floor(low / step);
  const last = Math.max(Math.ceil(high / step), first + 1);
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}

export class Plot {
  // The drawing is as wide as the element; places go from 0 to `last`, and `written` formats a
  // tick's value.
  constructor(within, height, attributes, last, values, written) {
    this.width = Math.max(LEAST_WIDTH, Math.floor(within.clientWidth));
    this.right = this.width - EDGES.right;
    this.bottom = height - EDGES.bottom;
    // The axis always includes 0.
    const ticks = ticksWithin(Math.min(0, ...values), Math.max(0, ...values));
    const [low, high] = [ticks[0], ticks.at(-1)];
    this.across = (this.right - EDGES.left - 2 * ASIDE) / Math.max(1, last);
    const down = (this.bottom - EDGES.top - 2 * ASIDE) / (high - low);
    this.x = (number) => EDGES.left + ASIDE + number * this.across;
    this.y = (value) => EDGES.top + ASIDE + (high - value) * down;
    this.svg = svgElement("svg", { class: "plot", width: this.width, height, ...attributes });
    this.svg.style.setProperty("--half", Math.max(LEAST_HALF, Math.min(HALF, 0.45 * this.across)) + "px");
    this.axes(ticks, ticksWithin(0, last).filter((one) => one <= last), written);
  }

  axes(values, places, written) {
    const { svg, right, bottom, x, y } = this;
    const { left, top } = EDGES;
    svg.append(svgElement("rect", { class: "frame", x: left, y: top, width: right - left, height: bottom - top }));
    for (const tick of values) {
      const line = { x1: left, x2: right, y1: y(tick), y2: y(tick) };
      svg.append(svgElement("line", { class: tick === 0 ? "grid zero" : "grid", ...line }));
      svg.append(tickLabel(written(tick), { class: "tick end", x: left - 6, y: y(tick) + 4 }));
    }
    for (const tick of places) svg.append(tickLabel(String(tick), { class: "tick", x: x(tick), y: bottom + 17 }));
  }

  // A line that marks a place.
  pointer() { return svgElement("line", { class: "here", y1: EDGES.top, y2: this.bottom }); }

  // Draws a line from a value to another.
  step([from, before], [to, after]) {
    const ends = { x1: this.x(from), y1: this.y(before), x2: this.x(to), y2: this.y(after) };
    this.svg.append(svgElement("line", { class: "step", ...ends }));
  }

  // Adds the mark of a value, with its text.
  add(kind, [number, value], words, attributes) {
    const group = svgElement("g", attributes);
    const tip = svgElement("title", {});
    tip.textContent = words;
    group.append(tip, kind === "result" ? this.bar(number, value) : mark(kind, this.x(number), this.y(value), 4));
    this.svg.append(group);
    return group;
  }

  // Draws a bar from 0, downwards for negative values.
  bar(number, value) {
    const width = Math.min(0.8 * this.across, 2 * ASIDE);
    const [top, base] = [this.y(Math.max(0, value)), this.y(Math.min(0, value))];
    return svgElement("rect", { class: "bar", x: this.x(number) - width / 2, y: top, width, height: base - top });
  }
}

function tickLabel(text, attributes) {
  const made = svgElement("text", attributes);
  made.textContent = text;
  return made;
}

// Whether it is a value, and not only a bound.
export const isValue = (kind) => kind === "proven" || kind === "about";

// The mark of a value: a disc, a circle for an estimate, or an arrow for a bound, in the direction
// of the value.
function mark(kind, x, y, half) {
  if (isValue(kind)) return svgElement("circle", { class: kind === "proven" ? "disc" : "hollow", cx: x, cy: y });
  const up = kind === "least" ? half : -half;
  const d = `M${x - half} ${y + up}L${x + half} ${y + up}L${x} ${y - up}Z`;
  return svgElement("path", { class: "hollow", d });
}

// A mark with its text, for the legend.
export function keyOf(kind, text) {
  const item = document.createElement("li");
  const svg = svgElement("svg", { class: "key", viewBox: "0 0 16 16", "aria-hidden": "true" });
  const shape = kind === "result" ? svgElement("path", { class: "bar", d: "M5 15V3h6v12z" }) : mark(kind, 8, 8, 4.5);
  shape.setAttribute("r", 4.5);
  svg.append(shape);
  item.append(svg, text);
  return item;
}
