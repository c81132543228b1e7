// The page of Chong: assembles its parts.
import { byId, element } from "../elements.js";
import { languageSwitch, t } from "../language.js";
import { crossing, stateInAddress, writeAddress } from "../pages.js";
import { button, panel } from "../panels.js";
import { inWords, Lost, Server } from "../server.js";
import { marked } from "../words.js";
import { BoardView } from "./board.js";
import { Chances, MOST, SOLVABLE } from "./chances.js";
import { diceControls, showDice, wrongThrow } from "./dice.js";
import { Game, PERSON, nothing, turnText } from "./game.js";
import { Judge } from "./judge.js";
import { keys } from "./keys.js";
import { readLink, writeLink } from "./link.js";
import { Players } from "./players.js";
import { rulesPanel } from "./rules.js";
import { setupPanel } from "./setup.js";
import { showTurns, turnControls } from "./turns.js";
import { Ways, chanceInWords, keyOf, showChance } from "./ways.js";

const say = (text) => { byId("said").textContent = text; };
// Announces to screen readers only, once, where others see a number change.
const speak = (text) => { byId("spoken").textContent = text; };

// Shows an error until something else is shown.
function complain(error) {
  const message = typeof error === "string" ? error : error.message;
  const place = byId("fault");
  place.hidden = !message;
  place.replaceChildren(message);
  const { text, at } = error.data ?? {};
  if (typeof text !== "string" || at === null || at === undefined) return;
  const [before, wrong, after] = marked(text, at);
  const line = element("code", before);
  line.append(element("mark", wrong), after);
  place.append(" ", line);
}
addEventListener("error", (event) => complain(t("frame.at-fault", { message: event.message })));
addEventListener("unhandledrejection", (event) => complain(t("frame.at-fault", { message: String(event.reason) })));

const game = new Game();
const server = new Server(connection);
const board = new BoardView(byId("board"), pressed);
const ways = new Ways({ play: (end) => play(end), point: (end) => point(end), say });
const chances = new Chances(server, { told, solving, complain });
const judge = new Judge({ game, server, complain, show: () => showTurns(game, judge) });
const players = new Players({ game, server, board, take, play, complain });
const turns = turnControls(game);
diceControls(game, take);
const rules = rulesPanel({ game, server, begin });
const setup = setupPanel({
  game, server, board, begun: settingUp, ended,
  use: (position) => begin({ ...game.state(), start: position }),
});
share();
keys({ turns, board, setup, best, choose: pick });

// Plays the best way, or the first one if no chances are known.
function best() {
  const way = ways.best ?? ways.order[0];
  if (way) play(way);
}

// The shown place, as described by the program.
let info = null;
let turn = 0;
// Whether all of its chances are known.
let done = false;

// Describes the connection; when it is restored, requests the shown place again.
function connection(state, pause) {
  byId("connection").textContent = inWords(state, pause, "frame.ended-chong");
  if (state === "open" && document.activeElement === byId("again")) ways.focus();
  byId("again").hidden = state !== "lost" && state !== "gone";
  if (state === "open") {
    if (!game.first) readAddress();
    else show();
  }
}
byId("again").addEventListener("click", () => server.tryAgain());

// Ends searches and moves of the current place before another is shown.
function halt() {
  turn += 1;
  done = false;
  chances.stop();
  players.stop();
}

// The parts of the game that are hidden while a position is set up.
const OF_THE_GAME = "#chances, .throwing, #table .buttons, #turns";

function settingUp() {
  halt();
  for (const part of document.querySelectorAll(OF_THE_GAME)) part.inert = true;
  byId("caption").textContent = t("board.setting-up");
}

function ended() {
  for (const part of document.querySelectorAll(OF_THE_GAME)) part.inert = false;
  show();
}

// Asks the program. Returns null if the connection is lost or the request is wrong, which is
// reported.
async function ask(method, params, wrong = complain, lost = unreached) {
  try {
    return await server.ask(method, params);
  } catch (error) {
    if (error instanceof Lost) lost();
    else wrong(error);
    return null;
  }
}

// Tells the user that nothing happens without the program.
const unreached = () => say(t("chong.unreached"));

