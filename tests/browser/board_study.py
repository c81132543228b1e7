"""The analysis page: moves, links, rules, set-up, the connection."""
import json
import random
import re
import signal
import time

from .board import SHOWN, Desk, at_night, cells, differs_on_a_site, of_the_program, same
from .board_play import SMALL, SMALL_RULES
from .browser import Browser, found
from lib.program import Wrong

TREE = "chongkak.study.tree.toString()"


def test_tree(desk):
    """Variations, names and comments; navigating, promoting, deleting; everything can be undone."""
    desk.open(SMALL)
    desk.play("A2")
    desk.play("A1")
    desk.keys("ArrowLeft")
    desk.play("A3")
    same("two lines", desk.value(TREE), "A2A1(A3)")
    desk.keys("ArrowUp")
    same("the line above", desk.value("chongkak.study.node.move"), "A1")
    desk.keys("ArrowDown")
    desk.click("#promote")
    same("the other one is the main line", desk.value(TREE), "A2A3(A1)")
    desk.keys("n", rest=False)
    desk.browser.type("my idea")
    desk.browser.press("Enter")
    desk.wait(f"{TREE} === 'A2A3\"my idea\"(A1)'", "the name")
    desk.write("#node-comment", "good?")
    desk.browser.press("Tab")
    desk.wait(f"{TREE} === 'A2A3\"my idea\"{{\"good?\"}}(A1)'", "the comment")
    desk.wait_text("#tree", "my idea")
    desk.value("document.activeElement.blur()")
    desk.keys("Home")
    same("the start", desk.value("chongkak.study.tree.place()"), "0")
    desk.keys("End")
    same("the end", desk.line(), ["A2", "A3"])
    desk.keys("Delete")
    same("without the line", desk.value(TREE), "A2A1")
    desk.browser.press("z", control=True)
    desk.rest()
    same("undone", desk.value(TREE), 'A2A3"my idea"{"good?"}(A1)')
    desk.browser.press("y", control=True)
    desk.rest()
    same("done again", desk.value(TREE), "A2A1")
    desk.keys("u")
    desk.click("#tree .branch button")
    desk.rest()
    same("a click in the moves", desk.line(), ["A2", "A1"])


def test_walk_fast(desk):
    """Keys that come faster than the program answers lead to the right place, and searches don't
    pile up."""
    line = desk.program.run("solve", "--rules", "kalah", "--holes", "4", "--seeds", "3")["pv"]
    rules = ["--rules", "kalah", "--holes", "4", "--seeds", "3"]
    desk.open("rules=kalah&holes=4&seeds=3&moves=" + "".join(line))
    desk.choose("#speed", "-1")
    for number in range(8):
        desk.keys("ArrowRight", rest=False)
    desk.wait("chongkak.stage.still", "the place")
    same("moves", desk.line(), line[:8])
    same("position", desk.position(), desk.program.run("play", "--line", " ".join(line[:8]), *rules)["after"])
    desk.keys("End")
    played = desk.program.run("play", "--line", " ".join(line), *rules)
    same("the end", desk.position(), played["after"])
    same("a round that is over has no moves", [desk.value("chongkak.stage.over"), desk.legal()], [True, []])
    desk.wait("chongkak.engine.found?.exact", "the value of the end")
    desk.wait("chongkak.server.waiting.size === 0", "all searches to end")


def test_positions_that_recur(desk):
    """Where positions can recur, the line says more than the position: all of it is sent."""
    desk.open("rules=overbeck&set.store=far&position=1,1/0+0,0/1+A+final")
    desk.wait("chongkak.study.repeats", "the rules")
    for move in ("A1", "B1"):
        desk.play(move)
    played = desk.program.run("play", "1,1/0 0,0/1 A final", "--line", "A1 B1", "--set", "store=far")
    same("position", desk.position(), played["after"])
    same("a round that is over", [desk.value("chongkak.stage.over"), desk.legal()], [True, []])


