// What people do here: play, learn, analyse. The study says which of these it is, so that a link and undo do too;
// who comes without a link does what he did last.
import { byId } from "./elements.js";
import { t } from "./language.js";
import { button } from "./panels.js";
import { keep, recalled } from "./settings.js";

const MODES = ["play", "learn", "analyse"];

export class Modes {
  // `begin` has a function for each, which begins it.
  constructor({ study }, begin) {
    Object.assign(this, { study, begin });
    this.buttons = MODES.map((mode) =>
      button(t(`modes.${mode}`), () => this.choose(mode), { id: `mode-${mode}` }));
    byId("modes").append(...this.buttons);
    for (const event of ["game", "edit"]) study.addEventListener(event, () => this.show());
  }

  // What the study is for.
  get mode() {
    const { players, lesson } = this.study;
    return lesson ? "learn" : players ? "play" : "analyse";
  }

  choose(mode) {
    keep("mode", mode);
    if (mode !== this.mode) this.begin[mode]();
  }

  // What one did last, for who comes without a link; at first one plays.
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
