// Puzzles: a position with a question that has one answer. The program makes and words them, and
// their values judge each move. Meanwhile the board shows no values. A set ships for each rule set, is
// a file, or is in the link.
import { byId, element } from "./elements.js";
import { fileButton, takeDropped } from "./files.js";
import { stateOf } from "./games.js";
import { t, number as numbered } from "./language.js";
import { nothing, readPuzzle, readPuzzles, writePuzzles } from "./link.js";
import { beside, button, choice, enable, labelled, panel } from "./panels.js";
import { Lost } from "./server.js";
import { keep, recalled } from "./settings.js";
import { onPaper } from "./sheet.js";

// The kinds of questions, in the order in which they are tried for any position.
const KINDS = ["turn", "store", "laps"];

// Maximum number of puzzles in a link.
const IN_LINK = 12;

// The number of turns of a puzzle that keeps the result, unless the link has another.
const SHORTEST = 2;

// How many of the first moves of an answer are those of the asked player.
const ofPlayer = (moves, first) => moves.slice(0, first).filter((move) => move[0] === moves[0][0]).length;

// The question of a puzzle in a link.
function questionOf({ question, moves, values, length }) {
  if (question === "laps") return `laps,${moves[0]}`;
  if (question === "keep") return length === SHORTEST ? "keep" : `keep,${length}`;
  return values.length > 0 ? "turn" : "store";
}

// A set: the positions and questions of its puzzles, and those as the program tells them; the rule
// set of a shipped one; and its text in a link, which has the rules of all, if it is small.
function setOf(told, name = null) {
  const puzzles = told.map(({ puzzle }) => puzzle);
  const asked = puzzles.map((one) => ({ position: one.position, question: questionOf(one) }));
  const rules = puzzles.map(({ rules: base, holes, seeds, set }) => JSON.stringify([base, holes, seeds, set]));
  const fits = !name && told.length > 1 && told.length <= IN_LINK && new Set(rules).size === 1;
  return { asked, told, name, text: fits ? writePuzzles(asked) : null };
}

export class PuzzlesPanel {
  constructor({ study, stage, server, engine, say, complain }) {
    Object.assign(this, { study, stage, server, engine, say, complain });
    // The shipped sets by rule set.
    this.sets = new Map();
    // The shown puzzle as the program tells it, its set and its number there from 1, the number of
    // hints, and whether it is solved.
    this.shown = null;
    this.set = null;
    this.at = 1;
    this.helped = 0;
    this.done = false;
    this.body = panel("puzzles", t("puzzles.title"), { where: "game" });
    this.controls();
    study.addEventListener("game", () => this.follow());
    stage.addEventListener("settled", () => this.reply());
    // Analysing the position of a puzzle, or playing on from it, leaves the puzzle.
    study.addEventListener("edit", () => { if (this.shown && !study.puzzle) this.follow(); });
    takeDropped(".jsonl", (text) => this.read(text), complain);
  }

  controls() {
    this.which = element("p", "", { class: "faint", id: "puzzles-which" });
    this.asked = element("p", "", { id: "puzzles-asked", class: "strong" });
    this.told = element("p", "", { id: "puzzles-told", role: "status" });
    this.helping = element("p", "", { id: "puzzles-help", role: "status" });
    this.count = element("input", undefined, {
      id: "puzzles-count", type: "number", min: "1", "aria-label": t("puzzles.count"),
    });
    this.answer = beside(this.count, button(t("puzzles.answer"), () => this.judgeCount(), { id: "puzzles-answer" }));
    this.count.addEventListener("keydown", (event) => { if (event.key === "Enter") this.judgeCount(); });
    this.hint = button(t("puzzles.hint"), () => this.help(), { id: "puzzles-hint" });
    this.before = button(t("puzzles.before"), () => this.open(this.set, this.at - 1), { id: "puzzles-before" });
    this.next = button(t("puzzles.next"), () => this.open(this.set, this.at + 1), { id: "puzzles-next", class: "main" });
    this.list = choice([["", "…"]], { id: "puzzles-set" });
    this.list.addEventListener("change", () => { if (this.list.value) this.begin(this.list.value); });
    this.paper = button(t("puzzles.print"), () => this.print(), { id: "puzzles-print" });
    this.file = fileButton(t("puzzles.file"), { id: "puzzles-file", accept: ".jsonl" },
      (text) => this.read(text), this.complain);
    this.body.append(this.which, this.asked, this.answer, beside(this.hint, this.before, this.next),
      this.told, this.helping, labelled(t("puzzles.shipped"), this.list), beside(this.file, this.paper));
    this.clear();
  }

