"""The analysis page: reading and writing set records."""
import time

from .board import same
from .board_play import SMALL, SMALL_RULES
from lib.program import Wrong

# Two rounds, the second one in progress.
RECORD = """rules: kalah
holes: 2
seeds: 1
A: Minah            # who played
place: Malacca

round 1: 1,1/0 1,1/0 A
A2 A1               # A1 ends in A2 and takes what lies in B1
result: 3 1

round 2: 1,1/1 x,1/0 A
A2 A1
position: 0,1/2 x,1/0 B
"""
OUT = "document.getElementById('record-out').value"
TREE = "chongkak.study.tree.toString()"


def replayed(desk, text):
    """Returns the output of `set replay` for a record."""
    file = desk.folder / "replayed.txt"
    file.write_text(text)
    return desk.program.run("set", "replay", file)


def begin(desk, text):
    desk.open(SMALL)
    desk.unfold("record")
    desk.write("#record-text", text)


def written(desk):
    """Returns the record that the page writes of the current line."""
    desk.value(f"{OUT[:-6]}.value = ''")
    desk.click("#record-write")
    return desk.wait(OUT, "a record")


def test_record_read(desk):
    """The rounds of a record become lines with numbered turns, which can be navigated."""
    begin(desk, RECORD)
    shown = "document.getElementById('record-round').getClientRects().length > 0"
    same("rounds before a record is read", desk.value(shown), False)
    desk.click("#record-read")
    desk.wait("chongkak.study.start === '1,1/0 1,1/0 A' && chongkak.stage.still", "the first round")
    same("rounds of the record", desk.value(shown), True)
    record = replayed(desk, RECORD)
    remark = "A1 ends in A2 and takes what lies in B1"
    same("the turns", desk.value(TREE), f'"round 1"A2"turn 1"A1{{"{remark}"}}')
    desk.wait_text("#record-about", "A: Minah")
    rounds = desk.value("[...document.querySelectorAll('#record-round option')].map((one) => one.text)")
    same("the rounds", rounds, ["1, 1 turn: A 3, B 1", "2, 1 turn: not over"])
    for number, played in enumerate(record["rounds"]):
        desk.choose("#record-round", str(number))
        desk.wait(f"chongkak.study.start === {played['opening']!r} && chongkak.stage.still", "the round")
        desk.value("document.activeElement.blur()")
        desk.keys("End")
        same("its moves", desk.line(), sum(played["turns"], []))
        same("its end", desk.position(), played["after"])
    desk.keys("u")
    same("undo goes back behind the record", desk.value("chongkak.study.link"), SMALL)


def test_record_wrong(desk):
    """An error is shown with its line and place; the text stays, and so does the game."""
    wrong = RECORD.replace("A2 A1    ", "A2 A7    ")
    begin(desk, wrong)
    desk.click("#record-read")
    desk.wait_text("#record-wrong .fault", "line 8, column 4: move 2, A7")
    same("the place", desk.text("#record-wrong mark"), "A7")
    same("the text", desk.value("document.getElementById('record-text').value"), wrong)
    field = "document.getElementById('record-text')"
    marked = desk.value(f"{field}.value.slice({field}.selectionStart, {field}.selectionEnd)")
    same("the line is marked", marked, wrong.splitlines()[7])
    same("the game", desk.value("chongkak.study.link"), SMALL)
    desk.value("document.getElementById('record-text').value = '# '.repeat(300000); 0")
    desk.click("#record-read")
    desk.wait_text("#record-wrong .fault", "too large")
    file = desk.folder / "wrong.txt"
    file.write_text("rules: kalah\nround one:\n")
    desk.browser.choose_file("#record-file", file)
    desk.wait_text("#record-wrong .fault", "wrong.txt: line 2")
    file.write_text(RECORD)
    desk.browser.drop(*desk.middle("document.getElementById('board')"), file)
    desk.wait("chongkak.study.start === '1,1/0 1,1/0 A'", "the file that was dropped")
    same("no mistake is left", desk.text("#record-wrong"), "")


