// The engine with a server that answers on command; see tree.js here.
async (load, equal) => {
  const { Engine } = await load("engine.js");
  const { Study } = await load("study.js");
  const { Lost } = await load("server.js");
  const { Tree } = await load("tree.js");

  const asked = [];
  const server = {
    state: "open",
    search(method, params, progress) {
      const search = { method, params, progress, cancelled: false, cancel() { this.cancelled = true; } };
      search.answer = new Promise((resolve, reject) => Object.assign(search, { resolve, reject }));
      asked.push(search);
      return search;
    },
    // A played line: the test gives its stores.
    async ask(method, params) {
      played.push([method, params.line.join(" ")]);
      return { after };
    },
  };
  const played = [];
  let after = "0,0/0 0,0/0 B";
  const last = () => asked[asked.length - 1];
  const turn = () => new Promise((done) => setTimeout(done));
  const study = new Study();
  const told = [];
  const engine = new Engine({ study, server, complain: (message) => told.push(message) });
  const value = (value, more) => ({ value, exact: false, lower: -9, upper: 9, depth: 1, moves: [], pv: [], ...more });

  study.open({});
  equal("the shown place is searched", [last().method, last().params.time], ["evaluate", 5]);
  const row = (move, value, lower, upper) => ({ move, value, exact: lower === upper, lower, upper });
  last().progress(value(3, { depth: 4, moves: [row("A1", 2, -1, 4), row("A2", 3, -9, 9)] }));
  equal("what is found is known at once", engine.found.value, 3);
  last().progress(value(7, { depth: 2 }));
  equal("what is less deep is not", engine.found.value, 3);
  equal("no move is worth less than the best one", engine.found.lower, -1);
  const first = last();
  study.play("A1");
  equal("another place ends the search", first.cancelled, true);
  equal("and is searched itself", last().params.line, ["A1"]);
  equal("with what was known of the move", [engine.found.value, engine.found.depth, engine.found.before], [2, 3, true]);
  first.progress(value(8, { depth: 9 }));
  equal("what the old search still tells is not of this place", engine.found.value, 2);
  equal("but of its own", study.tree.root.found.value, 8);

  const proof = engine.borrow("solve", {});
  const borrowed = last();
  equal("another search has the place's game", [borrowed.method, borrowed.params.line], ["solve", ["A1"]]);
  equal("and the evaluation makes room", asked[asked.length - 2].cancelled, true);
  borrowed.resolve(value(4));
  equal("its answer", (await proof).value, 4);
  equal("then the evaluation goes on", last().method, "evaluate");
  engine.learn(study.node, { value: null, exact: false, lower: 0, upper: 7, nodes: 1 });
  equal("bounds alone are joined", [engine.found.lower, engine.found.upper, engine.found.value], [0, 4, 2]);
  engine.learn(study.node, value(4, { exact: true, lower: 4, upper: 4, ties: ["A1"], pv: ["A1", "A2", "B1"] }));
  last().progress(value(-4, { depth: 30 }));
  equal("what is proven stays", [engine.found.value, engine.found.exact, engine.found.depth], [4, true, 30]);
  equal("and is known of the move before", study.tree.root.found.moves[0].exact, true);
  study.playAll(["A1", "A2"]);
  equal("and along its line", [engine.found.value, engine.found.exact, engine.found.keeps.line], [4, true, ["B1"]]);
  engine.learn(study.node, value(3, { exact: true, lower: 3, upper: 3 }));
  equal("a contradiction is told", [told.pop(), engine.found.value],
    ["The program contradicts itself: it proves both at least 4 and at most 3. Please report it.", 4]);

  // A bound from the turn holds along all of it, by the stores, not by the search's estimate.
  const [left, late] = [study.node, last()];
  study.open({ tree: new Tree() });
  late.progress(value(5, { lower: 5, upper: 5, exact: true, ties: ["A1"], pv: ["A1"] }));
  await turn();
  equal("an answer about a game that was left is dropped", [left.found.value, played.length], [4, 0]);
  last().progress(value(1, { lower: 1, pv: ["A1", "A2", "B1"] }));
  await turn();
  equal("the turn is played", played.at(-1), ["play", "A1 A2"]);
  equal("a line that brings too little keeps nothing", engine.found.keeps, null);
  after = "1,0/6 2,2/0 B";
  last().progress(value(1, { lower: 1, pv: ["A2", "A1"] }));
  await turn();
  equal("one that brings enough does", engine.found.keeps, { line: ["A2", "A1"], lower: 1, upper: null });
  const times = played.length;
  last().progress(value(1, { lower: 1, pv: ["A2", "A1"] }));
  await turn();
  equal("it is played once", played.length, times);
  study.play("A2");
  last().progress(value(-2, { depth: 8, moves: [row("A1", -2, -8, 8), row("A2", -3, -8, 8)] }));
  equal("the bound stays behind it", [engine.found.lower, engine.found.value, engine.found.moves[0].lower], [1, 1, 1]);

  const count = asked.length;
  engine.set({ on: false });
  equal("switched off", [last().cancelled, engine.running, asked.length], [true, null, count]);
  engine.set({ on: true, seconds: 30, threads: 1 });
  equal("limits, and every move is asked for", [last().params.time, last().params.threads, last().params.every_move], [30, 1, true]);
  engine.set({ seconds: null });
  equal("without a limit", last().params.time, 1e6);
  engine.hold(true);
  equal("nothing is searched while a position is set up", [last().cancelled, engine.running], [true, null]);
  engine.hold(false);

  last().reject(new Error("no memory"));
  await turn();
  equal("a mistake is told", told, ["no memory"]);
  const lost = engine.borrow("turns", {});
  const other = engine.borrow("turns", {});
  last().reject(new Lost("gone"));
  equal("a lost connection is no answer", await other, null);
  asked[asked.length - 2].reject(new Lost("gone"));
  equal("of neither", await lost, null);
  equal("and the evaluation goes on behind the last one", [last().method, engine.borrowed], ["evaluate", 0]);
}
