// Setting up a position, on the board by clicks and keys, or as text. An invalid position stays and
// is reported.
import { byId, element } from "../elements.js";
import { t } from "../language.js";
import { button, choice, labelled, mistake, panel } from "../panels.js";
import { Lost } from "../server.js";
import { marked } from "../words.js";
import { drawn } from "./pieces.js";
import { PIECES, WIDEST, isSoldier, nameOf, ownerOf, readPosition, writePosition } from "./position.js";

const EMPTY = ".";

// The pieces of a hole after placing a piece: the same piece is removed; a soldier and a king of
// the other player can share the hole; otherwise the new piece replaces the others.
function pressed(pieces, piece) {
  if (piece === EMPTY) return [];
  if (pieces.includes(piece)) return pieces.filter((one) => one !== piece);
  const other = pieces.find((one) => ownerOf(one) !== ownerOf(piece));
  if (other && isSoldier(other) !== isSoldier(piece)) return [piece, other].sort();
  return [piece];
}

export function setupPanel({ game, server, board, begun, ended, use }) {
  const body = panel("setup", t("setup.title"));
  const whole = body.parentElement;
  const palette = element("div", undefined, { class: "palette", role: "radiogroup" });
  palette.setAttribute("aria-label", t("chong.setup.puts"));
  let piece = "S";
  for (const one of [...PIECES, EMPTY]) {
    const id = `piece-${PIECES.indexOf(one)}`;
    const radio = element("input", undefined, { type: "radio", name: "piece", value: one, id });
    radio.checked = one === piece;
    radio.addEventListener("change", () => { piece = one; });
    const label = element("label", undefined, { title: one === EMPTY ? t("chong.setup.empties") : nameOf(one) });
    label.append(radio, one === EMPTY ? t("chong.setup.nothing") : picture(one));
    if (one !== EMPTY) radio.setAttribute("aria-label", nameOf(one));
    palette.append(label);
  }
  const player = choice([["A", "A"], ["B", "B"]], { id: "setup-player" });
  const marks = ["opened", "chong"].flatMap((name) => ["A", "B"].map((side) => {
    const box = element("input", undefined, { type: "checkbox", id: `${name}-${side.toLowerCase()}` });
    const words = t(`chong.setup.${name}`, { side });
    const label = element("label", undefined, { class: name });
    label.append(box, ` ${words}`);
    box.addEventListener("change", () => change());
    return { name, side, box, label };
  }));
  const text = element("input", undefined, { id: "setup-text", class: "long", autocomplete: "off" });
  text.spellcheck = false;
  const wrong = element("div", undefined, { id: "setup-wrong" });
  const row = element("div", undefined, { class: "row" });
  row.append(labelled(t("chong.setup.to-throw"), player), ...marks.map(({ label }) => label));
  const last = element("div", undefined, { class: "row" });
  const useIt = button(t("setup.use"), () => take(), { id: "setup-use" });
  const empty = () => edit((one) => ({ ...one, holes: one.holes.map(() => []) }));
  last.append(useIt, button(t("setup.empty"), empty, { id: "setup-clear" }),
    button(t("setup.leave"), () => close(), { id: "setup-leave" }));
  const help = element("p", t("chong.setup.help"), { class: "faint" });
  body.append(help, palette, row, labelled(t("setup.position"), text), wrong, last);

  // The position being set up; null while the game is played.
  let draft = null;
  let turn = 0;

  whole.addEventListener("toggle", () => {
    if (whole.open && draft === null && board.position) {
      draft = readPosition(game.position);
      board.frame.classList.add("setting-up");
      begun();
      show();
    } else if (!whole.open && draft !== null) leave();
  });

  function leave() {
    draft = null;
    turn += 1;
    mistake(wrong, "");
    board.frame.classList.remove("setting-up");
    ended();
  }

  // The focus must not stay in a closed panel.
  function close() {
    const inside = body.contains(document.activeElement);
    if (draft !== null) leave();
    whole.open = false;
    if (inside) byId("ways").focus({ preventScroll: true });
  }

  // Updates the fields, the board and the text.
  function show() {
    text.value = writePosition(draft);
    spread();
  }

  function spread() {
    const written = writePosition(draft);
    const sizes = draft.holes.length === 3 * draft.columns && draft.columns > 1;
    if (sizes && draft.columns <= WIDEST) board.show(written);
    player.value = draft.player;
    for (const { name, side, box } of marks) box.checked = draft[name].includes(side);
    const turns = game.set.king_back === "two_turns";
    for (const { name, label } of marks) label.hidden = name === "chong" && !turns;
    check();
  }

  function change() {
    const sides = (name) => marks.filter((mark) => mark.name === name && mark.box.checked)
      .map(({ side }) => side).join("");
    edit((one) => ({ ...one, player: player.value, opened: sides("opened"), chong: sides("chong") }));
  }
  player.addEventListener("change", change);

  function edit(how) {
    if (draft === null) return;
    draft = how(draft);
    show();
  }

  text.addEventListener("input", () => {
    if (draft === null) return;
    draft = readPosition(text.value);
    spread();
  });
  text.addEventListener("keydown", (event) => { if (event.key === "Enter") take(); });

  // Whether the program accepts the position; an error is shown at its place.
  async function check() {
    const now = ++turn;
    const params = { ...game.rules(), position: text.value };
    try {
      await server.ask("chong_position", params);
      if (now !== turn) return false;
      mistake(wrong, "");
      useIt.disabled = false;
      return true;
    } catch (error) {
      if (now !== turn || error instanceof Lost) return false;
      const { at, text: given } = error.data;
      mistake(wrong, error.message, typeof given === "string" && at !== null ? marked(given, at) : undefined);
      useIt.disabled = true;
      return false;
    }
  }

  async function take() {
    const position = text.value;
    // The beginning of the game ends the set-up. If it ended here, it could end a set-up that is
    // opened before the game has begun.
    if (await check()) mistake(wrong, await use(position));
  }

  return {
    get active() { return draft !== null; },
    leave: close,
    // A click on a hole, or a letter typed there.
    press: (hole, letter = piece) => {
      if (letter !== EMPTY && !PIECES.includes(letter)) return false;
      edit((one) => {
        // A player has only one king.
        const sole = letter !== EMPTY && !isSoldier(letter);
        const without = (pieces, index) => (sole && index !== hole
          ? pieces.filter((other) => isSoldier(other) || ownerOf(other) !== ownerOf(letter)) : pieces);
        const holes = one.holes.map(without);
        holes[hole] = pressed(one.holes[hole], letter);
        return { ...one, holes };
      });
      return true;
    },
  };
}

function picture(piece) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "-21 -21 42 42");
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("class", "chong sample");
  svg.append(drawn(piece));
  return svg;
}
