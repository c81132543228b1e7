"""Tests the pages that --html writes, in a headless browser.

Makes pages with the program, and loads each in Chromium together with tests/browser/page.js. The
page steps through all its lines by its keys, the first one seed by seed, and logs what it shows.
The play button repeats this for a reader who prefers no motion. At the end of a line, drawn seed by
seed in both layouts, the page must show the final position that the program gives. No error may be
reported by the page or on the browser's console. The curve of analyze must have a mark for every
value.

Then it checks pages in the windows of a phone, a tablet and a laptop: nothing is cut off or
covered, the answer is above the board, the board uses the space, titles name result, rules and
position, and a click on a row of a table plays its line.

A missing Chromium is installed with apt-get, if permissions allow.

usage: scripts/test pages [--program FILE] [--browser FILE] [--pictures DIR]

  --program FILE  the program (default: the release program of this folder)
  --browser FILE  Chromium (default: chromium on the path)
  --pictures DIR  also writes pictures of every page, in all window sizes, light and dark
"""
import html
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from lib.program import HOME, Arguments, Program, Wrong, finish

sys.path.append(str(HOME / "tests"))
from browser.browser import Browser, found
from browser.window import LEAST_WIDE, WINDOWS, Window

DAKON = ("1 8 8 6 4 6 2 3 7 4 5 1 8 8 3 8 4 8 7 8 5 2 7 8 6 5 6 3 7 4 5 2 5 8 8 6 8 3 8 5 8 7 4 8 7 8 7 8 8 6 8 7 8 "
         "4 8 6 8 3 8 6 8 5 8 6 1 8 7 8 5 8 4 6 7 8 8 5 6 8 3 8 1 8 7 8 2 8 6 8 5 8 6 8 3")
TEST = (HOME / "tests/browser/page.js").read_text()
# A name, and the arguments of `play`.
PLAYS = [
    ("system", ["--owned", "99", "--line", "A1 A7 A5 A3"]),
    ("capture", ["1,0,3/0 0,5,1/0 A", "--line", "A1 B3 A3"]),
    ("states", ["2p,0,1,4/0 3,0,x,1/0 A", "--rules", "congklak", "--line", "A4 B2"]),
    ("bank", ["--rules", "congklak-bank", "--holes", "4", "--seeds", "3", "--line", "A1 A2"]),
    ("heaps", ["40,1,0/3 0,0,50/90 A", "--rules", "overbeck", "--line", "A1"]),
    ("opening", ["--rules", "dakon", "--line", DAKON]),
    ("nothing", ["--rules", "kalah", "--line", ""]),
    ("smallest", ["1/0 1/0 A", "--rules", "kalah", "--line", "A1"]),
    ("largest", ["--holes", "18", "--seeds", "18", "--line", "A1 A18"]),
]
# A name, and the arguments of `eval` and `turns`.
EVALS = [
    ("eval", ["--owned", "99", "--depth", "6", "--threads", "1"]),
    ("eval over", ["0,0/3 1,0/0 A over", "--rules", "kalah"]),
]
SOLVES = [
    ("solve", ["--rules", "conglak", "--holes", "4", "--seeds", "3"]),
    ("solve, bounds", ["--nodes", "10"]),
]
MOVES = [
    ("moves", ["--owned", "99"]),
    ("moves over", ["0,0/3 1,0/0 A over", "--rules", "kalah"]),
]
TURNS = [
    ("turns", ["--rules", "dakon", "--holes", "4", "--seeds", "4", "--target", "28", "--shortest"]),
    ("turns, none", ["0,0/3 1,0/0 A over", "--rules", "kalah"]),
]
# The same for `start play` and `start`.
JOINT_PLAYS = [
    ("joint", ["--holes", "3", "--seeds", "2", "--line", "A2 B2 / A1 B1 / coin A"]),
    ("joint nothing", ["--line", ""]),
    # A has five seeds in hand when B is to choose.
    ("joint hand", ["3,2,2,4/0 2,3,3,4/0 A", "--line", "A1 B2"]),
    ("joint open", ["--line", "A1 B1 / A2 B2"]),
]
SETS = [("replay", ["--rules", "congklak-six", "--holes", "3", "--seeds", "2",
                    "--together=A2,B2", "--a", "greedy", "--b", "greedy"])]
# A name, the arguments of `set play`, and those of `analyze`.
ANALYSES = [
    ("analyze", ["--rules", "congklak-six", "--a", "random", "--b", "greedy", "--seed", "3"],
     ["--nodes", "20000"]),
    ("analyze none", ["--rules", "kalah", "--holes", "3", "--seeds", "2", "--a", "best",
                      "--b", "best", "--rounds", "1"], []),
]
STARTS = [("start", ["--holes", "4", "--seeds", "3", "--tie", "a"])]
CLAIMS = HOME / "positions/claims/overbeck.toml"
# The most seeds drawn one by one, in a hole and in a store.
DRAWN = (31, 70)


