"""The page of Chong in use: messages stay true and calm, and nothing blocks the game."""
import json

from .board import same
from .chong_page import Page
from lib.program import Wrong

# Throws and ways as the program chooses them, for a game against it.
AGAINST = "holes=12&b=greedy&seed=4"

# The focus: an id, a hole, or a way.
FOCUS = """(() => {
  const one = document.activeElement;
  return one === document.body ? "nothing" : one.id || one.dataset.way || one.dataset.hole || one.textContent;
})()"""


def rests(desk, expression, seconds=2):
    """Whether a value stays the same for a while."""
    return desk.value(f"""(async () => {{
      const now = () => JSON.stringify({expression});
      const before = now();
      for (let i = 0; i < {10 * seconds}; i++) {{
        await new Promise((done) => setTimeout(done, 100));
        if (now() !== before) return false;
      }}
      return true;
    }})()""")


def go(desk, link):
    """Replaces the link in the address of the open page."""
    desk.value(f"location.hash = {json.dumps(link)}")


def test_chong_another_board(desk):
    """Only a solved board says that it is solved; leaving it ends a running solution."""
    page = Page(desk)
    page.open("holes=3&dice=2")
    desk.wait_text("#solving", "is solved")
    desk.wait_text("#sure", "proven")
    same("the button", desk.text("#solve"), "Solved")
    desk.click("#solve")
    same("nothing left to solve", desk.text("#solve"), "Solved")
    go(desk, "holes=12")
    desk.wait("chongkak.info.holes === 12", "the other board")
    page.done()
    if "estimated" not in desk.text("#sure"):
        raise Wrong(f"a board of 12 columns: {desk.text('#sure')}")
    same("said of 12 columns", [desk.text("#solving"), desk.text("#solve")], ["", "Solve this board"])
    # Back at the solved board it is true again.
    desk.click("#undo")
    desk.wait_text("#solving", "is solved")
    # A running solution ends with its board.
    page.open("holes=6")
    desk.click("#solve")
    desk.wait_text("#solving", "Solving the board")
    desk.value("globalThis.running = chongkak.chances.solution; 0")
    go(desk, "holes=12")
    desk.wait("chongkak.info.holes === 12", "the other board")
    same("said of it", [desk.text("#solving"), desk.value("chongkak.chances.solution")], ["", None])
    stopped = desk.wait("running.answer.then((found) => found.stopped)", "the end of the solution")
    same("the solution", stopped, "cancelled")
    same("nothing of it", [desk.text("#solving"), desk.text("#solve")], ["", "Solve this board"])


def test_chong_undo_against_program(desk):
    """Undo takes back a person's action, with the answers of the program; redo restores them."""
    page = Page(desk)
    page.open(AGAINST, still=True)
    desk.choose("#speed", "0")
    before = page.position()
    page.throw("1 2 4 6")
    desk.wait("chongkak.ways.info?.throw === '1,2,4,6'", "the throw")
    desk.browser.click(*desk.middle("document.querySelector('#ways button')"))
    page.rest(2)
    after = page.position()
    desk.click("#undo")
    desk.wait("chongkak.game.at === 0 && chongkak.ways.info?.throw", "the own throw")
    same("the throw lies there", desk.value("chongkak.game.thrown"), "1,2,4,6")
    if not rests(desk, "chongkak.game.state()"):
        raise Wrong("the program plays after undo")
    desk.click("#undo")
    desk.wait("chongkak.game.thrown === null && chongkak.info && !chongkak.info.throw", "the time before the throw")
    same("the start", page.position(), before)
    if not rests(desk, "chongkak.game.state()"):
        raise Wrong("the program plays after undo")
    same("no more to undo", desk.value("document.getElementById('undo').ariaDisabled"), "true")
    for _ in range(3):
        desk.click("#redo")
    page.rest(2)
    same("all again", page.position(), after)
    same("no more to redo", desk.value("document.getElementById('redo').ariaDisabled"), "true")
    # Making the other side a program's can be undone too.
    desk.choose("#seat-a", "greedy")
    desk.wait("chongkak.game.at > 2", "a turn of the other program")
    desk.click("#undo")
    page.rest(2)
    same("who plays", desk.value("[chongkak.game.a, chongkak.game.b]"), ["person", "greedy"])
    if not rests(desk, "chongkak.game.state()"):
        raise Wrong("the program plays for a person")


