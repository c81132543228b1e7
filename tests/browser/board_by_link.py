"""A game of two people in different places, who send each other the link."""
import json
import re

from .board import differs_on_a_site, same
from .board_modes import first_visit
from .board_play import SMALL
from lib.program import Wrong

TOLD = "#play-told"
SENT = "document.getElementById('by-link-field').value"
SHOWS = "document.getElementById('by-link-send').checkVisibility()"
MINE = "!chongkak.stage.runs && chongkak.stage.still && chongkak.stage.found.mover === '{}' && !chongkak.study.node.children.length"


# Near the end of a round: A2 A1, B1 and A3 end it, if everybody plays their first legal hole later.
LATE = "1,2,1/2 2,1,2/2 A"


def begin(desk, A="you", B="friend", link=SMALL):
    """Begins a game with somebody elsewhere by clicks."""
    desk.open(link)
    desk.unfold("play")
    desk.choose("#play-A", A)
    desk.choose("#play-B", B)
    desk.click("#play-new")
    desk.wait("/^friend,friend,\\d+$/.test(chongkak.study.players) && chongkak.stage.still", "a game")


def named(desk, side, name=""):
    return desk.words("by-link.named", side=side, name=name) if name else side


def theirs(desk, side, name=""):
    """Waits until the page says that the other player needs the link; returns its part after #."""
    desk.wait_words(TOLD, "by-link.theirs", who=named(desk, side, name))
    same("the link to send", desk.value(SHOWS), True)
    return desk.value(SENT).split("#")[1]


def receive(desk, link, side, other="A"):
    """Opens a link as somebody who has never been here, who sees the last turn and is to move."""
    runs = f"globalThis.runs = []; const wait = setInterval(() => {{ if (!globalThis.chongkak) return; clearInterval(wait); " \
           "chongkak.stage.addEventListener('moving', () => runs.push(chongkak.study.node.move)); }, 1)"
    script = desk.browser.ask("Page.addScriptToEvaluateOnNewDocument", source=runs)["identifier"]
    try:
        desk.open(link)
    finally:
        desk.browser.ask("Page.removeScriptToEvaluateOnNewDocument", identifier=script)
    desk.wait(f"(chongkak.stage.skip(), {MINE.format(side)})", "the turn of the one who opened the link")
    desk.wait_words(TOLD, "by-link.yours", own=side, who=other)
    same("a link to send before the turn", desk.value(SHOWS), False)


@differs_on_a_site
def test_turn_about_by_link(desk):
    """Two people play a round by links alone: each sees the other's last turn, sits at their own
    seat, plays, and is told to send the link; at the end too."""
    begin(desk, link=f"rules=kalah&position={LATE.replace(' ', '+')}")
    desk.wait_words(TOLD, "by-link.yours", own="A", who="B")
    desk.browser.click(*desk.cell("B1"))
    desk.play("A2")
    same("A moves again", desk.value(SHOWS), False)
    desk.play("A1")
    link, side = theirs(desk, "B"), "B"
    line = ["A2", "A1"]
    for turn in range(9):
        other = "A" if side == "B" else "B"
        receive(desk, link, side, other)
        same("the game", desk.line(), line)
        if turn == 0:
            same("the turn that ran", desk.value("[...new Set(runs)]"), line)
        desk.wait(f"document.body.classList.contains('turned') === {json.dumps(side == 'B')}", "the own row in front")
        same("wider than the window", desk.value("document.documentElement.scrollWidth - innerWidth"), 0)
        while not desk.value("chongkak.stage.over") and desk.value("chongkak.stage.found.mover") == side:
            desk.play(desk.legal()[0])
        line = desk.line()
        if desk.value("chongkak.stage.over"):
            break
        link, side = theirs(desk, other), other
    played = desk.program.run("play", LATE, "--line", " ".join(line), "--rules", "kalah")
    same("the end", desk.position(), played["after"])
    desk.wait_words(TOLD, "by-link.end", who=other)
    # The other one opens the last link, and sees how the round ended.
    desk.open(desk.value(SENT).split("#")[1])
    desk.wait("(chongkak.stage.skip(), chongkak.stage.over && chongkak.stage.still)", "the end")
    desk.wait_words(TOLD, "play.you-win" if winner(played["after"]) == other else "play.you-lose")
    same("a link to send back", desk.value(SHOWS), False)
    return f"{len(line)} moves"


def winner(position):
    """Who has more seeds at the end of a round."""
    a, b = (sum(int(one) for one in re.findall(r"\d+", side)) for side in position.split()[:2])
    return "A" if a > b else "B"


