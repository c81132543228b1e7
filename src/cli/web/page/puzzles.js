// Puzzles: a position with a question that has one answer. The program makes and words them, and
// their values judge each move. Meanwhile the board shows no values.
import { byId, element } from "./elements.js";
import { fileButton, takeDropped } from "./files.js";
import { stateOf } from "./games.js";
import { t, number as numbered } from "./language.js";
import { readPuzzle } from "./link.js";
import { beside, button, enable, panel } from "./panels.js";
import { Lost } from "./server.js";

// The kinds of questions, in the order in which they are tried for any position.
const KINDS = ["turn", "store", "laps"];

export class PuzzlesPanel {
  constructor({ study, stage, server, engine, say, complain }) {
    Object.assign(this, { study, stage, server, engine, say, complain });
    // The shown puzzle as the program tells it, its set and its number there from 1, the number of
    // hints, and whether it is solved.
    this.shown = null;
    this.set = [];
    this.at = 1;
    this.helped = 0;
    this.done = false;
    this.body = panel("puzzles", t("puzzles.title"), { where: "game" });
    this.controls();
    study.addEventListener("game", () => this.follow());
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
    this.next = button(t("puzzles.next"), () => this.open(this.set, this.at + 1), { id: "puzzles-next", class: "main" });
    this.file = fileButton(t("puzzles.file"), { id: "puzzles-file", accept: ".jsonl" },
      (text) => this.read(text), this.complain);
    this.body.append(this.which, this.asked, this.answer,
      beside(this.hint, this.next, this.file), this.told, this.helping);
    this.clear();
  }

  // Shows a puzzle that could not be shown without the program.
  async learn() { if (this.study.puzzle && !this.shown) await this.follow(); }

  failed(error) { if (!(error instanceof Lost)) this.complain(error.message, error.data); }

  // Opens the file of a set.
  async read(text) {
    try {
      const { puzzles } = await this.server.ask("puzzles", { text });
      this.open(puzzles, 1);
    } catch (error) {
      this.failed(error);
    }
  }

  // Puts a puzzle of a set on the board.
  open(set, at) {
    const told = set[at - 1];
    const { puzzle } = told;
    this.waiting = { told, set, at };
    const plain = puzzle.question === "store" ? "store" : "turn";
    const link = puzzle.question === "laps" ? `laps,${puzzle.moves[0]}` : plain;
    this.study.begin({ ...stateOf({ ...puzzle, line: [] }), puzzle: link });
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
          this.open([made], 1);
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
    try {
      const found = waiting ?? await this.found(readPuzzle(link));
      if (study.puzzle !== link || !found) return;
      Object.assign(this, { shown: found.told, set: found.set, at: found.at });
      this.show();
    } catch (error) {
      this.failed(error);
    }
  }

  // The puzzle of a link, made anew from the position.
  async found({ question, move }) {
    this.told.textContent = t("puzzles.making");
    const game = this.study.at(this.study.tree.root);
    const { made, why } = await this.server.ask("puzzle", { ...game, question, ...(move ? { move } : {}) });
    this.told.textContent = made ? "" : t("puzzles.none", { why });
    return made && { told: made, set: [made], at: 1 };
  }

  clear() {
    Object.assign(this, { shown: null, helped: 0, done: false });
    for (const part of [this.which, this.asked, this.told, this.helping]) part.textContent = "";
    this.answer.hidden = true;
    enable(this.hint, false, this.file);
    enable(this.next, false, this.file);
  }

  show() {
    const { puzzle, asked } = this.shown;
    const all = this.set.length;
    const difficulty = numbered(puzzle.difficulty, 1);
    this.which.textContent = all > 1 ? t("puzzles.which", { number: this.at, all, difficulty })
      : t("puzzles.alone", { difficulty });
    this.asked.textContent = asked;
    this.answer.hidden = puzzle.question !== "laps";
    this.count.value = "";
    this.next.classList.remove("done");
    enable(this.hint, true);
    enable(this.next, this.at < all, this.hint);
  }

  // Whether the holes of the board answer the question.
  get active() { return this.shown !== null && !this.done; }

  // Handles a chosen hole.
  choose(name) {
    const { study, stage } = this;
    const { puzzle } = this.shown;
    if (!stage.legal(name)) return this.say(stage.holes.why(name));
    if (puzzle.question === "laps") return this.say(t("puzzles.count-first"));
    const step = study.tree.line().length;
    if (name !== puzzle.moves[step]) return this.tell(this.wrong(name, step));
    if (step + 1 === puzzle.moves.length) return this.right([name]);
    this.tell("");
    return study.play(name);
  }

  // What is wrong with a legal move.
  wrong(move, step) {
    const { value, values } = this.shown.puzzle;
    if (values.length === 0) return t("puzzles.not-store", { move });
    const count = Math.abs(value - values[step][move]);
    return t("puzzles.costs", { move, count });
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
    const { hints, solution, puzzle } = this.shown;
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

