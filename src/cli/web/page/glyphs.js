// Marks of moves, as in books. A person's own mark is the first word of a comment, so links and
// records keep it; the others follow from proven values. Independent of the page.
import { loss, seenBy } from "./bounds.js";
import { t } from "./language.js";

// The marks and the keys of their meanings.
export const GLYPHS = { "!!": "brilliant", "!": "good", "!?": "interesting", "?!": "doubtful", "?": "mistake", "??": "blunder" };

// The own mark of a place, if it has one, and its comment without it.
export function ownGlyph({ parent, comment }) {
  const [first] = comment.split(/\s/, 1);
  return parent && Object.hasOwn(GLYPHS, first) ? first : "";
}
export const words = (node) => node.comment.slice(ownGlyph(node).length).trim();
export const withGlyph = (glyph, text) => `${glyph} ${text.trim()}`.trim();

// A loss of this part of all seeds is no longer small.
const LARGE = 0.1;

// What is proven about a move that lost something: its mark and the least loss; null otherwise.
// `seeds` is the number of all seeds.
export function judged({ move, joint, parent, found }, seeds) {
  if (joint || !found || !parent?.found) return null;
  const side = move[0];
  const { least } = loss(side, parent.found, found);
  if (least === 0) return null;
  const [was, is] = [seenBy(side, parent.found), seenBy(side, found)];
  const result = Math.sign(was.lower) > Math.sign(is.upper);
  return { glyph: result ? "??" : least >= LARGE * seeds ? "?" : "?!", least };
}

// The mark to show at a move and what it says: the own one, else that of the values.
export function shown(node, seeds, hushed) {
  const own = ownGlyph(node);
  const found = hushed ? null : judged(node, seeds);
  const parts = [];
  if (own) parts.push(t("glyphs.own", { meaning: t(`glyphs.${GLYPHS[own]}`) }));
  if (found) parts.push(t(found.glyph === "??" ? "glyphs.result" : "glyphs.costs", { glyph: found.glyph, count: found.least }));
  return { glyph: own || found?.glyph || "", told: parts.join(" ") };
}
