"""The modes of the page: play, learn and analyse, which the page remembers."""
import json

from .board import SHOWN, WINDOWS, in_all_windows, same
from .board_play import SMALL
from lib.program import HOME, Wrong

# How a lesson describes the effects of moves.
TOLD = "#lesson-told"


# The visible box of the drawing: the one that scrolls along on a phone, if there is one.
SEEN_BOARD = "chongkak.stage.holes.seen?.svg.getBoundingClientRect().toJSON()"
# How far the mode switch was moved by later content.
SHIFTED = """new Promise((done) => {
  const found = [];
  new PerformanceObserver((list) => found.push(...list.getEntries())).observe({ type: "layout-shift", buffered: true });
  setTimeout(() => done(found.flatMap(({ sources }) => sources).filter(({ node }) => node?.nodeName === "NAV")
    .map(({ previousRect, currentRect }) => Math.abs(currentRect.y - previousRect.y))), 50);
})"""


def first_visit(desk, width=None, height=None, kept=""):
    """Opens the page without a link; `kept` is the browser's stored data, as a script."""
    desk.open(SMALL)
    spoken = f"localStorage.setItem('language', '{desk.language}');" if desk.language else ""
    desk.value(f"localStorage.clear(); {spoken} {kept} 0")
    desk.browser.show(desk.board.address("/"), *((width, height) if width else desk.window))
    desk.wait("globalThis.chongkak?.stage.found && chongkak.stage.still", "a board")


@in_all_windows
def test_first_screen(desk):
    """Without a link a visitor sees a full board and plays with the first click; the choice is
    remembered."""
    first_visit(desk)
    desk.wait("document.querySelectorAll('#rule-sets button').length === 10", "the rule sets")
    shifted = desk.value(SHIFTED)
    if max(shifted, default=0) > 10:
        raise Wrong(f"the switch jumps, by {shifted} pixels")
    same("he plays", desk.value("document.getElementById('mode-play').ariaCurrent"), "true")
    seeds = desk.value("chongkak.stage.found.position")
    same("a full board", seeds, "7,7,7,7,7,7,7/0 7,7,7,7,7,7,7/0 A")
    desk.wait_words("#play-told", "play.press")
    same("no value is told", desk.value(f"{SHOWN}.querySelectorAll('.value[visibility=visible]').length"), 0)
    desk.play("A3")
    desk.wait("chongkak.study.tree.line().some((move) => move.startsWith('B'))", "the program to play")
    for name, holes, seeds in [("overbeck", 9, 9), ("kalah", 6, 4)]:
        size = desk.words("sets.size", holes=holes, seeds=seeds)
        if size not in desk.text(f"[data-rules={name}]"):
            raise Wrong(f"{name}: {desk.text(f'[data-rules={name}]')}")
    nameless = desk.value("""[...document.querySelectorAll("#rule-sets button")].map((one) => one.dataset.rules)
      .filter((name) => document.querySelector(`[data-rules=${name}] b`).textContent === name)""")
    same("rule sets without a name for people", nameless, [])
    desk.click("[data-rules=dakon]")
    desk.wait("chongkak.stage.found.position.startsWith('8,8')", "another game")
    same("a game of it", desk.value("[chongkak.study.rules, chongkak.study.players.slice(0, 10)]"), ["dakon", "you,player"])
    # The next visit.
    desk.browser.show(desk.board.address("/"), *desk.window)
    desk.wait("globalThis.chongkak?.stage.found && chongkak.study.rules === 'dakon'", "the game that was chosen")
    desk.click("#mode-analyse")
    desk.wait("chongkak.study.players === null && chongkak.engine.found", "values")
    desk.browser.show(desk.board.address("/"), *desk.window)
    desk.wait("globalThis.chongkak?.engine.found", "an analysis")
    same("he analyses", desk.value("document.getElementById('mode-analyse').ariaCurrent"), "true")
    # A link overrides what was remembered.
    desk.open(f"{SMALL}&players=you,strong,1")
    same("a game", desk.value("chongkak.modes.mode"), "play")


