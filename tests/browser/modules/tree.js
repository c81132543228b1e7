// The tree without a page. `scripts/test board` runs such a file in the browser: `load` returns a
// module of the page, and `equal` compares the actual value with the expected one.
async (load, equal) => {
  const { readTree, Tree } = await load("tree.js");

  const tree = new Tree();
  const a = tree.child("A1");
  const b = tree.child("B2", a);
  const side = tree.child("A6");
  tree.child("B3", side);
  equal("the main line comes first", String(tree), "A1(A6B3)B2");
  equal("a move that is there is not made again", tree.child("A1"), a);
  equal("the line to a node", tree.line(b), ["A1", "B2"]);
  equal("the end of the main line", tree.end(tree.root), b);

  tree.current = side.children[0];
  equal("a place beside the main line", tree.place(), "0.1.1");
  equal("and the node there", tree.at("0.1.1"), side.children[0]);
  equal("no node at a place that there is not", tree.at("0.7"), undefined);
  equal("the line above", tree.sibling(-1, side), a);
  equal("none above the first", tree.sibling(-1, a), a);

  equal("a side line can be made the main one", tree.promote(tree.current), true);
  equal("then it comes first", String(tree), "A6(A1B2)B3");
  equal("the main line can't", tree.promote(tree.current), false);
  tree.remove(side);
  equal("without a branch", String(tree), "A1B2");
  equal("who stood in it stands before it", tree.current, tree.root);
  tree.current = b;
  tree.remove(tree.root);
  equal("the start can't be taken away", String(tree), "A1B2");

  const said = String.raw`"start"A1"a (\"b\")"{"c}"}(A2B1"x"(B2)A3)(A4)B2`;
  equal("names, comments and side lines of side lines", String(readTree(said)), said);
  equal("white space does not matter", String(readTree(" A1 ( A2 ) B2 ")), "A1(A2)B2");
  equal("an empty tree", String(readTree("")), "");

  const wrong = {
    "A1x": "place 3: found \"x\"", "A1(": "place 4: found the end, expected a closing", "A1)": "place 3",
    "(A1)": "expected a move before", "A1(A1)": "not there yet", "A1{\"\\q\"}": "a quoted JSON string", "A123": "place 4",
  };
  for (const [text, expected] of Object.entries(wrong)) {
    let told = "nothing";
    try {
      readTree(text);
    } catch (error) {
      told = error.message;
    }
    equal(`what is wrong with ${text}`, told.includes(expected) ? expected : told, expected);
  }

  // The maximum number of nested variations, and one more.
  const nested = (depth) => `${"A1(B1".repeat(depth)}${")".repeat(depth)}`;
  equal("200 side lines within each other", String(readTree(nested(200))), nested(200));
  let refused = "nothing";
  try {
    readTree(nested(201));
  } catch (error) {
    refused = error.message;
  }
  const right = 'moves, place 1003: found "(B1)))))))", expected at most 200 side lines within each other';
  equal("one more", refused, right);

  // The choices of both during a joint start.
  const text = '*A5,B4/A"both"(*A5,B3)*B3/B/A*A7A5(B1)B2';
  const both = readTree(text);
  equal("a joint turn is written as it was read", String(both), text);
  equal("its choices", both.start(both.end()), "A5 B4 / coin A / B3 / coin B / coin A / A7");
  equal("the moves behind it", both.turns(both.end()), ["A5", "B2"]);
  equal("who has chosen", both.path(both.end()).map(({ sides }) => sides), ["AB", "B", "A", "A", "B"]);
  const again = new Tree();
  again.begun(both.start(both.end()));
  equal("the same from its text", String(again), "*A5,B4/A*B3/B/A*A7");
  equal("a choice is not the move of the same hole", readTree("*A5(A5)").root.children.length, 2);
  let late = "";
  try {
    readTree("A1*B1");
  } catch (error) {
    late = error.message;
  }
  equal("no joint turn behind a move", late !== "", true);

  // After any change, the text of a tree is parsed to the same tree.
  let seed = 1;
  const random = (below) => { seed = (seed * 48271) % 2147483647; return seed % below; };
  const grown = new Tree();
  for (let step = 0; step < 400; step++) {
    const nodes = [grown.root];
    for (const node of nodes) nodes.push(...node.children);
    const node = nodes[random(nodes.length)];
    const act = random(10);
    if (act < 7) grown.current = grown.child(`${"AB"[random(2)]}${1 + random(18)}`, node);
    else if (act === 7) grown.promote(node);
    else if (act === 8) node.name = `(${step}) "}`;
    else grown.remove(nodes[Math.max(0, nodes.length - 1 - random(3))]);
    const [text, place] = [String(grown), grown.place()];
    const again = readTree(text);
    if (String(again) !== text) return equal("a tree read again", String(again), text);
    const there = again.at(place);
    if (again.place(there) !== place) return equal("its place", again.place(there), place);
    if (again.line(there).join() !== grown.line().join()) return equal("its line", again.line(there), grown.line());
  }
  return equal("many trees", true, true);
}
