"""Clocks and sounds of games. The time of the clocks is that of the tests."""
from .board import same
from .board_opponent import begin
from .board_play import SMALL
from .board_record import replayed, written

CLOCKS = "['A', 'B'].map((side) => document.getElementById(`clock-${side}`).textContent)"
# The page's clock shows this time until the next call.
TIME = "globalThis.time = {}; chongkak.clocks.look(); 0"
STOPPED = "globalThis.time = 0; chongkak.clocks.clock.now = () => time; 0"


def test_clock(desk):
    """Two people with clocks: only the one to move loses time, a turn adds seconds, and whoever runs
    out of time has lost; taking back does not help."""
    begin(desk, SMALL, ("you", "you"))
    same("no clock", desk.value("document.getElementById('clocks').hidden"), True)
    desk.value(STOPPED)
    desk.choose("#play-clock", "1+0")
    desk.choose("#play-clock", "3+2")
    same("both", desk.value(CLOCKS), ["A 3:00", "B 3:00"])
    desk.value(TIME.format(50_000))
    same("before the first move", desk.value(CLOCKS), ["A 3:00", "B 3:00"])
    desk.play("A3")
    desk.value(TIME.format(60_000))
    same("B's time", desk.value(CLOCKS), ["A 3:00", "B 2:50"])
    desk.keys("Home")
    desk.value(TIME.format(70_000))
    same("looking back costs time", desk.value(CLOCKS), ["A 3:00", "B 2:40"])
    desk.keys("End")
    desk.play("B3")
    same("seconds for the turn", desk.value(CLOCKS), ["A 3:00", "B 2:42"])
    same("who loses time", desk.value("document.querySelector('#clocks .runs').id"), "clock-A")
    same("wider than the window", desk.value("document.documentElement.scrollWidth - innerWidth"), 0)
    desk.value(TIME.format(75_000))
    desk.value(TIME.format(70_000 + 180_000))
    desk.wait_words("#play-told", "clock.out", side="A", winner="B")
    same("in the end", desk.value(CLOCKS), [f"A 0:00{desk.value('chongkak.clocks.sides[0].textContent')[-2:]}", "B 2:42"])
    line = desk.line()
    desk.browser.click(*desk.cell(desk.legal()[0]))
    desk.wait_words("#said", "clock.out", side="A", winner="B")
    same("no move", desk.line(), line)
    desk.unfold("record")
    played, = replayed(desk, written(desk))["rounds"]
    same("what the record says", played.get("remarks"), [{"move": len(line), "text": "A 0:00.0, B 2:42"}])
    desk.value("document.activeElement.blur()")
    desk.keys("u")
    desk.wait_words("#play-told", "clock.out", side="A", winner="B")
    desk.click("#play-new")
    desk.wait("!chongkak.study.tree.root.children.length && chongkak.stage.still", "another game")
    same("new clocks", desk.value(CLOCKS), ["A 3:00", "B 3:00"])
    desk.click("#play-stop")
    desk.wait("document.getElementById('clocks').hidden", "no clocks without a game")


