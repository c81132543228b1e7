// Keys. On a hole, arrow keys move from hole to hole; elsewhere they step through the turns.
import { byId, element } from "../elements.js";
import { t } from "../language.js";
import { panel } from "../panels.js";

// The labels of keys, and the keys of their descriptions.
const HELP = [
  ["t", "throw"], ["d", "type"], [t("keys.space-key"), "space"], ["w", "ways"], ["\u2190 \u2192", "turns"],
  ["Home, End", "ends"], ["u, Ctrl+Z; Ctrl+Y", "undo"], ["b", "board"], ["s", "setup"], ["Escape", "escape"],
];

export function keys({ turns, board, setup, best, choose }) {
  const body = panel("help", t("keys.title"));
  const list = element("dl");
  for (const [name, what] of HELP) list.append(element("dt", name), element("dd", t(`chong.keys.${what}`)));
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
  // Moves up and down in the list of ways.
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
