import { connect, said } from "./connection.js";
import { LANGUAGE, t } from "./language.js";
import { fault } from "./words.js";

// The engine, over JSON-RPC as described in docs/PROTOCOL.md, on the connection of connection.js. A
// lost connection is restored automatically; pending requests fail with `Lost`, as do cancelled
// searches without a result.
export class Lost extends Error {}

// An error of the program; `data` has its place.
class Problem extends Error {
  constructor(error) {
    super(fault(error));
    this.code = error.code;
    this.data = error.data ?? {};
  }
}

// Maximum attempts to restore a lost connection. A program that has announced its end is gone: the
// next one has another token, and perhaps another port.
const TRIES = 6;

// The error code of a search that was cancelled without a result.
const CANCELLED = -32800;

// Milliseconds: the silence before it is shown, and before the connection is given up; the first
// and the longest pause between attempts.
const SILENT = 2000;
const GIVEN_UP = 12000;
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 15000;

// The state of a connection in words, empty while it is open; `over` is the text if it cannot be
// restored.
export function inWords(state, pause, over) {
  if (state === "open") return "";
  if (state === "silent") return t("frame.silent");
  return state === "lost" ? said.lost(Math.max(1, Math.round(pause / 1000))) : said[state](over);
}

export class Server {
  // `told` is called with the state of the connection: `open`, `silent`, `lost`, with the
  // milliseconds until the next attempt, `gone` after the last one, or `ended`; and the previous
  // state.
  constructor(told) {
    this.told = told;
    this.number = 0;
    this.waiting = new Map();
    this.pause = FIRST_PAUSE;
    this.tries = 0;
    this.state = "lost";
    this.connect();
    setInterval(() => this.watch(), 1000);
  }

  connect() {
    clearTimeout(this.again);
    const socket = connect();
    this.socket = socket;
    socket.addEventListener("open", () => {
      this.pause = FIRST_PAUSE;
      this.tries = 0;
      this.heard = performance.now();
      this.asked = this.heard;
      this.tell("open");
    });
    socket.addEventListener("message", (event) => {
      if (socket === this.socket) this.receive(JSON.parse(event.data));
    });
    socket.addEventListener("close", (event) => {
      if (socket === this.socket) this.lose(event.code === 1001 ? "ended" : "lost");
    });
  }

  tell(state, pause = 0) {
    const before = this.state;
    this.state = state;
    this.told(state, pause, before);
  }

  // Fails all requests, and reconnects after a pause.
  lose(how) {
    const state = how === "lost" && this.tries === TRIES ? "gone" : how;
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    this.socket = null;
    this.tell(state, this.pause);
    if (state === "lost") this.again = setTimeout(() => this.connect(), this.pause);
    this.tries += 1;
    this.pause = Math.min(2 * this.pause, LONGEST_PAUSE);
    for (const { reject } of waiting) reject(new Lost());
  }

  // Reconnects at once, on request.
  tryAgain() {
    if (this.state !== "lost" && this.state !== "gone") return;
    this.pause = FIRST_PAUSE;
    this.tries = 0;
    this.connect();
  }

  // Checks whether the program still answers, when no request is pending.
  watch() {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    const now = performance.now();
    if (this.asked <= this.heard) {
      if (now - this.heard < SILENT / 2) return;
      this.asked = now;
      this.ask("info").catch(() => {});
    } else if (now - this.asked > GIVEN_UP) {
      const { socket } = this;
      this.lose("lost");
      socket.close();
    } else if (now - this.asked > SILENT && this.state === "open") this.tell("silent");
  }

  receive(value) {
    this.heard = performance.now();
    if (this.state === "silent") this.tell("open");
    if (value.method === "progress") {
      const { id, ...found } = value.params;
      this.waiting.get(id)?.progress?.(found);
      return;
    }
    const question = this.waiting.get(value.id);
    if (!question) return;
    this.waiting.delete(value.id);
    if (value.error?.code === CANCELLED) question.reject(new Lost());
    else if (value.error) question.reject(new Problem(value.error));
    else question.resolve(value.result);
  }

  // Calls a method and returns its result.
  ask(method, params = {}) { return this.search(method, params).answer; }

  // Starts a search: returns its answer, and how to cancel it. `progress` is called with findings
  // so far. Texts from the program are in the language of the page.
  search(method, params, progress) {
    const id = ++this.number;
    const answer = new Promise((resolve, reject) => {
      if (this.socket?.readyState !== WebSocket.OPEN) {
        reject(new Lost());
        return;
      }
      this.waiting.set(id, { resolve, reject, progress });
      const more = progress ? { progress: true } : {};
      const all = { language: LANGUAGE, ...params, ...more };
      this.socket.send(JSON.stringify({ jsonrpc: "2.0", id, method, params: all }));
    });
    return { id, answer, cancel: () => this.cancel(id) };
  }

  cancel(id) {
    if (this.waiting.has(id)) this.ask("cancel", { id }).catch(() => {});
  }
}
