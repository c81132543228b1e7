// The modes: play, learn, analyse. The study determines the mode, so links and undo do too; without
// a link the last mode returns.
import { byId } from "./elements.js";
import { t } from "./language.js";
import { button } from "./panels.js";
import { keep, recalled } from "./settings.js";

const MODES = ["play", "learn", "analyse"];

export class Modes {
  // `begin` has a function to start each mode.
  constructor({ study }, begin) {
    Object.assign(this, { study, begin });
    this.buttons = MODES.map((mode) =>
      button(t(`modes.${mode}`), () => this.choose(mode), { id: `mode-${mode}` }));
    byId("modes").append(...this.buttons);
    for (const event of ["game", "edit"]) study.addEventListener(event, () => this.show());
  }

  // The mode of the study.
  get mode() {
    const { players, lesson, puzzle } = this.study;
    return lesson || puzzle ? "learn" : players ? "play" : "analyse";
  }

  choose(mode) {
    keep("mode", mode);
    if (mode !== this.mode) this.begin[mode]();
  }

  // Starts the last mode, if there is no link; by default a game.
  last() {
    const mode = recalled("mode");
    this.begin[MODES.includes(mode) ? mode : "play"](true);
  }

  show() {
    const { mode } = this;
    document.body.classList.toggle("learning", mode === "learn");
    document.body.classList.toggle("analysing", mode === "analyse");
    for (const one of this.buttons) {
      if (one.id === `mode-${mode}`) one.setAttribute("aria-current", "true");
      else one.removeAttribute("aria-current");
    }
  }
}