def test_chong_goes_on(desk):
    """A wrong throw, the same throw again and wrong rules stop neither the program nor a search."""
    page = Page(desk)
    for wrong in ("throw", "rules"):
        page.open("holes=12")
        page.done()
        desk.click("#rules summary")
        desk.wait("document.querySelectorAll('#rules .option').length > 10", "the options")
        # Slow enough to type before the program throws.
        desk.value("chongkak.board.speed = 0.25")
        desk.choose("#seat-a", "greedy")
        if wrong == "throw":
            page.throw("9")
            desk.wait_text("#wrong-throw", "expected")
        else:
            desk.write("#holes", "99")
            desk.keys("Enter", rest=False)
            desk.wait_text("#rules-wrong", "from 2 to 28")
        desk.value("chongkak.board.speed = 1")
        desk.wait("chongkak.game.turns.length === 1", f"the program to play on after a wrong {wrong}")
    # Chances continue to the end.
    page.open("holes=12&throw=1,2,4,6")
    for typed, told in (("3 9", "expected"), ("6 4 2 1", None)):
        page.throw(typed)
        if told:
            desk.wait_text("#wrong-throw", told)
        page.done()
    same("the throw", desk.value("chongkak.game.thrown"), "1,2,4,6")


def test_chong_set_up_hides_the_game(desk):
    """During a set-up nothing is shown about another position, and nothing of the game can be
    used."""
    page = Page(desk)
    page.open("holes=3&dice=2", 1200, 1400)
    desk.wait_text("#sure", "proven")
    desk.value("document.activeElement.blur()")
    desk.keys("s", rest=False)
    desk.wait("!!document.querySelector('.setting-up')", "the set-up")
    desk.click("#setup-clear")
    same("caption", desk.text("#caption"), "Setting up a position")
    shown = "document.getElementById('chance').checkVisibility({ visibilityProperty: true })"
    same("chances of another position", desk.value(shown), False)
    state = desk.value("JSON.stringify(chongkak.game.state())")
    for selector in ("#throw", "#undo"):
        desk.click(selector)
    if not rests(desk, "[chongkak.game.state(), document.getElementById('said').textContent]", 1):
        raise Wrong("the game goes on during the set-up")
    same("the game", desk.value("JSON.stringify(chongkak.game.state())"), state)
    if desk.pictures:
        desk.browser.picture(desk.pictures / "chong-set-up.png")
    desk.click("#setup-leave")
    desk.wait_text("#caption", "A is to throw")
    desk.wait_text("#sure", "proven")
    same("chances again", desk.value(shown), True)
    desk.click("#throw")
    desk.wait("chongkak.ways.info?.throw", "a throw")