  // The program is available: lists the shipped sets, and shows a puzzle that could not be shown.
  async learn() {
    try {
      const { rules } = await this.server.ask("info");
      if (this.list.options.length === 1) this.list.append(...rules.map((name) => element("option", name)));
      this.list.value = (this.shown && this.set.name) || "";
    } catch (error) {
      this.failed(error);
    }
    if (this.study.puzzle && !this.shown) await this.follow();
  }

  failed(error) { if (!(error instanceof Lost)) this.complain(error.message, error.data); }

  // Opens the file of a set.
  async read(text) {
    try {
      const { puzzles } = await this.server.ask("puzzles", { text });
      this.open(setOf(puzzles), 1);
    } catch (error) {
      this.failed(error);
    }
  }

  // The shipped set of a rule set.
  async shipped(rules) {
    if (!this.sets.has(rules)) {
      const { puzzles } = await this.server.ask("puzzles", { rules });
      this.sets.set(rules, setOf(puzzles, rules));
    }
    return this.sets.get(rules);
  }

  // Opens the shipped set of a rule set, where it was left.
  async begin(rules) {
    try {
      const set = await this.shipped(rules);
      const left = Number(recalled(`puzzles-${set.name}`));
      this.open(set, set.asked[left - 1] ? left : 1);
    } catch (error) {
      this.failed(error);
    }
  }

  // The state of the study at the beginning of a puzzle. A set in a link has the rules of the study.
  begun({ asked, told }, at) {
    const { rules, set, holes, seeds } = this.study;
    const { position } = asked[at - 1];
    return told[at - 1] ? stateOf({ ...told[at - 1].puzzle, line: [] })
      : { ...nothing(), rules, set, holes, seeds, start: position };
  }

  // Puts a puzzle of a set on the board.
  open(set, at) {
    const { name, text, asked } = set;
    this.waiting = { set, at };
    const puzzle = name ? `${name},${at}` : text ? String(at) : asked[at - 1].question;
    this.study.begin({ ...this.begun(set, at), puzzle, puzzles: text });
  }

  // Makes a puzzle from the shown position: the first kind of question with only one answer there.
  async make() {
    const { study } = this;
    const { node } = study;
    this.say(t("puzzles.making"));
    try {
      let first = null;
      for (const question of KINDS) {
        const { made, why } = await this.engine.borrow("puzzle", { question }) ?? {};
        if (study.node !== node || !(made || why)) return;
        if (made) {
          this.open(setOf([made]), 1);
          return;
        }
        first ??= why;
      }
      this.say(t("puzzles.none", { why: first }));
    } catch (error) {
      this.failed(error);
    }
  }

  // Follows the study, which is a puzzle or is not.
  async follow() {
    const { study, waiting } = this;
    const link = study.puzzle;
    this.engine.hush(Boolean(link), "puzzle");
    // Of a lesson and a puzzle, the one that is shown is unfolded.
    this.body.parentElement.open = Boolean(link);
    byId("lesson").open = !link;
    this.waiting = null;
    this.clear();
    if (!link) return;
    const { tree } = study;
    try {
      const { set, at } = waiting ?? await this.linked(readPuzzle(link));
      if (study.tree !== tree) return;
      if (!set.asked[at - 1]) throw new Error(t("link.found", { part: "puzzle", found: link, expected: t("link.puzzle") }));
      // A link may have only the name of a set and a number.
      const begun = this.begun(set, at);
      const same = ["rules", "holes", "seeds", "start"].every((part) => begun[part] === study[part])
        && JSON.stringify(begun.set) === JSON.stringify(study.set);
      if (!same) return this.open(set, at);
      const told = set.told[at - 1] ?? await this.made(set, at);
      if (study.tree !== tree || !told) return;
      Object.assign(this, { shown: told, set, at });
      this.show();
    } catch (error) {
      this.failed(error);
    }
  }

  // The set of a link, and the number there of its puzzle.
  async linked({ name, at, question }) {
    const { puzzle, puzzles: text, start: position } = this.study;
    if (question) return { set: { asked: [{ position, question: puzzle }], told: [], name: null, text: null }, at: 1 };
    const set = name ? await this.shipped(name) : { asked: readPuzzles(text ?? ""), told: [], name: null, text };
    return { set, at };
  }

  // Makes a puzzle of a link from its position.
  async made({ asked, told }, at) {
    const { position, question: text } = asked[at - 1];
    const { question, move, turns } = readPuzzle(text);
    this.told.textContent = t("puzzles.making");
    const game = { ...this.study.options(), ...(position ? { position } : {}), question, ...(move ? { move } : {}), ...(turns ? { turns } : {}) };
    const { made, why } = await this.server.ask("puzzle", game);
    this.told.textContent = made ? "" : t("puzzles.none", { why });
    told[at - 1] = made;
    return made;
  }

