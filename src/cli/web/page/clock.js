// The clocks of two players at one board. Independent of the page and of the time.
export class Clock {
  // `now` tells milliseconds.
  constructor(now) {
    this.now = now;
    this.set(null);
  }

  // Sets both clocks: minutes, and the seconds that a turn adds; without minutes there is no clock.
  set(minutes, seconds = 0) {
    this.limit = minutes === null ? null : 60_000 * minutes;
    this.more = 1000 * seconds;
    this.left = { A: this.limit, B: this.limit };
    // Who has the turn, after how many moves, and since when their clock runs.
    this.side = null;
    this.moves = 0;
    this.since = null;
  }

  get runs() { return this.since !== null; }

  // Stops the clock that runs.
  pause() {
    if (!this.runs) return;
    this.left[this.side] = this.of(this.side);
    this.since = null;
  }

  // A side has the turn after so many moves. A turn that was played adds seconds, also one that ends
  // without a further move; one that was taken back does not.
  turn(side, moves) {
    if (this.limit === null || this.out) return;
    this.pause();
    if (this.side && side !== this.side && moves >= this.moves) this.left[this.side] += this.more;
    Object.assign(this, { side, moves, since: this.now() });
  }

  // The milliseconds that a side still has.
  of(side) {
    const gone = this.runs && side === this.side ? this.now() - this.since : 0;
    return Math.max(0, this.left[side] - gone);
  }

  // The side that has run out of time, if one has.
  get out() { return this.limit === null ? null : ["A", "B"].find((side) => this.of(side) === 0) ?? null; }
}

// A time such as 5:00; the last ten seconds with tenths. `decimal` is the sign before them.
export function written(milliseconds, decimal) {
  const tenths = Math.ceil(milliseconds / 100);
  const seconds = tenths < 100 ? Math.floor(tenths / 10) : Math.ceil(milliseconds / 1000);
  const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  return tenths < 100 ? text + decimal + (tenths % 10) : text;
}
