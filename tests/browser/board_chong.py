"""The page of Chong: throws, ways and their chances, turns, set-up, rules, players, windows."""
import time

from .board import WINDOWS, same
from .chong_page import Page, percent, pieces
from lib.program import Wrong

OPENED = "position=SSSSSS|K....k|ssssss+A+opened:AB&dice=2"
OPENED_TEXT = "SSSSSS|K....k|ssssss A opened:AB"
# A piece of every kind, including one that lies beside a king.
MANY = "S..(Sk)|Q.s.|..ss A opened:AB"
OTHER = "S..(Sk)|Q.s.|..s. A opened:AB"

# The contents of the list of ways: the moves, the chance, and whether it is marked as proven.
WAYS = """[...document.querySelectorAll("#ways button")].map((button) => [button.dataset.way,
  button.querySelector(".chance").textContent, button.querySelector(".bar").classList.contains("proven")])"""

# The pieces on the board: their holes and letters.
DRAWN = """chongkak.board.pieces.filter(({ group }) => group.isConnected)
  .map(({ hole, piece }) => `${hole}${piece}`).sort()"""


def test_chong_start(desk):
    """The start, and links to the sowing games and back."""
    page = Page(desk)
    page.open()
    shown = desk.program.run("chong", "show")
    same("position", page.position(), shown["position"])
    same("pieces", desk.value(DRAWN), pieces(shown["position"]))
    same("numbers", desk.value("document.querySelectorAll('.number').length"), 72)
    # Three rows, the middle one backwards: cells 0, 23 and 24 are above each other, and so on.
    places = desk.value("""[0, 23, 24, 11, 12, 35].map((hole) => {
      const { left, top } = document.querySelector(`[data-hole="${hole}"] .pit`).getBoundingClientRect();
      return [Math.round(left), Math.round(top)];
    })""")
    columns, rows = [place[0] for place in places], [place[1] for place in places]
    same("columns", [len(set(columns[:3])), len(set(columns[3:])), columns[0] < columns[3]], [1, 1, True])
    same("rows", [rows[0] > rows[1] > rows[2], rows[:3] == rows[3:]], [True, True])
    desk.click("nav a")
    # Until everything is loaded and still, a link may move away from the pointer.
    still = "document.readyState === 'complete' && globalThis.chongkak?.stage?.found && chongkak.stage.still"
    desk.wait(still, "the page of the sowing games")
    desk.click("nav a")
    desk.wait("globalThis.chongkak?.board?.position", "the page of Chong")


def test_chong_chances(desk):
    """Ways and chances equal those of `chong eval`; the first ones come soon."""
    page = Page(desk)
    for link, position, faces in (
        (OPENED, OPENED_TEXT, "3,4"),
        ("holes=12", "", "1,2,3,4"),
        ("position=S.S.S.|K.S.Sk|s.s.s.+B+opened:AB", "S.S.S.|K.S.Sk|s.s.s. B opened:AB", "2,3,3,5"),
    ):
        page.open(link)
        page.done()
        words = position.split() + (["--dice", "2"] if "dice=2" in link else [])
        before = desk.program.run("chong", "eval", *words)
        said = desk.text("#chance")
        same("before the throw", said, f"{before['player']} wins: {percent(before)}")
        page.throw(faces.replace(",", " "))
        desk.wait(f"chongkak.game.thrown === '{faces}'", "the throw")
        page.done()
        found = desk.program.run("chong", "eval", *words, "--throw", faces)
        shown = desk.value(WAYS)
        expected = [[" ".join(way["way"]) or "pass", percent(way), way["exact"]] for way in found["ways"]]
        same(f"ways of {faces}", shown, expected[:40])
        same("chance", desk.text("#chance"), f"{found['player']} wins: {percent(found)}")


