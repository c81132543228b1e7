// The value curve of a line: what is known of its places, and what turns have lost. It knows no page.
import { turnsOf } from "./games.js";

// What is known of every place of a line, the start first.
export function placesOf(tree) {
  const nodes = [tree.root, ...tree.path(tree.end())];
  return nodes.map((node, number) => ({ number, node, found: node.found ?? null }));
}

// The turns of a line that are known to have lost seeds, the worst first: what the turn could have reached
// less what it did, for whose turn it was. It is proven if both are. A turn that is still under way at the
// end of the line has lost what its moves have lost so far.
export function lossesOf(places) {
  const losses = [];
  turnsOf(places.slice(1).map(({ node }) => node)).forEach((nodes, index) => {
    const [first] = nodes;
    const before = first.parent.found;
    const after = nodes.at(-1).found;
    if (!before || !after) return;
    const side = first.move[0];
    const lost = side === "A" ? before.value - after.value : after.value - before.value;
    if (lost <= 0) return;
    const moves = nodes.map(({ move }) => move);
    const proven = before.exact && after.exact;
    losses.push({ turn: index + 1, side, moves, lost, proven, node: first.parent });
  });
  const worse = (one, other) => other.lost - one.lost || other.proven - one.proven || one.turn - other.turn;
  return losses.sort(worse);
}

// At most so many ticks along an axis, those at its ends not counted.
const TICKS = 8;

// Ticks at multiples of 1, 2 or 5 times a power of ten that cover the numbers, as in the plots of reports.
export function ticksOf(low, high) {
  const width = high - low;
  let step = 1;
  for (let place = 0; width > step * TICKS; place++) {
    step = [1, 2, 5][place % 3] * 10 ** Math.floor(place / 3);
  }
  const first = Math.floor(low / step);
  const last = Math.max(Math.ceil(high / step), first + 1);
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}
