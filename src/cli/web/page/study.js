// The study: rules, start, and the tree of moves with the current place. All changes go through here.
// Events:
//
//   game   other rules or another start: everything known belongs to another game
//   node   another place in the tree is shown; the detail says `animate`, or `again` if the same place is
//          to be requested from the program again
//   chosen   one player has made or taken back a joint choice while the other has not chosen
//   reached   the shown place of a joint turn turned out to be a position
//   unreached   a move was tried while no program is available
//   edit   the tree itself has changed: a new move, a name, a branch gone
import { isAfar, nothing, readLink, writeLink } from "./link.js";

// Maximum number of changes to undo.
const KEPT = 500;

export class Study extends EventTarget {
  constructor() {
    super();
    Object.assign(this, nothing());
    this.past = [];
    this.future = [];
    // Whether a position can recur in a line; then its value depends on the line.
    this.repeats = false;
    // Whether a program is available: without it no move is played, since the board could not show
    // it.
    this.reached = true;
  }

  tell(name, detail = {}) { this.dispatchEvent(new CustomEvent(name, { detail })); }

  get node() { return this.tree.current; }

  get link() { return writeLink(this); }

  // The position in which the first round of the set began; null for the opening.
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

  // The joint choices up to a place, as parameters of `start`.
  choices(node) {
    const { position } = this.at(node);
    return { ...this.options(), ...(position ? { position } : {}), choices: this.tree.start(node) };
  }

  // Whether both players begin together here: by the rules of the first round, or by choice.
  togetherAt(node, rules) {
    const { players, start, earlier, begins } = this;
    // A choice that is sent in a link is no secret.
    if (players === null || isAfar(this) || node.parent || node.children.some(({ joint }) => !joint)) return false;
    return begins === "together" || (begins === null && rules && !start && earlier.length === 0);
  }

  // Like `at`, but with only the last move if the position before it is known.
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

  // Requests the shown place again, after the program was unavailable.
  ask() { this.tell("node", { again: true }); }

  // Plays a legal move from the shown place, or a joint choice.
  play(move, joint = false) {
    if (!this.reached) return this.tell("unreached");
    if (!this.tree.has(move, this.node, joint)) this.remember();
    return this.playOn([move], joint);
  }

  // Plays moves as part of the previous step, with which they are undone. Shows the last of them.
  playOn(moves, joint = false) {
    const before = this.link;
    let { node } = this;
    for (const move of moves) node = this.tree.child(move, node, joint);
    if (before !== this.link) this.tell("edit");
    this.go(node, moves.length === 1);
  }

  // Plays another move instead of the last one, which goes if nothing follows it.
  instead(move) {
    const { node } = this;
    this.remember();
    this.tree.current = node.parent;
    if (node.children.length === 0) this.tree.remove(node);
    this.playOn([move]);
  }

  // Plays several moves, and shows the last one.
  playAll(moves) {
    if (!this.reached) return this.tell("unreached");
    let node = this.node;
    const before = this.link;
    for (const move of moves) node = this.tree.child(move, node);
    this.changed(before);
    return this.go(node);
  }

  // Stores the position after a joint turn, reported by the program, so that requests about it
  // become possible.
  reach(node, position) {
    const sowing = node === this.node && node.sowing;
    node.position = position;
    if (sowing && position) this.tell("reached");
  }

  // Changes the tree with a function, which may remove the shown place.
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

  // Begins another game: the fields of `nothing` in link.js, or some of them.
  begin(parts) {
    this.remember();
    this.open({ ...nothing(), ...parts });
  }

  // Opens a state without undo.
  open(state) {
    Object.assign(this, state);
    this.tell("game");
    this.tell("edit");
    this.go(this.node);
  }

  // Opens a foreign state, such as a link.
  follow(state) {
    if (writeLink(state) !== this.link) this.remember();
    this.open(state);
  }

  remember(link = this.link) {
    this.past.push(link);
    if (this.past.length > KEPT) this.past.shift();
    this.future = [];
  }

  // Whether the last step belongs to the current game against the program and did not begin it.
  get within() { return this.past.length > 0 && readLink(this.past.at(-1)).players === this.players; }

  // Undoes with a change of the tree that is not in the history: the current state can be redone.
  cut(change) {
    this.future.push(this.link);
    change(this.tree);
    this.open({});
  }

  undo() { return this.restore(this.past, this.future); }

  redo() { return this.restore(this.future, this.past); }

  // Restores a state; returns whether there was one.
  restore(from, to) {
    if (from.length === 0) return false;
    to.push(this.link);
    this.open(readLink(from.pop()));
    return true;
  }
}