  // Prints all puzzles of the set.
  async print() {
    const { set } = this;
    try {
      const exercises = [];
      for (const [number] of set.asked.entries()) {
        const told = set.told[number] ?? await this.made(set, number + 1);
        if (!told) return;
        const { puzzle, asked, solution } = told;
        const { holes, seeds, rules, position } = puzzle;
        const { scene: { caption }, board } = await this.server.ask("scene", { rules, holes, seeds, set: puzzle.set, position, board: true });
        exercises.push({ rules: rules === this.study.rules ? byId("about").textContent : rules, caption, asked, board: board.wide, answer: solution });
      }
      onPaper(exercises);
    } catch (error) {
      this.failed(error);
    }
  }

  clear() {
    Object.assign(this, { shown: null, helped: 0, done: false });
    for (const part of [this.which, this.asked, this.told, this.helping]) part.textContent = "";
    this.answer.hidden = true;
    this.list.value = "";
    for (const one of [this.hint, this.before, this.next, this.paper]) enable(one, false, this.file);
  }

  show() {
    const { puzzle, asked } = this.shown;
    const { name, asked: { length: all } } = this.set;
    if (name) keep(`puzzles-${name}`, this.at);
    this.list.value = name ?? "";
    const difficulty = numbered(puzzle.difficulty, 1);
    this.which.textContent = all > 1 ? t("puzzles.which", { number: this.at, all, difficulty })
      : t("puzzles.alone", { difficulty });
    this.asked.textContent = asked;
    this.answer.hidden = puzzle.question !== "laps";
    this.count.value = "";
    this.next.classList.remove("done");
    enable(this.hint, true);
    enable(this.paper, true);
    enable(this.before, this.at > 1, this.hint);
    enable(this.next, this.at < all, this.hint);
    this.reply();
  }

  // Whether the holes of the board answer the question.
  get active() { return this.shown !== null && !this.done; }

  // Handles a chosen hole.
  choose(name) {
    const { study, stage } = this;
    const { puzzle } = this.shown;
    const step = study.tree.line().length;
    // After a step back the place may be one of the other player.
    if (this.answered(step)) return study.playOn([puzzle.moves[step]]);
    if (!stage.legal(name)) return this.say(stage.holes.why(name));
    if (puzzle.question === "laps") return this.say(t("puzzles.count-first"));
    if (name !== puzzle.moves[step]) return this.tell(this.wrong(name, step));
    if (step + 1 === puzzle.moves.length) return this.right([name]);
    this.tell("");
    return study.play(name);
  }

  // Whether the next move of the answer is one of the other player.
  answered(step) {
    const { moves } = this.shown.puzzle;
    return step < moves.length && moves[step][0] !== moves[0][0];
  }

  // The board is at rest after right moves: the other player answers by itself.
  reply() {
    const { study, stage } = this;
    if (!this.active || !stage.still || study.node.children.length > 0) return;
    const line = study.tree.line();
    const { moves } = this.shown.puzzle;
    if (this.answered(line.length) && line.every((move, at) => move === moves[at])) study.playOn([moves[line.length]]);
  }

  // What is wrong with a legal move.
  wrong(move, step) {
    const { question, moves, value, values } = this.shown.puzzle;
    if (values.length === 0) return t("puzzles.not-store", { move });
    const count = Math.abs(value - values[ofPlayer(moves, step)][move]);
    const kept = value === 0 ? "puzzles.costs-draw" : "puzzles.costs-win";
    return t(question === "keep" ? kept : "puzzles.costs", { move, count });
  }

  judgeCount() {
    if (!this.active || !this.count.value) return;
    const { puzzle } = this.shown;
    const said = Number(this.count.value);
    if (said === puzzle.length) this.right(puzzle.moves);
    else this.tell(t("puzzles.not-laps", { number: said }));
  }

  right(moves) {
    this.finish(t("puzzles.right", { solution: this.shown.solution }), true);
    if (moves.length === 1) this.study.play(moves[0]);
    else this.study.playAll(moves);
  }

  // Ends the puzzle: the board is free, and shows values.
  finish(text, solved) {
    this.done = true;
    this.tell(text, solved);
    this.answer.hidden = true;
    enable(this.hint, false, this.next);
    this.next.classList.toggle("done", solved);
    this.engine.hush(false, "puzzle");
  }

  tell(text, good = false) {
    this.told.textContent = text;
    this.told.className = good ? "strong done" : "strong";
  }

  // The next hint, or after the last one the solution.
  help() {
    if (!this.active) return;
    const { hints, spent, solution, puzzle } = this.shown;
    // Hints about turns that are over say nothing new.
    this.helped = Math.max(this.helped, spent[this.study.tree.line().length] ?? 0);
    const hint = hints[this.helped];
    this.helped += 1;
    if (hint) {
      this.helping.textContent = hint;
      return;
    }
    this.helping.textContent = "";
    this.finish(solution, false);
    this.study.go(this.study.tree.root);
    this.study.playAll(puzzle.moves);
  }
}