// Shows the current place of the game, after animating a played turn.
async function show(played = null) {
  if (setup.active || !game.first) return;
  halt();
  const now = turn;
  const position = game.position;
  const params = game.place();
  if (game.thrown) params.throw = game.thrown;
  const asked = ask("chong_position", { ...params, most: MOST }, complain, () => {});
  if (!unread) {
    complain("");
    writeLater();
  }
  speak("");
  chances.show({ ...game.rules(), position: game.first });
  showTurns(game, judge);
  players.show();
  rules.show();
  ways.open(null);
  showDice(game.thrown, game.dice);
  byId("position").value = position;
  if (played) {
    say(played.told);
    await board.play(played, () => now !== turn);
    if (now !== turn) return;
  }
  board.show(position);
  const found = await asked;
  if (now !== turn || !found) return;
  info = found;
  byId("caption").textContent = caption(info);
  for (const id of ["throw", "faces"]) {
    if (info.winner && document.activeElement === byId(id)) ways.focus();
    byId(id).disabled = info.winner !== null;
  }
  ways.open(info);
  // Scrolls a long board to where the throw can be played.
  const [first] = info.throw ? info.ends : [];
  if (first?.way.length) board.bringIntoSight(first.way[0], info.player);
  showChance(null, info.player, info.winner);
  search();
  if (info.holes <= SOLVABLE && !info.winner) {
    chances.trySolving({ ...game.rules(), position: game.first }, info.holes, search);
  }
  byId("solve").hidden = info.holes > SOLVABLE;
  players.goOn(info);
}

// Requests the chances of the shown place; again when its board is solved. Does nothing until a
// place is shown, which requests them anyway.
function search() {
  if (setup.active || !ways.info) return;
  done = info.winner !== null;
  byId("chances").classList.toggle("searching", !done);
  const thrown = game.thrown ? { throw: game.thrown } : {};
  if (!done) chances.ask({ ...game.place(), ...thrown });
}

game.addEventListener("place", ({ detail }) => {
  unread = false;
  show(detail.turn);
});

// Describes whose turn it is, and who may not move yet; or who has won.
function caption({ winner, player, throw: faces, a, b }) {
  if (winner) return winner === "nobody" ? t("chong.draw") : t("chong.has-won", { side: winner });
  const waiting = [["A", a], ["B", b]].filter(([, army]) => !army.opened)
    .map(([side]) => t("chong.waits", { side }));
  const due = faces ? t("chong.to-play", { side: player, faces: faces.replaceAll(",", " ") })
    : t("chong.to-throw", { side: player });
  return [due, ...waiting].join(" \u00b7 ");
}

// Shows chances as they arrive.
function told(found, all) {
  showChance(found, info.player, info.winner);
  ways.tell(found);
  done = all;
  byId("chances").classList.toggle("searching", !all);
  if (all) speak(chanceInWords(found, info.player));
}

// Shows the progress of solving the board.
function solving({ state, positions, by }) {
  const count = positions ?? 0;
  const told = {
    running: () => t("chong.solving", { count }),
    solved: () => t("chong.solved"),
    stopped: () => (by === "cancelled" ? t("chong.not-solved")
      : t("chong.limit", { count, limit: t(`chong.limits.${by}`) })),
    none: () => "",
  };
  byId("solving").textContent = told[state]();
  const words = { running: "chong.stop-solving", solved: "chong.is-solved" };
  byId("solve").textContent = t(words[state] ?? "chong.solve");
  byId("solve").dataset.state = state;
  byId("solve").setAttribute("aria-disabled", state === "solved");
  // Only the end is announced: the progress changes constantly, and a solved board shows in its
  // chance.
  if (state === "stopped") speak(byId("solving").textContent);
}
byId("solve").addEventListener("click", () => {
  const { state } = byId("solve").dataset;
  if (state === "running") chances.endSolving();
  else if (state !== "solved") chances.solve({ ...game.rules(), position: game.first }, search);
});

// Takes a throw if the program accepts it. Until then, searches and moves continue.
async function take(faces, by = PERSON) {
  wrongThrow("");
  // Otherwise one could throw again until satisfied.
  if (by === PERSON && game.thrown && game.against && !players.real.checked) {
    return say(t("chong.stands"));
  }
  const now = turn;
  const asked = { ...game.place(), throw: faces, most: 0 };
  const found = await ask("chong_position", asked, (error) => wrongThrow(error.message));
  if (now !== turn || !found?.throw) return undefined;
  byId("faces").value = "";
  // Returns the focus, so that keys work as before.
  if (document.activeElement === byId("faces")) ways.focus();
  say(t("chong.throws", { side: found.player, faces: found.throw, count: found.count }));
  return game.take(found.throw, by);
}

