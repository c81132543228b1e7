"""Measures the strengths of `game` against each other: rounds won of 400, from balanced positions.

Every full opening is won by its starter, so rounds begin in their middle. The positions come from
seeded play in which every move is any move or, one time in two, one that gains most. Taken are
those in which a turn begins, there is a choice, and as many seeds are in play as KINDS says; of
them those proven with 2 million nodes to end at most 20 seeds apart. Half of that value is moved
from the leader's store to the other one: then best play ends in a draw, which is proven once more.
So each of the 200 positions of a rule set has the value 0. Two policies play each of them twice,
with sides changed.

Prints for each rule set how many of 400 rounds the policy of the row won, lost and drew against
that of the column, and its score (a draw is half a win) with its 95 % interval over the positions.

usage: scripts/measure strengths [OPTIONS]

  --draw          first draws the positions anew (positions/balanced.jsonl)
  --rules NAME,…  these rule sets only
  --best POLICY   plays for best in the table (default search:10k: best itself takes a hundred times
                  as long)
  --program FILE  the program (default target/release/chongkak, or under $CARGO_TARGET_DIR)

Exit code: 0 done; 1 a stronger policy is not clearly ahead, or a value is not 0; 2 wrong usage, or
the program failed; 130 interrupted.
"""
import sys
from itertools import combinations

from lib.data import read, write
from lib.figures import bare
from lib.hints.numbers import interval
from lib.program import HOME, Arguments, Program, Wrong, board, finish
from lib.rounds import half_greedy, in_play, sample

POSITIONS = HOME / "positions/balanced.jsonl"
# Rule set, holes, seeds in a hole, the fewest and the most seeds in play.
KINDS = [("congklak", 7, 7, 32, 44), ("overbeck", 9, 9, 32, 48)]
COUNT, ROUNDS, SEED, APART = 200, 1500, 18, 20
STRENGTHS = ["beginner", "player", "strong", "best"]
PORTION = 40


def solved(program, rules, positions, nodes):
    how = ["--rules", rules, "--threads", 1, "--nodes", nodes, *bare(program)]
    return program.lines("solve", "-", *how, lines=positions)


def shifted(position, seeds):
    """The position with so many seeds moved from A's store to B's; none if they are not there."""
    a, b, mover = position.split()
    (row_a, store_a), (row_b, store_b) = a.split("/"), b.split("/")
    stores = int(store_a) - seeds, int(store_b) + seeds
    return None if min(stores) < 0 else f"{row_a}/{stores[0]} {row_b}/{stores[1]} {mover}"


def balanced(program, kind):
    """The first positions drawn that can be balanced, each of which is proven to be worth 0."""
    rules, holes, seeds, fewest, most = kind

    def wanted(position):
        return fewest <= in_play(position) <= most

    drawn = sample(program, board(rules, holes, seeds), ROUNDS, SEED, half_greedy, wanted)
    found = []
    for begin in range(0, len(drawn), PORTION):
        answers = solved(program, rules, drawn[begin : begin + PORTION], 2_000_000)
        near = [one for one in answers if one["value"] is not None and abs(one["value"]) <= APART]
        even = [shifted(one["position"], one["value"] // 2) for one in near]
        even = [position for position in even if position is not None]
        for one in solved(program, rules, even, 20_000_000) if even else []:
            if one["value"] != 0:
                raise Wrong(f"{rules} {one['position']}: value {one['value']}, expected 0")
            found.append(one["position"])
        print(f"{rules}: {len(found)} of {begin + PORTION}", file=sys.stderr, flush=True)
        if len(found) >= COUNT:
            return found[:COUNT]
    raise Wrong(f"{rules}: {len(found)} positions, expected {COUNT}")


def draw(program, kinds):
    for kind in kinds:
        found = [{"rules": kind[0], "position": one} for one in balanced(program, kind)]
        # Another run may have kept something meanwhile.
        kept = [line for line in read(POSITIONS) if line["rules"] != kind[0]]
        write(POSITIONS, sorted(kept + found, key=lambda line: line["rules"]))


def match(program, rules, positions, first, second):
    """How a policy does: rounds won, drawn and lost, and its score in per cent with the interval.

    Both rounds from a position have it in common, so each pair of rounds is one number."""
    how = ["--rules", rules, "--rounds", 2, "--seed", 1, "--first", first, "--second", second]
    answers = program.lines("match", "-", *how, lines=positions)
    scores = interval([100 * one["score"]["mean"] for one in answers])
    return [sum(one[name] for one in answers) for name in ["won", "drawn", "lost"]], scores


def table(program, rules, best):
    positions = [line["position"] for line in read(POSITIONS) if line["rules"] == rules]
    names = {"best": best}
    clear = True
    print(f"\n{rules}, {len(positions)} positions\n")
    print("| | against | won | drawn | lost | score | 95 % |\n| --- | --- | --- | --- | --- | --- | --- |")
    for weaker, stronger in combinations(STRENGTHS, 2):
        policies = [names.get(name, name) for name in (stronger, weaker)]
        counts, score = match(program, rules, positions, *policies)
        low, high = score["low"], score["high"]
        cells = [f"`{stronger}`", f"`{weaker}`", *counts]
        cells += [f"{score['mean']:.1f} %", f"{low:.1f} to {high:.1f}"]
        print(f"| {' | '.join(map(str, cells))} |", flush=True)
        clear = clear and low > 50
    return clear


def main():
    parser = Arguments(__doc__)
    parser.add_argument("--draw", action="store_true")
    parser.add_argument("--rules", default=",".join(kind[0] for kind in KINDS))
    parser.add_argument("--best", default="search:10k", metavar="POLICY")
    parser.add_program()
    given = parser.parse_args()
    kinds = [kind for kind in KINDS if kind[0] in given.rules.split(",")]
    if len(kinds) != len(given.rules.split(",")):
        parser.error(f"--rules {given.rules}: expected some of {', '.join(k[0] for k in KINDS)}")
    program = Program(given.program)
    if given.draw:
        draw(program, kinds)
    return all([table(program, kind[0], given.best) for kind in kinds])


finish(main)
