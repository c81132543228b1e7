"""The analysis page: its modules, and playing on the board."""
import json
import re

from .board import SHOWN, at_a_desk, cells, in_all_windows, of_the_program, same
from lib.program import HOME, Wrong

SMALL = "rules=kalah&holes=3&seeds=2"
SMALL_RULES = ["--rules", "kalah", "--holes", "3", "--seeds", "2"]

# Runs a file of tests: `load` returns a module of the page, `equal` records the actual and the
# expected value.
MODULE = """(async () => {
  const results = [];
  const main = document.querySelector("script[src]").src;
  const load = (name) => import(new URL(name, main).href);
  const equal = (what, found, right) => {
    if (found === right) return results.push([what, true, ""]);
    // Nodes of a tree are cyclic and have no JSON.
    const [a, b] = [found, right].map((value) => (value?.children ? `node ${value.move}` : JSON.stringify(value)));
    return results.push([what, a === b && !found?.children, `found ${a}, expected ${b}`]);
  };
  await (TEST)(load, equal);
  return results;
})()"""


def test_modules(desk):
    """The modules without a page, each by the name of its file in tests/browser/modules; in
    English."""
    own, desk.language = desk.language, None
    desk.open()
    desk.language = own
    count = 0
    for file in sorted((HOME / "tests/browser/modules").glob("*.js")):
        text = re.sub(r"^//.*\n", "", file.read_text(), flags=re.M).strip()
        results = desk.value(MODULE.replace("TEST", text))
        for what, right, told in results:
            if not right:
                raise Wrong(f"{file.name}: {what}: {told}")
        count += len(results)
    return f"{count} comparisons"


@in_all_windows
def test_opening(desk):
    """The first board, and which of its holes can be played."""
    desk.open()
    moves = desk.program.run("moves")
    same("position", desk.position(), moves["position"])
    same("numbers", desk.drawn(), cells(moves["position"]))
    same("legal holes", sorted(desk.legal()), sorted(move["move"] for move in moves["moves"]))


def test_stop_after_a_move(desk):
    """Where a player may stop after a move, the own store and the full stop do that; elsewhere they
    say why not."""
    board = "1,1/0 0,4/0 A"
    set_may = ["--rules", "overbeck", "--set", "store_last=may"]
    stopped = desk.program.run("play", board, *set_may, "--line", "A2s")["after"]
    for press in (lambda: desk.play("RA"), lambda: desk.keys(".")):
        desk.open(f"rules=overbeck&set.store_last=may&position={board.replace(' ', '+')}")
        desk.play("A2")
        same("the player may go on", desk.legal(), ["A1"])
        press()
        desk.wait("chongkak.study.tree.line().join() === 'A2s'", "the stop in the line")
        desk.rest()
        same("position", desk.position(), stopped)
        same("numbers", desk.drawn(), cells(stopped))
        # The other player is to move: nothing is left to stop.
        desk.keys(".")
        same("line", desk.line(), ["A2s"])
    desk.open(f"rules=overbeck&position={board.replace(' ', '+')}")
    desk.play("A2")
    desk.keys(".")
    desk.wait("document.querySelector('#said').textContent !== ''", "the reason")
    same("line", desk.line(), ["A2"])


def test_seeds_left(desk):
    """Seeds left at the end of a round go where the rules say, without a complaint of the board."""
    start, line = "0,1/0 2,0/0 A", "A2"
    for rest in ("opponent", "last-mover", "nobody"):
        given = ["--rules", "kalah", "--set", "end=side-empty", "--set", f"rest={rest}"]
        after = desk.program.run("play", start, *given, "--line", line)["after"]
        desk.open(f"rules=kalah&set.end=side-empty&set.rest={rest}&position={start.replace(' ', '+')}")
        desk.play(line)
        same("numbers", desk.drawn(), cells(after))
        same("a fault", desk.value("document.getElementById('fault')?.textContent ?? ''"), "")


def test_play_by_clicks(desk):
    """A line of clicks ends where `play` ends; the seeds move, and a second click ends that."""
    line = ["A1", "A7", "A5", "A3"]
    desk.open("rules=overbeck")
    desk.choose("#speed", "0.4")
    desk.value("""globalThis.ticks = 0;
      const tick = chongkak.stage.tick.bind(chongkak.stage);
      chongkak.stage.tick = (...all) => { ticks++; tick(...all); }; 0""")
    desk.wait("chongkak.engine.found?.moves.length > 0", "values")
    desk.browser.click(*desk.cell("A1"))
    desk.wait("ticks >= 3", "seeds to run")
    same("running", desk.value("chongkak.stage.running"), True)
    same("values beside running seeds", desk.value(f"{SHOWN}.querySelectorAll('[visibility=visible]').length"), 0)
    desk.browser.click(*desk.cell("A1"))
    desk.wait("chongkak.stage.still", "a second click to end the run")
    if desk.value("ticks") >= 10:
        raise Wrong("all seeds were run one by one after a second click")
    for move in line[1:]:
        desk.play(move)
    played = desk.program.run("play", "--line", " ".join(line))
    same("position", desk.position(), played["after"])
    same("numbers", desk.drawn(), cells(played["after"]))
    same("moves", desk.line(), line)
    desk.wait_text("#said", "4. A3: ")


