// Judges the turns of the game one by one: the luck of their throws, and the losses by the choices.
// Runs on request; results are kept while the rules stay the same.
import { byId } from "../elements.js";
import { number, t } from "../language.js";
import { Lost } from "../server.js";
import { turnText } from "./game.js";

const percent = (part) => t("chong.percent", { number: number(100 * part, 1) });
const signed = (part) => `${part < 0 ? "" : "+"}${percent(part)}`;

// A turn is identified by its position and its text.
const keyOf = (game, index) =>
  `${index === 0 ? game.first : game.turns[index - 1].after} ${turnText(game.turns[index])}`;

export class Judge {
  constructor({ game, server, show, complain }) {
    Object.assign(this, { game, server, show, complain });
    this.rules = "";
    this.found = new Map();
    this.search = null;
    byId("judge").addEventListener("click", () => (this.search ? this.search.cancel() : this.ask()));
  }

  // The result of a turn, if it was judged.
  of(index) { return this.found.get(keyOf(this.game, index)); }

  // The game was shown: drops results under other rules.
  refresh() {
    const rules = JSON.stringify(this.game.rules());
    if (rules !== this.rules) this.found.clear();
    this.rules = rules;
    const { length } = this.game.turns;
    byId("judge").hidden = length === 0;
    byId("judge").textContent = t(this.search ? "chong.stop-judging" : "chong.judge");
    byId("judged").textContent = this.sums();
  }

  // Judges all turns, including those that were taken back and not replaced.
  async ask() {
    const { game, rules } = this;
    const turns = game.turns.map(turnText);
    const keep = ({ turns: judged, exact }) => {
      if (rules !== this.rules) return;
      for (const [index, one] of judged.entries()) {
        const key = `${one.position} ${turns[index]}`;
        this.found.set(key, { ...one, exact });
      }
      this.show();
    };
    this.search = this.server.search("chong_analyze", { ...game.rules(), position: game.first, turns }, keep);
    this.refresh();
    try {
      keep(await this.search.answer);
    } catch (error) {
      if (!(error instanceof Lost)) this.complain(error);
    }
    this.search = null;
    this.show();
  }

  // The sums of the judged turns of each player.
  sums() {
    const judged = this.game.turns.map((_, index) => this.of(index)).filter(Boolean);
    if (judged.length === 0) return "";
    const of = (side) => {
      const own = judged.filter(({ player }) => player === side);
      const sum = (name) => own.reduce((all, one) => all + one[name], 0);
      return t("chong.judged", { side, luck: signed(sum("luck")), loss: percent(sum("loss")) });
    };
    const exact = judged.every((one) => one.exact);
    return t(exact ? "chong.judged-exactly" : "chong.judged-estimated", { a: of("A"), b: of("B") });
  }
}

// A turn in words: the luck of the throw, and the loss by the choice, if any.
export function judgedInWords({ luck, loss, error, exact, best }) {
  if (loss === 0) return t("chong.luck", { luck: signed(luck) });
  const doubt = exact || error === null ? "" : ` \u00b1 ${number(100 * error, 1)}`;
  const better = best.join(" ") || t("chong.pass");
  return t("chong.gave-away", { luck: signed(luck), loss: `${percent(loss)}${doubt}`, better });
}