def test_clock_runs_while_one_looks_back(desk):
    """Whoever looks at an earlier place, or at moves that were played, loses time: when the seeds of
    the last move still ran, when an earlier move runs again, and when the last one does."""
    begin(desk, SMALL, ("you", "you"))
    desk.value(STOPPED)
    desk.choose("#play-clock", "3+2")
    # Seeds that never arrive, until somebody ends their run.
    desk.value("chongkak.stage.player.speed = 0.001; 0")
    running = "chongkak.stage.running && chongkak.study.node.move === '{}'"
    desk.browser.click(*desk.cell("A3"))
    desk.wait(running.format("A3"), "seeds to run")
    desk.value(TIME.format(10_000))
    same("while a new move is sown", desk.value(CLOCKS), ["A 3:00", "B 3:00"])
    desk.browser.press("Home")
    desk.wait("!chongkak.study.node.move && chongkak.stage.still", "the start")
    desk.value(TIME.format(20_000))
    same("B looks back", desk.value(CLOCKS), ["A 3:00", "B 2:50"])
    desk.keys("ArrowRight")
    same("the last move", desk.value("chongkak.study.node.move"), "A3")
    desk.value(TIME.format(30_000))
    same("B's turn", desk.value(CLOCKS), ["A 3:00", "B 2:40"])
    desk.play("B3")
    desk.browser.press("Home")
    desk.wait("!chongkak.study.node.move && chongkak.stage.still", "the start again")
    desk.browser.press("ArrowRight")
    desk.wait(running.format("A3"), "the first move to run again")
    desk.value(TIME.format(40_000))
    same("an earlier move runs", desk.value(CLOCKS), ["A 2:50", "B 2:42"])
    desk.browser.press("End")
    desk.wait("chongkak.study.node.move === 'B3' && chongkak.stage.still", "the end")
    desk.browser.press("r")
    desk.wait(running.format("B3"), "the last move to run again")
    desk.value(TIME.format(50_000))
    same("the last move runs again", desk.value(CLOCKS), ["A 2:40", "B 2:42"])


def test_clock_of_the_program(desk):
    """The program's time can run out while it thinks; then it does not move."""
    begin(desk, "rules=overbeck&holes=9&seeds=9", ("you", "best"))
    desk.click("#play-together")
    desk.wait("chongkak.stage.found.mover === 'A' && chongkak.stage.still", "the game to begin by turns")
    desk.value(STOPPED)
    desk.choose("#play-clock", "1+0")
    desk.value("""(() => {
      const ask = chongkak.server.search.bind(chongkak.server);
      chongkak.server.search = (method, params, progress) =>
        ask(method, method === "choose" ? { ...params, policy: "search:100G" } : params, progress);
    })()""")
    desk.play("A2")
    desk.wait_text("#play-told", "B, best, is thinking")
    desk.value(TIME.format(60_000))
    desk.wait_words("#play-told", "clock.out", side="B", winner="A")
    same("the moves", desk.line(), ["A2"])


# Counts tones instead of playing them.
TONES = """globalThis.tones = [];
  globalThis.AudioContext = class {
    currentTime = 0;
    constructor() { globalThis.contexts = (globalThis.contexts ?? 0) + 1; }
    createOscillator() {
      this.currentTime += 1;
      const frequency = {};
      return { frequency, connect: (next) => next, start: () => tones.push(frequency.value), stop() {} };
    }
    createGain() { return { gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} }, connect() {} }; }
  }; 0"""


def test_sound(desk):
    """Each seed of a move has its tone, in a store another one, and a capture a third; without the
    setting there is none, and it is remembered."""
    begin(desk, SMALL, ("you", "you"))
    desk.choose("#speed", "8")
    desk.value(TONES)
    heard = "tones.splice(0)"

    def plays(name):
        desk.browser.click(*desk.cell(name))
        desk.wait(f"chongkak.study.node.move === '{name}' && chongkak.stage.still", f"the end of {name}")
        return desk.value(heard)

    same("silence", [plays("A2"), desk.value("globalThis.contexts ?? 0")], [[], 0])
    desk.click("#sound")
    # A1 has two seeds: one for A2 and one for A3.
    same("two seeds", plays("A1"), [520, 520])
    # B2 has two seeds: one for B3 and one for the store.
    same("a seed and one in the store", plays("B2"), [520, 780])
    desk.open("rules=kalah&position=1,0,3/0+2,2,0/4+A&players=you,you,1")
    same("silence at first", desk.value("document.getElementById('sound').checked"), False)
    desk.value("globalThis.old = true; localStorage.setItem('sound', 'true'); location.reload(); 0")
    desk.wait("!globalThis.old && globalThis.chongkak?.stage.found && chongkak.stage.still && document.getElementById('sound').checked", "the setting")
    desk.choose("#speed", "8")
    desk.value(TONES)
    # A1 ends in the empty A2, opposite B2: its seed and the two of B2 are captured.
    found = plays("A1")
    same("a seed, then a capture", [found[0], set(found[1:])], [520, {260}])
    same("one context", desk.value("contexts"), 1)
