import { connect, said } from "./connection.js";
import { LANGUAGE, t } from "./language.js";
import { fault } from "./words.js";

// The engine, asked by JSON-RPC as docs/PROTOCOL.md has it, over what connection.js connects to. A lost
// connection is taken up again by itself; who asked then is told `Lost`, as who has cancelled a search that
// had found nothing.
export class Lost extends Error {}

// What the program says of a mistake; `data` says where it is.
class Problem extends Error {
  constructor(error) {
    super(fault(error));
    this.code = error.code;
    this.data = error.data ?? {};
  }
}

// Tries to take up a connection that is lost. A program that has said that it ends is gone: the next one has
// another token, and perhaps another port.
const TRIES = 6;

// The code of a search that was cancelled before it had found anything.
const CANCELLED = -32800;

// Milliseconds: how long the program may be silent before that is told, and before the connection is
// given up; the first pause before another try, and the longest.
const SILENT = 2000;
const GIVEN_UP = 12000;
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 15000;

// The state of a connection in words, empty while all is well; the text of `over` is for who can't have it back.
export function inWords(state, pause, over) {
  if (state === "open") return "";
  if (state === "silent") return t("frame.silent");
  return state === "lost" ? said.lost(Math.max(1, Math.round(pause / 1000))) : said[state](over);
}

export class Server {
  // `told` gets the state of the connection: `open`, `silent`, `lost`, with the milliseconds until the next
  // try, `gone` after the last one, or `ended`; and the state before.
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

  // All questions end, and after a pause the connection is tried again.
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

  // At once, because somebody can't wait.
  tryAgain() {
    if (this.state !== "lost" && this.state !== "gone") return;
    this.pause = FIRST_PAUSE;
    this.tries = 0;
    this.connect();
  }

  // Whether the program still answers is asked when nothing else was.
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

  // The result of a method.
  ask(method, params = {}) { return this.search(method, params).answer; }

  // A search: its answer, and how to cancel it. `progress` is told what it has found so far. What the program says
  // in words is in the language of the page.
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
