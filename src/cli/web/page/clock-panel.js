// Clocks for games at one board: chosen before a game, and shown above the board.
import { Clock, written } from "./clock.js";
import { byId, element } from "./elements.js";
import { number, t } from "./language.js";
import { choice, labelled } from "./panels.js";
import { remember } from "./settings.js";

// Minutes and the seconds that every turn adds.
const TIMES = ["1+0", "3+2", "5+0", "5+3", "10+0", "10+5", "15+10", "30+0"];

// Milliseconds between two looks at a clock that runs.
const LOOK = 100;

// The sign before decimals in this language.
const [, DECIMAL] = number(0.1, 1);

export class ClockPanel {
  constructor({ study, stage, say }, opponent) {
    Object.assign(this, { study, stage, say, opponent });
    this.clock = new Clock(() => performance.now());
    this.list = choice([["", t("clock.none")], ...TIMES.map((time) => [time, time])], { id: "play-clock", title: t("clock.about") });
    this.control = labelled(t("clock.clock"), this.list);
    this.sides = ["A", "B"].map((side) => element("b", "", { id: `clock-${side}` }));
    this.whole = element("p", undefined, { id: "clocks", role: "timer", "aria-label": t("clock.clock"), hidden: "" });
    this.whole.append(...this.sides);
    byId("here").before(this.whole);
    remember(this.list);
    this.list.addEventListener("change", () => this.follow(true));
    opponent.addEventListener("change", () => this.follow());
    for (const event of ["moving", "settled"]) stage.addEventListener(event, () => this.step());
    this.timer = null;
    this.follow();
  }

  // Sets the clocks for another game or round; they stay when moves are taken back.
  follow(anew = false) {
    const { study, opponent } = this;
    const game = opponent.playing && !opponent.afar ? `${study.players};${study.earlier.length}` : null;
    if (game === this.game && !(anew && study.tree.root.children.length === 0)) return;
    this.game = game;
    const [minutes, seconds] = this.list.value.split("+").map(Number);
    if (game !== null && this.list.value) this.clock.set(minutes, seconds);
    else this.clock.set(null);
    this.step();
  }

  // The clocks rest before the first move, while the seeds of a new move are sown, and at the end.
  // Who looks at an earlier place loses time.
  step() {
    const { clock, stage, study: { node, tree } } = this;
    const end = tree.end(node);
    const moves = tree.path(end).length;
    const [, , mover, mark] = (node === end ? null : end.position)?.split(" ") ?? [];
    const sown = stage.running && node === end && moves > clock.moves;
    const over = node === end ? stage.over : mark === "over";
    const together = node === end && stage.found?.mover === "AB";
    if (sown || over || together || !tree.root.children.length) clock.pause();
    else if (stage.still) clock.turn(mover ?? stage.found.mover, moves);
    this.look();
  }

  look() {
    const { clock, sides, opponent } = this;
    clearTimeout(this.timer);
    this.whole.hidden = clock.limit === null;
    if (clock.limit === null) return;
    for (const [at, side] of ["A", "B"].entries()) {
      sides[at].textContent = `${side} ${written(clock.of(side), DECIMAL)}`;
      sides[at].classList.toggle("runs", clock.runs && clock.side === side);
    }
    if (clock.out && opponent.late !== clock.out) {
      clock.pause();
      opponent.late = clock.out;
      opponent.engine.stop();
      opponent.tell();
      this.say(this.told);
      sides.forEach((one) => one.classList.remove("runs"));
    }
    if (clock.runs) this.timer = setTimeout(() => this.look(), LOOK);
  }

  // Both times, in any language, if somebody has run out of time.
  get remark() {
    const { clock } = this;
    return clock.out ? ["A", "B"].map((side) => `${side} ${written(clock.of(side), ".")}`).join(", ") : "";
  }

  // Who has run out of time, and what that means; empty if nobody has.
  get told() {
    const { out } = this.clock;
    return out ? t("clock.out", { side: out, winner: out === "A" ? "B" : "A" }) : "";
  }
}
