// Panels beside and below the board. A panel is a module with one function, which gets the page and makes its
// contents; `main.js` lists them all:
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
//   server  asks the program: `await server.ask(method, params)` (server.js)
//   engine  searches, one at a time: `await engine.borrow(method, params, progress)` (engine.js)
//   stage   the board: `settled` when a place stands still, `stage.found` is the answer of `scene` (stage.js)
//   say     tells readers in a line what has happened: page.say("Copied.")
//   complain  tells of a mistake: page.complain(message, data), with the data of the program's error
import { byId, element } from "./elements.js";
import { plainly } from "./words.js";

// The body of a new panel, which people can fold. Where it stands: `panels`, below the board; `side`, beside it;
// or `game`, the first thing beside it.
export function panel(id, title, { open = false, where = "panels" } = {}) {
  const whole = element("details", undefined, { id, class: "panel" });
  whole.open = open;
  const body = element("div", undefined, { class: "body" });
  whole.append(element("summary", title), body);
  byId(where).append(whole);
  return body;
}

// Whether the panel that an element lies in is open.
export const isOpen = (body) => body.parentElement.open;

export function button(text, act, attributes = {}) {
  const made = element("button", text, { type: "button", ...attributes });
  made.addEventListener("click", act);
  return made;
}

// Controls beside each other, as many as there is room for.
export function beside(...parts) {
  const made = element("div", undefined, { class: "row" });
  made.append(...parts);
  return made;
}

// A control with its label before it.
export function labelled(text, control) {
  const label = element("label", text);
  label.append(" ", control);
  return label;
}

// A list to choose from: pairs of a value and its words.
export function choice(values, attributes = {}) {
  const select = element("select", undefined, attributes);
  for (const [value, text] of values) select.append(element("option", text, { value }));
  return select;
}

// The focus goes to what walks the moves, below the board, where nothing better is near.
const elsewhere = () => byId("next");

// Switches a control on or off. One that is switched off under the focus gives it to another one.
export function enable(control, works, instead = elsewhere()) {
  const focused = document.activeElement === control;
  control.disabled = !works;
  if (works || !focused) return;
  instead.focus();
  if (document.activeElement !== instead) elsewhere().focus();
}

// The same for a button that one presses many times: it keeps the focus, and rests.
export function idle(control, resting) { control.setAttribute("aria-disabled", String(resting)); }

export const rests = (control) => control.getAttribute("aria-disabled") === "true";

// Puts other contents into an element. The focus does not go with what it was on, but to the button in its
// place, or elsewhere if there is none.
export function refill(place, parts) {
  const at = place.contains(document.activeElement) ? buttonsIn(place).indexOf(document.activeElement) : null;
  place.replaceChildren(...parts);
  if (at === null) return;
  const buttons = buttonsIn(place);
  (buttons[Math.max(0, Math.min(at, buttons.length - 1))] ?? elsewhere()).focus();
}

const buttonsIn = (place) => [...place.querySelectorAll("button")];

// A text with a mistake in it, the place marked; nothing takes it away.
export function mistake(where, message, [before, wrong, after] = ["", "", ""]) {
  where.replaceChildren();
  if (!message) return;
  where.append(element("p", plainly(message), { class: "fault", role: "alert" }));
  if (!before && !wrong && !after) return;
  const line = element("code", before);
  line.append(element("mark", wrong), after);
  where.append(line);
}

// Makes all buttons of a place one stop of the tabulator key, at first the first one; two other keys go from
// button to button.
export function oneStop(place, back, next) {
  stopAt(place, buttonsIn(place)[0]);
  place.onkeydown = (event) => {
    const step = { [back]: -1, [next]: 1 }[event.key];
    if (!step) return;
    const all = buttonsIn(place);
    const other = all[all.indexOf(document.activeElement) + step];
    if (other) stopAt(place, other);
    other?.focus();
    // Elsewhere these keys walk the moves that were played.
    event.preventDefault();
    event.stopPropagation();
  };
}

function stopAt(place, stop) { for (const one of buttonsIn(place)) one.tabIndex = one === stop ? 0 : -1; }

// A row of moves to press; `pressed` gets the number of the move. It is one stop, and arrows go from move to move.
export function chips(list, moves, pressed) {
  refill(list, moves.map((move, index) => {
    const item = element("li", undefined, { class: move[0].toLowerCase() });
    item.append(button(move, () => pressed(index)));
    return item;
  }));
  oneStop(list, "ArrowLeft", "ArrowRight");
}
