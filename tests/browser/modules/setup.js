// Setting up a position without a page, and values in words; see tree.js here.
async (load, equal) => {
  const { Setup } = await load("setup.js");
  const { marked, sentence, short } = await load("words.js");

  for (const text of ["1,2/3 4,5/6 A", "0p,x/0 1,1/0 B", "1/0 0/1 A over", "1,0/0 0,0/1 A final"]) {
    equal("read and written", String(new Setup(text)), text);
  }
  const setup = new Setup("1,2/3 4,5/6 A");
  equal("what lies where", setup.places(), [1, 2, 3, 4, 5, 6, 0, 0]);
  setup.put(0, 12);
  setup.put(2, -1);
  setup.become(1, "closed");
  setup.become(4, "protected");
  setup.become(5, "closed");
  equal("changed", String(setup), "12,x/0 4,5p/6 A");
  setup.put(1, 7);
  equal("nothing goes into a closed hole", setup.seeds(1), 0);
  equal("all seeds", setup.total(), 27);
  setup.clear();
  equal("empty", String(setup), "0,0/0 0,0/0 A");

  equal("a place behind letters of two bytes", marked("ää,b", 5), ["ää,", "b", ""]);
  equal("a place at the end", marked("1,2", 3), ["1,2", " ", ""]);
  equal("no place", marked("1,2", null), ["", "1,2", ""]);

  const value = (value, lower, upper, exact = false) => ({ value, lower, upper, exact });
  equal("values on holes", [value(3, 3, 3, true), value(-3, -9, -3), value(3, 3, 9), value(0, -1, 1)].map(short),
    ["=+3", "\u2264\u22123", "\u2265+3", "\u22480"]);
  equal("in sentences", [
    value(0, 0, 0, true), value(-3, -3, 5), value(-3, -9, -3), value(3, -9, 3), value(0, 0, 4), value(0, -4, 0),
    value(0, -4, 4), value(-2, -4, 4),
  ].map(sentence), [
    "a draw, proven", "B wins by at most 3, proven", "B wins by at least 3, proven", "A wins by at most 3, proven",
    "at least a draw for A, proven", "at least a draw for B, proven", "about equal, estimated", "B wins by about 2, estimated",
  ]);
}
