// Clocks without a page; see tree.js here. The time is that of the test.
async (load, equal) => {
  const { Clock, written } = await load("clock.js");
  let time = 0;
  const clock = new Clock(() => time);
  const left = () => [clock.of("A"), clock.of("B"), clock.out];
  clock.turn("A", 1);
  time += 1e9;
  equal("no clock", [clock.runs, clock.out], [false, null]);

  clock.set(1, 2);
  equal("both have a minute", left(), [60000, 60000, null]);
  clock.turn("B", 1);
  time += 10000;
  equal("the one with the turn loses time", left(), [60000, 50000, null]);
  clock.pause();
  time += 5000;
  equal("nobody while seeds move", left(), [60000, 50000, null]);
  clock.turn("B", 2);
  time += 1000;
  clock.turn("A", 3);
  equal("a turn adds seconds, a move in it does not", left(), [60000, 51000, null]);
  time += 4000;
  clock.turn("B", 2);
  equal("a turn that is taken back adds none", left(), [56000, 51000, null]);
  clock.turn("A", 2);
  equal("a turn that ends without a further move adds seconds", left(), [56000, 53000, null]);
  clock.turn("B", 1);
  time += 2000;
  time += 51000;
  equal("out of time", left(), [56000, 0, "B"]);
  clock.turn("A", 4);
  time += 60000;
  equal("then nothing runs", left(), [56000, 0, "B"]);
  clock.set(5);
  equal("another game", left(), [300000, 300000, null]);

  const texts = { 300000: "5:00", 299001: "5:00", 299000: "4:59", 10001: "0:11", 10000: "0:10", 9900: "0:09.9", 9801: "0:09.9", 100: "0:00.1", 1: "0:00.1", 0: "0:00.0" };
  for (const [milliseconds, text] of Object.entries(texts)) equal(`${milliseconds} as text`, written(Number(milliseconds), "."), text);
}
