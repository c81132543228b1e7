// The analysis page: assembles its parts.
import { arrows } from "./arrows.js";
import { ClaimsPanel } from "./claims.js";
import { CurvePanel } from "./curve-panel.js";
import { byId, element } from "./elements.js";
import { elsewherePanel } from "./elsewhere.js";
import { Engine } from "./engine.js";
import { EnginePanel } from "./engine-panel.js";
import { takeDropped } from "./files.js";
import { keepInSight } from "./in-sight.js";
import { keys } from "./keys.js";
import { languageSwitch, t } from "./language.js";
import { readLink } from "./link.js";
import { LessonPanel } from "./lessons.js";
import { MistakesPanel } from "./mistakes.js";
import { Modes } from "./modes.js";
import { movesPanel } from "./moves.js";
import { crossing, stateInAddress, writeAddress } from "./pages.js";
import { idle, rests } from "./panels.js";
import { PlayPanel } from "./play.js";
import { arriving } from "./play-by-link.js";
import { PuzzlesPanel } from "./puzzles.js";
import { RecentPanel } from "./recent.js";
import { RecordPanel } from "./record.js";
import { RulesPanel } from "./rules.js";
import { inWords, Server } from "./server.js";
import { remember } from "./settings.js";
import { enlarge, isLarge } from "./screen.js";
import { SetupPanel } from "./setup-panel.js";
import { copied, linkTo, sharePanel } from "./share.js";
import { sheetPanel } from "./sheet.js";
import { standUp, turnBoard } from "./sides.js";
import { Stage } from "./stage.js";
import { Study } from "./study.js";
import { turnsPanel } from "./turns.js";
import { marked, plainly } from "./words.js";

// Milliseconds between changes of the address: browsers allow few of them.
const LINK_EVERY = 200;

// Maximum milliseconds between two presses that end a whole turn instead of its current move.
const TWICE = 600;

const page = { turnBoard };

// Shows what has happened, and announces it to screen readers.
page.say = (text) => { byId("said").textContent = text; };

// Shows an error until something else is shown.
page.complain = (message, data = {}) => {
  const place = byId("fault");
  place.hidden = false;
  place.replaceChildren(plainly(message));
  if (typeof data.text !== "string" || data.at === null || data.at === undefined) return;
  const [before, wrong, after] = marked(data.text, data.at);
  if (!before && !after) return;
  const line = document.createElement("code");
  const mark = document.createElement("mark");
  mark.textContent = wrong;
  line.append(before, mark, after);
  place.append(" ", line);
};
addEventListener("error", (event) => page.complain(t("frame.at-fault", { message: event.message })));
addEventListener("unhandledrejection", (event) => page.complain(t("frame.at-fault", { message: String(event.reason) })));

page.study = new Study();
page.server = new Server(connection);
page.engine = new Engine(page);
page.stage = new Stage(page);
page.enginePanel = new EnginePanel(page);
movesPanel(page);
page.turns = turnsPanel(page);
const rules = new RulesPanel(page);
page.setup = new SetupPanel(page);
// Further panels (see panels.js).
elsewherePanel(page);
sharePanel(page);
sheetPanel(page);
const play = new PlayPanel(page);
// Undo in a game returns to the last choice of a person; false without a game.
page.takeBack = () => play.takeBack();
// Whether there is such a choice outside the undo history.
page.given = () => play.opponent.given !== undefined || page.together.given;
const lessons = new LessonPanel(page);
const puzzles = new PuzzlesPanel(page);
page.puzzles = puzzles;
page.modes = new Modes(page, {
  play: (first) => play.beginLast(first),
  learn: () => lessons.begin(),
  analyse: () => play.opponent.end(),
});
const mistakes = new MistakesPanel(page);
new CurvePanel(page, () => mistakes.begin());
const claims = new ClaimsPanel(page);
// Files of claims and lessons are recognised by their content; other TOML files have rules.
const ofFile = (text) => (/^\s*\[\[claim\]\]/m.test(text) ? claims : /^\s*\[\[step\]\]/m.test(text) ? lessons : rules);
takeDropped(".toml", (text, name) => ofFile(text).readOwn(text, name), (message) => rules.fault(message));
const records = new RecordPanel(page);
const recent = new RecentPanel(page);