@at_night("presses keys without a plan for seconds")
def test_many_acts(desk):
    """Random keys and clicks, faster than the seeds move: then the board is where the line
    leads."""
    desk.open("rules=congklak&holes=5&seeds=4")
    chance = random.Random(21)
    keys = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "End", "End", " ", " ", " ", "r", "e", "v", "t", "u",
            "m", "s", "Escape", "Escape", "Escape", "b", "Enter", "x", "p", "1", "2", "3", "4", "5"]
    names = [f"{side}{hole}" for side in "AB" for hole in range(1, 6)]
    for _ in range(200):
        if chance.random() < 0.5:
            desk.browser.press(chance.choice(keys))
        else:
            desk.browser.click(*desk.cell(chance.choice(names)))
    desk.value("chongkak.setup.close(); 0")
    desk.wait("!chongkak.setup.active", "the game")
    desk.rest()
    line = desk.line()
    rules = ["--rules", "congklak", "--holes", "5", "--seeds", "4"]
    after = desk.program.run("play", "--line", " ".join(line), *rules)["after"]
    same("position", desk.position(), after)
    # After the set-up the game is drawn as soon as the program has answered.
    numbers = f"[...{SHOWN}.querySelectorAll('.count')].map((count) => count.textContent).join()"
    desk.wait(f"{numbers} === {json.dumps(','.join(cells(after)))}", "the numbers of the game")
    desk.open(desk.value("chongkak.study.link"))
    same("the same from its link", [desk.line(), desk.position()], [line, after])
    return f"{len(line)} moves deep"


@differs_on_a_site
def test_link(desk):
    """The address contains all of the state; a broken link is reported and does no harm."""
    link = f"{SMALL}&set.capture=none&moves=A2%22x%22(A1B2)A1&at=0.1.1"
    desk.open(link)
    same("moves", desk.line(), ["A1", "B2"])
    desk.keys("Home")
    desk.play("A3")
    address = desk.wait("location.hash.includes('A3') && location.hash.slice(1)", "the address")
    desk.open(address)
    same("the same tree", desk.value(TREE), 'A2"x"(A1B2)(A3)A1')
    same("the same place", desk.line(), ["A3"])
    same("the same address", desk.value("location.hash.slice(1)"), address)
    broken = {
        "rules=kalah&moves=A1(": "closing parenthesis", "what=1": "no such part",
        "rules=kalah&moves=A1B9&at=2": "move 2, B9", "rules=nothing": "no rule set",
        "rules=kalah&position=1,q/0+1,1/0+A": "hole A2",
    }
    for text, told in broken.items():
        desk.open(text)
        desk.wait_text("#fault", told)
        desk.wait("chongkak.stage.found.moves.length > 0", "a board that can be used")
    desk.wait("document.getElementById('setup-text').value === '1,q/0 1,1/0 A'", "the wrong position to be kept")
    desk.value(f"location.hash = {json.dumps(link)}; 0")
    desk.wait("chongkak.study.tree.line().join() === 'A1,B2'", "the link that was typed")


def test_rules(desk):
    """Rule sets and options by the panel; a wrong value is reported, and nothing changes."""
    desk.open(SMALL)
    desk.play("A2")
    desk.click("#rules summary")
    named = desk.program.rule_sets()
    same("rule sets", desk.value("[...document.querySelectorAll('#rule-set option')].map((one) => one.value)"),
         list(named))
    desk.choose("#option-capture", "none")
    desk.wait("chongkak.study.set.capture === 'none'", "the option")
    same("the move is still there", desk.line(), ["A2"])
    before = desk.value("chongkak.study.link")
    desk.write("#option-holes", "33")
    desk.browser.press("Enter")
    desk.wait_text("#rules .fault", "1 to 18")
    same("nothing changed", desk.value("chongkak.study.link"), before)
    desk.write("#option-holes", "4")
    desk.browser.press("Enter")
    desk.wait("chongkak.study.holes === 4 && chongkak.stage.found.position.split(',').length === 7", "four holes")
    same("the other options stay", desk.value("chongkak.study.set"), {"capture": "none"})
    opening = desk.program.run("moves", "--rules", "dakon")["position"]
    desk.choose("#rule-set", "dakon")
    desk.wait(f"chongkak.stage.found.position === {json.dumps(opening)}", "the opening of dakon")
    told = desk.program.run("rules", "dakon")
    rests = [option["sentence"] for option in told["options"] if option["sentence"]]
    desk.wait(f"document.querySelectorAll('#rules blockquote').length === {len(rests)}", "the sentences of dakon")
    same("what options rest on", desk.value(
        "[...document.querySelectorAll('#rules blockquote')].map((one) => one.textContent.slice(1, -1))"), rests)
    lists = "Object.fromEntries([...document.querySelectorAll('#rules .option select')]" \
        ".map((list) => [list.id, [...list.options].map((one) => one.value)]))"
    offered = {f"option-{one['option']}": one["values"] for one in told["options"] if one["values"]}
    same("what the lists offer", desk.value(lists), offered)


