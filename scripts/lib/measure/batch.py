"""Measures `batch` on 10,000 small positions: 2 x 4 holes, 32 seeds, at random.

Generates the positions from a seed, solves them with `batch` from scratch, then again with the
store of the first run, checks a sample against `solve` and all values against the checksum of those
of `solve`, and prints the times. Slow times are not a failure, a wrong answer is (exit code 1).

usage: scripts/measure batch [--repeat N] [--program FILE]

  --repeat N      repeats everything N times and takes the best times (default 1)
  --program FILE  measures this program instead of building one
"""
import random
import tempfile
import zlib
from pathlib import Path

from lib.program import CORES, Arguments, Program, Wrong, built, finish, number

COUNT, HOLES, SEEDS = 10_000, 4, 32
SAMPLE = 200
# The rules, and the CRC-32 of all values, one a line, as `solve -` of an older version found them
# one by one, on one thread and with 4 MiB.
RULES = [("overbeck", 0xFBDEFD48), ("congklak", 0x8BB9794A), ("kalah", 0xBA6D4FDD)]
SECONDS = 20


def positions():
    """Puts every seed into a uniformly random cell of the board, including stores."""
    chance = random.Random(1)
    made = {}
    while len(made) < COUNT:
        cells = [0] * (2 * HOLES + 2)
        for _ in range(SEEDS):
            cells[chance.randrange(len(cells))] += 1
        mover = chance.randrange(2)
        rows = [cells[:HOLES], cells[HOLES:2 * HOLES]]
        if any(rows[mover]):
            halves = [f"{','.join(map(str, row))}/{store}" for row, store in zip(rows, cells[-2:])]
            made[f"{' '.join(halves)} {'AB'[mover]}"] = None
    return list(made)


def measure(program, rules, checksum, asked, folder):
    """Runs from scratch and with everything known; returns the times, and the nodes of the first
    run."""
    file = Path(folder) / f"{rules}.txt"
    file.write_text("\n".join(asked) + "\n")
    Path(f"{file}.sqlite").unlink(missing_ok=True)
    batch = ["batch", file, "--fresh", "--rules", rules, "--format", "jsonl"]
    first, second = (program.answer(*batch, allowed=(0,)) for _ in range(2))
    found = first.documents
    if [record["position"] for record in found] != asked or second.documents != found:
        raise Wrong(f"{rules}: other records than were asked for, or others again")
    sample = random.Random(2).sample(range(COUNT), SAMPLE)
    solve = ["solve", "-", "--fresh", "--rules", rules, "--threads", 1, "--memory", 8]
    solved = program.lines(*solve, lines=[asked[place] for place in sample], allowed=(0,))
    for place, record in zip(sample, solved, strict=True):
        if any(record[field] != found[place][field] for field in ("value", "best", "winner")):
            raise Wrong(f"{rules}: {found[place]}, by solve {record}")
    values = zlib.crc32("".join(f"{record['value']}\n" for record in found).encode())
    if values != checksum:
        raise Wrong(f"{rules}: checksum of the values {values:08x}, expected {checksum:08x}")
    return first, second, sum(record["nodes"] for record in found)


def main():
    parser = Arguments(__doc__)
    parser.add_argument("--repeat", type=number(1), default=1)
    parser.add_program()
    given = parser.parse_args()
    program, asked = Program(given.program or built()), positions()
    print(f"{COUNT} positions, {CORES} cores; the best of {given.repeat}; goal {SECONDS} s")
    with tempfile.TemporaryDirectory(prefix="chongkak-batch-") as folder:
        for rules, checksum in RULES:
            runs = [measure(program, rules, checksum, asked, folder) for _ in range(given.repeat)]
            seconds, used = (min(getattr(first, of) for first, _, _ in runs) for of in ("seconds", "used"))
            known = min(second.seconds for _, second, _ in runs)
            print(f"{rules:10}  {seconds:6.2f} s, {used:.2f} s of processor time  "
                  f"all known: {known:5.2f} s  {runs[0][2]} nodes  values {checksum:08x}")


finish(main)