// Plays a way, which the program describes move by move.
async function play(end, by = PERSON) {
  const now = turn;
  const text = turnText({ throw: game.thrown, way: end.way });
  const played = await ask("chong_play", { ...game.place(), turns: [text] });
  if (now === turn && played) game.play(played.turns[0], by);
}

function point(end) {
  if (!setup.active && info) board.arrows(end?.way ?? [], info.player);
}

function pressed(hole) {
  if (setup.active) setup.press(hole);
  else pick(hole);
}

// Filters the ways by a hole; null for all. Does nothing while there are no ways.
function pick(hole) { if (ways.info) board.choose(ways.choose(hole)); }
byId("all-ways").addEventListener("click", () => pick(null));

byId("speed").addEventListener("change", (event) => { board.speed = Number(event.target.value); });
board.speed = Number(byId("speed").value);

// Begins another game; returns the error message, if any.
async function begin(state) {
  let wrong = "";
  const { a, b } = game;
  const start = state.start ?? null;
  const next = { ...nothing(), ...state, start, turns: [], at: 0, throw: null, a, b, seed: fresh() };
  const played = await ask("chong_play", asParams(next), (error) => { wrong = error.message; });
  if (!played) return wrong;
  setup.leave();
  game.remember();
  game.open(next, { ...played, turns: [] });
  return "";
}

// A random seed for the choices of a policy.
const fresh = () => crypto.getRandomValues(new Uint32Array(1))[0] % 1000000;

// A game as parameters, before the program has read it.
function asParams({ profile, dice, set, holes, start: position, turns: played }) {
  const params = { profile, dice, set };
  if (position) params.position = position;
  else params.holes = holes;
  return { ...params, turns: played.map((one) => (typeof one === "string" ? one : turnText(one))) };
}

// Whether the address has an invalid link: it stays, with the error, until the game changes.
let unread = false;

// Reads the game in the address. An invalid link is reported, and the game stays as it is.
async function readAddress() {
  const link = stateInAddress();
  let state = { ...nothing(), seed: fresh() };
  let wrong = null;
  try {
    if (link) state = readLink(link);
  } catch (error) {
    wrong = t("frame.unread-link", { message: error.message });
  }
  let played = wrong ? null : await ask("chong_play", asParams(state), (error) => { wrong = error; });
  if (played && state.throw) {
    const place = { ...asParams(state), throw: state.throw, most: 0 };
    const found = await ask("chong_position", place, (error) => { wrong = error; });
    state.throw = found?.throw ?? null;
  }
  if (!played && game.first) {
    unread = wrong !== null;
    return complain(wrong ?? "");
  }
  if (!played) {
    state = nothing();
    played = await ask("chong_play", asParams(state));
    if (!played) return undefined;
  }
  setup.leave();
  if (game.first) game.remember();
  game.open(state, played);
  unread = wrong !== null;
  if (wrong) complain(wrong);
  return undefined;
}
addEventListener("hashchange", readAddress);

// Writes the state to the address with a delay: browsers allow few changes.
let timer = null;
crossing("chong", "sowing", () => (timer ? writeLink(game) : location.hash));
function write() {
  clearTimeout(timer);
  timer = null;
  if (!unread) writeAddress(writeLink(game));
}
function writeLater() { timer ??= setTimeout(write, 200); }
languageSwitch(write);

// Position, link and record, for copying.
function share() {
  const body = panel("copy", t("chong.share"));
  const position = element("input", undefined, { id: "position", class: "long", readonly: "" });
  position.setAttribute("aria-label", t("setup.position"));
  const copied = async (what, text) => {
    try {
      await navigator.clipboard.writeText(text);
      say(t(`chong.copied.${what}`));
    } catch {
      say(t(`chong.not-copied.${what}`));
    }
  };
  const row = element("div", undefined, { class: "row" });
  row.append(button(t("chong.copy-position"), () => copied("position", game.position), { id: "copy-position" }),
    button(t("chong.copy-link"), () => {
      copied("link", `#${writeLink(game)}`);
    }, { id: "copy-link" }),
    button(t("chong.copy-record"), async () => {
      const thrown = game.thrown ? { throw: game.thrown } : {};
      const played = await ask("chong_play", { ...game.whole(), ...thrown });
      if (played) copied("record", played.record);
    }, { id: "copy-record" }));
  body.append(position, row, element("p", t("chong.how-opened"), { class: "faint" }));
}

// For tests and for the browser's developer tools.
globalThis.chongkak = { game, server, board, ways, chances, players, keyOf, 
  get info() { return info; }, get done() { return done; },
};
