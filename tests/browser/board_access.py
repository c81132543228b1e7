"""The analysis page with the keyboard alone, or a screen reader: the focus stays, announcements are
calm, and everything has a name."""
import re

from .board import SHOWN, WINDOWS, at_a_desk, same
from .board_by_link import MINE
from .board_language import in_all
from .board_modes import first_visit
from .board_play import SMALL
from .chong_page import Page
from lib.program import Wrong

# The focused element, once the browser has removed the focus from what can't have it any more: its
# id, or the name of its cell; null if there is none.
FOCUS = """new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => {
  const one = document.activeElement;
  const there = one !== document.body && one.getClientRects().length > 0;
  done(!there ? null : one.dataset.cell === undefined ? one.id : "cell");
})))"""
MOVED = "!!chongkak.study.node.parent && chongkak.stage.still"
AT_END = "chongkak.study.node.move === 'A1'"
AT_START = "!chongkak.study.node.parent && chongkak.stage.still"


def press(desk, selector, until, key="Enter"):
    """Presses a key on a control, and waits for its effect."""
    desk.value(f"document.querySelector({selector!r}).focus()")
    desk.browser.press(key)
    desk.wait(until, f"{selector} to be pressed")


def focused(desk, what, expected):
    same(f"the focus after {what}", desk.value(FOCUS), expected)


def test_focus_in_the_moves(desk):
    """Buttons that are no longer useful keep the focus, or pass it to the next one."""
    line = f"{SMALL}&moves=A2A1"
    ends = [("back", 1, AT_START), ("first", 1, AT_START), ("next", 1, AT_END), ("end", 0, AT_END)]
    for button, at, until in ends:
        desk.open(f"{line}&at={at}")
        press(desk, f"#{button}", until)
        desk.rest()
        focused(desk, f"#{button}", button)
        same(f"#{button} rests", desk.value(f"document.getElementById('{button}').ariaDisabled"), "true")
        before = desk.line()
        desk.value("globalThis.went = 0; chongkak.study.addEventListener('node', () => { went++; }); 0")
        desk.keys("Enter")
        same(f"#{button} does nothing more", [desk.line(), desk.value("went")], [before, 0])
    desk.open(f"{line}&at=1")
    press(desk, "#remove", AT_START)
    focused(desk, "the end of the moves was deleted", "undo")
    press(desk, "#undo", "chongkak.study.tree.toString() === 'A2A1'")
    focused(desk, "the last undo", "redo")
    press(desk, "#redo", "chongkak.study.tree.toString() === ''")
    focused(desk, "the last redo", "undo")
    desk.open(f"{SMALL}&moves=A2A1(A3)&at=1.1.0")
    press(desk, "#promote", "chongkak.study.tree.toString() === 'A2A3(A1)'")
    focused(desk, "a line was put first", "undo")


def test_focus_in_panels(desk):
    """If a click removes an element, the focus moves to an existing one."""
    desk.open("rules=dakon&holes=4&seeds=4")
    press(desk, "#turns-ask", "document.querySelector('#turns-found .small') && !chongkak.engine.borrowed")
    focused(desk, "turns were looked at", "turns-ask")
    press(desk, "#turns-found .small", MOVED)
    focused(desk, "a turn is played", "next")
    desk.open("rules=overbeck")
    desk.wait("!!document.querySelector('#book .small')", "the book")
    press(desk, "#book .small", MOVED)
    focused(desk, "a line of the book is played", "next")
    desk.open(SMALL)
    for control, until in {
        "#setup-text": "chongkak.study.start !== null", "#setup-use": "chongkak.study.start !== null",
        "#setup-leave": "!chongkak.setup.active",
    }.items():
        desk.keys("s", rest=False)
        desk.wait("chongkak.setup.active && !document.getElementById('setup-use').disabled", "the set-up")
        press(desk, control, f"{until} && !chongkak.setup.active && chongkak.stage.still")
        focused(desk, control, "cell")
        desk.value("document.activeElement.blur()")
    desk.open(SMALL)
    desk.unfold("rules")
    desk.wait("document.getElementById('option-seeds') !== null", "the options")
    desk.write("#option-seeds", "3")
    desk.browser.press("Tab")
    after = desk.value("document.activeElement.id")
    desk.wait("chongkak.study.seeds === 3 && document.querySelector('#option-seeds').value === '3'", "the rules")
    desk.wait("document.getElementById('about').textContent.includes('3 seeds')", "the new rules")
    if not after:
        raise Wrong("no option follows that can have the focus")
    focused(desk, "a number is changed", after)


