// The board: three rows of holes, the pieces on them, the arrows of a way, and the animation of a
// turn. Each hole has its number on A's path below and on B's path above. Arrow keys move from hole
// to hole.
import { svgElement } from "../board.js";
import { t } from "../language.js";
import { BoardMap } from "./map.js";
import { drawn, offsets } from "./pieces.js";
import { holeAt, holeInWords, holeOf, ownerOf, placeOf, readMove, readPosition } from "./position.js";

// Measures of the drawing: a hole with its surroundings, and the margin for names.
const CELL = 58;
const [LEFT, RIGHT] = [24, 6];
const TOP = 6;
// The minimum pixels of a column, so that a thumb hits its holes, and of a number; a board of more
// columns than fit is shown in several screens.
const LEAST = 48;
const READABLE = 11.5;
// Milliseconds per move.
const STEP = 420;

const still = matchMedia("(prefers-reduced-motion: reduce)");
const wait = (time) => new Promise((done) => setTimeout(done, time));

export class BoardView {
  // `pressed` is called with the hole that was clicked or chosen by a key.
  constructor(frame, pressed) {
    this.frame = frame;
    this.pressed = pressed;
    this.columns = 0;
    this.active = 0;
    this.speed = 1;
    this.map = new BoardMap(frame);
    new ResizeObserver(() => this.fit()).observe(frame);
  }

  // Divides the columns among as few screens as their width allows.
  fit() {
    const { columns, svg, frame } = this;
    const room = frame.clientWidth;
    if (!svg || room === 0) return;
    const around = LEFT + RIGHT;
    const most = Math.max(1, Math.floor((room * CELL / LEAST - around) / CELL));
    this.shown = Math.ceil(columns / Math.ceil(columns / most));
    const width = columns * CELL + around;
    svg.style.minWidth = `${room * width / (this.shown * CELL + around)}px`;
    svg.style.setProperty("--number", `${Math.max(READABLE, READABLE * width / svg.clientWidth)}px`);
    if (this.position) this.map.show(this.position, this.shown);
  }

  build(columns) {
    if (columns === this.columns) return;
    this.columns = columns;
    this.active = 0;
    const focused = this.frame.contains(document.activeElement);
    const [width, height] = [LEFT + columns * CELL + RIGHT, TOP + 3 * CELL + 6];
    this.svg = svgElement("svg", { viewBox: `0 0 ${width} ${height}`, class: "chong" });
    this.svg.setAttribute("role", "group");
    this.svg.setAttribute("aria-label", t("frame.board"));
    this.svg.style.maxWidth = `${width * 1.9}px`;
    const [wide, high] = [columns * CELL + 8, 3 * CELL + 8];
    const plank = svgElement("rect", { x: LEFT - 4, y: 2, width: wide, height: high, rx: 10, class: "plank" });
    this.svg.append(plank);
    for (const [name, row] of [["B", 0], ["A", 2]]) {
      const y = this.middle(row, 0)[1] + 5;
      const label = svgElement("text", { x: 9, y, class: `name ${name.toLowerCase()}` });
      label.textContent = name;
      this.svg.append(label);
    }
    this.numberLayer = svgElement("g", { class: "numbers", "aria-hidden": "true" });
    this.holes = Array.from({ length: 3 * columns }, (_, hole) => this.hole(hole));
    this.arrowLayer = svgElement("g", { class: "arrows", "aria-hidden": "true" });
    this.pieceLayer = svgElement("g", { class: "pieces", "aria-hidden": "true" });
    this.svg.append(this.numberLayer, this.pieceLayer, this.arrowLayer);
    this.frame.replaceChildren(this.svg);
    this.fit();
    if (focused) this.focus(0);
  }

  middle(row, column) { return [LEFT + (column + 0.5) * CELL, TOP + (row + 0.5) * CELL]; }

  at(hole) {
    const { row, column } = placeOf(hole, this.columns);
    return this.middle(row, column);
  }

  hole(hole) {
    const [x, y] = this.at(hole);
    const tabindex = hole === 0 ? 0 : -1;
    const group = svgElement("g", { class: "hole", role: "button", tabindex, "data-hole": hole });
    const half = CELL / 2;
    const size = CELL - 4;
    const [left, top] = [x - half + 2, y - half + 2];
    group.append(svgElement("rect", { x: left, y: top, width: size, height: size, rx: 9, class: "pit" }));
    for (const [player, dx, dy] of [["A", 5 - half, half - 5], ["B", half - 5, 13 - half]]) {
      const number = svgElement("text", { x: x + dx, y: y + dy, class: `number ${player.toLowerCase()}` });
      number.textContent = holeOf(player, hole, this.columns);
      this.numberLayer.append(number);
    }
    group.addEventListener("click", (event) => {
      this.focus(hole, false);
      this.pressed(hole, event);
    });
    group.addEventListener("focus", () => this.focus(hole, false));
    group.addEventListener("keydown", (event) => this.key(event, hole));
    this.svg.append(group);
    return group;
  }

  // Only one hole is reachable by Tab; arrow keys move on from there.
  focus(hole, grab = true) {
    this.holes[this.active].setAttribute("tabindex", -1);
    this.active = hole;
    this.holes[hole].setAttribute("tabindex", 0);
    if (grab) {
      this.holes[hole].focus({ preventScroll: true });
      this.holes[hole].scrollIntoView({ block: "nearest", inline: "nearest" });
    }
  }

