"""Measures the board as a site: how soon there is a value, how long the page stands still, its
speed, its memory.

usage: scripts/measure site [--site FOLDER] [--program FILE] [--browser FILE] [--repeat N]

  --site FOLDER   the site (scripts/build-site; default target/site)
  --program FILE  the program, beside whose speed that of the site is told (default: the release
                  program)
  --browser FILE  Chromium (default: chromium on the path)
  --repeat N      so many visits and moves (default 5)

A cold visit has an empty cache and no service worker. The first value is the first one of the
engine, whatever ships of the position. What holds up the page for more than 50 ms is a long task of
the browser's. Both search the same positions, on one thread and with as much memory, one after the
other.
"""
import json
import statistics
import sys
import tempfile
import time
from pathlib import Path

from lib.program import HOME, TARGET, Arguments, Program, Wrong, finish
from lib.server import Server
from lib.web import OF_CONGKLAK, SEARCHES, over_the_wire

sys.path.append(str(HOME / "tests"))
from browser.board import SHOWN, Desk, Site
from browser.browser import Browser, found

LINK = f"rules=congklak&position={OF_CONGKLAK.replace(' ', '+')}"

# What each of the ten searches is given.
MEMORY = 512
GIVEN = {"nodes": 300_000, "fresh": True, "threads": 1, "memory": 128}

# In every page from its beginning: when the engine found its first value, and what held up the page.
WATCH = """
globalThis.measured = { first: null, tasks: [] };
new PerformanceObserver((list) => {
  for (const task of list.getEntries()) measured.tasks.push(task.duration);
}).observe({ type: "longtask", buffered: true });
(function look() {
  if (globalThis.chongkak?.engine?.found) measured.first = performance.now();
  else setTimeout(look, 1);
})();
"""

# From a press on a hole to the first value of the position after it, without the run of the seeds.
AFTER_A_MOVE = """(async () => {
  const { study, engine, stage } = chongkak;
  const before = study.node;
  const hole = %s.querySelector(".legal .pit");
  const { left, top, width, height } = hole.getBoundingClientRect();
  const began = performance.now();
  for (const kind of ["pointerdown", "pointerup", "click"]) {
    hole.dispatchEvent(new PointerEvent(kind, { bubbles: true, clientX: left + width / 2, clientY: top + height / 2 }));
  }
  while (study.node === before || !engine.found) await new Promise((go) => setTimeout(go, 1));
  const took = performance.now() - began;
  stage.skip();
  return took;
})()"""

# Searches without an end for three seconds: what holds up the page meanwhile, and the memory in the end.
WHILE_IT_SEARCHES = """(async () => {
  measured.tasks = [];
  chongkak.engine.set({ seconds: null });
  await new Promise((go) => setTimeout(go, 3000));
  const memory = performance.memory?.usedJSHeapSize ?? 0;
  chongkak.engine.set({ seconds: 5 });
  return [Math.max(0, ...measured.tasks), memory];
})()"""


# Searches in the page: the nodes, and the milliseconds that it takes.
SEARCH = """(async () => {
  const began = performance.now();
  const { nodes } = await chongkak.server.ask("evaluate", %s);
  return [nodes, performance.now() - began];
})()"""


def speeds(desk, program):
    """How fast the site searches beside the program, in each of the searches: the best of three."""
    native = Server([program.path, "serve", "--threads", "1", "--memory", str(MEMORY)], Program.ENVIRONMENT)
    try:
        for search in SEARCHES:
            given = {**search, **GIVEN}
            best = [float("inf"), float("inf")]
            for _ in range(3):
                began = time.monotonic()
                expected = native.ask(1, "evaluate", given)["result"]["nodes"]
                best[0] = min(best[0], time.monotonic() - began)
                nodes, took = desk.value(SEARCH % json.dumps(given))
                best[1] = min(best[1], took / 1000)
                if nodes != expected:
                    raise Wrong(f"{search}: found {nodes} nodes, expected {expected} as by the program")
            yield best[0] / best[1]
    finally:
        native.stop()


def memory_of_workers(desk):
    """The bytes of each engine, the largest first. Each answers when it searches no more."""
    browser = desk.browser
    browser.ask("Target.setAutoAttach", autoAttach=True, waitForDebuggerOnStart=False, flatten=True)
    page, found = browser.session, []
    for event in [one for one in browser.events if one.get("method") == "Target.attachedToTarget"]:
        if event["params"]["targetInfo"]["type"] == "worker":
            browser.session = event["params"]["sessionId"]
            found.append(browser.value("engine?.memory.buffer.byteLength ?? 0"))
    browser.session = page
    return sorted(found, reverse=True)


def spread(numbers):
    return f"{min(numbers):.0f} to {max(numbers):.0f} ms, median {statistics.median(numbers):.0f}"


def main():
    parser = Arguments(__doc__)
    parser.add_argument("--site", type=Path, default=TARGET / "site")
    parser.add_program()
    parser.add_argument("--browser")
    parser.add_argument("--repeat", type=int, default=5)
    given = parser.parse_args()
    print(f"over the wire      {over_the_wire(given.site) / 1e6:.2f} MB with gzip")
    program = Program(given.program)
    cold, warm, moves, freezes, beside, heap = [], [], [], [], [], 0
    for _ in range(given.repeat):
        with tempfile.TemporaryDirectory() as folder:
            site, browser = Site(given.site), Browser(found(given.browser), folder)
            try:
                desk = Desk(browser, site, None)
                browser.ask("Page.addScriptToEvaluateOnNewDocument", source=WATCH)
                for times in (cold, warm):
                    desk.open(LINK)
                    times.append(desk.wait("globalThis.measured.first", "a first value"))
                moves.append(desk.value(AFTER_A_MOVE % SHOWN))
                freeze, heap = desk.value(WHILE_IT_SEARCHES)
                freezes.append(freeze)
                if not beside:
                    desk.value("chongkak.engine.set({ on: false })")
                    beside = list(speeds(desk, program))
                    engines = memory_of_workers(desk)
            finally:
                browser.close()
                site.stop()
    print(f"cold visit         first value after {spread(cold)}")
    print(f"the next visit     first value after {spread(warm)}")
    print(f"a press on a hole  first value after {spread(moves)}")
    print(f"while it searches  the page stands still for {max(freezes):.0f} ms at most (0: never over 50)")
    print(f"nodes a second     {statistics.median(beside):.2f} of the program's (median of {len(beside)} searches, "
          f"{min(beside):.2f} to {max(beside):.2f})")
    print(f"memory             {engines[0] / 1e6:.0f} MB of the engine that searched, {sum(engines) / 1e6:.0f} MB of all "
          f"{len(engines)}, {heap / 1e6:.0f} MB of JavaScript in the page")
    return True


finish(main)
