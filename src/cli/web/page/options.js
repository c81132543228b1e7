// The options of the sowing games in plain words, with their values: a list, or the least and the most of a number.
// docs/RULES.md says how they work together; scripts/test board compares them with the program's.
import { t } from "./language.js";

const number = (least, most) => ({ least, most });

export const OPTIONS = {
  holes: number(1, 18),
  seeds: number(1, 18),
  store: ["near", "far"],
  store_last: ["again", "stop"],
  occupied: ["relay", "stop", "bank"],
  capture: ["both", "opposite", "none"],
  lone: ["stay", "bank"],
  lap: ["none", "passed", "circuit"],
  end: ["side-empty", "mover-stuck", "stalled"],
  short: ["closed", "ngacang"],
  max_protected: number(0, 18),
  fill: ["near", "far"],
  starter: ["last-mover", "most-seeds", "round-winner", "round-loser"],
  first_round: ["together", "one-starts"],
};

// What the page calls an option, and its values with their words.
export const optionName = (option) =>
  (option in OPTIONS ? t(`options.${option}.name`) : t("frame.option", { option }));
export const valuesOf = (option) => OPTIONS[option].map((value) => [value, t(`options.${option}.${value}`)]);
