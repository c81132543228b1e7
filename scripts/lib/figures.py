"""The benchmarks of the whole program: commands, and the expected answers."""
import subprocess
import sys
import tempfile

from .data import read
from .program import HOME, Program, Wrong

# Name, arguments, value, whether --quick includes it, expected seconds.
SOLVES = [
    ("kalah (6, 4)", "--rules kalah", 8, False, 12),
    ("kalah (6, 4), empty capture", "--rules kalah --set lone=bank", 10, False, None),
    ("kalah (6, 4), relay, no captures",
     "--rules kalah --set occupied=relay --set capture=none", 42, True, 10),
    ("overbeck (7, 5)", "--rules overbeck --holes 7 --seeds 5", 70, True, None),
]
# Seeds of the endgame table, whether --quick includes it, its positions.
TABLES = [(17, True, 51_895_935), (20, False, 225_792_840)]
PERFT = ("perft 11 --rules conglak --threads 1", 264_100_265)
# Holes and seeds, positions of the starter's first turn, whether --quick includes it, expected
# seconds.
TURNS = [("6", "6", 2_158_161, True, 0.8), ("6", "7", 34_988_528, False, 10)]
# Positions in the middle of a round (scripts/make mid-round).
MID_ROUND = HOME / "positions/mid-round.jsonl"


class Runs:
    """Runs a program and records the seconds of each benchmark. `solve` uses the endgame tables of
    a folder if one is given."""

    def __init__(self, path, name="chongkak", tables=None):
        self.program, self.name = Program(path), name
        self.seconds = {}
        self.bare = bare(self.program)
        if tables is not None:
            self.bare = [option for option in self.bare if option == "--fresh"] + ["--tables", tables]

    def run(self, figure, arguments, field, expected, processor=False):
        """Measures wall-clock seconds, or with `processor` CPU seconds."""
        own = self.bare if arguments[0] == "solve" else []
        if "--tables" in arguments:
            own = [option for option in own if option == "--fresh"]
        answer = self.program.answer(*arguments, *own, "--format", "json", allowed=(0,))
        found, told = answer.documents[field], " ".join([self.name, *arguments])
        if found != expected:
            raise Wrong(f"{told}: {field} {found}, expected {expected}")
        seconds = answer.used if processor else answer.seconds
        self.seconds.setdefault(figure, []).append(seconds)
        print(f"{seconds:8.2f} s  {told}", file=sys.stderr)


def bare(program):
    """Returns the options by which `solve` ignores built-in values and installed tables; older
    programs have neither."""
    told = subprocess.run([program.path, "solve", "--help"], capture_output=True, text=True).stdout
    fresh = ["--fresh"] if "--fresh" in told else []
    return fresh + (["--tables", "none"] if "<DIR|none>" in told else [])


def in_turn(all_runs, *figure, **how):
    """Runs a benchmark with each program in turn."""
    for runs in all_runs:
        runs.run(*figure, **how)


def measure(all_runs, quick):
    """Runs every benchmark once, except those of `measure_mid_round`."""
    for name, arguments, value, in_quick, _ in SOLVES:
        if quick and not in_quick:
            continue
        solve = ["solve", *arguments.split()]
        in_turn(all_runs, name, solve, "value", value)
        if not quick:
            in_turn(all_runs, f"{name}, one thread", [*solve, "--threads", "1"], "value", value)
    for holes, seeds, positions, in_quick, _ in TURNS:
        if in_quick or not quick:
            turns = ["turns", "--holes", holes, "--seeds", seeds, "--exhaustive"]
            in_turn(all_runs, f"turns {holes} {seeds}", turns, "positions", positions)
    command, leaves = PERFT
    in_turn(all_runs, "perft", command.split(), "nodes", leaves)
    for seeds, in_quick, positions in TABLES:
        if in_quick != quick:
            continue
        # Each program has its own table, because an existing one is not built again.
        for runs in all_runs:
            with tempfile.TemporaryDirectory(prefix="chongkak-speed-") as folder:
                build = ["tables", "build", folder, "--max", str(seeds), "--rules", "kalah"]
                runs.run(f"table of {seeds} seeds", build, "positions", positions)
                if not quick:
                    solve = ["solve", "--rules", "kalah", "--tables", folder]
                    runs.run("with table", solve, "value", 8)


def measure_mid_round(all_runs):
    """Proves every position in the middle of a round once, and measures the CPU time of one thread.
    A benchmark is a pair: the rule set and the position."""
    for line in read(MID_ROUND):
        solve = ["solve", line["position"], "--rules", line["rules"], "--threads", "1"]
        figure = line["rules"], line["position"]
        in_turn(all_runs, figure, solve, "value", line["value"], processor=True)
