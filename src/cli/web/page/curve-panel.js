// The panel of the value curve: what is known of the line that is shown, and the turns that lost most.
import { decisive, lossesOf, placesOf } from "./curve.js";
import { CurvePlot, keyOf, nameOf } from "./curve-plot.js";
import { element, row } from "./elements.js";
import { beside, button, choice, isOpen, labelled, panel } from "./panels.js";
import { mistakesIn } from "./mistakes.js";
import { Lost } from "./server.js";
import { counted, long } from "./words.js";

const TIMES = [["0.3", "0.3 seconds"], ["1", "1 second"], ["5", "5 seconds"], ["30", "30 seconds"]];
// Turns that are named.
const NAMED = 5;
const LEAD = "A lead is one's own seeds less the other's at the end of the round.";

export class CurvePanel {
  // `learn` asks the turns that lost again.
  constructor({ study, server, engine, say, complain }, learn) {
    Object.assign(this, { study, server, engine, say, complain, learn });
    // The analysis under way, what was drawn last, and the frame in which it will be drawn again.
    this.running = null;
    this.drawn = "";
    this.frame = null;
    this.body = panel("curve", "Value of the game");
    this.controls();
    this.picture();
    this.listen();
  }

  controls() {
    this.time = choice(TIMES, { id: "curve-time" });
    this.time.value = "1";
    const press = () => (this.running ? this.stop() : this.analyse());
    this.start = button("Analyse the line", press, { id: "curve-analyse" });
    this.progress = element("progress", undefined, { "aria-label": "Places that are evaluated", hidden: "" });
    this.told = element("p", "", { id: "curve-told", class: "faint" });
    this.body.append(beside(this.start, labelled("for each place", this.time), this.progress), this.told);
  }

  picture() {
    this.within = element("div", undefined, { id: "curve-plot" });
    this.plot = new CurvePlot(this.within, ({ node }) => this.study.go(node));
    const what = "A's seeds less B's at the end of the round, after each move";
    const axis = element("p", what, { class: "axis" });
    const legend = element("ul", undefined, { class: "legend" });
    legend.append(keyOf("proven", "proven"), keyOf("about", "estimated"));
    legend.append(keyOf("least", "at least, proven"), keyOf("most", "at most, proven"));
    this.worst = element("div", undefined, { id: "curve-losses" });
    this.table = element("table", undefined, { id: "curve-table", "aria-label": "Moves and their values" });
    const scroll = element("div", undefined, {
      class: "scroll values", tabindex: "0", role: "region", "aria-label": "Values of the line",
    });
    scroll.append(this.table);
    const whole = element("details");
    whole.append(element("summary", "As a table"), scroll);
    this.body.append(axis, this.within, legend, this.worst, whole);
  }

  listen() {
    const { study, engine, body } = this;
    // Values come ten times a second, and are drawn once a frame.
    const soon = () => {
      this.frame ??= requestAnimationFrame(() => {
        this.frame = null;
        this.draw();
      });
    };
    engine.addEventListener("value", soon);
    for (const event of ["node", "edit"]) study.addEventListener(event, soon);
    body.parentElement.addEventListener("toggle", soon);
    new ResizeObserver(soon).observe(this.within);
    // Another game ends the analysis of this one.
    study.addEventListener("game", () => {
      if (this.running) this.stop();
      this.told.textContent = "";
    });
  }

  // Evaluates all places of the line, from its end: what is known of the end helps before it.
  async analyse() {
    if (this.engine.taken) return this.say(this.engine.taken);
    const all = placesOf(this.study.tree).reverse();
    const mine = { search: null, stopped: false };
    this.begun(mine, all.length);
    try {
      for (const [index, { node }] of all.entries()) {
        this.progress.value = index;
        this.told.textContent = `${index} of ${counted(all.length, "place")}.`;
        if (!node.found?.exact) await this.evaluate(mine, node);
        if (mine.stopped) break;
      }
      if (!mine.stopped) this.finish(all);
    } catch (error) {
      const lost = error instanceof Lost;
      // What was stopped before it had found anything.
      if (lost && mine.stopped) return;
      this.told.textContent = lost ? "The connection is lost: analyse the line again when it is back." : "";
      if (!lost) this.complain(error.message, error.data);
    } finally {
      if (this.running === mine) this.ended();
    }
  }

