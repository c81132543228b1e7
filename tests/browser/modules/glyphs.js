// Marks of moves without a page; see tree.js here.
async (load, equal) => {
  const { judged, ownGlyph, withGlyph, words } = await load("glyphs.js");
  const { readTree } = await load("tree.js");
  const { roundOf } = await load("rounds.js");
  const { stateOf } = await load("games.js");

  // A has won by at least 3 of 20 seeds before its move, and B by the same.
  const move = (side, before, after, seeds = 20) => {
    const [node] = readTree(`${side}1`).root.children;
    [node.parent.found, node.found] = [before, after].map(([lower, upper = lower]) => ({ lower, upper }));
    return judged(node, seeds);
  };
  equal("nothing is lost", move("A", [3], [3]), null);
  equal("nothing is proven", move("A", [3, 9], [1, 3]), null);
  equal("a little", move("A", [4], [3]), { glyph: "?!", least: 1 });
  equal("less than a tenth", move("A", [9, 10], [7, 8], 11), { glyph: "?!", least: 1 });
  equal("a tenth", move("A", [5], [3]), { glyph: "?", least: 2 });
  equal("B loses by what A gains", move("B", [-5], [-3]), { glyph: "?", least: 2 });
  equal("a won round is drawn", move("A", [1], [0]), { glyph: "??", least: 1 });
  equal("a drawn one is lost", move("B", [0], [1, 4]), { glyph: "??", least: 1 });
  equal("a lost one is lost higher", move("A", [-1], [-2]), { glyph: "?!", least: 1 });
  equal("it may still be won", move("A", [2, 9], [-1, 1]), { glyph: "?!", least: 1 });
  const [lone] = readTree("A1").root.children;
  equal("without values", judged(lone, 20), null);

  const tree = readTree(`{"?? a riddle"}A1{"?! why so"}B1{"!!"}A2{"!good"}B2{"?what ?!"}`);
  const nodes = [tree.root, ...tree.path(tree.end())];
  equal("own marks", nodes.map(ownGlyph), ["", "?!", "!!", "", ""]);
  equal("the words besides", nodes.map(words), ["?? a riddle", "why so", "", "!good", "?what ?!"]);
  equal("together", [withGlyph("?!", " why "), withGlyph("", "why"), withGlyph("!", "")], ["?! why", "why", "!"]);
  // A record has the remarks of a round; read again they are the same marks.
  const { line, remarks } = roundOf({ tree }, tree.end());
  const again = stateOf({ rules: "kalah", set: {}, holes: 3, seeds: 2, line }, { remarks }).tree;
  equal("in a record", String(again), String(tree));
}
