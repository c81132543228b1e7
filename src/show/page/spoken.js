// What the board and the player of moves say themselves, and the page around them, in the language of a saved page:
// `words` has the texts by the last part of their keys. The page of the program has another file of this name, with
// the same face.
const t = (key, values = {}) => words[key].replace(/\{([^}]*)\}/g, (_, name) => values[name]);

export const spoken = {
  row: (values) => t("row", values),
  holds: (values) => t("holds", values),
  goesOn: (values) => t("goes-on", values),
  goOn: (values) => t("go-on", values),
  tooManyTaken: (values) => t("too-many-taken", values),
  otherSeeds: (values) => t("other-seeds", values),
};
