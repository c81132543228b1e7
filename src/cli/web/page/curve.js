// The value curve of a line: known values of its places, and losses of turns. Independent of the
// page.
import { loss } from "./bounds.js";
import { turnsOf } from "./games.js";

// The known values of all places of a line, beginning with the start.
export function placesOf(tree) {
  const nodes = [tree.root, ...tree.path(tree.end())];
  // The value of the start applies to a single starter, not to a joint start.
  const known = (node, next) => (next?.joint ? null : node.found);
  return nodes.map((node, number) => ({ number, node, found: known(node, nodes[number + 1]) ?? null }));
}

// The turns of a line with the known values before and after them, including an unfinished turn at
// the end.
function turnsIn(places) {
  return turnsOf(places.slice(1).map(({ node }) => node)).map((nodes, index) => {
    const { parent, move: [side] } = nodes[0];
    const moves = nodes.map(({ move }) => move);
    return { turn: index + 1, side, moves, node: parent, before: parent.found, after: nodes.at(-1).found };
  });
}

// How much the mover's lead fell in each turn of a line, at least and at most, the worst first.
// `least` > 0 proves a loss, `most` = 0 proves a best turn. Turns that are left out are unknown.
export function lossesOf(places) {
  const known = turnsIn(places).filter(({ before, after }) => before && after);
  const losses = known.map(({ before, after, ...turn }) => ({ ...turn, ...loss(turn.side, before, after) }));
  return losses.sort((one, other) => other.least - one.least || one.most - other.most || one.turn - other.turn);
}

// The proven result: `A` or `B` wins, or `nobody`; null if unknown.
function resultOf(found) {
  if (found?.lower > 0) return "A";
  if (found?.upper < 0) return "B";
  return found?.lower === 0 && found.upper === 0 ? "nobody" : null;
}

// The turn that decided the round: the result is proven at all later places up to the end of the
// line, but not before. None if it was proven from the start, or is not at the end.
export function decisive(places) {
  const winner = resultOf(places.at(-1).found);
  if (winner === null) return null;
  const turn = turnsIn(places).findLast(({ before }) => resultOf(before) !== winner);
  return turn?.before && resultOf(turn.after) === winner ? { ...turn, winner } : null;
}
