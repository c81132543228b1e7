// Practice with the mistakes of a line: each turn with a proven loss is asked again, and the answer
// is compared with proven values. Meanwhile the board shows no values.
import { loss } from "./bounds.js";
import { placesOf } from "./curve.js";
import { element } from "./elements.js";
import { turnsOf } from "./games.js";
import { bestMoves } from "./known.js";
import { t } from "./language.js";
import { beside, button, enable, panel } from "./panels.js";
import { Lost } from "./server.js";

// Seconds to evaluate an answer with unknown value.
const TIME = 2;

// The first move of every turn with a proven loss, with the least loss.
export function mistakesIn(tree) {
  const nodes = placesOf(tree).slice(1).map(({ node }) => node);
  return turnsOf(nodes).flatMap((turn, index) => {
    const lost = (node) => node.parent.found && node.found
      ? loss(node.move[0], node.parent.found, node.found).least : 0;
    const node = turn.find((one) => lost(one) > 0);
    return node ? [{ node, turn: index + 1, least: lost(node) }] : [];
  });
}

export class MistakesPanel {
  constructor({ study, stage, server, engine, say, complain }) {
    Object.assign(this, { study, stage, server, engine, say, complain });
    // The questions, the number of the current one, and whether it is answered.
    this.all = [];
    this.at = 0;
    this.answered = false;
    this.body = panel("mistakes", t("mistakes.title"), { where: "game", open: true });
    this.whole = this.body.parentElement;
    this.whole.hidden = true;
    this.which = element("p", "", { id: "mistakes-which" });
    this.told = element("p", "", { id: "mistakes-told", class: "strong", role: "status" });
    this.answer = button(t("mistakes.show"), () => this.reveal(), { id: "mistakes-show" });
    this.next = button(t("mistakes.next"), () => this.ask(this.at + 1), { id: "mistakes-next" });
    const stop = button(t("mistakes.stop"), () => this.end(), { id: "mistakes-stop" });
    this.body.append(this.which, this.told, beside(this.answer, this.next, stop));
    study.addEventListener("game", () => this.end());
  }

  get active() { return !this.whole.hidden; }

  begin() {
    this.all = mistakesIn(this.study.tree);
    if (this.all.length === 0) return this.say(t("mistakes.none"));
    this.whole.hidden = false;
    this.whole.open = true;
    this.engine.hush(true, "mistakes");
    return this.ask(0);
  }

  end() {
    if (!this.active) return;
    this.whole.hidden = true;
    this.engine.hush(false, "mistakes");
  }

  ask(number) {
    if (number >= this.all.length) return this.end();
    this.at = number;
    this.answered = false;
    const { node, turn, least } = this.all[number];
    const side = node.move[0];
    const which = { number: number + 1, all: this.all.length, turn, side, move: node.move, least };
    this.which.textContent = t("mistakes.which", which);
    this.told.textContent = t("mistakes.find", { side });
    enable(this.answer, true);
    this.next.textContent = t(number + 1 < this.all.length ? "mistakes.next" : "mistakes.done");
    this.study.go(node.parent);
    return this.whole.scrollIntoView({ block: "nearest" });
  }

  // Handles the hole chosen instead of the losing move.
  async choose(name) {
    const { study, stage } = this;
    const { node, least } = this.all[this.at];
    if (this.answered) return this.say(t("mistakes.answered"));
    if (study.node !== node.parent) study.go(node.parent);
    if (!stage.legal(name)) return this.say(stage.holes.why(name));
    if (name === node.move) return this.tell(t("mistakes.played", { move: name }));
    const found = await this.valueOf(name);
    if (!found || this.all[this.at]?.node !== node) return undefined;
    const lost = loss(name[0], node.parent.found, found);
    if (lost.most === 0) return this.right(name, t("mistakes.right", { move: name }));
    if (lost.most < least) return this.right(name, t("mistakes.better", { move: name, most: lost.most }));
    if (lost.least > 0) return this.tell(t("mistakes.costs", { move: name, count: lost.least }));
    return this.tell(t("mistakes.not-proven", { move: name }));
  }

  // The known value of a move, after a short search if needed.
  async valueOf(name) {
    const { study } = this;
    const { parent } = this.all[this.at].node;
    const row = parent.found.moves.find(({ move }) => move === name);
    const known = row && loss(name[0], parent.found, row);
    if (known && (known.most === 0 || known.least > 0)) return row;
    this.told.textContent = t("mistakes.looking", { move: name });
    try {
      const game = study.at(parent);
      return await this.server.ask("evaluate", { ...game, line: [...game.line ?? [], name], time: TIME });
    } catch (error) {
      if (!(error instanceof Lost)) this.complain(error.message, error.data);
      return null;
    }
  }

  tell(text) { this.told.textContent = text; }

  right(name, text) {
    this.answered = true;
    this.tell(text);
    enable(this.answer, false, this.next);
    this.study.play(name);
  }

  reveal() {
    const { parent } = this.all[this.at].node;
    const best = bestMoves(parent.found);
    this.answered = true;
    enable(this.answer, false, this.next);
    this.tell(best.length > 0 ? t("mistakes.is-best", { moves: best.join(t("mistakes.or")) }) : t("mistakes.unknown"));
    if (best.length > 0) this.study.play(best[0]);
  }
}
