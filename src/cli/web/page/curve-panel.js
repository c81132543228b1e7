// The panel of the value curve: the known values of the shown line, and the costliest turns.
import { decisive, lossesOf, placesOf } from "./curve.js";
import { CurvePlot, nameOf } from "./curve-plot.js";
import { element, row } from "./elements.js";
import { number, t } from "./language.js";
import { mistakesIn } from "./mistakes.js";
import { beside, button, choice, isOpen, labelled, panel } from "./panels.js";
import { keyOf } from "./plot.js";
import { Lost } from "./server.js";
import { kindInWords, long } from "./words.js";

const TIMES = [0.3, 1, 5, 30];
// Maximum number of turns to list.
const NAMED = 5;

export class CurvePanel {
  // `learn` starts the questions about costly turns.
  constructor({ study, server, engine, say, complain }, learn) {
    Object.assign(this, { study, server, engine, say, complain, learn });
    // The running analysis, the last drawing, and the frame of the next one.
    this.running = null;
    this.drawn = "";
    this.frame = null;
    this.body = panel("curve", t("curve.title"));
    this.controls();
    this.picture();
    this.listen();
  }

  controls() {
    this.time = choice(TIMES.map((time) => [time, t("engine.seconds", { count: written(time) })]), { id: "curve-time" });
    this.time.value = "1";
    const press = () => (this.running ? this.stop() : this.analyse());
    this.start = button(t("curve.analyse"), press, { id: "curve-analyse" });
    this.progress = element("progress", undefined, { "aria-label": t("curve.progress"), hidden: "" });
    this.told = element("p", "", { id: "curve-told", class: "faint" });
    this.body.append(beside(this.start, labelled(t("curve.for-each"), this.time), this.progress), this.told);
  }

  picture() {
    this.within = element("div", undefined, { id: "curve-plot" });
    this.plot = new CurvePlot(this.within, ({ node }) => this.study.go(node));
    const axis = element("p", t("curve.axis"), { class: "axis" });
    const legend = element("ul", undefined, { class: "legend" });
    legend.append(...["proven", "about", "least", "most"].map((one) => keyOf(one, kindInWords(one))));
    this.worst = element("div", undefined, { id: "curve-losses" });
    this.table = element("table", undefined, { id: "curve-table", "aria-label": t("engine.table") });
    const scroll = element("div", undefined, {
      class: "scroll values", tabindex: "0", role: "region", "aria-label": t("curve.values"),
    });
    scroll.append(this.table);
    const whole = element("details");
    whole.append(element("summary", t("curve.as-table")), scroll);
    this.body.append(axis, this.within, legend, this.worst, whole);
  }

