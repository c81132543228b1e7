"""The look of the analysis page: windows of all sizes, boards of all sizes, nothing that jumps."""
from . import board
from .board import SHOWN, at_night, in_all_windows, same
from .board_play import SMALL
from lib.program import Wrong

WINDOWS = [*board.WINDOWS, (1920, 1080)]
BOARDS = {"2x3": SMALL, "2x9": "rules=overbeck", "2x18": "rules=kalah&holes=18&seeds=4"}

# The width of the page, the size of the smallest hole, and the covered parts of controls.
LOOK = """(() => {
  const covered = [], sizes = [];
  const holes = [...SHOWN.querySelectorAll("[data-cell] .pit")];
  const controls = document.querySelectorAll("#table button, #engine button, #engine select, #moves > .row button, summary");
  for (const element of [...holes, ...controls]) {
    if (element.getClientRects().length === 0) continue;
    element.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
    const { left, top, width, height } = element.getBoundingClientRect();
    const there = document.elementFromPoint(left + width / 2, top + height / 2);
    const own = element.closest("[data-cell]") ?? element;
    if (!own.contains(there)) covered.push(own.getAttribute("aria-label") ?? own.textContent);
    if (own !== element) sizes.push(Math.min(width, height));
  }
  scrollTo(0, 0);
  return { covered, least: Math.min(...sizes), wider: document.documentElement.scrollWidth - innerWidth };
})()""".replace("SHOWN", f"({SHOWN})")

# The positions of the parts of the page.
BOXES = """Object.fromEntries(["table", "engine", "moves", "panels", "pv", "values", "tree"].map((id) => {
  const { left, top, width } = document.getElementById(id).getBoundingClientRect();
  return [id, [left, top, width].map(Math.round)];
}))"""


@at_night("looks at every part in every window")
def test_windows(desk):
    """Boards of all sizes in all windows: nothing is cut off or covered, and holes can be hit."""
    for width, height in WINDOWS:
        for name, link in BOARDS.items():
            desk.open(link, width, height)
            desk.wait("!!chongkak.engine.found", "a value")
            if desk.pictures:
                picture(desk, name, width)
            desk.value("for (const one of document.querySelectorAll('.panel:not(#setup)')) one.open = true")
            look = desk.value(LOOK)
            where = f"{name} at {width} pixels"
            if look["wider"] > 0:
                raise Wrong(f"{where}: the page is {look['wider']} pixels too wide")
            if look["covered"]:
                raise Wrong(f"{where}: covered: {look['covered']}")
            if look["least"] < (16 if name == "2x18" else 24):
                raise Wrong(f"{where}: holes of {look['least']} pixels")


def test_long_board_upright(desk):
    """On an upright tablet the names and numbers of a long board are readable; a laptop shows it
    across."""
    letters = f"[...{SHOWN}.querySelectorAll('text')].filter((one) => one.textContent)" \
              ".map((one) => one.getBoundingClientRect().height)"
    desk.open(BOARDS["2x18"], 768, 1024)
    least = desk.value(f"Math.min(...{letters})")
    if least < 11:
        raise Wrong(f"2x18 at 768 pixels: letters of {least} pixels")
    same("the drawing of a tablet", desk.value(f"{SHOWN}.classList.contains('tall')"), True)
    if desk.pictures:
        picture(desk, "2x18-tablet", 768)
    for link, width, height in [(BOARDS["2x18"], 1200, 900), (BOARDS["2x18"], 780, 500), (BOARDS["2x9"], 768, 1024)]:
        desk.open(link, width, height)
        same(f"the drawing at {width}x{height}", desk.value(f"{SHOWN}.classList.contains('tall')"), False)
    return f"letters of {least:.0f} pixels"


# The position of the strip in the window.
IN_SIGHT = """(() => {
  const { top, bottom } = document.getElementById("along").getBoundingClientRect();
  return [top, bottom / innerHeight];
})()"""


