"""The marks of moves in their list: of the values, and of people."""
import json

from .board import SHOWN, in_all_windows, same
from .board_curve import GAME, LINE, analyse
from .board_play import SMALL, SMALL_RULES

MARKS = "[...document.querySelectorAll('#tree .glyph')].map((one) => one.textContent)"


def test_marks_of_values(desk):
    """After an analysis every move has the mark that its proven loss asks for, with its reason; a
    player sees none."""
    analyse(desk, GAME)
    played = desk.program.run("play", "--line", " ".join(LINE), *SMALL_RULES)
    positions = [played["position"], *(move["after"] for move in played["line"])]
    values = [desk.program.run("solve", position, *SMALL_RULES)["value"] for position in positions]
    expected, told = [""], [""]
    for move, before, after in zip(LINE, values, values[1:]):
        was, now = (before, after) if move[0] == "A" else (-before, -after)
        sign = lambda value: (value > 0) - (value < 0)
        # There are twelve seeds.
        glyph = "" if was == now else "??" if sign(was) > sign(now) else "?" if was - now >= 1.2 else "?!"
        expected.append(glyph)
        key = "result" if glyph == "??" else "costs"
        told.append(desk.words(f"glyphs.{key}", glyph=glyph, count=was - now) if glyph else "")
    same("marks that differ", len(set(expected)) > 2, True)
    desk.wait(f"JSON.stringify({MARKS}) === {json.dumps(json.dumps(expected, separators=(',', ':')))}", f"the marks {expected}")
    same("why", desk.value("[...document.querySelectorAll('#tree button')].map((one) => one.title)"), told)
    desk.click("#mode-play")
    desk.wait("chongkak.study.players !== null && chongkak.stage.still", "a game")
    desk.keys("u")
    desk.open(f"{GAME}&players=you,you,1")
    same("marks in a game", desk.value(MARKS), [""] * 7)


def test_own_marks(desk):
    """A mark that a person sets is in the link, in the record, and back again; undo removes it."""
    desk.open(f"{SMALL}&moves=A3B3&at=1")
    desk.choose("#node-mark", "?!")
    desk.write("#node-comment", "B3 answers")
    desk.browser.press("Tab")
    desk.wait("chongkak.study.node.comment === '?! B3 answers'", "the mark and the comment")
    same("the list", [desk.value(MARKS), desk.text("#tree .comment")], [["", "?!", ""], "B3 answers"])
    same("what it means", desk.value("document.querySelectorAll('#tree button')[1].title"),
         desk.words("glyphs.own", meaning=desk.words("glyphs.doubtful")))
    link = desk.wait("/B3\\+answers/.test(location.hash) && location.hash.slice(1)", "the link")
    desk.open(link)
    same("from the link", [desk.value(MARKS), desk.value("document.getElementById('node-mark').value")], [["", "?!", ""], "?!"])
    desk.unfold("record")
    desk.click("#record-write")
    text = desk.wait("document.getElementById('record-out').value", "the record")
    same("the remark", "# ?! B3 answers" in text, True)
    desk.open(SMALL)
    desk.unfold("record")
    desk.value(f"document.getElementById('record-text').value = {json.dumps(text)}; 0")
    desk.click("#record-read")
    desk.wait("chongkak.study.tree.root.children.length === 1", "the round")
    same("from the record", desk.value(MARKS), ["", "?!", ""])
    desk.open(link)
    desk.choose("#node-mark", "!!")
    same("another mark", desk.value(MARKS), ["", "!!", ""])
    desk.choose("#node-mark", "")
    same("no mark", desk.value("chongkak.study.node.comment"), "B3 answers")
    desk.click("#undo")
    desk.rest()
    same("undone", desk.value(MARKS), ["", "!!", ""])
    desk.keys("Home")
    same("the start has none", desk.value("document.getElementById('node-mark').disabled"), True)


ARROWS = f"""[...{SHOWN}.querySelectorAll('.pointers path')].map((one) => {{
  const cell = (x, y) => chongkak.stage.boards.cells[[...{SHOWN}.querySelectorAll('[data-cell]')].map((group) =>
    [Math.hypot(group.dataset.x - x, group.dataset.y - y), group.dataset.cell]).sort(([a], [b]) => a - b)[0][1]];
  const at = one.getAttribute("d").match(/-?[\\d.]+/g).map(Number);
  return [one.getAttribute("class"), cell(at[0], at[1]), cell(at[6], at[7])];
}})"""


def draw(desk, *names):
    """Draws an arrow with the right mouse button."""
    for kind, name in zip(("mousePressed", "mouseReleased"), names):
        x, y = desk.cell(name)
        desk.browser.ask("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)
        desk.browser.ask("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="right", clickCount=1)


@in_all_windows
def test_arrows(desk):
    """The best move has an arrow to where it ends; people draw their own, which the next click
    removes."""
    desk.open(SMALL)
    desk.wait("chongkak.engine.found?.exact", "the value")
    moves = desk.program.run("eval", "2,2,2/0 2,2,2/0 A", *SMALL_RULES)["moves"]
    best = max(moves, key=lambda move: move["value"])
    same("one best move", [move["value"] for move in moves].count(best["value"]), 1)
    ends = [one["lands"][-1] for one in desk.program.run("moves", "2,2,2/0 2,2,2/0 A", *SMALL_RULES)["moves"] if one["move"] == best["move"]]
    own = ["best", best["move"], *ends]
    desk.wait(f"JSON.stringify({ARROWS}) === {json.dumps(json.dumps([own], separators=(',', ':')))}", f"the arrow {own}")
    draw(desk, "A1", "B3")
    draw(desk, "B2", "A2")
    same("own arrows", desk.value(ARROWS), [own, ["own", "A1", "B3"], ["own", "B2", "A2"]])
    draw(desk, "A1", "B3")
    draw(desk, "A3", "A3")
    same("one is gone", desk.value(ARROWS), [own, ["own", "B2", "A2"]])
    same("no move", desk.line(), [])
    desk.browser.click(*desk.cell("B1"))
    same("after a click", desk.value(ARROWS), [own])
    desk.open(f"{SMALL}&players=you,you,1")
    same("no hint in a game", desk.value(ARROWS), [])
    draw(desk, "A1", "A3")
    desk.play("A3")
    same("after a move", desk.value(ARROWS), [])