# Lists of moves: their tab stop, and the keys that move within it.
LISTS = {"#pv": ("ArrowRight", "ArrowLeft"), "#book .chips": ("ArrowRight", "ArrowLeft"),
         "#values": ("ArrowDown", "ArrowUp")}


def test_one_stop(desk):
    """A list of moves is one tab stop, and arrows move within it, so the panels are near."""
    desk.open("rules=overbeck")
    desk.wait("!!chongkak.engine.found && !!document.querySelector('#book .chips')", "values and the book")
    desk.choose("#engine-time", "5")
    desk.wait("chongkak.engine.running === null", "the end of the search")
    for place, (on, back) in LISTS.items():
        desk.tab_to(f"{place} button")
        number = f"[...document.querySelectorAll('{place} button')].indexOf(document.activeElement)"
        found = []
        for key in (on, on, back, back, back):
            desk.browser.press(key)
            found.append(desk.value(number))
        same(f"arrows in {place}", found, [1, 2, 1, 0, 0])
        same(f"stops of {place}", desk.value(f"document.querySelectorAll('{place} [tabindex=\"0\"]').length"),
             desk.value(f"document.querySelectorAll('{place}').length"))
    same("no move was walked", desk.line(), [])
    desk.value("document.activeElement.blur()")
    desk.open("rules=kalah&holes=18&seeds=4")
    desk.wait("document.querySelectorAll('#values tr').length === 18", "the values")
    names = desk.tabbed()
    if names.index("Rules") > 30:
        raise Wrong(f"{names.index('Rules')} stops before the rules: {names}")
    return f"{names.index('Rules')} stops before the rules"


def test_focus_after_try_now(desk):
    """The button that reconnects disappears, and passes on the focus."""
    desk.open(SMALL)
    desk.lose_connection()
    desk.wait("!document.getElementById('again').hidden", "the button")
    press(desk, "#again", "chongkak.server.state === 'open'")
    focused(desk, "the connection is there again", "next")


# Records what a screen reader would announce: changes in live regions, by id.
LISTEN = """globalThis.heard = [];
  globalThis.values = 0;
  const regions = "[aria-live], output, [role=status], [role=alert], [role=log], [role=timer]";
  new MutationObserver((records) => {
    const changed = new Set(records.map(({ target }) => (target.closest ? target : target.parentElement)?.closest(regions)));
    for (const region of changed) {
      if (region && region.getAttribute("aria-live") !== "off") heard.push([region.id, region.textContent]);
    }
    if (records.some(({ target }) => target.id === "value-facts")) values++;
  }).observe(document.body, { childList: true, characterData: true, subtree: true }); 0"""


def test_calm(desk):
    """While values arrive nothing is announced; when the search ends its value is, once."""
    desk.open("rules=overbeck", still=True)
    desk.choose("#engine-time", "5")
    desk.value(LISTEN)
    desk.play("A1")
    desk.play("A7")
    desk.wait("chongkak.engine.running === null && chongkak.engine.found.depth > 0", "the end of the search")
    heard = desk.value("heard")
    if desk.value("values") < 4:
        raise Wrong("hardly any value has come")
    others = [region for region, _ in heard if region not in ("value-heard", "said")]
    same("others that were read aloud", others, [])
    told = [text for region, text in heard if region == "value-heard"]
    same("the value is told", told[-1:], [f"After 2. A7: {desk.text('#value-words')}"])
    # A1 keeps the proven value of the opening, which is announced as soon as it is played.
    places = [text.split(":")[0] for text in told]
    same("each value is told once", places, sorted(set(places)))
    if len(heard) > 4:
        raise Wrong(f"two moves were told {len(heard)} times: {heard}")
    return f"{len(heard)} announcements for two moves, {desk.value('values')} values"


# Roles that need a name.
NAMED = ("button", "checkbox", "combobox", "image", "link", "listbox", "region", "table", "textbox")
FIELDS = ("combobox", "textbox", "checkbox")


def spoken(desk):
    """Returns the accessibility tree: role, name, description, and the enclosing element."""
    nodes = desk.browser.ask("Accessibility.getFullAXTree")["nodes"]
    more = {node["nodeId"]: {one["name"]: one["value"].get("value") for one in node.get("properties", [])} for node in nodes}
    for node in nodes:
        if not node["ignored"]:
            # Chromium 148 keeps the space between a box and its words.
            name = node.get("name", {}).get("value", "").strip()
            yield node["role"]["value"], name, more[node["nodeId"]], more.get(node.get("parentId"), {})


