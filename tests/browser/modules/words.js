// The program's errors, in the words of the page.
async (load, equal) => {
  const { capital, caption, fault, less, marked, plainly } = await load("words.js");

  const refused = {
    "move 3, B7: A is to move": { move: 3, problem: "B7: A is to move", param: "line[2]" },
    "Holes in a row: found \"99\"": { option: "holes", problem: "found \"99\"", param: "holes" },
    "Protected holes at most: found 77": { option: "max_protected", problem: "found 77" },
    "option unheard_of: found 1": { option: "unheard_of", problem: "found 1" },
    "the fault alone": { param: "position", problem: "the fault alone" },
  };
  const faults = Object.values(refused).map((data) => fault({ message: "the whole message", data }));
  equal("mistakes in the words of the page", faults, Object.keys(refused));
  equal("a mistake of no parameter", fault({ message: "the whole message" }), "the whole message");

  const said = {
    "holes: found \"9q\", expected a number": "holes: found \"9q\", expected a number",
    "round over; A 2 : B 16 (-14)": "round over; A 2 : B 16 (\u221214)",
    "round over; A 9 : B 9 (+0)": "round over; A 9 : B 9 (0)",
    "round over; A 16 : B 2 (+14)": "round over; A 16 : B 2 (+14)",
  };
  equal("in the words of the page", Object.keys(said).map(plainly), Object.values(said));
  equal("a long message is cut", plainly("x".repeat(1000)).length, 402);

  equal("a sentence", capital("a draw, proven"), "A draw, proven");
  const losses = [[8, 8], [3, 9], [0, 9]].map(([least, most]) => ({ least, most }));
  equal("how much less", losses.map(less), ["8 less", "\u22653 less", ""]);
  const over = "round over, A moved last; A 9 : B 3 (+6)";
  equal("what the stores alone have", caption(over, 0, true), over);
  equal("with seeds in the rows", caption(over, 2, true), `${over}, with the seeds left in the rows`);
  equal("a round that goes on", caption("A to move", 5, false), "A to move");

  const far = `${"1,".repeat(100)}q${",2".repeat(100)}`;
  const [before, wrong, after] = marked(far, 200);
  equal("a mistake in a long text", [before.length, wrong, after.length], [82, "q", 82]);
  equal("what is near it", [before.slice(-4), after.slice(0, 4)], ["1,1,", ",2,2"]);
  equal("a long mistake", marked("x".repeat(1000), 0).map((part) => part.length), [0, 82, 0]);
}
