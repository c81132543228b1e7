"""The analysis page in play: long turns, the orientation, and reloading."""
import json
import socket
from urllib.parse import urlsplit

from .board import SHOWN, Board, Desk, at_a_desk, at_night, of_the_program, same
from .board_play import SMALL
from lib.program import Wrong

# The default port of pages.
USUAL = 16218
# A turn of the program of many moves with very many laps: the book knows this opening, as B's like
# A's.
LONG = "rules=overbeck&players=best,you,1&begins=turns"
# The time allowed for it in ms, at the initial speed.
MOST = 10000
OVER = "chongkak.stage.found?.mover === 'B' && chongkak.stage.still"
TOP = """(name) => {
  const number = chongkak.stage.boards.cells.indexOf(name);
  return SHOWN.querySelector(`[data-cell="${number}"] .pit`).getBoundingClientRect().top;
}""".replace("SHOWN", SHOWN)
RUNS = """globalThis.runs = [];
  chongkak.stage.addEventListener("moving", () => runs.push(performance.now())); 0"""

PRESS = {
    "keys": "document.body.dispatchEvent(new KeyboardEvent('keydown', { key: ' ', bubbles: true }))",
    "clicks": f"{SHOWN}.querySelector('.pit').dispatchEvent(new MouseEvent('click', {{ bubbles: true }}))",
}


def reload(desk):
    """Reloads the page, as the browser does with its address."""
    link = desk.value("chongkak.study.link")
    desk.wait(f"location.hash === {json.dumps('#' + link)}", "the address")
    desk.value("globalThis.old = true; location.reload(); 0")
    desk.wait("!globalThis.old && globalThis.chongkak?.stage.found && chongkak.stage.still", "the page again")


@at_night("waits for forty moves to be sown")
def test_long_turn(desk):
    """However many laps a turn has, at the first speed all of it is shown soon."""
    desk.open(LONG)
    desk.value(RUNS)
    desk.wait("runs.length > 0", "the turn")
    desk.wait(OVER, "the end of the turn")
    time = desk.value("performance.now() - runs[0]")
    moves = len(desk.line())
    if moves < 5 or desk.value("runs.length") < moves - 1:
        raise Wrong(f"{moves} moves, {desk.value('runs.length')} of which ran")
    if time > MOST:
        raise Wrong(f"{time / 1000:.1f} seconds for a turn")
    return f"{moves} moves in {time / 1000:.1f} s"


def test_end_of_a_turn(desk):
    """Two presses, or a button, show the end of the program's turn; nothing is played by
    mistake."""
    for end in ("keys", "clicks", "between", "button"):
        desk.open(LONG)
        desk.value(RUNS)
        desk.wait("runs.length > 0 && chongkak.stage.running", "the turn")
        # Two key presses come soon after each other, however busy this machine is.
        if end == "button":
            desk.click("#play-last")
        elif end == "between":
            # The next move is loading, and nothing is shown.
            desk.value(f"""new Promise((done) => chongkak.stage.addEventListener("settled", () => {{
              for (let press = 0; press < 2; press++) {PRESS["keys"]};
              done(0);
            }}, {{ once: true }}))""")
        else:
            desk.value(f"for (let press = 0; press < 2; press++) {PRESS[end]}; 0")
        desk.wait(OVER, "the end of the turn")
        line = desk.line()
        if {move[0] for move in line} != {"A"} or len(line) < 5 or 3 * desk.value("runs.length") > len(line):
            raise Wrong(f"{end}: {line}, {desk.value('runs.length')} of which ran")
        desk.wait_text("#play-told", "your turn: you are B")
        played = desk.program.run("play", "--line", " ".join(line), "--rules", "overbeck")
        same(f"the position after {end}", desk.position(), played["after"])


@of_the_program
def test_kept_from_start_to_start(desk):
    """The browser's stored data is there again when the program is restarted, because its address
    is the same."""
    with socket.socket() as other:
        other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            other.bind(("127.0.0.1", USUAL))
        except OSError:
            return "left out: another program has the usual port"
    first = desk.at(Board(desk.program.path, "--site", "http://127.0.0.1/"))
    first.open(SMALL)
    first.choose("#speed", "-1")
    first.play(first.legal()[0])
    first.wait("!!localStorage.getItem('recent')", "the game to be kept")
    address = first.board.url
    first.board.stop()
    again = first.at(Board(desk.program.path, "--site", "http://127.0.0.1/"))
    same("the port", urlsplit(again.board.url).port, urlsplit(address).port)
    desk.browser.show(again.board.address("/"), *desk.window)
    again.wait("globalThis.chongkak?.stage.found && chongkak.stage.still", "a board")
    same("the speed", desk.value("document.getElementById('speed').value"), "-1")
    same("the last analyses", desk.value("JSON.parse(localStorage.getItem('recent')).length"), 1)
    # A second board finds another port.
    second = Board(desk.program.path, "--site", "http://127.0.0.1/")
    same("the port of a second board", urlsplit(second.url).port == USUAL, False)
    second.stop()
    # An address of the first one says what to do.
    desk.browser.show(address, *desk.window)
    same("words in all languages", desk.value("[...document.querySelectorAll('p')].map((one) => one.lang)"), ["en", "ms", "id"])
    if "chongkak board" not in desk.value("document.querySelector('p').textContent"):
        raise Wrong(desk.value("document.body.textContent"))
    desk.browser.events = []
    again.board.stop()
    desk.browser.show("about:blank", *desk.window)


