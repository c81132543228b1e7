// Appended to the scripts of a page: the page steps through all its lines by its own controls, and
// records in the document what it showed. `scripts/test pages` compares that with the program.
async function test() {
  const key = (name) => document.body.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true }));
  const shown = () => view.board.boards.map((board) => board.cells.map((cell) => ({
    text: cell.count.textContent, drawn: cell.seeds.childElementCount,
    heaped: cell.group.classList.contains("heaped"),
  })));
  // The text about a lap or a capture must say where it ended, or what was captured.
  const marked = () => {
    const stage = !player.moving && player.places[player.at].stage;
    if (!stage) return;
    const mark = stage.what === "taking" ? ".marked" : ".landed";
    const cells = stage.what === "taking" ? stage.ticks.flat().map(([from]) => from) : stage.lands;
    const expected = new Set(cells).size;
    for (const { svg } of view.board.boards) {
      if (svg.querySelectorAll(mark).length !== expected) complain(`${stage.text}: not marked`);
      const held = player.places[player.at].seeds.slice(-2).filter((seeds) => seeds > 0);
      const hands = [...svg.querySelectorAll(".hand text")].map((text) => Number(text.textContent));
      if (hands.sort().join() !== held.sort().join()) complain(`${stage.text}: not the hands`);
    }
  };
  // Seeds are around the centre of their cell, whatever their number.
  const centred = () => {
    for (const cell of view.board.boards.flatMap((board) => board.cells)) {
      const by = cell.seeds.getAttribute("transform").match(/[-\d.]+/g).map(Number);
      ["cx", "cy"].forEach((name, axis) => {
        const places = [...cell.seeds.children].map((seed) => Number(seed.getAttribute(name)));
        const middle = (Math.min(...places) + Math.max(...places)) / 2 + by[axis];
        const off = Math.abs(middle - [cell.x, cell.y][axis]);
        if (places.length > 0 && off > 0.3) complain(`${places.length} seeds lie off the middle by ${off}`);
      });
    }
  };
  const report = { scenes: [] };
  const played = [];
  for (const [index, scene] of data.scenes.entries()) {
    choice.value = index;
    choice.dispatchEvent(new Event("change"));
    const start = shown();
    const steps = player.places.length - 1;
    // The first line seed by seed, the others lap by lap: a second key press ends the lap of the
    // first.
    if (index === 0) {
      speed.value = "8";
      setSpeed(0);
      key(" ");
      while (player.playing) await wait(200);
    } else {
      for (let presses = 0; player.at < steps && presses < 2 * steps; presses++) {
        key("ArrowRight");
        marked();
        centred();
      }
    }
    const end = shown();
    centred();
    played.push(player.at === steps);
    const [position, said] = ["position", "said"].map((id) => byId(id).textContent);
    key("Home");
    const again = shown();
    key("End");
    report.scenes.push({
      name: scene.name, steps, moves: scene.moves.length, position, said, start, end,
      same: JSON.stringify([start, end]) === JSON.stringify([again, shown()]),
    });
  }
  report.played = played.every(Boolean);
  report.overflow = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  report.faults = faults;
  document.body.append(element("pre", JSON.stringify(report), { id: "report" }));
}
