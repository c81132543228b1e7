// The board of the page: shows a place of the tree, animates moves, and lets people choose holes.
// Drawings and animations are shared with the static pages (board.js, boards.js, player.js).
import { Boards } from "./boards.js";
import { byId } from "./elements.js";
import { Holes, SPOTS_ASIDE } from "./holes.js";
import { strip } from "./in-sight.js";
import { t } from "./language.js";
import { Player, ticksOf } from "./player.js";
import { Lost } from "./server.js";
import { stand } from "./sides.js";
import { caption, plainly } from "./words.js";

// The maximum speed at which every lap is read aloud.
const FOLLOWED = 2.5;

// The number of holes in a row, with the store, from which a board is long.
const LONG = 13;

export class Stage extends EventTarget {
  // Emits `settled` when the shown place is at rest, `moving` when seeds begin to move, and `tick` when
  // some fall into cells.
  constructor({ study, server, say, complain }) {
    super();
    Object.assign(this, { study, server, say, complain });
    this.turn = 0;
    // Whether the next place is shown lap by lap.
    this.waits = false;
    // The turn being played, for the timing of the animation, if all of it is known.
    this.whole = null;
    this.place = byId("board");
    this.player = new Player(this, complain);
    this.holes = new Holes(this, (cell, by) => {
      this.dispatchEvent(new CustomEvent("hole", { detail: { cell, by } }));
    });
    study.addEventListener("node", (event) => this.show(event.detail.animate));
    // Messages about another game no longer apply.
    study.addEventListener("game", () => say(""));
  }

  // Requests and shows the current place of the tree; returns whether that was possible.
  async show(animate = false) {
    const { study } = this;
    const turn = ++this.turn;
    const { node } = study;
    const { waits } = this;
    this.waits = false;
    this.player.turn++;
    this.running = false;
    // Whether seeds move, or will as soon as the program answers.
    this.runs = animate && (waits || (this.player.speed >= 0 && !this.player.still.matches));
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
    if (this.runs) await this.run(waits);
    else this.finish();
  }

  // Requests the scene of a place: after a move, or during a joint turn.
  async asked(node) {
    const { study } = this;
    if (node.joint) return this.asJoint(await this.drawing("start", study.choices(node)));
    const found = await this.drawing("scene", study.step(node));
    if (!study.togetherAt(node, found.together)) return found;
    return this.asJoint(await this.drawing("start", study.choices(node)));
  }

  // Requests a scene, and the drawing of its board if it differs from the shown one.
  async drawing(method, params) {
    const found = await this.server.ask(method, this.field ? params : { ...params, board: true });
    if (found.board || fieldOf(found.scene.position) === this.field) return found;
    return this.server.ask(method, { ...params, board: true });
  }

  // Converts a joint turn to a place: until the next choice there is no position and no mover.
  asJoint(found) {
    const { after, choices, seen } = found;
    if (after) return { ...found, position: after, mover: after.split(" ")[2], over: / over$/.test(after) };
    const moves = choices.map((move) => ({ move, together: true }));
    return { ...found, moves, position: `${seen} A`, mover: "AB", over: false };
  }

  // Stores positions along the line that the program reported.
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

  // Reports an illegal line and shows the place before it.
  refused(error, node) {
    const { wrong, message } = this.wrongIn(error, node, this.study.step(node));
    if (wrong) this.study.go(wrong.parent);
    else this.dispatchEvent(new CustomEvent("refused", { detail: { error, link: this.study.link } }));
    this.complain(message, error.data);
  }

  // Finds the node of a line that cannot be played, if any, and the message for the request.
  wrongIn(error, node, asked) {
    const { move, problem } = error.data ?? {};
    const nodes = this.study.tree.path(node);
    const before = nodes.length - (asked.line?.length ?? 0);
    if (!move) return { wrong: nodes[choiceAt(error.data)], message: error.message };
    return { wrong: nodes[before + move - 1], message: t("frame.of-move", { count: before + move, problem }) };
  }

  // Reports the first illegal move in all lines of a foreign tree.
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