  listen() {
    const { study, engine, body } = this;
    // Values arrive ten times a second and are drawn once per frame.
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

  // Evaluates all places of the line, several at once, starting at its end: values there help the
  // earlier places.
  async analyse() {
    if (this.engine.taken) return this.say(this.engine.taken);
    const all = placesOf(this.study.tree).reverse();
    const mine = { searches: new Set(), stopped: false };
    this.begun(mine, all.length);
    try {
      const { parallel } = await this.server.ask("info");
      const places = all.values();
      await Promise.all(Array.from({ length: parallel }, () => this.some(mine, places)));
      if (!mine.stopped) this.finish(all);
    } catch (error) {
      const lost = error instanceof Lost;
      // The analysis was stopped before it found anything.
      if (lost && mine.stopped) return;
      this.told.textContent = lost ? t("curve.lost") : "";
      if (!lost) this.complain(error.message, error.data);
    } finally {
      this.cancel(mine);
      if (this.running === mine) this.ended();
    }
  }

  // Evaluates the places that no other worker has taken, one after another.
  async some(mine, places) {
    for (const { node } of places) {
      if (mine.stopped) return;
      if (!node.found?.exact && !node.sowing) await this.evaluate(mine, node);
      if (!mine.stopped) this.reached(this.progress.value + 1);
    }
  }

  // Shows how many places are evaluated.
  reached(index) {
    this.progress.value = index;
    this.told.textContent = t("curve.of", { index, count: this.progress.max });
  }

  cancel(mine) {
    mine.stopped = true;
    for (const search of mine.searches) search.cancel();
  }

  begun(mine, number) {
    this.running = mine;
    this.start.textContent = t("curve.stop");
    this.progress.hidden = false;
    this.progress.max = number;
    this.reached(0);
    this.engine.lend();
  }

  ended() {
    this.running = null;
    this.start.textContent = t("curve.analyse");
    this.progress.hidden = true;
    this.engine.giveBack();
  }

  async evaluate(mine, node) {
    const { engine, study } = this;
    const limits = { time: Number(this.time.value) };
    if (engine.threads !== null) limits.threads = engine.threads;
    const search = this.server.search("evaluate", { ...study.at(node), ...limits, parallel: true });
    mine.searches.add(search);
    engine.learn(node, await search.answer);
    mine.searches.delete(search);
    this.draw();
  }

  finish(all) {
    const proven = all.filter(({ node }) => node.found?.exact).length;
    this.told.textContent = t("curve.analysed", { count: all.length, proven });
    this.draw();
    const first = this.worst.querySelector("li") ?? this.worst.querySelector("p");
    this.say(t("curve.is-analysed", { text: first.firstChild.textContent }));
  }

  stop() {
    this.cancel(this.running);
    this.told.textContent = t("curve.stopped");
    this.ended();
  }

  // Redraws if something is new, and marks the current place.
  draw() {
    if (!isOpen(this.body)) return;
    const places = placesOf(this.study.tree);
    const known = ({ node, found }) =>
      [node.move, found && [found.value, found.exact, found.lower, found.upper]];
    const text = JSON.stringify([this.within.clientWidth, places.map(known)]);
    if (text !== this.drawn) {
      this.drawn = text;
      this.plot.draw(places);
      this.table.replaceChildren(row([t("curve.move"), t("curve.value")], true), ...places.map((place) =>
        row([nameOf(place), place.found ? long(place.found) : t("curve.not-known")])));
      this.losses(places);
    }
    this.plot.mark(this.study.node);
  }

  // Shows what is proven about the turns: which one decided the round, and which ones cost their
  // player something.
  losses(places) {
    const all = lossesOf(places);
    const worst = all.filter(({ least }) => least > 0).slice(0, NAMED);
    const last = decisive(places);
    const list = element("ol", undefined, { class: "losses" });
    list.append(...worst.map((turn) => this.turn(turn, fell(turn))));
    const parts = worst.length > 0 ? [element("h3", t("curve.cost-most")), list] : [];
    if (mistakesIn(this.study.tree).length > 0) {
      parts.push(button(t("curve.learn"), this.learn, { id: "mistakes-begin" }));
    }
    if (last) parts.unshift(this.turn(last, decided(last), "p"));
    const best = all.filter(({ most }) => most === 0).length;
    parts.push(element("p", told(places, worst.length, best), { class: "faint" }));
    const focused = this.worst.contains(document.activeElement);
    this.worst.replaceChildren(...parts);
    // Replacing the list must not lose the focus.
    if (focused) (this.worst.querySelector("button") ?? this.start).focus();
  }

  // A turn with its description and a link to it.
  turn({ turn, moves, node }, text, kind = "li") {
    const item = element(kind);
    const there = button(t("curve.go"), () => this.study.go(node), {
      class: "small", "aria-label": t("curve.go-to", { count: turn }),
    });
    item.append(t("curve.turn", { count: turn, moves: moves.join(" "), text }), " ", there);
    return item;
  }
}

function fell({ side, least, most }) {
  return least === most ? t("curve.fell", { side, count: least }) : t("curve.fell-between", { side, least, most });
}

function decided({ winner }) {
  return winner === "nobody" ? t("curve.decided-draw") : t("curve.decided", { side: winner });
}

// Describes the turns that are not listed.
function told(places, lost, best) {
  if (!places.some(({ found }) => found)) return t("curve.nothing");
  const none = lost === 0 ? [t("curve.none-cost")] : [];
  return [...none, t("curve.best", { count: best }), t("curve.lead")].join(" ");
}

// A time in seconds; a whole number selects a plural form.
function written(time) { return Number.isInteger(time) ? time : number(time, 1); }
