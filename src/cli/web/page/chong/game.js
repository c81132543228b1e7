// The shown game: rules, start, turns, and the current place. All changes go through here. Event
// `place`: the place has changed; the detail has the turn to animate.
//
// A throw belongs to its turn: going back restores it.
const KEPT = 200;

// Who changes the game: a person or a policy of the program. Undo takes back a person's last action
// and all that the program did since; otherwise the program would repeat it at once.
export const PERSON = "person";
export const PROGRAM = "program";

// The state without a link. `start` is null for the start of a game; `a` and `b` are the players: a
// person or a policy of the program.
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

  // The rules as parameters of any method; the number of holes follows from the position.
  rules() {
    const { profile, dice, set } = this;
    return { profile, dice, ...(Object.keys(set).length > 0 ? { set } : {}) };
  }

  // The shown position.
  get position() { return this.at === 0 ? this.first : this.turns[this.at - 1].after; }

  // The throw of the next turn.
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

  // The place with all turns, for methods that need them.
  whole() {
    const turns = this.turns.slice(0, this.at).map(turnText);
    return { ...this.rules(), position: this.first, turns };
  }

  // The state that `remember` saves. It is shared, because nothing in it is changed in place.
  state() {
    const { profile, set, dice, holes, start, turns, at, throw: faces, a, b, seed, first } = this;
    return { profile, set, dice, holes, start, turns, at, throw: faces, a, b, seed, first };
  }

  // Saves the state before a change.
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

  // Redoes a person's action, and what the program did then.
  redo() {
    if (!this.canRedo) return;
    do this.step(this.future, this.past); while (this.future.at(-1)?.by === PROGRAM);
    this.tell();
  }

  // Moves one state from one stack to the other; returns who made the change.
  step(from, to) {
    const { by, state } = from.pop();
    to.push({ by, state: this.state() });
    Object.assign(this, state);
    return by;
  }

  // Opens a game that the program has read.
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

  // Replaces the current throw and removes the turns after it.
  take(faces, by = PERSON) {
    if (faces === this.thrown) return;
    this.remember(by);
    this.turns = this.turns.slice(0, this.at);
    this.throw = faces;
    this.tell();
  }

  // Adds a played turn.
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

  // Sets who plays a side.
  seat(player, who) {
    this.remember();
    this[player.toLowerCase()] = who;
    this.tell();
  }

  whoPlays(player) { return this[player.toLowerCase()]; }
}