  // Redraws the board only if it differs: the focus and the view stay in place.
  draw(found) {
    this.found = found;
    const scene = found.scene;
    const field = fieldOf(scene.position);
    if (field !== this.field || !this.boards) {
      this.field = field;
      document.body.classList.toggle("long", scene.cells.length > 2 * LONG);
      stand();
      const drawn = new DOMParser().parseFromString(`${found.board.wide}${found.board.tall}`, "text/html");
      const focused = this.holes.active !== undefined;
      this.place.replaceChildren(...drawn.body.children, strip(drawn.body.firstElementChild));
      const { wide, tall: [, ofStores] } = found.board.spots;
      this.boards = new Boards(this.place, { wide, tall: [SPOTS_ASIDE, ofStores] }, scene);
      this.holes.open(this.boards, focused);
    }
    this.boards.cells = scene.cells;
    this.player.places = null;
    this.player.choose(scene, 0);
  }

  // Scrolls to the board, unless it stays visible (in-sight.js).
  comeInSight() {
    const { top, bottom } = this.holes.seen?.svg.getBoundingClientRect() ?? {};
    if (top < 0 || bottom > innerHeight) this.place.scrollIntoView({ block: "nearest" });
  }

  // Shows a position being set up, valid or not, on the current board.
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

  // Draws the board of a position outside the tree, such as one of another size.
  async drawAlone(position) {
    const { holes: _, ...options } = this.study.options();
    this.draw(await this.drawing("scene", { ...options, position }));
  }

  // Animates the last move of the line, seed by seed: all of it, or only its first lap.
  async run(waits = false) {
    const { player } = this;
    const { moves } = this.found.scene;
    player.whole = this.whole ?? { ticks: ticksOf(moves.slice(-1)), due: null };
    const last = player.places.findIndex((place) => place.move === moves.length - 1);
    if (last < 0) return this.finish();
    player.go(last - 1);
    this.running = true;
    this.holes.count(player.places[last - 1].seeds);
    this.dispatchEvent(new Event("moving"));
    await (waits ? player.next() : player.play());
    return undefined;
  }

  // Shows the next lap of the running move, or the first one of the next move, and waits.
  lap() {
    const [next] = this.study.node.children;
    if (this.running) this.player.next();
    else if (this.still && next) {
      this.waits = true;
      this.study.go(next, true);
    }
  }

  // Ends the animation at once; returns whether there was one.
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

  // Animates the last move again.
  again() {
    if (this.found && this.found.scene.moves.length > 0) this.run();
  }

  // Whether the current place of the tree is shown and at rest.
  get still() { return !this.running && this.node === this.study.node; }

  get over() { return this.found?.over ?? false; }

  // Finds a legal move of the shown place by name.
  legal(name) { return this.found?.moves.find((move) => move.move === name); }

  // The view interface of the move player.
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
    } else if (this.running) this.holes.count(place.seeds);
  }

  // Shows the current lap below the board and announces it. Other messages stay until there is
  // something to say.
  tellOf(place, quiet) {
    const said = byId("said");
    if (!place.text && said.textContent !== this.told) return;
    // At higher speed screen readers could not follow: only the end of the move is announced.
    said.setAttribute("aria-live", quiet && this.player.speed > FOLLOWED ? "off" : "polite");
    this.told = place.text && this.numbered(place);
    this.say(this.told);
  }

  // The text of a place, with the number of its move in the whole line.
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

  tick(actions, seeds, time) {
    const cells = actions.map(([, to]) => this.boards.cells[to]).filter(Boolean);
    const { what } = this.player.places[this.player.at + 1].stage;
    this.dispatchEvent(new CustomEvent("tick", { detail: { cells, taking: what === "taking" } }));
    this.boards.tick(actions, seeds, time);
  }

  playing(on) { this.place.classList.toggle("running", on); }
}

// The number of the illegal choice of a joint turn, or of the move that comes too early after it;
// undefined for other errors.
function choiceAt({ param, text, at } = {}) {
  if (param !== "choices" && param !== "start") return undefined;
  const whole = at === null || at === undefined;
  const before = (whole ? text : text.slice(0, at)).replace(/\/ *coin/g, "").split("/").length;
  return whole ? before : before - 1;
}

// What determines a drawing: the holes, and which are closed or protected.
const fieldOf = (position) => position.replace(/ [AB].*$/, "").replace(/\d+(p?)/g, "o$1");
