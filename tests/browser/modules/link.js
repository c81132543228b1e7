// Links without a page; see tree.js here.
async (load, equal) => {
  const { isLink, linkIn, nothing, readLink, readPuzzle, writeLink } = await load("link.js");

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

  for (const puzzle of ["turn", "store", "laps,B3"]) {
    equal("a puzzle", writeLink(readLink(`rules=kalah&puzzle=${puzzle}`)), `rules=kalah&puzzle=${puzzle}`);
  }
  equal("a question", [readPuzzle("laps,B3").question, readPuzzle("laps,B3").move], ["laps", "B3"]);

  const wrong = { "puzzle=laps": "puzzle", "puzzle=kalah": "puzzle", "holes=x": "holes", "what=1": "what", "at=1": "at", "at=x": "at", "moves=(": "moves", "moves=A1&at=2": "at" };
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
