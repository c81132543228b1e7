// A game against the program: who plays which side, and the turns of the program, move by move. Of the page
// it uses only the board. `players` of the study says who plays, so undo and links include it. Events:
//
//   change   the turn has changed, or the game has begun or ended
import { isAfar, readPlayers, YOU } from "./link.js";
import { ticksOf } from "./player.js";
import { Links } from "./play-by-link.js";
import { Lost } from "./server.js";

export class Opponent extends EventTarget {
  constructor({ study, stage, engine, server, complain }) {
    super();
    Object.assign(this, { study, stage, engine, server, complain });
    this.links = new Links(this);
    // Who has run out of time.
    this.late = null;
    // The place for which the program is choosing, and the rest of a turn that it has chosen.
    this.asking = null;
    this.rest = null;
    study.addEventListener("game", () => this.follow());
    study.addEventListener("node", () => { if (this.playing && !engine.hushed) engine.hush(true); });
    stage.addEventListener("settled", () => this.consider());
  }

  get playing() { return this.study.players !== null; }

  // Whether the other player is elsewhere, and the game goes to and fro as a link.
  get afar() { return isAfar(this.study); }

  // Who plays A and B, and the random seed of the program; all empty without a game.
  get sides() {
    if (!this.playing) return {};
    const sides = readPlayers(this.study.players);
    return this.afar ? { ...sides, [this.links.seat ?? "nobody"]: YOU } : sides;
  }

  // Whether a person may not move now.
  get busy() {
    const { study, stage } = this;
    if (!this.playing || !stage.found || stage.over) return false;
    if (this.late) return true;
    // A game of two places has one line.
    if (this.afar && study.node.children.length > 0) return true;
    return this.asking === study.node || this.rest?.node === study.node || !this.mayChoose(stage.found.mover);
  }

  // Whether both begin together now, and nobody has the turn.
  get waiting() { return this.stage.found?.mover === "AB"; }

  // Whether the board shows the program's turn.
  get moving() {
    const { study: { node }, stage } = this;
    if (!this.playing) return false;
    return this.rest?.node === node || (!stage.still && node.move !== null && !this.mayChoose(node.sides));
  }

  // Whether a person chooses for a side, or for one of both.
  mayChoose(sides) { return [...sides].some((side) => this.sides[side] === YOU); }

  tell() { this.dispatchEvent(new Event("change")); }

  // Starts or ends the game as the study says.
  follow() {
    this.asking = null;
    this.rest = null;
    this.late = null;
    this.stage.whole = null;
    this.engine.hush(this.playing);
    this.links.follow();
    this.tell();
  }

  // Begins a game from the start, or from the current place.
  begin(players, fromHere) {
    const { study } = this;
    const { rules, set, holes, seeds } = study;
    // In a later round it begins with the first round.
    const names = isAfar({ players }) ? { names: study.names } : {};
    if (!fromHere) study.begin({ rules, set, holes, seeds, start: study.began, players, ...names });
    else this.become(players);
  }

  end() { this.become(null); }

  become(players) {
    const { study } = this;
    const before = study.link;
    study.players = players;
    study.lesson = null;
    study.puzzle = null;
    study.puzzles = null;
    if (this.afar) study.tree = study.tree.alone();
    study.changed(before);
    this.follow();
    // Who begins may differ in a game.
    if (study.node.parent && !this.afar) this.consider();
    else study.ask();
  }

  // The board is at rest: lets the program move if it is its turn. Does nothing while the user
  // steps through the moves.
  consider() {
    const { study: { node }, stage } = this;
    if (!this.playing || !stage.still) return;
    if (this.waiting || this.late) {
      this.tell();
      return;
    }
    if (this.rest?.node === node) {
      this.playOn();
      return;
    }
    this.rest = null;
    stage.whole = null;
    if (this.afar) {
      this.links.consider();
      return;
    }
    const { mover } = stage.found;
    const asks = !stage.over && node.children.length === 0 && !this.mayChoose(mover);
    if (asks && this.asking !== node) this.ask(node, this.sides[mover]);
    else this.tell();
  }

  // Shows moves that are there already, as the turn of another player.
  async run(moves) {
    const { node } = this.study;
    await this.measure(moves);
    if (this.study.node !== node) return;
    this.rest = { node, moves };
    this.playOn();
  }

  async ask(node, policy) {
    this.asking = node;
    this.tell();
    try {
      const found = await this.engine.borrow("choose", { policy, seed: this.sides.seed });
      if (found && this.study.node === node) await this.measure(found.turn);
      if (found && !this.late && this.asking === node && this.study.node === node) this.rest = { node, moves: found.turn };
    } catch (error) {
      this.complain(error.message, error.data);
    }
    if (this.asking === node) this.asking = null;
    if (this.rest?.node === node) this.playOn();
    else this.tell();
  }

  // Measures the turn, so that all of it ends in time.
  async measure(turn) {
    if (turn.length === 1) return;
    const { study } = this;
    const at = study.at();
    try {
      const { scene } = await this.server.ask("scene", { ...at, line: [...(at.line ?? []), ...turn] });
      this.stage.whole = { ticks: ticksOf(scene.moves.slice(-turn.length)), due: null };
    } catch (error) {
      if (!(error instanceof Lost)) throw error;
    }
  }

  // Plays the next move of the turn; the others follow when the board is at rest.
  playOn() {
    const { rest, study } = this;
    const [move, ...moves] = rest.moves;
    this.rest = null;
    // The program's moves are undone together with the choice that they answer.
    study.playOn([move]);
    if (moves.length > 0) this.rest = { node: study.node, moves };
    this.tell();
  }

  // Shows the end of the program's turn; returns whether one was running.
  endTurn() {
    if (!this.moving) return false;
    const { rest, study, stage } = this;
    if (rest?.node !== study.node) return stage.skip();
    this.rest = null;
    study.playOn(rest.moves);
    this.tell();
    return true;
  }

  // Makes the program play its best move so far.
  hurry() { if (this.asking) this.engine.stop(); }

  // The last choice of a person among moves that were not played here, such as those of a link.
  get given() {
    const { study } = this;
    if (!this.playing || study.within) return undefined;
    const last = study.tree.path().findLast((node) => this.mayChoose(node.sides));
    // The turn of a person elsewhere stays.
    return this.afar && last && !this.mayChoose(study.tree.end().sides) ? undefined : last;
  }

  // Returns to the last choice of a person, and from the first one to the state before the game;
  // returns whether there was one.
  takeBack() {
    const { study, given } = this;
    if (!given) return study.undo();
    study.cut((tree) => tree.remove(given));
    return true;
  }

  // Shows the engine's values of this place, until it is left.
  hint() { if (this.playing) this.engine.hush(false); }
}
