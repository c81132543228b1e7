// The engine: evaluates the shown place while it is on, and lends the connection to other searches, one at a
// time. Independent of the page. Events:
//
//   value   the shown place has a new value: `engine.found`
//   state   a search has begun or ended, or the engine was switched on or off
//   ended   a search of the shown place is complete
import { seenBy } from "./bounds.js";
import { seedsOf } from "./games.js";
import { bound, inherit, learn, safer, spread } from "./known.js";
import { t } from "./language.js";
import { Lost } from "./server.js";

// The time limit, in seconds, of a search without an end.
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
    // The reasons to stay silent: a person plays or learns.
    this.hushing = new Set();
    for (const event of ["node", "reached"]) study.addEventListener(event, () => this.restart());
  }

  // The known value of the shown place.
  get found() { return this.hushed ? null : this.study.node.found; }

  // The limits, as parameters of a search.
  limits() {
    const limits = { time: this.seconds ?? FOREVER };
    if (this.threads !== null) limits.threads = this.threads;
    return limits;
  }

  set(changes) {
    Object.assign(this, changes);
    this.restart();
  }

  // Ends the running search and searches the shown place again.
  restart() {
    this.stop();
    this.guess();
    this.tell("value");
    const free = this.borrowed === 0 && !this.held && !this.hushed && !this.study.node.sowing;
    if (this.on && free && this.server.state === "open") this.evaluate();
  }

  // While a position is set up, nothing is searched.
  hold(held) {
    this.held = held;
    this.restart();
  }

  get hushed() { return this.hushing.size > 0; }

  hush(hushed, who = "game") {
    if (this.hushing.has(who) === hushed) return;
    if (hushed) this.hushing.add(who);
    else this.hushing.delete(who);
    this.restart();
  }

  stop() {
    this.running?.cancel();
    this.running = null;
    this.tell("state");
  }

  tell(name) { this.dispatchEvent(new Event(name)); }

  // Derives bounds for this place from the places before it.
  guess() { inherit(this.study.tree.path(), this.study.repeats); }

  async evaluate() {
    const { node } = this.study;
    const started = performance.now();
    const learn = (found) => this.learn(node, { ...found, seconds: (performance.now() - started) / 1000 });
    // Every move gets its value and its line, so that people can compare them.
    const asked = { ...this.study.at(node), ...this.limits(), every_move: true };
    const search = this.server.search("evaluate", asked, learn);
    this.running = search;
    this.tell("state");
    await this.answered(search, learn);
  }

  // Waits for the answer of a search. Errors are reported here, a lost connection elsewhere.
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

  // Merges the findings about a place with what is known about it and other places. A place of a game
  // that was left has other rules.
  learn(node, found) {
    if (!this.study.tree.holds(node)) return;
    this.joined(() => {
      if (found.value === null || found.value === undefined) bound(node, found);
      else learn(node, found, this.study.repeats);
    });
    this.keep(node);
  }

  // A contradiction of proven values is reported, and nothing changes.
  joined(act) {
    try {
      act();
    } catch (error) {
      this.complain(t("engine.report", { message: error.message }));
    }
    this.tell("value");
  }

  // A bound can include what the rest of the turn gains. Whether the best line's first turn gains
  // it shows in the stores after that turn; then the bound holds along the whole line.
  async keep(node) {
    const { found } = node;
    if (!found || found.exact || this.study.repeats) return;
    const side = found.pv[0]?.[0];
    const end = found.pv.findIndex((move) => move[0] !== side);
    const turn = end < 0 ? found.pv : found.pv.slice(0, end);
    const { lower } = seenBy(side, found);
    const text = `${lower} ${turn}`;
    if (turn.length === 0 || found.value !== (side === "A" ? found.lower : found.upper) || node.asked === text) return;
    node.asked = text;
    try {
      const game = this.study.at(node);
      const { after } = await this.server.ask("play", { ...game, line: [...game.line ?? [], ...turn] });
      const store = Number.parseInt(after.split(" ")[side === "A" ? 0 : 1].split("/")[1], 10);
      const [a, b] = seedsOf(after);
      const sure = 2 * store - a - b;
      if (sure < lower) return;
      const keeps = { line: turn, ...seenBy(side, { lower: sure, upper: Infinity }) };
      this.joined(() => {
        node.found.keeps = safer(node.found.keeps, keeps);
        spread(node);
      });
    } catch (error) {
      if (!(error instanceof Lost)) this.complain(error.message, error.data);
    }
  }

  // The other search that is running: a method, or `line` for places one after another.
  get lentTo() { return this.running ? this.running.lentTo : this.lines > 0 ? "line" : undefined; }

  // The reason why no other search can start now; empty if it can.
  get taken() { return this.lentTo ? t(`engine.taken-${this.lentTo}`) : ""; }

  // Makes room for other searches until they are done; they continue whatever place is shown.
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

  // Runs another search of the shown place, instead of the evaluation. Returns its answer, or null
  // if the connection is lost. It is cancelled when another place is shown.
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
