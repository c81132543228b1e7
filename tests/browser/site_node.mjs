// Tests the site in Node alone: connection.js and worker.js as browsers run them, and the engine.
//
// usage: node site_node.mjs SITE
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { Worker as Thread } from "node:worker_threads";

const site = pathToFileURL(`${process.argv[2]}/`);

// Browser features that Node lacks.
const IN_A_WORKER = `
  const { parentPort, workerData } = require("node:worker_threads");
  globalThis.postMessage = (data) => parentPort.postMessage(data);
  globalThis.addEventListener = (name, act) => parentPort.on(name, (data) => act({ data }));
  require("node:vm").runInThisContext(require("node:fs").readFileSync(new URL(workerData)));
`;
// The current number of workers, and the maximum.
const workers = { now: 0, most: 0 };
globalThis.Worker = class {
  constructor(url) {
    this.thread = new Thread(IN_A_WORKER, { eval: true, workerData: url.href });
    workers.most = Math.max(workers.most, ++workers.now);
  }

  postMessage(data) { this.thread.postMessage(data); }

  addEventListener(name, act) {
    this.thread.on(name, (data) => act(name === "error" ? { message: data.message, preventDefault() {} } : { data }));
  }

  terminate() {
    workers.now--;
    this.thread.terminate();
  }
};
globalThis.WebSocket ??= { CONNECTING: 0, OPEN: 1, CLOSING: 2, CLOSED: 3 };
globalThis.navigator ??= { hardwareConcurrency: 4, languages: [] };
globalThis.document = { querySelectorAll: () => [], documentElement: {} };
globalThis.CloseEvent ??= class extends Event {
  constructor(name, { code }) {
    super(name);
    this.code = code;
  }
};
let network = true;
globalThis.fetch = async (url) => {
  if (!network) throw new TypeError("no network");
  return new Response(readFileSync(url));
};

const { connect } = await import(new URL("connection.js", site));

// A page with its connection: requests, and the progress of searches.
class Page {
  constructor() {
    this.socket = connect();
    this.number = 0;
    this.asked = new Map();
    this.begun = new Promise((open, close) => {
      this.socket.addEventListener("open", open);
      this.socket.addEventListener("close", ({ code }) => close(new Error(`closed with ${code}`)));
    });
    this.socket.addEventListener("message", ({ data }) => {
      const { id, result, error, params } = JSON.parse(data);
      const one = this.asked.get(params?.id ?? id);
      if (params) one.hear(params);
      else if (error) one.reject(Object.assign(new Error(error.message), error));
      else one.resolve(result);
    });
  }

  // A request; `told` is set when a search has reported progress.
  search(method, params = {}) {
    const id = ++this.number;
    let told;
    const found = new Promise((hear) => { told = hear; });
    const answer = new Promise((resolve, reject) => { this.asked.set(id, { resolve, reject, hear: told }); });
    this.socket.send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
    return { answer, told: found, cancel: () => this.ask("cancel", { id }) };
  }

  ask(method, params) { return this.search(method, params).answer; }
}

const ENDLESS = { rules: "congklak", time: 1e6, fresh: true, progress: true };
const SMALL = { rules: "kalah", holes: 4, seeds: 3 };

const tests = {
  async "an old browser is told so, and a lost network is another thing"() {
    const { WebAssembly: kept } = globalThis;
    delete globalThis.WebAssembly;
    await assert.rejects(new Page().begun, /closed with 1001/);
    globalThis.WebAssembly = kept;
    network = false;
    await assert.rejects(new Page().begun, /closed with 1006/);
    network = true;
    await new Page().begun;
  },

  async "what is computed is what ships"(page) {
    const shipped = await page.ask("solve", SMALL);
    const computed = await page.ask("solve", { ...SMALL, fresh: true });
    assert.ok(shipped.known && !computed.known && computed.nodes > 1000);
    assert.deepEqual([computed.value, computed.exact], [shipped.value, true]);
  },

  async "a mistake is told, and the next question answered"(page) {
    await assert.rejects(page.ask("position", { rules: "nosuch" }), { code: -32602 });
    await assert.rejects(page.ask("nosuch"), { code: -32601 });
    assert.equal((await page.ask("position", SMALL)).moves.length, 4);
  },

  async "quick questions are answered beside a search, which is cancelled at once"(page) {
    const search = page.search("evaluate", ENDLESS);
    await search.told;
    assert.equal((await page.ask("position", SMALL)).mover, "A");
    const began = performance.now();
    assert.deepEqual(await search.cancel(), { cancelled: true });
    const found = await search.answer;
    assert.equal(found.stopped, "cancelled");
    assert.ok(found.depth >= 1 && performance.now() - began < 1000);
    assert.deepEqual(await search.cancel(), { cancelled: false });
    assert.equal((await page.ask("solve", SMALL)).exact, true);
  },

  async "searches wait for each other, in order"(page) {
    const first = page.search("evaluate", ENDLESS);
    const [second, third] = [page.search("solve", SMALL), page.search("solve", ENDLESS)];
    await first.told;
    // A waiting search has found nothing.
    await third.cancel();
    await assert.rejects(third.answer, { code: -32800 });
    await first.cancel();
    assert.equal((await second.answer).exact, true);
  },

  async "parallel searches run at once, and leave no workers"(page) {
    const { parallel } = await page.ask("info");
    assert.ok(parallel >= 2);
    const before = workers.now;
    const all = Array.from({ length: parallel }, () => page.search("evaluate", { ...ENDLESS, parallel: true }));
    const waits = page.search("solve", { ...SMALL, parallel: true });
    await Promise.all(all.map(({ told }) => told));
    assert.equal(workers.now, before + parallel);
    await all[0].cancel();
    assert.equal((await waits.answer).exact, true);
    for (const search of all.slice(1)) {
      await search.cancel();
      assert.equal((await search.answer).stopped, "cancelled");
    }
    assert.equal(workers.now, before);
  },

  async "a parallel search finds what it finds alone"(page) {
    const questions = Array.from({ length: 12 }, (_, number) => (
      { rules: "conglak", holes: 2 + number % 4, seeds: 2 + number % 3, nodes: 2000, fresh: true }));
    const beside = await Promise.all(questions.map((one) => page.ask("evaluate", { ...one, parallel: true })));
    for (const [number, question] of questions.entries()) {
      assert.deepEqual(beside[number], await page.ask("evaluate", question));
    }
  },

  async "a player who is to move now moves"(page) {
    const search = page.search("choose", { rules: "congklak", policy: "search:1000s" });
    await search.cancel();
    const { move, turn, stopped } = await search.answer;
    assert.equal(stopped, "cancelled");
    assert.equal(turn[0], move);
    assert.match(move, /^A[1-9]$/);
  },

  async "a solved board of Chong answers for its positions"(page) {
    const board = { holes: 3, dice: 1 };
    assert.equal((await page.ask("chong_evaluate", board)).exact, false);
    const { probability } = await page.ask("chong_evaluate", { ...board, exact: true });
    assert.ok(probability > 0 && probability < 1);
    const { exact } = await page.ask("chong_evaluate", { ...board, turns: ["1 1:K3<>2", "2 pass"], throw: "4" });
    assert.equal(exact, true);
  },
};

// The module stays compiled: the first test has no page yet.
let page = null;
for (const [name, test] of Object.entries(tests)) {
  const began = performance.now();
  await test(page);
  page ??= new Page();
  await page.begun;
  console.log(`${name}: right (${((performance.now() - began) / 1000).toFixed(1)} s)`);
}
console.log(`${Object.keys(tests).length} tests of the site by Node`);
process.exit(0);
