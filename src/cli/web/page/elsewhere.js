// How a move would end under the other rule sets: of the hole pointed at, or of a move chosen here.
import { element } from "./elements.js";
import { t } from "./language.js";
import { chips, isOpen, panel } from "./panels.js";
import { Lost } from "./server.js";
import { optionName, outcome } from "./words.js";

export function elsewherePanel({ study, server, stage, complain }) {
  const body = panel("elsewhere", t("elsewhere.title"));
  const list = element("ol", undefined, { class: "chips short", "aria-label": t("elsewhere.moves") });
  const told = element("div", undefined, { id: "elsewhere-told", "aria-live": "polite" });
  body.append(element("p", t("elsewhere.about"), { class: "faint" }), list, told);
  // The answer for the place on the board, and the chosen move.
  let found = { moves: [] };
  let chosen = null;

  // A move in words, with the cell of its last seed.
  const ends = (played) => t("elsewhere.ends", { outcome: outcome(played), hole: played.lands.at(-1) });

  const option = ([name, value]) => t("elsewhere.option", { option: optionName(name), value: t(`options.${name}.${value}`) });

  function show(name) {
    const move = found.moves.find(({ here }) => here.move === name);
    if (!move) return;
    chosen = name;
    for (const button of list.querySelectorAll("button")) {
      if (button.textContent === name) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    }
    const others = move.elsewhere.map(({ rules, options, there }) => {
      const one = element("p");
      const why = Object.entries(options).map(option).join("; ");
      one.append(element("b", rules.join(", ")), `: ${ends(there)}. `, element("span", why, { class: "faint" }));
      return one;
    });
    told.replaceChildren(element("p", t("elsewhere.here", { move: name, what: ends(move.here) })));
    if (others.length === 0) others.push(element("p", t("elsewhere.alike")));
    told.append(...others);
  }

  async function ask() {
    if (!isOpen(body) || stage.found?.mover === "AB") return clear();
    const { node } = study;
    if (found.node === node) return undefined;
    try {
      const answer = await server.ask("elsewhere", study.step(node));
      if (study.node !== node) return undefined;
      found = { ...answer, node };
      told.replaceChildren();
      const names = answer.moves.map(({ here }) => here.move);
      chips(list, names, (index) => show(names[index]));
      show(names.includes(chosen) ? chosen : names[0]);
    } catch (error) {
      if (!(error instanceof Lost)) complain(error.message, error.data);
    }
    return undefined;
  }

  function clear() {
    found = { moves: [] };
    list.replaceChildren();
    told.replaceChildren();
  }

  body.parentElement.addEventListener("toggle", ask);
  stage.addEventListener("settled", ask);
  for (const event of ["pointerover", "focusin"]) {
    stage.place.addEventListener(event, ({ target }) => {
      const cell = target.closest("[data-cell]");
      if (cell && isOpen(body)) show(stage.boards.cells[Number(cell.dataset.cell)]);
    });
  }
}
