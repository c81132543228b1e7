// The board of a line in all layouts, one of which the style shows.
import { Board } from "./board.js";
import { t } from "./language.js";

export class Boards {
  // The drawings in an element, for their scene.
  constructor(within, spots, scene) {
    this.cells = scene.cells;
    this.boards = [...within.querySelectorAll("svg")].map((svg) =>
      new Board(svg, svg.classList.contains("tall") ? spots.tall : spots.wide));
  }

  // Shows a place of the line; returns its text.
  settle(place) {
    const words = this.words(place);
    for (const board of this.boards) {
      board.show(place.seeds, this.cells, place.mover, words);
      place.over.forEach((cell, hand) => board.hand(hand, place.seeds[this.cells.length + hand], cell));
    }
    if (place.stage) this.mark(place.stage);
    return words;
  }

  // Marks where a lap ended, or what was taken and where it went.
  mark(stage) {
    for (const board of this.boards) {
      if (stage.what === "sowing") stage.lands.forEach((cell) => board.land(cell));
      else for (const [from, to] of stage.ticks.flat()) board.arrow(from, to);
    }
  }

  // Begins the stage of a place.
  begin(place) {
    for (const board of this.boards) board.unmark();
    if (place.stage.what !== "sowing") this.mark(place.stage);
  }

  // Shows simultaneous transfers, with the resulting seeds.
  tick(actions, seeds, time) {
    const count = this.cells.length;
    for (const board of this.boards) {
      board.svg.style.setProperty("--tick", `${time * 0.8}ms`);
      const lifted = actions.filter(([, to]) => to >= count).map(([from]) => from);
      if (lifted.length > 0) board.lift(lifted);
      for (const [from, to] of actions) {
        if (from < count) board.put(from, seeds[from]);
        if (to < count) board.put(to, seeds[to]);
        if (to >= count) board.hand(to - count, seeds[to], from);
        if (from >= count) board.hand(from - count, seeds[from], to);
      }
    }
  }

  words(place) {
    const { cells } = this;
    const half = cells.length / 2;
    const side = (first, name) => t("board.row", {
      first: cells[first], last: cells[first + half - 2],
      seeds: this.counts(place.seeds).slice(first, first + half - 1).join(", "),
      store: `R${name}`, count: place.seeds[first + half - 1],
    });
    const hands = ["A", "B"].map((name, hand) => [name, place.seeds[cells.length + hand]])
      .filter(([, seeds]) => seeds > 0).map(([side, count]) => `${t("board.holds", { side, count })} `);
    return `${side(0, "A")} ${side(half, "B")} ${hands.join("")}${place.caption}.`;
  }

  // The counts in notation: x for a closed hole, a p after the seeds of a protected one.
  counts(seeds) {
    return this.boards[0].cells.map((cell, index) => (cell.closed ? "x" : seeds[index] + cell.ending));
  }
}
