// Values and moves in words. Values are A's seeds minus B's at the end of the round.
import { hasText, signed, t } from "./language.js";

// A number with its noun: `counted(3, "seeds")`.
export const counted = (count, things) => t(`count.${things}`, { count });

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

// How much less a move gains the mover than the best one, if known.
export function less({ least, most }) {
  if (least === 0) return "";
  return t(least === most ? "value.less" : "value.less-least", { count: least });
}

// The names of a rule set: the game, and where it is played that way.
export const setName = (rules, title = "") =>
  (hasText(`sets.${rules}.game`) ? [t(`sets.${rules}.game`), t(`sets.${rules}.place`)] : [rules, title]);

// The page's name of an option.
export const optionName = (option) =>
  (hasText(`options.${option}.name`) ? t(`options.${option}.name`) : t("frame.option", { option }));

// Describes who wins and by how much.
export const winner = (value) => (value === 0 ? t("value.draw") : won("value.won", value));

// The same with the text of a key.
const won = (key, value) => t(key, { side: value > 0 ? "A" : "B", count: Math.abs(value) });

// The certainty of a value: `proven`, `least` (a proven lower bound), `most`, or `about`.
export function kind({ value, exact, lower, upper }) {
  if (exact) return "proven";
  if (value === lower) return "least";
  if (value === upper) return "most";
  return "about";
}

// A value as shown on a hole. Proven ones get an equals sign, so that they are not distinguished by
// colour only.
const MARKS = { proven: "=", least: "\u2265", most: "\u2264", about: "\u2248" };
export const short = (found) => MARKS[kind(found)] + signed(found.value);

export const kindInWords = (kind) => t(`value.is-${kind}`);
export const long = (found) => `${signed(found.value)} ${kindInWords(kind(found))}`;

// Describes bounds, from A's side.
export function bounds({ lower, upper, exact }) {
  if (exact || lower === upper) return "";
  return t("value.between", { lower: signed(lower), upper: signed(upper) });
}

// Describes the value of a position. A's lower bound is B's upper bound.
export function sentence(found) {
  const { value, lower, upper } = found;
  if (value === null) return t("value.between", { lower: signed(lower), upper: signed(upper) });
  const sure = kind(found);
  const proven = (what) => t("value.proven", { what });
  if (sure === "proven") return proven(winner(value));
  if (sure === "about") {
    return t("value.estimated", { what: value === 0 ? t("value.equal") : won("value.won-about", value) });
  }
  if (value === 0) return proven(t("value.draw-least", { side: sure === "least" ? "A" : "B" }));
  const least = (sure === "least") === (value > 0);
  return proven(won(least ? "value.won-least" : "value.won-most", value));
}

// Describes the outcome of a legal move.
export function outcome({ laps, gain, captured, outcome: end }) {
  const parts = [counted(laps, "laps"), t("outcome.gains", { count: gain })];
  if (captured > 0) parts.push(t("outcome.captures", { count: captured }));
  parts.push(t(`outcome.${end}`));
  return parts.join(", ");
}

// The caption above the board. At the end of a round it counts everything, while the board shows
// only stores.
export function caption(text, rest, over) {
  const told = plainly(text);
  return rest > 0 && over ? t("board.with-rest", { caption: told }) : told;
}

// An error of the program in the words of the page, with the page's name of an option.
export function fault({ message, data }) {
  const { option, move, problem } = data ?? {};
  if (option) return t("frame.of-option", { option: optionName(option), problem });
  return move ? t("frame.of-move", { count: move, problem }) : problem ?? message;
}

// A text of the program, shortened if long, with minus signs in its numbers.
export const plainly = (message) =>
  cut(message, LONGEST).replace(/\(([+-]\d+)\)/g, (_, value) => `(${signed(Number(value))})`);

// Maximum characters of a message, and of a text before, at and after an error in it. A position
// with 2x18 holes fits; a text pasted by mistake can be of any length.
const LONGEST = 400;
const AROUND = 80;

const cut = (text, most) => (text.length > most ? `${text.slice(0, most)} \u2026` : text);

// A text split for an element at the place of an error: before, wrong, after. Distant parts are
// cut.
export function marked(text, at) {
  const [before, wrong, after] = parted(text, at);
  const near = before.length > AROUND ? `\u2026 ${before.slice(-AROUND)}` : before;
  return [near, cut(wrong, AROUND), cut(after, AROUND)];
}

function parted(text, at) {
  if (at === null || at === undefined) return ["", text, ""];
  // `at` counts bytes.
  const bytes = new TextEncoder().encode(text);
  const before = new TextDecoder().decode(bytes.slice(0, at));
  const rest = text.slice(before.length);
  const wrong = rest.match(/^[^\s,/]+/)?.[0] ?? rest.slice(0, 1);
  return [before, wrong || " ", rest.slice(wrong.length)];
}