const { study, server, stage } = page;

// Describes the connection; when it is restored, requests the shown place again.
function connection(state, pause, before) {
  byId("connection").textContent = inWords(state, pause, "frame.ended");
  // Moves played while the connection is lost are shown when it is restored.
  page.study.reached = state !== "ended" && state !== "gone";
  show(byId("again"), state === "lost" || state === "gone");
  show(byId("keep-link"), state === "ended" || state === "gone");
  document.body.classList.toggle("offline", state !== "open");
  if (state !== "open" || before === "silent" || !page.stage) return;
  rules.learn();
  play.learn();
  lessons.learn();
  puzzles.learn();
  page.enginePanel.learnThreads().then(() => recall("engine-threads")).catch(() => {});
  claims.learn();
  records.learn();
  if (!page.setup.active) study.ask();
}
byId("again").addEventListener("click", () => server.tryAgain());
byId("keep-link").addEventListener("click", async () => {
  // If the browser forbids copying, the link is in a field of this panel.
  byId("share").open = true;
  page.say(t(await copied(linkTo(study), byId("copied")) ? "board.link-copied" : "board.link-in-field"));
});
study.addEventListener("node", ({ detail: { again } }) => {
  const offline = document.body.classList.contains("offline") && study.reached;
  if (offline && !again) page.say(t("board.follows"));
});
study.addEventListener("unreached", () => page.say(t("board.unreached")));

// Shows or hides a button without losing the focus.
function show(control, there) {
  const focused = document.activeElement === control;
  control.hidden = !there;
  if (focused && !there) byId("next").focus();
}

// Restores a setting of the last visit; lists that are filled later are restored later.
const recalled = new Set();
function recall(id) {
  if (recalled.has(id)) return;
  recalled.add(id);
  remember(byId(id));
}

// Handles a click or a key on a cell of the board.
page.choose = (cell, by) => {
  if (page.setup.active) page.setup.press(cell, by);
  else page.playHole(stage.boards.cells[cell]);
};
page.together = play.rounds.together;
page.clocks = play.clocks;
page.playNumber = (number) => {
  const { together } = page;
  page.playHole(`${together.active ? together.person : stage.found.mover}${number}`);
};
page.playHole = (name) => {
  if (page.skip()) return;
  if (page.together.active) page.together.choose(name);
  else if (mistakes.active) mistakes.choose(name);
  else if (puzzles.active) puzzles.choose(name);
  else if (lessons.over) page.say(t("board.try-over"));
  else if (play.opponent.busy) page.say(play.opponent.afar || play.opponent.late ? play.sentence() : t("board.program-turn"));
  // The board still shows the place before; its holes do not apply.
  else if (stage.node !== study.node && study.reached) page.say(t("board.on-its-way"));
  else if (stage.legal(name)) study.play(name);
  else page.stop(name);
};
// The own store ends the turn after a move with which the player may go on or stop. Only the
// program knows whether the rules leave that choice.
page.stop = async (name) => {
  const { node } = study;
  const { parent, sides } = node;
  if (parent && !node.joint && name === `R${sides}` && sides === stage.found.mover) {
    const stopped = `${node.move}s`;
    const at = study.at(parent);
    const asked = server.ask("play", { ...at, line: [...(at.line ?? []), stopped] });
    const may = await asked.then(() => true, () => false);
    if (study.node !== node) return;
    if (may) return study.instead(stopped);
  }
  page.say(stage.holes.why(name));
};
stage.addEventListener("hole", ({ detail: { cell, by } }) => page.choose(cell, by));
// A click outside the holes ends the animation.
stage.place.addEventListener("click", (event) => { if (!event.target.closest("[data-cell]")) page.skip(); });