  begun(mine, number) {
    this.running = mine;
    this.start.textContent = "Stop";
    this.progress.hidden = false;
    this.progress.max = number;
    this.engine.lend();
  }

  ended() {
    this.running = null;
    this.start.textContent = "Analyse the line";
    this.progress.hidden = true;
    this.engine.giveBack();
  }

  async evaluate(mine, node) {
    const { engine, study } = this;
    const limits = { time: Number(this.time.value) };
    if (engine.threads !== null) limits.threads = engine.threads;
    mine.search = this.server.search("evaluate", { ...study.at(node), ...limits });
    engine.learn(node, await mine.search.answer);
    this.draw();
  }

  finish(all) {
    const proven = all.filter(({ node }) => node.found?.exact).length;
    this.told.textContent = `${counted(all.length, "place")}, ${proven} proven.`;
    this.draw();
    const first = this.worst.querySelector("li") ?? this.worst.querySelector("p");
    this.say(`The line is analysed. ${first.firstChild.textContent}`);
  }

  stop() {
    this.running.stopped = true;
    this.running.search?.cancel();
    this.told.textContent = "Stopped.";
    this.ended();
  }

  // Draws anew if there is something new, and marks where we are.
  draw() {
    if (!isOpen(this.body)) return;
    const places = placesOf(this.study.tree);
    const known = ({ node, found }) =>
      [node.move, found && [found.value, found.exact, found.lower, found.upper]];
    const text = JSON.stringify([this.within.clientWidth, places.map(known)]);
    if (text !== this.drawn) {
      this.drawn = text;
      this.plot.draw(places);
      this.table.replaceChildren(row(["Move", "Value"], true), ...places.map((place) =>
        row([nameOf(place), place.found ? long(place.found) : "not known"])));
      this.losses(places);
    }
    this.plot.mark(this.study.node);
  }

  // What is sure of the turns: which one decided the round, and which ones cost whose turn it was something.
  losses(places) {
    const all = lossesOf(places);
    const worst = all.filter(({ least }) => least > 0).slice(0, NAMED);
    const last = decisive(places);
    const list = element("ol", undefined, { class: "losses" });
    list.append(...worst.map((turn) => this.turn(turn, fell(turn))));
    const parts = worst.length > 0 ? [element("h3", "Turns that cost most"), list] : [];
    if (mistakesIn(this.study.tree).length > 0) {
      parts.push(button("Learn from these mistakes", this.learn, { id: "mistakes-begin" }));
    }
    if (last) parts.unshift(this.turn(last, decided(last), "p"));
    const best = all.filter(({ most }) => most === 0).length;
    parts.push(element("p", told(places, worst.length, best), { class: "faint" }));
    const focused = this.worst.contains(document.activeElement);
    this.worst.replaceChildren(...parts);
    // The focus does not go with what it was on.
    if (focused) (this.worst.querySelector("button") ?? this.start).focus();
  }

  // A turn, what is said of it, and the way there.
  turn({ turn, moves, node }, text, kind = "li") {
    const item = element(kind);
    item.append(`Turn ${turn}, ${moves.join(" ")}: ${text}.`, " ", button("Go there", () => this.study.go(node), {
      class: "small", "aria-label": `Go to where turn ${turn} begins`,
    }));
    return item;
  }
}

function fell({ side, least, most }) {
  return `${side}'s lead fell by ${least === most ? least : `at least ${least}, at most ${most}`}, proven`;
}

function decided({ winner }) {
  const what = winner === "nobody" ? "a draw is" : `${winner}'s win is`;
  return `it decides the round: after it ${what} proven, before it that was not`;
}

// What there is to say of the turns that are not named.
function told(places, lost, best) {
  if (!places.some(({ found }) => found)) return "Nothing is known of this line yet.";
  const none = lost === 0 ? "No turn is proven to have cost anything. " : "";
  return `${none}${counted(best, "turn")} proven best. ${LEAD}`;
}
