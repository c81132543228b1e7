// The board of the page: shows a place of the tree, runs the seeds of a move, and lets people choose holes.
// Drawings and moves of seeds are those of the static pages (board.js, boards.js, player.js).
import { Boards } from "./boards.js";
import { byId } from "./elements.js";
import { Holes, SPOTS_ASIDE } from "./holes.js";
import { t } from "./language.js";
import { Player, ticksOf } from "./player.js";
import { Lost } from "./server.js";
import { caption, plainly } from "./words.js";

// The fastest speed at which every lap is read aloud.
const FOLLOWED = 2.5;

// Holes in a row with the store from which on a board is long.
const LONG = 13;

export class Stage extends EventTarget {
  // Tells `settled` when the shown place stands still, and `moving` when seeds begin to run.
  constructor({ study, server, say, complain }) {
    super();
    Object.assign(this, { study, server, say, complain });
    this.turn = 0;
    // The turn that is played, as the player of moves has it, where all of it is known.
    this.whole = null;
    this.place = byId("board");
    this.player = new Player(this, complain);
    this.holes = new Holes(this, (cell, by) => {
      this.dispatchEvent(new CustomEvent("hole", { detail: { cell, by } }));
    });
    study.addEventListener("node", (event) => this.show(event.detail.animate));
    // What was said of another game is not so of this one.
    study.addEventListener("game", () => say(""));
  }

  // The place of the tree that is current, from the program; whether it could be shown.
  async show(animate = false) {
    const { study } = this;
    const turn = ++this.turn;
    const { node } = study;
    this.player.turn++;
    this.running = false;
    // Whether seeds run, or are to run as soon as the program has said where to.
    this.runs = animate && this.player.speed >= 0 && !this.player.still.matches;
    let found;
    try {
      found = await this.asked(node);
    } catch (error) {
      if (turn !== this.turn) return;
      this.runs = false;
      if (!(error instanceof Lost)) this.refused(error, node);
      return;
    }
    if (turn !== this.turn) return;
    this.learn(node, found);
    this.node = node;
    this.draw(found);
    if (this.runs) await this.run();
    else this.finish();
  }

  // What is to be shown of a place: after a move, or while both begin together.
  async asked(node) {
    const { study } = this;
    if (node.joint) return this.asJoint(await this.drawing("start", study.choices(node)));
    const found = await this.drawing("scene", study.step(node));
    if (!study.togetherAt(node, found.together)) return found;
    return this.asJoint(await this.drawing("start", study.choices(node)));
  }

  // Asks for a scene, and for the drawing of its board if it is not the one that is shown.
  async drawing(method, params) {
    const found = await this.server.ask(method, this.field ? params : { ...params, board: true });
    if (found.board || fieldOf(found.scene.position) === this.field) return found;
    return this.server.ask(method, { ...params, board: true });
  }

  // A joint turn as a place is told: up to the next choice there is no position, and nobody's turn.
  asJoint(found) {
    const { after, choices, seen } = found;
    if (after) return { ...found, position: after, mover: after.split(" ")[2], over: / over$/.test(after) };
    const moves = choices.map((move) => ({ move, together: true }));
    return { ...found, moves, position: `${seen} A`, mover: "AB", over: false };
  }

  // Positions on the way that the program has told.
  learn(node, found) {
    if (found.mover === "AB") return;
    if (node.joint) {
      this.study.reach(node, found.position);
      return;
    }
    node.position = found.position;
    const nodes = this.study.tree.path(node).slice(-found.scene.moves.length || Infinity);
    found.scene.moves.forEach((move, index) => { nodes[index].position = move.after; });
    const first = nodes[0]?.parent ?? node;
    first.position = found.scene.position;
  }

  // What can't be played is told, and the place before it is shown.
  refused(error, node) {
    const { wrong, message } = this.wrongIn(error, node, this.study.step(node));
    if (wrong) this.study.go(wrong.parent);
    else this.dispatchEvent(new CustomEvent("refused", { detail: { error, link: this.study.link } }));
    this.complain(message, error.data);
  }

  // Which node on the way to one can't be played, if one can't, and what there is to say, of what was asked so.
  wrongIn(error, node, asked) {
    const { move, problem } = error.data ?? {};
    const nodes = this.study.tree.path(node);
    const before = nodes.length - (asked.line?.length ?? 0);
    if (!move) return { wrong: nodes[choiceAt(error.data)], message: error.message };
    return { wrong: nodes[before + move - 1], message: t("frame.of-move", { count: before + move, problem }) };
  }

  // Tells of the first move that can't be played, of all lines of a tree that somebody else has written.
  async test() {
    const { study, server } = this;
    const { tree } = study;
    for (const end of tree.ends()) {
      const asked = end.joint ? study.choices(end) : study.at(end);
      try {
        await server.ask(end.joint ? "start" : "play", asked);
      } catch (error) {
        const told = !(error instanceof Lost) && study.tree === tree;
        if (told) this.complain(this.wrongIn(error, end, asked).message, error.data);
        return;
      }
    }
  }