def test_board_in_sight(desk):
    """On a phone the numbers of the board stay in sight while panels scroll."""
    desk.open("rules=congklak", 390, 844)
    desk.unfold("claims")
    desk.wait("document.querySelectorAll('#claims-list option').length > 1", "claims")
    desk.value("document.querySelector('#claims-list').scrollIntoView({ block: 'start', behavior: 'instant' })")
    desk.wait("document.body.classList.contains('scrolled-past')", "the board to go along")
    desk.value("document.querySelector('#claims-list').scrollIntoView({ block: 'start', behavior: 'instant' })")
    desk.choose("#claims-list", desk.value("document.querySelector('#claims-list').options[0].value"))
    desk.wait("chongkak.stage.still && chongkak.study.tree.root.name", "the claim on the board")
    top, bottom = desk.value(IN_SIGHT)
    if top < 0 or bottom > 0.45:
        raise Wrong(f"the strip lies from {top} to {bottom:.2f} of the window")
    if desk.value("document.querySelector('#claims-list').getBoundingClientRect().top / innerHeight") < bottom:
        raise Wrong("the strip lies over the list")
    if desk.pictures:
        desk.browser.picture(desk.pictures / "in-sight-390.png")
    desk.choose("#rule-set", "overbeck")
    desk.wait("chongkak.stage.found.position.split(',').length === 17", "nine holes")
    # The book disappears with the first move: the page keeps the visible part in place.
    desk.keys("2")
    desk.wait("chongkak.study.tree.line().join() === 'A2' && chongkak.stage.still", "the move")
    same("the panels stay in sight", desk.value("document.body.classList.contains('scrolled-past')"), True)
    same("the numbers of the strip", desk.value("[...document.querySelectorAll('#along .count')].map((one) => one.textContent)"),
         desk.drawn())
    desk.value("scrollTo(0, 0)")
    desk.wait("!document.body.classList.contains('scrolled-past')", "the board at its place")
    same("the upright board", desk.value(f"{SHOWN}.classList.contains('tall')"), True)
    desk.open("rules=congklak", 1400, 900)
    desk.value("scrollTo(0, 1e6)")
    same("a wide window has no second board", desk.value("document.documentElement.style.scrollPaddingTop"), "0px")


def picture(desk, name, width):
    """Both in light and dark colours."""
    for scheme in ("light", "dark"):
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        desk.browser.ask("Emulation.setEmulatedMedia", features=features)
        desk.browser.picture(desk.pictures / f"{name}-{width}-{scheme}.png")


# Values on the board, what they cover, and the size of their letters. Empty holes have none.
TAGS = """(() => {
  const svg = SHOWN, faults = [];
  const boxes = (selector) => [...svg.querySelectorAll(selector)].map((one) => [one, one.getBoundingClientRect()]);
  const over = (one, other) => one.left < other.right && other.left < one.right &&
    one.top < other.bottom && other.top < one.bottom;
  const inside = (one, other) => one.left >= other.left && one.right <= other.right &&
    one.top >= other.top && one.bottom <= other.bottom;
  const tags = boxes(".value[visibility=visible] rect");
  const frame = svg.getBoundingClientRect();
  tags.forEach(([tag, box], index) => {
    const text = tag.nextSibling.textContent;
    if (!inside(box, frame)) faults.push(`${text} is cut off`);
    const written = tag.nextSibling.getBoundingClientRect();
    if (written.left < box.left || written.right > box.right) faults.push(`${text} is wider than its tag`);
    const others = boxes(".seed, .heaped .heap, .count, .name, .arrow");
    for (const [other, there] of [...tags.slice(0, index), ...others]) {
      if (over(box, there)) faults.push(`${text} lies over ${other.getAttribute("class") ?? "another value"}`);
    }
  });
  const letters = boxes(".value[visibility=visible] text").map(([, { height }]) => height);
  return { faults: [...new Set(faults)], tags: tags.length, least: Math.min(...letters) };
})()""".replace("SHOWN", f"({SHOWN})")


@at_night("looks at every kind of value in every window")
def test_value_tags(desk):
    """Values on the board cover nothing: no other value, seed or number; and their letters are
    readable."""
    full = "position=" + "+".join(["24," * 8 + "40/0"] * 2) + "+A"
    for name, link in {**BOARDS, "full holes": f"rules=overbeck&{full}"}.items():
        for width, height in [(1400, 900), (768, 1024), (390, 844)]:
            desk.open(link, width, height)
            desk.wait("!!chongkak.engine.found", "a value")
            desk.value("chongkak.engine.set({ on: false })")
            # As wide as values can be, and short ones with bold letters.
            for value, lower, upper in [(-108, -162, -108), (-24, -24, -24), (-4, -4, -4)]:
                desk.value(f"""(() => {{
                  const row = (move) => ({{ move, value: {value}, exact: {str(lower == upper).lower()}, lower: {lower}, upper: {upper} }});
                  const {{ holes, found }} = chongkak.stage;
                  holes.value(new Map(found.moves.map(({{ move }}) => [move, row(move)])));
                }})()""")
                look = desk.value(TAGS)
                where = f"{value} on {name} at {width} pixels"
                if look["faults"]:
                    raise Wrong(f"{where}: {look['faults']}")
                if look["tags"] < 3 or look["least"] < 12:
                    raise Wrong(f"{where}: {look['tags']} values, letters of {look['least']} pixels")


