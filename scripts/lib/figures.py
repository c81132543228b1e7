"""The figures for whole programs: what is run, and the answer it must give."""
import subprocess
import sys
import tempfile

from .program import Program, Wrong

# Name, arguments, value, whether --quick has it, seconds it should take.
SOLVES = [
    ("kalah (6, 4)", "--rules kalah", 8, False, 12),
    ("kalah (6, 4), empty capture", "--rules kalah --set lone=bank", 10, False, None),
    ("kalah (6, 4), relay, no captures",
     "--rules kalah --set occupied=relay --set capture=none", 42, True, 10),
    ("overbeck (7, 5)", "--rules overbeck --holes 7 --seeds 5", 70, True, None),
]
# Seeds of the endgame table, whether --quick has it, its positions.
TABLES = [(17, True, 51_895_935), (20, False, 225_792_840)]
PERFT = ("perft 11 --rules conglak --threads 1", 264_100_265)
# Holes and seeds, positions of the starter's first turn, whether --quick has it, seconds it should
# take.
TURNS = [("6", "6", 2_158_161, True, 0.8), ("6", "7", 34_988_528, False, 10)]


class Runs:
    """Runs a program and keeps the seconds of each figure."""

    def __init__(self, path, name="chongkak"):
        self.program, self.name = Program(path), name
        self.seconds = {}
        # Programs before 0.2 know no values without a search.
        told = subprocess.run([self.program.path, "solve", "--help"], capture_output=True, text=True)
        self.fresh = ["--fresh"] if "--fresh" in told.stdout else []

    def run(self, figure, arguments, field, expected):
        fresh = self.fresh if arguments[0] == "solve" else []
        answer = self.program.answer(*arguments, *fresh, "--format", "json", allowed=(0,))
        found, told = answer.documents[field], " ".join([self.name, *arguments])
        if found != expected:
            raise Wrong(f"{told}: {field} {found}, expected {expected}")
        self.seconds.setdefault(figure, []).append(answer.seconds)
        print(f"{answer.seconds:8.2f} s  {told}", file=sys.stderr)


def measure(all_runs, quick):
    """Every figure once, with one program after the other."""

    def run(*figure):
        for runs in all_runs:
            runs.run(*figure)

    for name, arguments, value, in_quick, _ in SOLVES:
        if quick and not in_quick:
            continue
        solve = ["solve", *arguments.split()]
        run(name, solve, "value", value)
        if not quick:
            run(f"{name}, one thread", [*solve, "--threads", "1"], "value", value)
    for holes, seeds, positions, in_quick, _ in TURNS:
        if in_quick or not quick:
            turns = ["turns", "--holes", holes, "--seeds", seeds, "--exhaustive"]
            run(f"turns {holes} {seeds}", turns, "positions", positions)
    command, leaves = PERFT
    run("perft", command.split(), "nodes", leaves)
    for seeds, in_quick, positions in TABLES:
        if in_quick != quick:
            continue
        # Each program has a table of its own: what is there is not built again.
        for runs in all_runs:
            with tempfile.TemporaryDirectory(prefix="chongkak-speed-") as folder:
                build = ["tables", "build", folder, "--max", str(seeds), "--rules", "kalah"]
                runs.run(f"table of {seeds} seeds", build, "positions", positions)
                if not quick:
                    solve = ["solve", "--rules", "kalah", "--tables", folder]
                    runs.run("with table", solve, "value", 8)
