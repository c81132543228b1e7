// Lessons on the board: the steps of `chongkak game --lesson`, checked by the program as in the
// terminal.
import { element } from "./elements.js";
import { fileButton, partsOf } from "./files.js";
import { stateOf } from "./games.js";
import { t } from "./language.js";
import { readLesson } from "./link.js";
import { beside, button, choice, enable, mistake, panel } from "./panels.js";
import { Lost } from "./server.js";
import { keep, recalled } from "./settings.js";
import { capital } from "./words.js";

// The name of a lesson from a file, whose text the browser remembers.
const OWN = "own";

export class LessonPanel {
  constructor({ study, stage, server, engine, say, complain }) {
    Object.assign(this, { study, stage, server, engine, say, complain });
    // The loaded lessons by name; the shown step, and its number of hints.
    this.known = new Map();
    this.shown = null;
    this.helped = 0;
    this.body = panel("lesson", t("lessons.title"), { where: "game", open: true });
    this.controls();
    study.addEventListener("game", () => this.follow());
    // Analysing the position of a lesson, or playing on from it, leaves the lesson.
    study.addEventListener("edit", () => { if (!this.asked) engine.hush(false, "lesson"); });
    stage.addEventListener("settled", () => this.judge());
  }

  controls() {
    this.list = choice([], { id: "lesson-name", "aria-label": t("lessons.lesson") });
    this.list.addEventListener("change", () => this.open(this.list.value, 1));
    this.which = element("span", "", { class: "faint", id: "lesson-step" });
    this.task = element("p", "", { id: "lesson-task" });
    this.quote = element("blockquote", "", { id: "lesson-quote" });
    this.goal = element("p", "", { class: "strong", id: "lesson-goal" });
    this.told = element("p", "", { id: "lesson-told", role: "status" });
    this.helping = element("p", "", { id: "lesson-help", role: "status" });
    this.hint = button(t("lessons.hint"), () => this.help(), { id: "lesson-hint" });
    this.retry = button(t("lessons.again"), () => this.study.go(this.study.tree.root), { id: "lesson-again" });
    this.next = button(t("lessons.next"), () => this.goOn(), { id: "lesson-next", class: "main" });
    const own = fileButton(t("lessons.own"), { id: "lesson-own", accept: ".toml" },
      (text, name) => this.readOwn(text, name), (message) => mistake(this.wrong, message));
    this.wrong = element("div");
    this.body.append(beside(this.list, this.which), this.task, this.goal,
      beside(this.hint, this.retry, this.next), this.told, this.helping, this.quote, own, this.wrong);
  }

  // Loads the names of all lessons once the program is available, then shows a waiting lesson.
  async learn() {
    try {
      if (this.list.options.length === 0) {
        const { lessons } = await this.server.ask("lesson");
        if (this.list.options.length === 0) {
          for (const { name, title } of lessons) this.list.append(element("option", title, { value: name }));
          this.own = recalled("lesson-own");
          if (this.own) await this.offerOwn().catch((error) => this.failed(error));
        }
      }
      this.mark();
      if (this.waits) this.begin();
      else if (this.asked && !this.shown) await this.follow();
    } catch (error) {
      this.failed(error);
    }
  }

  failed(error) { if (!(error instanceof Lost)) this.complain(error.message, error.data); }

  // Continues the last lesson, or begins the first.
  begin() {
    this.waits = this.list.options.length === 0;
    if (this.waits) return;
    const kept = recalled("lesson")?.split(",") ?? [];
    const known = [...this.list.options].some(({ value }) => value === kept[0]);
    this.open(known ? kept[0] : this.list.options[0].value, known ? Number(kept[1]) : 1);
  }

  async lesson(name) {
    if (!this.known.has(name)) this.known.set(name, await this.server.ask("lesson", this.called(name)));
    return this.known.get(name);
  }

  // The parameters that say which lesson.
  called(name) { return name === OWN && this.own ? { text: this.own } : { name }; }

  // Lists the lesson of a file.
  async offerOwn() {
    this.known.delete(OWN);
    const { title } = await this.lesson(OWN);
    const listed = [...this.list.options].find(({ value }) => value === OWN);
    if (listed) listed.textContent = title;
    else this.list.append(element("option", title, { value: OWN }));
  }