def test_record_written(desk):
    """`set replay` accepts the record of a line: copied, saved, with names."""
    desk.open(SMALL)
    line = ["A2", "A3", "B1"]
    for move in line:
        desk.play(move)
    desk.keys("Home")
    desk.unfold("record")
    desk.write("#record-A", "Aminah")
    text = written(desk)
    record = replayed(desk, text)
    played = desk.program.run("play", "--line", " ".join(line), *SMALL_RULES)
    same("the moves", sum(record["rounds"][0]["turns"], []), line)
    same("the end", record["rounds"][0]["after"], played["after"])
    same("who played", record["tags"], [{"name": "A", "text": "Aminah"}])
    desk.browser.ask("Page.setDownloadBehavior", behavior="allow", downloadPath=str(desk.folder))
    desk.click("#record-save")
    file = desk.folder / "record.txt"
    end = time.monotonic() + 20
    while not (file.exists() and file.read_text() == text):
        if time.monotonic() > end:
            raise Wrong("no record was saved")
        time.sleep(0.05)
    desk.click("#record-copy")
    desk.wait("/copied|Copy the record/.test(document.getElementById('said').textContent)", "a copy")
    desk.write("#record-A", "a # b")
    desk.click("#record-write")
    desk.wait_text("#record .fault", "without #")


def test_record_of_any_game(desk):
    """Options, positions and links: the page's record is replayed to the same end."""
    links = [
        "rules=congklak&holes=4&seeds=3&set.lap=none&moves=A1&at=0",
        "rules=congklak&position=2p,0,1,4/0+3,0,x,1/0+A&moves=A4B2&at=1",
        "rules=kalah&holes=3&seeds=2&moves=A1(A2A1)B1&at=0.1.1",
        "rules=overbeck",
    ]
    for link in links:
        desk.open(link)
        desk.unfold("record")
        record = replayed(desk, written(desk))
        desk.value("document.activeElement.blur()")
        desk.keys("End")
        same(f"the end of {link}", record["rounds"][-1]["after"], desk.position())
        same(f"the moves of {link}", sum(record["rounds"][-1]["turns"], []), desk.line())


def test_record_goes_on(desk):
    """A round of an unfinished record is written with the rounds before it."""
    begin(desk, RECORD)
    desk.click("#record-read")
    desk.wait("chongkak.study.start === '1,1/0 1,1/0 A' && chongkak.stage.still", "the first round")
    before = replayed(desk, RECORD)
    same("as it was", replayed(desk, written(desk))["rounds"], before["rounds"])
    same("a remark", before["rounds"][0]["remarks"][0]["move"], 2)
    desk.choose("#record-round", "1")
    desk.wait("chongkak.study.start === '1,1/1 x,1/0 A' && chongkak.stage.still", "the second round")
    desk.value("document.activeElement.blur()")
    desk.keys("End")
    move = desk.legal()[0]
    desk.play(move)
    after = replayed(desk, written(desk))
    same("the first round", after["rounds"][0], before["rounds"][0])
    same("the second one", after["rounds"][1]["turns"], [*before["rounds"][1]["turns"], [move]])
    same("the end", after["rounds"][1]["after"], desk.position())
    same("remarks", sorted(tag["text"] for tag in after["tags"]), ["Malacca", "Minah", "who played"])
    # Another line in the first round: the second one did not follow from it.
    desk.choose("#record-round", "0")
    desk.wait("chongkak.study.start === '1,1/0 1,1/0 A' && chongkak.stage.still", "the first round again")
    desk.value("document.activeElement.blur()")
    desk.play("A1")
    desk.keys("m")
    same("another main line", desk.line(), ["A1"])
    same("one round", [one["turns"] for one in replayed(desk, written(desk))["rounds"]], [[["A1"]]])
