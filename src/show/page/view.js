const notesOf = ({ notes }) => notes.map(({ quote, text }) => element(quote ? "blockquote" : "p", text));
const factsOf = ({ facts }) => facts.flatMap(([name, text]) => [element("dt", name), element("dd", text)]);

// What the user sees and hears of a line.
class View {
  constructor(spots, tables) {
    this.spots = spots;
    this.tables = tables;
    this.went = () => {};
    this.asked = () => {};
  }

  // Shows a scene with this number.
  open(scene, number, places) {
    this.scene = scene;
    this.number = number;
    const template = byId(`board-${scene.board}`);
    byId("board").replaceChildren(template.content.cloneNode(true));
    this.board = new Boards(byId("board"), this.spots, scene);
    byId("place").max = places.length - 1;
    byId("answer").textContent = scene.answer;
    byId("line-name").textContent = this.tables[scene.table]?.plays.length ? t("saved.line-of", { name: scene.name }) : t("saved.line");
    byId("notes").replaceChildren(...notesOf(scene));
    byId("facts").replaceChildren(...factsOf(scene));
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

  // Everything about a line as it is printed, but the board and the notes only if they are not those of
  // the line before.
  onPaper(scene, start, before) {
    const part = element("article");
    part.append(element("h2", scene.name));
    if (scene.position !== before?.position) {
      part.append(byId(`board-${scene.board}`).content.querySelector(".wide").cloneNode(true));
      new Boards(part, this.spots, scene).settle(start);
      part.append(element("p", scene.caption));
    }
    const notes = JSON.stringify(scene.notes) === JSON.stringify(before?.notes) ? [] : notesOf(scene);
    const facts = element("dl");
    facts.append(...factsOf(scene));
    if (scene.moves.length > 0) part.append(element("p", scene.moves.map(({ name }) => name).join(" "), { class: "line" }));
    part.append(...(scene.answer ? [element("p", scene.answer)] : []), ...notes, facts);
    return part;
  }

  // The table stays the same while its lines are shown.
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
      const button = element("button", name, { type: "button", value: number, title: t("saved.play-line", { name }) });
      button.addEventListener("click", () => this.asked(number));
      rows[index].firstElementChild.replaceChildren(button);
    });
    body.append(element("caption", table.caption), row(table.heads, true), ...rows);
  }

  settle(place, at, playing) {
    this.board.settle(place);
    // Between two laps of a playing line it shows the same text as during them.
    byId("caption").textContent = playing && !place.ends ? this.running(place) : place.caption;
    byId("position").textContent = place.position;
    byId("position").parentElement.hidden = !place.ends;
    this.say(place, playing && !place.ends);
    byId("place").value = at;
    byId("place").setAttribute("aria-valuetext", place.text || t("saved.start"));
    this.numbers(place.seeds);
    this.current(place.move);
    const [start, end] = [at === 0, at === Number(byId("place").max)];
    for (const id of ["first", "last-move", "back"]) byId(id).disabled = start;
    for (const id of ["next", "next-move", "end"]) byId(id).disabled = end;
    byId("play").disabled = start && end;
  }

  // Marks the current move and keeps it visible.
  current(move) {
    this.chips.forEach((chip, number) => {
      if (number === move) chip.setAttribute("aria-current", "step");
      else chip.removeAttribute("aria-current");
    });
    const chip = this.chips[move];
    const line = byId("line");
    if (chip) line.scrollTop = chip.parentElement.offsetTop - line.clientHeight / 2;
  }

  numbers(seeds) {
    const { cells } = this.scene;
    const half = cells.length / 2;
    const holes = cells.slice(0, half - 1).map((_, index) => String(index + 1));
    const counts = this.board.counts(seeds);
    const table = byId("numbers");
    table.replaceChildren(table.caption, row(["", ...holes, t("saved.store")], true),
      row(["A", ...counts.slice(0, half)], false), row(["B", ...counts.slice(half)], false));
  }

  running({ move }) { return t("saved.is-played", { move: this.scene.moves[move].name }); }

  begin(place) {
    this.current(place.move);
    byId("caption").textContent = this.running(place);
    this.say(place, true);
    this.board.begin(place);
  }

  // Shows the current or last lap. While the line plays, only the end of each move is announced.
  say({ text }, quiet) {
    const said = byId("said");
    said.setAttribute("aria-live", quiet ? "off" : "polite");
    said.textContent = text;
  }

  tick(actions, seeds, time) { this.board.tick(actions, seeds, time); }

  playing(on) {
    byId("play").classList.toggle("playing", on);
    byId("play").setAttribute("aria-label", t(on ? "saved.pause" : "saved.play"));
  }
}
