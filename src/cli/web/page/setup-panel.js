// Setting up a position on the board, or pasting one as text. An invalid position stays and is
// reported.
import { element } from "./elements.js";
import { t } from "./language.js";
import { isLink, linkIn, nothing, readLink, writeLink } from "./link.js";
import { beside, button, choice, enable, labelled, mistake, panel } from "./panels.js";
import { arriving } from "./play-by-link.js";
import { Lost } from "./server.js";
import { Setup } from "./setup.js";
import { marked } from "./words.js";

const TOOLS = ["more", "five", "less", "fewer", "closed", "protected"];
const MARKS = [["", t("setup.goes-on")], ["final", t("setup.final")], ["over", t("setup.over")]];

export class SetupPanel {
  constructor({ study, server, stage, engine, say }) {
    Object.assign(this, { study, server, stage, engine, say });
    // The position being set up; null while the game is played.
    this.draft = null;
    // The cell for typed digits, a text that is still invalid, and the number of the last check.
    this.typing = null;
    this.kept = null;
    this.checks = 0;
    this.body = panel("setup", t("setup.title"));
    this.whole = this.body.parentElement;
    this.whole.addEventListener("toggle", () => (this.whole.open ? this.enter() : this.leave()));
    this.controls();
    this.listen();
  }

  get active() { return this.draft !== null; }

  begin() { this.whole.open = true; }

  // The focus moves to the board, since folded elements cannot have it.
  close() {
    const inside = this.body.contains(document.activeElement);
    this.whole.open = false;
    if (inside && this.stage.found) this.stage.holes.focus(this.stage.holes.focused);
  }

  controls() {
    this.tool = choice(TOOLS.map((tool) => [tool, t(`setup.tool.${tool}`)]), { id: "setup-tool" });
    this.mover = choice([["A", "A"], ["B", "B"]], { id: "setup-mover" });
    this.mark = choice(MARKS, { id: "setup-mark" });
    this.owned = element("input", undefined, {
      id: "setup-owned", inputmode: "numeric", size: 4, autocomplete: "off",
    });
    this.text = element("input", undefined, {
      id: "setup-text", spellcheck: "false", autocomplete: "off", class: "long",
    });
    this.wrong = element("div", undefined, { id: "setup-wrong" });
    this.total = element("p", "", { class: "faint", id: "setup-total" });
    this.use = button(t("setup.use"), () => this.take(), { id: "setup-use" });
    this.body.append(element("p", t("setup.help"), { class: "faint" }),
      beside(labelled(t("setup.click"), this.tool), labelled(t("setup.to-move"), this.mover),
        labelled(t("setup.round"), this.mark)),
      beside(labelled(t("setup.later"), this.owned), t("setup.seeds"),
        button(t("setup.show"), () => this.opening(), { id: "setup-opening" })),
      labelled(t("setup.position"), this.text), this.wrong, this.total,
      beside(this.use, button(t("setup.empty"), () => this.change((one) => one.clear()), { id: "setup-clear" }),
        button(t("setup.leave"), () => this.close(), { id: "setup-leave" })));
  }

  listen() {
    const { stage, study } = this;
    this.mover.addEventListener("change", () => this.change((one) => { one.mover = this.mover.value; }));
    this.mark.addEventListener("change", () => this.change((one) => { one.mark = this.mark.value; }));
    this.text.addEventListener("input", () => this.typed());
    this.text.addEventListener("keydown", (event) => { if (event.key === "Enter") this.take(); });
    stage.addEventListener("settled", () => { if (this.whole.open && !this.draft) this.enter(); });
    stage.addEventListener("refused", ({ detail }) => this.refused(detail.error));
    // Moving to another place leaves the set-up; the position is kept for a return.
    study.addEventListener("node", () => {
      if (!this.draft) return;
      this.kept = this.text.value;
      this.close();
    });
    const onCell = (event, act) => {
      const cell = this.draft && event.target.closest("[data-cell]");
      if (!cell) return;
      event.preventDefault();
      act(Number(cell.dataset.cell));
    };
    stage.place.addEventListener("contextmenu", (event) => onCell(event, (cell) => this.press(cell, event)));
    stage.place.addEventListener("wheel", (event) => onCell(event, (cell) => {
      this.change((one) => one.put(cell, one.seeds(cell) - Math.sign(event.deltaY)));
    }), { passive: false });
  }

  enter() {
    const { stage, kept } = this;
    if (!stage.found || this.draft) return;
    stage.skip();
    this.draft = new Setup(stage.found.position);
    document.body.classList.add("setting-up");
    this.engine.hold(true);
    this.show();
    stage.place.scrollIntoView({ block: "nearest" });
    if (kept === null) return;
    this.kept = null;
    this.text.value = kept;
    this.typed();
  }

  // Gives the board back to the game.
  end() {
    this.kept = null;
    this.draft = null;
    this.typing = null;
    this.close();
    document.body.classList.remove("setting-up");
    this.engine.held = false;
  }

  leave() {
    if (!this.draft) return;
    const { kept } = this;
    this.end();
    this.kept = kept;
    this.stage.show();
    this.engine.restart();
  }

