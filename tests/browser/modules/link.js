// Links without a page; see tree.js here.
async (load, equal) => {
  const { isLink, linkIn, nothing, readLink, readPuzzle, readPuzzles, writeLink, writePuzzles } = await load("link.js");

  equal("nothing special", writeLink(nothing()), "rules=overbeck");
  const all = "rules=kalah&holes=2&seeds=3&set.capture=none&position=1,2/0+0,1/3+B&moves=B2%22a+%26+b%22(B1A1)A2&at=0.1.1";
  const study = readLink(all);
  equal("rules", [study.rules, study.holes, study.seeds, study.set], ["kalah", 2, 3, { capture: "none" }]);
  equal("the start", study.start, "1,2/0 0,1/3 B");
  equal("the name of a place", study.tree.root.children[0].name, "a & b");
  equal("the place", study.tree.line(), ["B1", "A1"]);
  equal("written again", writeLink(study), all);
  equal("a position says how many holes there are", readLink("rules=kalah&position=1,2,3/0+0,1,1/3+B").holes, 3);
  equal("a rule file", writeLink(readLink(writeLink({ ...nothing(), rules: "a & b/c=d.toml" }))), "rules=a+%26+b/c%3Dd.toml");

  for (const puzzle of ["turn", "store", "laps,B3", "keep", "keep,4", "congklak-six,50", "3"]) {
    equal("a puzzle", writeLink(readLink(`rules=kalah&puzzle=${puzzle}`)), `rules=kalah&puzzle=${puzzle}`);
  }
  equal("a question", [readPuzzle("laps,B3").question, readPuzzle("laps,B3").move], ["laps", "B3"]);

  equal("two turns", [readPuzzle("keep").question, readPuzzle("keep").turns], ["keep", undefined]);
  equal("three turns", [readPuzzle("keep,3").question, readPuzzle("keep,3").turns], ["keep", 3]);
  equal("a shipped set", [readPuzzle("congklak-six,50").name, readPuzzle("congklak-six,50").at], ["congklak-six", 50]);
  const puzzles = "1,0/0 0,1/0 A:turn;1,0/0 0,1/0 B:laps,B2;1,0/0 0,1/0 A:keep,3";
  equal("a set", writePuzzles(readPuzzles(readLink(writeLink({ ...nothing(), puzzles })).puzzles)), puzzles);

  // A game in two places always has a place, and names if people want them.
  const afar = "rules=kalah&players=friend,friend,7&name.A=Minah&name.B=a+%26+b&at=0";
  equal("a game in two places", writeLink(readLink(afar)), afar);
  equal("its names", readLink(afar).names, { A: "Minah", B: "a & b" });
  equal("no names in other games", writeLink({ ...readLink(afar), players: "you,best,7" }), "rules=kalah&players=you,best,7");
  const long = "x".repeat(41);

  const wrong = { "puzzles=1,0/0+0,1/0+A": "puzzles", "puzzles=1,0/0+0,1/0+A:3": "puzzles", "puzzle=kalah,0": "puzzle", "puzzle=laps": "puzzle", "puzzle=keep,": "puzzle", "puzzle=kalah": "puzzle", "holes=x": "holes", "what=1": "what", "at=1": "at", "at=x": "at", "moves=(": "moves", "moves=A1&at=2": "at",
    "players=friend,best,1&at=0": "players", [`name.A=${long}`]: "name.A", "players=friend,friend,1": "the link was cut", "players=friend,friend,1&moves=A1&at": "the link was cut" };
  for (const [text, part] of Object.entries(wrong)) {
    let told = "nothing";
    try {
      readLink(text);
    } catch (error) {
      told = error.message;
    }
    equal(`what is wrong with ${text}`, told.startsWith(part) ? part : told, part);
  }
  equal("a whole address", linkIn("http://127.0.0.1:1/?token=x#rules=kalah"), "rules=kalah");
  equal("what is a link", ["#rules=a", "rules=a", "1,2/0 1,2/0 A", " http://x/#rules=a"].map(isLink), [true, true, false, true]);
}
