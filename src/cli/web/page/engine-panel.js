// The panel of the engine: the value of the shown place and of every move.
import { loss } from "./bounds.js";
import { LESS } from "./connection.js";
import { byId, element } from "./elements.js";
import { FOREVER } from "./engine.js";
import { seedsOf } from "./games.js";
import { bestLine, bestMoves, ranked } from "./known.js";
import { number, signed, t } from "./language.js";
import { isAfar, YOU } from "./link.js";
import { beside, button, chips, choice, labelled, oneStop } from "./panels.js";
import { bounds, capital, counted, kind, less, long, sentence, short, winner } from "./words.js";

const TIMES = [5, 30].map((count) => [count, t("engine.seconds", { count })]);

export class EnginePanel {
  constructor({ engine, server, stage, study, say, complain }) {
    Object.assign(this, { engine, server, stage, study, say, complain });
    this.place = byId("engine");
    // The current lines of the moves in the table.
    this.pvs = new Map();
    // Frequent changes are not read aloud; `heard` announces the result once.
    this.value = element("output", "", { id: "value", "aria-live": "off" });
    this.heard = element("p", "", { id: "value-heard", class: "unseen", role: "status" });
    this.words = element("p", "", { id: "value-words" });
    this.facts = element("p", "", { id: "value-facts", class: "faint" });
    this.proof = element("p", "", { id: "proof" });
    this.pv = element("ol", undefined, {
      id: "pv", class: "chips", "aria-label": t("engine.line"),
    });
    this.table = element("table", undefined, { id: "values", "aria-label": t("engine.table") });
    this.scroll = element("div", undefined, {
      class: "scroll values", tabindex: "-1", role: "region", "aria-label": t("engine.values"),
    });
    this.scroll.append(this.table);
    // On a phone these parts come first, the others after them.
    this.place.append(this.controls(), this.value, this.heard, this.words, this.pv, this.facts, this.proof,
      this.scroll, element("p", t("engine.legend"), { class: "faint" }));
    engine.addEventListener("value", () => {
      this.show();
      if (engine.running && engine.found?.exact) this.hear();
    });
    engine.addEventListener("ended", () => this.hear());
    engine.addEventListener("state", () => {
      this.place.classList.toggle("searching", engine.running !== null);
      this.place.inert = engine.held;
      this.prove.textContent = t(engine.lentTo === "solve" ? "engine.stop-proof" : "engine.prove");
    });
    study.addEventListener("node", () => { this.proof.textContent = ""; });
    stage.addEventListener("moving", () => this.show());
    stage.addEventListener("settled", () => {
      this.show();
      if (this.unheard) this.hear();
    });
  }

  controls() {
    const { engine } = this;
    this.on = element("input", undefined, { type: "checkbox", id: "engine-on" });
    this.on.checked = true;
    const time = choice([...TIMES, ["", t("engine.until-stopped")]], {
      id: "engine-time", "aria-label": t("engine.searches-for"),
    });
    this.threads = choice([["", t("engine.all")]], {
      id: "engine-threads", "aria-label": t("engine.threads-of"),
    });
    this.prove = button(t("engine.prove"), () => this.solve(), { id: "solve" });
    const numberOf = (list) => (list.value ? Number(list.value) : null);
    this.on.addEventListener("change", () => engine.set({ on: this.on.checked }));
    time.addEventListener("change", () => engine.set({ seconds: numberOf(time) }));
    this.threads.addEventListener("change", () => engine.set({ threads: numberOf(this.threads) }));
    const whether = element("label", undefined, { class: "strong" });
    whether.append(this.on, ` ${t("engine.on")}`);
    const threads = labelled(t("engine.threads"), this.threads);
    threads.hidden = LESS !== "";
    return beside(whether, labelled(t("engine.for"), time), threads, this.prove, LESS && element("small", LESS, { class: "faint" }));
  }

  toggle() { this.on.click(); }

  // Lists the numbers of threads, once the program has reported them.
  async learnThreads() {
    const { threads } = await this.server.ask("info");
    for (let number = this.threads.options.length; number < threads; number++) {
      this.threads.append(element("option", String(number), { value: number }));
    }
  }

  // Proves the value of the shown place, or ends the running proof.
  async solve() {
    const { engine, study } = this;
    const { node } = study;
    if (engine.lentTo === "solve") return engine.stop();
    if (engine.taken) return this.say(engine.taken);
    const told = (found) => {
      if (study.node !== node) return;
      this.proof.textContent = t("engine.proof", {
        value: sentence(found), nodes: counted(found.nodes, "nodes"),
      });
      engine.learn(node, { ...found, pv: found.pv ?? [], ties: found.best, depth: 0, moves: [] });
    };
    try {
      const found = await engine.borrow("solve", { ...engine.limits(), time: FOREVER }, told);
      if (!found || study.node !== node) return undefined;
      told(found);
      if (found.exact) this.say(t("engine.proven", { winner: winner(found.value) }));
    } catch (error) {
      this.complain(error.message, error.data);
    }
    return undefined;
  }

  // The known value of the shown place, only after the seeds have come to rest: before, it would
  // reveal the end of the move.
  get found() { return this.stage.runs ? null : this.engine.found; }

  show() {
    const { study, found } = this;
    this.place.classList.toggle("over", this.stage.over && !this.stage.runs);
    const values = new Map((found?.moves ?? []).map((move) => [move.move, move]));
    this.stage.holes.value(values, found ? bestMoves(found) : []);
    this.value.textContent = found ? short(found) : "\u2026";
    this.value.className = found ? kind(found) : "";
    this.words.textContent = found ? `${capital(sentence(found))}.` : this.silence();
    this.facts.textContent = found ? factsOf(found, study.node) : "";
    this.line(this.pv, found ? bestLine(found) : []);
    this.rows(found);
  }

