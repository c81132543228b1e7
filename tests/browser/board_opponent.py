"""The analysis page: games against the program."""
from .board import cells, same
from .board_play import SMALL, SMALL_RULES
from lib.program import Wrong

TOLD = "#play-told"
# Records the choices requested from the program.
NOTE = """globalThis.asked = [];
  const ask = chongkak.server.search.bind(chongkak.server);
  chongkak.server.search = (method, params, progress) => {
    if (method === "choose") asked.push(params);
    return ask(method, params, progress);
  }; 0"""
WAITS = "/your turn|is over/.test(document.getElementById('play-told').textContent) && chongkak.stage.still"


def begin(desk, link, sides):
    """Starts a new game by clicks, in which a person begins."""
    desk.open(link)
    desk.choose("#speed", "-1")
    desk.unfold("play")
    for side, player in zip("AB", sides):
        desk.choose(f"#play-{side}", player)
    desk.click("#play-new")
    desk.wait("chongkak.study.players !== null && chongkak.stage.found && chongkak.stage.still", "a game")


def waits(desk):
    """Waits for the person's turn, or the end."""
    told = "document.getElementById('play-told').textContent"
    return desk.wait(f"{WAITS} && {told}", "the person's turn")


def result(position):
    """Returns the page's words for the end of a round, for a person who is A."""
    rows = cells(position)
    half = len(rows) // 2
    a, b = (sum(int(cell) for cell in side) for side in (rows[:half], rows[half:]))
    if a == b:
        return f"{a} to {b}: a draw."
    winner, says = ("A", "You win.") if a > b else ("B", "You lose.")
    return f"{a} to {b}: {winner} wins by {abs(a - b)}. {says}"


def test_whole_game_by_keys(desk):
    """A round with keys alone: the program plays whole turns, and the end is announced with the
    result."""
    desk.open(SMALL)
    desk.tab_to("#play > summary")
    desk.browser.press("Enter")
    desk.tab_to("#play-B")
    desk.browser.type("beginner")
    desk.tab_to("#play-new")
    desk.browser.press("Enter")
    desk.wait("chongkak.study.players !== null", "a game")
    for _ in range(60):
        if "is over" in waits(desk):
            break
        move = desk.legal()[0]
        same("whose turn it is", move[0], "A")
        before = len(desk.line())
        desk.keys(move[1:], rest=False)
        desk.wait(f"chongkak.study.tree.line().length > {before}", move)
        # The program's move is shown seed by seed; a key ends that, as for one's own moves.
        desk.wait(f"(chongkak.stage.skip(), {WAITS})", "the turn of the program")
    line = desk.line()
    played = desk.program.run("play", "--line", " ".join(line), *SMALL_RULES)
    same("the end", desk.position(), played["after"])
    if not played["after"].endswith("over"):
        raise Wrong(f"the round is not over: {played['after']}")
    if not any(move.startswith("B") for move in line):
        raise Wrong(f"the program has not played: {line}")
    desk.wait_text(TOLD, result(played["after"]))
    desk.wait_text("#said", result(played["after"]))


def test_program_runs_its_moves(desk):
    """The program's turn of several moves is shown move by move, even at its start."""
    desk.open(SMALL)
    desk.value(NOTE)
    desk.value("""globalThis.runs = [];
      chongkak.stage.addEventListener("moving", () => runs.push(chongkak.study.node.move)); 0""")
    desk.unfold("play")
    desk.choose("#play-A", "best")
    desk.choose("#play-B", "you")
    desk.click("#play-new")
    turn = "chongkak.stage.found?.mover === 'B' && chongkak.stage.still"
    desk.wait(f"(chongkak.stage.skip(), {turn})", "the turn of A")
    line = desk.line()
    # The one turn that reaches the value of this opening: see `analyze` in docs/GUIDE.md.
    same("the turn", line, ["A2", "A3"])
    same("moves that ran", desk.value("runs"), line)
    same("one question for the whole turn", desk.value("asked.length"), 1)
    desk.wait_text(TOLD, "your turn: you are B")


