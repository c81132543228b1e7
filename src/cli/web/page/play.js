// The panel for playing, against the program or a person.
import { ClockPanel } from "./clock-panel.js";
import { byId, element } from "./elements.js";
import { resultOf } from "./games.js";
import { t } from "./language.js";
import { FRIEND, nothing, PLAYERS, YOU } from "./link.js";
import { LinkPanel } from "./link-panel.js";
import { Opponent } from "./opponent.js";
import { beside, button, choice, enable, labelled, panel } from "./panels.js";
import { sit } from "./play-by-link.js";
import { Rounds } from "./rounds.js";
import { RuleSets } from "./rule-sets.js";
import { keepParts, recalledParts } from "./settings.js";
import { sound } from "./sound.js";

// The game of a first visit: a board that fits everywhere, against an opponent that makes mistakes.
const FIRST = { rules: "congklak", A: YOU, B: "player" };

export class PlayPanel {
  constructor(page) {
    const { study, stage, engine, say } = page;
    Object.assign(this, { page, study, stage, engine, say, opponent: new Opponent(page) });
    this.body = panel("play", t("play.title"), { where: "game" });
    this.controls();
    this.opponent.addEventListener("change", () => this.show());
    engine.addEventListener("value", () => this.show());
    study.addEventListener("node", () => this.show());
    stage.addEventListener("moving", () => enable(this.last, this.opponent.moving, this.fresh));
    this.show();
  }

  controls() {
    const side = (name) => choice([...PLAYERS, FRIEND].map((player) => [player, t(`players.${player}`)]), { id: `play-${name}` });
    this.sides = { A: side("A"), B: side("B") };
    this.sides.B.value = "player";
    for (const list of Object.values(this.sides)) list.addEventListener("change", () => this.show());
    this.fresh = button(t("play.new"), () => this.start(false), { id: "play-new" });
    const here = button(t("play.here"), () => this.start(true), { id: "play-here" });
    this.sets = new RuleSets(this.page, (rules) => {
      this.begin({ rules });
      this.stage.comeInSight();
    });
    this.told = element("p", "", { id: "play-told", class: "strong", "aria-live": "polite" });
    this.back = button(t("play.take-back"), () => this.takeBack(), { id: "play-back" });
    this.hint = button(t("play.hint"), () => this.showHint(), { id: "play-hint" });
    this.last = button(t("play.last"), () => this.opponent.endTurn(), { id: "play-last" });
    this.now = button(t("play.now"), () => this.opponent.hurry(), { id: "play-now" });
    this.stop = button(t("play.stop"), () => this.opponent.end(), { id: "play-stop" });
    this.rounds = new Rounds(this.page, this.opponent);
    // Only one of these is enabled at a time, and represents all.
    const either = element("span", undefined, { class: "either" });
    either.append(this.hint, this.now, this.last);
    this.links = new LinkPanel(this.page, this.opponent);
    this.clocks = new ClockPanel(this.page, this.opponent);
    this.body.append(this.told, this.rounds.whole, this.links.whole, beside(this.back, this.stop, either),
      beside(...["A", "B"].map((one) => labelled(t("play.who", { side: one }), this.sides[one]))),
      beside(this.clocks.control, sound(this.page)), beside(this.fresh, here));
    const games = element("section", undefined, { id: "games", "aria-label": t("play.games") });
    games.append(element("h2", t("play.which")), this.sets.place, this.sets.sources);
    byId("panels").prepend(games);
  }

  // Loads the names of the rule sets once the program is available.
  learn() { this.sets.learn(); }

  get chosen() { return [this.sides.A.value, this.sides.B.value]; }

  get players() {
    const [seed] = crypto.getRandomValues(new Uint32Array(1));
    const { A, B } = this.sides;
    if (!this.chosen.includes(FRIEND)) return [A.value, B.value, seed].join();
    // Whoever is not elsewhere is here.
    sit(seed, A.value === FRIEND ? "B" : "A");
    return [FRIEND, FRIEND, seed].join();
  }

  // Begins and remembers a game from the opening of these rules. `first`: nothing was shown yet.
  begin(parts, first = false) {
    const state = { ...nothing(), ...parts, players: this.players };
    if (first) this.study.open(state);
    else this.study.begin(state);
    this.keep();
  }

