// Values and moves in words. Values are from A's side, in seeds: A's at the end of the round less B's.
import { hasText, signed, t } from "./language.js";

// So many of something that `count` of the texts has: `counted(3, "seeds")`.
export const counted = (count, things) => t(`count.${things}`, { count });

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

// By how much less a move brings whoever is to move than the best one, where that is known.
export function less({ least, most }) {
  if (least === 0) return "";
  return t(least === most ? "value.less" : "value.less-least", { count: least });
}

// The rule sets as people know them: the game, and where it is played so.
export const setName = (rules, title = "") =>
  (hasText(`sets.${rules}.game`) ? [t(`sets.${rules}.game`), t(`sets.${rules}.place`)] : [rules, title]);

// What the page calls an option.
export const optionName = (option) =>
  (hasText(`options.${option}.name`) ? t(`options.${option}.name`) : t("frame.option", { option }));

// Who wins by how much.
export const winner = (value) => (value === 0 ? t("value.draw") : won("value.won", value));

// The same in the words of a key.
const won = (key, value) => t(key, { side: value > 0 ? "A" : "B", count: Math.abs(value) });

// How sure a value is: `proven`, `least` (a lower bound is proven), `most`, or `about`.
export function kind({ value, exact, lower, upper }) {
  if (exact) return "proven";
  if (value === lower) return "least";
  if (value === upper) return "most";
  return "about";
}

// A value as it stands on a hole. What is proven has an equals sign, so that it is not told by colour alone.
const MARKS = { proven: "=", least: "\u2265", most: "\u2264", about: "\u2248" };
export const short = (found) => MARKS[kind(found)] + signed(found.value);

export const kindInWords = (kind) => t(`value.is-${kind}`);
export const long = (found) => `${signed(found.value)} ${kindInWords(kind(found))}`;

// Bounds in words, seen from A.
export function bounds({ lower, upper, exact }) {
  if (exact || lower === upper) return "";
  return t("value.between", { lower: signed(lower), upper: signed(upper) });
}

// The value of a position in a sentence. A bound of A's is the other bound of B's.
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

// What a legal move brings, as the program tells it.
export function outcome({ laps, gain, captured, outcome: end }) {
  const parts = [counted(laps, "laps"), t("outcome.gains", { count: gain })];
  if (captured > 0) parts.push(t("outcome.captures", { count: captured }));
  parts.push(t(`outcome.${end}`));
  return parts.join(", ");
}

// What stands above the board. At the end of a round it tells what each has in all, and the board stores alone.
export function caption(text, rest, over) {
  const told = plainly(text);
  return rest > 0 && over ? t("board.with-rest", { caption: told }) : told;
}

// What the program says of a mistake, in the words of the page: the option by what the panel of rules calls it.
export function fault({ message, data }) {
  const { option, move, problem } = data ?? {};
  if (option) return t("frame.of-option", { option: optionName(option), problem });
  return move ? t("frame.of-move", { count: move, problem }) : problem ?? message;
}

// What the program says, cut where it is long, its numbers with a real minus.
export const plainly = (message) =>
  cut(message, LONGEST).replace(/\(([+-]\d+)\)/g, (_, value) => `(${signed(Number(value))})`);

// Characters of a message, and of a text before, at and behind a mistake in it. A position with 2x18 holes has
// no more, and what was pasted by mistake can be of any length.
const LONGEST = 400;
const AROUND = 80;

const cut = (text, most) => (text.length > most ? `${text.slice(0, most)} \u2026` : text);

// A text with the place of a mistake marked, for an element: what is right, what is wrong, the rest. Far from
// the mistake the text is cut.
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