def test_hints(desk):
    """While a person plays, only requested hints are shown."""
    begin(desk, SMALL, ("you", "beginner"))
    waits(desk)
    shown = "document.querySelectorAll('#board .value[visibility=visible]').length"
    silent = f"chongkak.engine.found === null && {shown} === 0 && chongkak.engine.running === null"
    desk.wait(silent, "silence")
    desk.wait_text("#value-words", "Hints are off")
    values = "document.getElementById('values').getClientRects().length"
    same("values that could be read", desk.value(values), 0)
    desk.keys("h", rest=False)
    desk.wait(f"chongkak.engine.found?.exact && {shown} > 0", "a hint")
    desk.play(desk.legal()[0])
    waits(desk)
    desk.wait(silent, "silence again")
    desk.click("#play-stop")
    desk.wait("!!chongkak.engine.found", "values after the game")
    same("no game", desk.value("chongkak.study.players"), None)
    # Known values are hidden too.
    desk.click("#play-here")
    desk.wait(silent, "silence about what is known")


def test_take_back(desk):
    """Undo returns to the person's last choice; then another one can be made."""
    begin(desk, SMALL, ("you", "beginner"))
    desk.play("A2")
    # A2 ends in the store: A moves again, and then the program plays its turn.
    desk.play("A1")
    waits(desk)
    whole = desk.line()
    if whole[:2] != ["A2", "A1"] or len(whole) < 3:
        raise Wrong(f"the program has not played: {whole}")
    desk.keys("u")
    same("back at the last choice", desk.line(), ["A2"])
    same("nothing is left of what followed", desk.value("chongkak.study.node.children.length"), 0)
    desk.click("#play-back")
    desk.rest()
    same("back at the start", desk.line(), [])
    # An undone move can be redone, with the program's answers.
    redo(desk, 2)
    same("all of it again", desk.line(), whole)
    desk.keys("u", "u")
    desk.play("A3")
    waits(desk)
    same("another choice", desk.line()[0], "A3")
    # Navigation through the moves is not disturbed, even where the program was to move.
    desk.value(NOTE)
    desk.keys("Home", "ArrowRight")
    same("where the program was to move", desk.position().split()[2], "B")
    desk.wait_text(TOLD, "You are viewing an earlier position")
    same("questions", desk.value("asked"), [])


def redo(desk, times):
    for _ in range(times):
        desk.browser.press("y", control=True)
        desk.rest()


def test_undo_leaves_a_game(desk):
    """Undo continues before the first choice, to the state before the game, and redo restores all
    of it."""
    desk.open(SMALL)
    desk.play("A3")
    desk.write("#node-name", "before")
    desk.browser.press("Enter")
    desk.wait("chongkak.study.node.name === 'before'", "the name")
    before = desk.value("chongkak.study.link")
    for sides in (("you", "beginner"), ("best", "beginner")):
        desk.unfold("play")
        for side, player in zip("AB", sides):
            desk.choose(f"#play-{side}", player)
        desk.click("#play-new")
        if sides[0] == "you":
            desk.wait("chongkak.study.players !== null && chongkak.stage.still", "a game")
            desk.play("A2")
            desk.keys("u")
            same("the first choice is taken back", [desk.line(), desk.value("!!chongkak.study.players")], [[], True])
        else:
            desk.wait("(chongkak.stage.skip(), chongkak.study.tree.line().length > 3)", "some moves")
        desk.click("#undo")
        desk.rest()
        same("before the game", desk.value("chongkak.study.link"), before)
        redo(desk, 1)
        same("the game again", desk.value("chongkak.study.players").split(",")[:2], list(sides))
        desk.click("#play-stop")
        desk.keys("u")
        same("the end is undone", desk.value("chongkak.study.players").split(",")[:2], list(sides))
        desk.keys("u")
        same("and the game", desk.value("chongkak.study.link"), before)
        desk.click("#play > summary")
    desk.keys("u")
    same("the name is gone", desk.value("chongkak.study.tree.toString()"), "A3")
    desk.keys("u")
    same("the move too", desk.line(), [])
    same("there is no more", desk.value("document.getElementById('undo').disabled"), True)


