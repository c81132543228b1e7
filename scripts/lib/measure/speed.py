"""Runs the benchmarks of the whole program that the README, the guide and the measurements quote.

Builds the release program, runs it, checks every answer, and prints one table: the best time of
each benchmark, its speed, and the expected time. Slow times are not a failure, a wrong answer is
(exit code 1). The times include the start of the program. Needs half a gigabyte of disk and of
memory. scripts/measure builds compares two versions.

usage: scripts/measure speed [--quick] [--repeat N] [--program FILE]

  --quick         some of the benchmarks, in less than half a minute
  --repeat N      runs each benchmark N times and takes the best time (default 1)
  --program FILE  measures this program instead of building one
"""
from lib.figures import PERFT, SOLVES, TABLES, TURNS, Runs, measure
from lib.program import CORES, Arguments, built, finish, number

SECONDS_WITH_TABLE = 3
LEAVES_A_SECOND = 25e6
POSITIONS_A_SECOND_AND_CORE = 5e6
SPEED_UP = 1.7


def goal(seconds):
    return "" if seconds is None else f"{seconds} s"


def rows(best):
    """Returns the results: name, seconds, speed, goal."""
    for name, _, _, _, wanted in SOLVES:
        if name in best:
            yield name, f"{best[name]:.2f}", "", goal(wanted)
        alone = f"{name}, one thread"
        if alone in best:
            factor = best[alone] / best[name]
            yield alone, f"{best[alone]:.2f}", f"speed-up {factor:.2f}", f"{SPEED_UP}"
    for holes, seeds, positions, _, wanted in TURNS:
        seconds = best.get(f"turns {holes} {seeds}")
        if seconds:
            speed = f"{positions / seconds / CORES / 1e6:.1f} million positions/s a core"
            yield f"turns ({holes}, {seeds}), exhaustive", f"{seconds:.2f}", speed, goal(wanted)
    if "with table" in best:
        name = "kalah (6, 4), with the table of 20 seeds"
        yield name, f"{best['with table']:.2f}", "", goal(SECONDS_WITH_TABLE)
    for seeds, _, positions in TABLES:
        seconds = best.get(f"table of {seeds} seeds")
        if seconds:
            speed = positions / seconds / CORES / 1e6
            wanted = f"{POSITIONS_A_SECOND_AND_CORE / 1e6:.0f} million"
            name = f"table of {seeds} seeds, 2 x 6, kalah"
            yield name, f"{seconds:.2f}", f"{speed:.1f} million positions/s a core", wanted
    speed, wanted = PERFT[1] / best["perft"] / 1e6, f"{LEAVES_A_SECOND / 1e6:.0f} million"
    told = f"{speed:.0f} million leaves/s"
    yield "perft 11, conglak, one thread", f"{best['perft']:.2f}", told, wanted


def main():
    parser = Arguments(__doc__)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--repeat", type=number(1), default=1)
    parser.add_program()
    given = parser.parse_args()
    runs = Runs(given.program or built())
    for _ in range(given.repeat):
        measure([runs], given.quick)
    best = {figure: min(seconds) for figure, seconds in runs.seconds.items()}
    table = [("figure", "seconds", "speed", "goal"), *rows(best)]
    widths = [max(len(row[column]) for row in table) for column in range(4)]
    print(f"{CORES} cores; the best of {given.repeat}")
    for row in table:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip())


finish(main)