# How far the page and the table extend beyond their visible part.
WIDER = """[document.documentElement, document.querySelector('#which-rules .scroll')]
  .map((one) => one.scrollWidth - one.clientWidth)"""


def test_which_rules(desk):
    """The table that distinguishes rule sets, as the program has it; a click on a row plays by its
    rules."""
    sets = {one["name"]: one["answers"] for one in desk.program.run("rules")}
    for width, height in [(390, 844), (1400, 900)]:
        desk.open(f"{SMALL}&moves=A2&at=1", width, height)
        desk.unfold("rules")
        desk.click("#which-rules summary")
        rows = "[...document.querySelectorAll('#which-rules tr')].map((one) => [...one.cells].map((c) => c.textContent))"
        desk.wait(f"({rows}).length > 1", "the table")
        answers = [[name, *(one["answer"] for one in own)] for name, own in sets.items()]
        heads = ["rules", *(one["short"] for one in sets["kalah"])]
        same("the table", desk.value(rows), [heads, *answers])
        questions = [one["question"] for one in sets["kalah"]]
        same("the questions", desk.value("[...document.querySelectorAll('#which-rules dd')].map((one) => one.textContent)"),
             questions)
        page, table = desk.value(WIDER)
        if page > 0 or (width == 390 and table <= 0):
            raise Wrong(f"at {width} pixels the page goes {page} pixels beyond the window, the table {table}")
        if desk.pictures:
            desk.middle("document.querySelector('#which-rules .scroll')")
            desk.browser.picture(desk.pictures / f"which-rules-{width}.png")
        marked = "[...document.querySelectorAll('#which-rules [aria-current]')].map((one) => one.textContent)"
        same("rules of another size are no rule set's", desk.value(marked), [])
        row = list(sets).index("dakon") + 2
        desk.click(f"#which-rules tr:nth-child({row}) button")
        desk.wait(f"({marked}).join() === 'dakon'", "the mark of dakon")
        same("what is played", desk.value("[chongkak.study.link, document.getElementById('rule-set').value]"),
             ["rules=dakon", "dakon"])
        desk.choose("#rule-set", "conglak")
        desk.wait(f"({marked}).join() === 'conglak'", "the mark of conglak")


