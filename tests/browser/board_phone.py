"""Sizes for reading and for thumbs: on a phone, upright and on its side, a tablet and a laptop."""
from .board import SHOWN, at_a_desk, same
from .board_modes import first_visit
from .chong_page import Page
from lib.program import Wrong

PHONE, SIDEWAYS, TABLET, LAPTOP = (360, 640), (640, 360), (768, 1024), (1280, 800)
# The smallest letters of names and of numbers, and the smallest side of what a thumb must hit.
NAME, COUNT, THUMB = 11, 14, 44

# The smallest rendered letters of names and numbers of a drawing, and its smallest hole or store.
SIZES = """((svg) => {
  const letters = (selector) => [...svg.querySelectorAll(selector)].filter((one) => one.textContent).map((one) => {
    const { a, b } = one.getScreenCTM();
    return parseFloat(getComputedStyle(one).fontSize) * Math.hypot(a, b);
  });
  const sides = [...svg.querySelectorAll(".cell .pit")].map((one) => one.getBoundingClientRect())
    .flatMap(({ width, height }) => [width, height]);
  return [letters(".name"), letters(".count"), sides].map((all) => Math.min(...all));
})"""

# The visible controls that are smaller than a thumb, with their sizes. A field in a label, and a link
# within a text, have the size of those.
SMALL = """[...document.querySelectorAll("button, select, summary, input, textarea, nav a, .file, label")]
  .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && one.getClientRects().length > 0)
  .filter((one) => !one.matches("label") || one.querySelector(":scope > [type=checkbox], :scope > [type=radio]"))
  .filter((one) => !one.matches("input") || !one.closest("label:has(> [type=checkbox], > [type=radio]), .file"))
  .map((one) => [one.id || one.textContent.trim().slice(0, 20), ...["width", "height"].map((side) => one.getBoundingClientRect()[side])])
  .filter(([, width, height]) => Math.min(width, height) < LEAST - 0.01)""".replace("LEAST", str(THUMB))

# The middles of all cells of a drawing, from the middle of the first.
PLACES = """((svg) => {
  const all = [...svg.querySelectorAll("[data-cell]")].map((one) => one.querySelector(".pit").getBoundingClientRect())
    .map(({ left, right, top, bottom }) => [(left + right) / 2, (top + bottom) / 2]);
  return all.map(([x, y]) => [Math.round(x - all[0][0]), Math.round(y - all[0][1])]);
})"""


def readable(desk, what, drawing=SHOWN, thumb=THUMB):
    name, count, side = desk.value(f"{SIZES}({drawing})")
    if name < NAME or count < COUNT or side < thumb - 0.01:
        raise Wrong(f"{what}: names of {name:.1f}, numbers of {count:.1f} pixels, holes of {side:.1f}")
    return f"{name:.1f}, {count:.1f}, {side:.1f}"


@at_a_desk("has windows of its own")
def test_phone_board(desk):
    """Names, numbers and holes of every board are large enough in every window; the board fits into
    a small phone."""
    told = []
    for rules in ("overbeck", "congklak", "dakon", "kalah"):
        for window in (PHONE, SIDEWAYS, TABLET, LAPTOP):
            desk.open(f"rules={rules}", *window)
            if desk.pictures:
                desk.browser.picture(desk.pictures / f"phone-{rules}-{window[0]}.png")
            told.append(readable(desk, f"{rules} in {window}"))
            same("more pixels than there are", desk.value("document.documentElement.scrollWidth - innerWidth"), 0)
        desk.open(f"rules={rules}", *PHONE)
        bottom = desk.value(f"{SHOWN}.getBoundingClientRect().bottom")
        if bottom > PHONE[1]:
            raise Wrong(f"{rules}: the board ends at {bottom:.0f} of {PHONE[1]} pixels")
    return f"least: {min(told, key=lambda one: float(one.split(',')[0]))}"


@at_a_desk("has windows of its own")
def test_phone_thumbs(desk):
    """On a phone a thumb hits every control: first screen, game, lesson, analysis with all panels,
    set-up, Chong."""
    def look(what):
        if desk.pictures:
            desk.browser.picture(desk.pictures / f"thumbs-{what}.png")
        same(f"controls too small, {what}", desk.value(SMALL), [])

    for window in (PHONE, SIDEWAYS):
        first_visit(desk, *window)
        desk.wait("document.querySelectorAll('#rule-sets button').length === 10", "the rule sets")
        look("first screen")
        desk.click("#mode-learn")
        desk.wait("document.getElementById('lesson-task').textContent", "a lesson")
        look("lesson")
        desk.open("rules=overbeck&moves=A1A2(A3)&at=1", *window)
        desk.wait("!!chongkak.engine.found", "values")
        desk.value("for (const one of document.querySelectorAll('.panel:not(#setup), #curve details')) one.open = true; 0")
        desk.wait("document.querySelectorAll('.options .option').length > 0", "the options")
        look("analysis")
        desk.open("rules=kalah", *window)
        desk.keys("s", rest=False)
        desk.wait("chongkak.setup.active && !document.getElementById('setup-use').disabled", "the set-up")
        look("set-up")
        page = Page(desk)
        page.open("holes=12&throw=1,1,3,5", *window)
        page.done()
        desk.value("for (const one of document.querySelectorAll('details')) one.open = true; 0")
        look("Chong")


