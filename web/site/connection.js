// The way to the engine: workers of this page, which hold the library as WebAssembly, behind the face of a
// WebSocket. A request goes to the worker of its lane, so that quick ones are answered while a search runs. A
// search holds its worker: to cancel it the worker is ended, and what was found last is the answer.
import { t } from "./language.js";

// What takes time, and where it waits; all else is quick.
const LANES = {
  evaluate: "searches", solve: "searches", prove: "searches", turns: "searches", analyze: "searches",
  choose: "searches", chong_evaluate: "searches", chong_analyze: "searches", chong_choose: "searches",
  claims: "claims",
};

// What can tell on the way what it has found: it is asked to, for the answer when it is cancelled.
const TELLS = new Set([
  "evaluate", "solve", "prove", "turns", "analyze", "choose", "chong_evaluate", "chong_analyze",
]);

// The code of a search that was cancelled before it had found anything.
const CANCELLED = -32800;
const FAULT = -32603;

// The codes with which a WebSocket closes: the connection is lost, and there is nobody to connect to.
const LOST = 1006;
const ENDED = 1001;

// Compiled once for all workers, and what is done when that is so for the first time.
let compiled = null;
let arrived;
export const ready = new Promise((done) => { arrived = done; });

async function load() {
  const response = await fetch(new URL("engine.wasm", import.meta.url));
  if (!response.ok) throw new Error(`engine.wasm: ${response.status}`);
  return WebAssembly.compile(await response.arrayBuffer());
}

// Parallel searches that run at once: each has a worker and memory of its own.
const PARALLEL = Math.min(Math.max(navigator.hardwareConcurrency ?? 2, 2), 8);

// Questions that wait for a worker, each with its asker: the function that hears the answer.
class Lane {
  // `waiting` is what this lane shares with others, which have a worker only while there is work.
  constructor(waiting) {
    this.shared = waiting !== undefined;
    this.waiting = waiting ?? [];
    this.running = null;
    this.worker = null;
    this.spare = null;
  }

  // A worker that begins: it takes a moment, so one is begun before it is needed.
  begun() {
    const worker = new Worker(new URL("worker.js", import.meta.url));
    compiled.then((module) => worker.postMessage(module), () => {});
    return worker;
  }

  // `nothing` is the answer if it is cancelled before it has found anything.
  ask(request, asker, nothing = cancelled) {
    this.waiting.push({ request, asker, nothing });
    this.next();
  }

  next() {
    if (this.running || this.waiting.length === 0) return;
    this.worker ??= this.listened(this.spare ?? this.begun());
    this.running = this.waiting.shift();
    this.found = null;
    const { request } = this.running;
    const told = TELLS.has(request.method) ? { params: { ...request.params, progress: true } } : {};
    this.worker.postMessage(JSON.stringify({ ...request, ...told }));
  }

  listened(worker) {
    if (!this.shared) this.spare = this.begun();
    worker.addEventListener("message", ({ data }) => {
      if (worker === this.worker && this.running) this.hear(data);
    });
    // A panic, which is a fault of the engine: this question has no answer, and another worker goes on.
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      if (worker !== this.worker || !this.running) return;
      const message = t("frame.engine-at-fault", { message: event.message });
      this.end({ error: { code: FAULT, message } });
    });
    return worker;
  }

  hear(text) {
    const said = JSON.parse(text);
    const { asker } = this.running;
    if (said.method === "progress") this.found = said.params;
    else this.running = null;
    asker(text);
    if (this.running?.waited) this.end(this.soFar());
    this.next();
    if (this.shared && !this.running) this.rest();
  }

  // What has been found, as the answer to what is cancelled.
  soFar() {
    if (!this.found) return this.running.nothing;
    const { id: _, nodes_per_second: __, ...found } = this.found;
    return { result: { ...found, stopped: "cancelled" } };
  }

  // The worker goes, and its memory with it.
  rest() {
    this.worker?.terminate();
    this.worker = null;
  }

  // Ends what runs with this answer; the worker goes with it.
  end(answer) {
    const { request: { id }, asker } = this.running;
    this.rest();
    this.running = null;
    asker(JSON.stringify({ jsonrpc: "2.0", id, ...answer }));
    this.next();
  }

  // Whether there was a request of this asker with this id, which is answered now.
  cancel(id, asker) {
    const is = (one) => one?.request.id === id && one.asker === asker;
    if (is(this.running)) {
      // Whoever is to play has a move, which is there in a moment.
      if (!this.found && this.running.request.method === "choose") this.running.waited = true;
      else this.end(this.soFar());
      return true;
    }
    const place = this.waiting.findIndex(is);
    if (place < 0) return false;
    const [{ nothing }] = this.waiting.splice(place, 1);
    asker(JSON.stringify({ jsonrpc: "2.0", id, ...nothing }));
    return true;
  }

  close() {
    this.rest();
    this.spare?.terminate();
  }
}

