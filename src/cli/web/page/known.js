// What is known about the places of a tree. Proven bounds of a place are combined from its own
// search, the place before and the places after it: bounds only narrow. Independent of the page.
//
// `found` of a node is the result of a search, plus `keeps` if known: a line for the mover, and
// bounds that hold along the whole line.
import { both, fit, seenBy, within } from "./bounds.js";
import { kind } from "./words.js";

const NOTHING = { lower: -Infinity, upper: Infinity };

// Merges the findings of a search with what is known. With `alone` nothing is derived for other
// places: values may depend on the way to a position.
export function learn(node, found, alone = false) {
  const known = node.found;
  const bounds = known && !(alone && known.before) ? both(known, found) : found;
  const deeper = !known || known.before || found.exact || found.depth >= known.depth;
  const better = deeper ? found : known;
  // The line of a proven value is better than a later unproven one.
  const line = known?.exact && known.keeps && !found.exact ? known : better;
  const rows = found.moves.length > 0 ? found.moves : known?.moves ?? [];
  const best = found.exact ? found.ties ?? [] : [];
  const proven = ({ move }) => both(best.includes(move) ? bounds : NOTHING,
    known?.keeps?.line[0] === move ? known.keeps : NOTHING);
  node.found = fit({
    ...found, value: better.value, pv: line.pv, lower: bounds.lower, upper: bounds.upper,
    depth: Math.max(found.depth, known && !known.before ? known.depth : 0),
    moves: rows.map((row) => joined(row, better.moves, known?.moves ?? [], proven(row))),
    keeps: alone ? null : safer(known?.keeps, kept(found), rows.length > 0),
  });
  if (!alone) spread(node);
}

// Merges bounds only; returns whether they were new.
export function bound(node, bounds) {
  if (!node.found || !narrow(node.found, bounds)) return false;
  spread(node);
  return true;
}

// A row of moves: its value from the better search, its bounds from all.
function joined(row, better, known, proven) {
  const named = ({ move }) => move === row.move;
  return fit({ ...row, ...better.find(named), ...both(both(row, known.find(named) ?? NOTHING), proven) });
}

// The line of a proven value leads through places that all have this value, if the search proved its
// first move: a value that ships has no line yet.
const kept = ({ exact, ties, pv, lower, upper }) => (exact && ties?.includes(pv?.[0]) ? { line: pv, lower, upper } : null);

// The line that guarantees more to the mover. Of two equal ones the first wins, which people may be
// following, unless the other continues from its end, or is `longer` and the rows confirm the
// guarantee of both.
export function safer(one, other, longer = false) {
  if (!one || !other) return one || other || null;
  const [least, most] = [one, other].map((line) => seenBy(line.line[0][0], line).lower);
  if (least !== most) return least > most ? one : other;
  const on = other.line.length > one.line.length && (longer || one.line.every((move, at) => move === other.line[at]));
  return on ? other : one;
}

// Derives bounds along a path, whose places need not have been searched.
export function inherit(path, alone = false) {
  for (const node of alone ? path.slice(-1) : path) {
    // The value of the start does not apply to a joint start.
    if (node.joint) continue;
    const before = node.parent.found;
    const row = before?.moves.find(({ move }) => move === node.move);
    const line = before?.keeps?.line[0] === node.move ? before.keeps : null;
    if ((!row && !line) || (alone && node.found)) continue;
    const keeps = line?.line.length > 1 ? { ...line, line: line.line.slice(1) } : null;
    const bounds = both(row ?? NOTHING, line ?? NOTHING);
    if (node.found) {
      node.found.keeps = safer(node.found.keeps, keeps);
      narrow(node.found, bounds);
    } else {
      const value = row?.value ?? before.value;
      const depth = Math.max(0, before.depth - 1);
      node.found = fit({ value, ...bounds, depth, nodes: 0, moves: [], pv: [], keeps, before: true });
    }
    if (!alone) spread(node.parent, node);
  }
}