  // Begins the last game again, or the default one.
  beginLast(first) {
    const { rules, A, B } = { ...FIRST, ...recalledParts("game") };
    for (const [side, player] of Object.entries({ A, B })) {
      if (PLAYERS.includes(player)) this.sides[side].value = player;
    }
    this.begin({ rules }, first);
  }

  // Rule files are not remembered, since they may be gone.
  keep() {
    const { rules } = this.study;
    if (/^[a-z-]+$/.test(rules)) keepParts("game", { rules, A: this.sides.A.value, B: this.sides.B.value });
  }

  // Every game has a new seed, so that no two are alike.
  start(fromHere) {
    if ((this.study.lesson || this.study.puzzle) && !fromHere) return this.beginLast();
    this.opponent.begin(this.players, fromHere);
    return this.keep();
  }

  // Undo in a game; returns whether there is a game.
  takeBack() {
    const { opponent } = this;
    if (!opponent.playing) return false;
    // Before the first move of a game, undo returns to the earlier state.
    const within = opponent.given || this.study.within;
    const done = this.rounds.together.takeBack() || opponent.takeBack();
    if (!done) this.say(t("play.nothing-back"));
    else this.say(t(within ? "play.taken-back" : "play.undone"));
    return true;
  }

  showHint() {
    if (!this.opponent.playing) return;
    if (this.opponent.waiting) {
      this.say(t("engine.together"));
      return;
    }
    // The last message is not about the hint.
    this.say("");
    if (!this.engine.on) this.page.enginePanel.toggle();
    this.opponent.hint();
  }

  show() {
    const { opponent, engine, told } = this;
    const { playing, busy, sides } = opponent;
    document.body.classList.toggle("playing", playing);
    document.body.classList.toggle("hushed", engine.hushed);
    this.fill();
    this.sets.mark(this.study.rules);
    enable(this.back, Object.values(sides).includes(YOU), this.fresh);
    enable(this.hint, playing && !busy && !opponent.waiting && !opponent.afar, this.fresh);
    enable(this.now, opponent.asking !== null, this.fresh);
    enable(this.last, opponent.moving, this.fresh);
    enable(this.stop, playing, this.fresh);
    this.links.show(this.chosen);
    const text = playing ? this.sentence() : "";
    if (told.textContent === text) return;
    told.textContent = text;
    // The panel can be far from the board.
    if (playing && this.stage.over) this.say(text);
  }

  // For a new game the lists show its players; afterwards they are for the next game. The player's
  // own row is turned to the front, and the buttons are next to the board.
  fill() {
    const { opponent: { sides, afar, links }, study } = this;
    const players = afar ? `${study.players},${links.seat}` : study.players;
    if (players !== null && players !== this.shown) {
      for (const side of ["A", "B"]) this.sides[side].value = sides[side];
      this.body.parentElement.open = true;
      const people = ["A", "B"].filter((side) => sides[side] === YOU);
      if (people.length === 1) this.page.turnBoard(people[0] === "B");
    }
    this.shown = players;
  }

  // Describes whose turn it is, or how the round ended.
  sentence() {
    const { opponent, stage: { found, over } } = this;
    if (!found) return "";
    const { sides } = opponent;
    if (opponent.waiting) return t("play.both-begin");
    const { mover } = found;
    if (opponent.late) return this.clocks.told;
    if (opponent.afar) return [over && resultOf(found.position, sides), this.links.sentence()].filter(Boolean).join(" ");
    if (over) return resultOf(found.position, sides);
    const name = sides[mover];
    // A joint turn has just ended.
    if (!name) return "";
    if (name === YOU && sides.A === sides.B) return t("play.turn-of", { side: mover });
    const first = this.study.node.parent ? "" : ` ${t("play.press")}`;
    if (name === YOU) return t("play.your-turn", { side: mover }) + first;
    const who = { side: mover, player: t(`players.${name}`) };
    if (opponent.asking) return t("play.thinks", who);
    const goneBack = this.study.node.children.length > 0;
    return goneBack ? t("play.looking-back") : t("play.plays", who);
  }
}
