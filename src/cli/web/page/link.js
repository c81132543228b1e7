// A study as a link: rules, options, start, the tree with its annotations and the current place, in
// the part of the address after #. Independent of the page.
import { t } from "./language.js";
import { readTree, Tree } from "./tree.js";

// Encodes for an address but keeps common characters readable.
const KEPT = { "%20": "+", "%2C": ",", "%2F": "/", "%3A": ":" };
const encoded = (text) => encodeURIComponent(text).replace(/%(20|2C|2F|3A)/g, (code) => KEPT[code]);

// The state without a link.
export const nothing = () => ({
  rules: "overbeck", set: {}, holes: null, seeds: null, start: null, players: null, names: { A: "", B: "" },
  lesson: null, puzzle: null, puzzles: null, earlier: [], first: null, begins: null, tree: new Tree(),
});

// The chosen beginning of the round, where it differs from the rules.
const BEGINS = /^(together|turns)$/;

// The players A and B, and the random seed of the program: `you,strong,7`. Two people in different
// places send each other the link; then the seed only tells their games apart: `friend,friend,7`.
export const YOU = "you";
export const FRIEND = "friend";
export const PLAYERS = [YOU, "beginner", "player", "strong", "best"];
const ONE = `(?:${PLAYERS.join("|")})`;
const GAME = new RegExp(`^(?:${ONE},${ONE}|${FRIEND},${FRIEND}),\\d{1,15}$`);
export function readPlayers(text) {
  const [A, B, seed] = text.split(",");
  return { A, B, seed: Number(seed) };
}

// Whether people in different places play. Their links end with a place, so that one that was cut
// short is noticed.
export const isAfar = ({ players }) => players?.startsWith(`${FRIEND},`) ?? false;
const AFAR = new RegExp(`(^|&)players=${FRIEND}`);
const WHOLE = /&at=\d[^&]*$/;

export const LONGEST_NAME = 40;

// A lesson and its step: `sowing,2`.
const LESSON = /^([a-z-]+),([1-9]\d?)$/;
export function readLesson(text) {
  const [, name, step] = text.match(LESSON);
  return { name, step: Number(step) };
}

// A puzzle: a question about the position (`turn`, `store`, `laps,A3`, `keep`, or `keep,3` with a number
// of turns); or its number in the shipped set of a rule set (`kalah,3`), or in the set that the link has
// (`3`).
const PUZZLE = /^(?:(turn|store)|(laps),([AB]\d{1,2})|(keep)(?:,([2-4]))?|(?:([a-z-]+),)?([1-9]\d{0,2}))$/;
export function readPuzzle(text) {
  const [, simple, laps, move, keep, turns, name, at] = text.match(PUZZLE);
  return { question: simple ?? laps ?? keep, move, turns: turns && Number(turns), name, at: Number(at) };
}

// A set of puzzles: their positions and questions, `1,0/0 0,1/0 A:turn;…`; null for one that is wrong.
export const writePuzzles = (puzzles) => puzzles.map(({ position, question }) => `${position}:${question}`).join(";");
export const readPuzzles = (text) => text.split(";").map((one) => {
  const [, position, question] = one.match(/^([^:]+):([^:]+)$/) ?? [];
  return PUZZLE.test(question ?? "") && readPuzzle(question).question ? { position, question } : null;
});

// The earlier rounds of a set: for each, the joint turn at its beginning, if any, and the moves
// after it.
const ROUND = /^(?:([^:;]*):)?((?:[AB]\d{1,2}s?)*)$/;
const writeRounds = (rounds) => rounds.map(({ start, line }) => `${start ? `${start}:` : ""}${line.join("")}`).join(";");
const readRounds = (text) => text.split(";").map((round) => {
  const [, start, moves] = round.match(ROUND) ?? [];
  return moves === undefined ? null : { start: start || null, line: moves.match(/[AB]\d+s?/g) ?? [] };
});

