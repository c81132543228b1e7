// Data, controls and keys.
const faults = [];
function complain(message) {
  faults.push(message);
  const place = byId("fault");
  place.hidden = false;
  place.textContent = t("frame.at-fault", { message: faults[0] });
}
addEventListener("error", (event) => complain(event.message));
addEventListener("unhandledrejection", (event) => complain(String(event.reason)));

const data = JSON.parse(byId("data").textContent);
const view = new View(data.spots, data.tables);
const player = new Player(view, complain);
view.went = (place) => player.go(place);

const choice = byId("scene");
data.scenes.forEach((scene, index) => choice.append(element("option", scene.name, { value: index })));
// Lines in a table are chosen there.
byId("choice").hidden = data.scenes.length < 2 || data.tables[data.scenes[0].table]?.plays.length > 0;
function choose(number) {
  choice.value = number;
  player.choose(data.scenes[number], number);
}
choice.addEventListener("change", () => choose(Number(choice.value)));
// Paper lists all lines, since nothing can be chosen there.
const { scenes } = data;
document.body.classList.toggle("several", scenes.length > 1);
addEventListener("beforeprint", () => {
  if (scenes.length > 1 && byId("paper").childElementCount === 0) {
    byId("paper").append(...scenes.map((scene, at) => view.onPaper(scene, timeline(scene, complain)[0], scenes[at - 1])));
  }
});
view.asked = (number) => {
  choose(number);
  // The board may be out of view, and keyboard users continue with the keys.
  document.querySelector(".first").scrollIntoView({ block: "nearest" });
  byId("play").focus({ preventScroll: true });
  player.play();
};

const acts = {
  "first": () => player.go(0),
  "last-move": () => player.toMove(-1),
  "back": () => player.back(),
  "play": () => player.play(),
  "next": () => player.next(),
  "next-move": () => player.toMove(1),
  "end": () => player.go(player.places.length - 1),
  "enlarge": () => enlarge(!isLarge()),
};
for (const [id, act] of Object.entries(acts)) byId(id).addEventListener("click", act);
byId("place").addEventListener("input", (event) => player.go(Number(event.target.value)));

const speed = byId("speed");
function setSpeed(step) {
  speed.selectedIndex = Math.max(0, Math.min(speed.selectedIndex + step, speed.options.length - 1));
  player.speed = Number(speed.value);
}
speed.addEventListener("change", () => setSpeed(0));
setSpeed(0);

const keys = {
  "Home": acts.first, "End": acts.end, "ArrowLeft": acts.back, "ArrowRight": acts.next,
  "PageUp": acts["last-move"], "PageDown": acts["next-move"], " ": acts.play,
  "+": () => setSpeed(1), "-": () => setSpeed(-1), "f": acts.enlarge,
};
document.addEventListener("keydown", (event) => {
  const act = keys[event.key];
  const inside = event.target.closest ? event.target.closest("select, input, summary") : null;
  const pressed = event.key === " " && event.target.closest && event.target.closest("button");
  if (!act || inside || pressed || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  act();
});

choose(0);
// In the address, #step=3 and #step=end show a place of the line, and #step=3,play plays on from
// there.
const asked = location.hash.match(/^#step=(\d+|end)(,play)?$/);
if (asked) {
  if (asked[1] === "end") acts.end();
  else player.go(Number(asked[1]));
  if (asked[2]) acts.play();
}
