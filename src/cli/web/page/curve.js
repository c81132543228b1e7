// The value curve of a line: what is known of its places, and what turns have lost. It knows no page.
import { loss } from "./bounds.js";
import { turnsOf } from "./games.js";

// What is known of every place of a line, the start first.
export function placesOf(tree) {
  const nodes = [tree.root, ...tree.path(tree.end())];
  // Of the start is known what it is worth to whoever begins, and nothing if both do.
  const known = (node, next) => (next?.joint ? null : node.found);
  return nodes.map((node, number) => ({ number, node, found: known(node, nodes[number + 1]) ?? null }));
}

// The turns of a line with what is known of the places before and behind them. A turn that is still under way
// at the end of the line is one too.
function turnsIn(places) {
  return turnsOf(places.slice(1).map(({ node }) => node)).map((nodes, index) => {
    const { parent, move: [side] } = nodes[0];
    const moves = nodes.map(({ move }) => move);
    return { turn: index + 1, side, moves, node: parent, before: parent.found, after: nodes.at(-1).found };
  });
}

// By how much the lead of whose turn it was has fallen by every turn of a line, at least and at most, the worst
// first: of a turn with `least` that is proven, and one with a `most` of 0 is proven best. Of the others, and
// of turns that are left out, nothing is known.
export function lossesOf(places) {
  const known = turnsIn(places).filter(({ before, after }) => before && after);
  const losses = known.map(({ before, after, ...turn }) => ({ ...turn, ...loss(turn.side, before, after) }));
  return losses.sort((one, other) => other.least - one.least || one.most - other.most || one.turn - other.turn);
}

// The result that is proven: `A` or `B` wins, or `nobody`; nothing if it is not known.
function resultOf(found) {
  if (found?.lower > 0) return "A";
  if (found?.upper < 0) return "B";
  return found?.lower === 0 && found.upper === 0 ? "nobody" : null;
}

// The turn that has decided the round: the result is proven at all places behind it, up to the end of the
// line, and it was not before. None if it was proven from the start, or is not at the end.
export function decisive(places) {
  const winner = resultOf(places.at(-1).found);
  if (winner === null) return null;
  const turn = turnsIn(places).findLast(({ before }) => resultOf(before) !== winner);
  return turn?.before && resultOf(turn.after) === winner ? { ...turn, winner } : null;
}
