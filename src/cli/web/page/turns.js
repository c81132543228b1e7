// What whole turns can bring, and what the book knows of the shown opening.
import { element } from "./elements.js";
import { button, chips, panel, refill } from "./panels.js";
import { Lost } from "./server.js";
import { counted } from "./words.js";

const ASK = "What can this turn bring?";

export function turnsPanel({ study, server, engine, stage, say, complain }) {
  const body = panel("turns", "This turn, and the book", { where: "side", open: true });
  const ask = button(ASK, () => search(), { id: "turns-ask" });
  const found = element("div", undefined, { id: "turns-found" });
  const book = element("div", undefined, { id: "book" });
  body.append(ask, found, book);

  // A line with a sentence above it. A press on a move plays up to it.
  function line(text, all) {
    const whole = element("div", undefined, { class: "turn" });
    const list = element("ol", undefined, { class: "chips short", "aria-label": text });
    const head = element("p", `${text} `);
    head.append(button("Play it", () => study.playAll(all), { class: "small" }));
    chips(list, all, (index) => study.playAll(all.slice(0, index + 1)));
    whole.append(head, list);
    return whole;
  }

  function lines({ harvest, shortest, fewest_laps: fewest, set, stopped }) {
    const parts = [];
    const add = (text, one) => parts.push(line(`${text}${sure(one)}.`, one.line));
    if (shortest) {
      add(`This turn can win: ${moves(shortest)}, ${shortest.seeds} seeds`, shortest);
    } else {
      parts.push(element("p", `${none(harvest, stopped)}.`));
    }
    if (fewest && fewest.line.join() !== shortest?.line.join()) {
      add(`In the fewest laps: ${counted(fewest.laps, "lap")}, ${moves(fewest)}`, fewest);
    }
    if (set?.shortest) add(`It can win the set: ${moves(set.shortest)}`, set.shortest);
    if (harvest?.line.length > 0) add(`Most seeds: ${harvest.seeds}, with ${moves(harvest)}`, harvest);
    return parts;
  }

  async function search() {
    const { node } = study;
    if (engine.lentTo === "turns") return engine.stop();
    if (engine.taken) return say(engine.taken);
    if (stage.over) return say("The round is over.");
    found.replaceChildren(element("p", "Looking at whole turns.", { class: "faint" }));
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

  // The lines of the book, of which goals only some are known.
  function bookLines(entry) {
    const parts = [element("h3", "The book knows this opening")];
    const add = (text, one) => {
      if (one) parts.push(line(`${text}: ${moves(one)}, ${one.seeds} seeds${sure(one)}.`, one.line.split(" ")));
    };
    add("Most seeds", entry.harvest);
    for (const [name, goal] of [["round", entry.round], ["set", entry.set]]) {
      if (goal?.impossible) parts.push(element("p", `No turn wins the ${name}.`));
      add(`Wins the ${name}`, goal?.shortest);
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
    ask.textContent = engine.lentTo === "turns" ? "Stop looking" : ASK;
  });
  return { search };
}

const moves = (one) => counted(one.moves, "move");
// That no turn is found that wins. The most that a turn can bring says it of all turns, if it is proven.
function none(harvest, stopped) {
  if (harvest?.proven) return "No turn brings more than half of the seeds, proven";
  return `No turn is known${stopped ? " so far" : ""} that brings more than half of the seeds`;
}

const sure = ({ proven }) => (proven ? ", proven to be the best" : "");
