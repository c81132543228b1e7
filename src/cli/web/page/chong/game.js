// The game that the page shows: rules, start, turns, and the place among them. Everything that changes it
// goes through here, and whoever shows some of it listens to `place`; the detail says which turn to play on
// the board.
//
// A throw belongs to its turn: who goes back meets the same throw again.
const KEPT = 200;

// Who changes the game: a person, or a policy of the program. Undo takes back what a person did
// last, with all that the program has done since: else the program would do it again at once.
export const PERSON = "person";
export const PROGRAM = "program";

// What a page shows without a link. `start` is null for the start of a game; `a` and `b` are who plays: a
// person, or a policy of the program.
export const nothing = () => ({
  profile: "content", set: {}, dice: 4, holes: 12, start: null, turns: [], at: 0, throw: null,
  a: "person", b: "person", seed: 1,
});

export const turnText = ({ throw: faces, way }) => `${faces} ${way.join(" ") || "pass"}`;

export class Game extends EventTarget {
  constructor() {
    super();
    Object.assign(this, nothing());
    // The position before the first turn, as the program writes it.
    this.first = null;
    this.past = [];
    this.future = [];
  }

  tell(detail = {}) { this.dispatchEvent(new CustomEvent("place", { detail })); }

  // The rules as parameters of any method; a position says by itself how many holes there are.
  rules() {
    const { profile, dice, set } = this;
    return { profile, dice, ...(Object.keys(set).length > 0 ? { set } : {}) };
  }

  // The position that is shown.
  get position() { return this.at === 0 ? this.first : this.turns[this.at - 1].after; }

  // The throw of the turn that is next.
  get thrown() { return this.at < this.turns.length ? this.turns[this.at].throw : this.throw; }

  // Whether a person plays against the program.
  get against() { return (this.a === PERSON) !== (this.b === PERSON); }

  // The throw that was taken back here; null if there is none.
  get takenBack() {
    const state = this.future.at(-1)?.state;
    const here = state?.at === this.at && state.turns.length === this.turns.length && !this.thrown;
    return here ? state.throw : null;
  }

  // The place as parameters of any method.
  place() { return { ...this.rules(), position: this.position }; }

  // The same with all turns, for who must know them.
  whole() {
    const turns = this.turns.slice(0, this.at).map(turnText);
    return { ...this.rules(), position: this.first, turns };
  }

  // What `remember` keeps: all of it, for nothing in it is changed in place.
  state() {
    const { profile, set, dice, holes, start, turns, at, throw: faces, a, b, seed, first } = this;
    return { profile, set, dice, holes, start, turns, at, throw: faces, a, b, seed, first };
  }

  // Before a change by somebody.
  remember(by = PERSON) {
    this.past = [...this.past.slice(-KEPT), { by, state: this.state() }];
    this.future = [];
  }

  get canUndo() { return this.past.some(({ by }) => by === PERSON); }

  get canRedo() { return this.future.length > 0; }

  undo() {
    if (!this.canUndo) return;
    while (this.step(this.past, this.future) !== PERSON);
    this.tell();
  }

  // What a person did, and what the program had done then.
  redo() {
    if (!this.canRedo) return;
    do this.step(this.future, this.past); while (this.future.at(-1)?.by === PROGRAM);
    this.tell();
  }

  // To the state on the one side of a change; who made it.
  step(from, to) {
    const { by, state } = from.pop();
    to.push({ by, state: this.state() });
    Object.assign(this, state);
    return by;
  }

  // Another game, as the program has read it.
  open(state, played) {
    Object.assign(this, state, { first: played.position, turns: played.turns });
    this.at = Math.min(state.at, this.turns.length);
    this.tell();
  }

  go(at) {
    const to = Math.max(0, Math.min(at, this.turns.length));
    if (to === this.at) return;
    const turn = to === this.at + 1 ? this.turns[this.at] : null;
    this.at = to;
    this.tell({ turn });
  }

  // Another throw, in the place of what lay on the table and of the turns behind it.
  take(faces, by = PERSON) {
    if (faces === this.thrown) return;
    this.remember(by);
    this.turns = this.turns.slice(0, this.at);
    this.throw = faces;
    this.tell();
  }

  // A turn was played.
  play(turn, by = PERSON) {
    const next = this.turns[this.at];
    if (!next || turnText(next) !== turnText(turn)) {
      this.remember(by);
      this.turns = [...this.turns.slice(0, this.at), turn];
      this.throw = null;
    }
    this.at += 1;
    this.tell({ turn });
  }

  // Who plays.
  seat(player, who) {
    this.remember();
    this[player.toLowerCase()] = who;
    this.tell();
  }

  whoPlays(player) { return this[player.toLowerCase()]; }
}
