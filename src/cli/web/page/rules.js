// The panel of rules: a rule set, the size of the board, and every option with its source.
import { byId, element } from "./elements.js";
import { fileButton, partsOf } from "./files.js";
import { t } from "./language.js";
import { writeLink } from "./link.js";
import { beside, choice, labelled, mistake, panel } from "./panels.js";
import { Lost } from "./server.js";
import { readTree, Tree } from "./tree.js";
import { WhichRules } from "./which-rules.js";
import { counted, optionName, setName } from "./words.js";

// Whether a study uses its rule set unchanged.
const asNamed = ({ set, holes, seeds, start }) =>
  Object.keys(set).length === 0 && holes === null && seeds === null && start === null;

export class RulesPanel {
  constructor({ study, server, say, complain }) {
    Object.assign(this, { study, server, say, complain });
    this.sets = element("select", undefined, { id: "rule-set" });
    this.title = element("p", "", { id: "rule-title" });
    this.fields = element("div", undefined, { class: "options" });
    this.which = new WhichRules({
      server, chosen: (name) => this.choose(name), failed: (error) => this.failed(error),
    });
    this.wrong = element("div", undefined, { id: "rules-wrong" });
    const own = fileButton(t("files.own"), { id: "rules-own", accept: ".toml" },
      (text, name) => this.readOwn(text, name), (message) => this.fault(message));
    const sets = beside(labelled(t("rules.set"), this.sets), own);
    const parts = [sets, this.wrong, this.title, this.which.whole, this.fields];
    this.body = panel("rules", t("rules.title"));
    this.body.append(...parts);
    this.sets.addEventListener("change", () => {
      this.choose(this.sets.value);
    });
    study.addEventListener("game", () => this.show());
  }

  // Loads the names of all rule sets once the program is available.
  async learn() {
    try {
      const { rules } = await this.server.ask("info");
      if (this.sets.options.length === 0) this.sets.append(...rules.map((name) => element("option", name)));
      this.which.names = rules;
      await Promise.all([this.which.fill(), this.show()]);
    } catch (error) {
      this.failed(error);
    }
  }

  // Chooses another rule set. The list always shows the rules of the board.
  async choose(name) {
    if (name === this.study.rules && asNamed(this.study)) return;
    await this.begin({ rules: name, set: {}, holes: null, seeds: null, start: null });
    this.sets.value = this.study.rules;
  }

  failed(error) {
    if (!(error instanceof Lost)) this.complain(error.message, error.data);
  }

  fault(message, parts) { mistake(this.wrong, message, parts); }

  // Opens the rules of a file: its base, and the changed options.
  async readOwn(text, name) {
    this.body.parentElement.open = true;
    try {
      const own = await this.server.ask("rules", { text });
      const base = await this.server.ask("rules", { rules: own.base ?? this.which.names[0] });
      const has = new Map(base.options.map(({ option, value }) => [option, value]));
      const differ = own.options.filter(({ option, value }) => has.get(option) !== value);
      const options = Object.fromEntries(differ.map(({ option, value }) => [option, value]));
      const { holes = null, seeds = null, ...set } = options;
      const size = { holes: holes && Number(holes), seeds: seeds && Number(seeds) };
      this.fault("");
      await this.begin({ rules: base.name, set, ...size, start: null }, this.wrong);
      if (!this.wrong.firstChild) this.say(t("rules.read", { name: own.title || own.name }));
    } catch (error) {
      if (error instanceof Lost) this.fault(t("frame.not-now"));
      else this.fault(`${name}: ${error.message}`, partsOf(text, error.data));
    }
  }

  // Changes the rules if the program accepts them. If only options change, the moves stay if they
  // are legal.
  async begin(parts, wrong = null) {
    const { study } = this;
    const { rules, set, holes, seeds, start } = { ...study, ...parts };
    const next = Object.assign(Object.create(study), { rules, set, holes, seeds, start });
    const moves = readTree(String(study.tree));
    moves.current = moves.at(study.tree.place());
    try {
      const kept = Object.keys(parts).join() === "set" && await this.legal(next);
      if (!kept) await this.server.ask("position", next.at(study.tree.root));
      const gone = !kept && study.tree.root.children.length > 0;
      study.begin({ rules, set, holes, seeds, start, tree: kept ? moves : new Tree() });
      if (gone) this.say(t("rules.new-board"));
    } catch (error) {
      const message = error instanceof Lost ? t("frame.not-now") : error.message;
      if (wrong) mistake(wrong, message);
      else this.complain(message, error.data);
    }
  }

