// The list of turns, to step through.
import { byId, element } from "../elements.js";
import { button } from "../panels.js";
import { judgedInWords } from "./judge.js";
import { movesOf } from "./ways.js";

export function showTurns(game, judge) {
  judge.refresh();
  const rows = game.turns.map((turn, index) => {
    const item = element("li", undefined, { class: turn.player.toLowerCase() });
    const press = button("", () => game.go(index + 1), { title: turn.told });
    press.append(element("small", `${turn.player} ${turn.throw}`), " ", ...movesOf(turn.way, "span"));
    const judged = judge.of(index);
    if (judged) press.append(" ", element("small", judgedInWords(judged), { class: "judged" }));
    if (index + 1 === game.at) press.setAttribute("aria-current", "step");
    item.append(press);
    return item;
  });
  const list = byId("turns");
  const focused = [...list.children].findIndex((item) => item.contains(document.activeElement));
  list.replaceChildren(...rows);
  // Replacing the list must not lose the focus.
  if (focused >= 0) (rows[focused]?.firstElementChild ?? byId("ways")).focus({ preventScroll: true });
  const current = list.children[game.at - 1];
  if (current) list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
  else list.scrollTop = 0;
  byId("no-turns").hidden = rows.length > 0;
  const works = {
    first: game.at > 0, back: game.at > 0, next: game.at < game.turns.length, end: game.at < game.turns.length,
    undo: game.canUndo, redo: game.canRedo,
  };
  // Not `disabled`, which would take the focus from a button that is pressed repeatedly.
  for (const [id, can] of Object.entries(works)) byId(id).setAttribute("aria-disabled", !can);
}

export function turnControls(game) {
  const acts = {
    first: () => game.go(0), back: () => game.go(game.at - 1), next: () => game.go(game.at + 1),
    end: () => game.go(game.turns.length), undo: () => game.undo(), redo: () => game.redo(),
  };
  for (const [id, act] of Object.entries(acts)) byId(id).addEventListener("click", act);
  return acts;
}