def test_lists_of_players(desk):
    """A strength chosen during a game is for the next game, and is not undone."""
    begin(desk, SMALL, ("you", "beginner"))
    desk.choose("#play-A", "best")
    desk.choose("#play-B", "strong")
    lists = "['A', 'B'].map((side) => document.getElementById(`play-${side}`).value)"
    desk.play("A2")
    desk.play("A1")
    waits(desk)
    same("the lists", desk.value(lists), ["best", "strong"])
    same("this game", desk.value("chongkak.study.players").split(",")[:2], ["you", "beginner"])
    desk.keys("u")
    same("the lists after undo", desk.value(lists), ["best", "strong"])
    desk.choose("#play-A", "you")
    desk.click("#play-new")
    desk.wait("/^you,strong,/.test(chongkak.study.players)", "the next game")
    desk.open(f"{SMALL}&players=you,player,7&moves=A2&at=1")
    desk.wait(f"{lists}.join() === 'you,player'", "the players of a link")


def test_thinking(desk):
    """Nobody can play for the program while it thinks; it can be told to move now; after a lost
    connection it thinks again."""
    begin(desk, "rules=overbeck&holes=9&seeds=9", ("you", "best"))
    desk.click("#play-together")
    desk.wait("chongkak.stage.found.mover === 'A' && chongkak.stage.still", "the game to begin by turns")
    desk.value("""(() => {
      const ask = chongkak.server.search.bind(chongkak.server);
      globalThis.asked = [];
      // So long that only a click on "Move now" ends it.
      chongkak.server.search = (method, params, progress) => {
        if (method !== "choose") return ask(method, params, progress);
        asked.push(params);
        return ask(method, { ...params, policy: "search:100G" }, progress);
      };
    })()""")
    desk.play("A2")
    desk.wait_text(TOLD, "B, best, is thinking")
    desk.browser.click(*desk.cell("B1"))
    desk.wait_text("#said", "It is the program's turn")
    same("the moves", desk.line(), ["A2"])
    desk.lose_connection()
    desk.wait("asked.length === 2", "the program to be asked again")
    same("the same question", desk.value("JSON.stringify(asked[0]) === JSON.stringify(asked[1])"), True)
    same("its strength", desk.value("asked[0].policy"), "best")
    desk.click("#play-now")
    desk.wait("chongkak.study.tree.line()[1]?.startsWith('B')", "a move")


def test_game_in_the_link(desk):
    """A reloaded game continues, even with the program to move."""
    begin(desk, SMALL, ("you", "beginner"))
    players = desk.wait("/players=you,beginner,\\d+/.exec(location.hash)?.[0]", "the players in the link")
    same("the players", desk.value("chongkak.study.players"), players.removeprefix("players="))
    desk.open(f"{SMALL}&players=you,player,7&moves=A3&at=1")
    desk.wait("(chongkak.stage.skip(), chongkak.study.tree.line()[1]?.[0] === 'B')", "the program")
    desk.unfold("play")
    waits(desk)
    desk.wait_text(TOLD, "you are A")
    same("B", desk.value("document.getElementById('play-B').value"), "player")
    first = desk.line()
    desk.value(NOTE)
    desk.value("document.activeElement.blur()")
    desk.keys("u")
    desk.play("A3")
    waits(desk)
    same("the seed of the link", desk.value("asked.map((one) => [one.policy, one.seed])"), [["player", 7]])
    same("the same seed brings the same turn", desk.line(), first)
    # In a reloaded game with a person to move there is something to undo at once.
    desk.open(f"{SMALL}&players=you,player,7&moves=A2&at=1")
    desk.keys("u")
    same("taken back", desk.line(), [])
    same("the game goes on", desk.value("chongkak.study.players"), "you,player,7")
    same("there is no more", desk.value("document.getElementById('undo').disabled"), True)
    redo(desk, 1)
    same("done again", desk.line(), ["A2"])
    # Another game is a game without the program.
    desk.unfold("rules")
    desk.choose("#rule-set", "dakon")
    desk.wait("chongkak.study.rules === 'dakon'", "other rules")
    same("nobody plays", desk.value("chongkak.study.players"), None)


def test_two_people(desk):
    """Two people play without hints; the program moves for neither."""
    begin(desk, SMALL, ("you", "you"))
    desk.play("A3")
    desk.wait_text(TOLD, "It is B's turn")
    desk.play("B3")
    same("the moves", desk.line(), ["A3", "B3"])
    same("hints", desk.value("chongkak.engine.found"), None)
    desk.keys("u")
    same("taken back", desk.line(), ["A3"])
