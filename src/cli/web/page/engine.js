// The engine: evaluates the shown place while it is on, and lends the connection to other searches, one at a
// time. It knows no page.
//
//   value   something is known of the shown place: `engine.found`
//   state   it has begun, ended, or was switched on or off
//   ended   a search of the shown place has come to its end
import { Lost } from "./server.js";

// What somebody else searches, and what whoever wants to search now can do.
const TAKEN = {
  solve: "The value is being proven: stop that first.",
  turns: "Whole turns are being searched: stop that first.",
  line: "The line is being analysed: stop that first.",
  choose: "The program is thinking: wait for its move.",
};

// Seconds of a search that goes on until somebody stops it.
export const FOREVER = 1e6;

export class Engine extends EventTarget {
  constructor({ study, server, complain }) {
    super();
    Object.assign(this, { study, server, complain });
    this.on = true;
    this.seconds = 5;
    this.threads = null;
    this.borrowed = 0;
    this.lines = 0;
    this.running = null;
    this.held = false;
    // While a person plays nothing is searched, and nothing is told.
    this.hushed = false;
    study.addEventListener("node", () => this.restart());
  }

  // What is known of the shown place.
  get found() { return this.hushed ? null : this.study.node.found; }

  // Limits, as parameters of a search.
  limits() {
    const limits = { time: this.seconds ?? FOREVER };
    if (this.threads !== null) limits.threads = this.threads;
    return limits;
  }

  set(changes) {
    Object.assign(this, changes);
    this.restart();
  }

  // Ends what runs, and searches the shown place anew.
  restart() {
    this.stop();
    this.guess();
    this.tell("value");
    const free = this.borrowed === 0 && !this.held && !this.hushed;
    if (this.on && free && this.server.state === "open") this.evaluate();
  }

  // While a position is set up there is nothing to search.
  hold(held) {
    this.held = held;
    this.restart();
  }

  hush(hushed) {
    this.hushed = hushed;
    this.restart();
  }

  stop() {
    this.running?.cancel();
    this.running = null;
    this.tell("state");
  }

  tell(name) { this.dispatchEvent(new Event(name)); }

  // A search of the position before has valued this one too: it is shown until there is something better.
  guess() {
    const { node } = this.study;
    const before = node.parent?.found;
    const move = before?.moves?.find((one) => one.move === node.move);
    if (node.found || !move) return;
    const { value, exact, lower, upper } = move;
    const depth = Math.max(0, before.depth - 1);
    node.found = { value, exact, lower, upper, depth, nodes: 0, moves: [], pv: [], before: true };
  }

  async evaluate() {
    const { node } = this.study;
    const started = performance.now();
    const learn = (found) => this.learn(node, { ...found, seconds: (performance.now() - started) / 1000 });
    const search = this.server.search("evaluate", { ...this.study.at(node), ...this.limits() }, learn);
    this.running = search;
    this.tell("state");
    await this.answered(search, learn);
  }

  // Waits for the answer of a search; a mistake is told, a lost connection is told elsewhere.
  async answered(search, learn) {
    try {
      learn(await search.answer);
    } catch (error) {
      if (!(error instanceof Lost) && search === this.running) this.complain(error.message, error.data);
    }
    if (search === this.running) {
      this.running = null;
      this.tell("state");
      this.tell("ended");
    }
  }

  // Keeps what says more than what was known: what is proven stays so.
  learn(node, found) {
    if (found.value === null || found.value === undefined) return;
    const known = node.found;
    if (known && !known.before && !found.exact) {
      const { value, exact, lower, upper, pv, ties } = known;
      if (exact) found = { ...found, value, exact, lower, upper, pv, ties };
      else if (found.depth < known.depth) return;
    }
    node.found = found;
    if (node === this.study.node) this.tell("value");
  }

  // What somebody else searches now: a method, or `line` for places one after the other.
  get lentTo() { return this.running ? this.running.lentTo : this.lines > 0 ? "line" : undefined; }

  // Why nobody else can have a search now, in words; empty if he can.
  get taken() { return TAKEN[this.lentTo] ?? ""; }

  // Room for searches of somebody else, until they are done; whatever place is shown, they go on.
  lend() {
    this.borrowed++;
    this.lines++;
    this.stop();
  }

  giveBack() {
    this.borrowed--;
    this.lines--;
    this.restart();
  }

  // Another search of the shown place, for which the evaluation makes room: its answer, or null if the
  // connection is lost. It is cancelled when another place is shown.
  async borrow(method, params, progress) {
    this.borrowed++;
    this.stop();
    const search = this.server.search(method, { ...this.study.at(), ...params }, progress);
    search.lentTo = method;
    this.running = search;
    this.tell("state");
    try {
      return await search.answer;
    } catch (error) {
      if (!(error instanceof Lost)) throw error;
      return null;
    } finally {
      this.borrowed--;
      if (this.running === search || (this.running === null && this.borrowed === 0)) this.restart();
    }
  }
}
