// Sets: round after round on the board, by the rules of the set. The study contains the earlier
// rounds.
import { element } from "./elements.js";
import { standingOf, stateOf } from "./games.js";
import { t } from "./language.js";
import { beside, button, enable } from "./panels.js";
import { Lost } from "./server.js";
import { Together } from "./together.js";

// A round up to a place, as input of `record`. Comments become remarks of one line each.
export function roundOf({ tree }, node) {
  const path = [tree.root, ...tree.path(node)];
  const nodes = path.slice(path.findLastIndex((one) => one.joint || one === tree.root));
  const remarks = nodes.map(({ comment }, move) => ({ move, text: comment.replace(/\s+/g, " ").trim() }))
    .filter(({ text }) => text);
  const round = { start: tree.start(node) || null, line: tree.turns(node) };
  return remarks.length > 0 ? { ...round, remarks } : round;
}

// The rounds so far as input of `record`, with this one up to a place; `more` are added.
export function setOf(study, node, more = []) {
  const line = roundOf(study, node);
  const [first, ...others] = [...study.earlier, line, ...more];
  return { ...study.options(), ...(study.began ? { position: study.began } : {}), ...first, rounds: others };
}

export class Rounds {
  constructor(page, opponent) {
    const { study, stage, server, complain } = page;
    Object.assign(this, { study, stage, server, complain, opponent });
    this.together = new Together(page, opponent);
    this.told = element("p", "", { id: "round-told", role: "status" });
    this.next = button(t("rounds.next"), () => this.goOn(), { id: "round-next", class: "main" });
    this.whole = element("div", undefined, { id: "rounds" });
    this.whole.append(this.told, beside(this.next, this.together.button));
    study.addEventListener("game", () => this.show());
    study.addEventListener("node", () => this.show());
    stage.addEventListener("settled", () => this.look());
    this.show();
  }

  show() {
    const { earlier } = this.study;
    this.told.textContent = earlier.length > 0 ? t("rounds.number", { count: earlier.length + 1 }) : "";
    enable(this.next, false);
    this.next.hidden = true;
  }

  // At the end of a round, asks whether another one follows.
  async look() {
    const { study, stage } = this;
    const { node } = study;
    if (!study.players || !stage.still || !stage.over || node.children.length > 0) return;
    try {
      const { standing } = await this.server.ask("record", setOf(study, node));
      if (study.node !== node) return;
      const count = study.earlier.length + 1;
      const { kind, side } = standingOf(standing);
      const won = kind === "won" ? side : null;
      const loser = won === "A" ? "B" : "A";
      const most = Number(study.set.best_of ?? 0) > 0;
      this.told.textContent = !won ? t("rounds.over", { count })
        : most ? t("rounds.won-most", { count, winner: won }) : t("rounds.won", { count, winner: won, loser });
      this.next.hidden = Boolean(won);
      enable(this.next, !won);
    } catch (error) {
      this.failed(error);
    }
  }

  failed(error) { if (!(error instanceof Lost)) this.complain(error.message, error.data); }

  async goOn() {
    const { study } = this;
    const { players, names, earlier, node } = study;
    const played = { players, names, first: study.began, earlier: [...earlier, roundOf(study, node)] };
    try {
      const { games } = await this.server.ask("record", setOf(study, node, [{}]));
      study.begin({ ...stateOf(games.at(-1)), ...played });
    } catch (error) {
      this.failed(error);
    }
  }
}
