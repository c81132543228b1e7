"""The analysis page: the engine's output, and its correctness."""
import json

from .board import at_night, differs_on_a_site, same, signed
from .board_play import SMALL, SMALL_RULES
from lib.program import Wrong

# The value on a hole: whether it is visible, its kind, its text, and the name of the hole.
BADGE = """(() => {
  const cell = chongkak.stage.boards.boards[0].cells[chongkak.stage.boards.cells.indexOf("NAME")];
  const kind = cell.value.getAttribute("class").split(" ")[1];
  return [cell.value.getAttribute("visibility"), kind, cell.value.textContent, cell.group.getAttribute("aria-label")];
})()"""
SIGNS = {"proven": "=", "least": "\u2265", "most": "\u2264"}


@differs_on_a_site
def test_values(desk):
    """Values on the holes are those of the solver, and marked as proven."""
    desk.open(SMALL)
    desk.wait("chongkak.engine.found?.exact && chongkak.engine.running === null", "the value")
    exact = 0
    for played in desk.program.run("moves", *SMALL_RULES)["moves"]:
        value = desk.program.run("solve", played["after"], "--rules", "kalah", "--seeds", "2")["value"]
        visible, kind, text, label = desk.value(BADGE.replace("NAME", played["move"]))
        shown = int(text[1:].replace("\u2212", "-"))
        right = {"proven": shown == value, "least": shown <= value, "most": shown >= value}.get(kind)
        if visible != "visible" or not right or text[0] != SIGNS[kind] or "proven" not in label:
            raise Wrong(f"{played['move']} is worth {value}, shown is {(visible, kind, text, label)}")
        exact += kind == "proven"
    value = desk.program.run("solve", *SMALL_RULES)["value"]
    same("the value", desk.text("#value"), f"={signed(value)}")
    desk.wait_text("#value-words", "proven")
    return f"{exact} values of moves are proven"


def test_as_eval(desk):
    """With a depth limit the page shows what `eval` prints, including estimates."""
    position = "3,1,4/1 2,2,5/0 B"
    desk.open("rules=congklak&position=" + position.replace(" ", "+"))
    desk.click("#engine-on")
    desk.wait("chongkak.server.waiting.size === 0", "the search to end")
    asked = {"depth": 2, "threads": 1, "fresh": True}
    desk.value(f"""(async () => {{
      const {{ study, engine, server }} = chongkak;
      study.node.found = null;
      engine.learn(study.node, await server.ask("evaluate", {{ ...study.at(), ...{str(asked).replace('True', 'true')} }}));
    }})()""")
    printed = desk.program.run("eval", position, "--rules", "congklak", "--depth", "2", "--threads", "1", "--fresh")
    for move in printed["moves"]:
        text = desk.value(BADGE.replace("NAME", move["move"]))[2]
        same(move["move"], text[1:], signed(move["value"]))
    same("best line", desk.value("[...document.querySelectorAll('#pv button')].map((one) => one.textContent)"),
         printed["pv"])


def test_what_a_move_has_cost(desk):
    """For a move other than a proven best one the page says what it costs, or that it is not known
    to keep the value. A book without bounds is not mentioned."""
    desk.open("rules=overbeck&moves=A9&at=1")
    desk.click("#engine-on")
    desk.wait("chongkak.server.waiting.size === 0 && chongkak.stage.node.position", "the search to end")
    facts = "document.getElementById('value-facts').textContent"
    keeps = desk.words("engine.keeps", move="A9", value="+162")
    book = desk.words("engine.book", lower="\u2212162", upper="+160")
    cases = [
        ({"lower": -138, "upper": -128}, desk.words("engine.costs-least", move="A9", count=290), [keeps, book]),
        ({"lower": -138, "upper": -138}, desk.words("engine.costs", move="A9", count=300), [keeps, book]),
        ({"lower": -138, "upper": 162}, keeps, [desk.words("engine.costs-least", move="A9", count=0), book]),
        ({"lower": -138, "upper": 160}, book, [keeps]),
    ]
    for bounds, told, untold in cases:
        desk.value(f"""(() => {{
          const {{ engine, study }} = chongkak;
          const about = {{ depth: 1, nodes: 1, moves: [], pv: [] }};
          study.tree.root.found = {{ ...about, value: 162, lower: 162, upper: 162, exact: true }};
          study.node.found = {{ ...about, book: {{ lower: -162, upper: 160 }}, value: -138, ...{json.dumps(bounds)},
            exact: {json.dumps(bounds["lower"] == bounds["upper"])} }};
          engine.tell("value");
        }})()""")
        said = desk.value(facts)
        if told not in said or any(one in said for one in untold):
            raise Wrong(f"of {bounds} it says {said!r}, expected {told!r} and not {untold}")


