"""The analysis page: the value curve."""
from .board import at_night, same, signed
from .board_look import WINDOWS
from .board_play import SMALL, SMALL_RULES
from lib.program import Wrong

# The game of docs/GUIDE.md with losing turns.
LINE = ["A3", "B3", "A1", "A3", "A2", "B2"]
GAME = f"{SMALL}&moves={''.join(LINE)}&at=0"
LOSSES = "[...document.querySelectorAll('#curve-losses li')].map((one) => one.firstChild.textContent)"
POINTS = "[...document.querySelectorAll('#curve-plot [data-point]')]"
TOLD = "#curve-told"

# Texts of the drawing that overlap or are outside it.
LOOK = """(() => {
  const plot = document.querySelector("#curve-plot svg");
  const frame = plot.getBoundingClientRect();
  const texts = [...plot.querySelectorAll("text")];
  const boxes = texts.map((text) => text.getBoundingClientRect());
  const faults = [];
  boxes.forEach((one, index) => {
    const text = texts[index].textContent;
    const inside = one.left > frame.left - 1 && one.right < frame.right + 1 && one.bottom < frame.bottom + 1;
    if (!inside) faults.push(`${text} is cut off`);
    for (const other of boxes.slice(0, index)) {
      const across = one.left < other.right && other.left < one.right;
      if (across && one.top < other.bottom - 2 && other.top < one.bottom - 2)
        faults.push(`${text} lies over another label`);
    }
  });
  const panel = document.getElementById("curve").getBoundingClientRect();
  if (frame.right > panel.right) faults.push("the plot sticks out");
  const sizes = [...plot.querySelectorAll("circle")].map((one) => one.getBoundingClientRect().width);
  return { faults, least: Math.min(...sizes), wider: document.documentElement.scrollWidth - innerWidth };
})()"""

# Gives every place of the line a value, up and down and ever larger, to test the drawing.
SWINGS = """(() => {
  const { study, engine } = chongkak;
  const all = [study.tree.root, ...study.tree.path(study.tree.end())];
  all.forEach((node, index) => engine.learn(node, {
    value: (index % 3 - 1) * index * Math.ceil(120 / all.length), exact: index % 2 === 0,
    lower: -162, upper: 162, depth: 99, nodes: 1, moves: [], pv: [],
  }));
  engine.tell("value");
})()"""


def analyse(desk, link):
    desk.open(link)
    desk.unfold("curve")
    desk.click("#curve-analyse")
    desk.wait_text(TOLD, "proven.")


def test_curve_of_values(desk):
    """Every place of the line has its proven value, on the curve and in the table."""
    analyse(desk, GAME)
    played = desk.program.run("play", "--line", " ".join(LINE), *SMALL_RULES)
    positions = [played["position"], *(move["after"] for move in played["line"])]
    values = [desk.program.run("solve", position, *SMALL_RULES)["value"] for position in positions]
    names = ["Start", *(f"{number + 1}. {move}" for number, move in enumerate(LINE))]
    expected = [f"{name}, value {signed(value)} proven" for name, value in zip(names, values)]
    desk.wait(f"{POINTS}.length === 7", "seven points")
    same("points", desk.value(f"{POINTS}.map((one) => one.getAttribute('aria-label'))"), expected)
    desk.click("#curve details summary")
    rows = desk.value("[...document.querySelectorAll('#curve-table tr')].map((row) => row.innerText)")
    same("the table", rows[1:], [f"{name}\t{signed(value)} proven" for name, value in zip(names, values)])
    # Higher values are higher on the curve.
    heights = desk.value(f"{POINTS}.map((one) => one.querySelector('circle').getBoundingClientRect().top)")
    for one in range(7):
        for other in range(7):
            if (values[one] > values[other]) != (heights[one] < heights[other]):
                raise Wrong(f"the points {one} and {other} stand at {heights[one]} and {heights[other]}")
    same("shapes", desk.value(f"{POINTS}.every((one) => one.querySelector('.disc'))"), True)


def test_gaps_of_the_curve(desk):
    """Only neighbours are joined: nothing is known between places further apart."""
    desk.open(GAME)
    desk.click("#engine-on")
    desk.unfold("curve")
    desk.value("""(() => {
      const { study, engine } = chongkak;
      const all = [study.tree.root, ...study.tree.path(study.tree.end())];
      for (const number of [0, 1, 4, 6]) {
        all[number].found = null;
        engine.learn(all[number], {
          value: number, exact: true, lower: number, upper: number, depth: 1, nodes: 1, moves: [], pv: [],
        });
      }
      for (const number of [2, 3, 5]) all[number].found = null;
      engine.tell("value");
    })()""")
    desk.wait(f"{POINTS}.length === 4", "four points")
    ends = desk.value("""[...document.querySelectorAll('#curve-plot .step')].map((line) =>
      ["x1", "x2"].map((end) => [...document.querySelectorAll('#curve-plot circle')].findIndex((one) =>
        one.getAttribute("cx") === line.getAttribute(end))))""")
    same("points that are joined", ends, [[0, 1]])


