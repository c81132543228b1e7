// The turn with which both begin a round together, where the rules say so: each chooses without seeing what the
// other chooses, and both sow at once. Each time that somebody has chosen is a place of the tree, with the coins
// that fall behind it; then the game goes on by turns.
import { t } from "./language.js";
import { button } from "./panels.js";
import { Lost } from "./server.js";

export class Together {
  constructor({ study, stage, server, say, complain }, opponent) {
    Object.assign(this, { study, stage, server, say, complain, opponent });
    // What has been chosen at the place that is shown, by A and by B, as long as one of them is still to choose.
    this.chosen = {};
    // Those choices for which the program is being asked.
    this.asked = null;
    this.button = button("", () => this.change(), { id: "play-together" });
    study.addEventListener("node", () => this.leave());
    stage.addEventListener("settled", () => this.look());
    this.leave();
  }

  // Whether somebody is to choose for such a turn at the place that is shown.
  get active() { return this.stage.found?.mover === "AB" && this.stage.still; }

  leave() {
    this.chosen = {};
    this.button.hidden = true;
  }

  // Before the first move of a round whose rules know both ways the other one is offered.
  look() {
    const { study: { players, node, earlier }, stage } = this;
    const { together, choices } = stage.found;
    this.button.hidden = players === null || node.parent !== null || node.children.length > 0 || earlier.length > 0
      || !(together || choices);
    this.button.textContent = t(choices ? "rounds.by-turns" : "rounds.together");
    if (this.active) this.goOn();
  }

  change() {
    const { study } = this;
    const before = study.link;
    study.begins = this.active ? "turns" : "together";
    study.changed(before);
    study.ask();
  }

  // The side for which a person is to choose.
  get person() { return this.due().find((side) => this.isOurs(side)); }

  // Who is still to choose, of those who may.
  due() {
    const { stage, chosen } = this;
    return ["A", "B"].filter((side) => stage.found.choices.some((move) => move[0] === side) && !chosen[side]);
  }

  // Whether a person chooses for a side: without a game, for both.
  isOurs(side) { return !this.opponent.playing || this.opponent.mayChoose(side); }

  // What is due now: a choice of the program's, one of a person, or to sow.
  async goOn() {
    const { study, stage, opponent, chosen } = this;
    // Who walks through the moves is left alone, until he chooses.
    const walks = study.node.children.length > 0 && Object.keys(chosen).length === 0;
    if (walks || this.asked === chosen) return undefined;
    const due = this.due();
    if (due.length === 0) return this.sow();
    const { person } = this;
    if (person) {
      const other = ["A", "B"].every((side) => this.isOurs(side));
      return this.say(other ? t("rounds.other-looks-away", { side: person }) : t("rounds.choose"));
    }
    // The program does not see what a person has chosen: the board is that before.
    const [side] = due;
    const { sides } = opponent;
    this.asked = chosen;
    try {
      const asked = { ...study.options(), position: `${stage.found.seen} ${side}`, policy: sides[side], seed: sides.seed };
      const { move } = await this.server.ask("choose", asked);
      if (chosen !== this.chosen) return undefined;
      this.asked = null;
      chosen[side] = move;
      return this.goOn();
    } catch (error) {
      return this.failed(error);
    }
  }

  // The board asks again when the connection is back.
  failed(error) { if (!(error instanceof Lost)) this.complain(error.message, error.data); }

  // A person's choice of a hole.
  choose(name) {
    const side = name[0];
    const may = this.stage.found.choices.includes(name) && this.isOurs(side) && !this.chosen[side];
    if (!may) return this.say(t("rounds.not-chosen", { hole: name }));
    this.chosen[side] = name;
    this.study.tell("chosen");
    return this.goOn();
  }

  // Whether a person has chosen at the place that is shown, and the other one has not.
  get given() { return this.active && Object.keys(this.chosen).some((side) => this.isOurs(side)); }

  // Takes that back; whether there was something.
  takeBack() {
    if (!this.given) return false;
    this.chosen = {};
    this.study.tell("chosen");
    this.goOn();
    return true;
  }

  // What was chosen becomes a move, with the coins that fall until somebody is to choose again.
  async sow() {
    const { study, chosen } = this;
    this.asked = chosen;
    let move = Object.values(chosen).sort().join(" ");
    const before = study.choices(study.node);
    try {
      for (;;) {
        const choices = [before.choices, move].filter(Boolean).join(" / ");
        const { coin } = await this.server.ask("start", { ...before, choices });
        if (chosen !== this.chosen) return;
        if (!coin) break;
        move += ` / coin ${crypto.getRandomValues(new Uint8Array(1))[0] % 2 ? "A" : "B"}`;
      }
      // What the program chooses alone is undone with the choice before it.
      if (Object.keys(chosen).some((side) => this.isOurs(side))) study.play(move, true);
      else study.playOn([move], true);
    } catch (error) {
      this.failed(error);
    }
  }
}