def test_seat_is_kept(desk):
    """The own link, opened again, does not change seats; a wrong seat can be left, and the other
    player can begin."""
    begin(desk, "friend", "you")
    link = theirs(desk, "A")
    same("no moves", "moves" in link, False)
    desk.link("players=friend")
    desk.value("globalThis.old = true; location.reload(); 0")
    desk.wait("!globalThis.old && globalThis.chongkak?.stage.found && chongkak.stage.still", "the page again")
    theirs(desk, "A")
    desk.browser.click(*desk.cell("A2"))
    desk.wait_words("#said", "by-link.theirs", who="A")
    same("the moves", desk.line(), [])
    # Someone else opens it, and A begins.
    receive(desk, link, "A", "B")
    desk.play("A3")
    sent = theirs(desk, "B")
    desk.keys("u")
    same("the own turn is taken back", desk.line(), [])
    desk.browser.press("y", control=True)
    desk.rest()
    desk.link()
    desk.value(f"location.hash = {json.dumps(sent)}; 0")
    theirs(desk, "B")
    desk.click("#by-link-seat")
    desk.wait_words(TOLD, "by-link.yours", own="B", who="A")
    desk.wait("document.body.classList.contains('turned')", "B's row in front")
    desk.open(f"{SMALL}&players=friend,friend,3&moves=A3B3A1A3A2&at=5")
    desk.wait(f"(chongkak.stage.skip(), {MINE.format('B')})", "B's turn")
    desk.keys("u")
    same("the other's turn is not taken back", desk.line(), ["A3", "B3", "A1", "A3", "A2"])
    desk.keys("ArrowLeft", "ArrowLeft")
    desk.browser.click(*desk.cell(desk.legal()[0]))
    desk.wait_words("#said", "play.looking-back")
    same("one line", desk.value("chongkak.study.tree.toString()"), "A3B3A1A3A2")
    # Without a game nobody sits anywhere.
    desk.link()
    desk.value(f"location.hash = '{SMALL}'; 0")
    desk.wait("chongkak.study.players === null && chongkak.stage.still", "an analysis")
    desk.unfold("play")
    desk.choose("#play-A", "friend")
    same("a link to open", desk.value("document.getElementById('by-link-given').checkVisibility()"), True)
    # From a place with side lines, only the line to it.
    desk.open(f"{SMALL}&moves=A3(A2)B3&at=1")
    desk.unfold("play")
    desk.choose("#play-B", "friend")
    desk.click("#play-here")
    same("the line of the link", "&moves=A3&at=1" in theirs(desk, "B"), True)


def test_names_by_link(desk):
    """Names travel with the link, and go into the record."""
    begin(desk)
    desk.write("#by-link-A", "Minah")
    desk.browser.press("Enter")
    desk.write("#by-link-B", "Siti & Co")
    desk.browser.press("Enter")
    desk.play("A3")
    link = theirs(desk, "B", "Siti & Co")
    desk.open(link)
    own, who = named(desk, "B", "Siti & Co"), named(desk, "A", "Minah")
    desk.wait(f"(chongkak.stage.skip(), {MINE.format('B')})", "B's turn")
    desk.wait_words(TOLD, "by-link.yours", own=own, who=who)
    same("the fields of the record", desk.value("['A', 'B'].map((side) => document.getElementById(`record-${side}`).value)"),
         ["Minah", "Siti & Co"])
    desk.unfold("record")
    desk.click("#record-write")
    text = desk.wait("document.getElementById('record-out').value", "the record")
    same("the names", re.findall(r"(?m)^[AB]: .*$", text), ["A: Minah", "B: Siti & Co"])


def test_names_in_the_next_round(desk):
    """The names of a game by link are still those of its next round, and go into its link."""
    rules = ["--rules", "congklak-six", "--holes", "2", "--seeds", "2"]
    line, position = [], None
    while True:
        found = desk.program.run("moves", *([position] if position else []), *rules)
        if not found["moves"]:
            break
        line.append(found["moves"][0]["move"])
        position = found["moves"][0]["after"]
    people = "players=friend,friend,1&name.A=Minah&name.B=Siti"
    desk.open(f"rules=congklak-six&holes=2&seeds=2&begins=turns&{people}&moves={''.join(line)}&at={len(line)}")
    desk.wait("(chongkak.stage.skip(), chongkak.stage.over && chongkak.stage.still)", "the end of the round")
    desk.wait("document.getElementById('round-next').checkVisibility()", "the next round")
    desk.click("#round-next")
    desk.wait("chongkak.study.earlier.length === 1 && chongkak.stage.still && !chongkak.stage.over", "the next round")
    fields = "['A', 'B'].map((side) => document.getElementById(`by-link-${side}`).value)"
    same("the names", desk.value(fields), ["Minah", "Siti"])
    same("the names in the link", "&name.A=Minah&name.B=Siti&" in desk.value("chongkak.study.link"), True)