  // Opens a lesson from a file.
  async readOwn(text, name) {
    const before = this.own;
    this.own = text;
    try {
      await this.offerOwn();
      mistake(this.wrong, "");
      keep("lesson-own", text);
      this.open(OWN, 1);
    } catch (error) {
      this.own = before;
      if (error instanceof Lost) mistake(this.wrong, t("frame.not-now"));
      else mistake(this.wrong, `${name}: ${error.message}`, partsOf(text, error.data));
    }
  }

  // Puts a step on the board.
  async open(name, number) {
    try {
      const { steps } = await this.lesson(name);
      const step = steps[number - 1] ?? steps[0];
      this.study.begin({ ...stateOf(step.game), lesson: `${name},${steps.indexOf(step) + 1}` });
    } catch (error) {
      this.failed(error);
    }
  }

  get asked() { return this.study.lesson ? readLesson(this.study.lesson) : null; }

  // Follows the study, which is a step of a lesson or is not.
  async follow() {
    const { asked } = this;
    this.engine.hush(asked !== null, "lesson");
    this.shown = null;
    this.helped = 0;
    if (!asked) return;
    try {
      const lesson = await this.lesson(asked.name);
      if (this.asked?.name !== asked.name || this.asked.step !== asked.step) return;
      this.show(lesson, asked);
      this.judge();
    } catch (error) {
      this.failed(error);
    }
  }

  mark() { if (this.asked) this.list.value = this.asked.name; }

  show({ source, steps }, { name, step: number }) {
    const step = steps[number - 1];
    if (!step) return;
    this.shown = { step, steps };
    keep("lesson", `${name},${number}`);
    this.mark();
    this.which.textContent = t("lessons.step", { number, all: steps.length });
    this.task.textContent = step.text;
    const from = [source, step.section].filter(Boolean).join(", ");
    this.quote.replaceChildren(...(step.quote ? [`\u201c${step.quote}\u201d`] : []), element("footer", from, { class: "faint" }));
    this.quote.hidden = !step.quote && !from;
    this.goal.textContent = t("lessons.task", { goal: step.goal });
    this.told.textContent = "";
    this.helping.textContent = "";
  }

  // Whether the turn of this attempt is over.
  get over() { return this.asked !== null && this.ended === this.study.node; }

  // Checks whether the moves so far reach the goal.
  async judge() {
    const { study, asked, shown } = this;
    if (!asked || !shown || !this.stage.still) return;
    const { node } = study;
    const line = study.tree.line();
    try {
      const found = await this.server.ask("lesson", { ...this.called(asked.name), step: asked.step, line });
      if (study.node === node && this.shown === shown) this.tell(found, line);
    } catch (error) {
      this.failed(error);
    }
  }

  tell({ reached, over, instead, remark }, line) {
    const { step, steps } = this.shown;
    const { list, asked } = this;
    this.ended = over ? this.study.node : null;
    const other = line.join(" ") === step.solution ? "" : ` ${t("lessons.another", { moves: step.solution })}`;
    this.told.textContent = reached ? t("lessons.done", { moves: line.join(" ") }) + other
      : over ? t("lessons.not-yet", { instead }) : instead ? `${capital(instead)}.` : "";
    if (remark) this.told.append(" ", remark);
    this.told.className = reached ? "strong done" : "strong";
    const further = asked.step < steps.length;
    const last = !further && list.selectedIndex + 1 === list.options.length;
    this.next.textContent = t(further ? "lessons.next" : last ? "lessons.play" : "lessons.next-lesson");
    enable(this.retry, line.length > 0, this.hint);
    this.next.classList.toggle("done", reached);
  }

  help() {
    if (!this.shown) return;
    this.helped += 1;
    const { hint, solution } = this.shown.step;
    this.helping.textContent = this.helped === 1 && hint ? hint : t("lessons.solution", { moves: solution });
  }

  // Continues with the next step, the next lesson, or after the last one a game.
  goOn() {
    const { asked, shown, list } = this;
    if (!asked || !shown) return;
    if (asked.step < shown.steps.length) this.open(asked.name, asked.step + 1);
    else if (list.selectedIndex + 1 < list.options.length) this.open(list.options[list.selectedIndex + 1].value, 1);
    else document.getElementById("mode-play").click();
  }
}
