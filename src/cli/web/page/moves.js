// The list of moves: main line and side lines, with names and comments.
import { byId, element } from "./elements.js";
import { seedsOf } from "./games.js";
import { GLYPHS, ownGlyph, shown, withGlyph, words as wordsOf } from "./glyphs.js";
import { t } from "./language.js";
import { beside, button, choice, enable, labelled } from "./panels.js";

export function movesPanel(page) {
  const { study, engine, stage, say } = page;
  const place = byId("moves");
  const list = element("div", undefined, { id: "tree", "aria-label": t("moves.so-far"), role: "group" });
  const name = element("input", undefined, { id: "node-name", maxlength: 60, placeholder: t("moves.none") });
  const comment = element("textarea", undefined, {
    id: "node-comment", rows: 2, maxlength: 2000, placeholder: t("moves.none"),
  });
  const glyphs = Object.entries(GLYPHS).map(([glyph, meaning]) => [glyph, `${glyph} ${t(`glyphs.${meaning}`)}`]);
  const glyph = choice([["", t("moves.none")], ...glyphs], { id: "node-mark" });
  const promote = button(t("moves.promote"), () => {
    edit((tree) => tree.promote(study.node), t("moves.promoted"));
  }, { id: "promote" });
  const remove = button(t("moves.remove"), () => {
    edit((tree) => tree.remove(study.node), t("moves.removed"));
  }, { id: "remove" });
  const undo = button(t("moves.undo"), () => page.takeBack() || back(study.undo(), t("moves.undone")), { id: "undo" });
  const redo = button(t("moves.redo"), () => back(study.redo(), t("moves.redone")), { id: "redo" });
  const fresh = button(t("moves.opening"), () => {
    const { rules, set, holes, seeds } = study;
    study.begin({ rules, set, holes: study.start ? null : holes, seeds });
    say(t("moves.opened"));
  }, { id: "fresh" });
  const tools = beside(undo, redo, promote, remove, fresh);
  const words = element("div", undefined, { class: "fields" });
  words.append(labelled(t("moves.name"), name), labelled(t("moves.mark"), glyph), labelled(t("moves.comment"), comment));
  place.append(element("h2", t("moves.title")), list, tools, words);

  function edit(change, told) {
    study.edit(change);
    say(told);
  }
  function back(done, told) { say(done ? told : t("play.nothing-back")); }

  const nodes = new Map();
  const chip = (node) => {
    const made = button(node.move ?? t("moves.start"), () => study.go(node), { tabindex: "-1" });
    made.append(element("b", "", { class: "glyph" }));
    if (node.name) made.append(" ", element("b", node.name));
    nodes.set(node, made);
    return made;
  };

  // A line from a node: chips in a row, side lines in boxes below the move they replace.
  function line(first) {
    const row = element("ol", undefined, { class: "chips line" });
    const add = (node) => {
      const item = element("li", undefined, { class: node.sides.toLowerCase() });
      item.append(chip(node));
      row.append(item);
      const text = wordsOf(node);
      if (text) row.append(element("li", text, { class: "comment" }));
    };
    add(first);
    for (let node = first; node.children.length > 0; [node] = node.children) {
      const [main, ...others] = node.children;
      add(main);
      for (const other of others) {
        const item = element("li", undefined, { class: "branch" });
        item.append(line(other));
        row.append(item);
      }
    }
    return row;
  }

  function draw() {
    const focused = list.contains(document.activeElement);
    nodes.clear();
    list.replaceChildren(line(study.tree.root));
    mark();
    if (focused) nodes.get(study.node)?.focus();
  }

  // Shows what is known about the moves.
  function judge() {
    const [a, b] = seedsOf(stage.found?.position ?? "0 0");
    for (const [node, made] of nodes) {
      const { glyph: text, told } = shown(node, a + b, engine.hushed);
      const place = made.querySelector(".glyph");
      if (place.textContent !== text) place.textContent = text;
      if (made.title !== told) made.title = told;
    }
  }

  // Marks the shown move and keeps it visible.
  function mark() {
    judge();
    for (const [node, made] of nodes) {
      const current = node === study.node;
      if (current) made.setAttribute("aria-current", "step");
      else made.removeAttribute("aria-current");
      made.tabIndex = current ? 0 : -1;
    }
    const made = nodes.get(study.node);
    if (made) {
      const top = made.offsetTop - list.offsetTop;
      if (top < list.scrollTop || top + made.offsetHeight > list.scrollTop + list.clientHeight) {
        list.scrollTop = top - list.clientHeight / 2;
      }
    }
    if (document.activeElement !== name) name.value = study.node.name;
    if (document.activeElement !== comment) comment.value = wordsOf(study.node);
    glyph.value = ownGlyph(study.node);
    glyph.disabled = !study.node.parent;
    // The focus can move from one to the other only while both are enabled.
    for (const control of [undo, redo]) control.disabled = false;
    enable(undo, study.past.length > 0 || Boolean(page.given?.()), redo);
    enable(redo, study.future.length > 0, undo);
    enable(promote, study.tree.path().some((node) => node.parent.children[0] !== node), undo);
    enable(remove, Boolean(study.node.parent), undo);
    enable(fresh, Boolean(study.start || study.players) || study.tree.root.children.length > 0, undo);
  }

  name.addEventListener("change", () => study.edit(() => { study.node.name = name.value.trim(); }));
  for (const field of [comment, glyph]) {
    field.addEventListener("change", () => study.edit(() => { study.node.comment = withGlyph(glyph.value, comment.value); }));
  }
  engine.addEventListener("value", judge);
  study.addEventListener("edit", draw);
  for (const event of ["node", "chosen"]) study.addEventListener(event, mark);
}