def test_chong_focus(desk):
    """The focus stays on a control, whatever it does, and keys continue from there."""
    page = Page(desk)
    page.open("position=SSSSSS|K....k|ssssss+A+opened:AB&dice=2")

    def focused(after, expected):
        same(f"focus after {after}", desk.value(FOCUS), expected)

    page.throw("3 4")
    desk.wait("chongkak.ways.info?.throw === '3,4'", "the throw")
    page.done()
    focused("a typed throw", "ways")
    desk.keys("ArrowDown", rest=False)
    focused("the arrow down", desk.value("document.querySelector('#ways button').dataset.way"))
    desk.keys("Enter", rest=False)
    page.rest(1)
    focused("a way", "ways")
    desk.value("document.getElementById('undo').focus()")
    for at in (2, 1):
        desk.keys("Enter", rest=False)
        desk.wait(f"chongkak.game.past.length === {at - 1}", "undo")
    focused("undo to the end", "undo")
    desk.keys("Enter", rest=False)
    desk.tab_to("#redo")
    for at in (1, 2):
        desk.keys("Enter", rest=False)
        desk.wait(f"chongkak.game.past.length === {at}", "redo")
    focused("redo to the end", "redo")
    desk.value("document.getElementById('back').focus()")
    desk.keys("Enter", rest=False)
    page.rest(0)
    focused("a turn back", "back")
    desk.value("document.querySelector('#turns button').focus()")
    desk.keys("Enter", rest=False)
    page.rest(1)
    same("a turn of the list", desk.value("!!document.activeElement.closest('#turns')"), True)
    # Holes select ways; the button that shows all of them disappears.
    page.throw("1 5")
    desk.wait("chongkak.ways.info?.throw === '1,5'", "the throw")
    page.done()
    # It is B's turn, whose numbers run from the other end.
    cell = desk.value("Number(chongkak.ways.order[0].way[0].match(/[SK](\\d+)/)[1])")
    page.hole(17 - cell)
    desk.value("document.getElementById('all-ways').focus()")
    desk.keys("Enter", rest=False)
    focused("all ways", "ways")
    for control in ("#setup-text", "#setup-use", "#setup-leave"):
        desk.value("document.querySelector('#setup > summary').focus()")
        desk.keys("Enter", rest=False)
        desk.wait("!!document.querySelector('.setting-up')", "the set-up")
        desk.value(f"document.querySelector('{control}').focus()")
        desk.keys("Enter", rest=False)
        desk.wait("!document.querySelector('.setting-up')", "the end of the set-up")
        focused(control, "ways")


# Counts screen reader announcements: the changes of live regions.
LISTEN = """(() => {
  globalThis.heard = [];
  const live = (element) => {
    const region = element?.closest("[aria-live], [role=status], [role=alert], output");
    return region && region.getAttribute("aria-live") !== "off" ? region : null;
  };
  new MutationObserver((changes) => {
    const regions = changes.map(({ target }) => live(target.nodeType === 1 ? target : target.parentElement));
    for (const region of new Set(regions)) if (region?.textContent) heard.push(region.textContent);
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
})()"""


def test_chong_calm(desk):
    """A screen reader announces a throw and, once, its chances; and how a solution ends."""
    page = Page(desk)
    page.open("holes=12")
    page.done()
    desk.value(LISTEN)
    page.throw("1 2 4 6")
    desk.wait("chongkak.ways.info?.throw === '1,2,4,6'", "the throw")
    page.done()
    desk.wait("heard.length > 1", "what is said of a throw")
    chance = desk.text("#chance").removeprefix("A wins: \u2248 ")
    heard = desk.value("heard")
    if len(heard) != 2 or not heard[0].startswith("A throws 1,2,4,6") or not heard[1].startswith(f"A wins with {chance}"):
        raise Wrong(f"heard of {chance}: {heard}")
    page.open("position=....|...S|s.k.+A+opened:AB&dice=1")
    page.done()
    desk.value(LISTEN)
    desk.click("#solve")
    desk.wait_text("#sure", "proven")
    desk.wait("heard.length > 0", "what is said of a solved board")
    page.done()
    heard = desk.value("heard")
    if len(heard) != 1 or not heard[0].startswith("A wins with") or "proven" not in heard[0]:
        raise Wrong(f"heard of a solved board: {heard}")


def test_chong_names(desk):
    """Lists have names, pictures have names or are hidden, moves are read in words."""
    page = Page(desk)
    page.open("position=S.S.S.|K.S.Sk|s.s.s.+A+opened:AB&dice=2&throw=1,4")
    page.done()
    desk.browser.click(*desk.middle("document.querySelector('#ways button')"))
    page.rest(1)
    page.throw("1 3")
    desk.wait("chongkak.ways.info?.throw === '1,3'", "the throw")
    page.done()
    desk.browser.ask("Accessibility.enable")
    nodes = desk.browser.ask("Accessibility.getFullAXTree")["nodes"]
    desk.browser.ask("Accessibility.disable")
    told = [(node["role"]["value"], node.get("name", {}).get("value", "")) for node in nodes
            if not node.get("ignored") and node.get("role")]
    nameless = [role for role, name in told if role in ("image", "list", "button", "textbox", "combobox") and not name]
    same("without a name", nameless, [])
    lists = [name for role, name in told if role == "list"]
    same("lists", lists, ["Ways to play the throw", "Turns"])
    buttons = [name for role, name in told if role == "button"]
    if not any("with 1 the king on" in name or "with 1 the soldier on" in name for name in buttons):
        raise Wrong(f"ways as they are read: {buttons}")
    if any(":S" in name or ":K" in name for name in buttons):
        raise Wrong(f"notation is read: {buttons}")


