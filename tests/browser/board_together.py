"""The joint turn of a round: every choice is a move like any other, navigated, undone, reloaded and
linked."""
import json

from .board import differs_on_a_site, same
from .board_turns import reload
from lib.program import Wrong

SMALL = "rules=overbeck&holes=3&seeds=2"
RULES = ["--rules", "overbeck", "--holes", "3", "--seeds", "2"]
# The pending decision: a choice of both, or a turn.
STANDS = "chongkak.stage.found && chongkak.stage.still"
# The possible choices of A and B at the current place, as lists; null once both have stopped.
CHOICES = f"""{STANDS} && (chongkak.stage.found.mover === "AB"
  ? ["A", "B"].map((side) => chongkak.stage.found.choices.filter((move) => move[0] === side)) : "done")"""
NODES = "chongkak.study.tree.path().map(({ move, joint }) => [move, joint])"


def begun(desk, players="you,you,1", game=SMALL):
    """Starts a game with a joint turn, before any choice."""
    desk.open(f"{game}&players={players}")
    desk.choose("#speed", "-1")
    desk.wait("chongkak.stage.found?.mover === 'AB' && chongkak.stage.still", "both to choose")


def choose(desk, mine="AB", which=0):
    """Chooses a hole for each of these players, the first possible one or another; returns false
    once both have stopped."""
    found = desk.wait(CHOICES, "a choice, or the end of the turn")
    if found == "done":
        return False
    # The program may have chosen since the last check.
    due = [(side, holes) for side, holes in zip("AB", found) if side in mine and holes]
    before = due and desk.value("chongkak.study.link")
    for side, holes in due:
            desk.browser.click(*desk.cell(holes[which]))
    if due:
        desk.wait(f"chongkak.study.link !== {json.dumps(before)}", "the choice to be a move")
        desk.rest()
    return True


def whole(desk, mine="AB"):
    """Plays the joint turn to its end, and returns its text."""
    while choose(desk, mine):
        pass
    return desk.value("chongkak.study.tree.start()")


@differs_on_a_site
def test_joint_turn_is_played(desk):
    """A game of Overbeck's rules begins with both at once; their choices lead where the program
    says."""
    begun(desk, "you,player,1")
    desk.wait_words("#play-told", "play.both-begin")
    desk.wait_words("#said", "rounds.choose")
    joint = whole(desk, "A")
    played = desk.program.run("start", "play", *RULES, "--line", joint)
    desk.wait(f"chongkak.study.tree.path().some(({{ position }}) => position === {json.dumps(played['after'])})",
              "the position behind it")
    return joint


def test_joint_turn_is_walked_through(desk):
    """Each choice has its place in the list of moves and in the address; it is shown and
    replayed."""
    begun(desk)
    joint = whole(desk)
    nodes = desk.value(NODES)
    same("the whole turn", " / ".join(move for move, _ in nodes), joint)
    same("all of them by both", {whether for _, whether in nodes}, {True})
    listed = desk.value("[...document.querySelectorAll('#tree button')].map((one) => one.firstChild.textContent)")
    same("the list of moves", listed[1:], [move for move, _ in nodes])
    end, link = desk.position(), desk.value("chongkak.study.link")
    drawn = desk.drawn()
    for _ in nodes:
        desk.keys("ArrowLeft")
    same("the start", [desk.value("chongkak.stage.found.position"), desk.value("chongkak.study.node.parent")],
         ["2,2,2/0 2,2,2/0 A", None])
    for move, _ in nodes:
        desk.keys("ArrowRight")
        same("the place", desk.value("chongkak.study.node.move"), move)
    same("the end again", [desk.position(), desk.drawn()], [end, drawn])
    desk.choose("#speed", "8")
    desk.value("globalThis.runs = 0; chongkak.stage.addEventListener('moving', () => { runs++; }); 0")
    desk.keys("r", rest=False)
    desk.wait("runs === 1", "the choice to run again")
    desk.rest()
    desk.open(link)
    desk.wait(STANDS, "the place of the link")
    same("the link", [desk.position(), desk.drawn(), desk.value(NODES)], [end, drawn, nodes])
    # The game continues by turns, and can be reloaded at any place.
    move = desk.legal()[0]
    desk.play(move)
    after = desk.position()
    reload(desk)
    same("a move behind it", [desk.position(), desk.line()], [after, [*[one for one, _ in nodes], move]])


def test_joint_turn_survives_a_reload(desk):
    """In the middle of such a turn a reload changes nothing."""
    begun(desk)
    choose(desk, which=1)
    if desk.value("chongkak.stage.found.mover") != "AB":
        raise Wrong("the turn is over after one choice")
    before = desk.value("[chongkak.study.link, document.getElementById('caption').textContent, chongkak.stage.found.choices]")
    reload(desk)
    same("the turn", desk.value("[chongkak.study.link, document.getElementById('caption').textContent, chongkak.stage.found.choices]"), before)
    same("values in the middle", desk.value("chongkak.engine.found"), None)
    whole(desk)


def test_take_back_in_a_joint_turn(desk):
    """Undo takes back the last choice, in the turn and after it, and never the game."""
    begun(desk, "you,player,1")
    game = desk.value("chongkak.study.link")
    choose(desk, "A")
    desk.keys("u")
    desk.wait(f"chongkak.study.link === {json.dumps(game)} && chongkak.stage.found.mover === 'AB'", "the game, both to choose")
    whole(desk, "A")
    # The program may have played a turn after it.
    desk.wait(f"{STANDS} && chongkak.stage.found.mover === 'A' || chongkak.stage.over", "A's turn")
    desk.keys("u")
    same("the players", desk.value("chongkak.study.players"), "you,player,1")
    desk.wait("chongkak.stage.found.mover === 'AB' && chongkak.stage.still", "both to choose again")
    same("the rules", desk.value("chongkak.study.rules"), "overbeck")
    # The same for a game from a link.
    link = desk.value("(chongkak.study.redo(), chongkak.study.link)")
    desk.open(link)
    desk.wait(STANDS, "the game of the link")
    desk.rest()
    desk.keys("u")
    desk.wait("chongkak.stage.found.mover === 'AB' && chongkak.stage.still", "both to choose in the game of the link")
    same("nobody plays by himself", desk.value("chongkak.study.tree.start() !== '' || chongkak.study.tree.root.children.length === 0"), True)