def test_run_to_the_end(desk):
    """An uninterrupted move is sown seed by seed, and announced."""
    desk.open(SMALL)
    desk.count_runs()
    desk.browser.click(*desk.cell("A2"))
    desk.wait("moved === 1 && chongkak.stage.still", "the end of the run")
    after = desk.program.run("play", "--line", "A2", *SMALL_RULES)["after"]
    same("position", desk.position(), after)
    same("numbers", desk.drawn(), cells(after))
    desk.wait_text("#said", "A2")


@of_the_program
def test_weight_of_a_move(desk):
    """A move transfers only its own seeds: the board is drawn once."""
    weights = []
    for rules, move in [("overbeck", "A3"), ("congklak", "A3"), ("kalah", "A3")]:
        desk.open(f"rules={rules}&players=you,you,1&begins=turns")
        desk.wait("chongkak.server.waiting.size === 0 && document.querySelectorAll('#rule-sets button').length === 10", "all answers")
        desk.browser.events = []
        desk.play(move)
        frames = [event["params"]["response"]["payloadData"] for event in desk.browser.events
                  if event.get("method") == "Network.webSocketFrameReceived"]
        weights.append(sum(len(frame.encode()) for frame in frames))
        if not frames or weights[-1] > 3000:
            raise Wrong(f"{rules}, {move}: {weights[-1]} bytes in {len(frames)} messages")
    return f"{', '.join(map(str, weights))} bytes"


def test_holes_that_cannot_be_played(desk):
    """Unplayable holes say why, and a click on them plays nothing."""
    desk.open("rules=kalah&position=0,2,1/0+1,1,1/0+A")
    reasons = {"A1": desk.words("holes.empty"), "B1": desk.words("holes.turn", side="A"), "RA": desk.words("holes.store")}
    labels = {**reasons, "RA": desk.words("holes.seeds", hole=desk.text("#board svg.wide .store .name"), count=0)}
    for name, why in reasons.items():
        label = desk.value(f"""document.querySelector(`#board svg.wide [data-cell="${{
          chongkak.stage.boards.cells.indexOf("{name}")}}"]`).getAttribute("aria-label")""")
        if labels[name] not in label:
            raise Wrong(f"{name} says {label!r}, expected {labels[name]!r}")
        desk.browser.click(*desk.cell(name))
        desk.wait_text("#said", why)
    same("moves", desk.line(), [])


def test_a_press_before_the_board_is_drawn(desk):
    """Right after A1 its seeds are still drawn in it: a second click plays nothing and shows no
    error."""
    desk.open(SMALL)
    said = desk.value("""(() => {
      const { study, stage } = chongkak;
      study.play("A1");
      stage.dispatchEvent(new CustomEvent("hole", { detail: { cell: stage.boards.cells.indexOf("A1") } }));
      return document.getElementById("said").textContent;
    })()""")
    same("said", said, desk.words("board.on-its-way"))
    desk.rest()
    same("moves", desk.line(), ["A1"])


@at_a_desk("an upright board has its rows side by side")
def test_play_by_keys(desk):
    """Numbers play holes; on the board arrows move between holes and Enter plays."""
    desk.open("rules=kalah&holes=12&seeds=1")
    # At once: a second digit that comes late is another move.
    press = "document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '1', bubbles: true }))"
    desk.value(f"{press}; {press}; 0")
    desk.wait("chongkak.study.node.move === 'A11'", "A11")
    desk.rest()
    focus = "chongkak.stage.boards.cells[chongkak.stage.holes.active]"
    desk.keys("b", rest=False)
    # A1 is at the right, B12 above it: left along A's row, up, and along B's row.
    same("the focus", desk.value(focus), "A1")
    desk.keys("ArrowLeft", rest=False)
    same("to the left", desk.value(focus), "A2")
    desk.keys("ArrowUp", "ArrowRight", rest=False)
    same("up and to the right", desk.value(focus), "B12")
    desk.keys("ArrowLeft", "ArrowLeft", "Enter")
    desk.wait("chongkak.study.node.move === 'B10'", "B10")
    label = desk.value("document.activeElement.getAttribute('aria-label')")
    if not label.startswith(desk.words("holes.seeds", hole="B10", count=0)):
        raise Wrong(f"the focus is lost, or on {label!r}")
    rules = ["--rules", "kalah", "--holes", "12", "--seeds", "1"]
    same("position", desk.position(), desk.program.run("play", "--line", "A11 B10", *rules)["after"])