export function writeLink(study) {
  const parts = [["rules", study.rules]];
  for (const size of ["holes", "seeds"]) if (study[size] !== null) parts.push([size, study[size]]);
  for (const [option, value] of Object.entries(study.set)) parts.push([`set.${option}`, value]);
  if (study.start) parts.push(["position", study.start]);
  if (study.first) parts.push(["first", study.first]);
  if (study.earlier.length > 0) parts.push(["rounds", writeRounds(study.earlier)]);
  if (study.begins) parts.push(["begins", study.begins]);
  if (study.players) parts.push(["players", study.players]);
  if (study.lesson) parts.push(["lesson", study.lesson]);
  if (study.puzzle) parts.push(["puzzle", study.puzzle]);
  if (study.puzzles) parts.push(["puzzles", study.puzzles]);
  const afar = isAfar(study);
  for (const side of afar ? ["A", "B"] : []) if (study.names[side]) parts.push([`name.${side}`, study.names[side]]);
  const moves = String(study.tree);
  if (moves) parts.push(["moves", moves]);
  if (moves || afar) parts.push(["at", study.tree.place()]);
  return parts.map(([name, value]) => `${name}=${encoded(String(value))}`).join("&");
}

// Parses the part after # into a study; throws an error with a message.
export function readLink(text) {
  if (AFAR.test(text) && !WHOLE.test(text)) throw new Error(t("link.cut"));
  const study = nothing();
  let place = null;
  let joint = null;
  for (const [name, value] of new URLSearchParams(text)) {
    const expect = (right, expected) => {
      if (!right) throw new Error(t("link.found", { part: name, found: JSON.stringify(value), expected: t(expected) }));
    };
    if (name === "rules") study.rules = value;
    else if (name === "holes" || name === "seeds") {
      expect(/^\d{1,2}$/.test(value), "link.number");
      study[name] = Number(value);
    } else if (name.startsWith("set.")) study.set[name.slice(4)] = value;
    else if (name === "position") study.start = value;
    else if (name === "players") {
      expect(GAME.test(value), "link.players");
      study.players = value;
    } else if (name === "name.A" || name === "name.B") {
      expect(value.length <= LONGEST_NAME, "link.name");
      study.names[name.slice(5)] = value;
    } else if (name === "lesson") {
      expect(LESSON.test(value), "link.lesson");
      study.lesson = value;
    } else if (name === "puzzle") {
      expect(PUZZLE.test(value), "link.puzzle");
      study.puzzle = value;
    } else if (name === "puzzles") {
      expect(readPuzzles(value).every(Boolean), "link.puzzles");
      study.puzzles = value;
    } else if (name === "rounds") {
      study.earlier = readRounds(value);
      expect(study.earlier.every(Boolean), "link.rounds");
    } else if (name === "first") study.first = value;
    else if (name === "begins") {
      expect(BEGINS.test(value), "link.begins");
      study.begins = value;
    } else if (name === "start") joint = value;
    else if (name === "moves") study.tree = readTree(value);
    else if (name === "at") {
      expect(/^\d+(\.\d+)*$/.test(value), "link.place");
      place = value;
    } else throw new Error(t("link.no-part", { part: name, parts: t("link.parts") }));
  }
  // A position determines the number of holes.
  if (study.start && study.holes === null) study.holes = study.start.split("/")[0].split(",").length;
  const node = place === null ? study.tree.root : study.tree.at(place);
  if (!node) throw new Error(t("link.found", { part: "at", found: JSON.stringify(place), expected: t("link.no-place") }));
  study.tree.current = node;
  return joint ? withStart(study, joint) : study;
}

// Links of version 0.2 have the joint turn separately, and the position after it as the start.
function withStart(study, joint) {
  const { tree: { root, current }, first } = study;
  const tree = new Tree();
  const end = tree.begun(joint);
  end.children = root.children;
  for (const child of end.children) child.parent = end;
  tree.current = current === root ? end : current;
  return { ...study, start: first, first: null, tree };
}

// Recognises a copied link: a whole address, or its part after #.
export const isLink = (text) => /(^|#)rules=/.test(text.trim());
export const linkIn = (text) => text.trim().slice(text.trim().indexOf("#") + 1);
