// What the board and the player of moves say themselves, in the language of the page. Saved pages have another file
// of this name, with the same face.
import { t } from "./language.js";

export const spoken = {
  row: (values) => t("board.row", values),
  holds: (values) => t("board.holds", values),
  goesOn: (values) => t("board.goes-on", values),
  goOn: (values) => t("board.go-on", values),
  tooManyTaken: ({ text }) => t("board.too-many-taken", { text }),
  otherSeeds: ({ text }) => t("board.other-seeds", { text }),
};