const cancelled = { error: { code: CANCELLED, message: "the search was cancelled before it found anything" } };

// A worker knows nothing of the others.
function withParallel(text) {
  const said = JSON.parse(text);
  if (said.result) said.result.parallel = PARALLEL;
  return JSON.stringify(said);
}

// Boards of Chong are solved by one worker for the whole page, which then answers for the last one.
const solver = new Lane();
let solved = null;

// What is answered from a board that was solved.
const OF_SOLVED = new Set(["chong_evaluate", "chong_analyze"]);

// The board of a question about Chong.
const boardOf = ({ profile, set, dice, holes, position }) => JSON.stringify([profile, set, dice, holes, position]);

class Local extends EventTarget {
  constructor() {
    super();
    this.readyState = WebSocket.CONNECTING;
    this.lanes = { quick: new Lane(), searches: new Lane(), claims: new Lane(), solver };
    const waiting = [];
    this.parallel = Array.from({ length: PARALLEL }, () => new Lane(waiting));
    this.hear = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
    compiled ??= load();
    compiled.then(() => {
      arrived();
      this.readyState = WebSocket.OPEN;
      this.dispatchEvent(new Event("open"));
    }, (error) => {
      compiled = null;
      // What the network did not bring may come later; what this browser can't compile it never can.
      this.close(globalThis.WebAssembly && !(error instanceof WebAssembly.CompileError) ? LOST : ENDED);
    });
  }

  send(text) {
    const request = JSON.parse(text);
    const { id, method, params } = request;
    if (method === "cancel") {
      const { solving } = this;
      const found = solving?.id === params.id
        ? solver.cancel(params.id, solving.asker)
        : this.all().some((lane) => lane.cancel(params.id, this.hear));
      this.hear(JSON.stringify({ jsonrpc: "2.0", id, result: { cancelled: found } }));
    } else if (method === "chong_evaluate" && params.exact) this.solve(request);
    else if (OF_SOLVED.has(method) && boardOf(params) === solved) solver.ask(request, this.hear);
    else if (method === "info") this.lanes.quick.ask(request, (text) => this.hear(withParallel(text)));
    else this.lane(method, params).ask(request, this.hear);
  }

  // Where a question waits: a parallel search where nothing runs, if there is such a lane.
  lane(method, params) {
    const lane = LANES[method] ?? "quick";
    if (lane !== "searches" || !params?.parallel) return this.lanes[lane];
    return this.parallel.find(({ running }) => !running) ?? this.parallel[0];
  }

  all() { return [...Object.values(this.lanes), ...this.parallel]; }

  solve(request) {
    const { hear } = this;
    // What is asked of the board that was solved before is not answered from it any more.
    solved = null;
    const asker = (text) => {
      const { result } = JSON.parse(text);
      if (result && !result.stopped) solved = boardOf(request.params);
      hear(text);
    };
    this.solving = { id: request.id, asker };
    solver.ask(request, asker, { result: { nodes: 0, stopped: "cancelled" } });
  }

  close(code = LOST) {
    if (this.readyState === WebSocket.CLOSED) return;
    this.readyState = WebSocket.CLOSED;
    for (const lane of this.all()) if (lane !== solver) lane.close();
    this.dispatchEvent(new CloseEvent("close", { code }));
  }
}

export const connect = () => new Local();

// What is said while the engine does not come, with the seconds up to the next try; where it can't run; and when
// nobody tries any more.
export const said = {
  lost: (count) => t("frame.not-reached", { count }),
  ended: () => t("frame.not-loaded"),
  gone: () => t("frame.missing"),
};

// Where anybody can open this page.
export const ADDRESS = `${globalThis.location?.origin ?? ""}${globalThis.location?.pathname ?? ""}`;

// What there is less of than with a program, for where it would stand.
export const LESS = t("engine.without-program");
