"""The page of Chong in play: throws that stand, whose ways are shown, and how one wins."""
import json

from .board import same
from .board_chong_use import AGAINST
from .chong_page import Page
from lib.program import Wrong


def wrong(desk, faces):
    """What the program says of a throw that is none."""
    asked = json.dumps({"throw": faces, "most": 0})
    return desk.value(f"chongkak.server.ask('chong_position', {{ ...chongkak.game.place(), ...{asked} }})"
                      ".catch(({ message }) => message)")


def test_chong_throw_stands(desk):
    """Against the program a throw is played as it lies: neither another press nor a way back brings another."""
    page = Page(desk)
    page.open(AGAINST)
    for faces, told in (("1 1 1 1 1 1", "6"), ("1 3", "2"), ("1 3 7 2", "3")):
        page.throw(faces)
        desk.wait_words("#wrong-throw", "chong.wrong-throw", message=wrong(desk, faces))
        desk.wait_text("#wrong-throw", told)
    desk.click("#throw")
    thrown = desk.wait("chongkak.ways.info?.throw", "the throw")
    desk.click("#throw")
    desk.wait_words("#said", "chong.stands")
    page.throw("1 1 1 1")
    desk.wait_words("#said", "chong.stands")
    same("the throw", desk.value("chongkak.game.thrown"), thrown)
    # As many throws are tried as would hardly all be the same by chance.
    for _ in range(5):
        desk.click("#undo")
        desk.wait("chongkak.game.thrown === null", "the time before the throw")
        desk.click("#throw")
        same("the throw again", desk.wait("chongkak.game.thrown", "the throw"), thrown)
    # Two people agree on what they do, and so does whoever throws real dice.
    desk.value("document.getElementById('real').click()")
    page.throw("1 2 4 6")
    desk.wait("chongkak.game.thrown === '1,2,4,6'", "the dice that lie on the table")


def test_chong_colours_and_goal(desk):
    """Bars of ways have the colour of whoever plays them, and the page says how one plays and wins."""
    page = Page(desk)
    colour = "getComputedStyle(document.querySelector('#ways .bar span')).backgroundColor"
    found = {}
    for player in "AB":
        page.open(f"holes=4&position=SSSS|K..k|ssss+{player}+opened:AB&throw=1,2,3,4")
        desk.wait("document.querySelector('#ways .bar span') !== null", "ways")
        found[player] = desk.value(colour)
        own = desk.value(f"getComputedStyle(document.querySelector('.chong .name.{player.lower()}')).fill")
        same(f"the colour of {player}", found[player], own)
    if found["A"] == found["B"]:
        raise Wrong(f"both have {found['A']}")
    same("how one plays", desk.text("#how"), desk.words("chong.how"))


# The turns of the game as they are judged in words.
JUDGED = "[...document.querySelectorAll('#turns .judged')].map((line) => line.textContent)"


def share(part):
    return f"{100 * part:.1f} %"


def luck_of(luck):
    return f"luck {'-' if luck < 0 else '+'}{share(abs(luck))}".replace("-", "\u2212")


def told(turn):
    """A judged turn as the page writes it."""
    luck = luck_of(turn["luck"])
    if turn["loss"] == 0:
        return luck
    doubt = "" if turn["exact"] else f" \u00b1 {100 * turn['error']:.1f}"
    better = " ".join(turn["best"]) or "pass"
    return f"{luck}, gave away {share(turn['loss'])}{doubt}; better: {better}"


def test_chong_judged(desk):
    """Turns are judged as `chong analyze` judges them; another turn is not taken for one of them."""
    page = Page(desk)
    board = ["--holes", "4", "--dice", "2"]
    turns = ["1,4 1:K4<>3 4:S4-8x", "2,3 pass", "2,6 2:S2-4 6:S0-6"]
    page.open("holes=4&dice=2&turns=" + ";".join(turns).replace(" ", "+").replace("<>", "%3C%3E"))
    same("not asked for", desk.value(JUDGED), [])
    desk.click("#judge")
    desk.wait(f"({JUDGED}).length === 3", "judged turns")
    given = [part for turn in turns for part in ("--turn", turn)]
    found = desk.program.run("chong", "analyze", *board, *given)
    right = [told({**turn, "exact": found["exact"]}) for turn in found["turns"]]
    same("turns", desk.value(JUDGED), right)
    desk.wait_text("#judged", f"A: {luck_of(found['players']['A']['luck'])}")
    desk.wait_text("#judged", "by the estimate")
    # They stay while one walks, and a turn that is played otherwise has none.
    desk.click("#back")
    page.rest(2)
    same("after a step back", desk.value(JUDGED), right)
    page.throw("3 3")
    desk.wait("chongkak.game.turns.length === 2", "another throw")
    same("of what is left", desk.value(JUDGED), right[:2])
