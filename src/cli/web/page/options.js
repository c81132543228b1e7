// The options of the sowing games in plain words, with their values. docs/RULES.md says how they work
// together; scripts/test board compares names and values with the program's.
const number = (least, most) => ({ least, most });

export const OPTIONS = {
  holes: { name: "Holes in a row", values: number(1, 18) },
  seeds: { name: "Seeds in a hole", values: number(1, 18) },
  store: {
    name: "Store", values: { near: "behind the own row", far: "behind the opponent's row" },
  },
  store_last: {
    name: "Last seed into the own store", values: { again: "move again", stop: "the turn ends" },
  },
  occupied: {
    name: "Last seed into a hole with seeds",
    values: {
      relay: "lift them and sow on", stop: "the turn ends", bank: "they go to the store, move again",
    },
  },
  capture: {
    name: "Last seed into the own empty hole",
    values: {
      both: "take the hole opposite and the last seed", opposite: "take the hole opposite",
      none: "take nothing",
    },
  },
  lone: {
    name: "If the hole opposite is empty",
    values: { stay: "the last seed stays", bank: "it goes to the store" },
  },
  lap: {
    name: "Captures need",
    values: {
      none: "nothing else", passed: "a way through the opponent's row", circuit: "a way all round",
    },
  },
  end: {
    name: "The round ends",
    values: {
      "side-empty": "when either player can't move", "mover-stuck": "when the player to move can't",
      stalled: "after one final turn of the other player",
    },
  },
  short: {
    name: "Holes that can't be filled",
    values: { closed: "are closed", ngacang: "hold what is left, protected" },
  },
  max_protected: { name: "Protected holes at most", values: number(0, 18) },
  fill: {
    name: "A new round fills first", values: { near: "the holes by the store", far: "the holes far from it" },
  },
  starter: {
    name: "The next round is started by",
    values: {
      "last-mover": "who moved last", "most-seeds": "who has more seeds",
      "round-winner": "who still has seeds in his row", "round-loser": "who has none left in his row",
    },
  },
  first_round: {
    name: "The first round", values: { together: "both start together", "one-starts": "one player starts" },
  },
};
