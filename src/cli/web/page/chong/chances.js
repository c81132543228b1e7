// Requests the chances of the shown place, as they are found; only the latest place counts. A board
// is solved over a separate connection, so that estimates do not wait for it.
import { Lost, Server } from "../server.js";
import { number, t } from "../language.js";
import { counted } from "../words.js";

// Maximum ways that the program lists; maximum positions and columns of a solution that starts by
// itself; maximum columns of a solution on request.
export const MOST = 2000;
const QUICK = 150000;
const SMALL = 3;
export const SOLVABLE = 6;

export class Chances {
  // `told` is called with the findings so far and whether they are complete, `solving` with the
  // progress of a solution.
  constructor(server, { told, solving, complain }) {
    Object.assign(this, { server, told, solving, complain });
    this.turn = 0;
    this.search = null;
    // The shown board (rules and start), and the running solution.
    this.board = "";
    this.solution = null;
    // Whether a solution was already started automatically.
    this.tried = false;
  }

  // A new board was shown: findings and a running solution belong to the old one.
  show(params) {
    const board = JSON.stringify(params);
    if (board === this.board) return;
    this.board = board;
    this.tried = false;
    this.solution?.cancel();
    this.solution = null;
    this.solving({ state: "none" });
  }

  stop() {
    this.turn += 1;
    this.search?.cancel();
    this.search = null;
  }

  // Requests the chances of a place.
  async ask(params) {
    this.stop();
    const turn = this.turn;
    const progress = (found) => { if (turn === this.turn) this.told(found, false); };
    this.search = this.server.search("chong_evaluate", { ...params, most: MOST }, progress);
    try {
      const found = await this.search.answer;
      if (turn === this.turn) this.told(found, true);
    } catch (error) {
      if (turn === this.turn && !(error instanceof Lost)) this.complain(error);
    }
  }

  // Solves a small board automatically, once.
  trySolving(params, columns, then) {
    if (columns > SMALL || this.tried || this.solution) return;
    this.tried = true;
    this.solve({ ...params, nodes: QUICK }, then);
  }

  // Solves the shown board; from then on the program answers from the solution.
  async solve(params, then) {
    const { board } = this;
    this.other ??= new Server(() => {});
    const other = this.other;
    for (let tries = 0; other.state !== "open" && tries < 100; tries++) {
      await new Promise((done) => setTimeout(done, 50));
    }
    if (board !== this.board || this.solution) return;
    const running = (found) => {
      if (this.solution === solution) this.solving({ state: "running", positions: found.nodes });
    };
    const solution = other.search("chong_evaluate", { ...params, exact: true, most: 0 }, running);
    this.solution = solution;
    this.solving({ state: "running", positions: 0 });
    let end = { state: "none" };
    let wrong = null;
    try {
      const found = await solution.answer;
      end = { state: found.stopped ? "stopped" : "solved", by: found.stopped, positions: found.nodes };
    } catch (error) {
      wrong = error;
    }
    // Another board is shown meanwhile.
    if (this.solution !== solution) return;
    this.solution = null;
    this.solving(end);
    if (end.state === "solved") then();
    if (wrong && !(wrong instanceof Lost)) this.complain(wrong);
  }

  endSolving() { this.solution?.cancel(); }
}

// A chance in words. Proven ones get an equals sign, so that they are not distinguished by colour
// only.
export function percent({ probability, exact, error }, places = exact ? 2 : 1) {
  if (probability === null) return t("chong.open");
  const text = t("chong.percent", { number: number(100 * probability, places) });
  if (exact) return `= ${text}`;
  return error === null ? `\u2248 ${text}` : `\u2248 ${text} \u00b1 ${number(100 * error, 1)}`;
}

export function sureness({ exact, error, depth }) {
  if (exact && error === null) return t("chong.iterated");
  if (exact) return t("chong.proven");
  if (depth === undefined || depth === null) return t("chong.estimated");
  return t("chong.estimated-ahead", { decisions: counted(depth, "decisions") });
}
