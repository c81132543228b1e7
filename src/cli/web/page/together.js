// The turn with which both begin a round together, where the rules say so: each chooses without seeing what the
// other chooses, and both sow at once. Behind it the game goes on by turns.
import { t } from "./language.js";
import { nothing, YOU } from "./link.js";
import { button } from "./panels.js";
import { Lost } from "./server.js";

export class Together {
  constructor({ study, stage, server, say, complain }, opponent) {
    Object.assign(this, { study, stage, server, say, complain, opponent });
    // The turn under way: the choices so far, what the program says of it, and what is chosen in this tick.
    this.turn = null;
    this.button = button(t("rounds.together"), () => this.begin(), { id: "play-together" });
    study.addEventListener("node", () => this.show());
    study.addEventListener("game", () => this.end());
  }

  get active() { return this.turn !== null; }

  // Whether a game by rules that say so has not begun yet.
  show() {
    const { players, tree, joint, earlier, node } = this.study;
    const begun = node.parent || tree.root.children.length > 0 || joint !== null || earlier.length > 0;
    this.button.hidden = players === null || Boolean(begun) || this.rules !== "together";
  }

  // What the rules say of the first round.
  learn(options) {
    this.rules = options.find(({ option }) => option === "first_round")?.value;
    this.show();
  }

  begin() {
    this.turn = { choices: [], found: null, chosen: {} };
    this.opponent.waiting = true;
    this.button.hidden = true;
    this.opponent.tell();
    this.ask();
  }

  end() {
    this.turn = null;
    this.opponent.waiting = false;
  }

  get game() {
    const { study } = this;
    return { ...study.options(), ...(study.start ? { position: study.start } : {}) };
  }

  // The turn up to the next choice, on the board.
  async ask() {
    const { turn, stage } = this;
    try {
      turn.found = await this.server.ask("start", { ...this.game, choices: turn.choices.join(" / ") });
      if (turn !== this.turn) return;
      turn.chosen = {};
      const moves = turn.found.choices.map((move) => ({ move, together: true }));
      const { scene, board, spots, seen } = turn.found;
      await stage.showTogether({ scene, board, spots, position: `${seen} A`, moves, mover: "AB", over: false });
      if (turn === this.turn) this.goOn();
    } catch (error) {
      this.failed(error);
    }
  }

  failed(error) {
    if (error instanceof Lost) return;
    this.end();
    this.complain(error.message, error.data);
  }

  // What is due now: a coin, a choice of the program's, one of a person, or a game by turns.
  async goOn() {
    const { turn, study, opponent } = this;
    const { found } = turn;
    if (found.after) return this.done();
    if (found.coin) return this.take(`coin ${crypto.getRandomValues(new Uint8Array(1))[0] % 2 ? "A" : "B"}`);
    const due = ["A", "B"].filter((side) => found.choices.some((move) => move[0] === side) && !turn.chosen[side]);
    if (due.length === 0) return this.take(Object.values(turn.chosen).sort().join(" "));
    const people = due.filter((side) => opponent.sides[side] === YOU);
    if (people.length > 0) {
      const both = Object.values(opponent.sides).filter((one) => one === YOU).length === 2;
      return this.say(both ? t("rounds.other-looks-away", { side: people[0] }) : t("rounds.choose"));
    }
    // The program does not see what a person has chosen: the board is that before.
    const [side] = due;
    try {
      const asked = { ...study.options(), position: `${found.seen} ${side}`, policy: opponent.sides[side], seed: opponent.sides.seed };
      const { move } = await this.server.ask("choose", asked);
      if (turn !== this.turn) return undefined;
      turn.chosen[side] = move;
      return this.goOn();
    } catch (error) {
      return this.failed(error);
    }
  }

  // A person's choice of a hole.
  choose(name) {
    const { turn, opponent } = this;
    const side = name[0];
    const may = turn.found?.choices.includes(name) && opponent.sides[side] === YOU && !turn.chosen[side];
    if (!may) return this.say(t("rounds.not-chosen", { hole: name }));
    turn.chosen[side] = name;
    return this.goOn();
  }

  take(choice) {
    this.turn.choices.push(choice);
    return this.ask();
  }

  done() {
    const { study, turn } = this;
    const { rules, set, holes, seeds, players, start } = study;
    const joint = turn.choices.join(" / ");
    this.end();
    study.open({ ...nothing(), rules, set, holes, seeds, players, first: start, joint, start: turn.found.after });
    this.say(t("rounds.begun", { choices: joint }));
  }
}