def cells(position):
    """Returns the cells of a position in the order of the page: A's row and store, B's row and
    store."""
    rows = position.split()[:2]
    return [cell for row in rows for cell in [*row.rsplit("/", 1)[0].split(","), row.rsplit("/", 1)[1]]]


class Tests:
    def __init__(self, program, browser, folder, pictures):
        self.program, self.browser = program, browser
        self.folder, self.pictures = folder, pictures

    def page(self, name, *arguments):
        """Returns the output of a command, and the page that it writes."""
        file = self.folder / f"{name}.html"
        return self.program.run(*arguments, "--html", str(file)), file

    def quiet(self, name):
        """The console must be empty."""
        complaints = self.browser.complaints()
        if complaints:
            raise Wrong(f"{name}: {complaints}")

    def report(self, page, name, still=False):
        """Returns what the page showed when it went through its lines."""
        before, end, after = page.read_text().rpartition("})();\n</script>\n")
        tested = page.with_name(f"tested-{page.name}")
        tested.write_text(f"{before}{TEST}test();\n{end}{after}")
        self.browser.show(tested.as_uri(), 500, 1000, still=still)
        self.browser.pass_time(20000)
        text = self.browser.value("document.getElementById('report')?.textContent")
        self.quiet(name)
        if not text:
            fault = self.browser.value("document.getElementById('fault').textContent")
            raise Wrong(f"{name}: no report: {fault}")
        report = json.loads(text)
        if report["faults"]:
            raise Wrong(f"{name}: {report['faults']}")
        if report["overflow"] > 0:
            raise Wrong(f"{name}: the page is {report['overflow']} pixels wider than the window")
        if not report["played"]:
            raise Wrong(f"{name}: a line was not played to its end")
        return report["scenes"]

    def window(self, page, name):
        return Window(self.browser, name, page.as_uri())

    def scene(self, name, scene, start, end):
        """A line must start and end as the program says."""
        if not scene["same"]:
            raise Wrong(f"{name}: Home and End do not show what playing showed")
        if scene["position"] != end:
            raise Wrong(f"{name}: shows {scene['position']}, expected {end}")
        for when, position in (("start", start), ("end", end)):
            expected = cells(position)
            stores = (len(expected) // 2 - 1, len(expected) - 1)
            for layout in scene[when]:
                for index, (shown, text) in enumerate(zip(layout, expected, strict=True)):
                    seeds = 0 if text == "x" else int(text.rstrip("p"))
                    heaped = seeds > DRAWN[index in stores]
                    wanted = {"text": text, "drawn": 0 if heaped else seeds, "heaped": heaped}
                    if shown != wanted:
                        raise Wrong(f"{name}, {when}, cell {index}: shows {shown}, expected {wanted}")

    def picture(self, page, name, place=""):
        if not self.pictures:
            return
        for width, height in WINDOWS:
            for dark in (False, True):
                self.browser.show(f"{page.as_uri()}{place}", width, height, dark=dark)
                self.browser.picture(self.pictures / f"{name}-{width}{'-dark' * dark}.png")

    def play(self, name, arguments):
        played, page = self.page(name, "play", *arguments)
        scenes = self.report(page, name)
        if len(scenes) != 1 or scenes[0]["moves"] != len(played["line"]):
            raise Wrong(f"{name}: expected one line of {len(played['line'])} moves")
        still = self.report(page, name, still=True)
        for scene in (scenes[0], still[0]):
            self.scene(name, scene, played["position"], played["after"])
        self.picture(page, name)
        return scenes[0]["steps"]

    def again(self, name, scene, start, line, rules):
        """A line of a page must end where `play` ends."""
        played = self.program.run("play", start, "--line", " ".join(line), *rules)
        if scene["moves"] != len(line):
            raise Wrong(f"{name}: {scene['moves']} moves, expected {len(line)}")
        self.scene(name, scene, played["position"], played["after"])

    def eval(self, name, arguments):
        found, page = self.page(name, "eval", *arguments)
        scenes = self.report(page, name)
        if len(scenes) != max(1, len(found["moves"])):
            raise Wrong(f"{name}: {len(scenes)} lines, expected one for every move")
        self.again(name, scenes[0], found["position"], found["pv"], self.rules_of(arguments))
        self.picture(page, name, "#step=end")
        return sum(scene["steps"] for scene in scenes)

    def solve(self, name, arguments):
        found, page = self.page(name, "solve", *arguments)
        scene, = self.report(page, name)
        self.again(name, scene, found["position"], found["pv"], self.rules_of(arguments))
        self.picture(page, name)
        return scene["steps"]

    def moves(self, name, arguments):
        found, page = self.page(name, "moves", *arguments)
        scenes = self.report(page, name)
        for scene, told in zip(scenes, found["moves"], strict=bool(found["moves"])):
            self.scene(f"{name}, {told['move']}", scene, found["position"], told["after"])
        self.picture(page, name)
        return sum(scene["steps"] for scene in scenes)

    def replay(self, name, arguments):
        """The rounds of a set must end as in the record."""
        record = self.folder / "record.txt"
        command = [self.program.path, "set", "play", *arguments]
        record.write_text(subprocess.run(command, capture_output=True, text=True, check=True,
                                         env=self.program.ENVIRONMENT).stdout)
        found, page = self.page(name, "set", "replay", str(record))
        scenes = self.report(page, name)
        for scene, told in zip(scenes, found["rounds"], strict=True):
            self.scene(f"{name}, {scene['name']}", scene, told["opening"], told["after"])
        self.window(page, name).check(["The set is won by", "congklak-six", "2,2,2/0 2,2,2/0 A"], [0, 2])
        self.picture(page, name)
        return sum(scene["steps"] for scene in scenes)

    def analyze(self, name, arguments, limits):
        """The turns that lost most must be shown as played, then as they should have been; the
        curve has a mark for the beginning of each turn and for the end of each round."""
        record = self.folder / "analysed.txt"
        command = [self.program.path, "set", "play", *arguments]
        done = subprocess.run(command, capture_output=True, text=True, env=self.program.ENVIRONMENT)
        record.write_text(done.stdout)
        found, page = self.page(name, "analyze", str(record), *limits)
        scenes = self.report(page, name)
        turns = found["turns"]

        def lost(turn):
            sure = turn["lead_lost"]["least"]
            return max(sure, turn["estimate"] or 0), sure

        worst = sorted((turn for turn in turns if lost(turn)[0]), key=lost, reverse=True)[:12]
        lines = [(turn["position"], line) for turn in worst for line in (turn["line"], turn["best"]) if line]
        if len(scenes) != max(1, len(lines)):
            raise Wrong(f"{name}: {len(scenes)} lines, expected {len(lines)}")
        for scene, (start, line) in zip(scenes, lines):
            self.again(f"{name}, {scene['name']}", scene, start, line, self.rules_of(arguments))
        rounds = len({turn["round"] for turn in turns})
        self.window(page, name).check(["A's lead fell by", "B's lead fell by", found["rules"]["name"]], [0, "end"])
        self.window(page, name).curve(len(turns) + rounds)
        self.quiet(name)
        self.picture(page, name)
        return sum(scene["steps"] for scene in scenes)

    def windows(self):
        """Checks pages in windows of all sizes."""
        board = "9,9,9,9,9,9,9,9,9/18 x,x,9,9,9,9,9,9,9/0 A"
        full = ["overbeck", "2 x 9 holes", board]
        for name, titles, places in (
            ("eval", ["Value", "best move", *full], [0, 3, "end"]),
            ("system", ["The line A1 A7 A5 A3", *full], [0, 1, 2, "end"]),
            ("moves", ["9 legal moves", *full], [0, 1]),
            ("solve", ["+22, proven", "conglak", "2 x 4 holes", "3,3,3,3/0 3,3,3,3/0 A"], [0, "end"]),
            ("turns", ["A turn of A gains", "dakon"], [0, 5]),
            ("start", ["Both start together", "overbeck"], [0, 1]),
            ("joint", ["The line A2 B2", "2 x 3 holes"], [0, 1]),
            ("verify", ["22 claims: 22 hold"], [0, 2]),
            ("smallest", ["kalah", "2 x 1 holes"], ["end"]),
        ):
            self.window(self.folder / f"{name}.html", name).check(titles, places)
            self.quiet(name)
        self.window(self.folder / "eval.html", "eval").check(full, [0], [LEAST_WIDE])
        self.window(self.folder / "system.html", "system").alone()
        self.window(self.folder / "system.html", "system").told()
        for name in ("eval", "moves"):
            self.window(self.folder / f"{name}.html", name).rows()
            self.quiet(name)
        self.window(self.folder / "eval.html", "eval").without_scripts(["Value", "best move", "A9"])
        for name in ("system", "eval", "verify", "analyze", "replay"):
            self.window(self.folder / f"{name}.html", name).on_paper()
            self.quiet(name)

    def turns(self, name, arguments):
        found, page = self.page(name, "turns", *arguments)
        lines = [found["harvest"], found["shortest"], found["fewest_laps"],
                 found["set"]["shortest"], found["set"]["fewest_laps"]]
        lines = [line["line"] for line in lines if line and line["line"]] or [[]]
        scenes = self.report(page, name)
        if len(scenes) != len(lines):
            raise Wrong(f"{name}: {len(scenes)} lines, expected {len(lines)}")
        for scene, line in zip(scenes, lines):
            self.again(f"{name}, {scene['name']}", scene, found["position"], line, self.rules_of(arguments))
        self.picture(page, name)
        return sum(scene["steps"] for scene in scenes)

    def joint(self, name, arguments):
        """A joint turn must be shown up to its end, or up to the open part of the line."""
        played, page = self.page(name, "start", "play", *arguments)
        ticks = played["ticks"]
        shown = played["after"] or (ticks[-1]["board"] if ticks else played["position"])
        scene, = self.report(page, name)
        still, = self.report(page, name, "--force-prefers-reduced-motion")
        for one in (scene, still):
            self.scene(name, one, played["position"], shown)
        self.picture(page, name, "#step=1")
        return scene["steps"]

    def start(self, name, arguments):
        """The likely lines of a start must end where `start play` ends."""
        found, page = self.page(name, "start", *arguments)
        scenes = self.report(page, name)
        if len(scenes) != len(found["lines"]) or not scenes:
            raise Wrong(f"{name}: {len(scenes)} lines, expected {len(found['lines'])}")
        for scene, line in zip(scenes, found["lines"]):
            self.scene(f"{name}, {line['line']}", scene, found["position"], line["after"])
        self.picture(page, name)
        return sum(scene["steps"] for scene in scenes)

    @staticmethod
    def rules_of(arguments):
        """Returns the rules of a command line; the board size is in the position."""
        pairs = zip(arguments, arguments[1:])
        return [word for pair in pairs if pair[0] == "--rules" for word in pair]

    def verify(self, name, claims):
        """The cases of claims must end where `play` ends."""
        _, page = self.page(name, "verify", claims)
        data = json.loads(re.search(r'id="data">(.*?)</script>', page.read_text(), re.S).group(1))
        scenes = self.report(page, name)
        if len(scenes) != len(data["scenes"]) or len(scenes) < 100:
            raise Wrong(f"{name}: {len(scenes)} cases shown of {len(data['scenes'])}")
        # Every tenth, because `play` takes a moment.
        for scene, told in list(zip(scenes, data["scenes"]))[::10]:
            line = [move["name"] for move in told["moves"]]
            self.again(f"{name}, {scene['name']}", scene, told["position"], line, ["--rules", "overbeck"])
        self.picture(page, name)
        return sum(scene["steps"] for scene in scenes)

    def damaged(self):
        """A page must report by itself that its seeds are not where the program says."""
        _, page = self.page("damaged", "play", "1,0,3/0 0,5,1/0 A", "--line", "A1")
        text = page.read_text()
        # The first lap drops its seed into A2 (place 1); move it to A3.
        wrong = text.replace("[[8,1,1]]", "[[8,2,1]]")
        if wrong == text:
            raise Wrong("damaged: the data of the page is not what this test expects")
        page.write_text(wrong)
        try:
            self.report(page, "damaged")
        except Wrong as error:
            if "not those of the position" in str(error):
                return
            raise
        raise Wrong("damaged: a page whose lap ends elsewhere reports nothing")


def main():
    parser = Arguments(__doc__)
    parser.add_program()
    parser.add_argument("--browser")
    parser.add_argument("--pictures", type=Path)
    given = parser.parse_args()
    program, chromium = Program(given.program), found(given.browser)
    if given.pictures:
        given.pictures.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="chongkak-pages-", ignore_cleanup_errors=True) as folder:
        browser = Browser(chromium, folder)
        try:
            run(Tests(program, browser, Path(folder), given.pictures))
        finally:
            browser.close()


def run(tests):
    for command, method, cases in (
        ("play", tests.play, PLAYS), ("eval", tests.eval, EVALS), ("solve", tests.solve, SOLVES),
        ("moves", tests.moves, MOVES), ("turns", tests.turns, TURNS),
        ("start play", tests.joint, JOINT_PLAYS), ("start", tests.start, STARTS),
        ("set replay", tests.replay, SETS),
    ):
        for name, line in cases:
            steps = method(name, line)
            print(f"{command}, {name}: {steps} steps, ends as the program says")
    for name, line, limits in ANALYSES:
        print(f"analyze, {name}: {tests.analyze(name, line, limits)} steps, end as the program says")
    print(f"verify: {tests.verify('verify', CLAIMS)} steps, end as the program says")
    tests.damaged()
    print("damaged: the page says so")
    tests.windows()
    print(f"windows: {', '.join(str(width) for width, _ in WINDOWS)} pixels, nothing cut off or covered")


finish(main)
