// The player of a line of moves, as given by the program. It knows no rules: it carries seeds from
// place to place as told, and compares the board after every lap with the program's.
//
// Places are the cells of the board, then two hands, A's and B's. An action [from, to, n] carries n
// seeds; a tick is a list of simultaneous actions.
import { t } from "./language.js";

// The mover, or the sides that have chosen, when both players do.
const BOTH = "AB";

const TICK = 320;

// Maximum milliseconds of a turn at normal speed, however many laps it has.
const LONGEST = 8000;

// Milliseconds per frame, and the maximum delay to make up when a turn has no deadline: returning
// to a hidden window shows no racing seeds.
const FRAME = 16;
const LATE = 2000;

// The number of ticks of moves: a lap or a capture ends with a pause, and a capture is marked
// first.
export function ticksOf(moves) {
  const stages = moves.flatMap((move) => move.stages);
  return stages.reduce((sum, { ticks, what }) => sum + ticks.length + (what === "sowing" ? 1 : 4), 0);
}

function carried(seeds, stage, complain) {
  const after = [...seeds];
  for (const tick of stage.ticks) {
    for (const [from, to, n] of tick) {
      after[from] -= n;
      after[to] += n;
      if (after[from] < 0) complain(t("board.too-many-taken", stage));
    }
  }
  // Seeds left for nobody are gone without having been carried.
  if (stage.what === "left") after.forEach((_, place) => { if (stage.seeds[place] === 0) after[place] = 0; });
  if (after.some((n, place) => n !== stage.seeds[place])) {
    complain(t("board.other-seeds", stage));
  }
  return after;
}

// The cells under the hands after a stage.
function moved(over, stage, count) {
  const after = [...over];
  for (const [from, to] of stage.ticks.flat()) {
    if (to >= count) after[to - count] = from;
    if (from >= count) after[from - count] = to;
  }
  return after;
}

// All places of a line, from 0: one more than it has stages.
export function timeline(scene, complain) {
  const places = [{
    seeds: scene.seeds, text: "", move: -1, position: scene.position, caption: scene.caption,
    mover: scene.mover, ends: true, over: [undefined, undefined],
  }];
  scene.moves.forEach((move, number) => {
    const follows = move.follows.charAt(0).toUpperCase() + move.follows.slice(1);
    move.stages.forEach((stage, index) => {
      const last = index + 1 === move.stages.length;
      const before = places[places.length - 1];
      places.push({
        seeds: carried(before.seeds, stage, complain),
        over: moved(before.over, stage, scene.cells.length),
        stage, move: number, ends: last,
        // In a joint turn the text already names the chosen holes.
        text: `${number + 1}. ${scene.mover === BOTH ? "" : `${move.name}: `}${stage.text}${last ? `. ${follows}` : ""}`,
        position: last ? move.after : before.position,
        caption: last ? move.caption : t(move.side === BOTH ? "board.go-on" : "board.goes-on", { move: move.name }),
        mover: last ? move.mover : move.side,
      });
    });
  });
  return places;
}

export const wait = (time) => new Promise((done) => setTimeout(done, time));

export class Player {
  // `view` shows places; `complain` is called with errors.
  constructor(view, complain) {
    this.view = view;
    this.complain = complain;
    this.speed = 1;
    this.playing = false;
    this.turn = 0;
    // The running turn: its ticks, if it has a deadline, and when the next one is due. The moves of
    // a turn share a clock.
    this.whole = { ticks: 0, due: null };
    this.drawn = 0;
    this.still = matchMedia("(prefers-reduced-motion: reduce)");
  }

  // Shows the start of a scene with this number.
  choose(scene, number) {
    this.places = timeline(scene, this.complain);
    this.view.open(scene, number, this.places);
    this.go(0);
  }

  // Shows a place at once and ends any animation.
  go(place) {
    this.stop();
    this.settle(place);
  }

  stop() {
    this.turn++;
    this.moving = false;
    this.playing = false;
    this.view.playing(false);
  }

  settle(place) {
    this.moving = false;
    this.at = Math.max(0, Math.min(place, this.places.length - 1));
    this.view.settle(this.places[this.at], this.at, this.playing);
  }

  back() { this.go(this.at - 1); }

  // Moves to the end of the previous or next move.
  toMove(step) {
    let place = this.at + step;
    while (place > 0 && place < this.places.length - 1 && !this.places[place].ends) place += step;
    this.go(place);
  }

  // Advances by a lap: seed by seed, or at once if one is running.
  next() {
    if (this.moving) return this.go(this.at + 1);
    this.stop();
    this.clock();
    return this.animate(this.turn);
  }

  async play() {
    if (this.playing) return this.go(this.at);
    if (this.at + 1 === this.places.length) this.go(0);
    this.stop();
    this.playing = true;
    this.view.playing(true);
    const turn = this.turn;
    this.clock();
    while (this.at + 1 < this.places.length) {
      await this.animate(turn);
      if (turn !== this.turn) return;
      await this.pass(this.pause(this.places[this.at].ends ? 2.5 : 1));
      if (turn !== this.turn) return;
    }
    this.stop();
    this.settle(this.at);
  }

  atOnce() { return this.speed <= 0 || this.still.matches; }

  // The speed-up of a long turn, unless a slow speed is chosen.
  get haste() { return this.speed > 0 && this.speed < 1 ? 1 : Math.max(1, this.whole.ticks * TICK / LONGEST); }

  pause(ticks) { return (this.atOnce() ? 700 : ticks * TICK / this.speed) / this.haste; }

  // Starts the clock, unless a turn continues.
  clock() {
    const { whole } = this;
    if (whole.ticks === 0 || whole.due === null) whole.due = performance.now();
  }

  // Waits for a time since the last one. Delays of the browser are made up, and ticks shorter than
  // a frame are drawn only sometimes.
  async pass(time) {
    const { whole } = this;
    const now = performance.now();
    whole.due = Math.max(whole.due + time, whole.ticks > 0 ? 0 : now - LATE);
    if (whole.due < now + FRAME / 2 && now < this.drawn + 2 * FRAME) return;
    await wait(Math.max(0, whole.due - now));
    this.drawn = performance.now();
  }

  async animate(turn) {
    const place = this.places[this.at + 1];
    if (!place) return;
    if (!this.atOnce()) {
      this.moving = true;
      this.view.begin(place);
      const seeds = [...this.places[this.at].seeds];
      // A capture is marked first, for a while; so are the seeds left at the end.
      const tick = this.pause(1);
      if (place.stage.what !== "sowing") await this.pass(3 * tick);
      if (turn !== this.turn) return;
      for (const actions of place.stage.ticks) {
        for (const [from, to, n] of actions) {
          seeds[from] -= n;
          seeds[to] += n;
        }
        this.view.tick(actions, seeds, tick);
        await this.pass(tick);
        if (turn !== this.turn) return;
      }
    }
    this.settle(this.at + 1);
  }
}
