// What the program says of mistakes, in the words of the page.
async (load, equal) => {
  const { marked, plainly } = await load("words.js");

  const said = {
    "line[2]: move 3, B7: A is to move": "move 3, B7: A is to move",
    "holes: option holes: found \"99\"": "Holes in a row: found \"99\"",
    "set.max_protected: option max_protected: found \"77\"": "Protected holes at most: found \"77\"",
    "option unheard_of: found \"1\"": "option unheard_of: found \"1\"",
    "holes: found \"9q\", expected a number": "holes: found \"9q\", expected a number",
    "round over; A 2 : B 16 (-14)": "round over; A 2 : B 16 (\u221214)",
    "round over; A 9 : B 9 (+0)": "round over; A 9 : B 9 (0)",
    "round over; A 16 : B 2 (+14)": "round over; A 16 : B 2 (+14)",
  };
  equal("in the words of the page", Object.keys(said).map(plainly), Object.values(said));
  equal("a long message is cut", plainly("x".repeat(1000)).length, 402);

  const far = `${"1,".repeat(100)}q${",2".repeat(100)}`;
  const [before, wrong, after] = marked(far, 200);
  equal("a mistake in a long text", [before.length, wrong, after.length], [82, "q", 82]);
  equal("what is near it", [before.slice(-4), after.slice(0, 4)], ["1,1,", ",2,2"]);
  equal("a long mistake", marked("x".repeat(1000), 0).map((part) => part.length), [0, 82, 0]);
}