def named(desk, wanted):
    """Controls, tables and scrollable regions have names, and no two fields have the same one;
    these are among them."""
    found, fields = set(), []
    for role, name, properties, _ in spoken(desk):
        if (role in NAMED or properties.get("focusable")) and not name.strip():
            raise Wrong(f"a {role} has no name: {properties}")
        if properties.get("focusable") and role == "generic":
            raise Wrong(f"what can have the focus has no role: {name!r}")
        found.add((role, name))
        fields += [name] * (role in FIELDS)
    same("names of more than one field", sorted(fields), sorted(set(fields)))
    same("what a reader would miss", set(wanted) - found, set())
    as_read(desk, desk.value("document.title"))
    return f"{sum(role in NAMED for role, _ in found)} names"


CONTROLS = ("button", "DisclosureTriangle", "link", "radio", "spinbutton", *FIELDS)

# The visible text of controls: of their labels, or their own. The notation of Chong is symbols, whose
# words are in the names.
READ = """function (...controls) {
  const text = (one) => {
    if (one.nodeType === Node.TEXT_NODE) return one.data;
    const hidden = "title, desc, option, textarea, .unseen, [aria-hidden=true]:not(text)";
    if (!one.checkVisibility?.({ visibilityProperty: true }) || one.matches(hidden)) return "";
    const within = [...one.childNodes].map(text).join("");
    const inline = one instanceof SVGElement || getComputedStyle(one).display.startsWith("inline");
    return inline ? within : ` ${within} `;
  };
  return controls.map((one) => (one.labels?.length ? [...one.labels] : [one]).map(text).join(" "));
}"""


def words(text):
    return re.findall(r"[^\W_]+", text.lower())


def as_read(desk, what):
    """What can be read on a control is part of its name, word by word: people who talk to their
    computer say what they read. Returns these words of all controls."""
    nodes = [node for node in desk.browser.ask("Accessibility.getFullAXTree")["nodes"]
             if not node["ignored"] and node["role"]["value"] in CONTROLS]
    objects = [desk.browser.ask("DOM.resolveNode", backendNodeId=node["backendDOMNodeId"])["object"]["objectId"]
               for node in nodes]
    called = desk.browser.ask("Runtime.callFunctionOn", functionDeclaration=READ, objectId=objects[0], returnByValue=True,
                              arguments=[{"objectId": one} for one in objects])
    if "value" not in called["result"]:
        raise Wrong(f"{what}: {called}")
    found = [(words(text), node["name"]["value"]) for text, node in zip(called["result"]["value"], nodes, strict=True)]
    wrong = [(" ".join(read), name) for read, name in found
             if not any(words(name)[at:at + len(read)] == read for at in range(len(words(name)) + 1))]
    same(f"{what}: what can be read, but is not in the name", wrong, [])
    return [" ".join(read) for read, _ in found if read]


# Closed and protected holes; one of three moves of A stays in this row.
STATES = "rules=congklak&position=2p,0,1,4/0+3,0,x,1/0+A"


@at_a_desk("has windows of its own")
@in_all
def test_read_and_heard(desk, code):
    """In all modes, for all states of holes, turned and upright, what can be read on a control is part
    of its name."""
    desk.language = code
    for window in (WINDOWS[0], WINDOWS[-1]):
        desk.open(STATES, *window)
        desk.wait("chongkak.engine.found?.exact && chongkak.engine.running === null", "the value")
        desk.value("for (const one of document.querySelectorAll('.panel:not(#setup), #curve details')) one.open = true")
        desk.wait("document.querySelectorAll('.options .option').length > 0", "the options")
        desk.wait("document.querySelectorAll('#curve-table tr').length > 0", "the table of the curve")
        seen = as_read(desk, "analysis")
        holes = {"a1 2p", "a2 0", "a3 1", "a4 4", "b1 3", "b2 0", "b3 x", "b4 1"}
        same("holes that can't be read", holes - set(seen), set())
        same("stores that can be read", sum(one.split()[0] in ("ra", "rb") and one.endswith(" 0") for one in seen), 2)
        desk.keys("o", "q", rest=False)
        same("turned", holes - set(as_read(desk, "the board, turned")), set())
        desk.keys("q", "o", "s", rest=False)
        desk.wait("chongkak.setup.active && !document.getElementById('setup-use').disabled", "the set-up")
        same("in the set-up", holes - set(as_read(desk, "the set-up")), set())
        desk.open(f"{SMALL}&players=friend,friend,1&moves=A3&at=1", *window)
        desk.wait(f"(chongkak.stage.skip(), {MINE.format('B')})", "B's turn")
        as_read(desk, "a game by link")
        first_visit(desk, *window)
        desk.wait("document.querySelectorAll('#sources dd').length === 10", "the rule sets")
        as_read(desk, "the first screen")
        desk.open("rules=congklak&lesson=sowing,1", *window)
        desk.wait("document.getElementById('lesson-task').textContent", "a lesson")
        as_read(desk, "a lesson")
        desk.open("rules=kalah&puzzle=kalah,3", *window)
        desk.wait("document.getElementById('puzzles-asked').textContent && chongkak.stage.still", "the question")
        as_read(desk, "a puzzle")
        # Between the two laps of a move.
        desk.open("rules=conglak&position=2,0,1,0/0+0,0,0,1/0+A&moves=A1&at=0", *window)
        desk.choose("#speed", "8")
        desk.browser.press("l")
        desk.wait("chongkak.stage.running && chongkak.stage.player.at === 1 && !chongkak.stage.player.moving", "the first lap")
        same("after it", {"a1 0", "a2 1"} - set(as_read(desk, "the board between laps")), set())
        page = Page(desk)
        page.open("holes=5&dice=2&throw=1,3", *window)
        desk.wait("!!document.querySelector('#ways button')", "ways")
        desk.click("#ways button")
        page.rest(1)
        desk.value("for (const one of document.querySelectorAll('details:not(#setup)')) one.open = true; 0")
        as_read(desk, "Chong")
        desk.click("#setup > summary")
        desk.wait("!!document.querySelector('.setting-up')", "the set-up")
        as_read(desk, "the set-up of Chong")


