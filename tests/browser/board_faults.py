"""The analysis page: errors are shown, and nothing is lost by them."""
import json

from .board import differs_on_a_site, of_the_program, same
from .board_play import SMALL

FAULT = "document.getElementById('fault')"
SEEN = f"{FAULT}.getClientRects().length > 0 && {FAULT}.textContent"


def test_broken_links(desk):
    """An invalid link is reported, and stays in the address until something else is shown."""
    broken = {
        "rules=overbeck&players=you,hal,1": "who plays A", "foo": "no such part of a link",
        "rules=overbeck&players=you,hal,1&moves=A1A2&at=7": "who plays A",
        "rules=kalah&holes=99999999999": "expected a number",
        "rules=kalah&moves=A1&at=7": "a place that exists in the moves",
        "rules=kalah&moves=" + "A1(B1" * 15000 + ")" * 15000: "at most 200 side lines",
    }
    for link, told in broken.items():
        # The page requests everything that it shows once connected, and then updates its address.
        desk.open(link)
        desk.wait("chongkak.engine.found && !chongkak.engine.found.before", "a value")
        desk.wait(f"({SEEN} || '').includes({json.dumps(told)})", f"{told!r} to be seen")
        same("the address", desk.value("decodeURIComponent(location.hash.slice(1))"), link)
    # A link that the program refuses stays in the address too, and undo goes to the previous state.
    desk.open("rules=nothing")
    desk.wait("chongkak.engine.found && !chongkak.engine.found.before", "a value")
    same("the address", desk.value("location.hash"), "#rules=nothing")
    same("nothing to undo", desk.value("document.getElementById('undo').disabled"), True)
    desk.open(SMALL)
    desk.play("A2")
    desk.value("location.hash = 'rules=nothing'; 0")
    desk.wait(f"({SEEN} || '').includes('no rule set')", "the refusal")
    desk.wait("chongkak.study.rules === 'overbeck' && chongkak.stage.still", "another board")
    same("the address", desk.value("location.hash"), "#rules=nothing")
    desk.keys("u")
    same("the game again", desk.value("chongkak.study.link"), f"{SMALL}&moves=A2&at=1")
    # A restored connection changes neither the message nor the address.
    link = "rules=overbeck&players=you,hal,1"
    desk.open(link)
    desk.lose_connection()
    desk.wait("chongkak.server.state === 'open' && chongkak.server.waiting.size > 0", "the connection")
    desk.wait("chongkak.server.waiting.size === 0 || chongkak.engine.found?.depth > 3", "the answers")
    desk.wait(SEEN, "the words")
    same("the address", desk.value("location.hash.slice(1)"), link)
    desk.play("A1")
    desk.wait("location.hash === '#rules=overbeck&moves=A1&at=1'", "the address of what is shown")
    same("the words are gone", desk.value(f"{FAULT}.getClientRects().length"), 0)


def test_emptied_address(desk):
    """Without a link the game stays, its address returns, and nothing is there to undo."""
    desk.open(SMALL)
    desk.play("A2")
    link = desk.value("chongkak.study.link")
    desk.value("location.hash = ''; 0")
    desk.wait(f"location.hash === {json.dumps('#' + link)}", "the address")
    desk.value(f"location.hash = {json.dumps(link + '&')}; 0")
    desk.wait(f"location.hash === {json.dumps('#' + link)}", "the address of the same game")
    same("the moves", desk.line(), ["A2"])
    desk.keys("u")
    same("undone", desk.line(), [])


def noted(desk):
    """Records which searches are requested and cancelled."""
    desk.value("""globalThis.asked = [];
      globalThis.cancelled = [];
      const ask = chongkak.server.search.bind(chongkak.server);
      chongkak.server.search = (method, params, progress) => {
        // So long that only a click ends it.
        const policy = method === "choose" ? { policy: "search:100G" } : {};
        const search = ask(method, { ...params, ...policy }, progress);
        const { cancel } = search;
        // Moves are played at once.
        if (method !== "play") asked.push(method);
        search.cancel = () => { cancelled.push(method); cancel(); };
        return search;
      }; 0""")