def lead_lost(turn):
    """How much the lead has fallen by a turn according to `analyze`, at least and at most."""
    return turn["lead_lost"]["least"], turn["lead_lost"]["most"]


def test_turns_that_lost(desk):
    """The worst turns are those that `analyze` names, a click goes to their beginning, and the
    decisive turn is named."""
    analyse(desk, GAME)
    found = desk.program.run("analyze", "--line", " ".join(LINE), *SMALL_RULES)
    lost = sorted((turn for turn in found["turns"] if lead_lost(turn)[0] > 0),
                  key=lambda turn: (-lead_lost(turn)[0], turn["turn"]))
    same("how many", len(lost), 3)
    same("all is proven", [turn for turn in lost if len(set(lead_lost(turn))) > 1], [])
    expected = [f"Turn {turn['turn']}, {' '.join(turn['line'])}: {turn['player']}'s lead fell by "
                f"{lead_lost(turn)[0]}, proven." for turn in lost]
    same("turns", desk.value(LOSSES), expected)
    desk.wait_text("#said", expected[0])
    # Values before each turn, and at the end: A wins by 2, and has since turn 2.
    values = [int(desk.value(f"chongkak.study.tree.path(chongkak.study.tree.end())[{number}].found.value"))
              for number in (0, 1, 4, 5)]
    same("values behind the turns", values, [0, 6, 2, 2])
    desk.wait_text("#curve-losses", "Turn 2, B3: it decides the round: "
                   "A's win is proven after it, and was not before.")
    desk.click("#curve-losses li button")
    desk.rest()
    same("before the worst turn", desk.line(), ["A3"])


def test_line_of_the_book(desk):
    """The book's line is cut off where only bounds are known: no turn of it is blamed."""
    opening, = desk.program.run("book", "overbeck", "--owned", "81")["openings"]
    line = opening["harvest"]["line"].split()[:10]
    desk.open(f"rules=overbeck&moves={''.join(line)}&at=0")
    desk.unfold("curve")
    desk.choose("#curve-time", "0.3")
    desk.click("#curve-analyse")
    desk.wait_text("#said", "The line is analysed.")
    same("turns that lost", desk.value(LOSSES), [])
    lower, upper = desk.value("(({ lower, upper }) => [lower, upper])(chongkak.study.tree.root.found)")
    desk.wait_text("#curve-losses", "No turn is proven to have cost anything.")
    # A bound is an arrow, without a line to a value: no loss is known.
    marks = desk.value("""[...document.querySelectorAll('#curve-plot [data-point]')].map((one) => [
      /least|most/.test(one.getAttribute('aria-label')), one.querySelector('path') !== null])""")
    if any(bound != arrow for bound, arrow in marks) or not any(bound for bound, _ in marks):
        raise Wrong(f"bounds are arrows, and nothing else is one: {marks}")
    values = [not arrow for _, arrow in marks]
    same("lines between values", desk.value("document.querySelectorAll('#curve-plot .step').length"),
         sum(one and other for one, other in zip(values, values[1:])))
    return f"the opening is worth {lower} to {upper}"


def test_curve_buttons(desk):
    """A click and keys on the curve go to places; the current place is marked."""
    analyse(desk, GAME)
    desk.tab_to("#curve-plot [data-point]")
    same("the first point", desk.value(f"{POINTS}.indexOf(document.activeElement)"), 0)
    here = "document.querySelector('#curve-plot [aria-current]')?.getAttribute('aria-label') ?? ''"
    desk.browser.click(*desk.middle(f"{POINTS}[3]"))
    desk.rest()
    same("a click", desk.line(), LINE[:3])
    desk.wait(f"({here}).startsWith('3. A1')", "the mark")
    # Next to a point, as with fingers: the nearest one is chosen.
    x, _ = desk.middle(f"{POINTS}[5]")
    _, y = desk.middle("document.querySelector('#curve-plot .frame')")
    desk.browser.click(x + 9, y)
    desk.rest()
    same("a click near a point", desk.line(), LINE[:5])
    desk.tab_to("#curve-plot [data-point]")
    desk.keys("ArrowLeft", "ArrowLeft", rest=False)
    same("arrows go along the curve", desk.value(f"{POINTS}.indexOf(document.activeElement)"), 3)
    same("and not through the moves", desk.line(), LINE[:5])
    desk.keys("Enter")
    same("Enter goes there", desk.line(), LINE[:3])
    same("the focus stays", desk.value(f"{POINTS}.indexOf(document.activeElement)"), 3)
    # A redrawn curve keeps the focus.
    desk.value("document.getElementById('curve-plot').style.width = '300px'; 0")
    desk.wait("document.querySelector('#curve-plot svg').getAttribute('width') === '300'", "another drawing")
    same("the focus there", desk.value(f"{POINTS}.indexOf(document.activeElement)"), 3)
    desk.keys("Home", " ")
    same("the start", desk.line(), [])


