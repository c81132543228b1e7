// The side from which the board is seen, and whether it stands upright.
import { keep, recalled } from "./settings.js";

export const isTurned = () => document.body.classList.contains("turned");

// Turns the board, so that B's row is at the bottom, or A's again. Upright, it is at the left.
export function turnBoard(on = !isTurned()) { document.body.classList.toggle("turned", on); }

// On a phone every board stands upright, and on an upright tablet a long one, which would be too
// small to read across it.
const PHONE = matchMedia("(max-width: 37rem) and (orientation: portrait)");
const TABLET = matchMedia("(max-width: 50rem) and (orientation: portrait)");

export const isUpright = () => document.body.classList.contains("upright");

// Stands the board up where it must be, or where someone wants it.
export function stand() {
  const { classList } = document.body;
  const must = PHONE.matches || (TABLET.matches && classList.contains("long"));
  classList.toggle("must-stand", must);
  classList.toggle("upright", must || recalled("upright") === "true");
}
for (const window of [PHONE, TABLET]) window.addEventListener("change", stand);

export function standUp() {
  keep("upright", String(!isUpright()));
  stand();
}
