// The ways to play a throw, best first as chances arrive, and the chance of the player to throw.
// While the pointer is in the list its order stays, so that nothing moves under it.
import { byId, element } from "../elements.js";
import { t } from "../language.js";
import { counted } from "../words.js";
import { percent, sureness } from "./chances.js";
import { holeOf, moveInWords, readMove } from "./position.js";

// Ways per page.
const SHOWN = 40;

// The moves as notation, and in words for screen readers.
export function movesOf(way, name = "b") {
  const written = element(name, way.join(" ") || t("chong.pass"), { "aria-hidden": "true" });
  return [written, element("span", ` ${way.map(moveInWords).join(", ") || t("chong.pass")}`, { class: "unseen" })];
}

export const keyOf = ({ way }) => way.join(" ") || "pass";

export class Ways {
  // `acts` has the callbacks `play`, `point` (a way, or none) and `say`.
  constructor(acts) {
    this.acts = acts;
    this.list = byId("ways");
    this.list.dataset.none = t("chong.throw-first");
    this.open(null);
    const leave = () => {
      this.held = false;
      this.acts.point(null);
      this.render();
    };
    this.list.addEventListener("pointerenter", () => { this.held = true; });
    this.list.addEventListener("pointerleave", leave);
    this.list.addEventListener("focusout", (event) => {
      if (!this.list.contains(event.relatedTarget)) this.acts.point(null);
    });
    byId("all-ways").addEventListener("click", () => {
      this.focus();
      this.choose(null);
    });
  }

  // The list takes the focus of removed elements; all keys work there.
  focus() { this.list.focus({ preventScroll: true }); }

  // Opens the ways of a place as `chong_position` returns them; none before a throw.
  open(info) {
    this.info = info;
    this.order = info?.ends ?? [];
    this.chances = new Map();
    this.rows = new Map();
    this.chosen = new Set();
    this.best = null;
    this.held = false;
    this.list.classList.toggle("b", info?.player === "B");
    const place = info && `${info.position} ${info.throw}`;
    if (info && place !== this.place) this.left = null;
    this.place = place ?? this.place;
    this.render();
  }

  // Adds the chances that were found.
  tell(found) {
    for (const way of found.ways) this.chances.set(keyOf(way), way);
    const told = new Map(this.order.map((end) => [keyOf(end), end]));
    this.next = found.ways.map((way) => told.get(keyOf(way))).filter(Boolean);
    this.best = this.next[0] ?? null;
    this.render();
  }

  // Toggles a hole in the filter of ways; null shows all.
  choose(hole) {
    if (hole === null) this.chosen.clear();
    else if (!this.chosen.delete(hole)) this.chosen.add(hole);
    this.render();
    const count = this.picked().length;
    if (this.info?.throw) {
      this.acts.say(this.chosen.size === 0 ? t("chong.all") : t("chong.through", { count }));
    }
    return this.chosen;
  }

  picked() {
    if (this.chosen.size === 0) return this.order;
    const { player, holes } = this.info;
    const touches = (end, hole) => end.way.map(readMove).some((move) =>
      [move.from, move.to].some((cell) => holeOf(player, cell, holes) === hole));
    return this.order.filter((end) => [...this.chosen].every((hole) => touches(end, hole)));
  }

  render() {
    if (this.next && !this.held && this.info) {
      this.order = this.next;
      this.next = null;
    }
    const picked = this.picked();
    const shown = picked.slice(0, SHOWN);
    const focused = document.activeElement?.closest?.("#ways button")?.dataset.way;
    const rows = shown.map((end) => this.row(end));
    const now = this.list.children;
    if (rows.length !== now.length || rows.some((row, index) => row !== now[index])) {
      this.list.replaceChildren(...rows);
      // A moved row has lost the focus; a removed one may return when its place is shown again.
      if (focused) this.left = focused;
      if (focused || (this.left && document.activeElement === this.list)) {
        (this.rows.get(this.left)?.firstElementChild ?? this.list).focus({ preventScroll: true });
      }
    }
    const { info } = this;
    const total = info?.count ?? 0;
    const more = picked.length - shown.length + (this.chosen.size === 0 ? total - this.order.length : 0);
    byId("count").textContent = info?.throw ? t("chong.count", { count: total }) : "";
    byId("more").textContent = more > 0 ? t("chong.more", { count: more }) : "";
    byId("all-ways").hidden = this.chosen.size === 0;
  }

  // Returns the row of a way, created once and then updated.
  row(end) {
    const key = keyOf(end);
    let row = this.rows.get(key);
    if (!row) {
      row = this.made(end, key);
      this.rows.set(key, row);
    }
    const chance = this.chances.get(key);
    const [bar, number] = [row.querySelector(".bar"), row.querySelector(".chance")];
    bar.firstElementChild.style.width = chance ? `${100 * chance.probability}%` : "0";
    bar.classList.toggle("proven", Boolean(chance?.exact));
    number.textContent = chance ? percent(chance) : "\u2026";
    row.firstElementChild.title = chance ? `${percent(chance, 4)}: ${sureness(chance)}` : "";
    row.classList.toggle("shallow", Boolean(chance && chance.depth === 1 && this.deepest() > 1));
    return row;
  }

  deepest() { return this.best ? this.chances.get(keyOf(this.best)).depth ?? 0 : 0; }

  made(end, key) {
    const row = element("li");
    const button = element("button", undefined, { type: "button", "data-way": key });
    const bar = element("span", undefined, { class: "bar", "aria-hidden": "true" });
    bar.append(element("span"));
    const words = element("span", undefined, { class: "moves" });
    words.append(...movesOf(end.way), " ", element("small", end.told));
    button.append(bar, element("span", undefined, { class: "chance" }), words);
    button.addEventListener("click", () => this.acts.play(end));
    button.addEventListener("pointerenter", () => this.acts.point(end));
    button.addEventListener("focus", () => this.acts.point(end));
    row.append(button);
    return row;
  }
}

// Shows the chance of a place, above the ways.
export function showChance(found, player, winner) {
  const place = byId("chance");
  const share = byId("share");
  place.className = found?.exact ? "proven" : "";
  if (winner) {
    place.textContent = winner === "nobody" ? t("chong.draw-short") : t("chong.has-won", { side: winner });
    byId("sure").textContent = winner === "nobody" ? t("chong.draw-why") : "";
  } else {
    const known = found && found.probability !== null;
    place.textContent = known ? t("chong.wins", { side: player, chance: percent(found) }) : "\u2026";
    byId("sure").textContent = found ? words(found) : "";
  }
  const own = winner ? Number(winner === "A") : found?.probability ?? 0.5;
  const ofA = winner || player === "A" ? own : 1 - own;
  share.firstElementChild.style.width = `${100 * (winner === "nobody" ? 0.5 : ofA)}%`;
}

// For screen readers: announced once, when the search is complete.
export function chanceInWords(found, player) {
  if (found.probability === null) return "";
  const chance = percent(found).replace(/^\W+/, "");
  return t("chong.wins-with", { side: player, chance, how: sureness(found) });
}

function words(found) {
  const parts = [sureness(found)];
  if (!found.exact && found.samples > 0) parts.push(t("chong.samples", { count: found.samples }));
  if (found.nodes > 0) parts.push(counted(found.nodes, "nodes"));
  return parts.join(", ");
}
