// What the page is about: rules, start, and the tree of moves with the place in it. All changes go through
// here, and whoever shows some of it listens:
//
//   game   other rules or another start: all that was known is another game's
//   node   another place in the tree is shown; the detail says `animate`, or `again` where it is the same
//          place, of which everybody asks the program once more
//   chosen   somebody has chosen at a place where the other one is still to, or takes that back
//   reached   the shown place, at which both were thought to sow, is a position
//   unreached   a move was to be played while there is no program
//   edit   the tree itself has changed: a new move, a name, a branch gone
import { nothing, readLink, writeLink } from "./link.js";

// How many changes can be undone.
const KEPT = 500;

export class Study extends EventTarget {
  constructor() {
    super();
    Object.assign(this, nothing());
    this.past = [];
    this.future = [];
    // Whether a position can come back in a line; then a position does not say all.
    this.repeats = false;
    // Whether there is a program: without it no move is played, since the board could not show it.
    this.reached = true;
  }

  tell(name, detail = {}) { this.dispatchEvent(new CustomEvent(name, { detail })); }

  get node() { return this.tree.current; }

  get link() { return writeLink(this); }

  // The position in which the first round of the set began; none if it was the opening.
  get began() { return this.earlier.length > 0 ? this.first : this.start; }

  // The rules, as parameters of any method.
  options() {
    const { rules, set, holes, seeds } = this;
    const params = { rules };
    if (Object.keys(set).length > 0) params.set = set;
    if (holes !== null) params.holes = holes;
    if (seeds !== null) params.seeds = seeds;
    return params;
  }

  // The game at a place of the tree, as parameters of any method.
  at(node = this.node) {
    const params = this.options();
    if (this.start) params.position = this.start;
    const start = this.tree.start(node);
    if (start) params.start = start;
    const line = this.tree.turns(node);
    if (line.length > 0) params.line = line;
    return params;
  }

  // What both have chosen up to a place, as parameters of `start`.
  choices(node) {
    const { position } = this.at(node);
    return { ...this.options(), ...(position ? { position } : {}), choices: this.tree.start(node) };
  }

  // Whether both are to begin together here: the rules say so of the first round, or somebody wants it.
  togetherAt(node, rules) {
    const { players, start, earlier, begins } = this;
    if (players === null || node.parent || node.children.some(({ joint }) => !joint)) return false;
    return begins === "together" || (begins === null && rules && !start && earlier.length === 0);
  }

  // The same, but only the last move of the line is told, where the position before it is known.
  step(node = this.node) {
    const before = node.parent?.position;
    if (!before || node.joint || this.repeats) return this.at(node);
    return { ...this.options(), position: before, line: [node.move] };
  }

  // Shows a place of the tree.
  go(node, animate = false) {
    if (!node) return;
    this.tree.current = node;
    this.tell("node", { animate });
  }

  // The shown place once more, because the program could not be asked.
  ask() { this.tell("node", { again: true }); }

  // Plays a move, which must be legal, from the place that is shown; or what is chosen while both begin.
  play(move, joint = false) {
    if (!this.reached) return this.tell("unreached");
    if (!this.tree.has(move, this.node, joint)) this.remember();
    return this.playOn([move], joint);
  }

  // The same as part of the step before, with which it is undone. Of several moves the end is shown.
  playOn(moves, joint = false) {
    const before = this.link;
    let { node } = this;
    for (const move of moves) node = this.tree.child(move, node, joint);
    if (before !== this.link) this.tell("edit");
    this.go(node, moves.length === 1);
  }

  // Plays moves in a row, and shows the last one.
  playAll(moves) {
    if (!this.reached) return this.tell("unreached");
    let node = this.node;
    const before = this.link;
    for (const move of moves) node = this.tree.child(move, node);
    this.changed(before);
    return this.go(node);
  }

  // Where a joint turn has led is known once the program has told it: what can be asked of that place is.
  reach(node, position) {
    const sowing = node === this.node && node.sowing;
    node.position = position;
    if (sowing && position) this.tell("reached");
  }

  // Changes the tree by a function; what is shown may be gone then.
  edit(change) {
    const [before, shown] = [this.link, this.node];
    change(this.tree);
    this.changed(before);
    if (this.node !== shown) this.go(this.node);
  }

  changed(before) {
    if (before === this.link) return;
    this.remember(before);
    this.tell("edit");
  }

  // Another game: what `nothing` in link.js has, or parts of it.
  begin(parts) {
    this.remember();
    this.open({ ...nothing(), ...parts });
  }

  // The same without a way back.
  open(state) {
    Object.assign(this, state);
    this.tell("game");
    this.tell("edit");
    this.go(this.node);
  }

  // A state that somebody else wrote, such as a link.
  follow(state) {
    if (writeLink(state) !== this.link) this.remember();
    this.open(state);
  }

  remember(link = this.link) {
    this.past.push(link);
    if (this.past.length > KEPT) this.past.shift();
    this.future = [];
  }

  // Whether the last step was one of the game against the program that is played now, and did not begin it.
  get within() { return this.past.length > 0 && readLink(this.past.at(-1)).players === this.players; }

  // Back by a change of the tree that nobody has noted as a step: what is shown now can be done again.
  cut(change) {
    this.future.push(this.link);
    change(this.tree);
    this.open({});
  }

  undo() { return this.restore(this.past, this.future); }

  redo() { return this.restore(this.future, this.past); }

  // Whether there was something to go back to.
  restore(from, to) {
    if (from.length === 0) return false;
    to.push(this.link);
    this.open(readLink(from.pop()));
    return true;
  }
}
