// The way to the engine: the program that this page came from, over a WebSocket. A site without a program
// has another file of this name, with the same face.
import { t } from "./language.js";

const address = new URL("socket", import.meta.url);
address.protocol = "ws:";

export const connect = () => new WebSocket(address);

// What is said when it is lost, with the seconds up to the next try, and when it has ended or nobody tries any more:
// the text of this key says what whoever looks on can do then.
export const said = {
  lost: (count) => t("frame.lost", { count }),
  ended: (key) => t(key),
  gone: (key) => t(key),
};

// Where anybody can open what the page shows: the site that `board --site` names, or nowhere. The program is on this
// machine, and its address has a token.
export const ADDRESS = globalThis.document?.querySelector("meta[name=site]")?.content ?? "";

// What there is less of than with a program, for where it would stand.
export const LESS = "";