def test_chong_first_chance_soon(desk):
    """Measures the time until the first chance after a throw."""
    page = Page(desk)
    told = []
    for link in (OPENED, "holes=12", "position=S.S.S.S.S.S.|K.S.S.S.S.Sk|s.s.s.s.s.s.+A+opened:AB", "holes=28"):
        page.open(link)
        page.done()
        desk.value("""(() => {
          globalThis.first = null;
          const begun = performance.now();
          const look = () => {
            if (/\\d/.test(document.querySelector("#ways .chance")?.textContent ?? "")) first = performance.now() - begun;
            else requestAnimationFrame(look);
          };
          document.getElementById("throw").click();
          requestAnimationFrame(look);
        })()""")
        told.append(desk.wait("first", "a chance"))
    return "first chances after " + ", ".join(f"{time:.0f}" for time in told) + " ms"


def test_chong_proven(desk):
    """A small board is solved automatically, a larger one on request; then chances are proven, with
    the values of `chong solve` and `chong eval --exact`."""
    page = Page(desk)
    page.open("holes=2&dice=1")
    desk.wait_text("#sure", "proven")
    solved = desk.program.run("chong", "solve", "--holes", "2", "--dice", "1")
    same("chance", desk.text("#chance"), f"A wins: = {100 * solved['probability']:.2f} %")
    page.throw("1")
    desk.wait("chongkak.ways.info?.throw === '1'", "the throw")
    page.done()
    found = desk.program.run("chong", "eval", "--holes", "2", "--dice", "1", "--throw", "1", "--exact")
    same("ways", desk.value(WAYS), [[" ".join(way["way"]), percent(way), True] for way in found["ways"]])
    # Few pieces on a larger board: few positions.
    few = "....|...S|s.k. A opened:AB"
    page.open(f"position={few.replace(' ', '+')}&dice=1")
    page.done()
    same("before", desk.value("chance.className"), "")
    desk.click("#solve")
    desk.wait_text("#solving", "is solved")
    desk.wait_text("#sure", "proven")
    exact = page.eval(few, "--dice", "1", "--exact")
    same("solved", desk.text("#chance"), f"A wins: {percent(exact)}")
    # A long solution can be stopped.
    page.open("holes=5")
    desk.click("#solve")
    desk.wait_text("#solving", "Solving the board")
    desk.click("#solve")
    desk.wait_text("#solving", "Not solved.")


def test_chong_solved_beneath(desk):
    """A solved board changes only chances: selected ways stay, and can be clicked all the time."""
    page = Page(desk)
    page.open("position=....|...S|s.k.+A+opened:AB&dice=1&throw=3")
    page.done()
    # The only piece of A, in its second row.
    page.hole(7)
    same("chosen", desk.value("[...chongkak.ways.chosen]"), [7])
    desk.value("""globalThis.emptied = 0; const { open } = chongkak.ways;
      chongkak.ways.open = (info) => { emptied++; open.call(chongkak.ways, info); }; 0""")
    desk.click("#solve")
    desk.wait_text("#solving", "is solved")
    desk.wait_text("#sure", "proven")
    page.done()
    same("proven", [way[2] for way in desk.value(WAYS)], [True])
    same("chosen still", desk.value("[...chongkak.ways.chosen]"), [7])
    same("emptied", desk.value("emptied"), 0)
    # A pending place has no ways to click.
    desk.value("chongkak.game.take('2'); chongkak.board.pressed(0); 0")
    page.done()


