// The value curve with points as buttons, on the drawing that saved pages also use (plot.js).
import { signed, t } from "./language.js";
import { isValue, Plot } from "./plot.js";
import { kind, long } from "./words.js";

const HEIGHT = 220;

export const nameOf = ({ number, node }) => (node.move ? `${number}. ${node.move}` : t("moves.start"));

export class CurvePlot {
  // `go` is called with the place of the chosen point.
  constructor(within, go) {
    this.within = within;
    this.go = go;
    // The point that Tab reaches; arrow keys move on from there.
    this.focused = 0;
    this.points = [];
  }

  draw(places) {
    const { within } = this;
    const had = within.contains(document.activeElement);
    this.places = places;
    this.known = places.filter(({ found }) => found);
    const names = { role: "group", "aria-label": t("curve.each-move") };
    const plot = new Plot(within, HEIGHT, names, places.length - 1, this.known.map(({ found }) => found.value), signed);
    this.x = plot.x;
    this.here = plot.pointer();
    plot.svg.append(this.here);
    // No line between places that are not neighbours, or from a bound to a value: there may be no
    // change.
    const joined = ({ found }) => found && isValue(kind(found));
    places.slice(1).forEach((place, index) => {
      if (joined(place) && joined(places[index])) plot.step(at(places[index]), at(place));
    });
    this.points = this.known.map((place, index) => {
      const words = t("curve.at", { place: nameOf(place), value: long(place.found) });
      return plot.add(kind(place.found), at(place), words, { role: "button", "aria-label": words, "data-point": index });
    });
    plot.svg.addEventListener("click", (event) => this.pick(event));
    plot.svg.addEventListener("keydown", (event) => this.key(event));
    within.replaceChildren(plot.svg);
    this.focus(Math.min(this.focused, this.known.length - 1), had);
  }

  // Marks the shown place, if it is on the line.
  mark(node) {
    const place = this.places.find((one) => one.node === node);
    this.here.setAttribute("visibility", place ? "visible" : "hidden");
    for (const end of ["x1", "x2"]) this.here.setAttribute(end, this.x(place?.number ?? 0));
    this.known.forEach((one, index) => {
      if (one === place) this.points[index].setAttribute("aria-current", "step");
      else this.points[index].removeAttribute("aria-current");
    });
  }

  // Points can be small, so a click anywhere chooses the nearest one along the line.
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

const at = ({ number, found }) => [number, found.value];
