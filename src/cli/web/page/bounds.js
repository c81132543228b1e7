// Proven bounds of a value: A's seeds minus B's at the end of the round are at least `lower` and at
// most `upper`. The counterpart of src/search/bounds.rs. Independent of the page.
import { t } from "./language.js";

// The intersection of both bounds. An empty intersection is a bug in the program.
export function both(one, other) {
  const lower = Math.max(one.lower, other.lower);
  const upper = Math.min(one.upper, other.upper);
  if (lower > upper) {
    throw new Error(t("engine.contradicts", { lower, upper }));
  }
  return { lower, upper };
}

// Whether the first bounds lie within the others.
export const within = (one, other) => one.lower >= other.lower && one.upper <= other.upper;

// Converts bounds to a player's point of view, and back.
export const seenBy = (side, { lower, upper }) => (side === "A" ? { lower, upper } : { lower: -upper, upper: -lower });

// How much a player's lead has fallen: the result that was possible before the turn minus the
// result after it, as at least and at most.
export function loss(side, before, after) {
  const [was, is] = [seenBy(side, before), seenBy(side, after)];
  return { least: Math.max(0, was.lower - is.upper), most: Math.max(0, was.upper - is.lower) };
}

// Fits an estimate to its bounds: clamped to them, and exact if they are equal.
export function fit(found) {
  const { value, lower, upper } = found;
  return { ...found, value: Math.max(lower, Math.min(value, upper)), exact: lower === upper };
}
