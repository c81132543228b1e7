// The value curve without a page; see tree.js here.
async (load, equal) => {
  const { lossesOf, placesOf, ticksOf } = await load("curve.js");
  const { readTree } = await load("tree.js");

  // The game of docs/GUIDE.md, "Analyse a game", with the values that are proven there: A3 lost 4, B3 lost 6,
  // A1 A3 A2 lost 4, and B2 nothing. What lies within a turn does not matter.
  const tree = readTree("A3B3A1A3A2B2");
  const value = (number, exact = true) => ({ value: number, exact });
  const values = [4, 0, 6, null, 9, 2, 2];
  const nodes = [tree.root, ...tree.path(tree.end())];
  nodes.forEach((node, index) => { if (values[index] !== null) node.found = value(values[index]); });
  const told = () => lossesOf(placesOf(tree)).map(({ turn, side, moves, lost, proven }) =>
    [turn, side, moves.join(" "), lost, proven]);
  equal("the worst first", told(), [[2, "B", "B3", 6, true], [1, "A", "A3", 4, true], [3, "A", "A1 A3 A2", 4, true]]);
  equal("where it begins", lossesOf(placesOf(tree))[0].node === nodes[1], true);
  nodes[2].found = value(6, false);
  equal("estimated", told().map(([turn, , , , proven]) => [turn, proven]), [[2, false], [1, true], [3, false]]);
  nodes[2].found = null;
  equal("what is not known has lost nothing", told().map(([turn]) => turn), [1]);
  nodes[1].found = value(7);
  equal("an estimate that rises is no loss", told(), []);
  tree.current = nodes[3];
  equal("the whole line, wherever we are in it", placesOf(tree).map(({ node }) => node.move), [null, "A3", "B3", "A1", "A3", "A2", "B2"]);
  equal("an empty line", placesOf(readTree("")).length, 1);

  const round = (step) => /^[125]0*$/.test(String(step));
  for (const [low, high] of [[0, 0], [0, 1], [-3, 5], [-162, 0], [0, 9], [-17, 162], [0, 1000], [-1, 0]]) {
    const ticks = ticksOf(low, high);
    const step = ticks[1] - ticks[0];
    equal(`ticks from ${low} to ${high} cover it`, ticks[0] <= low && ticks.at(-1) >= high && ticks.length > 1, true);
    equal(`ticks from ${low} to ${high} are round`, round(step) && ticks.every((tick) => tick % step === 0), true);
    equal(`ticks from ${low} to ${high} are few`, ticks.length <= 10, true);
  }
}