  // Whether the program accepts a game with its line.
  async legal(game) {
    const { node } = game;
    try {
      if (node.joint) await this.server.ask("start", game.choices(node));
      else await this.server.ask("position", game.at());
      return true;
    } catch (error) {
      if (error instanceof Lost) throw error;
      return false;
    }
  }

  change(option, value, wrong) {
    if (option !== "holes" && option !== "seeds") {
      return this.begin({ set: { ...this.study.set, [option]: value } }, wrong);
    }
    if (!/^\d+$/.test(value.trim())) {
      return mistake(wrong, t("rules.number", { value: value || t("rules.nothing") }));
    }
    // A board of another size has another start.
    return this.begin({ [option]: Number(value), ...(option === "holes" ? { start: null } : {}) }, wrong);
  }

  // One option: its control, its source, and room for an error.
  field({ option, value, values, source, section, sentence, note }) {
    const name = optionName(option);
    const attributes = { id: `option-${option}` };
    const inWords = values.map((one) => [one, t(`options.${option}.${one}`)]);
    const control = inWords.length > 0 ? choice(inWords, attributes)
      : element("input", undefined, { ...attributes, inputmode: "numeric", size: 4, autocomplete: "off" });
    control.value = value;
    const wrong = element("div");
    control.addEventListener("change", async () => {
      await this.change(option, control.value, wrong);
      // An invalid number stays for correction; a list returns to the value of the board.
      if (control.matches("select")) control.value = this.study.set[option] ?? value;
    });
    const whole = element("div", undefined, { class: "option" });
    whole.append(labelled(name, control), wrong);
    const rests = [[source, section].filter(Boolean).join(", "), note].filter(Boolean);
    if (!sentence && rests.length === 0) return whole;
    const help = element("details", undefined, { class: "rests" });
    const label = t("rules.rests-of", { option: name });
    help.append(element("summary", t("rules.rests"), { id: `rests-${option}`, "aria-label": label }));
    if (sentence) help.append(element("blockquote", `\u201c${sentence}\u201d`, { lang: "en" }));
    help.append(...rests.map((text) => element("p", text)));
    whole.append(help);
    return whole;
  }

  // Shows the rules of the study, if they have changed.
  async show() {
    const { study } = this;
    const link = writeLink({ ...study, tree: new Tree() });
    if (link === this.shown) return;
    try {
      const found = await this.server.ask("rules", study.options());
      if (link !== writeLink({ ...study, tree: new Tree() })) return;
      this.shown = link;
      this.fill(found);
    } catch (error) {
      this.failed(error);
    }
  }

  fill({ title, source, options }) {
    const { study } = this;
    const value = (name) => options.find(({ option }) => option === name)?.value;
    study.repeats = value("store") === "far";
    this.title.textContent = [...setName(study.rules, title), source].filter(Boolean).join(" \u00b7 ");
    const listed = [...this.sets.options].some((one) => one.value === study.rules);
    // Rules from a file, with which the page was opened.
    if (!listed) this.sets.append(element("option", study.rules));
    this.sets.value = study.rules;
    this.which.mark(asNamed(study) ? study.rules : null);
    const focused = this.fields.contains(document.activeElement) ? document.activeElement.id : "";
    const read = [...this.fields.querySelectorAll("details[open] > summary")].map(({ id }) => id);
    this.fields.replaceChildren(...options.map((option) => this.field(option)));
    for (const id of read) if (byId(id)) byId(id).parentElement.open = true;
    if (focused) (byId(focused) ?? this.sets).focus();
    // A position that was set up determines holes and seeds.
    const holes = study.start ? study.start.split("/")[0].split(",").length : Number(value("holes"));
    const seeds = study.start ? null : counted(Number(value("seeds")), "seeds");
    const size = counted(holes, "holes");
    const changed = Object.keys(study.set).length > 0 ? t("rules.changed") : "";
    const about = [study.rules, seeds === null ? size : t("rules.size", { holes: size, seeds }), changed];
    byId("about").textContent = about.filter(Boolean).join(" \u00b7 ");
  }
}
