// What the reader sees and hears of a line.
const byId = (id) => document.getElementById(id);

function element(name, text, attributes = {}) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

function row(cells, head) {
  const line = element("tr");
  cells.forEach((text, index) => {
    const heading = head || index === 0;
    line.append(element(heading ? "th" : "td", text, heading ? { scope: head ? "col" : "row" } : {}));
  });
  return line;
}

class View {
  constructor(spots, tables) {
    this.spots = spots;
    this.tables = tables;
    this.went = () => {};
    this.asked = () => {};
  }

  // Shows the scene with this number.
  open(scene, number, places) {
    this.scene = scene;
    this.number = number;
    const template = byId(`board-${scene.board}`);
    byId("board").replaceChildren(template.content.cloneNode(true));
    this.boards = [...byId("board").querySelectorAll("svg")].map((svg) =>
      new Board(svg, svg.classList.contains("tall") ? this.spots.tall : this.spots.wide));
    byId("place").max = places.length - 1;
    byId("answer").textContent = scene.answer;
    byId("line-name").textContent = this.tables[scene.table]?.plays.length ? `Line: ${scene.name}` : "Line";
    byId("notes").replaceChildren(...scene.notes.map(({ quote, text }) =>
      element(quote ? "blockquote" : "p", text)));
    byId("facts").replaceChildren(...scene.facts.flatMap(([name, text]) =>
      [element("dt", name), element("dd", text)]));
    this.openTable(scene.table);
    this.chips = scene.moves.map((move, number) => {
      const chip = element("button", move.name, { type: "button", title: `${move.told}; ${move.follows}` });
      chip.append(" ", element("small", move.short));
      const end = places.findLastIndex((place) => place.move === number);
      chip.addEventListener("click", () => this.went(end));
      return chip;
    });
    byId("line").replaceChildren(...this.chips.map((chip, number) => {
      const item = element("li", undefined, { class: scene.moves[number].side.toLowerCase() });
      item.append(chip);
      return item;
    }));
  }

  // The table stays as it is while lines of it are shown one after the other.
  openTable(table) {
    const body = byId("values");
    if (table !== this.shownTable) {
      this.shownTable = table;
      body.replaceChildren();
      if (table !== null) this.fillTable(body, this.tables[table]);
    }
    for (const button of body.querySelectorAll("button")) {
      if (Number(button.value) === this.number) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    }
  }

  fillTable(body, table) {
    const rows = table.rows.map((cells) => row(cells, false));
    table.plays.forEach((number, index) => {
      const name = table.rows[index][0];
      const button = element("button", name, { type: "button", value: number, title: `Play ${name}` });
      button.addEventListener("click", () => this.asked(number));
      rows[index].firstElementChild.replaceChildren(button);
    });
    body.append(element("caption", table.caption), row(table.heads, true), ...rows);
  }

  settle(place, at, playing) {
    const { cells } = this.scene;
    const words = this.words(place);
    for (const board of this.boards) {
      board.show(place.seeds, cells, place.mover, words);
      place.over.forEach((cell, hand) => board.hand(hand, place.seeds[cells.length + hand], cell));
    }
    if (place.stage) this.mark(place.stage);
    byId("caption").textContent = place.caption;
    byId("position").textContent = place.position;
    byId("position").parentElement.hidden = !place.ends;
    // While the line plays the end of each move is enough to hear.
    if (!playing || place.ends) byId("said").textContent = place.text;
    byId("place").value = at;
    byId("place").setAttribute("aria-valuetext", place.text || "start");
    this.numbers(place.seeds);
    this.current(place.move);
    const [start, end] = [at === 0, at === Number(byId("place").max)];
    for (const id of ["first", "last-move", "back"]) byId(id).disabled = start;
    for (const id of ["next", "next-move", "end"]) byId(id).disabled = end;
    byId("play").disabled = start && end;
  }

  // Shows which move it is, and keeps it in sight.
  current(move) {
    this.chips.forEach((chip, number) => {
      if (number === move) chip.setAttribute("aria-current", "step");
      else chip.removeAttribute("aria-current");
    });
    const chip = this.chips[move];
    const line = byId("line");
    if (chip) line.scrollTop = chip.parentElement.offsetTop - line.clientHeight / 2;
  }

  // Where a lap ended, or what was taken and where it went.
  mark(stage) {
    for (const board of this.boards) {
      if (stage.what === "sowing") stage.lands.forEach((cell) => board.land(cell));
      else for (const [from, to] of stage.ticks.flat()) board.arrow(from, to);
    }
  }

  words(place) {
    const { cells } = this.scene;
    const half = cells.length / 2;
    const side = (first, name) => `${cells[first]} to ${cells[first + half - 2]}: ` +
      `${this.counts(place.seeds).slice(first, first + half - 1).join(", ")}; ` +
      `store R${name}: ${place.seeds[first + half - 1]}.`;
    const hands = ["A", "B"].map((name, hand) => [name, place.seeds[cells.length + hand]])
      .filter(([, seeds]) => seeds > 0).map(([name, seeds]) => `${name} holds ${seeds}. `);
    return `${side(0, "A")} ${side(half, "B")} ${hands.join("")}${place.caption}.`;
  }

  // As they are written: x for a closed hole, a p behind the seeds of a protected one.
  counts(seeds) {
    return this.boards[0].cells.map((cell, index) => (cell.closed ? "x" : seeds[index] + cell.ending));
  }

  numbers(seeds) {
    const { cells } = this.scene;
    const half = cells.length / 2;
    const holes = cells.slice(0, half - 1).map((_, index) => String(index + 1));
    const counts = this.counts(seeds);
    const table = byId("numbers");
    table.replaceChildren(table.caption, row(["", ...holes, "store"], true),
      row(["A", ...counts.slice(0, half)], false), row(["B", ...counts.slice(half)], false));
  }

  begin(place) {
    this.current(place.move);
    byId("caption").textContent = `${this.scene.moves[place.move].name} is being played`;
    for (const board of this.boards) board.unmark();
    if (place.stage.what === "taking") this.mark(place.stage);
  }

  tick(actions, seeds, time) {
    const count = this.scene.cells.length;
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

  playing(on) {
    byId("play").classList.toggle("playing", on);
    byId("play").setAttribute("aria-label", on ? "Pause (space)" : "Play (space)");
  }
}