def test_chong_turns(desk):
    """A game by clicks and keys ends where `chong play` ends; back, forward, undo and redo."""
    page = Page(desk)
    page.open(OPENED)
    played = []
    for number, faces in enumerate(("3,4", "1,5", "2,6"), 1):
        page.throw(faces)
        desk.wait(f"chongkak.game.thrown === '{faces}' && chongkak.ways.info?.throw", "the throw")
        page.done()
        way = desk.value(WAYS)[number - 1][0] if number < 3 else desk.value(WAYS)[0][0]
        if number < 3:
            place = desk.middle(f"document.querySelector('#ways [data-way=\"{way}\"]')")
            desk.browser.click(*place)
        else:
            # The best way by a key, without any focus.
            desk.value("document.activeElement.blur()")
            desk.keys(" ", rest=False)
        page.rest(number)
        played.append(f"{faces} {way}")
    arguments = [part for turn in played for part in ("--turn", turn)]
    right = desk.program.run("chong", "play", *OPENED_TEXT.split(), "--dice", "2", *arguments)
    same("after", page.position(), right["after"])
    same("pieces", desk.value(DRAWN), pieces(right["after"]))
    same("turns", desk.value("document.querySelectorAll('#turns button').length"), 3)
    desk.value("document.activeElement.blur()")
    desk.keys("ArrowLeft", "ArrowLeft", rest=False)
    page.rest(1)
    same("back", page.position(), right["turns"][0]["after"])
    same("its throw again", desk.value("chongkak.game.thrown"), "1,5")
    desk.keys("Home", rest=False)
    page.rest(0)
    desk.keys("End", rest=False)
    page.rest(3)
    desk.click("#undo")
    page.rest(2)
    same("the throw lies there", desk.value("chongkak.game.thrown"), "2,6")
    desk.click("#redo")
    page.rest(3)
    desk.click("#turns li:first-child button")
    page.rest(1)
    # The link contains all of it.
    desk.wait("location.hash.includes('at=1')", "the link")
    link = desk.value("location.hash.slice(1)")
    page.open(link)
    same("by the link", [page.position(), desk.value("chongkak.game.turns.length")], [right["turns"][0]["after"], 3])


def test_chong_throw_and_arrows(desk):
    """The button throws the right number of dice; a way under the pointer is drawn; holes select
    ways."""
    page = Page(desk)
    page.open(OPENED)
    desk.value("document.activeElement.blur()")
    desk.keys("t", rest=False)
    desk.wait("chongkak.ways.info?.throw", "a throw")
    same("dice", desk.value("document.querySelectorAll('#dice svg').length"), 2)
    faces = desk.value("chongkak.game.thrown")
    if not all(face in "123456" for face in faces.split(",")):
        raise Wrong(f"thrown {faces}")
    page.throw("3 4")
    desk.wait("chongkak.game.thrown === '3,4'", "the typed throw")
    page.done()
    place = desk.middle("document.querySelector('#ways button')")
    desk.browser.ask("Input.dispatchMouseEvent", type="mouseMoved", x=place[0], y=place[1])
    moves = len(desk.value("chongkak.ways.order[0].way"))
    desk.wait(f"document.querySelectorAll('.arrows .shaft').length === {moves}", "arrows")
    desk.browser.ask("Input.dispatchMouseEvent", type="mouseMoved", x=5, y=5)
    desk.wait("document.querySelectorAll('.arrows .shaft').length === 0", "no arrow")
    desk.keys("w", rest=False)
    desk.wait("document.querySelectorAll('.arrows .shaft').length > 0", "arrows of the way with the focus")
    everything = len(desk.value(WAYS))
    page.hole(5)
    few = desk.value(WAYS)
    if not 0 < len(few) < everything or not all(":S5-" in way or "-5 " in way or way.endswith("-5") for way, _, _ in few):
        raise Wrong(f"ways through hole 5: {few}")
    desk.click("#all-ways")
    same("all again", len(desk.value(WAYS)), everything)
    # An invalid throw is reported where it was typed.
    for wrong, told in (("3 7", "a face from 1"), ("3", "expected 2"), ("x", "expected")):
        page.throw(wrong)
        desk.wait_text("#wrong-throw", told)
    same("the throw stays", desk.value("chongkak.game.thrown"), "3,4")


