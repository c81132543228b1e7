// Panels next to and below the board. A panel is a module with one function, which gets the page and creates
// its contents; `main.js` lists all panels:
//
//   import { panel } from "./panels.js";
//   export function claims(page) {
//     const body = panel("claims", "Claims of the sources");
//     body.append(element("p", "…"));
//     page.study.addEventListener("node", () => …);
//   }
//
// `page` has
//   study   rules, start and tree, and the events of their changes (study.js)
//   server  calls the program: `await server.ask(method, params)` (server.js)
//   engine  searches, one at a time: `await engine.borrow(method, params, progress)` (engine.js)
//   stage   the board: `settled` when a place is at rest, `stage.found` is the answer of `scene` (stage.js)
//   say     shows and announces what has happened: page.say("Copied.")
//   complain  shows an error: page.complain(message, data), with the data of the program's error
import { byId, element } from "./elements.js";
import { plainly } from "./words.js";

// Creates a panel, which can be folded, and returns its body. `where` is `panels`, below the board;
// `side`, next to it; or `game`, first at the side.
export function panel(id, title, { open = false, where = "panels" } = {}) {
  const whole = element("details", undefined, { id, class: "panel" });
  whole.open = open;
  const body = element("div", undefined, { class: "body" });
  whole.append(element("summary", title), body);
  byId(where).append(whole);
  return body;
}

// Whether the panel of an element is open.
export const isOpen = (body) => body.parentElement.open;

export function button(text, act, attributes = {}) {
  const made = element("button", text, { type: "button", ...attributes });
  made.addEventListener("click", act);
  return made;
}

// Controls in a row, which wraps.
export function beside(...parts) {
  const made = element("div", undefined, { class: "row" });
  made.append(...parts);
  return made;
}

// A control after its label.
export function labelled(text, control) {
  const label = element("label", text);
  label.append(" ", control);
  return label;
}

// A list of choices: pairs of a value and its text.
export function choice(values, attributes = {}) {
  const select = element("select", undefined, attributes);
  for (const [value, text] of values) select.append(element("option", text, { value }));
  return select;
}

// By default the focus goes to the buttons that step through the moves, below the board.
const elsewhere = () => byId("next");

// Enables or disables a control. A disabled one passes its focus on.
export function enable(control, works, instead = elsewhere()) {
  const focused = document.activeElement === control;
  control.disabled = !works;
  if (works || !focused) return;
  instead.focus();
  if (document.activeElement !== instead) elsewhere().focus();
}

// Like `enable`, for a button that is pressed repeatedly: it keeps the focus when disabled.
export function idle(control, resting) { control.setAttribute("aria-disabled", String(resting)); }

export const rests = (control) => control.getAttribute("aria-disabled") === "true";

// Replaces the contents of an element. The focus moves to the button in the same place, or
// elsewhere if there is none.
export function refill(place, parts) {
  const at = place.contains(document.activeElement) ? buttonsIn(place).indexOf(document.activeElement) : null;
  place.replaceChildren(...parts);
  if (at === null) return;
  const buttons = buttonsIn(place);
  (buttons[Math.max(0, Math.min(at, buttons.length - 1))] ?? elsewhere()).focus();
}

const buttonsIn = (place) => [...place.querySelectorAll("button")];

// Shows an error with the text and the place marked; it stays.
export function mistake(where, message, [before, wrong, after] = ["", "", ""]) {
  where.replaceChildren();
  if (!message) return;
  where.append(element("p", plainly(message), { class: "fault", role: "alert" }));
  if (!before && !wrong && !after) return;
  const line = element("code", before);
  line.append(element("mark", wrong), after);
  where.append(line);
}

// Makes all buttons of an element one tab stop, first the first one; two keys move from button to
// button.
export function oneStop(place, back, next) {
  stopAt(place, buttonsIn(place)[0]);
  place.onkeydown = (event) => {
    const step = { [back]: -1, [next]: 1 }[event.key];
    if (!step) return;
    const all = buttonsIn(place);
    const other = all[all.indexOf(document.activeElement) + step];
    if (other) stopAt(place, other);
    other?.focus();
    // Elsewhere these keys step through the moves.
    event.preventDefault();
    event.stopPropagation();
  };
}

function stopAt(place, stop) { for (const one of buttonsIn(place)) one.tabIndex = one === stop ? 0 : -1; }

// A row of moves to click; `pressed` is called with the number of the move. It is one tab stop, and
// arrow keys move from move to move.
export function chips(list, moves, pressed) {
  refill(list, moves.map((move, index) => {
    const item = element("li", undefined, { class: move[0].toLowerCase() });
    item.append(button(move, () => pressed(index)));
    return item;
  }));
  oneStop(list, "ArrowLeft", "ArrowRight");
}
