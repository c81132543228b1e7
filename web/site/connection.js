// Connects to the engine: web workers that run the library as WebAssembly, with the interface of a
// WebSocket. Each request goes to the worker of its lane, so that quick ones are answered while a
// search runs. A search blocks its worker: to cancel it, the worker is terminated, and the last
// progress report becomes the answer.
import { t } from "./language.js";

// The lanes of slow methods; all others are quick.
const LANES = {
  evaluate: "searches", solve: "searches", prove: "searches", turns: "searches", analyze: "searches",
  choose: "searches", chong_evaluate: "searches", chong_analyze: "searches", chong_choose: "searches",
  claims: "claims", puzzle: "searches",
};

// Methods that can report progress. They are asked to, so that there is an answer if they are
// cancelled.
const REPORTING = new Set([
  "evaluate", "solve", "prove", "turns", "analyze", "choose", "chong_evaluate", "chong_analyze",
]);

// The error code of a search that was cancelled before it found anything.
const CANCELLED = -32800;
const FAULT = -32603;

// WebSocket close codes: the connection is lost, or the server is gone.
const LOST = 1006;
const ENDED = 1001;

// The compiled module, shared by all workers. `arrived` resolves `ready` when it is compiled for
// the first time.
let compiled = null;
let arrived;
export const ready = new Promise((done) => { arrived = done; });

async function load() {
  const response = await fetch(new URL("engine.wasm", import.meta.url));
  if (!response.ok) throw new Error(`engine.wasm: ${response.status}`);
  return WebAssembly.compile(await response.arrayBuffer());
}

// The number of parallel searches, each with its own worker and memory.
const PARALLEL = Math.min(Math.max(navigator.hardwareConcurrency ?? 2, 2), 8);

// A queue of requests for a worker, each with its listener, which receives the answers.
class Lane {
  // `waiting` is a queue shared with other lanes. Lanes with a shared queue keep a worker only
  // while there is work.
  constructor(waiting) {
    this.shared = waiting !== undefined;
    this.waiting = waiting ?? [];
    this.running = null;
    this.worker = null;
    this.spare = null;
  }

  // Starts a worker. That takes a moment, so a spare one is started in advance.
  start() {
    const worker = new Worker(new URL("worker.js", import.meta.url));
    compiled.then((module) => worker.postMessage(module), () => {});
    return worker;
  }

  // `nothing` is the answer if the request is cancelled before it finds anything.
  ask(request, listener, nothing = cancelled) {
    this.waiting.push({ request, listener, nothing });
    this.next();
  }

  next() {
    if (this.running || this.waiting.length === 0) return;
    this.worker ??= this.listen(this.spare ?? this.start());
    this.running = this.waiting.shift();
    this.found = null;
    const { request } = this.running;
    const progress = REPORTING.has(request.method) ? { params: { ...request.params, progress: true } } : {};
    this.worker.postMessage(JSON.stringify({ ...request, ...progress }));
  }

  listen(worker) {
    if (!this.shared) this.spare = this.start();
    worker.addEventListener("message", ({ data }) => {
      if (worker === this.worker && this.running) this.hear(data);
    });
    // A panic is a bug of the engine: this request fails, and a new worker takes over.
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
    const { listener } = this.running;
    if (said.method === "progress") this.found = said.params;
    else this.running = null;
    listener(text);
    if (this.running?.waited) this.end(this.soFar());
    this.next();
    if (this.shared && !this.running) this.terminate();
  }

  // Returns the last progress report as the answer to a cancelled request.
  soFar() {
    if (!this.found) return this.running.nothing;
    const { id: _, nodes_per_second: __, ...found } = this.found;
    return { result: { ...found, stopped: "cancelled" } };
  }

  // Terminates the worker, which frees its memory.
  terminate() {
    this.worker?.terminate();
    this.worker = null;
  }

  // Ends the running request with this answer, and terminates its worker.
  end(answer) {
    const { request: { id }, listener } = this.running;
    this.terminate();
    this.running = null;
    listener(JSON.stringify({ jsonrpc: "2.0", id, ...answer }));
    this.next();
  }