def test_curve_as_one_plays(desk):
    """Without an analysis the curve shows the engine's results so far; a new game clears it."""
    desk.open(SMALL)
    desk.unfold("curve")
    desk.wait("chongkak.engine.found?.exact", "the first value")
    desk.play("A2")
    desk.wait(f"{POINTS}.length === 2", "two points")
    desk.play("A1")
    desk.wait(f"{POINTS}.length === 3", "three points")
    desk.unfold("rules")
    desk.choose("#option-capture", "none")
    desk.wait(f"chongkak.study.set.capture === 'none' && {POINTS}.length === 1", "another game's curve")


def test_estimates_on_the_curve(desk):
    """Estimates are not drawn as proven; an analysis can be stopped, and navigation does not stop
    it."""
    line, position = [], []
    for _ in range(3):
        move = desk.program.run("moves", "--rules", "kalah", "--seeds", "6", *position)["moves"][0]
        line.append(move["move"])
        position = [move["after"]]
    desk.open(f"rules=kalah&seeds=6&moves={''.join(line)}&at=0")
    desk.unfold("curve")
    desk.choose("#curve-time", "0.3")
    desk.click("#curve-analyse")
    # Several are requested at once.
    desk.wait(f"/[1-3] of 4 places/.test(document.querySelector('{TOLD}').textContent)", "the first places")
    desk.keys("End")
    desk.wait_text(TOLD, "proven.")
    desk.wait(f"{POINTS}.length === 4", "four points")
    shapes = desk.value("""[...document.querySelectorAll('#curve-plot [data-point]')].map((one) =>
      [one.querySelector('.disc') !== null, one.getAttribute('aria-label').endsWith(' proven') &&
       !/least|most/.test(one.getAttribute('aria-label'))])""")
    if any(disc != proven for disc, proven in shapes):
        raise Wrong(f"a proven value has a disc, and nothing else has: {shapes}")
    if all(disc for disc, _ in shapes):
        raise Wrong("nothing is estimated here: choose a larger board")
    # So long that it must be cancelled.
    desk.value("document.querySelector('#curve-time option:last-child').value = '1000'; 0")
    desk.choose("#curve-time", "1000")
    desk.click("#curve-analyse")
    desk.wait_text(TOLD, "0 of 4 places")
    desk.click("#curve-analyse")
    desk.wait_text(TOLD, "Stopped")
    desk.wait("chongkak.engine.running !== null", "the engine to go on")
    desk.wait("chongkak.server.waiting.size <= 1", "the search to be cancelled")
    desk.click("#curve-analyse")
    desk.wait_text(TOLD, "0 of 4 places")
    desk.lose_connection()
    desk.wait_text(TOLD, "The connection is lost")
    desk.wait("chongkak.engine.running !== null", "the engine to go on again")
    desk.click("#curve-analyse")
    desk.wait_text(TOLD, "0 of 4 places")
    desk.value(f"location.hash = '{SMALL}'; 0")
    desk.wait_text("#curve-analyse", "Analyse the line")
    desk.wait("chongkak.server.waiting.size <= 1", "another game to end the analysis")
    same("the button", desk.text("#curve-analyse"), "Analyse the line")


@at_night("draws the curve in every window")
def test_curve_in_windows(desk):
    """The plot fits in all windows: for a short line, and for ninety moves with large values."""
    for width, height in WINDOWS:
        for name, link in {"short": GAME, "long": f"rules=dakon&moves={'A1' * 90}&at=0"}.items():
            desk.open(link, width, height)
            desk.unfold("curve")
            desk.value(SWINGS)
            number = 7 if name == "short" else 91
            desk.wait(f"{POINTS}.length === {number}", "the points")
            look = desk.value(LOOK)
            small = look["least"] < (9 if name == "short" else 4)
            if look["faults"] or small or look["wider"] > 0:
                raise Wrong(f"the {name} line at {width} pixels: {look}")
            if desk.pictures:
                desk.middle("document.getElementById('curve-plot')")
                desk.browser.picture(desk.pictures / f"curve-{name}-{width}.png")