def test_names(desk):
    """On the board and in the analysis, with all panels open, everything has a name and a role."""
    desk.open(SMALL)
    desk.wait("chongkak.engine.found?.exact && chongkak.engine.running === null", "the value")
    desk.value("for (const one of document.querySelectorAll('.panel:not(#setup), #curve details')) one.open = true")
    desk.wait("document.querySelectorAll('.options .option').length > 0", "the options")
    desk.wait("document.querySelectorAll('#curve-table tr').length > 0", "the table of the curve")
    hole = desk.value(f"{SHOWN}.querySelector('.legal').ariaLabel")
    return named(desk, [("button", hole), ("checkbox", "Engine"), ("button", desk.words("board.next"))])


def test_names_elsewhere(desk):
    """The same on the first screen, in a lesson and for Chong."""
    first_visit(desk)
    desk.wait("document.querySelectorAll('#sources dd').length === 10", "the rule sets")
    heading = ("heading", desk.words("play.which"))
    said = [named(desk, [heading, ("combobox", desk.words("play.who", side="B")), ("button", desk.words("modes.learn"))])]
    desk.click("#mode-learn")
    desk.wait("document.getElementById('lesson-task').textContent", "a lesson")
    said.append(named(desk, [("combobox", desk.words("lessons.lesson")), ("button", desk.words("lessons.hint"))]))
    desk.open(page="/chong")
    desk.wait("globalThis.chongkak?.info && !document.getElementById('chance').textContent.includes('…')", "Chong")
    said.append(named(desk, [("button", desk.words("chong.throw"))]))
    return ", ".join(said)


def test_a_move_by_keys_is_heard(desk):
    """With the keyboard alone from the first screen: a hole is reached and played, and the end of
    each lap is announced."""
    moves = desk.program.run("moves", "--rules", "congklak")["moves"]
    move = min((one for one in moves if one["laps"] > 1), key=lambda one: one["laps"])
    first_visit(desk)
    desk.value(LISTEN)
    desk.tab_to("#board [data-cell]")
    while not (at := desk.value("document.activeElement.ariaLabel")).startswith(f"{move['move']},"):
        desk.browser.press("ArrowUp" if desk.window[0] == 390 else "ArrowLeft")
        if desk.value("document.activeElement.ariaLabel") == at:
            raise Wrong(f"no arrow leads from {at!r} to {move['move']}")
    focused = [(role, name) for role, name, properties, _ in spoken(desk) if properties.get("focused")]
    same("what has the focus", ("button", at) in focused, True)
    desk.browser.press("Enter")
    played, = desk.program.run("play", "--rules", "congklak", "--line", move["move"])["line"]
    own = f"1. {move['move']}: "
    desk.wait(f"document.getElementById('said').textContent.startsWith('{own}')", "the first lap")
    texts = [within.get("live") for role, name, _, within in spoken(desk) if role == "StaticText" and name.startswith(own)]
    same("how the browser tells what is said", texts, ["polite"])
    desk.wait("!chongkak.stage.running", "the end of the move")
    heard = list(dict.fromkeys(text for region, text in desk.value("heard") if region == "said" and text.startswith(own)))
    # After the laps comes the capture.
    same(f"lines of {heard}", len(heard), len(played["lands"]) + (played["captured"] > 0))
    unheard = [hole for hole, text in zip(played["lands"], heard) if hole not in text]
    same(f"ends of laps that {heard} does not say", unheard, [])
    return f"{len(heard)} lines"