@at_a_desk("an upright board has its rows side by side")
def test_sides(desk):
    """Playing B alone shows B's row below; a key and a button turn the board, and arrows move as
    seen."""
    below = f"({TOP})('B2') > ({TOP})('A2')"
    desk.open(SMALL)
    same("A below", desk.value(below), False)
    desk.keys("o")
    same("B below", desk.value(below), True)
    # A1 is above on the left now, and A2 is to the right of it.
    desk.value("chongkak.stage.holes.focus(0)")
    desk.browser.press("ArrowRight")
    same("to the right", desk.value("chongkak.stage.boards.cells[chongkak.stage.holes.focused]"), "A2")
    desk.browser.press("ArrowDown")
    same("down", desk.value("chongkak.stage.boards.cells[chongkak.stage.holes.focused][0]"), "B")
    desk.click("#turn-board")
    same("A below again", desk.value(below), False)
    for players, turned in (("you,beginner", False), ("beginner,you", True), ("you,you", False)):
        desk.open(f"{SMALL}&players={players},1")
        same(f"B below with {players}", desk.value(below), turned)


def test_reload(desk):
    """A game continues after a reload with its panel open, and settings are kept."""
    desk.open(SMALL)
    desk.choose("#speed", "-1")
    desk.choose("#engine-time", "30")
    desk.unfold("play")
    desk.choose("#play-B", "beginner")
    desk.click("#play-new")
    desk.wait("chongkak.study.players !== null && chongkak.stage.still", "a game")
    link = desk.value("chongkak.study.link")
    reload(desk)
    same("the game", desk.value("chongkak.study.link"), link)
    same("the panel", desk.value("document.getElementById('play').open"), True)
    desk.wait_text("#play-told", "your turn: you are A")
    same("speed", desk.value("[chongkak.stage.player.speed, document.getElementById('speed').value]"), [-1, "-1"])
    same("seconds", desk.value("[chongkak.engine.seconds, document.getElementById('engine-time').value]"), [30, "30"])
    # Keys are settings too.
    desk.keys("-", rest=False)
    reload(desk)
    same("the speed of a key", desk.value("document.getElementById('speed').value"), "0")


def test_board_alone(desk):
    """The board alone fills a large screen, and a phone on its side; Escape or the same key
    restores the page."""
    width = f"{SHOWN}.querySelector('.plank').getBoundingClientRect().width"
    for window, least, letters in [((844, 390), 1.05, 16), ((1920, 1080), 1.2, 22)]:
        desk.open("rules=kalah", *window)
        before = desk.value(width)
        desk.keys("f", rest=False)
        desk.wait("document.getElementById('side').getClientRects().length === 0", "the board alone")
        if desk.value(width) < least * before:
            raise Wrong(f"in {window} the board is {desk.value(width)} pixels wide, and was {before}")
        size = desk.value("Number.parseFloat(getComputedStyle(document.getElementById('said')).fontSize)")
        if size < letters:
            raise Wrong(f"in {window} what is said is {size} pixels high")
        bottom = desk.value("document.getElementById('speed').getBoundingClientRect().bottom")
        if bottom > desk.value("innerHeight"):
            raise Wrong(f"in {window} the buttons are out of sight")
    desk.keys("f", rest=False)
    desk.wait("document.getElementById('side').getClientRects().length > 0", "the page again")


def test_opening_again(desk):
    """One button restores the opening, and undo returns to the previous state."""
    desk.open(f"{SMALL}&moves=A2&at=1")
    link = desk.value("chongkak.study.link")
    desk.click("#fresh")
    desk.rest()
    same("the opening", desk.value("chongkak.study.link"), SMALL)
    same("there is no more", desk.value("document.getElementById('fresh').disabled"), True)
    desk.keys("u")
    same("what was there", desk.value("chongkak.study.link"), link)


def opened(desk, *arguments):
    """A desk with the page that its own program opens with these arguments."""
    other = desk.at(Board(desk.program.path, *arguments))
    desk.browser.show(other.board.url, 1200, 900)
    other.wait("globalThis.chongkak?.stage.found && chongkak.stage.still", "a board")
    return other


@of_the_program
def test_opened_with(desk):
    """The page opens as the command says: rules and a line, or a record with its rounds."""
    record = desk.folder / "record"
    record.write_text("rules: kalah\nholes: 2\nseeds: 1\n\nround 1: 1,1/0 1,1/0 A\nA2 A1\n")
    for arguments, link in (
        (("--rules", "kalah", "--line", "A3 A4"), "rules=kalah&moves=A3A4&at=2"),
        (("0,5,1/0 3,0,1/0 B", "--rules", "kalah"), "rules=kalah&holes=3&position=0,5,1/0+3,0,1/0+B"),
        (("#rules=kalah&moves=A3&at=1",), "rules=kalah&moves=A3&at=1"),
        ((str(record),), "rules=kalah&holes=2&seeds=1"),
    ):
        other = opened(desk, *arguments)
        try:
            other.wait(f"chongkak.study.link.startsWith({json.dumps(link)})", link)
            if len(arguments) == 1 and not arguments[0].startswith("#"):
                same("the panel", other.value("document.getElementById('record').open"), True)
                same("its line", other.value("chongkak.study.tree.line(chongkak.study.tree.end())"), ["A2", "A1"])
                fault = other.text("#record-wrong")
                same("faults", fault, "")
            other.check()
        finally:
            other.board.stop()
        desk.browser.events = []