// Ends the current animation; returns whether there was one. A second press ends the program's
// whole turn, and plays no move by mistake if that is over already.
let skipped = -Infinity;
page.skip = () => {
  const now = performance.now();
  const theirs = play.opponent.moving;
  const twice = now - skipped < TWICE;
  if (twice && play.opponent.endTurn()) return true;
  // Between two moves of the program nothing moves for a moment, but a press still counts.
  if (!stage.skip() && !theirs) return twice;
  skipped = theirs ? now : -Infinity;
  return true;
};

const speeds = byId("speed");
page.controls = {
  first: () => study.go(study.tree.root),
  back: () => study.go(study.node.parent),
  next: () => (page.skip() ? undefined : study.go(study.node.children[0], true)),
  end: () => study.go(study.tree.end()),
  again: () => stage.again(),
  speed: (step) => {
    speeds.selectedIndex = Math.max(0, Math.min(speeds.selectedIndex + step, speeds.options.length - 1));
    stage.player.speed = Number(speeds.value);
    if (step !== 0) speeds.dispatchEvent(new Event("change"));
  },
};
for (const id of ["first", "back", "again-move", "next", "end"]) {
  const act = page.controls[id === "again-move" ? "again" : id];
  byId(id).addEventListener("click", ({ currentTarget }) => { if (!rests(currentTarget)) act(); });
}
byId("turn-board").addEventListener("click", () => turnBoard());
byId("stand").addEventListener("click", standUp);
byId("enlarge").addEventListener("click", () => enlarge(!isLarge()));
speeds.addEventListener("change", () => page.controls.speed(0));
page.controls.speed(0);
recall("speed");
recall("engine-time");
keys(page);
keepInSight(stage);
arrows(page);

study.addEventListener("node", ({ detail: { again } }) => {
  if (!again) byId("fault").hidden = true;
  const { node } = study;
  for (const id of ["first", "back", "again-move"]) idle(byId(id), !node.parent);
  for (const id of ["next", "end"]) idle(byId(id), node.children.length === 0);
});

// The name and the comment of the place, for a wall and for paper.
function here() {
  const { name, comment } = study.node;
  byId("here").replaceChildren(...(name ? [element("b", `${name} `)] : []), comment);
}
for (const event of ["node", "edit"]) study.addEventListener(event, here);

// Writes the state to the address with a delay. An invalid link stays until something else is shown
// than was on the board then.
let timer = null;
let unread = null;
// The link last read from the address.
let read = null;
// The tree that was read, until all its lines are checked.
let untested = null;
function test() {
  if (untested !== study.tree || server.state !== "open") return;
  untested = null;
  stage.test();
}
stage.addEventListener("settled", test);
function write() {
  clearTimeout(timer);
  timer = null;
  if (study.link === unread || play.opponent.links.broken) return;
  unread = null;
  writeAddress(study.link);
  recent.keep();
}
function writeSoon() { timer ??= setTimeout(write, LINK_EVERY); }
languageSwitch(write);
study.addEventListener("node", writeSoon);
study.addEventListener("edit", writeSoon);

// Reads the state in the address. If it is invalid, which is reported, or empty, the study stays as
// it is.
function readAddress(first) {
  const link = stateInAddress();
  unread = null;
  read = null;
  const record = link.match(/^record=([^&]*)$/);
  try {
    const state = link && !record ? arriving(readLink(link)) : null;
    if (first) study.open(state ?? {});
    if (first && !link) page.modes.last();
    if (record) records.open(decodeURIComponent(record[1].replaceAll("+", " ")));
    else if (state) study.follow(state);
    else writeSoon();
    read = study.link;
    untested = study.tree;
    test();
  } catch (error) {
    if (first) study.open({});
    unread = study.link;
    page.complain(t("frame.unread-link", { message: error.message }));
  }
}
// A position that the program rejects counts as an invalid link; the set-up then shows something
// else.
stage.addEventListener("refused", ({ detail: { link } }) => { if (link === read) unread = study.link; });
// A pending change of the address already counts.
crossing("sowing", "chong", () => (timer && study.link !== unread ? study.link : location.hash));
addEventListener("hashchange", () => readAddress(false));
readAddress(true);
// For tests and for the browser's developer tools.
globalThis.chongkak = page;
