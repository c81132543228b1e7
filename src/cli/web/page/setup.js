// A position being set up, valid or not: parsed, changed, written. Independent of rules and page.
const STATES = { x: "closed", p: "protected" };

function hole(text) {
  if (text === "x") return { seeds: 0, state: "closed" };
  const found = text.match(/^(\d+)(p?)$/);
  if (!found) throw new Error(`${text} is no hole`);
  return { seeds: Number(found[1]), state: STATES[found[2]] ?? "open" };
}

export class Setup {
  // Parses a text written by the program.
  constructor(text) {
    const [a, b, mover, mark = ""] = text.trim().split(/\s+/);
    this.mover = mover;
    this.mark = mark;
    this.rows = [];
    this.stores = [];
    for (const part of [a, b]) {
      const [row, store] = part.split("/");
      this.rows.push(row.split(",").map(hole));
      this.stores.push(Number(store));
    }
  }

  get holes() { return this.rows[0].length; }

  // A cell by its number on the board: A's holes and store, then B's.
  cell(number) {
    const side = Math.floor(number / (this.holes + 1));
    const index = number % (this.holes + 1);
    return { side, index, store: index === this.holes };
  }

  seeds(number) {
    const { side, index, store } = this.cell(number);
    return store ? this.stores[side] : this.rows[side][index].seeds;
  }

  state(number) {
    const { side, index, store } = this.cell(number);
    return store ? "store" : this.rows[side][index].state;
  }

  // Sets the seeds of a cell; at least none, and none in a closed hole.
  put(number, seeds) {
    const { side, index, store } = this.cell(number);
    const many = Math.max(0, Math.min(seeds, 999));
    if (store) this.stores[side] = many;
    else if (this.rows[side][index].state !== "closed") this.rows[side][index].seeds = many;
  }

  // Opens, closes or protects a hole. Closing removes its seeds.
  become(number, state) {
    const { side, index, store } = this.cell(number);
    if (store) return;
    const one = this.rows[side][index];
    one.state = state;
    if (state === "closed") one.seeds = 0;
  }

  // Removes all seeds and opens all holes.
  clear() {
    this.rows = this.rows.map((row) => row.map(() => ({ seeds: 0, state: "open" })));
    this.stores = [0, 0];
    this.mark = "";
  }

  total() {
    const rows = this.rows.flat().reduce((sum, one) => sum + one.seeds, 0);
    return rows + this.stores[0] + this.stores[1];
  }

  // The seeds in every cell of the board, and two empty hands.
  places() {
    const side = (number) => [...this.rows[number].map((one) => one.seeds), this.stores[number]];
    return [...side(0), ...side(1), 0, 0];
  }

  toString() {
    const side = (number) => {
      const row = this.rows[number].map(({ seeds, state }) =>
        (state === "closed" ? "x" : `${seeds}${state === "protected" ? "p" : ""}`));
      return `${row.join(",")}/${this.stores[number]}`;
    };
    return [side(0), side(1), this.mover, this.mark].filter(Boolean).join(" ");
  }
}
