// The connection to the engine: the program that served this page, over a WebSocket. A site without
// a program has another file of this name with the same interface.
import { t } from "./language.js";

const address = new URL("socket", import.meta.url);
address.protocol = "ws:";

export const connect = () => new WebSocket(address);

// The messages when the connection is lost, with the seconds until the next attempt, and when it
// has ended or attempts were given up: the text of this key says what the user can do then.
export const said = {
  lost: (count) => t("frame.lost", { count }),
  ended: (key) => t(key),
  gone: (key) => t(key),
};

// The public address of what the page shows: the site that `board --site` names, or none. The
// program is on this machine, and its address has a token.
export const ADDRESS = globalThis.document?.querySelector("meta[name=site]")?.content ?? "";

// The features that are missing without a program: none here.
export const LESS = "";
