// The joint turn that begins a round if the rules say so: both choose secretly and sow at the same
// time. Each choice is a place of the tree, with the coins that fall after it; then the players
// take alternate turns.
import { t } from "./language.js";
import { button } from "./panels.js";
import { Lost } from "./server.js";

export class Together {
  constructor({ study, stage, server, say, complain }, opponent) {
    Object.assign(this, { study, stage, server, say, complain, opponent });
    // The choices at the shown place, by A and B, while one of them is still to choose.
    this.chosen = {};
    // The choices for which the program is being asked.
    this.asked = null;
    this.button = button("", () => this.change(), { id: "play-together" });
    study.addEventListener("node", () => this.leave());
    stage.addEventListener("settled", () => this.look());
    this.leave();
  }

  // Whether a joint choice is due at the shown place.
  get active() { return this.stage.found?.mover === "AB" && this.stage.still; }

  leave() {
    this.chosen = {};
    this.button.hidden = true;
  }

  // Before the first move of a round whose rules allow both beginnings, offers the other one.
  look() {
    const { study: { players, node, earlier }, stage } = this;
    const { together, choices } = stage.found;
    this.button.hidden = players === null || this.opponent.afar || node.parent !== null || node.children.length > 0 || earlier.length > 0
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

  // The side for which a person must choose.
  get person() { return this.due().find((side) => this.isOurs(side)); }

  // The sides that still have to choose.
  due() {
    const { stage, chosen } = this;
    return ["A", "B"].filter((side) => stage.found.choices.some((move) => move[0] === side) && !chosen[side]);
  }

  // Whether a person chooses for a side: without a game, for both.
  isOurs(side) { return !this.opponent.playing || this.opponent.mayChoose(side); }

  // Continues with what is due: a choice of the program, a choice of a person, or sowing.
  async goOn() {
    const { study, stage, opponent, chosen } = this;
    // Does nothing while the user steps through the moves, until a choice.
    const walks = study.node.children.length > 0 && Object.keys(chosen).length === 0;
    if (walks || this.asked === chosen) return undefined;
    const due = this.due();
    if (due.length === 0) return this.sow();
    const { person } = this;
    if (person) {
      const other = ["A", "B"].every((side) => this.isOurs(side));
      return this.say(other ? t("rounds.other-looks-away", { side: person }) : t("rounds.choose"));
    }
    // The program does not see a person's choice: it gets the board before it.
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

  // The board repeats the request when the connection is restored.
  failed(error) { if (!(error instanceof Lost)) this.complain(error.message, error.data); }

  // Handles a person's choice of a hole.
  choose(name) {
    const side = name[0];
    const may = this.stage.found.choices.includes(name) && this.isOurs(side) && !this.chosen[side];
    if (!may) return this.say(t("rounds.not-chosen", { hole: name }));
    this.chosen[side] = name;
    this.study.tell("chosen");
    return this.goOn();
  }

  // Whether a person has chosen at the shown place, and the other player has not.
  get given() { return this.active && Object.keys(this.chosen).some((side) => this.isOurs(side)); }

  // Takes that choice back; returns whether there was one.
  takeBack() {
    if (!this.given) return false;
    this.chosen = {};
    this.study.tell("chosen");
    this.goOn();
    return true;
  }

  // Turns the choices into a move, with the coins that fall until the next choice.
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
      // A choice of only the program is undone with the choice before it.
      if (Object.keys(chosen).some((side) => this.isOurs(side))) study.play(move, true);
      else study.playOn([move], true);
    } catch (error) {
      this.failed(error);
    }
  }
}
