"""Puzzles on the board: sets that ship, files, links, and puzzles made from a position."""
import json

from lib.program import HOME, Wrong

from .board import same

# A4 ends in the store; after it, A3 takes five seeds of B. No other turn is as good.
MADE = "rules=conglak&position=0,0,1,1/0+5,0,0,0/5+A"
TOLD = "#puzzles-told"
SHOWN = "document.getElementById('puzzles-asked').textContent"


def puzzle(desk, *arguments):
    """Returns the puzzle that the program makes."""
    return desk.program.run("puzzles", "make", "--rules", "conglak", *arguments)


def asked(desk, link):
    desk.open(link)
    desk.choose("#speed", "-1")
    question = desk.wait(SHOWN, "the question")
    # A link may have only the name of a set and a number; then the position comes with the set.
    desk.rest()
    return question


def test_puzzle_made(desk):
    """One click makes a puzzle of the shown position: a wrong move is answered with what it costs,
    hints come by degrees, and the link asks the same."""
    desk.open(MADE)
    desk.wait("chongkak.engine.found", "values")
    desk.choose("#speed", "-1")
    desk.unfold("share")
    desk.click("#make-puzzle")
    desk.wait(SHOWN, "the question")
    same("the mode", desk.value("chongkak.modes.mode"), "learn")
    same("no values", desk.value("chongkak.engine.found"), None)
    values = puzzle(desk, "0,0,1,1/0 5,0,0,0/5 A")["values"][0]
    desk.browser.click(*desk.cell("A3"))
    desk.wait_words(TOLD, "puzzles.costs", move="A3", count=values["A4"] - values["A3"])
    same("it was not played", desk.line(), [])
    for hint in (0, 1, 2):
        desk.click("#puzzles-hint")
        desk.wait("document.getElementById('puzzles-help').textContent", "a hint")
    desk.play("A4")
    desk.play("A3")
    desk.wait_words(TOLD, "puzzles.right", solution=desk.value("chongkak.puzzles.shown.solution"))
    desk.wait("chongkak.engine.found", "values")
    link = desk.link("puzzle=turn")
    question = asked(desk, link.split("&moves")[0])
    same("the same question", question, desk.value("chongkak.puzzles.shown.asked"))
    # The last hint is the solution.
    for _ in range(4):
        desk.click("#puzzles-hint")
    desk.wait_text(TOLD, "A4 A3")
    desk.rest()
    same("the solution is played", desk.line(), ["A4", "A3"])


def test_puzzle_of_laps(desk):
    """A number of laps is judged; where no question has one answer, the page says why."""
    asked(desk, "rules=conglak&position=2,0,1,0/0+0,0,0,1/0+A&puzzle=laps,A1")
    desk.browser.click(*desk.cell("A1"))
    desk.wait_words("#said", "puzzles.count-first")
    desk.write("#puzzles-count", "3")
    desk.click("#puzzles-answer")
    desk.wait_words(TOLD, "puzzles.not-laps", number=3)
    desk.write("#puzzles-count", "2")
    desk.keys("Enter")
    desk.wait_text(TOLD, desk.value("chongkak.puzzles.shown.solution"))
    desk.open("rules=conglak&position=0,0,0,1/0+0,0,0,1/0+A")
    desk.unfold("share")
    desk.click("#make-puzzle")
    desk.wait_words("#said", "puzzles.none", why="A4 is the only legal move")


def begin_shipped(desk):
    """Chooses a shipped set in the first lesson, which has other rules."""
    desk.click("#mode-learn")
    desk.wait("document.getElementById('lesson-task').textContent", "a lesson")
    desk.rest()
    desk.unfold("puzzles")
    desk.wait("document.getElementById('puzzles-set').options.length > 1", "the sets")
    desk.choose("#puzzles-set", "kalah")


def test_puzzles_that_ship(desk):
    """One click opens the set of the rules, where it was left; the link asks the same, and so does one
    that has only the name and the number."""
    known = [json.loads(line) for line in (HOME / "positions/puzzles/kalah.jsonl").read_text().splitlines()]
    desk.open("rules=kalah")
    begin_shipped(desk)
    desk.wait("chongkak.study.puzzle === 'kalah,1' && chongkak.stage.still", "the first puzzle")
    desk.wait(SHOWN, "the question")
    desk.choose("#speed", "-1")
    difficulty = desk.value("document.getElementById('puzzles-which').textContent")
    if "1" not in difficulty or "50" not in difficulty:
        raise Wrong(f"the progress is {difficulty!r}")
    same("before the first", desk.value("document.getElementById('puzzles-before').disabled"), True)
    first, second = known[:2]
    if first["question"] != "laps":
        for move in first["moves"]:
            desk.play(move)
        desk.wait_words(TOLD, "puzzles.right", solution=desk.value("chongkak.puzzles.shown.solution"))
    desk.click("#puzzles-next")
    desk.wait("chongkak.study.puzzle === 'kalah,2' && chongkak.stage.still", "the second puzzle")
    same("its position", desk.position(), second["position"])
    desk.click("#puzzles-before")
    desk.wait("chongkak.study.puzzle === 'kalah,1' && chongkak.stage.still", "the first puzzle again")
    desk.click("#puzzles-next")
    desk.wait("chongkak.study.puzzle === 'kalah,2' && chongkak.stage.still", "the second puzzle again")
    question = desk.wait(SHOWN, "its question")
    link = desk.link("puzzle=kalah,2")
    for way in (link, "rules=kalah&puzzle=kalah,2", "rules=overbeck&puzzle=kalah,2"):
        same(f"by {way}", asked(desk, way), question)
        same("the position", desk.position(), second["position"])
    desk.value("chongkak.study.begin({ rules: 'kalah' }); 0")
    desk.wait("chongkak.stage.found && chongkak.stage.still", "the opening")
    begin_shipped(desk)
    desk.wait("chongkak.study.puzzle === 'kalah,2' && chongkak.stage.still", "where it was left")
    desk.open("rules=kalah&puzzle=kalah,51")
    desk.wait_text("#fault", "kalah,51")


