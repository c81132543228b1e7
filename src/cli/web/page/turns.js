// What whole turns can gain, and what the book has for the shown opening.
import { element } from "./elements.js";
import { t } from "./language.js";
import { button, chips, panel, refill } from "./panels.js";
import { Lost } from "./server.js";
import { counted } from "./words.js";

export function turnsPanel({ study, server, engine, stage, say, complain }) {
  const body = panel("turns", t("turns.title"), { where: "side", open: true });
  const ask = button(t("turns.ask"), () => search(), { id: "turns-ask" });
  const found = element("div", undefined, { id: "turns-found" });
  const book = element("div", undefined, { id: "book" });
  body.append(ask, found, book);

  // A line below a sentence. Clicking a move plays up to it.
  function line(text, all) {
    const whole = element("div", undefined, { class: "turn" });
    const list = element("ol", undefined, { class: "chips short", "aria-label": text });
    const head = element("p", `${text} `);
    head.append(button(t("turns.play"), () => study.playAll(all), { class: "small" }));
    chips(list, all, (index) => study.playAll(all.slice(0, index + 1)));
    whole.append(head, list);
    return whole;
  }

  function lines({ harvest, shortest, fewest_laps: fewest, set, stopped }) {
    const parts = [];
    const add = (key, one, more) => parts.push(line(sure(t(key, { moves: moves(one), ...more }), one), one.line));
    if (shortest) add("turns.wins", shortest, { seeds: counted(shortest.seeds, "seeds") });
    else parts.push(element("p", none(harvest, stopped)));
    if (fewest && fewest.line.join() !== shortest?.line.join()) {
      add("turns.fewest", fewest, { laps: counted(fewest.laps, "laps") });
    }
    if (set?.shortest) add("turns.wins-set", set.shortest);
    if (harvest?.line.length > 0) add("turns.most", harvest, { count: harvest.seeds });
    return parts;
  }

  async function search() {
    const { node } = study;
    if (engine.lentTo === "turns") return engine.stop();
    if (engine.taken) return say(engine.taken);
    if (stage.over) return say(t("turns.over"));
    found.replaceChildren(element("p", t("turns.looking"), { class: "faint" }));
    const told = (turns) => {
      if (study.node === node && turns.harvest) refill(found, lines(turns));
    };
    try {
      const turns = await engine.borrow("turns", engine.limits(), told);
      if (study.node !== node) return undefined;
      if (!turns) found.replaceChildren();
      else {
        told(turns);
        say(found.querySelector("p")?.firstChild.textContent ?? "");
      }
    } catch (error) {
      found.replaceChildren();
      complain(error.message, error.data);
    }
    return undefined;
  }

  // The lines of the book, where some goals may be unknown.
  function bookLines(entry) {
    const parts = [element("h3", t("turns.book"))];
    const add = (key, one) => {
      if (!one) return;
      const text = t(key, { moves: moves(one), seeds: counted(one.seeds, "seeds") });
      parts.push(line(sure(text, one), one.line.split(" ")));
    };
    add("turns.book-most", entry.harvest);
    for (const [name, goal] of [["round", entry.round], ["set", entry.set]]) {
      if (goal?.impossible) parts.push(element("p", t(`turns.no-${name}`)));
      add(`turns.book-${name}`, goal?.shortest);
    }
    return parts;
  }

  async function look() {
    const { node } = study;
    refill(found, []);
    if (node.parent) return refill(book, []);
    try {
      const entry = await server.ask("book", study.at(node));
      if (study.node === node) refill(book, entry ? bookLines(entry) : []);
    } catch (error) {
      if (!(error instanceof Lost)) refill(book, []);
    }
    return undefined;
  }

  study.addEventListener("node", look);
  engine.addEventListener("state", () => {
    ask.textContent = t(engine.lentTo === "turns" ? "turns.stop" : "turns.ask");
  });
  return { search };
}

const moves = (one) => counted(one.moves, "moves");
// Describes that no winning turn was found. A proven harvest says so for all turns.
function none(harvest, stopped) {
  if (harvest?.proven) return t("turns.none-proven");
  return t(stopped ? "turns.none-so-far" : "turns.none-known");
}

const sure = (text, { proven }) => t(proven ? "turns.best" : "turns.plain", { text });