def test_nothing_jumps(desk):
    """Arriving values move nothing: the parts of the page stay where they were without them."""
    for width, height in WINDOWS:
        desk.open("rules=overbeck", width, height)
        desk.wait("document.getElementById('book').textContent", "the book")
        desk.wait("document.getElementById('about').textContent", "the rules")
        desk.wait("!!chongkak.engine.found", "a value")
        before = desk.value(BOXES)
        desk.wait("chongkak.engine.found.depth >= 6", "a deeper search")
        same(f"at {width} pixels", desk.value(BOXES), before)
        # The board and its surroundings stay when a move is played.
        desk.play("A2")
        after = desk.value(BOXES)
        for part in ("table", "engine", "pv", "values", "moves", "tree"):
            same(f"{part} at {width} pixels after a move", after[part], before[part])


@in_all_windows
def test_keys_reach_everything(desk):
    """Tab visits all controls, each of which has a name, and reaches the board."""
    desk.open(SMALL)
    names = desk.tabbed()
    for wanted in ("A1, 2 seeds", "Engine", "Prove the value", "Comment", "Rules", "Speed"):
        if not any(wanted in name for name in names):
            raise Wrong(f"no key leads to {wanted!r}: {names}")


@at_night("watches frames for seconds")
def test_frames(desk):
    """Seeds move smoothly while both cores search: the share of late frames."""
    desk.open("rules=overbeck")
    desk.wait("!!chongkak.engine.found", "a value")
    desk.choose("#engine-time", "")
    desk.choose("#engine-threads", "")
    desk.value("""(() => {
      globalThis.frames = [];
      let last = performance.now();
      const note = (now) => {
        if (chongkak.stage.running) frames.push(now - last);
        last = now;
        requestAnimationFrame(note);
      };
      requestAnimationFrame(note);
    })()""")
    desk.browser.click(*desk.cell("A3"))
    desk.wait("chongkak.stage.running", "seeds to run")
    desk.wait("!chongkak.stage.running", "the end of the run")
    if desk.value("chongkak.engine.running") is None:
        raise Wrong("nothing was searched meanwhile")
    late, count, most = desk.value("[frames.filter((time) => time > 34).length, frames.length, Math.max(...frames)]")
    return f"{late} of {count} frames came after more than 34 ms, the longest after {most:.0f} ms"


# Marks on the board after a move of the opening.
MARKS = {"A1": [".mover .pit", ".way", ".landed .pit", ".wedge"],
         "A3": [".marked .pit", ".arrow", ".value.about:not(.best) rect", ".value.proven.best rect"]}
# How those are drawn on the board, and in the list of marks.
DRAWN = """["#board SELECTOR", "#marks SELECTOR".replace("marked", "lifted")].map((selector) => {
  const style = getComputedStyle(document.querySelector(selector));
  return ["fill", "stroke", "strokeWidth", "strokeDasharray"].map((name) => style[name]);
})"""


@in_all_windows
def test_marks(desk):
    """A key opens the list of marks: each has a description, and looks as on the board."""
    for move, marks in MARKS.items():
        desk.open(f"rules=congklak&moves={move}&at=1")
        desk.browser.press("?")
        desk.wait("document.activeElement.matches('#help > summary') && document.getElementById('help').open", "the help")
        words = desk.value("[...document.querySelectorAll('#marks li')].map((one) => one.textContent)")
        same("marks without words of their own", [len(words) - len(set(words)), "" in words], [0, False])
        for selector in marks:
            desk.wait(f"!!document.querySelector('#board {selector}')", selector)
            board, listed = desk.value(DRAWN.replace("SELECTOR", selector))
            same(f"{selector} in the list", listed, board)


def test_reduced_motion(desk):
    """With reduced motion the end of a move is shown at once."""
    desk.open("rules=overbeck", still=True)
    desk.value("globalThis.moved = 0; chongkak.stage.addEventListener('moving', () => { moved++; }); 0")
    desk.browser.click(*desk.cell("A1"))
    desk.wait("chongkak.study.node.move === 'A1' && chongkak.stage.still", "the move")
    same("runs", desk.value("moved"), 0)
