"""The analysis page: claims of the sources."""
import tomllib

from .board import same
from .board_play import SMALL
from lib.program import HOME, Wrong

CLAIMS = HOME / "positions/claims"
OPTIONS = "[...document.querySelectorAll('#claims-%s option')].map((one) => one.textContent)"
VERDICT = "#claims-verdict"
# The line ahead.
WHOLE = "chongkak.study.tree.line(chongkak.study.tree.end())"

# The first claim is false in its second case, the other one true.
OWN = """source = "Nobody"
title = "Two claims of ours"
[[claim]]
id = "wrong"
section = "1"
quote = "A1 gains as many seeds as there are holes"
rules = "kalah"
set = { holes = 3, seeds = 2 }
for = { hole = "2..3" }
line = [{ play = "A{hole}", gain = 1, outcome = "again" }]
[[claim]]
id = "right"
section = "2"
note = "the opening"
rules = "kalah"
set = { holes = 3, seeds = 2 }
opening = "2,2,2/0 2,2,2/0 A"
"""


def begin(desk, link=SMALL):
    desk.open(link)
    desk.unfold("claims")
    desk.wait("document.querySelectorAll('#claims-list option').length > 0", "claims")


def choose(desk, claim):
    """Chooses a claim as keys or a click would, and waits until the board is still."""
    before = desk.value("chongkak.study.link")
    desk.choose("#claims-list", claim)
    desk.wait(f"chongkak.study.link !== {before!r} && chongkak.stage.still", f"the claim {claim}")


def test_claim_files(desk):
    """All built-in files are offered, each with all of its claims."""
    begin(desk)
    files = {file.stem: tomllib.loads(file.read_text()) for file in sorted(CLAIMS.glob("*.toml"))}
    names = desk.value("[...document.querySelectorAll('#claims-file option')].map((one) => one.value)")
    same("files", sorted(names), sorted(files))
    for name, words in zip(names, desk.value(OPTIONS % "file")):
        count = len(files[name]["claim"])
        expected = f"{files[name]['title']} ({count} {'claim' if count == 1 else 'claims'})"
        same("a file", words, expected)
    for name, file in files.items():
        desk.choose("#claims-file", name)
        first = desk.wait(f"document.querySelector('#claims-list').value === '' && "
                          f"document.getElementById('claims-words').textContent.includes("
                          f"{file['title']!r}) && {OPTIONS % 'list'}", name)
        same(f"number of claims of {name}", len(first), len(file["claim"]))
        for text, claim in zip(first, file["claim"]):
            if claim.get("quote", "") not in text:
                raise Wrong(f"{name}: {claim['id']} is listed as {text!r}")
    same("the game is as it was", desk.value("chongkak.study.link"), SMALL)


def test_claim_on_the_board(desk):
    """A claim chosen by keys is shown on the board with its quotation, and can be stepped
    through."""
    begin(desk)
    desk.tab_to("#claims-list")
    desk.browser.press("ArrowDown")
    file = tomllib.loads((CLAIMS / "overbeck.toml").read_text())
    claim = file["claim"][0]
    desk.wait(f"chongkak.study.start === {claim['position']!r} && chongkak.stage.still", "the position")
    same("the board", desk.position(), claim["position"])
    for words in (claim["quote"], claim["section"], claim["note"], file["source"]):
        desk.wait_text("#claims-words", words)
    desk.wait_text(VERDICT, "It holds: 1 case, 1 move")
    desk.wait_text("#tree", claim["quote"])
    same("before the first move", desk.line(), [])
    desk.click("#claims-board")
    desk.browser.press("Escape")
    desk.keys("ArrowRight")
    same("a step", desk.position(), claim["line"][0]["after"])
    same("the move", desk.line(), [claim["line"][0]["play"]])
    # The position before the claims returns, however many of them were viewed.
    choose(desk, file["claim"][1]["id"])
    same("the next claim", desk.position(), file["claim"][1]["position"])
    desk.value("document.activeElement.blur()")
    desk.keys("u")
    same("undone", desk.value("chongkak.study.link"), SMALL)