def test_chong_set_up(desk):
    """A position by clicks and letters, and as text; errors are shown in their place."""
    page = Page(desk)
    # In a window without scrolling: an error message would move the click targets.
    page.open("holes=4", 1200, 1500)
    desk.value("document.activeElement.blur()")
    desk.keys("s", rest=False)
    desk.wait("!!document.querySelector('.setting-up')", "the set-up")
    desk.click("#setup-clear")
    # By letters on holes, with arrows between them.
    desk.wait("document.activeElement.closest('[data-hole]') || (chongkak.board.focus(0), true)", "the board")
    desk.value("chongkak.board.focus(0)")
    desk.keys("S", "ArrowUp", "Q", rest=False)
    # By clicks with the selected piece of the palette.
    desk.click("#piece-4")
    page.hole(3)
    desk.click("#piece-0")
    page.hole(3)
    desk.click("#piece-3")
    for hole in (6, 10, 11, 9):
        page.hole(hole)
    page.hole(9)
    desk.wait_text("#setup-wrong", "before the first Chong")
    for box in ("#opened-a", "#opened-b"):
        desk.click(box)
    desk.wait("document.getElementById('setup-wrong').textContent === ''", "no mistake")
    written = desk.value("document.getElementById('setup-text').value")
    same("text", written, "S..(Sk)|..sQ|..ss A opened:AB")
    desk.write("#setup-text", "S..(Sk)|Q.z.|..ss A opened:AB")
    desk.wait("document.querySelector('#setup-wrong mark')?.textContent.includes('z')", "the place of the mistake")
    same("button", desk.value("document.getElementById('setup-use').disabled"), True)
    desk.write("#setup-text", MANY)
    desk.wait("document.getElementById('setup-wrong').textContent === ''", "no mistake")
    desk.keys("Enter", rest=False)
    desk.wait(f"chongkak.game.position === '{MANY}' && chongkak.info.position === '{MANY}'", "the position")
    same("pieces", desk.value(DRAWN), pieces(MANY))
    # The set-up lasts until the game has started, which does not end a set-up opened later.
    desk.keys("s", rest=False)
    desk.wait("!!document.querySelector('.setting-up')", "the set-up")
    desk.write("#setup-text", OTHER)
    same("first position as the set-up ends", desk.value("""new Promise((resolve) => {
      const board = document.querySelector(".setting-up");
      new MutationObserver(() => {
        if (!board.classList.contains("setting-up")) resolve(chongkak.game.first);
      }).observe(board, { attributes: true });
      document.getElementById("setup-use").click();
    })"""), OTHER)


def test_chong_rules(desk):
    """Columns, dice, profile and options make a new game; invalid ones are reported."""
    page = Page(desk)
    page.open()
    desk.click("#rules summary")
    desk.wait("document.querySelectorAll('#rules .option').length > 10", "the options")
    desk.write("#holes", "3")
    desk.choose("#dice-count", "2")
    desk.choose("#profile", "blocked")
    desk.wait("document.getElementById('option-king_cell').value === 'blocked'", "the options of the profile")
    desk.click("#rules details summary")
    desk.choose("#option-goal", "annihilate")
    desk.click("#new")
    desk.wait("chongkak.game.position.startsWith('SSS|') && location.hash.includes('set.goal')", "a new game")
    page.done()
    shown = desk.text("#chance")
    options = ["--holes", "3", "--dice", "2", "--profile", "blocked", "--set", "goal=annihilate"]
    estimated = desk.program.run("chong", "eval", *options)
    exact = desk.program.run("chong", "solve", *options)
    if shown not in (f"A wins: {percent(estimated)}", f"A wins: = {100 * exact['probability']:.2f} %"):
        raise Wrong(f"chance {shown}, expected {percent(estimated)}")
    desk.write("#holes", "29")
    desk.click("#new")
    desk.wait_text("#rules-wrong", "from 2 to 28")
    same("the game stays", page.position(), "SSS|K.k|sss A")


def test_chong_program_plays(desk):
    """Against the program: it throws and plays; two programs play to the end, with legal turns."""
    page = Page(desk)
    page.open(f"{OPENED}&b=greedy&seed=4", still=True)
    desk.choose("#speed", "0")
    page.throw("3 4")
    desk.wait("chongkak.ways.info?.throw === '3,4'", "the throw")
    page.done()
    desk.browser.click(*desk.middle("document.querySelector('#ways button')"))
    page.rest(2)
    same("who plays", desk.value("chongkak.info.player"), "A")
    page.open("holes=3&a=runner&b=random&seed=7", still=True)
    desk.wait("chongkak.info?.winner", "the end of the game")
    turns = desk.value("chongkak.game.turns.map((turn) => `${turn.throw} ${turn.way.join(' ') || 'pass'}`)")
    arguments = [part for turn in turns for part in ("--turn", turn)]
    right = desk.program.run("chong", "play", "--holes", "3", *arguments)
    same("end", [page.position(), desk.value("chongkak.info.winner")], [right["after"], right["winner"]])
    same("said", desk.text("#caption"), f"{right['winner']} has won")
    return f"{len(turns)} turns"