def test_again_and_speed(desk):
    """The last move can be replayed, at a chosen speed."""
    desk.open(f"{SMALL}&moves=A2&at=1")
    before = desk.position()
    same("the first speed", desk.value("chongkak.stage.player.speed"), 1)
    desk.keys("-", rest=False)
    same("slower", desk.value("chongkak.stage.player.speed"), 0.4)
    desk.keys("+", "+", rest=False)
    same("faster", desk.value("chongkak.stage.player.speed"), 2.5)
    desk.count_runs()
    desk.keys("r")
    same("runs", desk.value("moved"), 1)
    same("position", desk.position(), before)
    desk.choose("#speed", "-1")
    desk.play("A1")
    same("runs at the speed at which moves come at once", desk.value("moved"), 1)


def test_line_under_the_board(desk):
    """It announces what happens now: the current lap, at the end the whole move, nothing of another
    game."""
    after = desk.program.run("play", "--rules", "overbeck", "--line", "A1")["after"]
    laps, = (move for move in desk.program.run("moves", after)["moves"] if move["move"] == "A7")
    desk.open("rules=overbeck&moves=A1&at=1")
    desk.choose("#speed", "8")
    desk.value("""(() => {
      globalThis.heard = [];
      const said = document.getElementById("said");
      new MutationObserver(() => heard.push([said.textContent, said.getAttribute("aria-live")]))
        .observe(said, { childList: true });
    })()""")
    desk.count_runs()
    desk.browser.click(*desk.cell("A7"))
    desk.wait("moved === 1 && chongkak.stage.still", "the end of the move")
    heard = desk.value("heard")
    quiet = [text for text, live in heard if live == "off"]
    if len(quiet) < laps["laps"] or not all(text.startswith("2. A7: ") for text in quiet):
        raise Wrong(f"of {laps['laps']} laps these were told: {quiet}")
    same("what readers hear", [text for text, live in heard if live != "off"][-1], desk.text("#said"))
    desk.keys("Home")
    same("at the start", desk.text("#said"), "")
    desk.keys("End")
    if not desk.text("#said").startswith("2. A7"):
        raise Wrong("at the end the move is told")
    desk.keys("s", rest=False)
    desk.wait("chongkak.setup.active", "the set-up")
    same("in the set-up", desk.text("#said"), "")
    same("the engine rests there", desk.value("document.getElementById('engine').inert"), True)
    desk.write("#setup-text", "1,q/0 1,1/0 A")
    desk.wait_text("#setup-wrong", "A2")
    same("seeds of a text that is wrong", desk.text("#setup-total"), "")
    desk.write("#setup-text", "1,1/0 1,1/0 A")
    desk.wait_words("#setup-total", "setup.total", count=4)
    desk.click("#setup-use")
    desk.wait_words("#said", "setup.new-start", position="1,1/0 1,1/0 A")
    desk.wait_text("#about", f"overbeck \u00b7 {desk.words('count.holes', count=2)}")
    same("the engine goes on", desk.value("document.getElementById('engine').inert"), False)
    desk.link()
    desk.value("location.hash = 'rules=kalah'; 0")
    desk.wait("chongkak.study.rules === 'kalah' && chongkak.stage.still", "another game")
    same("after a link", desk.text("#said"), "")
    desk.link()
    desk.value("location.hash = 'rules=kalah&holes=3&seeds=1'; 0")
    size = {"holes": desk.words("count.holes", count=3), "seeds": desk.words("count.seeds", count=1)}
    desk.wait_words("#about", "rules.size", **size)
    one = json.dumps(size["seeds"])
    desk.wait(f"document.getElementById('about').textContent.endsWith({one})", "one seed")
    desk.open("rules=kalah&position=0,0,0/9+0,2,0/1+A+over")
    caption = desk.text("#caption")
    before, after = desk.words("board.with-rest", caption="|").split("|")
    same("the caption", [caption.startswith(before), caption.endswith(after), "A 9 : B 3 (+6)" in caption], [True] * 3)
    desk.open("rules=kalah&position=0,0,0/6+0,0,0/6+A+over")
    desk.wait_text("#value-words", desk.words("value.proven", what=desk.words("value.draw"))[1:])