  // Handles a start in a link that the program rejects: it is kept here, and the opening is shown.
  refused(error) {
    const { start, rules, set } = this.study;
    // If even the opening is rejected, nothing can be shown.
    if (this.study.link === writeLink(nothing())) return;
    this.study.open({ ...nothing(), ...(error.data?.param === "position" ? { rules, set } : {}) });
    if (!start) return;
    this.kept = start;
    this.begin();
  }

  // Shows the draft on the board and as text, then checks it with the program.
  show() {
    this.text.value = String(this.draft);
    this.fill();
    this.check(this.text.value);
  }

  // Shows the draft on the board and in all fields except the text.
  fill() {
    const { draft } = this;
    this.mover.value = draft.mover;
    this.mark.value = draft.mark;
    this.total.textContent = t("setup.total", { count: draft.total() });
    this.stage.preview(draft);
  }

  // Checks a text with the program; null if it is invalid, or another check has begun since.
  async check(position) {
    const number = ++this.checks;
    const { holes: _, ...options } = this.study.options();
    try {
      const found = await this.server.ask("position", { ...options, position });
      if (number !== this.checks) return null;
      mistake(this.wrong, "");
      this.use.disabled = false;
      return found;
    } catch (error) {
      if (number !== this.checks || error instanceof Lost) return null;
      const { param, text, at } = error.data ?? {};
      const place = param === "position" && Number.isInteger(at);
      mistake(this.wrong, error.message, place ? marked(text, at) : undefined);
      // The text cannot be counted; the board still shows the last position.
      if (position !== String(this.draft)) this.total.textContent = "";
      enable(this.use, false, this.text);
      return null;
    }
  }

  // Shows a text on the board if the program accepts it; otherwise leaves the text as it is.
  async typed() {
    if (isLink(this.text.value)) {
      // Pending answers are about another text.
      this.checks++;
      mistake(this.wrong, "");
      this.use.disabled = false;
      return;
    }
    const found = await this.check(this.text.value.trim());
    if (!found || !this.draft) return;
    await this.put(found.position);
  }

  async put(position) {
    const draft = new Setup(position);
    if (draft.holes !== this.stage.boards.cells.length / 2 - 1) await this.stage.drawAlone(position);
    if (!this.draft) return;
    this.draft = draft;
    this.fill();
  }

  // Fills in an opening of a later round, which the program knows how to fill.
  async opening() {
    const params = { ...this.study.options(), mover: this.mover.value };
    const owned = this.owned.value.trim();
    if (owned) params.owned = /^\d+$/.test(owned) ? Number(owned) : owned;
    try {
      const { position } = await this.server.ask("position", params);
      await this.put(position);
      this.show();
    } catch (error) {
      if (!(error instanceof Lost)) mistake(this.wrong, error.message);
    }
  }

  // Starts a game from the position, or follows a link.
  async take() {
    const text = this.text.value.trim();
    if (isLink(text)) return this.follow(linkIn(text));
    const found = await this.check(text);
    if (!found) return undefined;
    const { rules, set, seeds } = this.study;
    this.end();
    this.study.begin({ rules, set, holes: new Setup(found.position).holes, seeds, start: found.position });
    this.say(t("setup.new-start", { position: found.position }));
    return undefined;
  }

  follow(link) {
    try {
      const state = arriving(readLink(link));
      this.end();
      this.study.follow(state);
    } catch (error) {
      mistake(this.wrong, error.message);
    }
  }

  change(act) {
    if (!this.draft) return;
    act(this.draft);
    this.show();
  }

  toggle(cell, state) {
    this.change((one) => one.become(cell, one.state(cell) === state ? "open" : state));
  }

  // Handles a click on a cell, or the equivalent key.
  press(cell, by) {
    const how = by?.shiftKey || by?.type === "contextmenu" ? "less" : this.tool.value;
    this.typing = null;
    const more = { more: 1, five: 5, less: -1, fewer: -5 }[how];
    if (more) this.change((one) => one.put(cell, one.seeds(cell) + more));
    else this.toggle(cell, how);
    this.stage.holes.focus(cell);
  }

  // Handles keys on a cell; returns whether the key was used.
  key(event, cell) {
    const { key } = event;
    const seeds = this.draft.seeds(cell);
    const digit = /^\d$/.test(key);
    const more = digit && this.typing === cell && seeds < 100 ? 10 * seeds : 0;
    const fewer = Math.floor(seeds / 10);
    const puts = { "+": seeds + 1, "=": seeds + 1, "-": seeds - 1, Delete: 0, Backspace: fewer };
    if (digit) this.change((one) => one.put(cell, more + Number(key)));
    else if (Object.hasOwn(puts, key)) this.change((one) => one.put(cell, puts[key]));
    else if (key === "x" || key === "p") this.toggle(cell, key === "x" ? "closed" : "protected");
    else if (key === "Enter" || key === " ") this.press(cell, event);
    else return false;
    this.typing = digit ? cell : null;
    return true;
  }
}
