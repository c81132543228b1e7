"""Paper and walls: what the page prints, worksheets, and full screen for an audience."""
from .board import SHOWN, at_a_desk, same
from .board_play import SMALL
from .chong_page import Page
from .window import PAPER
from lib.program import Wrong

WINDOWS = [(360, 640), (768, 1024), (1280, 800)]


def printed(desk, what, there, hidden):
    """The printed page has these elements and lacks those, and nothing is cut off."""
    desk.browser.print_look()
    faults = desk.value(PAPER)
    if faults:
        raise Wrong(f"{what}, printed: {faults[:5]}")
    seen = "[...document.querySelectorAll(%r)].some((one) => one.checkVisibility() && one.getClientRects().length > 0)"
    for selector in there + hidden:
        same(f"{what}: {selector} is printed", desk.value(seen % selector), selector in there)
    if desk.pictures:
        desk.browser.picture(desk.pictures / f"printed-{what}-{desk.value('innerWidth')}.png")


@at_a_desk("has windows of its own")
def test_page_on_paper(desk):
    """Analysis, claims, lesson and Chong on paper, in every window: the board, the moves and the words,
    without buttons and without the answers."""
    for window in WINDOWS:
        moves = "A1A2A3B1A1%22good%22%7B%22why%22%7D"
        desk.open(f"rules=overbeck&moves={moves}&at=5", *window)
        desk.wait("!!chongkak.engine.found", "values")
        desk.unfold("claims")
        desk.wait("document.querySelectorAll('#claims-list option').length > 1", "claims")
        desk.choose("#claims-list", desk.value("document.querySelector('#claims-list').options[0].value"))
        desk.wait("chongkak.stage.still && chongkak.study.tree.root.name", "the claim")
        printed(desk, "claims", ["#caption", "#board svg.wide", "#tree", "#claims-words", "#about"],
                ["#engine", ".board .values", "nav", ".buttons", "#setup", "#play", "#board svg.tall"])
        desk.open("rules=congklak&lesson=sowing,1", *window)
        desk.wait("document.getElementById('lesson-task').textContent", "a lesson")
        desk.click("#lesson-hint")
        printed(desk, "lesson", ["#lesson-task", "#lesson-goal", "#board svg.wide"], ["#lesson-hint", "#lesson-next", ".buttons"])
        page = Page(desk)
        page.open("holes=12&throw=1,1,3,5", *window)
        page.done()
        printed(desk, "Chong", ["#caption", "#board svg", "#chance"], [".throwing", ".buttons", "#map"])


@at_a_desk("has windows of its own")
def test_worksheet(desk):
    """Six positions are collected, printed without values with lines to write on, and the answers, which
    are those of the program, on a page of their own; a reload keeps them."""
    desk.open("rules=kalah&holes=3&seeds=3", *WINDOWS[-1])
    desk.unfold("sheet")
    same("at first", desk.value("document.getElementById('sheet-print').disabled"), True)
    answers, positions = [], []
    for number in range(6):
        desk.wait("chongkak.stage.found && chongkak.stage.still", "a board")
        positions.append(desk.position())
        found = desk.program.run("eval", positions[-1], "--rules", "kalah")
        same("proven", found["exact"], True)
        answers.append(found)
        desk.click("#sheet-add")
        desk.wait_words("#sheet-count", "count.positions", count=number + 1)
        if number < 5:
            desk.play(desk.legal()[-1])
    desk.browser.show(desk.board.address("/"), *WINDOWS[-1])
    desk.wait("globalThis.chongkak?.stage.found && chongkak.stage.still", "a board")
    desk.unfold("sheet")
    desk.value("globalThis.times = 0; globalThis.print = () => { times++; }; 0")
    desk.click("#sheet-print")
    same("asked the browser to print", desk.value("times"), 1)
    for window in WINDOWS:
        desk.browser.ask("Emulation.setDeviceMetricsOverride", width=window[0], height=window[1], deviceScaleFactor=1, mobile=False)
        printed(desk, "worksheet", ["#worksheet", "#worksheet svg.wide"], ["main", ".bar", "#worksheet .value", "#worksheet .values"])
    boards = desk.value("[...document.querySelectorAll('#worksheet ol:first-of-type svg')]"
                        ".map((svg) => [...svg.querySelectorAll('.count')].map((one) => one.textContent))")
    same("boards", boards, [[cell for row in position.split()[:2] for cell in row.replace("/", ",").split(",")]
                            for position in positions])
    same("lines to write on", desk.value("document.querySelectorAll('#worksheet .write').length"), 12)
    first = desk.value("document.querySelector('#worksheet ol').textContent")
    told = desk.value("[...document.querySelectorAll('#worksheet ol:last-of-type li')].map((one) => one.textContent)")
    for text, found in zip(told, answers, strict=True):
        value = abs(found["value"])
        if not text.startswith(" ".join(found["pv"][:1])) or (value and str(value) not in text) or text in first:
            raise Wrong(f"the answer is {text!r}, expected {found['value']} by {found['pv']}")
    same("where answers begin", desk.value("getComputedStyle(document.querySelector('.answers')).breakBefore"), "page")
    hole = desk.value("document.querySelector('#worksheet .pit').getBoundingClientRect().width")
    if hole < 60:
        raise Wrong(f"holes of {hole} pixels")
    desk.browser.ask("Emulation.setEmulatedMedia", media="")
    desk.value("dispatchEvent(new Event('afterprint')); 0")
    same("the page again", desk.value("document.querySelector('main').checkVisibility()"), True)
    desk.click("#sheet-clear")
    desk.wait_words("#sheet-count", "count.positions", count=0)


