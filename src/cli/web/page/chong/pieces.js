// Drawings of the pieces. A's are round, B's are square; a king wears a crown; a turned king has a
// ring and an arrow in its crown; a soldier lying beside a king is flat.
import { svgElement } from "../board.js";
import { t } from "../language.js";
import { isSoldier, nameOf, ownerOf } from "./position.js";

const CROWN = "M-9 6L-10 -6L-5 -1L0 -8L5 -1L10 -6L9 6Z";
const TURNED = "M-9 7L-10 -3L-4 -1L0 -10L4 -1L10 -3L9 7Z M-6 2H6";

function body(owner, radius, name = "body") {
  if (owner === "A") return svgElement("circle", { r: radius, class: name });
  const [from, size] = [1 - radius, 2 * radius - 2];
  return svgElement("rect", { x: from, y: from, width: size, height: size, rx: 3, class: name });
}

function lying(owner) {
  return owner === "A" ? svgElement("ellipse", { rx: 15, ry: 6, class: "body" })
    : svgElement("rect", { x: -15, y: -5.5, width: 30, height: 11, rx: 2, class: "body" });
}

// Draws a piece centred at 0, 0; `beside` if it shares its hole.
export function drawn(piece, beside = false) {
  const owner = ownerOf(piece);
  const group = svgElement("g", { class: `piece ${owner.toLowerCase()}`, "data-piece": piece });
  const title = svgElement("title", {});
  title.textContent = beside && isSoldier(piece) ? t("chong.lying", { piece: nameOf(piece) }) : nameOf(piece);
  group.append(title);
  if (isSoldier(piece)) {
    group.append(beside ? lying(owner) : body(owner, 12));
    return group;
  }
  const turned = piece.toUpperCase() === "Q";
  const size = beside ? 13 : 15;
  if (turned) group.append(body(owner, size + 3.5, "ring"));
  group.append(body(owner, size), svgElement("path", { class: "crown", d: turned ? TURNED : CROWN }));
  return group;
}

// The offsets of the pieces of a hole from its middle.
export function offsets(pieces) {
  if (pieces.length < 2) return [[0, 1]];
  // Two kings stand side by side; a soldier lies below a king.
  if (!pieces.some(isSoldier)) return [[-9, 0], [9, 0]];
  return pieces.map((piece) => (isSoldier(piece) ? [0, 15] : [0, -6]));
}