def test_value_when_the_seeds_lie(desk):
    """While a move is shown its value is hidden, because it would reveal the end."""
    desk.open("rules=congklak")
    desk.wait("chongkak.engine.found?.depth > 0", "a value")
    desk.choose("#speed", "0.4")
    desk.browser.click(*desk.cell("A3"))
    # Checked in one step, because the seeds may be still by the next one.
    told = desk.wait("chongkak.stage.running && chongkak.engine.found?.value !== undefined && chongkak.study.node.move === 'A3'"
                     " && ['value', 'value-words', 'value-facts'].map((id) => document.getElementById(id).textContent)",
                     "a value while seeds run")
    same("what is told of it", told, ["\u2026", "", ""])
    desk.rest()
    desk.wait("/\\d/.test(document.getElementById('value').textContent)", "the value")


@at_night("measures for half a minute")
def test_first_value(desk):
    """The first value of a new position, after a click while the engine searches the old one."""
    desk.open("rules=overbeck")
    # Without a limit: a search that is not cancelled blocks the others.
    desk.choose("#engine-time", "")
    desk.wait("!!chongkak.engine.found", "a value")
    desk.value("""(() => {
      globalThis.clicked = globalThis.valued = globalThis.from = 0;
      document.addEventListener("mousedown", () => {
        [clicked, valued, from] = [performance.now(), 0, chongkak.study.node];
      }, true);
      const seen = () => { if (chongkak.study.node !== from && !valued) valued = performance.now(); };
      new MutationObserver(() => {
        const { found } = chongkak.engine;
        if (found && !found.before && clicked && chongkak.study.node !== from) requestAnimationFrame(seen);
      }).observe(document.getElementById("value-facts"), { childList: true, characterData: true, subtree: true });
    })()""")
    times = []
    for move in ("A1", "A7", "A5", "A3"):
        desk.browser.click(*desk.cell(move))
        times.append(desk.wait("valued && valued - clicked", "a value after a click"))
        desk.rest()
    return "a searched value stood on the page " + ", ".join(f"{time:.0f}" for time in times) + " ms after a click"


@differs_on_a_site
def test_engine_switch(desk):
    """When off, it shows nothing; limits can be chosen; a key plays the best move."""
    desk.open(SMALL)
    desk.wait("chongkak.engine.found?.exact && chongkak.engine.running === null", "the end of the search")
    best = desk.value("chongkak.engine.found.pv[0]")
    desk.keys(" ")
    same("the best move", desk.line(), [best])
    # A click on the board takes the focus from a button: keys go to the moves.
    desk.click("#undo")
    desk.play(best)
    desk.wait("chongkak.engine.found?.exact && chongkak.engine.running === null", "the end of the search")
    desk.keys(" ")
    same("moves after the key", desk.value("chongkak.study.node.parent?.move"), best)
    desk.keys("e", "ArrowLeft")
    same("the engine", desk.value("[chongkak.engine.on, chongkak.engine.running]"), [False, None])
    desk.choose("#engine-time", "30")
    # The site has one thread, and no choice.
    choice = desk.value("document.querySelector('#engine-threads').options.length > 1")
    desk.choose("#engine-threads", "")
    same("all threads", desk.value("chongkak.engine.limits()"), {"time": 30})
    desk.choose("#engine-threads", "1" if choice else "")
    desk.keys("e", rest=False)
    same("limits", desk.value("chongkak.engine.limits()"), {"time": 30, **({"threads": 1} if choice else {})})
    same("the engine", desk.value("chongkak.engine.on"), True)


def test_who_plays_the_best_move(desk):
    """What is proven stays proven after the best move, and no bound gets wider along the best
    line."""
    desk.open("rules=kalah")
    desk.choose("#speed", "-1")
    desk.wait("chongkak.engine.found?.exact", "the recorded value")
    value = desk.text("#value")
    desk.keys(" ")
    desk.wait("!!chongkak.engine.found && !chongkak.engine.found.before", "a search behind the best move")
    same("the value behind the best move", desk.text("#value"), value)
    followed = 0
    for rules in ("overbeck", "congklak"):
        desk.open(f"rules={rules}")
        desk.choose("#speed", "-1")
        desk.wait("chongkak.engine.found?.depth >= 2", "a value")
        for _ in range(6):
            proven, lower, upper = desk.value("""(({ lower, upper, value }) =>
              [value === (chongkak.stage.found.mover === "A" ? lower : upper), lower, upper])(chongkak.engine.found)""")
            before = desk.line()
            desk.keys(" ")
            if desk.line() == before:
                desk.wait_text("#said", "It is not known which move keeps the proven value")
                break
            desk.wait("!!chongkak.engine.found && !chongkak.engine.found.before", "a search of the next place")
            least, most = desk.value("(({ lower, upper }) => [lower, upper])(chongkak.engine.found)")
            if proven and (least < lower or most > upper):
                raise Wrong(f"{rules}: {lower} to {upper} became {least} to {most} with {desk.line()}")
            followed += proven
    if followed == 0:
        raise Wrong("nothing was proven")
    return f"{followed} moves of a proven value"