@at_a_desk("has windows of its own")
def test_lesson_on_a_wall(desk):
    """Full screen keeps the task and the verdict of a lesson, and the words of a place; its numbers can
    be read from far away, and all is within the window."""
    for window in ((1920, 1080), (1280, 800)):
        desk.open("rules=congklak&lesson=sowing,1", *window)
        desk.wait("document.getElementById('lesson-goal').textContent", "a lesson")
        desk.choose("#speed", "-1")
        count = f"parseFloat(getComputedStyle({SHOWN}.querySelector('.count')).fontSize) * {SHOWN}.getScreenCTM().a"
        before = desk.value(count)
        desk.keys("f", rest=False)
        desk.wait("document.body.classList.contains('large')", "full screen")
        desk.play("A1")
        desk.wait("document.getElementById('lesson-told').textContent", "the verdict")
        for part in ("lesson-task", "lesson-goal", "lesson-told", "lesson-again", "lesson-hint", "caption", "said", "speed"):
            box = desk.value(f"document.getElementById('{part}').getBoundingClientRect().toJSON()")
            if box["height"] == 0 or box["bottom"] > window[1] or box["right"] > window[0]:
                raise Wrong(f"{part} in {window}: {box}")
        if desk.value(count) < max(34, 1.2 * before):
            raise Wrong(f"numbers of {desk.value(count):.0f} pixels in {window}, before {before:.0f}")
        if desk.pictures:
            desk.browser.picture(desk.pictures / f"wall-lesson-{window[0]}.png")
        desk.keys("f", rest=False)
    desk.open(f"{SMALL}&moves=A1%22good%22%7B%22why%22%7D&at=1", 1920, 1080)
    desk.keys("f", rest=False)
    desk.wait("document.body.classList.contains('large')", "full screen")
    same("the words of the place", desk.text("#here"), "good why")
    same("they are seen", desk.value("document.getElementById('here').checkVisibility()"), True)
    if desk.pictures:
        desk.browser.picture(desk.pictures / "wall-words.png")


def test_lap_by_lap(desk):
    """A key shows one lap after another and waits after each; they are those of the program."""
    moves = desk.program.run("moves", "--rules", "congklak")["moves"]
    move = min((one for one in moves if one["laps"] > 1), key=lambda one: one["laps"])["move"]
    played, = desk.program.run("play", "--rules", "congklak", "--line", move)["line"]
    for still in (False, True):
        desk.open(f"rules=congklak&moves={move}&at=0", still=still)
        desk.choose("#speed", "8")
        for number, lands in enumerate(played["lands"]):
            last = number + 1 == len(played["lands"]) and not played["captured"]
            desk.browser.press("l")
            desk.wait(f"chongkak.study.node.move === '{move}' && chongkak.stage.player.at === {number + 1} && !chongkak.stage.player.moving",
                      f"lap {number + 1}")
            if lands not in desk.text("#said"):
                raise Wrong(f"lap {number + 1} ends at {lands}: told {desk.text('#said')!r}")
            same(f"at rest after lap {number + 1}", desk.value("chongkak.stage.still"), last)
        while not desk.value("chongkak.stage.still"):
            desk.browser.press("l")
            desk.wait("!chongkak.stage.player.moving", "the capture")
        same("the end", desk.drawn(), [cell for row in played["after"].split()[:2] for cell in row.replace("/", ",").split(",")])
        same("no move more", desk.line(), [move])
