"""Measures an upper bound on the share of games of chong that any player wins against `greedy` and
`guess`, with four dice under `content`.

Each game is played up to the player's first choice. `no_choice` counts every game that gets there
as won. `one_choice` subtracts the least chance that the opponent then wins with the next throw by
one soldier's moves, whatever is chosen. Both are means with their 95 % intervals.

The bounds are in positions/measured/chong-ceiling.jsonl (docs/formats/data.md), and docs/CHONG.md
has their upper ends. Everything is seeded, so a run reproduces the same bytes. It builds
tools/chong-ceiling and takes a minute.

usage: scripts/measure chong-ceiling [--check]

  --check  only measures again and compares
"""
import json
import subprocess
import sys

from lib import provenance
from lib.data import read, write
from lib.program import HOME, TARGET, Arguments, Failed, Program, Wrong, cargo, finish

FILE = "positions/measured/chong-ceiling.jsonl"

# Columns, opponent, games.
JOBS = [
    (12, "greedy", 40_000),
    (16, "greedy", 10_000),
    (20, "greedy", 2_000),
    (24, "greedy", 2_000),
    (28, "greedy", 2_000),
    (12, "guess", 10_000),
]


def measured(tool, job):
    print(f"3 x {job[0]} against {job[1]}", file=sys.stderr, flush=True)
    command = [tool, *map(str, job)]
    run = subprocess.run(command, check=False, stdout=subprocess.PIPE, text=True)
    if run.returncode != 0:
        raise Failed(f"{tool}: exit code {run.returncode}")
    return json.loads(run.stdout)


def main():
    parser = Arguments(__doc__)
    parser.add_argument("--check", action="store_true")
    given = parser.parse_args()
    cargo("build", "--release", "--quiet", "--example", "chong-ceiling")
    tool = TARGET / "release/examples/chong-ceiling"
    found = [measured(tool, job) for job in JOBS]
    if not given.check:
        write(HOME / FILE, found)
        provenance.stamp(FILE, Program(tool))
    elif found != read(HOME / FILE):
        raise Wrong(f"recorded {read(HOME / FILE)}, found {found}")


finish(main)