def test_chong_long_board(desk):
    """A board wider than its frame is scrolled to the ways of a throw, under the pointer, or
    played."""
    page = Page(desk)
    seen = """(() => {
      const { left, right } = chongkak.board.holes[%s].getBoundingClientRect();
      const frame = chongkak.board.frame.getBoundingClientRect();
      return left >= frame.left && right <= frame.right;
    })()"""
    for width in (390, 1200):
        for still in (False, True):
            page.open("holes=28", width, still=still)
            page.done()
            same(f"the king's hole at first, {width}, {still}", desk.value(seen % 28), False)
            page.throw("1 2 4 6")
            desk.wait("chongkak.ways.info?.throw === '1,2,4,6'", "the throw")
            desk.wait(seen % 28, "the king's hole after the throw")
            desk.wait(seen % 27, "the soldier that changes places")
            desk.value("chongkak.board.frame.scrollTo({ left: 0, behavior: 'instant' })")
            desk.value("document.activeElement.blur()")
            desk.keys("w", rest=False)
            desk.wait(seen % 28, "the king's hole of a way with the focus")
            desk.value("chongkak.board.frame.scrollTo({ left: 0, behavior: 'instant' })")
            desk.keys("Enter", rest=False)
            page.rest(1)
            # The last move of the only way goes from 34 to 40.
            for hole in (34, 40):
                desk.wait(seen % hole, f"hole {hole} after a way was played, {width} pixels")


def test_chong_long_texts(desk):
    """Pasted nonsense does not make the page wider than its window."""
    page = Page(desk)
    page.open("holes=4", 1200, 1500)
    desk.value("document.activeElement.blur()")
    desk.keys("s", rest=False)
    desk.wait("!!document.querySelector('.setting-up')", "the set-up")
    for text in ("x" * 50000, "|".join(["S" * 10000] * 3), "|".join(["SSz" * 3000] * 3) + " A"):
        desk.write("#setup-text", text)
        desk.wait_text("#setup-wrong", "expected")
        wider = desk.value("document.documentElement.scrollWidth - innerWidth")
        if wider > 0:
            raise Wrong(f"{text[:5]}\u2026: {wider} pixels too wide")
    desk.keys("Escape", rest=False)


def test_chong_unreadable_links(desk):
    """An invalid link stays in the address with its error; a player must be a valid one."""
    page = Page(desk)
    for link, told in (("a=hal", "expected person"), ("holes=many", "expected a number"),
                       ("position=SSS|K.x|sss+A", 'found "x"')):
        page.open(link)
        desk.wait_text("#fault", told)
        page.done()
        same("shown", desk.value("document.getElementById('fault').checkVisibility()"), True)
        # Also restored after a lost connection.
        desk.lose_connection()
        desk.click("#again")
        desk.wait("document.getElementById('connection').textContent === ''", "the connection")
        page.done()
        if not rests(desk, "location.hash", 1):
            raise Wrong(f"the link {link} is gone")
        same("the link", desk.value("location.hash"), f"#{link}")
        if told not in desk.text("#fault"):
            raise Wrong(f"what is wrong with {link} is no longer told")
    # Another game has another link.
    page.throw("1 2 3 4")
    desk.wait("location.hash.includes('throw=1,2,3,4')", "the link of the game")
    same("no fault", desk.text("#fault"), "")


def test_chong_without_connection(desk):
    """Throwing without a connection gives a message."""
    page = Page(desk)
    page.open("holes=12")
    page.done()
    desk.value("chongkak.server.lose('lost'); chongkak.server.pause = 60000; clearTimeout(chongkak.server.again); 0")
    desk.click("#throw")
    desk.wait_text("#said", "can't be reached")