def test_puzzles_of_a_file(desk):
    """A file is a set; what is wrong with one is said with its line."""
    lines = [puzzle(desk, "--question", kind, "0,0,1,1/0 5,0,0,0/5 A") for kind in ("turn", "store")]
    desk.open("rules=kalah")
    text = "\\n".join(json.dumps(line).replace("\\", "\\\\").replace("'", "\\'") for line in lines)
    desk.value(f"chongkak.puzzles.read('{text}').then(() => 0)")
    desk.wait("chongkak.study.puzzle === '1' && chongkak.stage.still", "the first puzzle")
    questions = [desk.wait(SHOWN, "the question")]
    desk.value("globalThis.times = 0; globalThis.print = () => { times++; }; 0")
    desk.click("#puzzles-print")
    desk.wait("times === 1", "the paper")
    texts = desk.value("[...document.querySelectorAll('#worksheet li')].map((one) => one.textContent)")
    same("two questions and two answers", len(texts), 4)
    if questions[0] not in texts[0] or not texts[2].startswith(" ".join(lines[0]["moves"])):
        raise Wrong(f"printed: {texts}")
    desk.value("dispatchEvent(new Event('afterprint')); 0")
    desk.click("#puzzles-next")
    desk.wait("chongkak.study.puzzle === '2' && chongkak.stage.still", "the second puzzle")
    questions.append(desk.wait(SHOWN, "the question"))
    link = desk.link("puzzle=2")
    same("the link has the set", asked(desk, link), questions[1])
    desk.click("#puzzles-before")
    desk.wait("chongkak.study.puzzle === '1' && chongkak.stage.still", "the first puzzle of the link")
    same("its question", desk.wait(SHOWN, "the question"), questions[0])
    # The number is enough.
    short = "&".join(part for part in link.split("&") if not part.startswith("position"))
    same("without the position", asked(desk, short), questions[1])
    desk.browser.click(*desk.cell("A3"))
    desk.wait_words(TOLD, "puzzles.not-store", move="A3")
    desk.value("chongkak.puzzles.read('{}').then(() => 0)")
    desk.wait_text("#fault", "line 1")


def test_puzzle_over_several_turns(desk):
    """The other player answers by itself, a wrong move is answered with the result that it gives up,
    and hints are about the turn that is played."""
    position = "2,1,1/3 0,6,2/3 A"
    known = puzzle(desk, "--question", "keep", "--turns", "3", position)
    a3, a1, b2, a2, b1, last = known["moves"]
    written = position.replace(" ", "+")
    question = asked(desk, f"rules=conglak&position={written}&puzzle=keep,3")
    same("no values", desk.value("chongkak.engine.found"), None)
    desk.browser.click(*desk.cell(a1))
    desk.wait_words(TOLD, "puzzles.costs-win", move=a1, count=known["value"] - known["values"][0][a1])
    same("it was not played", desk.line(), [])
    desk.play(a3)
    desk.play(a1)
    line = "chongkak.study.tree.line().join(' ')"
    desk.wait(f"{line} === '{a3} {a1} {b2}' && chongkak.stage.still", "the answer")
    desk.click("#puzzles-hint")
    same("a hint about the second turn", desk.value("document.getElementById('puzzles-help').textContent"),
         desk.value("chongkak.puzzles.shown.hints.at(-2)"))
    # After a step back the answer comes again.
    desk.keys("ArrowLeft")
    same("the place before the answer", desk.line(), [a3, a1])
    desk.browser.click(*desk.cell(b2))
    desk.wait(f"{line} === '{a3} {a1} {b2}' && chongkak.stage.still", "the answer again")
    desk.play(a2)
    desk.wait(f"{line} === '{a3} {a1} {b2} {a2} {b1}' && chongkak.stage.still", "the second answer")
    desk.wait("location.hash.includes('at=5')", "the link of this place")
    link = desk.value("location.hash.slice(1)")
    desk.play(last)
    desk.wait_words(TOLD, "puzzles.right", solution=desk.value("chongkak.puzzles.shown.solution"))
    same("the line", desk.line(), known["moves"])
    if "puzzle=keep,3" not in link:
        raise Wrong(f"the link is {link}")
    # The link leads to the last turn, and before an answer the answer follows.
    same("the question of the link", asked(desk, link), question)
    desk.play(last)
    desk.wait_words(TOLD, "puzzles.right", solution=desk.value("chongkak.puzzles.shown.solution"))
    same("the question", asked(desk, f"rules=conglak&position={written}&puzzle=keep,3&moves={a3}{a1}&at=2"), question)
    desk.wait(f"{line} === '{a3} {a1} {b2}'", "the answer to the moves of the link")
    # In a set of a link, and with two turns.
    both = ";".join(f"{written}:{kind}" for kind in ("keep", "keep,3"))
    same("in a set", asked(desk, f"rules=conglak&puzzle=2&puzzles={both}"), question)
    desk.click("#puzzles-before")
    two = puzzle(desk, "--question", "keep", position)["length"]
    desk.wait(f"chongkak.puzzles.shown?.puzzle.length === {two} && chongkak.puzzles.at === 1", "the first one")
    desk.click("#puzzles-hint")
    for _ in range(6):
        if desk.value("!chongkak.puzzles.active"):
            break
        desk.click("#puzzles-hint")
    desk.wait_text(TOLD, f"{a3} {a1} {b2} {a2}")
    desk.rest()
    same("the solution is played", desk.line(), [a3, a1, b2, a2])
