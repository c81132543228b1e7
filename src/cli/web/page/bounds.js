// Proven bounds of a value: A's seeds less B's at the end of the round are at least `lower` and at most
// `upper`. The same as src/search/bounds.rs, in the words of the page. It knows no page.
import { t } from "./language.js";

// What both prove together; a fault of the program if no value is left.
export function both(one, other) {
  const lower = Math.max(one.lower, other.lower);
  const upper = Math.min(one.upper, other.upper);
  if (lower > upper) {
    throw new Error(t("engine.contradicts", { lower, upper }));
  }
  return { lower, upper };
}

// Whether all values that the first bounds allow are allowed by the others.
export const within = (one, other) => one.lower >= other.lower && one.upper <= other.upper;

// Bounds as a player sees them, who wants his own seeds; and back.
export const seenBy = (side, { lower, upper }) => (side === "A" ? { lower, upper } : { lower: -upper, upper: -lower });

// By how much a player's lead has fallen: his seeds less the other's, as it could have become at the end of
// the round before his turn, less what it can become after it. At least so much, and at most.
export function loss(side, before, after) {
  const [was, is] = [seenBy(side, before), seenBy(side, after)];
  return { least: Math.max(0, was.lower - is.upper), most: Math.max(0, was.upper - is.lower) };
}

// What is known of a value with an estimate: proven if the bounds leave one, and never beyond them.
export function fit(found) {
  const { value, lower, upper } = found;
  return { ...found, value: Math.max(lower, Math.min(value, upper)), exact: lower === upper };
}
