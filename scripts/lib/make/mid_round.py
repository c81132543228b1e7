"""Draws the positions of positions/mid-round.jsonl and proves their values.

They are the first 20 of each rule set that scripts/lib/mid_round.py draws, each proven on one
thread, without known values or tables on disk. `scripts/measure builds --only mid-round` compares
versions by them.

usage: scripts/make mid-round [--check] [--program FILE]

  --check         only draws again and compares, without proofs
  --program FILE  the program (default target/release/chongkak, or under $CARGO_TARGET_DIR)
"""
import sys

from lib.data import read, write
from lib.figures import MID_ROUND, bare
from lib.mid_round import KINDS, drawn
from lib.program import Arguments, Program, Wrong, finish

COUNT, ROUNDS, SEED = 20, 60, 16


def proven(program, rules, position):
    record = program.run("solve", position, "--rules", rules, "--threads", 1, *bare(program))
    print(f"{rules} {position}: {record['value']}, {record['nodes']:,}", file=sys.stderr)
    return {"rules": rules, **{name: record[name] for name in ["position", "value", "nodes"]}}


def main():
    parser = Arguments(__doc__)
    parser.add_argument("--check", action="store_true")
    parser.add_program()
    given = parser.parse_args()
    program = Program(given.program)
    found = [(kind[0], p) for kind in KINDS for p in drawn(program, kind, SEED, ROUNDS)[:COUNT]]
    if not given.check:
        write(MID_ROUND, [proven(program, *one) for one in found])
    elif found != [(line["rules"], line["position"]) for line in read(MID_ROUND)]:
        raise Wrong(f"{MID_ROUND}: other positions are drawn now")


finish(main)
