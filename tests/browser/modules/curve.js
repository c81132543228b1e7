// The value curve without a page; see tree.js here.
async (load, equal) => {
  const { decisive, lossesOf, placesOf } = await load("curve.js");
  const { readTree } = await load("tree.js");

  // The game of docs/GUIDE.md, "Analyse a game", with its proven values: A3 lost 4, B3 lost 6, A1
  // A3 A2 lost 4, and B2 nothing. Values within a turn do not matter.
  const tree = readTree("A3B3A1A3A2B2");
  const value = (lower, upper = lower) => ({ lower, upper });
  const values = [4, 0, 6, null, 9, 2, 2];
  const nodes = [tree.root, ...tree.path(tree.end())];
  nodes.forEach((node, index) => { if (values[index] !== null) node.found = value(values[index]); });
  const told = () => lossesOf(placesOf(tree)).map(({ turn, side, moves, least, most }) =>
    [turn, side, moves.join(" "), least, most]);
  const last = () => decisive(placesOf(tree))?.turn;
  equal("the worst first", told(),
    [[2, "B", "B3", 6, 6], [1, "A", "A3", 4, 4], [3, "A", "A1 A3 A2", 4, 4], [4, "B", "B2", 0, 0]]);
  equal("where it begins", lossesOf(placesOf(tree))[0].node === nodes[1], true);
  // A wins by 2 at the end, and after B3, but not before it.
  equal("the turn that decides", [last(), decisive(placesOf(tree)).winner], [2, "A"]);
  nodes[2].found = value(5, 8);
  equal("at least and at most", told().slice(0, 3),
    [[2, "B", "B3", 5, 8], [1, "A", "A3", 4, 4], [3, "A", "A1 A3 A2", 3, 6]]);
  nodes[2].found = value(0, 9);
  equal("it is not known to decide any more", last(), 3);
  nodes[2].found = null;
  equal("of what is not known nothing is told", told().map(([turn]) => turn), [1, 4]);
  equal("nor who decides", last(), undefined);
  // The book's line, whose values are only known as bounds: the loss of the turn is unknown.
  nodes[0].found = value(156, 162);
  nodes[1].found = value(144, 162);
  equal("two lower bounds are no blame", told().find(([turn]) => turn === 1), [1, "A", "A3", 0, 18]);
  nodes[6].found = value(-1, 3);
  equal("who wins is not known at the end", last(), undefined);
  tree.current = nodes[3];
  equal("the whole line, wherever we are in it", placesOf(tree).map(({ node }) => node.move), [null, "A3", "B3", "A1", "A3", "A2", "B2"]);
  equal("an empty line", placesOf(readTree("")).length, 1);

  const { ticksWithin } = await load("plot.js");
  const round = (step) => /^[125]0*$/.test(String(step));
  for (const [low, high] of [[0, 0], [0, 1], [-3, 5], [-162, 0], [0, 9], [-17, 162], [0, 1000], [-1, 0]]) {
    const ticks = ticksWithin(low, high);
    const step = ticks[1] - ticks[0];
    equal(`ticks from ${low} to ${high} cover it`, ticks[0] <= low && ticks.at(-1) >= high && ticks.length > 1, true);
    equal(`ticks from ${low} to ${high} are round`, round(step) && ticks.every((tick) => tick % step === 0), true);
    equal(`ticks from ${low} to ${high} are few`, ticks.length <= 10, true);
  }
}
