"""The page of Chong judges the turns of a game, with the words of the English page."""
from .board import same
from .chong_page import Page

# The judged turns of the game in words.
JUDGED = "[...document.querySelectorAll('#turns .judged')].map((line) => line.textContent)"


def share(part):
    return f"{100 * part:.1f} %"


def luck_of(luck):
    return f"luck {'-' if luck < 0 else '+'}{share(abs(luck))}".replace("-", "\u2212")


def told(turn):
    """Formats a judged turn as the page does."""
    luck = luck_of(turn["luck"])
    if turn["loss"] == 0:
        return luck
    doubt = "" if turn["exact"] else f" \u00b1 {100 * turn['error']:.1f}"
    better = " ".join(turn["best"]) or "pass"
    return f"{luck}, gave away {share(turn['loss'])}{doubt}; better: {better}"


def test_chong_judged(desk):
    """Turns are judged as by `chong analyze`; another turn is not mistaken for one of them."""
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
    # They stay during navigation, and a turn that is played differently has none.
    desk.click("#back")
    page.rest(2)
    same("after a step back", desk.value(JUDGED), right)
    page.throw("3 3")
    desk.wait("chongkak.game.turns.length === 2", "another throw")
    same("of what is left", desk.value(JUDGED), right[:2])