def test_a_game_begins_in_sight(desk):
    """Choosing a game far below the board scrolls to its board."""
    for width, height in WINDOWS:
        first_visit(desk, width, height)
        desk.wait("document.querySelectorAll('#rule-sets button').length === 10", "the rule sets")
        desk.value("document.documentElement.scrollTop = document.documentElement.scrollHeight; 0")
        desk.value("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(0))))")
        desk.value("document.querySelector('[data-rules=kalah]').click(); 0")
        desk.wait("chongkak.study.rules === 'kalah' && chongkak.stage.still", "the game")
        desk.wait(f"(({{ top, bottom }}) => bottom - Math.max(top, 0) >= 60)(({SEEN_BOARD}) ?? {{}})",
                  f"the board in sight at {width} pixels")


def test_end_of_a_round_without_values(desk):
    """After the last move there is no table of moves, not even an empty one."""
    desk.open("rules=kalah&position=0,0,0,0,0,1/20+0,0,1,0,0,1/25+A&moves=A6&at=1")
    desk.wait("chongkak.stage.over", "the end")
    same("the table", desk.value("document.getElementById('values').checkVisibility()"), False)
    desk.keys("ArrowLeft")
    desk.wait("document.getElementById('values').checkVisibility()", "the table before it")


def test_sources_without_a_mouse(desk):
    """The sources of each rule set can be read on the first screen, by a click or a key, without
    widening it."""
    first_visit(desk)
    desk.wait("document.querySelectorAll('#sources dd').length === 10", "the sources")
    seen = "document.querySelector('#sources dd').checkVisibility({ contentVisibilityAuto: true })"
    for act in (lambda: desk.click("#sources > summary"), lambda: desk.browser.press("Enter")):
        same("sources that nobody asked for", desk.value(seen), False)
        act()
        desk.wait(seen, "the sources to be seen")
        told = desk.value("[...document.querySelectorAll('#sources dd')].map((one) => one.textContent)")
        same("the sources", told, [f"{one['source'][0].upper()}{one['source'][1:]}." for one in desk.program.run("rules")])
        same("more pixels than there are", desk.value("document.documentElement.scrollWidth - innerWidth"), 0)
        desk.click("#sources > summary")
        desk.value("document.querySelector('#sources > summary').focus()")


def told(desk, name, step, what):
    """Returns the program's text about a step of a lesson, in the language of the page."""
    asked = f'chongkak.server.ask("lesson", {{ name: "{name}" }})'
    return desk.value(f"{asked}.then(({{ steps }}) => steps[{step - 1}].{what})")


def test_lesson_of_a_file(desk):
    """A lesson dropped on the page is given and judged, and is still there after a reload; a wrong
    one says why."""
    text = (HOME / "examples/lesson.toml").read_text()
    first_visit(desk, kept="localStorage.setItem('mode', 'learn');")
    desk.wait_text("#lesson-goal", told(desk, "sowing", 1, "goal"))
    drop = """(text) => {
      const all = new DataTransfer();
      all.items.add(new File([text], "mine.toml"));
      dispatchEvent(new DragEvent("drop", { dataTransfer: all, cancelable: true }));
    }"""
    desk.value(f"({drop})({json.dumps(text.replace('A2', 'A3'))}); 0")
    desk.wait_text("#lesson .fault", "step 1")
    desk.value(f"({drop})({json.dumps(text)}); 0")
    desk.wait_text("#lesson-task", "B2 holds five seeds")
    desk.choose("#speed", "-1")
    desk.play("A4")
    desk.wait_text(TOLD, "A4 sows past your store.")
    desk.click("#lesson-again")
    desk.rest()
    desk.play("A2")
    desk.wait_words(TOLD, "lessons.done", moves="A2")
    desk.link("lesson=own,1")
    desk.value("globalThis.old = true; location.reload(); 0")
    desk.wait("!globalThis.old && globalThis.chongkak?.stage.found && chongkak.stage.still", "the page again")
    desk.wait_text("#lesson-task", "B2 holds five seeds")