def test_set_up(desk):
    """A position by clicks, wheel, keys and as text; errors are shown with their place."""
    desk.open("rules=congklak&holes=3&seeds=3")
    text = "document.getElementById('setup-text').value"
    is_now = lambda position: desk.wait(f"{text} === {json.dumps(position)}", position)
    desk.keys("s", rest=False)
    is_now("3,3,3/0 3,3,3/0 A")
    desk.browser.click(*desk.cell("A1"))
    is_now("4,3,3/0 3,3,3/0 A")
    desk.browser.wheel(*desk.cell("B2"), 1)
    is_now("4,3,3/0 3,2,3/0 A")
    desk.browser.click(*desk.cell("A3"))
    desk.keys("1", "2", rest=False)
    is_now("4,3,12/0 3,2,3/0 A")
    desk.keys("p", rest=False)
    is_now("4,3,12p/0 3,2,3/0 A")
    desk.browser.click(*desk.cell("RB"))
    desk.browser.click(*desk.cell("B3"))
    desk.keys("x", rest=False)
    is_now("4,3,12p/0 3,2,x/1 A")
    desk.choose("#setup-mover", "B")
    is_now("4,3,12p/0 3,2,x/1 B")
    same("the board", desk.drawn(), ["4", "3", "12p", "0", "3", "2", "x", "1"])
    wrong = "4,3,12p/0 3,q,x/1 B"
    desk.write("#setup-text", wrong)
    desk.wait("document.querySelector('#setup-wrong mark')?.textContent === 'q'", "the place of the mistake")
    same("the wrong text is left", desk.value(text), wrong)
    same("and can't be used", desk.value("document.getElementById('setup-use').disabled"), True)
    desk.write("#setup-text", "1,0/2 0,3/4 B")
    desk.wait("chongkak.stage.boards.cells.length === 6", "a board of two holes")
    # Late search results of the game do not belong on this board.
    desk.value("chongkak.engine.dispatchEvent(new Event('value')); 0")
    same("the board that is set up", desk.drawn(), ["1", "0", "2", "0", "3", "4"])
    desk.browser.press("Enter")
    desk.wait("chongkak.study.start === '1,0/2 0,3/4 B' && chongkak.stage.still", "the new start")
    same("legal", desk.legal(), ["B2"])
    desk.keys("u")
    same("undone", desk.value("chongkak.study.start"), None)


def test_set_up_more(desk):
    """An invalid position is shown and reported; openings of later rounds; links are accepted
    too."""
    desk.open("rules=overbeck")
    text = "document.getElementById('setup-text').value"
    desk.keys("s", rest=False)
    desk.wait("chongkak.setup.active", "the set-up")
    desk.click("#setup-clear")
    desk.wait_text("#setup-wrong", "no open hole with seeds")
    same("the empty board is shown", set(desk.drawn()), {"0"})
    desk.choose("#setup-mark", "over")
    desk.wait("!document.getElementById('setup-use').disabled", "a round that is over to be right")
    opening = desk.program.run("moves", "--owned", "99", "--mover", "B")["position"]
    desk.choose("#setup-mover", "B")
    desk.write("#setup-owned", "99")
    desk.click("#setup-opening")
    desk.wait(f"{text} === {json.dumps(opening)}", "the opening")
    desk.write("#setup-text", f"http://127.0.0.1/?token=old#{SMALL}&moves=A2&at=1")
    desk.browser.press("Enter")
    desk.wait("chongkak.study.tree.line().join() === 'A2' && chongkak.stage.still", "a link that was pasted")
    desk.wait("!!chongkak.engine.found", "the engine to go on")


def test_share(desk):
    """Position, moves and link can be copied; the picture is the one of `show`, the page that of
    `play --html`."""
    desk.open(f"{SMALL}&moves=A2&at=1")
    desk.click("#share summary")
    copied = "document.getElementById('copied').value"
    desk.click("#copy-position")
    desk.wait(f"{copied} === {json.dumps(desk.position())}", "the position")
    desk.click("#copy-moves")
    desk.wait(f"{copied} === 'A2'", "the moves")
    desk.click("#copy-link")
    # The token is not included, because it would open nothing for others; the site opens for
    # everybody.
    address = desk.board.address("/")
    site = "" if "token" in address else address
    desk.wait(f"{copied} === {json.dumps(site)} + '#' + chongkak.study.link && {copied}.includes('moves=A2')", "the link")
    desk.browser.ask("Page.setDownloadBehavior", behavior="allow", downloadPath=str(desk.folder))
    desk.click("#save-picture")
    desk.wait_text("#said", "The picture is saved")
    if desk.position() not in saved(desk.folder / "board.svg"):
        raise Wrong("no picture of the position was saved")
    desk.click("#save-page")
    desk.wait_text("#said", "The page is saved")
    page = desk.folder / "played.html"
    desk.program.run("play", "--line", "A2", *SMALL_RULES, "--html", page)
    same("the page", version(saved(desk.folder / "board.html")), version(page.read_text()))


def version(page):
    """Returns a page without the version of the program that has written it."""
    return re.sub(r"chongkak \d[^<\"]*", "chongkak", page)