// Narrows the bounds; returns whether that changed them.
function narrow(found, bounds) {
  if (within(found, bounds)) return false;
  Object.assign(found, fit({ ...found, ...both(found, bounds) }));
  return true;
}

// Propagates bounds to earlier and later places until nothing changes.
export function spread(...nodes) {
  const open = new Set(nodes);
  for (const one of open) {
    open.delete(one);
    for (const other of settle(one)) open.add(other);
  }
}

// Makes a place consistent with its moves and the places after it. Returns the places that can
// learn from it.
function settle({ found, parent: before, children, move, joint }) {
  const known = children.filter((child) => child.found && !child.joint);
  const parent = joint ? null : before;
  const all = found.moves.length > 0;
  const rows = all ? found.moves : known.map((child) => ({ move: child.move, ...NOTHING, value: 0 }));
  for (const child of known) {
    const row = rows.find((one) => one.move === child.move);
    if (row) narrow(row, child.found);
  }
  for (const row of rows) if (row.move === found.keeps?.line[0]) narrow(row, found.keeps);
  if (found.keeps) narrow(found, found.keeps);
  if (rows.length > 0) close(found, rows, all);
  const learners = known.filter((child) => {
    const row = rows.find((one) => one.move === child.move);
    return row && narrow(child.found, row);
  });
  const row = parent?.found?.moves.find((one) => one.move === move);
  const own = seenBy(move?.[0], found);
  const news = row ? !within(row, found) : own.lower > seenBy(move?.[0], parent?.found ?? NOTHING).lower;
  return parent?.found && news ? [...learners, parent] : learners;
}

// A place has the value of its best move for the mover, and no move is worth more. `all`: these are
// all moves.
function close(found, rows, all) {
  const side = rows[0].move[0];
  const seen = rows.map((row) => seenBy(side, row));
  const most = all ? Math.max(...seen.map(({ upper }) => upper)) : Infinity;
  narrow(found, seenBy(side, { lower: Math.max(...seen.map(({ lower }) => lower)), upper: most }));
  const { lower, upper } = seenBy(side, found);
  for (const row of rows) narrow(row, seenBy(side, { lower: -Infinity, upper }));
  const enough = rows.filter((row) => seenBy(side, row).upper >= lower);
  if (all && enough.length === 1) narrow(enough[0], seenBy(side, { lower, upper: Infinity }));
}

// The moves of a place, best first for the mover: by value, then by guaranteed value. Proven bounds
// of the place apply to its best move.
export function ranked(found) {
  const side = found.moves[0]?.move[0];
  const worth = ({ value }) => (side === "A" ? value : -value);
  const least = (one) => seenBy(side, one).lower;
  const proven = side && worth(found) === least(found);
  const keeps = (row) => proven && least(row) === least(found);
  const first = (row) => row.move === found.pv[0];
  return [...found.moves].sort((one, other) => keeps(other) - keeps(one) || worth(other) - worth(one)
    || least(other) - least(one) || first(other) - first(one));
}

// The best known line. For a proven value, a line that keeps it; none if no move is proven to keep
// it.
export function bestLine(found) {
  const { keeps, value, pv } = found;
  if (keeps && value === (keeps.line[0][0] === "A" ? keeps.lower : keeps.upper)) return keeps.line;
  const [best] = ranked(found);
  if (!best) return [];
  const [least, own] = [found, best].map((one) => seenBy(best.move[0], one).lower);
  if (least > own && least === (best.move[0] === "A" ? value : -value)) return [];
  return best.move === pv[0] ? pv : [best.move];
}

// The best moves: for a proven value, those proven to reach it. An estimate does not tie with a
// bound.
export function bestMoves(found) {
  const [best] = ranked(found);
  if (!best || (found.exact && !best.exact)) return [];
  return found.moves.filter((row) => row.value === best.value && kind(row) === kind(best)).map(({ move }) => move);
}
