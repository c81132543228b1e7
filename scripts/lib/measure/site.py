"""Measures the board as a site: how soon there is a value, how long the page stands still, how much memory it takes.

usage: scripts/measure site [--site FOLDER] [--browser FILE] [--repeat N]

  --site FOLDER   the site (scripts/build-site; default target/site)
  --browser FILE  Chromium (default: chromium on the path)
  --repeat N      so many visits and moves (default 5)

A cold visit has an empty cache and no service worker. The first value is the first one of the engine,
whatever ships of the position. What holds up the page for more than 50 ms is a long task of the browser's.
"""
import gzip
import statistics
import sys
import tempfile
from pathlib import Path

from lib.program import HOME, TARGET, Arguments, finish

sys.path.append(str(HOME / "tests"))
from browser.board import SHOWN, Desk, Site
from browser.browser import Browser, found

# A position that nothing ships of.
LINK = "rules=congklak&position=5,0,3,6,2,1,4/19+2,4,0,3,5,2,6/36+A"

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


def spread(numbers):
    return f"{min(numbers):.0f} to {max(numbers):.0f} ms, median {statistics.median(numbers):.0f}"


def main():
    parser = Arguments(__doc__)
    parser.add_argument("--site", type=Path, default=TARGET / "site")
    parser.add_argument("--browser")
    parser.add_argument("--repeat", type=int, default=5)
    given = parser.parse_args()
    packed = sum(len(gzip.compress(path.read_bytes(), 9)) for path in given.site.rglob("*") if path.is_file())
    print(f"over the wire      {packed / 1e6:.2f} MB with gzip")
    cold, warm, moves, freezes, heap = [], [], [], [], 0
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
            finally:
                browser.close()
                site.stop()
    print(f"cold visit         first value after {spread(cold)}")
    print(f"the next visit     first value after {spread(warm)}")
    print(f"a press on a hole  first value after {spread(moves)}")
    print(f"while it searches  the page stands still for {max(freezes):.0f} ms at most (0: never over 50)")
    print(f"memory of the page {heap / 1e6:.0f} MB of JavaScript, without the workers")
    return True


finish(main)
