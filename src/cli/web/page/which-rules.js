// "Which rules are mine?": the questions that tell the rule sets apart, and a row of answers for each of them.
import { element, row } from "./elements.js";
import { t } from "./language.js";
import { button, oneStop } from "./panels.js";

export class WhichRules {
  // `chosen` is called with the name of the clicked rule set, `failed` with the reason why the
  // program is unavailable.
  constructor({ server, chosen, failed }) {
    Object.assign(this, { server, chosen, failed });
    this.names = [];
    this.current = null;
    this.buttons = new Map();
    this.questions = element("dl");
    this.table = element("table", undefined, { "aria-label": t("rules.answers") });
    const scroll = element("div", undefined, {
      class: "scroll", tabindex: "0", role: "region", "aria-label": t("rules.answers-scroll"),
    });
    scroll.append(this.table);
    this.whole = element("details", undefined, { id: "which-rules" });
    this.whole.append(element("summary", t("rules.which")), this.questions, scroll);
    this.whole.addEventListener("toggle", () => this.fill());
  }

  // Loads the answers once, on demand.
  async fill() {
    if (!this.whole.open || this.asked || this.names.length === 0) return;
    this.asked = true;
    try {
      const sets = await Promise.all(this.names.map((rules) => this.server.ask("rules", { rules })));
      this.show(sets);
    } catch (error) {
      this.asked = false;
      this.failed(error);
    }
  }

  show(sets) {
    const [{ answers }] = sets;
    for (const { short, question } of answers) {
      this.questions.append(element("dt", short), element("dd", question));
    }
    const head = row([t("rules.rules"), ...answers.map(({ short }) => short)], true);
    const rows = sets.map((set) => {
      const line = row(["", ...set.answers.map(({ answer }) => answer)]);
      const press = button(set.name, () => this.chosen(set.name), { class: "small", title: set.title });
      this.buttons.set(set.name, press);
      line.cells[0].append(press);
      return line;
    });
    this.table.replaceChildren(head, ...rows);
    oneStop(this.table, "ArrowUp", "ArrowDown");
    this.mark(this.current);
  }

  // Marks the rule set in use; null if its options were changed.
  mark(name) {
    this.current = name;
    for (const [own, press] of this.buttons) {
      if (own === name) press.setAttribute("aria-current", "true");
      else press.removeAttribute("aria-current");
    }
  }
}
