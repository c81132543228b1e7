// Keys. On a focused hole, arrow keys move from hole to hole; elsewhere they step through the
// moves.
import { byId, element } from "./elements.js";
import { bestLine } from "./known.js";
import { t } from "./language.js";
import { marks } from "./marks.js";
import { panel } from "./panels.js";
import { isTurned } from "./sides.js";

// Milliseconds to wait for the second digit of a hole.
const SECOND = 700;

// The labels of keys, and the keys of their descriptions.
const HELP = [
  ["\u2190 \u2192", "line"], ["\u2191 \u2193", "lines"], ["Home, End", "ends"], ["1 2 3 \u2026", "number"], [".", "stop"],
  [t("keys.space-key"), "space"], ["r", "again"], ["l", "lap"], ["+ \u2212", "speed"], ["o", "turn"], ["q", "stand"], ["f", "alone"], ["e", "engine"],
  ["v", "prove"], ["t", "turns"], ["u, Ctrl+Z; Ctrl+Y", "undo"], ["Delete", "delete"], ["m", "promote"], ["n", "name"],
  ["h", "hint"], ["s", "setup"], ["b", "board"], ["c", "copy"], ["i, k", "panels"], ["?", "help"], ["Escape", "escape"],
];

export function keys(page) {
  const { study, stage, engine, setup, controls, say } = page;
  const body = panel("help", t("keys.panel"));
  const list = element("dl");
  for (const [name, what] of HELP) list.append(element("dt", name), element("dd", t(`keys.${what}`)));
  const [ofMarks, ofKeys] = [element("div"), element("div")];
  ofMarks.append(element("h3", t("marks.title")), marks(),
    ...["marks.values", "glyphs.legend"].map((key) => element("p", t(key), { class: "faint" })));
  ofKeys.append(element("h3", t("keys.title")), list);
  body.classList.add("halves");
  body.append(ofMarks, ofKeys);

  const best = () => {
    if (page.skip()) return;
    const move = engine.found && bestLine(engine.found)[0];
    if (move && stage.legal(move)) study.play(move);
    else if (stage.over) say(t("turns.over"));
    else if (engine.found?.moves.length > 0) say(t("mistakes.unknown"));
    else say(t("keys.no-move"));
  };
  const unfold = (id) => () => { byId(id).open = true; document.querySelector(`#${id} summary`).focus(); };
  const press = (id) => () => { if (!byId(id).disabled) byId(id).click(); };
  const walk = {
    ArrowLeft: controls.back, ArrowRight: controls.next, Home: controls.first, End: controls.end,
    PageUp: controls.back, PageDown: controls.next,
    ArrowUp: () => study.go(study.tree.sibling(-1)), ArrowDown: () => study.go(study.tree.sibling(1)),
  };
  const acts = {
    ...walk, " ": best, r: () => stage.again(), l: () => stage.lap(), "+": () => controls.speed(1), "-": () => controls.speed(-1),
    o: press("turn-board"), q: press("stand"), f: press("enlarge"),
    e: () => page.enginePanel.toggle(), v: press("solve"), t: press("turns-ask"),
    u: press("undo"), Delete: press("remove"), m: press("promote"), n: () => byId("node-name").focus(),
    h: press("play-hint"), ".": () => page.playHole(`R${stage.found?.mover}`),
    b: () => stage.holes.focus(stage.holes.focused), s: () => setup.begin(),
    c: press("copy-link"), i: unfold("rules"), k: unfold("claims"), "?": unfold("help"),
  };

  // Chooses holes by number: a digit that can begin a longer number waits for the next one.
  let typed = "";
  let timer;
  function digit(key) {
    clearTimeout(timer);
    typed += key;
    const holes = stage.boards.cells.length / 2 - 1;
    const play = () => {
      const number = Number(typed);
      typed = "";
      if (number > 0 && stage.found) page.playNumber(number);
    };
    if (typed.length < 2 && Number(typed) * 10 <= holes) timer = setTimeout(play, SECOND);
    else play();
  }

  const inField = (target) => target.closest?.("input:not([type=checkbox]), textarea, select");

  const OPPOSITE = { ArrowLeft: "ArrowRight", ArrowRight: "ArrowLeft", ArrowUp: "ArrowDown", ArrowDown: "ArrowUp" };

  function onHole(event, cell) {
    if (setup.active && setup.key(event, cell)) return true;
    if (event.key.startsWith("Arrow")) stage.holes.step(isTurned() ? OPPOSITE[event.key] : event.key);
    else if (event.key === "Enter" || event.key === " ") page.choose(cell, event);
    else if (event.key === "Escape" && !setup.active) document.activeElement.blur();
    else return false;
    return true;
  }

  document.addEventListener("keydown", (event) => {
    const { key, target } = event;
    const control = event.ctrlKey || event.metaKey;
    if (inField(target)) {
      if (key === "Escape") target.blur();
      return;
    }
    if (control && /^[zy]$/i.test(key)) {
      event.preventDefault();
      press(key.toLowerCase() === "z" && !event.shiftKey ? "undo" : "redo")();
      return;
    }
    if (control || event.altKey) return;
    const cell = stage.holes.active;
    if (cell !== undefined && onHole(event, cell)) {
      event.preventDefault();
      return;
    }
    if (setup.active) {
      if (key === "Escape") setup.close();
      return;
    }
    // These keys press the focused element.
    if (/^( |Enter)$/.test(key) && target.closest?.("button, summary, a, input")) return;
    const act = acts[key] ?? (/^\d$/.test(key) && stage.found ? () => digit(key) : null);
    if (!act) return;
    event.preventDefault();
    act();
  });
}
