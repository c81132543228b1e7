"""Draws positions in the middle of a round and proves the values of all moves.

The positions are in positions/measured/choices.jsonl (docs/formats/data.md); `scripts/measure
hints` uses them to test the advice of the sources. On each board rounds are played, half of them by
two random players, half by two players who take, half of the time, a move that gains most. From
each round one position is drawn: any in which a turn begins, with as many seeds in play as
scripts/lib/hints/choices.py says. Where the node limit leaves a move open, the position is kept
without values. Measurements ignore these, and positions with a single move.

usage: scripts/make choices [--check] [--draw] [--only RULES,…] [--program FILE]

  --check         only proves again and compares
  --draw          only draws again and compares, without proofs
  --only RULES,…  only these rule sets
  --program FILE  the program (default target/release/chongkak, or under $CARGO_TARGET_DIR)
"""
import sys

from lib import provenance
from lib.hints.choices import BOARDS, CHOICES, drawn, proven
from lib.data import read, write
from lib.program import Arguments, Program, Wrong, finish

# Positions between two writes of the file.
PART = 20


def parse_arguments():
    parser = Arguments(__doc__)
    parser.add_argument("--only", metavar="RULES,…")
    parser.add_program()
    for flag in ["--check", "--draw"]:
        parser.add_argument(flag, action="store_true")
    given = parser.parse_args()
    given.names = given.only.split(",") if given.only else list(BOARDS)
    if unknown := [name for name in given.names if name not in BOARDS]:
        parser.error(f"no board of {', '.join(unknown)}: expected some of {', '.join(BOARDS)}")
    return given


def compared(program, name, found, known):
    """Draws again, and proves again what is recorded as proven."""
    if found != [(line["played"], line["position"]) for line in known]:
        raise Wrong(f"{name}: other positions are drawn now")
    if program is None:
        return
    solved = [line for line in known if line["values"] is not None]
    again = proven(program, name, [(line["played"], line["position"]) for line in solved])
    for line, now in zip(solved, again):
        if now["values"] != line["values"]:
            raise Wrong(f"{name} {line['position']}: recorded {line['values']}, found {now['values']}")


def main():
    given = parse_arguments()
    program = Program(given.program)
    known = read(CHOICES) if CHOICES.exists() else []
    kept = {name: [line for line in known if line["rules"] == name] for name in BOARDS}
    for name in given.names:
        found = drawn(program, name)
        if given.check or given.draw:
            compared(None if given.draw else program, name, found, kept[name])
            continue
        kept[name] = []
        for start in range(0, len(found), PART):
            kept[name] += proven(program, name, found[start : start + PART])
            write(CHOICES, [line for lines in kept.values() for line in lines])
        provenance.stamp("positions/measured/choices.jsonl", program)
        open_ones = sum(line["values"] is None for line in kept[name])
        print(f"{name}: {len(found)} positions, {open_ones} left open", file=sys.stderr)


finish(main)