def test_chong_links(desk):
    """An invalid link is reported, with the place."""
    page = Page(desk)
    page.open("position=SSS|K.x|sss+A")
    same("place", desk.wait("document.querySelector('#fault mark')?.textContent", "the mistake")[:1], "x")
    page.open("holes=many")
    desk.wait_text("#fault", "expected a number")
    page.open("holes=3&turns=1,2,3,4+1:K3%3C%3E2+4:S3-8")
    desk.wait_text("#fault", "move 2, 4:S3-8")


def test_chong_connection(desk):
    """A lost connection is reported, and restored."""
    page = Page(desk)
    page.open(OPENED)
    page.done()
    desk.lose_connection()
    desk.click("#again")
    desk.wait("document.getElementById('connection').textContent === ''", "the connection")
    page.throw("3 4")
    desk.wait("chongkak.ways.info?.throw === '3,4'", "the throw")


def test_chong_windows(desk):
    """All boards in all windows: nothing is too wide, holes can be hit; every control has a
    name."""
    page = Page(desk)
    for width, height in WINDOWS:
        for name, link in {"2": "holes=2&dice=4", "12": "holes=12", "28": "holes=28",
                           "many": f"position={MANY.replace(' ', '+')}"}.items():
            page.open(f"{link}&throw={'1,2' if 'dice=2' in link else '1,1,3,5'}", width, height)
            page.done()
            if desk.pictures:
                for scheme in ("light", "dark"):
                    desk.browser.ask("Emulation.setEmulatedMedia",
                                     features=[{"name": "prefers-color-scheme", "value": scheme}])
                    desk.browser.picture(desk.pictures / f"chong-{name}-{width}-{scheme}.png")
            wider = desk.value("document.documentElement.scrollWidth - innerWidth")
            if wider > 0:
                raise Wrong(f"{name} at {width}: {wider} pixels too wide")
            least = desk.value("""Math.min(...[...document.querySelectorAll(".pit")]
              .map((pit) => pit.getBoundingClientRect().width))""")
            if least < 32:
                raise Wrong(f"{name} at {width}: holes of {least} pixels")
            # A way that begins out of sight is scrolled into view.
            desk.keys("w", rest=False)
            desk.wait("""(() => {
              const [move] = chongkak.ways.order[0].way;
              const pit = document.querySelector(`[data-hole="${move.match(/[SK](\\d+)/)[1]}"] .pit`);
              const { left, right } = pit.getBoundingClientRect();
              return left >= 0 && right <= innerWidth;
            })()""", "the hole from which the best way begins")
            # The last hole can be reached and clicked.
            last = desk.value("chongkak.board.holes.length - 1")
            page.hole(last)
            same("pressed", desk.value("[...chongkak.ways.chosen]"), [last])
    desk.value("document.querySelector('nav a').focus()")
    names = desk.tabbed()
    if not any("A's cell" in name for name in names):
        raise Wrong(f"not reached: {names}")


def test_chong_reduced_motion(desk):
    """With reduced motion the end of a turn is shown at once."""
    page = Page(desk)
    page.open(OPENED, still=True)
    page.throw("3 4")
    desk.wait("chongkak.ways.info?.throw === '3,4'", "the throw")
    page.done()
    desk.value("globalThis.slid = 0; chongkak.board.slide = () => { slid++; }; 0")
    started = time.monotonic()
    desk.browser.click(*desk.middle("document.querySelector('#ways button')"))
    page.rest(1)
    same("slides", desk.value("slid"), 0)
    return f"shown after {time.monotonic() - started:.2f} s"
