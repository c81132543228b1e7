// The notation of positions of Chong (docs/formats/chong.md): which pieces are in which hole. Holes
// are numbered along A's path; B's cell i is hole 3 n - 1 - i. The program decides whether a
// position is valid.
import { t } from "../language.js";

// Maximum columns of a board.
export const WIDEST = 28;

export const PIECES = ["S", "K", "Q", "s", "k", "q"];

export const ownerOf = (piece) => (piece === piece.toUpperCase() ? "A" : "B");
export const isSoldier = (piece) => piece.toUpperCase() === "S";

const NAMES = { S: "soldier", K: "king", Q: "turned-king" };
export const nameOf = (piece) => t(`chong.piece.${NAMES[piece.toUpperCase()]}`, { side: ownerOf(piece) });

// Parses the pieces of every hole, and the parts after the board. An incomplete text gives as much
// as it has.
export function readPosition(text) {
  const [board = "", player = "A", ...marks] = text.trim().split(/\s+/);
  const rows = board.split("|").map((row) => row.match(/\([^)]*\)|./g) ?? []);
  const pieces = (hole) => [...(hole === "&" ? "Sk" : hole)].filter((letter) => PIECES.includes(letter));
  const marked = (name) => marks.find((mark) => mark.startsWith(`${name}:`))?.slice(name.length + 1) ?? "";
  return {
    columns: rows[0].length,
    holes: rows.flat().map(pieces),
    player,
    opened: marked("opened"),
    chong: marked("chong"),
  };
}

const holeText = (pieces) => (pieces.length > 1 ? `(${pieces.join("")})` : pieces[0] ?? ".");

export function writePosition({ columns, holes, player, opened, chong }) {
  const row = (from) => holes.slice(from, from + columns).map(holeText).join("");
  const marks = [["opened", opened], ["chong", chong]].filter(([, players]) => players)
    .map(([name, players]) => ` ${name}:${players}`);
  return `${row(0)}|${row(columns)}|${row(2 * columns)} ${player}${marks.join("")}`;
}

// The hole of a player's cell, and the cell of a hole.
export const holeOf = (player, cell, columns) => (player === "A" ? cell : 3 * columns - 1 - cell);
const cellOf = holeOf;

// The place of a hole in the drawing: A's home row at the bottom, the middle row reversed, B's row
// at the top.
export function placeOf(hole, columns) {
  const row = Math.floor(hole / columns);
  const step = hole % columns;
  return { row: 2 - row, column: row === 1 ? columns - 1 - step : step };
}

// The hole at a place of the drawing.
export function holeAt(row, column, columns) {
  return (2 - row) * columns + (row === 1 ? columns - 1 - column : column);
}

// Parses a move as the program writes it: `3:S1-4x`, `1:K3<>2`, `1+1:K3-4`, `2:S3-5lie`.
export function readMove(text) {
  const [, dice, piece, from, link, to, effect] = text.match(/^([\d+]+):([SK])(\d+)(-|<>)(\d+)(x|xK|lie)?$/);
  return { dice, piece, from: Number(from), to: Number(to), exchange: link === "<>", effect: effect ?? "" };
}

// Describes a move for screen readers.
const EFFECTS = { "": "goes", x: "takes", xK: "takes-king", lie: "lies" };
export function moveInWords(text) {
  const { dice, piece, from, to, exchange, effect } = readMove(text);
  const [one, other] = dice.split("+");
  const what = `${piece === "K" ? "king" : "soldier"}-${exchange ? "changes" : EFFECTS[effect]}`;
  return t(`chong.move.${what}`, { dice: other ? t("chong.die-and", { one, other }) : one, from, to });
}

// Describes a hole for screen readers.
export function holeInWords(hole, position) {
  const { columns, holes } = position;
  const pieces = holes[hole].map((piece) => {
    const lies = isSoldier(piece) && holes[hole].length > 1;
    return lies ? t("chong.lying", { piece: nameOf(piece) }) : nameOf(piece);
  });
  const [a, b] = ["A", "B"].map((player) => cellOf(player, hole, columns));
  return t("chong.cells", { a, b, pieces: pieces.join(t("chong.and")) || t("chong.empty") });
}
