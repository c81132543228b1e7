// Claims of the sources: statements of authors about the game, with their lines on the board.
import { element } from "./elements.js";
import { fileButton, partsOf } from "./files.js";
import { gameOf, stateOf } from "./games.js";
import { hasText, t } from "./language.js";
import { beside, button, choice, enable, isOpen, labelled, mistake, panel } from "./panels.js";
import { Lost } from "./server.js";
import { counted, winner } from "./words.js";

export class ClaimsPanel {
  constructor({ study, server, stage, say }) {
    Object.assign(this, { study, server, stage, say });
    // The listed claims, and the shown one.
    this.found = null;
    this.claim = null;
    // The game last loaded onto the board: the next claim replaces it, and undo returns to the game
    // before all of them.
    this.loaded = null;
    this.body = panel("claims", t("claims.title"));
    this.controls();
    this.body.parentElement.addEventListener("toggle", () => this.learn());
  }

  controls() {
    this.files = choice([], { id: "claims-file" });
    const own = fileButton(t("files.own"), { id: "claims-own", accept: ".toml" },
      (text, name) => this.readOwn(text, name), (message) => this.fault(message));
    this.wrong = element("div");
    this.list = choice([], { id: "claims-list", size: 8 });
    this.words = element("div", undefined, { id: "claims-words" });
    this.cases = choice([], { id: "claims-case" });
    const step = (by) => () => this.show(this.cases.selectedIndex + by);
    this.before = button(t("claims.before"), step(-1), { id: "claims-before" });
    this.after = button(t("claims.next"), step(1), { id: "claims-next" });
    const { holes } = this.stage;
    const board = button(t("claims.to-board"), () => holes.focus(holes.focused), { id: "claims-board" });
    this.steps = beside(labelled(t("claims.case"), this.cases), this.before, this.after, board);
    this.steps.hidden = true;
    this.value = element("p", "", { id: "claims-value" });
    const listed = element("div");
    listed.append(beside(labelled(t("claims.file"), this.files), own), this.wrong, labelled(t("claims.claims"), this.list));
    const read = element("div");
    read.append(this.words, this.steps, this.value);
    this.body.classList.add("halves");
    this.body.append(listed, read);
    this.files.addEventListener("change", () => this.open(this.files.value));
    this.list.addEventListener("change", () => this.choose());
    this.cases.addEventListener("change", () => this.show(this.cases.selectedIndex));
  }

  fault(message, parts) { mistake(this.wrong, message, parts); }

  // Loads the list of built-in files when first needed.
  async learn() {
    const { files } = this;
    if (!isOpen(this.body) || files.options.length > 0) return;
    try {
      const told = await this.server.ask("claims");
      if (files.options.length > 0) return;
      for (const { file, title, claims } of told.files) {
        files.append(element("option", t("claims.of-file", { title, claims: counted(claims, "claims") }), { value: file }));
      }
      await this.open(files.value);
    } catch (error) {
      if (!(error instanceof Lost)) this.fault(error.message);
    }
  }

  async open(file) {
    try {
      const told = await this.server.ask("claims", { file });
      // The selection may have changed meanwhile.
      if (file === this.files.value) this.take(told);
    } catch (error) {
      this.fault(error instanceof Lost ? t("frame.not-now") : error.message);
    }
  }

  async readOwn(text, name) {
    this.body.parentElement.open = true;
    try {
      this.take(await this.server.ask("claims", { text }));
      this.files.selectedIndex = -1;
      this.say(t("claims.read", { name, claims: counted(this.found.claims.length, "claims") }));
    } catch (error) {
      if (error instanceof Lost) this.fault(t("frame.not-now"));
      else this.fault(`${name}: ${error.message}`, partsOf(text, error.data));
    }
  }

  // Lists claims. The game on the board stays until a claim is chosen.
  take(told) {
    this.fault("");
    this.found = told;
    this.claim = null;
    this.list.replaceChildren(...told.claims.map(({ id, section, quote }) =>
      element("option", [section || id, quote].filter(Boolean).join(": "), { value: id })));
    this.list.selectedIndex = -1;
    const about = [told.title, told.source].filter(Boolean).join(" \u00b7 ");
    this.words.replaceChildren(element("p", about, { class: "faint" }));
    this.steps.hidden = true;
    this.value.textContent = "";
  }