def test_take_back_before_the_other_has_chosen(desk):
    """The choice of one of two people can be undone before the other one chooses."""
    begun(desk)
    holes = desk.value(CHOICES)
    desk.browser.click(*desk.cell(holes[0][0]))
    desk.wait_words("#said", "rounds.other-looks-away", side="B")
    desk.keys("u")
    desk.wait("Object.keys(chongkak.together.chosen).length === 0", "A to choose again")
    same("nothing is played", desk.line(), [])
    for side, all_of_side in zip("AB", holes):
        desk.browser.click(*desk.cell(all_of_side[-1]))
    desk.wait("chongkak.study.tree.line().length === 1", "the turn")
    same("the choice", desk.line()[0].split(" / ")[0], f"{holes[0][-1]} {holes[1][-1]}")


def test_by_turns_all_the_same(desk):
    """The players may take turns from the start, also against the program; that is in the link, and
    can be undone."""
    begun(desk, "player,you,1")
    desk.wait("!document.getElementById('play-together').hidden", "the button")
    same("what it offers", desk.text("#play-together"), desk.words("rounds.by-turns"))
    desk.click("#play-together")
    desk.wait("(chongkak.stage.skip(), chongkak.study.tree.line()[0]?.[0] === 'A')", "A to play alone")
    same("by turns", desk.value("[chongkak.study.begins, chongkak.study.node.joint]"), ["turns", False])
    # In a position that is set up the turn is as given, and a joint start is possible.
    desk.open(f"{SMALL}&position=2,2,2/0+2,2,2/0+B&players=you,you,1")
    same("whose turn it is", desk.value("chongkak.stage.found.mover"), "B")
    desk.wait("!document.getElementById('play-together').hidden", "the button")
    desk.click("#play-together")
    desk.wait("chongkak.stage.found.mover === 'AB' && chongkak.stage.still", "both to choose")
    reload(desk)
    same("after a reload", desk.value("chongkak.stage.found.mover"), "AB")


def test_joint_turn_is_analysed(desk):
    """After the joint turn there are values, and a curve; before it and in it there are none, and
    no blame."""
    begun(desk)
    whole(desk)
    count = len(desk.line())
    desk.play(desk.legal()[0])
    desk.click("#mode-analyse")
    desk.wait("chongkak.engine.found?.exact", "a value behind it")
    desk.keys("ArrowLeft")
    desk.wait("chongkak.engine.found?.exact", "the value of what both left")
    value = desk.value("chongkak.engine.found.value")
    same("as the program has it", value, desk.program.run("solve", desk.position(), *RULES[:2])["value"])
    desk.keys("Home")
    for _ in range(count - 1):
        desk.keys("ArrowRight")
        desk.wait_words("#value-words", "engine.together")
    desk.unfold("curve")
    desk.click("#curve-analyse")
    desk.wait_words("#curve-told", "curve.analysed", count=count + 2, proven=3)
    rows = desk.value("[...document.querySelectorAll('#curve-table tr')].slice(1).map((row) => row.cells[1].textContent)")
    unknown = desk.words("curve.not-known")
    same("places without a value", [row == unknown for row in rows], [True] * count + [False] * 2)


def test_joint_turn_in_a_record(desk):
    """A record contains the joint turn of a round played here, and of one that is read."""
    begun(desk)
    joint = whole(desk)
    desk.click("#mode-analyse")
    desk.unfold("record")
    desk.click("#record-write")
    desk.wait("document.getElementById('record-out').value", "the record")
    text = desk.value("document.getElementById('record-out').value")
    if joint not in " ".join(text.split()):
        raise Wrong(f"{joint!r} is not in {text!r}")
    desk.open(SMALL)
    desk.unfold("record")
    desk.value(f"document.getElementById('record-text').value = {json.dumps(text)}; 0")
    desk.click("#record-read")
    desk.wait(f"chongkak.study.tree.start(chongkak.study.tree.end()) === {json.dumps(joint)}", "the joint turn")
    desk.click("#record-write")
    desk.wait("document.getElementById('record-out').value", "the record again")
    same("written again", desk.value("document.getElementById('record-out').value"), text)


def test_links_of_before(desk):
    """Links of version 0.2, with a separate joint turn, show the same game."""
    begun(desk)
    joint = whole(desk)
    after, nodes = desk.position(), desk.value(NODES)
    move = desk.legal()[0]
    desk.open(f"{SMALL}&position={after.replace(' ', '+')}&start={joint.replace(' ', '+')}&players=you,you,1&moves={move}&at=0")
    desk.wait(STANDS, "the place")
    same("the place", [desk.position(), desk.value(NODES)], [after, nodes])
    same("the move behind it", desk.value("chongkak.study.node.children.map(({ move }) => move)"), [move])


def test_wrong_choices_of_a_link(desk):
    """An impossible choice is reported, and the place before it is shown."""
    desk.open(f"{SMALL}&moves=*A1,B1*A9,B9&at=2")
    desk.wait("!document.getElementById('fault').hidden", "the fault")
    same("the place before it", desk.line(), ["A1 B1"])