  key(event, hole) {
    const { row, column } = placeOf(hole, this.columns);
    const steps = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
    const step = steps[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (step) {
      const within = (number, most) => Math.max(0, Math.min(number, most));
      this.focus(holeAt(within(row + step[0], 2), within(column + step[1], this.columns - 1), this.columns));
    } else if (event.key === "Enter" || event.key === " ") this.pressed(hole, event);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  // Shows a position; the numbers of the player to throw are emphasised.
  show(text) {
    const position = readPosition(text);
    this.build(position.columns);
    this.position = position;
    this.svg.classList.toggle("a-throws", position.player === "A");
    this.svg.classList.toggle("b-throws", position.player === "B");
    this.pieces = [];
    const all = [];
    position.holes.forEach((pieces, hole) => {
      this.holes[hole].setAttribute("aria-label", holeInWords(hole, position));
      const places = offsets(pieces);
      pieces.forEach((piece, index) => {
        const group = drawn(piece, pieces.length > 1);
        const [x, y] = this.at(hole);
        group.style.transform = `translate(${x + places[index][0]}px, ${y + places[index][1]}px)`;
        this.pieces.push({ hole, piece, group });
        all.push(group);
      });
    });
    this.pieceLayer.replaceChildren(...all);
    this.map.show(position, this.shown);
    this.arrows([]);
  }

  // Marks the holes that filter the ways.
  choose(holes) { this.holes.forEach((group, hole) => group.classList.toggle("chosen", holes.has(hole))); }

  // Draws the moves of a way as arrows, numbered if there are several.
  arrows(way, player) {
    const number = (index) => (way.length > 1 ? index + 1 : 0);
    const parts = way.flatMap((text, index) => this.arrow(readMove(text), player, number(index)));
    this.arrowLayer.replaceChildren(...parts);
    if (way.length > 0) this.bringIntoSight(way[0], player);
  }

  // Scrolls a board that is wider than its frame to the two holes of a move.
  bringIntoSight(text, player) {
    const { frame } = this;
    if (frame.scrollWidth <= frame.clientWidth) return;
    const { from, to } = readMove(text);
    const scale = frame.scrollWidth / this.svg.viewBox.baseVal.width;
    const places = [from, to].map((cell) => this.at(holeOf(player, cell, this.columns))[0] * scale);
    const edge = CELL * scale;
    const seen = (x) => x > frame.scrollLeft + edge && x < frame.scrollLeft + frame.clientWidth - edge;
    // Not smoothly: browsers drop a smooth scroll that begins during another one.
    if (!places.every(seen)) frame.scrollLeft = (places[0] + places[1] - frame.clientWidth) / 2;
  }

  arrow({ from, to, exchange, effect }, player, number) {
    const [a, b] = [from, to].map((cell) => this.at(holeOf(player, cell, this.columns)));
    // Within a row the arrow bends over the holes between.
    const side = a[1] > TOP + CELL ? -1 : 1;
    const bend = a[1] === b[1] ? side * Math.min(30, Math.abs(a[0] - b[0]) / 3) : 0;
    const middle = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2 + bend];
    const parts = [svgElement("path", { class: "shaft", d: `M${a}Q${middle} ${b}` }), head(middle, b)];
    if (exchange) parts.push(head(middle, a));
    if (effect.startsWith("x")) {
      parts.push(svgElement("path", { class: "taken", d: `M${b[0] - 17} ${b[1] - 17}l34 34m0 -34l-34 34` }));
    }
    if (number) {
      const [x, y] = [(a[0] + 2 * middle[0] + b[0]) / 4, (a[1] + 2 * middle[1] + b[1]) / 4];
      const text = svgElement("text", { x, y: y + 4.5 });
      text.textContent = number;
      parts.push(svgElement("circle", { class: "badge", cx: x, cy: y, r: 8.5 }), text);
    }
    return parts;
  }

  // Plays a turn move by move, unless `until` says that something else is shown by now.
  async play({ player, steps }, until) {
    for (const step of steps) {
      const move = readMove(step.move);
      const time = STEP / this.speed;
      this.bringIntoSight(step.move, player);
      if (!still.matches && this.speed > 0) {
        this.slide(player, move.from, move.to, time, (piece) => piece !== "S" || !move.exchange);
        if (move.exchange) this.slide(player, move.to, move.from, time, (piece) => piece === "S");
        await wait(time + 60);
      }
      if (until()) return;
      this.show(step.after);
    }
  }

  slide(player, from, to, time, moves) {
    const [a, b] = [from, to].map((cell) => holeOf(player, cell, this.columns));
    const own = this.pieces.filter(({ hole, piece }) => hole === a && ownerOf(piece) === player);
    const found = own.find(({ piece }) => moves(piece.toUpperCase()));
    if (!found) return;
    const [x, y] = this.at(b);
    this.pieceLayer.append(found.group);
    found.group.style.transition = `transform ${time}ms ease-in-out`;
    requestAnimationFrame(() => { found.group.style.transform = `translate(${x}px, ${y}px)`; });
  }
}

// Returns the head of an arrow.
function head(from, to) {
  const angle = Math.atan2(to[1] - from[1], to[0] - from[0]);
  const corner = (turn) => [to[0] - 14 * Math.cos(angle + turn), to[1] - 14 * Math.sin(angle + turn)];
  return svgElement("path", { class: "head", d: `M${to}L${corner(0.42)}L${corner(-0.42)}Z` });
}