def test_lessons(desk):
    """The lessons of `game --lesson` on the board: wrong attempts are reported, so is the goal, and
    the next step follows."""
    first_visit(desk, kept="localStorage.setItem('mode', 'learn');")
    desk.wait_text("#lesson-goal", told(desk, "sowing", 1, "goal"))
    desk.choose("#speed", "-1")
    desk.play("A1")
    desk.wait_text(TOLD, desk.words("lessons.not-yet", instead="|").split("|")[0])
    desk.browser.click(*desk.cell("B2"))
    desk.wait_words("#said", "board.try-over")
    desk.click("#lesson-again")
    desk.rest()
    desk.click("#lesson-hint")
    desk.wait_text("#lesson-help", told(desk, "sowing", 1, "hint"))
    desk.play("A4")
    desk.wait_words(TOLD, "lessons.done", moves="A4")
    desk.click("#lesson-next")
    desk.wait_words("#lesson-step", "lessons.step", number=2, all=3)
    # Its position can be analysed, and undo returns to the lesson.
    desk.click("#mode-analyse")
    desk.wait("chongkak.study.lesson === null && chongkak.engine.found", "values")
    desk.click("#undo")
    desk.wait("chongkak.study.lesson === 'sowing,2' && chongkak.engine.found === null", "the lesson")
    # The place is remembered, and a link contains it.
    first = desk.link("lesson=sowing,2")
    desk.open(first)
    desk.wait_text("#lesson-goal", told(desk, "sowing", 2, "goal"))
    names = desk.wait("[...document.querySelectorAll('#lesson-name option')].map((one) => one.value)", "the lessons")
    same("the lessons", names, ["sowing", "again", "capture", "system", "first-turn"])
    steps = 0
    for name in names:
        desk.choose("#lesson-name", name)
        desk.wait(f"chongkak.study.lesson === '{name},1'", name)
        while True:
            desk.wait("document.getElementById('lesson-told').textContent === ''", "a step")
            solution = desk.value(f"""chongkak.server.ask("lesson", {{ name: "{name}" }})
              .then(({{ steps }}) => steps[chongkak.study.lesson.split(",")[1] - 1].solution)""")
            for move in solution.split():
                desk.play(move)
            desk.wait_words(TOLD, "lessons.done", moves=solution)
            steps += 1
            if desk.text("#lesson-next") != desk.words("lessons.next"):
                break
            at = desk.value("chongkak.study.lesson")
            desk.click("#lesson-next")
            desk.wait(f"chongkak.study.lesson !== '{at}' && chongkak.stage.still", "the next step")
    same("behind the last lesson", desk.text("#lesson-next"), desk.words("lessons.play"))
    desk.click("#lesson-next")
    desk.wait("chongkak.modes.mode === 'play'", "a game")
    return f"{steps} steps"


# The lower edges of the main parts of an analysis.
IN_ONE_WINDOW = """["#board", "#pv", "#values tr:nth-child(3)"].map((selector) =>
  document.querySelector(selector).getBoundingClientRect().bottom)"""


def test_phone_in_one_window(desk):
    """On a phone the whole board is visible without scrolling, with the values of all moves; its
    holes are as large as a thumb. On a tablet the best line and the best moves are visible too."""
    for rules, width, height in (("overbeck", 390, 844), ("congklak", 390, 844), ("kalah", 390, 844), ("kalah", 768, 1024)):
        desk.open(f"rules={rules}", width, height)
        desk.wait("document.querySelectorAll('#values tr').length > 3 && chongkak.engine.found.pv.length > 0", "values")
        desk.value("document.getElementById('play').open = true; 0")
        low = desk.value(IN_ONE_WINDOW)
        seen = low[:1] if width == 390 else low
        if max(seen) > height or low != sorted(low):
            raise Wrong(f"{rules}: the board, the line and the moves end at {low} of {height} pixels")
    first_visit(desk, 390, 844)
    low = desk.value("document.getElementById('play-told').getBoundingClientRect().bottom")
    if low > 844:
        raise Wrong(f"whose turn it is stands at {low} of 844 pixels")


