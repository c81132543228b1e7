// The engine with a server that answers when it is told to; see tree.js here.
async (load, equal) => {
  const { Engine } = await load("engine.js");
  const { Study } = await load("study.js");
  const { Lost } = await load("server.js");

  const asked = [];
  const server = {
    state: "open",
    search(method, params, progress) {
      const search = { method, params, progress, cancelled: false, cancel() { this.cancelled = true; } };
      search.answer = new Promise((resolve, reject) => Object.assign(search, { resolve, reject }));
      asked.push(search);
      return search;
    },
  };
  const last = () => asked[asked.length - 1];
  const turn = () => new Promise((done) => setTimeout(done));
  const study = new Study();
  const told = [];
  const engine = new Engine({ study, server, complain: (message) => told.push(message) });
  const value = (value, more) => ({ value, exact: false, lower: -9, upper: 9, depth: 1, moves: [], pv: [], ...more });

  study.open({});
  equal("the shown place is searched", [last().method, last().params.time], ["evaluate", 5]);
  last().progress(value(3, { depth: 4, moves: [{ move: "A1", value: 2, exact: false, lower: -1, upper: 4 }] }));
  equal("what is found is known at once", engine.found.value, 3);
  last().progress(value(7, { depth: 2 }));
  equal("what is less deep is not", engine.found.value, 3);
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
  borrowed.resolve(value(5));
  equal("its answer", (await proof).value, 5);
  equal("then the evaluation goes on", last().method, "evaluate");
  engine.learn(study.node, value(5, { exact: true, lower: 5, upper: 5 }));
  last().progress(value(-4, { depth: 30 }));
  equal("what is proven stays", [engine.found.value, engine.found.exact, engine.found.depth], [5, true, 30]);

  const count = asked.length;
  engine.set({ on: false });
  equal("switched off", [last().cancelled, engine.running, asked.length], [true, null, count]);
  engine.set({ on: true, seconds: 30, threads: 1 });
  equal("limits", [last().params.time, last().params.threads], [30, 1]);
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