  choose() {
    this.claim = this.found.claims[this.list.selectedIndex];
    const { cases, verdict } = this.claim;
    this.words.replaceChildren(...wordsOf(this.claim, this.found.source));
    this.cases.replaceChildren(...cases.map((one, index) =>
      element("option", labelOf(one.case, index, this.claim), { value: index })));
    this.steps.hidden = cases.length === 0;
    // A refuted claim is shown by its last case, which refutes it.
    if (cases.length > 0) this.show(verdict === "refuted" ? cases.length - 1 : 0);
  }

  // Puts a case on the board, with the text of the claim.
  show(index) {
    const { claim, study } = this;
    const one = claim.cases[index];
    if (!one) return;
    this.cases.selectedIndex = index;
    enable(this.before, index > 0, this.cases);
    enable(this.after, index + 1 < claim.cases.length, this.cases);
    const state = stateOf(one.game);
    state.tree.root.name = claim.id.slice(0, 60);
    state.tree.root.comment = commentOf(claim, this.found.source);
    if (gameOf(study) === this.loaded) study.open(state);
    else study.begin(state);
    this.loaded = gameOf(study);
    const says = one.value === null ? "" : t("claims.says", { winner: winner(one.value) });
    this.value.textContent = says;
    const moves = one.game.line.length;
    const told = { claim: claim.id, what: moves === 0 ? t("claims.a-position") : counted(moves, "moves") };
    this.say(claim.cases.length === 1 ? t("claims.shown", told)
      : t("claims.shown-case", { ...told, case: this.cases.options[index].textContent }));
  }
}

const quoted = (text) => `\u201c${text}\u201d`;

// The comment of the game, also in its link: the quotation with its author.
function commentOf({ quote, section, note }, source) {
  const from = [source.split(",")[0], section].filter(Boolean).join(", ");
  return `${quote ? quoted(quote) : note} (${from})`.slice(0, 2000);
}

const valuesOf = (values) => Object.entries(values).map(([name, value]) => `${name} = ${value}`).join(", ");

function labelOf(values, index, { cases, left_out: more }) {
  const text = valuesOf(values);
  if (cases.length === 1) return text || t("claims.only");
  const place = { number: index + 1, all: cases.length };
  const number = more > 0 ? t("claims.number-more", { ...place, more }) : t("claims.number", place);
  return text ? `${number}: ${text}` : number;
}

// Describes a claim: the quotation, the reading, and the verdict.
function wordsOf(claim, source) {
  const parts = [element("h3", claim.id)];
  if (claim.quote) parts.push(element("blockquote", quoted(claim.quote), { lang: "en" }));
  parts.push(element("p", [source, claim.section].filter(Boolean).join(", ")));
  if (claim.note) parts.push(element("p", claim.note));
  const rules = t(claim.example ? "claims.rules-worked" : "claims.rules", { rules: claim.rules });
  parts.push(element("p", rules, { class: "faint" }));
  parts.push(element("p", verdictOf(claim), { id: "claims-verdict", class: claim.verdict }));
  return parts;
}

// A claimed or actual value in words: a translated word, or names and numbers, which are the same
// in all languages.
const inWords = (said) => (hasText(`claims.word.${said}`) ? t(`claims.word.${said}`) : String(said));

function verdictOf({ verdict, evidence }) {
  if (verdict === "holds") {
    return t("claims.holds", { cases: counted(evidence.cases, "cases"), moves: counted(evidence.moves, "moves") });
  }
  const where = valuesOf(evidence.case);
  if (verdict === "open") {
    const { reason } = evidence;
    return where ? t("claims.open-with", { case: where, reason }) : t("claims.open", { reason });
  }
  const { move, move_number: number, what, expected, found } = evidence;
  const within = where ? t("claims.with", { case: where }) : "";
  const place = within + (move ? t("claims.at-move", { number, move }) : "");
  return t("claims.refuted", { place, what: t(`claims.what.${what}`), expected: inWords(expected), found: inWords(found) });
}
