// Conversion between games of the program (`told` in docs/schemas/serve.schema.json) and studies.
// Independent of the page.
import { t } from "./language.js";
import { nothing, writeLink, YOU } from "./link.js";
import { Tree } from "./tree.js";
import { winner } from "./words.js";

// The state of a study that begins where a game begins, with its moves as the main line. `round` of
// a record says whether both began together, and with which choices.
export function stateOf({ rules, set, holes, seeds, position, line }, round = {}) {
  const tree = new Tree();
  const nodes = [round.start ? tree.begun(round.start) : tree.root];
  for (const move of line) nodes.push(tree.child(move, nodes.at(-1)));
  // A remark on a move becomes a comment of its place.
  for (const { move, text } of round.remarks ?? []) {
    const node = nodes[move];
    node.comment = node.comment ? `${node.comment}; ${text}` : text;
  }
  const options = Object.fromEntries(Object.entries(set).map(([option, value]) => [option, String(value)]));
  return { ...nothing(), rules, set: options, holes, seeds, start: round.start ? round.opening : position, tree };
}

// The identity of a study, independent of the current place.
export const gameOf = (study) => writeLink(study).replace(/&at=[^&]*$/, "");

// The turns in a line of nodes: lists of consecutive moves of one player. A joint turn is not
// counted.
export function turnsOf(nodes) {
  const turns = [];
  for (const node of nodes.filter(({ joint }) => !joint)) {
    const last = turns.at(-1);
    if (last && last[0].move[0] === node.move[0]) last.push(node);
    else turns.push([node]);
  }
  return turns;
}

// The seeds of A and B, in store and row, from the text of a position.
export function seedsOf(position) {
  const seeds = (cell) => Number.parseInt(cell, 10) || 0;
  const total = (side) => side.split(/[,/]/).reduce((sum, cell) => sum + seeds(cell), 0);
  return position.split(" ").slice(0, 2).map(total);
}

// Parses the state of a set in its record: `won`, `to-move` or `starts`, and who.
export function standingOf(text) {
  const [side] = text.match(/\b[AB]\b/);
  return { kind: /^won/.test(text) ? "won" : /to move$/.test(text) ? "to-move" : "starts", side };
}

// Describes that state.
export function standingInWords(text) {
  const { kind, side } = standingOf(text);
  return t(`rounds.standing.${kind}`, { side });
}

// Describes the result of a round for its players.
export function resultOf(position, sides) {
  const [a, b] = seedsOf(position);
  const text = t("play.over", { a, b, winner: winner(a - b) });
  if (a === b || sides.A === sides.B) return text;
  if (sides[a > b ? "A" : "B"] === YOU) return `${text} ${t("play.you-win")}`;
  return Object.values(sides).includes(YOU) ? `${text} ${t("play.you-lose")}` : text;
}