def test_claim_cases(desk):
    """The cases of a claim, one after the other: Overbeck's system against k holes."""
    begin(desk)
    choose(desk, "system-in-general")
    same("nine cases", len(desk.value(OPTIONS % "case")), 9)
    for k in (1, 2, 3):
        opening = desk.program.run("moves", "--owned", str(162 - 9 * k))["position"]
        desk.wait(f"chongkak.stage.found?.position === {opening!r} && chongkak.stage.still", f"k = {k}")
        desk.wait_text("#said", f"k = {k}")
        # A1, then every second hole from k down to 2.
        line = ["A1", *(f"A{i}" for i in range(k, 1, -2))]
        same(f"the line against {k} holes", desk.value(WHOLE), line)
        desk.click("#claims-next")
    desk.click("#claims-before")
    desk.wait_text("#said", "k = 3")
    choose(desk, "sowing")
    same("one case", desk.value("document.getElementById('claims-next').disabled"), True)


def test_claim_value(desk):
    """A claimed value is shown next to the position, without the appearance of a proof."""
    begin(desk)
    desk.choose("#claims-file", "values")
    file = tomllib.loads((CLAIMS / "values.toml").read_text())
    desk.wait_text("#claims-words", file["title"])
    claim = next(one for one in file["claim"] if isinstance(one.get("value"), int) and one["value"] > 0)
    choose(desk, claim["id"])
    desk.wait_text("#claims-value", f"A wins by {claim['value']}.")
    desk.wait_text(VERDICT, "It is open")


def test_claims_of_a_file(desk):
    """A user's file, opened or dropped; an error in it is shown with its place, and changes
    nothing."""
    begin(desk)
    file = desk.folder / "own.toml"
    file.write_text(OWN)
    desk.browser.choose_file("#claims-own", file)
    desk.wait("document.querySelectorAll('#claims-list option').length === 2", "two claims")
    choose(desk, "wrong")
    # A2 ends in the store, A3 does not: the case that refutes the claim is shown.
    desk.wait_text(VERDICT, "It is refuted with hole = 3, move 1, A3")
    desk.wait_text("#said", "hole = 3")
    same("the move", desk.value(WHOLE), ["A3"])
    choose(desk, "right")
    desk.wait_text(VERDICT, "It holds: 1 case, 0 moves")
    desk.wait_text("#tree", "the opening (Nobody, 2)")

    before = desk.value("chongkak.study.link")
    file.write_text(OWN.replace('hole = "2..3"', "hole = 2..3"))
    desk.browser.drop(*desk.middle("document.getElementById('board')"), file)
    desk.wait("!!document.querySelector('#claims mark')", "the place of the mistake")
    desk.wait_text("#claims .fault", "own.toml: line 9")
    same("the line", desk.text("#claims code"), "for = { hole = 2..3 }")
    file.write_text(OWN.replace('"2..3"', '"2..x"'))
    desk.browser.choose_file("#claims-own", file)
    desk.wait_text("#claims .fault", 'claim "wrong", for')
    same("the claims are still there", len(desk.value(OPTIONS % "list")), 2)
    same("and the game", desk.value("chongkak.study.link"), before)


def test_rules_of_a_file(desk):
    """User rules, opened or dropped: base, options, size; an error has its place."""
    desk.open("rules=overbeck&moves=A1")
    desk.unfold("rules")
    file = desk.folder / "ours.toml"
    file.write_text("name = 'ours'\nbase = 'kalah'\nholes = 3\n[set]\nlone = 'bank'\n")
    desk.browser.choose_file("#rules-own", file)
    desk.wait("chongkak.study.rules === 'kalah' && chongkak.stage.still", "the rules of the file")
    same("the rules", desk.value("[chongkak.study.holes, chongkak.study.seeds, chongkak.study.set]"),
         [3, None, {"lone": "bank"}])
    desk.wait("document.getElementById('option-lone')?.value === 'bank'", "the option")
    desk.wait_text("#said", "ours")
    before = desk.value("chongkak.study.link")
    file.write_text("name = 'ours'\nbase = 'kala'\n")
    desk.browser.drop(*desk.middle("document.getElementById('board')"), file)
    desk.wait("!!document.querySelector('#rules-wrong mark')", "the place of the mistake")
    desk.wait_text("#rules-wrong .fault", "ours.toml: ")
    same("the line", desk.text("#rules-wrong code"), "base = 'kala'")
    same("the game", desk.value("chongkak.study.link"), before)
    # Without a base it extends the first rule set, and lists all differences.
    file.write_text("name = 'ours'\nholes = 4\nseeds = 4\n")
    desk.browser.choose_file("#rules-own", file)
    desk.wait("chongkak.study.rules === 'overbeck' && chongkak.stage.still", "rules without a base")
    same("the mistake is gone", desk.value("document.querySelector('#rules-wrong').textContent"), "")