def seat(desk, link):
    """Opens a link, with what the browser has stored, and returns the side of the one who plays."""
    desk.browser.show(f"{desk.board.address('/')}#{link}", *desk.window)
    desk.wait("globalThis.chongkak?.stage.found && (chongkak.stage.skip(), chongkak.stage.still && !chongkak.study.node.children.length)"
              " && document.getElementById('by-link-seat').checkVisibility()", "the last turn")
    return "B" if desk.value("document.body.classList.contains('turned')") else "A"


def test_seats_of_two_tabs(desk):
    """A seat that is changed in one tab is changed in the other, whose own change does not undo that of
    another game."""
    games = [f"{SMALL}&players=friend,friend,{game}&moves=A3&at=1" for game in (3, 4)]
    desk.open()
    same("first", seat(desk, games[0]), "B")
    first = desk.browser.other_tab()
    for link in games:
        same("in the other tab", seat(desk, link), "B")
        desk.click("#by-link-seat")
        theirs(desk, "B")
    desk.browser.use(first)
    # The first tab has not been loaded again.
    desk.keys("Home", "End")
    theirs(desk, "B")
    desk.click("#by-link-seat")
    desk.wait_words(TOLD, "by-link.yours", own="B", who="A")
    same("the games of both tabs", [seat(desk, link) for link in games], ["B", "A"])


def test_wrong_links(desk):
    """A link that is cut short, illegal or newer is refused with a reason, and the game stays."""
    begin(desk)
    desk.play("A3")
    link = theirs(desk, "B")
    desk.link()
    good = "chongkak.study.tree.toString() === 'A3' && chongkak.stage.still"
    cut, newer = desk.words("link.cut"), desk.words("link.parts")
    for wrong, told in [(link.replace("&at=1", ""), cut), (link.replace("&at=1", "&a"), cut), (link[:-1], cut),
                        (link.replace("&at", "&clock=5&at"), newer), (link.replace("friend,friend", "friend,robot"), "friend,robot")]:
        desk.value(f"document.getElementById('fault').textContent = ''; location.hash = {json.dumps(wrong)}; 0")
        desk.wait_text("#fault", told)
        same(f"the game after {wrong}", desk.value(good), True)
        theirs(desk, "B")
    # An illegal turn, in a game of its own and as the answer in this one.
    illegal = link.replace("moves=A3&at=1", "moves=A3B1A2A1B2&at=5")
    desk.write("#by-link-given", illegal)
    desk.click("#by-link-open")
    desk.wait_words(TOLD, "by-link.broken")
    desk.wait("!document.getElementById('fault').hidden", "what is wrong")
    same("a link to send", desk.value(SHOWS), False)
    desk.keys("u")
    desk.wait(good, "the game as it was")
    theirs(desk, "B")
    desk.open(illegal)
    desk.wait_words(TOLD, "by-link.broken")
    desk.write("#by-link-given", "1,2,3")
    desk.click("#by-link-open")
    desk.wait_words("#by-link .fault", "by-link.no-link")


def test_by_link_with_keys(desk):
    """A game by link with keys alone, from the first screen."""
    first_visit(desk)
    desk.tab_to("#play-B")
    desk.browser.press("End")
    desk.wait("document.getElementById('play-B').value === 'friend'", "somebody elsewhere")
    desk.tab_to("#play-new")
    desk.browser.press("Enter")
    desk.wait("/^friend/.test(chongkak.study.players) && chongkak.stage.still", "a game")
    desk.value("document.activeElement.blur()")
    while desk.value("chongkak.stage.found.mover") == "A":
        desk.keys(desk.legal()[0][1:])
    theirs(desk, "B")
    desk.tab_to("#by-link-copy")
    desk.browser.press("Enter")
    copied = desk.wait(f"/copied|field/i.test(document.getElementById('said').textContent) && {SENT}", "the link")
    same("the link", copied.split("#")[1], desk.value("chongkak.study.link"))
    desk.tab_to("#by-link-given")
    hint = desk.value("document.getElementById('play-hint').disabled")
    if not hint:
        raise Wrong("the program helps against a person elsewhere")