  // Cancels a request of this listener, and returns whether there was one.
  cancel(id, listener) {
    const is = (one) => one?.request.id === id && one.listener === listener;
    if (is(this.running)) {
      // A player needs a move, so wait for the first report, which comes in a moment.
      if (!this.found && this.running.request.method === "choose") this.running.waited = true;
      else this.end(this.soFar());
      return true;
    }
    const place = this.waiting.findIndex(is);
    if (place < 0) return false;
    const [{ nothing }] = this.waiting.splice(place, 1);
    listener(JSON.stringify({ jsonrpc: "2.0", id, ...nothing }));
    return true;
  }

  close() {
    this.terminate();
    this.spare?.terminate();
  }
}

const cancelled = { error: { code: CANCELLED, message: "the search was cancelled before it found anything" } };

// A worker does not know of the others.
function withParallel(text) {
  const said = JSON.parse(text);
  if (said.result) said.result.parallel = PARALLEL;
  return JSON.stringify(said);
}

// One worker for the whole page solves boards of Chong, and then answers questions about the last
// one.
const solver = new Lane();
let solved = null;

// Methods that a solved board can answer.
const SOLVED_METHODS = new Set(["chong_evaluate", "chong_analyze"]);

// Identifies the board of a request about Chong.
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
      // After a network error it may load later; what this browser can't compile, it never will.
      this.close(globalThis.WebAssembly && !(error instanceof WebAssembly.CompileError) ? LOST : ENDED);
    });
  }

  send(text) {
    const request = JSON.parse(text);
    const { id, method, params } = request;
    if (method === "cancel") {
      const { solving } = this;
      const found = solving?.id === params.id
        ? solver.cancel(params.id, solving.listener)
        : this.all().some((lane) => lane.cancel(params.id, this.hear));
      this.hear(JSON.stringify({ jsonrpc: "2.0", id, result: { cancelled: found } }));
    } else if (method === "chong_evaluate" && params.exact) this.solve(request);
    else if (SOLVED_METHODS.has(method) && boardOf(params) === solved) solver.ask(request, this.hear);
    else if (method === "info") this.lanes.quick.ask(request, (text) => this.hear(withParallel(text)));
    else this.lane(method, params).ask(request, this.hear);
  }

  // Returns the lane of a request: for a parallel search an idle one, if there is any.
  lane(method, params) {
    const lane = LANES[method] ?? "quick";
    if (lane !== "searches" || !params?.parallel) return this.lanes[lane];
    return this.parallel.find(({ running }) => !running) ?? this.parallel[0];
  }

  all() { return [...Object.values(this.lanes), ...this.parallel]; }

  solve(request) {
    const { hear } = this;
    // Requests about the previously solved board are no longer answered from it.
    solved = null;
    const listener = (text) => {
      const { result } = JSON.parse(text);
      if (result && !result.stopped) solved = boardOf(request.params);
      hear(text);
    };
    this.solving = { id: request.id, listener };
    solver.ask(request, listener, { result: { nodes: 0, stopped: "cancelled" } });
  }

  close(code = LOST) {
    if (this.readyState === WebSocket.CLOSED) return;
    this.readyState = WebSocket.CLOSED;
    for (const lane of this.all()) if (lane !== solver) lane.close();
    this.dispatchEvent(new CloseEvent("close", { code }));
  }
}

export const connect = () => new Local();

// The messages while the engine is unavailable: the seconds until the next try; that it can't run
// here; that there are no more tries.
export const said = {
  lost: (count) => t("frame.not-reached", { count }),
  ended: () => t("frame.not-loaded"),
  gone: () => t("frame.missing"),
};

// The public address of this page.
export const ADDRESS = `${globalThis.location?.origin ?? ""}${globalThis.location?.pathname ?? ""}`;

// What this page lacks compared with the program.
export const LESS = t("engine.without-program");
