// Keys. On a hole arrows go from hole to hole; else they walk the turns.
import { byId, element } from "../elements.js";
import { panel } from "../panels.js";

const HELP = [
  ["t", "throws the dice"],
  ["d", "goes to the field in which a throw is typed"],
  ["Space", "plays the best way, or passes"],
  ["w", "goes to the ways; up and down there, Enter plays"],
  ["\u2190 \u2192", "a turn back, a turn on"],
  ["Home, End", "the start, the end of the game"],
  ["u, Ctrl+Z; Ctrl+Y", "undo; do it again"],
  ["b", "goes to the board: arrows go from hole to hole, Enter picks out the ways through a hole"],
  ["s", "sets up a position; then the letters S K Q s k q . on a hole"],
  ["Escape", "leaves a field, the board or the set-up, and shows all ways"],
];

export function keys({ turns, board, setup, best, choose }) {
  const body = panel("help", "Keys");
  const list = element("dl");
  for (const [name, what] of HELP) list.append(element("dt", name), element("dd", what));
  body.append(list);
  const press = (id) => { if (!byId(id).disabled) byId(id).click(); };
  const acts = {
    t: () => press("throw"), d: () => byId("faces").focus(), " ": best,
    w: () => byId("ways").querySelector("button")?.focus(), b: () => board.focus(board.active),
    s: () => { byId("setup").open = true; board.focus(board.active); }, u: () => press("undo"),
    ArrowLeft: turns.back, ArrowRight: turns.next, Home: turns.first, End: turns.end,
    "?": () => { byId("help").open = true; byId("help").firstElementChild.focus(); },
    Escape: () => choose(null),
  };
  // Up and down within the ways.
  const step = (button, by) => {
    const all = [...byId("ways").querySelectorAll("button")];
    all[Math.max(0, Math.min(all.indexOf(button) + by, all.length - 1))]?.focus();
  };

  document.addEventListener("keydown", (event) => {
    const { key, target } = event;
    const control = event.ctrlKey || event.metaKey;
    if (target.closest?.("input:not([type=checkbox]):not([type=radio]), textarea, select")) {
      if (key === "Escape") target.blur();
      return;
    }
    if (control && /^[zy]$/i.test(key)) {
      event.preventDefault();
      press(key.toLowerCase() === "z" && !event.shiftKey ? "undo" : "redo");
      return;
    }
    if (control || event.altKey) return;
    const hole = target.closest?.("[data-hole]");
    if (setup.active) {
      if (key === "Escape") setup.leave();
      else if (!hole || !setup.press(Number(hole.dataset.hole), key)) return;
      event.preventDefault();
      return;
    }
    const way = target.closest?.("#ways button, #ways");
    if (way && (key === "ArrowDown" || key === "ArrowUp")) {
      event.preventDefault();
      step(way, key === "ArrowDown" ? 1 : -1);
      return;
    }
    if (/^( |Enter)$/.test(key) && target.closest?.("button, summary, a, input")) return;
    const act = acts[key];
    if (!act) return;
    event.preventDefault();
    if (key === "Escape") target.blur?.();
    act();
  });
}
