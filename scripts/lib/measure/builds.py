"""Compares two versions by the benchmarks of scripts/measure speed, run alternately.

Builds the release programs of both revisions in a temporary folder, and checks every answer. Prints
for each benchmark the median times and their ratio, and the geometric mean of the ratios: below 1
the second version is faster. Slow times are not a failure, a wrong answer is (exit code 1). Takes
two builds and twice the time of scripts/measure speed, N times.

`--only mid-round` instead proves the positions of positions/mid-round.jsonl, each in its own
process, on one thread, without known values or tables on disk, and measures CPU time. Prints the
ratios by rule set: their geometric mean, the smallest, the largest, and the median times. Takes
some ten minutes for both programs, N times. With `--tables` the second version has endgame tables,
the first has none.

usage: scripts/measure builds [--quick] [--repeat N] [--programs] VERSION VERSION
       scripts/measure builds --only mid-round [--tables DIR] [--repeat N] [--programs]
                              VERSION VERSION

A version is a revision, which is built, or with --programs a program.

  --quick           some of the benchmarks
  --only mid-round  only the positions in the middle of a round
  --tables DIR      the second version uses the endgame tables in a folder
  --repeat N        runs everything N times (default 5, with --only 1)
  --programs        the versions are programs, which are not built
"""
import shutil
import statistics
import subprocess
import tempfile
from pathlib import Path

from lib.figures import Runs, measure, measure_mid_round
from lib.program import CORES, HOME, Arguments, Failed, cargo, finish, number


def git(*arguments):
    done = subprocess.run(["git", *map(str, arguments)], cwd=HOME, capture_output=True, text=True)
    if done.returncode != 0:
        raise Failed(f"git {arguments[0]}: {done.stderr.strip()}")
    return done.stdout.strip()


def build(revision, program, folder):
    """Builds the program of a revision. Both share a target folder, so that common dependencies are
    built once."""
    tree = folder / "tree"
    git("worktree", "add", "--quiet", "--detach", tree, revision)
    try:
        target = folder / "target"
        cargo("build", "--release", "--locked", "--target-dir", target, folder=tree)
        shutil.copy2(target / "release/chongkak", program)
    finally:
        git("worktree", "remove", "--force", tree)


def built(revisions, folder):
    """Returns the programs of revisions, with their names."""
    commits = [git("rev-parse", "--short", "--verify", f"{r}^{{commit}}") for r in revisions]
    for place, commit in enumerate(commits):
        program = folder / f"program-{place}"
        build(commit, program, folder)
        yield program, commit


def rows(first, second):
    """Returns every benchmark with the median times of both."""
    for figure in first.seconds:
        yield figure, *(statistics.median(runs.seconds[figure]) for runs in (first, second))


def print_figures(both):
    print("     first      second  ratio  figure")
    ratios = []
    for figure, first, second in rows(*both):
        ratios.append(second / first)
        print(f"{first:8.2f} s  {second:8.2f} s  {ratios[-1]:5.3f}  {figure}")
    print(f"{'geometric mean':>22}  {statistics.geometric_mean(ratios):5.3f}")


def print_groups(both):
    """Prints benchmarks that are pairs, grouped by the first part."""
    groups = {}
    for (group, _), first, second in rows(*both):
        groups.setdefault(group, []).append((first, second))
    groups["all"] = [pair for group in groups.values() for pair in group]
    print("     first      second  geometric mean of the ratios (smallest to largest)")
    for group, pairs in groups.items():
        first, second = (statistics.median(side) for side in zip(*pairs))
        ratios = [b / a for a, b in pairs]
        mean = statistics.geometric_mean(ratios)
        told = f"{mean:5.3f} ({min(ratios):.3f} to {max(ratios):.3f})"
        print(f"{first:8.2f} s  {second:8.2f} s  {told}  {len(pairs)} of {group}")


def parse_arguments():
    parser = Arguments(__doc__)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--only", choices=["mid-round"])
    parser.add_argument("--tables")
    parser.add_argument("--repeat", type=number(1))
    parser.add_argument("--programs", action="store_true")
    parser.add_argument("versions", nargs=2)
    given = parser.parse_args()
    if given.quick and given.only:
        parser.error("--quick has no part of --only mid-round")
    if given.tables and not given.only:
        parser.error("--tables is for --only mid-round")
    given.repeat = given.repeat or (1 if given.only else 5)
    return given


def main():
    given = parse_arguments()
    with tempfile.TemporaryDirectory(prefix="chongkak-compare-") as folder:
        programs = zip(given.versions, given.versions)
        if not given.programs:
            programs = built(given.versions, Path(folder))
        both = [Runs(*one, tables) for one, tables in zip(programs, [None, given.tables])]
        for turn in range(given.repeat):
            # The order alternates, so that the load of the machine affects both alike.
            order = both if turn % 2 == 0 else both[::-1]
            if given.only:
                measure_mid_round(order)
            else:
                measure(order, given.quick)
    print(f"first {both[0].name}, second {both[1].name}; {CORES} cores; medians of {given.repeat}")
    (print_groups if given.only else print_figures)(both)


finish(main)
