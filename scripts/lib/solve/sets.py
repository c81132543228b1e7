"""Solves the sets of small boards: who can force the set from every opening, and in how many
rounds.

positions/sets/solved.jsonl has a board a line (docs/formats/set.md), of all rule sets. Solved
boards are kept; boards that exceed the time limit are skipped.

usage: scripts/solve sets [OPTIONS] [NAME...]        (default: all rule sets)

  --time SECONDS        time limit of a board (default 60)
  --holes N             boards of up to this many holes (default 6)
  --seeds N             and this many seeds (default 6)
  --memory MIB          memory of the program (default 4096)
  --threads N           threads of the program (default 2)
  --program FILE        the program (default target/release/chongkak, or under $CARGO_TARGET_DIR)

Exit code: 0 done; 2 wrong usage, or the program failed; 130 interrupted.
"""
import sys

from lib.data import read, write
from lib.program import HOME, Arguments, Failed, Program, board, finish

FILE = HOME / "positions/sets/solved.jsonl"


def solve(program, time, key):
    """Returns a line of the file; None if it took too long."""
    found = program.run("set", "solve", *board(*key), "--time", time)
    if found["stopped"]:
        return None
    values = {str(o["owned"]): [o["winner"], o["rounds"]] for o in found["openings"]}
    opening = dict(zip(("rules", "holes", "seeds"), key))
    return {**opening, "nodes": found["nodes"], "openings": values}


def main():
    parser = Arguments(__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME")
    limits = {"time": 60.0, "holes": 6, "seeds": 6, "memory": 4096, "threads": 2}
    for name, default in limits.items():
        parser.add_argument(f"--{name}", type=type(default), default=default)
    parser.add_program()
    given = parser.parse_args()
    program = Program(given.program, "--memory", given.memory, "--threads", given.threads)
    known = {(line["rules"], line["holes"], line["seeds"]): line for line in read(FILE)}
    names = list(Program(given.program).rule_sets())
    if unknown := set(given.names) - set(names):
        raise Failed(f"no rule set {', '.join(sorted(unknown))}: expected some of {', '.join(names)}")
    for name in given.names or names:
        # The more seeds fill a hole, the longer it takes: when a board is too slow, those with more
        # seeds are too.
        for holes in range(1, given.holes + 1):
            for seeds in range(1, given.seeds + 1):
                key = name, holes, seeds
                if key in known:
                    continue
                solved = solve(program, given.time, key)
                if not solved:
                    break
                known[key] = solved
                print(*key, solved["nodes"], file=sys.stderr)
                order = sorted(known, key=lambda key: (names.index(key[0]), *key[1:]))
                write(FILE, [known[key] for key in order])


finish(main)