  // Shows a line whose moves can be clicked to play up to them.
  line(place, moves) {
    if (place.dataset.moves === moves.join(" ")) return;
    place.dataset.moves = moves.join(" ");
    chips(place, moves, (index) => this.study.playAll(moves.slice(0, index + 1)));
  }

  // Announces the result of a search to screen readers, once.
  hear() {
    const { found, study } = this;
    const { node } = study;
    // A result found while seeds move is announced when they rest.
    this.unheard = this.stage.runs;
    if (!found) return;
    const value = sentence(found);
    const text = node.move ? t("engine.after-move", { count: study.tree.line().length, move: node.move, value })
      : t("engine.at-start", { value });
    if (this.heard.textContent !== text) this.heard.textContent = text;
  }

  silence() {
    if (this.engine.hushed) return this.hushed();
    if (this.stage.runs) return "";
    if (this.study.node.sowing) return t("engine.together");
    return t(this.engine.on ? "engine.searching" : "engine.off");
  }

  // The reason why values are hidden in a game.
  hushed() {
    if (this.study.players === null) return t("engine.off-learning");
    if (this.stage.over) return t("engine.off-over");
    if (isAfar(this.study) || this.study.players?.split(",").includes(YOU)) return t("engine.off-playing");
    return t("engine.off-program");
  }

  // One row per move, best first. Existing rows stay in place while the pointer is over them, so
  // that nothing moves under it.
  rows(found) {
    const { table } = this;
    const moves = found ? ranked(found) : [];
    const names = moves.map(({ move }) => move);
    const own = new Map([...table.rows].map((line) => [line.dataset.move, line]));
    const other = own.size !== moves.length || names.some((name) => !own.has(name));
    if (other) {
      if (table.contains(document.activeElement)) this.scroll.focus();
      table.replaceChildren(...moves.map(({ move }) => this.row(move)));
      oneStop(table, "ArrowUp", "ArrowDown");
    } else if (names.join() !== [...own.keys()].join() && !table.matches(":hover, :focus-within")) {
      table.append(...names.map((name) => own.get(name)));
      oneStop(table, "ArrowUp", "ArrowDown");
    }
    const best = found ? bestMoves(found) : [];
    for (const line of table.rows) {
      const move = moves.find((one) => one.move === line.dataset.move);
      const [, first, second, third] = line.cells;
      first.textContent = short(move);
      first.title = [long(move), bounds(move)].filter(Boolean).join(", ");
      second.textContent = best.includes(move.move) ? "" : less(loss(move.move[0], found, move));
      this.lineOf(third, move);
      line.classList.toggle("best", best.includes(move.move));
    }
  }

  // The line that begins with a move, if the search has one; otherwise its bounds.
  lineOf(cell, { move, pv, exact, lower, upper }) {
    const text = pv?.length > 1 ? pv.slice(1).join(" ") : "";
    if (!text) cell.textContent = exact ? "" : range({ lower, upper });
    else if (cell.firstChild?.textContent !== text) {
      const made = button(text, () => this.study.playAll(this.pvs.get(move)), { class: "then", tabindex: "-1" });
      made.setAttribute("aria-label", t("engine.play-line", { move, line: text }));
      cell.replaceChildren(made);
    }
    this.pvs.set(move, pv);
  }

  row(move) {
    const line = element("tr", undefined, { "data-move": move });
    const head = element("th", undefined, { scope: "row" });
    head.append(button(move, () => this.study.play(move)));
    line.append(head, element("td"), element("td"), element("td", undefined, { class: "faint" }));
    return line;
  }
}

const range = ({ lower, upper }) => t("engine.range", { lower: signed(lower), upper: signed(upper) });

// Bounds, depth, nodes and time, and what was known without a search.
function factsOf(found, node) {
  const parts = [];
  if (bounds(found)) parts.push(t("engine.proven-bounds", { bounds: bounds(found) }));
  if (found.moves.length > 0 && bestLine(found).length === 0) parts.push(t("engine.by-which"));
  parts.push(...costOf(found, node));
  if (found.before) parts.push(t("engine.from-before"));
  else {
    if (found.depth > 0) parts.push(t("engine.depth", { count: found.depth }));
    parts.push(counted(found.nodes, "nodes"));
    if (found.seconds !== undefined) parts.push(t("engine.time", { seconds: number(found.seconds, 1) }));
  }
  if (found.known) parts.push(t("engine.recorded", { value: signed(found.known.value) }));
  if (counts(found, node)) parts.push(t("engine.book", { lower: signed(found.book.lower), upper: signed(found.book.upper) }));
  return parts.join(" \u00b7 ");
}

// The cost of the move that led here, if this place has a proven value: at least so much, or
// perhaps nothing.
function costOf(found, { move, joint, parent }) {
  const before = joint ? null : parent?.found;
  if (!before?.exact) return [];
  const { least, most } = loss(move[0], before, found);
  if (least > 0) return [t(least === most ? "engine.costs" : "engine.costs-least", { move, count: least })];
  return most > 0 ? [t("engine.keeps", { move, value: signed(before.value) })] : [];
}

// Whether the bounds use the book: it is ignored if it says no more than the trivial bounds, or
// less than other knowledge.
function counts({ book, lower, upper }, { position }) {
  if (!book) return false;
  const all = position ? seedsOf(position).reduce((sum, seeds) => sum + seeds) : Infinity;
  return (book.lower === lower && lower > -all) || (book.upper === upper && upper < all);
}
