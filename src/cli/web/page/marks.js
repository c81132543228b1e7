// The legend of the marks on the board: each as the board draws it, with a description.
import { element } from "./elements.js";
import { t } from "./language.js";
import { kind, kindInWords, short } from "./words.js";

const round = (x, r, name) => `<circle class="${name}" cx="${x}" cy="12" r="${r}"/>`;
const hole = (state, more = "") => `<g class="cell ${state}">${round(21, 9, "pit")}${more}</g>`;
const hand = (shape, x, count) => `<g class="hand">${shape}<text x="${x}" y="12">${count}</text></g>`;

// Drawings of 42 by 24, by the key of their description.
const MARKS = {
  mover: hole("mover"),
  way: '<path class="way" d="M3 12H39M32 7L39 12L32 17"/>',
  heap: hole("heaped", round(21, 6, "heap")),
  hands: hand('<circle cx="10" cy="12" r="9"/>', 10, 3) + hand('<rect x="23" y="3" width="18" height="18" rx="3"/>', 32, 2),
  last: hole("landed", '<path class="wedge" d="M14 0h14l-7 11z"/>'),
  lifted: hole("lifted"),
  pointer: '<g class="pointers"><path class="best" d="M3 9H24V4L39 12L24 20V15H3Z"/></g>',
  taken: '<path class="arrow" d="M3 12H39"/>',
  closed: hole("closed", '<path class="cross" d="M16 7L26 17M16 17L26 7"/>'),
  protected: hole("protected", round(21, 9, "fence")),
};

// Values of three seeds as shown on holes, with each certainty; the last one is of the best move.
const SURE = [{ exact: true }, { lower: 3 }, { upper: 3 }, {}];

function tag(found, best) {
  const state = `value ${kind(found)}${best}`;
  return `<g class="${state}"><rect x="1" y="2.5" width="40" height="19" rx="${found.exact ? 2 : 9.5}"/><text x="21" y="12">${short(found)}</text></g>`;
}

function line(drawing, words) {
  const made = element("li");
  made.innerHTML = `<svg class="board" viewBox="0 0 42 24" aria-hidden="true">${drawing}</svg>`;
  made.append(element("span", words));
  return made;
}

export function marks() {
  const list = element("ul", undefined, { id: "marks", "aria-label": t("marks.title") });
  list.append(...Object.entries(MARKS).map(([name, drawing]) => line(drawing, t(`marks.${name}`))));
  for (const sure of SURE) {
    const found = { value: 3, ...sure };
    list.append(line(tag(found, ""), t("marks.value", { sure: kindInWords(kind(found)) })));
  }
  list.append(line(tag({ value: 3, exact: true }, " best"), t("marks.best")));
  return list;
}