def saved(file):
    """Returns the file that the browser has saved."""
    end = time.monotonic() + 20
    while not file.exists() and time.monotonic() < end:
        time.sleep(0.05)
    if not file.exists():
        raise Wrong(f"{file.name} was not saved")
    return file.read_text()


@of_the_program
def test_lost_connection(desk):
    """An unresponsive program is reported, and so is a lost connection; the page continues
    afterwards."""
    desk.open("rules=overbeck")
    try:
        desk.board.signal(signal.SIGSTOP)
        desk.wait_text("#connection", "is not responding")
    finally:
        desk.board.signal(signal.SIGCONT)
    desk.wait("document.getElementById('connection').textContent === ''", "the program to answer again")
    desk.lose_connection()
    # Actions in the meantime are shown as soon as possible.
    desk.keys("1", rest=False)
    desk.wait("chongkak.server.state === 'open'", "the connection")
    desk.wait("chongkak.study.tree.line().join() === 'A1' && (chongkak.stage.skip(), chongkak.stage.still)", "the move")
    desk.wait("chongkak.engine.found && !chongkak.engine.found.before", "the search")


@of_the_program
def test_ended_program(desk):
    """The page of a program that has ended says so once, with the next step; no move is played on a
    board that could not show it."""
    other = desk.of_own_program()
    try:
        other.open(SMALL)
        other.value("""globalThis.told = [];
          new MutationObserver(() => told.push(document.getElementById("connection").textContent))
            .observe(document.getElementById("connection"), { childList: true }); 0""")
    finally:
        other.board.stop()
    said = other.wait_text("#connection", "The program has ended")
    for way in ("Start chongkak board again", "paste the link", "Set up a position"):
        if way not in said:
            raise Wrong(f"not told: {way!r} in {said!r}")
    other.keys("2", rest=False)
    other.wait_text("#said", "no move can be played")
    same("the moves", other.line(), [])
    other.click("#keep-link")
    other.wait(f"document.getElementById('copied').value === '#{SMALL}'", "the link")
    # Longer than the first pauses between two attempts.
    time.sleep(2)
    same("what was told", other.value("told"), [said])
    same("tries", other.value("document.getElementById('again').hidden"), True)
    other.check()
    desk.browser.events = []


def test_two_windows(desk):
    """Two windows at once, each with its own game."""
    desk.open("rules=overbeck")
    second = Browser(found(None), desk.folder / "second")
    try:
        other = Desk(second, desk.board, desk.program)
        other.open(SMALL)
        desk.play("A1")
        other.play("A2")
        other.wait("chongkak.engine.found?.exact", "a value in the second window")
        same("the first window", desk.value("chongkak.study.link"), "rules=overbeck&moves=A1&at=1")
        desk.wait("chongkak.engine.found && !chongkak.engine.found.before", "a value in the first window")
        other.check()
    finally:
        second.close()


def test_elsewhere(desk):
    """How a move ends under other rules: of a hole pointed at or a move chosen, for each place."""
    told = "#elsewhere-told"
    desk.open("rules=congklak")
    desk.unfold("elsewhere")
    for hole in ("A3", "A5"):
        found = desk.value("chongkak.server.ask('elsewhere', chongkak.study.step())")
        move = next(one for one in found["moves"] if one["here"]["move"] == hole)
        if hole == "A3":
            desk.value(f"""{SHOWN}.querySelector(`[data-cell="${{chongkak.stage.boards.cells.indexOf("{hole}")}}"]`)
              .dispatchEvent(new PointerEvent("pointerover", {{ bubbles: true }}))""")
        else:
            desk.value(f"[...document.querySelectorAll('#elsewhere button')].find((one) => one.textContent === '{hole}').click()")
        desk.wait_text(told, hole)
        groups = desk.value(f"[...document.querySelectorAll('{told} b')].map((one) => one.textContent)")
        same("rule sets", groups, [", ".join(one["rules"]) for one in move["elsewhere"]])
        if "kalah" not in " ".join(groups):
            raise Wrong(f"kalah has no relays, but plays {hole} alike: {groups}")
        if desk.line():
            raise Wrong("looking has played a move")
    desk.play("A3")
    mover = desk.position().split()[2]
    desk.wait_text(told, mover)
