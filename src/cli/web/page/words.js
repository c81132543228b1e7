// Values and moves in words. Values are from A's side, in seeds: A's at the end of the round less B's.
import { OPTIONS } from "./options.js";

export const counted = (number, word) => `${grouped(number)} ${word}${number === 1 ? "" : "s"}`;

export const grouped = (number) => number.toLocaleString("en");

export const signed = (value) => (value > 0 ? `+${value}` : value < 0 ? `\u2212${-value}` : "0");

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

// By how much less a move brings whoever is to move than the best one, where that is known.
export function less({ least, most }) {
  if (least === 0) return "";
  return least === most ? `${least} less` : `\u2265${least} less`;
}

// The rule sets as people know them: the game, and where it is played so.
const SETS = {
  overbeck: ["Chongkak", "Ceylon, by Overbeck, 1915"],
  conglak: ["Conglak", "Indonesia"],
  "conglak-burnt": ["Conglak, holes burnt", "Indonesia, the other account"],
  "congklak-six": ["Congklak with six", "a sheet of rules"],
  congklak: ["Congklak", "Java"],
  "congklak-bank": ["Congklak, no relay", "Java, read to the letter"],
  dakon: ["Dakon", "on a Maldivian board"],
  kalah: ["Kalah", "the modern game"],
};
export const setName = (rules, title = "") => SETS[rules] ?? [rules, title];

// Who wins by how much.
export function winner(value) {
  return value === 0 ? "a draw" : `${value > 0 ? "A" : "B"} wins by ${Math.abs(value)}`;
}

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

const KINDS = { proven: "proven", least: "at least, proven", most: "at most, proven", about: "estimated" };
export const long = (found) => `${signed(found.value)} ${KINDS[kind(found)]}`;

// Bounds in words, seen from A.
export function bounds({ lower, upper, exact }) {
  if (exact || lower === upper) return "";
  return `between ${signed(lower)} and ${signed(upper)}`;
}

// The value of a position in a sentence. A bound of A's is the other bound of B's.
export function sentence(found) {
  const { value, lower, upper } = found;
  if (value === null) return `between ${signed(lower)} and ${signed(upper)}`;
  const sure = kind(found);
  if (sure === "proven") return `${winner(value)}, proven`;
  if (sure === "about") {
    return value === 0 ? "about equal, estimated" : `${winner(value).replace("by", "by about")}, estimated`;
  }
  if (value === 0) return `at least a draw for ${sure === "least" ? "A" : "B"}, proven`;
  const least = (sure === "least") === (value > 0);
  return `${winner(value).replace("by", least ? "by at least" : "by at most")}, proven`;
}

// What a legal move brings, as the program tells it.
export function outcome({ laps, gain, captured, outcome: end }) {
  const parts = [counted(laps, "lap"), `gains ${gain}`];
  if (captured > 0) parts.push(`captures ${captured}`);
  const ends = { again: "moves again", stop: "then the other player moves", over: "the round is over" };
  parts.push(ends[end] ?? end);
  return parts.join(", ");
}

// What stands above the board. At the end of a round it tells what each has in all, and the board stores alone.
export function caption(text, rest) {
  const told = plainly(text);
  return rest > 0 && told.startsWith("round over") ? `${told}, with the seeds left in the rows` : told;
}

// What the program says of a mistake, in the words of the page: the option by what the panel of rules calls it.
export function fault({ message, data }) {
  const { option, move, problem } = data ?? {};
  if (option) return `${OPTIONS[option]?.name ?? `option ${option}`}: ${problem}`;
  return move ? `move ${move}, ${problem}` : message;
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