@at_a_desk("has windows of its own")
def test_phone_strip(desk):
    """The strip that stays in sight on a phone has readable numbers; a press returns to the board."""
    for rules in ("overbeck", "kalah"):
        desk.open(f"rules={rules}&moves=A1&at=1", *PHONE)
        desk.value("document.querySelector('#help').scrollIntoView({ block: 'start', behavior: 'instant' })")
        desk.wait("document.getElementById('along').checkVisibility()", "the strip")
        if desk.pictures:
            desk.browser.picture(desk.pictures / f"strip-{rules}.png")
        told = readable(desk, f"the strip of {rules}", "document.querySelector('#along svg')", 0)
        numbers = "[...document.querySelectorAll('SELECTOR .count')].map((one) => one.textContent)"
        same("its numbers", desk.value(numbers.replace("SELECTOR", "#along")), desk.drawn())
        same("stops for keys", desk.value("document.querySelectorAll('#along [tabindex]').length"), 0)
        desk.browser.click(180, 50)
        desk.wait("!document.body.classList.contains('scrolled-past') && scrollY === 0", "the board")
    return told


@at_a_desk("has windows of its own")
def test_board_upright(desk):
    """An upright board is the board across turned by a quarter, so every store stays at its owner's
    left hand; turned round, so does each; the choice is remembered."""
    desk.open("rules=overbeck", *LAPTOP)
    across = desk.value(f"{PLACES}({SHOWN})")
    desk.keys("q", rest=False)
    same("upright", desk.value(f"{SHOWN}.classList.contains('tall')"), True)
    readable(desk, "upright on a laptop")
    bottom = desk.value(f"{SHOWN}.getBoundingClientRect().bottom - innerHeight")
    if bottom > 0:
        raise Wrong(f"an upright board on a laptop ends {bottom} pixels below the window")

    def signs(places):
        return [[(number > 2) - (number < -2) for number in place] for place in places]

    quarter = [[-y, x] for x, y in across]
    same("the upright board", signs(desk.value(f"{PLACES}({SHOWN})")), signs(quarter))
    if desk.pictures:
        desk.browser.picture(desk.pictures / "upright-laptop.png")
    desk.keys("o", rest=False)
    same("turned round", signs(desk.value(f"{PLACES}({SHOWN})")), signs([[-x, -y] for x, y in quarter]))
    desk.play("A1")
    desk.browser.show(desk.board.address("/"), *LAPTOP)
    desk.wait("globalThis.chongkak?.stage.found && chongkak.stage.still", "a board")
    same("the next time", desk.value("document.body.classList.contains('upright')"), True)
    desk.click("#stand")
    same("across again", desk.value(f"{SHOWN}.classList.contains('wide')"), True)


@at_a_desk("has windows of its own")
def test_chong_on_a_phone(desk):
    """On a phone a board of Chong is shown in screens of rows, with a map of all of it; together they
    show every hole."""
    page = Page(desk)
    for columns, screens in ((5, 1), (12, 2), (28, 5)):
        page.open(f"holes={columns}", *PHONE)
        page.done()
        look = desk.value("""(() => {
          const scale = chongkak.board.svg.getScreenCTM().a;
          const of = (selector, number) => Math.min(...[...document.querySelectorAll(selector)].map(number));
          return [of(".chong .number", (one) => parseFloat(getComputedStyle(one).fontSize) * scale),
            of(".chong .pit", (one) => one.getBoundingClientRect().width), of("#map button", (one) => one.getBoundingClientRect().height)];
        })()""")
        if look[0] < NAME or look[1] < THUMB or look[2] is not None and look[2] < THUMB:
            raise Wrong(f"{columns} columns: numbers of {look[0]:.1f} pixels, holes of {look[1]:.1f}, a map of {look[2]}")
        same(f"screens of {columns} columns", desk.value("document.querySelectorAll('#map button').length"), screens if screens > 1 else 0)
        seen = set()
        for screen in range(screens):
            if screens > 1:
                desk.click(f"#map button:nth-child({screen + 1})")
                desk.wait(f"document.querySelectorAll('#map button')[{screen}].ariaPressed === 'true'", "the part on the map")
            if desk.pictures:
                desk.browser.picture(desk.pictures / f"chong-phone-{columns}-{screen}.png")
            seen |= set(desk.value("""(() => {
              const { left, right } = chongkak.board.frame.getBoundingClientRect();
              return chongkak.board.holes.map((hole) => hole.querySelector(".pit").getBoundingClientRect())
                .flatMap((box, hole) => (box.left >= left - 1 && box.right <= right + 1 ? [hole] : []));
            })()"""))
        same(f"holes of {columns} columns that are seen", len(seen), 3 * columns)
        dots = desk.value("document.querySelectorAll('#map :is(.a, .b)').length")
        same("pieces on the map", dots, 2 * columns + 2 if screens > 1 else 0)
