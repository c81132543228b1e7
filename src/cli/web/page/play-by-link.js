// A game of two people in different places: after each turn one sends the other the link, which has
// the whole game. Both use the same link; the browser keeps on which side its person sits.
import { turnsOf } from "./games.js";
import { isAfar, readPlayers } from "./link.js";
import { keepParts, recalledParts } from "./settings.js";
import { Lost } from "./server.js";

// The number of games whose seats are kept.
const KEPT = 50;

const other = (side) => (side === "A" ? "B" : "A");

// Seats by the number of the game, newest first; of this visit, if the browser stores nothing. Other
// tabs may have added some.
let seats = [];
function kept() {
  const stored = recalledParts("seats");
  if (Array.isArray(stored)) seats = stored;
  return seats;
}

// Where the person at this page sits in a game; undefined if that is unknown, or in other games.
export function seatOf(state) {
  if (!isAfar(state)) return undefined;
  const { seed } = readPlayers(state.players);
  return kept().find(([game]) => game === seed)?.[1];
}

export function sit(game, side) {
  seats = [[game, side], ...kept().filter(([one]) => one !== game)].slice(0, KEPT);
  keepParts("seats", seats);
}

// The state of a link as it is opened: before the last turn, if that is the other player's.
export function arriving(state) {
  if (!isAfar(state)) return state;
  const { tree } = state;
  tree.current = tree.end(tree.root);
  const [first] = turnsOf(tree.path()).at(-1) ?? [];
  if (first && first.move[0] !== seatOf(state)) tree.current = first.parent;
  return state;
}

export class Links {
  constructor(opponent) {
    this.opponent = opponent;
    // Whether the opened game is still to be looked through, and whether it breaks the rules.
    this.arrives = false;
    this.broken = false;
  }

  get study() { return this.opponent.study; }

  // The side of the person at this page; undefined until it is known.
  get seat() { return seatOf(this.study); }

  // Whether the other player needs the link now: to move, or to see how the round ended.
  get due() {
    const { study: { node }, opponent: { stage } } = this;
    if (!this.seat || this.broken || !stage.still || node.children.length > 0) return false;
    return stage.over ? node.sides === this.seat : stage.found.mover !== this.seat;
  }

  change() {
    sit(readPlayers(this.study.players).seed, other(this.seat));
    this.opponent.tell();
  }

  // Another game, or another state of this one.
  follow() {
    this.broken = false;
    this.arrives = this.opponent.afar;
  }

  // The board is at rest: looks through a game that has just been opened, and shows its last turn.
  async consider() {
    const { study, opponent } = this;
    const { node, tree } = study;
    if (!this.arrives || this.broken) return opponent.tell();
    const end = tree.end(node);
    try {
      const { after } = await opponent.server.ask("play", study.at(end));
      if (study.node !== node || study.tree !== tree) return undefined;
      this.arrives = false;
      // The one who opens a link is to move.
      if (!this.seat) sit(readPlayers(study.players).seed, seatAfter(after, end));
    } catch (error) {
      // The board repeats the request when the connection is restored.
      if (error instanceof Lost || study.tree !== tree) return undefined;
      this.broken = true;
    }
    const moves = tree.line(end).slice(tree.path(node).length);
    if (!this.broken && moves.length > 0) return opponent.run(moves);
    return opponent.tell();
  }
}

// The side to move in a position; at the end of a round the side that did not end it.
function seatAfter(position, end) {
  const [, , mover, mark] = position.split(" ");
  return mark === "over" && end.move ? other(end.move[0]) : mover;
}