@differs_on_a_site
def test_one_search_at_a_time(desk):
    """Requesting a search stops only the same kind of search, never another one."""
    others = {"solve": ("#solve", "v"), "turns": ("#turns-ask", "t")}
    desk.open("rules=overbeck&moves=A2&at=1")
    desk.choose("#engine-time", "")
    noted(desk)

    def refuse(what, told):
        """None of the others starts, or ends the running one; each says why."""
        for method, presses in others.items():
            if method == what:
                continue
            for press in presses:
                # In a game the buttons are hidden, and the keys still work.
                if press.startswith("#") and not desk.value(f"document.querySelector('{press}').getClientRects().length"):
                    continue
                desk.value("asked.length = cancelled.length = 0; chongkak.say('')")
                if press.startswith("#"):
                    desk.click(press)
                else:
                    desk.value("document.activeElement.blur()")
                    desk.keys(press, rest=False)
                desk.wait_text("#said", told)
                same(f"searches after {press} during {what}", desk.value("[asked, cancelled]"), [[], []])

    for what, (button, key) in others.items():
        told = {"solve": "being proven", "turns": "being searched"}[what]
        asks = desk.text(button)
        for stop in ("click", "key"):
            desk.click(button)
            desk.wait_text(button, "Stop")
            refuse(what, told)
            if stop == "click":
                desk.click(button)
            else:
                desk.value("document.activeElement.blur()")
                desk.keys(key, rest=False)
            desk.wait(f"cancelled.join() === {json.dumps(what)}", "its own search to be cancelled")
            same("the button", desk.text(button), asks)
            desk.wait("asked.at(-1) === 'evaluate'", "the engine to go on")
    desk.unfold("curve")
    desk.choose("#curve-time", "30")
    desk.wait("chongkak.engine.running !== null", "the engine to go on")
    desk.value("asked.length = 0")
    desk.click("#curve-analyse")
    desk.wait_text("#curve-analyse", "Stop")
    desk.wait("asked.includes('evaluate')", "the analysis")
    refuse("line", "being analysed")
    same("the analysis", desk.text("#curve-analyse"), "Stop")
    desk.click("#curve-analyse")
    desk.unfold("play")
    for side in "AB":
        desk.choose(f"#play-{side}", "best")
    desk.click("#play-here")
    thinks = desk.wait_text("#play-told", "best, is thinking")
    refuse("choose", "is thinking")
    # In a game the panel of the curve is hidden; using it anyway gives a message.
    desk.value("chongkak.say(''); document.getElementById('curve-analyse').click()")
    desk.wait_text("#said", "is thinking")
    same("the analysis", desk.text("#curve-analyse"), "Analyse the line")
    same("the program", desk.text("#play-told"), thinks)


def test_no_turn_that_wins(desk):
    """That no turn wins is shown as proven only where the program has proven it."""
    desk.open("rules=kalah")
    turns = desk.program.run("turns", "--rules", "kalah")
    same("what the program says", [turns["harvest"]["proven"], turns["shortest"]], [True, None])
    desk.click("#turns-ask")
    desk.wait_text("#turns-found", "Most seeds")
    desk.wait_text("#turns-found", "No turn gains more than half of the seeds: proven.")
    # While a search runs the button ends it.
    desk.wait("chongkak.engine.lentTo !== 'turns'", "the end of the search")
    # Stopped at once: then the message is only about what was searched.
    desk.value("""chongkak.engine.borrow = async () => ({
      stopped: "cancelled", shortest: null, harvest: { seeds: 2, moves: 1, proven: false, line: ["A3"] },
    }); 0""")
    desk.click("#turns-ask")
    desk.wait_text("#turns-found", "No turn is known so far that gains more than half of the seeds.")


def test_number_of_a_wrong_move(desk):
    """An illegal move is reported with its number in the whole line, however it is reached."""
    for moves, told in (("A3A99", 'move 2, "A99": expected'), ("A3A3", "move 2, A3: the hole holds no se"),
                        ("A3A4B1A99", 'move 4, "A99": expected')):
        for keys in (["End"], ["ArrowRight"] * (moves.count("A") + moves.count("B"))):
            desk.open(f"rules=kalah&moves={moves}&at=0")
            desk.keys(*keys)
            same(f"{moves}, {keys[0]}", (desk.wait(SEEN, "words") or "")[:len(told)], told)


def test_moves_of_a_link(desk):
    """An illegal move in a link is reported at once, wherever it is in the link."""
    desk.open("rules=kalah&moves=A1A1A1")
    told = desk.wait(SEEN, "words of the second move")
    expected = desk.words("frame.of-move", count=2, problem="")
    same("which move", told[:len(expected)], expected)
    desk.open("rules=kalah&moves=A1(A2B9)B1&at=1")
    told = desk.wait(SEEN, "words of the side line")
    same("which move of it", told[:len(expected)], expected)
    desk.open("rules=kalah&moves=A1(A2B2)B1&at=1")
    desk.wait("chongkak.server.waiting.size === 0 || chongkak.engine.found", "the test of all lines")
    same("a link without a mistake", desk.value(SEEN) or None, None)


def test_numbers_of_moves(desk):
    """Errors of a move begin with its number in the whole line, also when a game is reloaded."""
    desk.open("rules=kalah")
    for number, move in enumerate(("A3", "A4", "B1"), 1):
        desk.play(move)
        desk.wait_text("#said", f"{number}. {move}: ")
    desk.open("rules=kalah&moves=A3A4B1&at=3")
    desk.wait_text("#said", "3. B1: ")
    desk.keys("ArrowLeft")
    desk.wait_text("#said", "2. A4: ")
    desk.keys("Home", "ArrowRight")
    desk.wait_text("#said", "1. A3: ")


@of_the_program
def test_rules_without_the_program(desk):
    """Rules that the program can't use are not shown as those of the board."""
    other = desk.of_own_program()
    try:
        other.open(SMALL)
        other.unfold("rules")
        other.wait("document.getElementById('option-capture') !== null", "the rules")
        capture = other.value("document.getElementById('option-capture').value")
    finally:
        other.board.stop()
    other.wait_text("#connection", "The program has ended")
    other.choose("#rule-set", "dakon")
    other.wait(f"({SEEN} || '').includes('can\\'t be reached now')", "the fault to be seen")
    same("the list", other.value("document.getElementById('rule-set').value"), "kalah")
    other.choose("#option-capture", "none")
    other.wait_text("#rules .fault", "can't be reached now")
    same("the option", other.value("document.getElementById('option-capture').value"), capture)
    same("the rules", other.value("chongkak.study.link"), SMALL)
    other.check()
    desk.browser.events = []
