"""Finds the puzzles that ship with the program.

positions/puzzles/NAME.jsonl has fifty puzzles of a rule set (docs/formats/puzzles.md), the easiest
first: moves that end in the store, laps to count, and turns that win, of as many lengths as
possible. `chongkak puzzles find` finds them in rounds played at random.

usage: scripts/make puzzles [--check] [--program FILE] [NAME...]    (default: all rule sets)

  --check         only finds them again and compares
  --program FILE  the program (default target/release/chongkak, or under $CARGO_TARGET_DIR)
"""
import sys
from collections import defaultdict
from itertools import zip_longest

from lib.data import read, write
from lib.program import HOME, Arguments, Failed, Program, Wrong, finish

FOLDER = HOME / "positions/puzzles"
COUNT = 50

# For each question: the puzzles to choose among, how many at most, and the seeds in play. Under some
# rules no move has a second lap; turns take the place of what isn't found. A turn must be proven to
# the end of the round, the others only played.
QUESTIONS = {"store": (40, 8, 40), "laps": (40, 10, 40), "turn": (240, COUNT, 20)}
ROUNDS = 5000

# Other random rounds for a rule set that is the same as another within a round.
SEEDS = {"conglak-burnt": 2}

# A turn must be harder than a choice between two moves of one lap.
EASIEST = 1


def mixed(puzzles, count):
    """Some of the puzzles: as many of each length as possible, from the easiest to the hardest."""
    lengths = defaultdict(list)
    for puzzle in puzzles:
        lengths[puzzle["length"]].append(puzzle)
    rows = zip_longest(*(lengths[length] for length in sorted(lengths)))
    taken = [puzzle["length"] for row in rows for puzzle in row if puzzle][:count]
    share = {length: taken.count(length) for length in set(taken)}
    return [lengths[one][number * len(lengths[one]) // share[one]]
            for one in sorted(share) for number in range(share[one])]


def row(puzzle):
    """The mover's holes: with the same ones, two puzzles would have much the same answer."""
    *sides, mover = puzzle["position"].split()
    return sides[mover == "B"].split("/")[0]


def find(program, name):
    chosen = []
    for question, (count, most, in_play) in QUESTIONS.items():
        found = program.lines(
            "puzzles", "find", "--rules", name, "--question", question, "--count", count,
            "--in-play", in_play, "--rounds", ROUNDS, "--seed", SEEDS.get(name, 1),
        )
        rows = {row(puzzle) for puzzle in chosen}
        fresh = {row(puzzle): puzzle for puzzle in found if row(puzzle) not in rows
                 and (question != "turn" or puzzle["difficulty"] > EASIEST)}
        chosen += mixed(fresh.values(), min(most, COUNT - len(chosen)))
    if len(chosen) < COUNT:
        raise Failed(f"{name}: {len(chosen)} puzzles, expected {COUNT}")
    return sorted(chosen, key=lambda one: (one["difficulty"], one["id"]))


def main():
    parser = Arguments(__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--check", action="store_true")
    parser.add_program()
    given = parser.parse_args()
    program = Program(given.program)
    rule_sets = program.rule_sets()
    if unknown := [name for name in given.names if name not in rule_sets]:
        parser.error(f"no rule set {', '.join(unknown)}: expected some of {', '.join(rule_sets)}")
    for name in given.names or rule_sets:
        path, puzzles = FOLDER / f"{name}.jsonl", find(program, name)
        if not given.check:
            write(path, puzzles)
        elif puzzles != read(path):
            raise Wrong(f"{path}: other puzzles are found now")
        print(f"{name}: {'as before' if given.check else 'written'}", file=sys.stderr)


finish(main)