def test_table_of_moves(desk):
    """The table has the best move first, and the proven differences of the others."""
    desk.open(SMALL)
    for _ in desk.program.run("moves", *SMALL_RULES)["moves"]:
        # Results after a move are known before it.
        desk.wait("!!document.querySelector('#values tr:last-child button')", "the moves")
        desk.click("#values tr:last-child button")
        desk.wait("chongkak.engine.found?.exact && chongkak.engine.running === null", "the value behind a move")
        desk.keys("ArrowLeft")
    desk.wait("chongkak.engine.found.moves.every((move) => move.exact)", "all values")
    desk.value("chongkak.engine.set({ on: false }); 0")
    values = {move["move"]: desk.program.run("solve", move["after"], "--rules", "kalah", "--seeds", "2")["value"]
              for move in desk.program.run("moves", *SMALL_RULES)["moves"]}
    rows = desk.value("[...document.querySelectorAll('#values tr')]"
                      ".map((row) => [...row.cells].map((cell) => cell.textContent))")
    same("moves", sorted(row[0] for row in rows), sorted(values))
    best = max(values.values())
    same("the first one", values[rows[0][0]], best)
    for move, shown, less, _ in rows:
        same(f"the value of {move}", shown, f"={signed(values[move])}")
        worse = best - values[move]
        same(f"how much less {move} brings", less, f"{worse} less" if worse else "")


def test_every_move(desk):
    """The search continues when the value is proven; every move has a line, which one click
    plays."""
    desk.open("rules=kalah")
    desk.wait("chongkak.engine.found?.exact", "the recorded value")
    same("it goes on", desk.value("chongkak.engine.running !== null"), True)
    desk.wait("document.querySelectorAll('#values button.then').length === 6", "a line of every move")
    # Results change until a stopped search has answered too: they are read and clicked in one step.
    line = desk.value('''(() => {
      const second = document.querySelector("#values tr:nth-child(2)");
      const then = second.querySelector(".then");
      const line = [second.dataset.move, ...then.textContent.split(" ")];
      then.click();
      return line;
    })()''')
    desk.wait("chongkak.study.tree.line().length > 1", "the line of the second move")
    same("the line", desk.line(), line)


def test_best_line(desk):
    """A click on a move of the best line plays up to it."""
    desk.open(SMALL)
    # Intermediate results may have a shorter line.
    desk.wait("chongkak.engine.found?.exact && chongkak.engine.running === null", "the end of the search")
    line = desk.value("chongkak.engine.found.pv")
    desk.click("#pv li:nth-child(2) button")
    desk.wait("!!chongkak.study.node.parent?.parent", "two moves")
    desk.rest()
    same("moves", desk.line(), line[:2])
    after = desk.program.run("play", "--line", " ".join(line[:2]), *SMALL_RULES)["after"]
    same("position", desk.position(), after)
    desk.click("#first")
    desk.rest()
    desk.click("#values tr:first-child button")
    desk.wait("!!chongkak.study.node.parent", "a move of the table")


@differs_on_a_site
def test_proof(desk):
    """The value can be proven, and a proof can be stopped."""
    desk.open("rules=kalah&holes=4&seeds=3")
    desk.click("#engine-on")
    desk.click("#solve")
    desk.wait_text("#proof", "proven")
    value = desk.program.run("solve", "--rules", "kalah", "--holes", "4", "--seeds", "3")["value"]
    same("the value", desk.text("#value"), f"={signed(value)}")
    desk.open("rules=kalah&holes=12&seeds=12")
    desk.click("#solve")
    desk.wait_text("#solve", "Stop")
    desk.click("#solve")
    desk.wait_text("#solve", "Prove")


def test_turns(desk):
    """The gain of a whole turn is that of `turns`, and its line can be played; the book's too."""
    rules = ["--rules", "dakon", "--holes", "4", "--seeds", "4"]
    desk.open("rules=dakon&holes=4&seeds=4")
    desk.click("#turns-ask")
    desk.wait_text("#turns-found", "Most seeds")
    desk.wait_text("#turns-ask", "What can")
    told = desk.text("#turns-found")
    turns = desk.program.run("turns", *rules)
    for part in (f"can win: {turns['shortest']['moves']} moves", f"Most seeds: {turns['harvest']['seeds']},"):
        if part not in told:
            raise Wrong(f"{part!r} is not in {told!r}")
    desk.click("#turns-found .turn:last-child .small")
    desk.wait("!!chongkak.study.node.parent", "the line")
    desk.rest()
    played = desk.program.run("play", "--line", " ".join(desk.line()), *rules)
    same("position", desk.position(), played["after"])
    same("seeds won", sum(move["gain"] for move in played["line"]), turns["harvest"]["seeds"])
    desk.open("rules=overbeck")
    desk.wait_text("#book", "The book knows this opening")