  // Draws the board anew only if it is another one: focus and eyes stay where they are.
  draw(found) {
    this.found = found;
    const scene = found.scene;
    const field = fieldOf(scene.position);
    if (field !== this.field || !this.boards) {
      this.field = field;
      document.body.classList.toggle("long", scene.cells.length > 2 * LONG);
      const drawn = new DOMParser().parseFromString(`${found.board.wide}${found.board.tall}`, "text/html");
      const focused = this.holes.active !== undefined;
      this.place.replaceChildren(...drawn.body.children);
      const { wide, tall: [, ofStores] } = found.board.spots;
      this.boards = new Boards(this.place, { wide, tall: [SPOTS_ASIDE, ofStores] }, scene);
      this.holes.open(this.boards, focused);
    }
    this.boards.cells = scene.cells;
    this.player.places = null;
    this.player.choose(scene, 0);
  }

  // Scrolls to the board, unless it goes along (in-sight.js).
  comeInSight() {
    const { top, bottom } = this.holes.seen?.svg.getBoundingClientRect() ?? {};
    if (top < 0 || bottom > innerHeight) this.place.scrollIntoView({ block: "nearest" });
  }

  // A position that somebody sets up, right or not, on the board as it is.
  preview(setup) {
    this.runs = false;
    if (this.field) this.say("");
    this.field = null;
    for (const board of this.boards.boards) {
      board.cells.forEach((cell, index) => {
        const state = setup.state(index);
        cell.closed = state === "closed";
        cell.ending = state === "protected" ? "p" : "";
        for (const one of ["open", "closed", "protected"]) cell.group.classList.toggle(one, state === one);
      });
      const mover = setup.mark === "over" ? "" : setup.mover;
      board.show(setup.places(), this.boards.cells, mover, t("board.set-up", { position: String(setup) }));
    }
    byId("caption").textContent = t("board.setting-up");
    this.holes.setUp(setup);
  }

  // The board of a position that is in no tree, such as one of another size.
  async drawAlone(position) {
    const { holes: _, ...options } = this.study.options();
    this.draw(await this.drawing("scene", { ...options, position }));
  }

  // Runs the last move of the line seed by seed.
  async run() {
    const { player } = this;
    const { moves } = this.found.scene;
    player.whole = this.whole ?? { ticks: ticksOf(moves.slice(-1)), due: null };
    const last = player.places.findIndex((place) => place.move === moves.length - 1);
    if (last < 0) return this.finish();
    player.go(last - 1);
    this.running = true;
    this.holes.name();
    this.dispatchEvent(new Event("moving"));
    await player.play();
    return undefined;
  }

  // Ends what is running at once; whether there was something.
  skip() {
    if (!this.running) return false;
    this.finish();
    return true;
  }

  finish() {
    this.running = false;
    this.player.go(this.player.places.length - 1);
    this.settled();
  }

  settled() {
    this.runs = false;
    this.holes.settle(this.found);
    this.dispatchEvent(new Event("settled"));
  }

  // Runs the move that led here once more.
  again() {
    if (this.found && this.found.scene.moves.length > 0) this.run();
  }

  // Whether the current place of the tree is shown, and nothing runs.
  get still() { return !this.running && this.node === this.study.node; }

  get over() { return this.found?.over ?? false; }

  // The legal moves of the shown place, by name.
  legal(name) { return this.found?.moves.find((move) => move.move === name); }

  // What the player of moves asks of a view.
  open() {}

  settle(place, at, playing) {
    this.boards.settle(place);
    const inRows = place.seeds.filter((_, cell) => this.boards.cells[cell] && !this.boards.cells[cell].startsWith("R"));
    const rest = inRows.reduce((sum, seeds) => sum + seeds, 0);
    byId("caption").textContent = caption(place.caption, rest, / over$/.test(place.position));
    this.tellOf(place, playing && !place.ends);
    if (this.running && at === this.player.places.length - 1) {
      this.running = false;
      this.settled();
    }
  }

  // The lap that is sown stands under the board, and readers hear of it. What somebody else has said stays until
  // there is something to say.
  tellOf(place, quiet) {
    const said = byId("said");
    if (!place.text && said.textContent !== this.told) return;
    // Faster than that readers could not follow: they hear of the move at its end.
    said.setAttribute("aria-live", quiet && this.player.speed > FOLLOWED ? "off" : "polite");
    this.told = place.text && this.numbered(place);
    this.say(this.told);
  }

  // What is said of a place, with the number of its move in the whole line and not in what was asked for.
  numbered({ text, move }) {
    if (this.node.joint) return text;
    const before = this.study.tree.path(this.node).length - this.found.scene.moves.length;
    return text.replace(/^\d+/, String(before + move + 1));
  }

  begin(place) {
    byId("caption").textContent = plainly(place.caption);
    this.tellOf(place, true);
    this.boards.begin(place);
  }

  tick(actions, seeds, time) { this.boards.tick(actions, seeds, time); }

  playing(on) { this.place.classList.toggle("running", on); }
}

// The number of the choice that can't be made, of those with which both begin, or of the move that comes too early
// behind them; nothing if it is no such mistake.
function choiceAt({ param, text, at } = {}) {
  if (param !== "choices" && param !== "start") return undefined;
  const whole = at === null || at === undefined;
  const before = (whole ? text : text.slice(0, at)).replace(/\/ *coin/g, "").split("/").length;
  return whole ? before : before - 1;
}

// What a drawing rests on: which holes there are, and which are closed or protected.
const fieldOf = (position) => position.replace(/ [AB].*$/, "").replace(/\d+(p?)/g, "o$1");