def test_sets(desk):
    """After a round the next one begins, by the rules of the set, until it is won; links and
    records contain all rounds."""
    # A short set between two people: after some rounds A has too little for a hole.
    desk.open("rules=congklak-six&holes=2&seeds=2&players=you,you,1&begins=turns")
    desk.choose("#speed", "-1")
    rounds = 0
    while True:
        for _ in range(40):
            moves = desk.legal()
            if not moves or desk.value("chongkak.stage.over"):
                break
            desk.play(moves[0])
        rounds += 1
        over = desk.words("rounds.over", count=rounds)
        said = desk.wait_text("#round-told", over)
        if said != over:
            wins = [desk.words("rounds.won", count=rounds, winner=one, loser="BA"["AB".index(one)]) for one in "AB"]
            same("who wins the set", said in wins, True)
            break
        if rounds == 12:
            return f"{rounds} rounds, and nobody has won"
        desk.click("#round-next")
        desk.wait(f"chongkak.study.earlier.length === {rounds} && chongkak.stage.still && !chongkak.stage.over", "the next round")
        # The program replays the record of the rounds so far.
        record = desk.value("""(async () => {
          const main = document.querySelector("script[src$='main.js']").src;
          const { setOf } = await import(new URL("rounds.js", main));
          return (await chongkak.server.ask("record", setOf(chongkak.study, []))).games.at(-1).position;
        })()""") if rounds == 1 else None
        if record:
            same("the opening of round 2", desk.position(), record)
            link = desk.value("chongkak.study.link")
            desk.open(link)
            desk.choose("#speed", "-1")
            same("the link", desk.value("chongkak.study.link"), link)
    return f"a set of {rounds} rounds"


def test_recent(desk):
    """The last ten analyses are listed, once each."""
    desk.open()
    for seeds in range(1, 13):
        desk.value(f"chongkak.study.begin({{ rules: 'kalah', holes: 3, seeds: {seeds} }}); 0")
        desk.wait("chongkak.stage.found && chongkak.stage.still", "a board")
        desk.play(desk.legal()[0])
        desk.play(desk.legal()[0])
        desk.link()
    desk.unfold("recent")
    desk.wait("document.querySelectorAll('#recent-list button').length > 0", "the list")
    entries = desk.value("[...document.querySelectorAll('#recent-list button')].map((one) => one.textContent)")
    same("entries", len(entries), 10)
    if not all("Kalah" in one and desk.words("count.moves", count=2) in one for one in entries):
        raise Wrong(f"entries: {entries}")
    desk.click("#recent-list li:last-child button")
    desk.wait("chongkak.study.seeds === 3 && chongkak.study.tree.line().length === 2", "the oldest one")


def test_learn_from_mistakes(desk):
    """A turn that lost is asked again; the move played and moves no better are refused, the best is
    accepted."""
    moves = {move["move"]: desk.program.run("solve", move["after"], "--rules", "kalah", "--seeds", "2")["value"]
             for move in desk.program.run("moves", "--rules", "kalah", "--holes", "3", "--seeds", "2")["moves"]}
    best = max(moves.values())
    wrong, right = (next(move for move, value in moves.items() if (value == best) is whether) for whether in (False, True))
    desk.open(f"{SMALL}&moves={wrong}&at=1")
    desk.choose("#speed", "-1")
    desk.unfold("curve")
    desk.click("#curve-analyse")
    desk.wait_words("#curve-told", "curve.analysed", count=2, proven=2)
    desk.click("#mistakes-begin")
    desk.wait_text("#mistakes-which", wrong)
    desk.rest()
    same("no values", desk.value(f"{SHOWN}.querySelectorAll('.value[visibility=visible]').length"), 0)
    desk.browser.click(*desk.cell(wrong))
    desk.wait_words("#mistakes-told", "mistakes.played", move=wrong)
    desk.browser.click(*desk.cell(right))
    desk.wait_words("#mistakes-told", "mistakes.right", move=right)
    desk.click("#mistakes-next")
    desk.wait("document.getElementById('mistakes').hidden", "the end")
    return f"{wrong}, {moves[wrong]}, in place of {right}, {best}"


def test_for_a_room(desk):
    """The full-screen board is large, and has no values."""
    desk.open("rules=congklak", 1920, 1080)
    desk.wait("chongkak.engine.found?.depth > 0", "values")
    desk.keys("f", rest=False)
    desk.wait("document.body.classList.contains('large')", "the board alone")
    seen = desk.value(f"getComputedStyle({SHOWN}.querySelector('.values')).display")
    same("values", seen, "none")
    width, size = desk.value(f"[{SHOWN}.getBoundingClientRect().width, "
                             "parseFloat(getComputedStyle(document.getElementById('said')).fontSize)]")
    if width < 1800 or size < 24:
        raise Wrong(f"the board is {width} pixels wide, letters {size}")
    desk.keys("f", rest=False)
    desk.wait("!document.body.classList.contains('large')", "all of the page")
