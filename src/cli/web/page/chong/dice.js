// The dice: thrown by the page or typed, and their drawing.
import { svgElement } from "../board.js";
import { byId, element } from "../elements.js";
import { t } from "../language.js";
import { counted } from "../words.js";

// The places of the pips of a face, in thirds.
const PIPS = {
  1: [[1, 1]], 2: [[0, 0], [2, 2]], 3: [[0, 0], [1, 1], [2, 2]], 4: [[0, 0], [2, 0], [0, 2], [2, 2]],
  5: [[0, 0], [2, 0], [1, 1], [0, 2], [2, 2]], 6: [[0, 0], [0, 1], [0, 2], [2, 0], [2, 1], [2, 2]],
};

// A fair throw: bytes that would favour some faces are discarded.
export function thrown(count) {
  const faces = [];
  while (faces.length < count) {
    const [byte] = crypto.getRandomValues(new Uint8Array(1));
    if (byte < 252) faces.push(byte % 6 + 1);
  }
  return faces.sort().join(",");
}

function die(face) {
  const svg = svgElement("svg", { viewBox: "0 0 40 40", class: face === 1 ? "die one" : "die", "aria-hidden": "true" });
  svg.append(svgElement("rect", { x: 1.5, y: 1.5, width: 37, height: 37, rx: 7 }));
  const r = face === 1 ? 6 : 3.8;
  for (const [x, y] of PIPS[face]) svg.append(svgElement("circle", { cx: 10 + 10 * x, cy: 10 + 10 * y, r }));
  return svg;
}

// Shows a throw, or blank dice.
export function showDice(faces, count) {
  const shown = faces ? faces.split(",").map((face) => die(Number(face))) : [];
  const blank = Array.from({ length: faces ? 0 : count }, () => {
    const svg = svgElement("svg", { viewBox: "0 0 40 40", class: "die none", "aria-hidden": "true" });
    svg.append(svgElement("rect", { x: 1.5, y: 1.5, width: 37, height: 37, rx: 7 }));
    return svg;
  });
  byId("dice").setAttribute("aria-label", faces ? inWords(faces) : t("chong.not-thrown"));
  byId("dice").replaceChildren(...shown, ...blank);
}

function inWords(faces) {
  const chongs = faces.split(",").filter((face) => face === "1").length;
  const thrown = { faces: faces.replaceAll(",", ", ") };
  return chongs > 0 ? t("chong.thrown-chongs", { ...thrown, chongs: counted(chongs, "chongs") }) : t("chong.thrown", thrown);
}

// The controls; `take` is called with the faces of a throw as text.
export function diceControls(game, take) {
  // In a game against the program, a throw that was taken back is used again.
  byId("throw").addEventListener("click", () => {
    take((game.against && game.takenBack) || thrown(game.dice));
  });
  byId("typed").addEventListener("submit", (event) => {
    event.preventDefault();
    take(byId("faces").value.trim());
  });
}

// Shows the error of a typed throw.
export function wrongThrow(message) {
  const place = byId("wrong-throw");
  const words = t("chong.wrong-throw", { message });
  place.replaceChildren(...(message ? [element("p", words, { class: "fault", role: "alert" })] : []));
  byId("faces").toggleAttribute("aria-invalid", Boolean(message));
}
