// A game as a link: the part of the address after #. Independent of the page and the rules.
import { t } from "../language.js";
import { nothing, turnText } from "./game.js";

// Encodes for an address but keeps common characters readable.
const KEPT = { "%20": "+", "%2C": ",", "%3A": ":", "%7C": "|", "%3B": ";", "%28": "(", "%29": ")" };
const encoded = (text) => encodeURIComponent(text).replace(/%[0-9A-F]{2}/g, (code) => KEPT[code] ?? code);

export function writeLink(game) {
  const usual = nothing();
  const parts = [];
  for (const name of ["profile", "dice"]) if (game[name] !== usual[name]) parts.push([name, game[name]]);
  if (!game.start) parts.push(["holes", game.holes]);
  for (const [option, value] of Object.entries(game.set)) parts.push([`set.${option}`, value]);
  if (game.start) parts.push(["position", game.start]);
  if (game.turns.length > 0) parts.push(["turns", game.turns.map(turnText).join(";")], ["at", game.at]);
  if (game.throw) parts.push(["throw", game.throw]);
  for (const side of ["a", "b"]) if (game[side] !== usual[side]) parts.push([side, game[side]]);
  if (game.seed !== usual.seed) parts.push(["seed", game.seed]);
  return parts.map(([name, value]) => `${name}=${encoded(String(value))}`).join("&");
}

const NUMBERS = ["dice", "holes", "at", "seed"];
// Players: a person, or a policy of `chongkak chong match`.
const WHO = /^(person|random|greedy|runner|guess|beginner|player|strong|best|search:[1-9]\d{0,8})$/;
const TEXTS = { profile: "profile", position: "start", throw: "throw", a: "a", b: "b" };

// Parses the part after #, with turns as texts; throws an error with a message.
export function readLink(text) {
  // Without a place, the end of the turns is shown.
  const state = { ...nothing(), at: Infinity };
  for (const [name, value] of new URLSearchParams(text)) {
    if (NUMBERS.includes(name)) {
      if (!/^\d{1,15}$/.test(value)) {
        throw new Error(t("link.found", { part: name, found: JSON.stringify(value), expected: t("link.number") }));
      }
      state[name] = Number(value);
    } else if ((name === "a" || name === "b") && !WHO.test(value)) {
      throw new Error(t("link.found", { part: name, found: JSON.stringify(value), expected: t("chong.link.who") }));
    } else if (name in TEXTS) state[TEXTS[name]] = value;
    else if (name === "turns") state.turns = value.split(";");
    else if (name.startsWith("set.")) state.set[name.slice(4)] = value;
    else throw new Error(t("chong.link.no-part", { part: name }));
  }
  return state;
}
