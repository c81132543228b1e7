"""Measures the strengths of `game` against each other: 400 rounds from balanced positions.

Every full opening is won by its starter, so rounds start in the middle. The positions come from
seeded play in which every move is random or, half of the time, one that gains most. Candidates are
positions in which a turn begins, there is a choice, and as many seeds are in play as KINDS says; of
these, the ones proven with 2 million nodes to end at most 20 seeds apart. Half of that value is
moved from the leader's store to the other's: then best play ends in a draw, which is proven again.
So each of the 200 positions of a rule set has the value 0. Two policies play each position twice,
with sides changed.

Records in positions/measured/strengths.jsonl how many rounds the stronger policy of each pair won,
drew and lost, and its score (a draw is half a win) with the 95 % interval over the positions.
docs/GUIDE.md has a table of the scores. Everything is seeded, so one version of the program gives
the same record every time.

usage: scripts/measure strengths [OPTIONS]

  --check         measures again and compares with the record; changes nothing
  --docs          renews the table of docs/GUIDE.md, nothing else; with --check: only compares
  --draw          first draws the positions anew (positions/balanced.jsonl)
  --rules NAME,…  these rule sets only
  --program FILE  the program (default target/release/chongkak, or under $CARGO_TARGET_DIR)

Exit code: 0 done; 1 a stronger policy is not clearly ahead, a value is not 0, or the record or the
table differs; 2 wrong usage, or the program failed; 130 interrupted.
"""
import sys
from itertools import combinations

from lib import page, provenance
from lib.data import read, write
from lib.figures import bare
from lib.hints.numbers import interval
from lib.program import HOME, Arguments, Program, Wrong, board, finish
from lib.rounds import half_greedy, in_play, sample

POSITIONS = HOME / "positions/balanced.jsonl"
STRENGTHS_FILE = HOME / "positions/measured/strengths.jsonl"
# Rule set, holes, seeds in a hole, the fewest and the most seeds in play.
KINDS = [("congklak", 7, 7, 32, 44), ("overbeck", 9, 9, 32, 48)]
COUNT, ROUNDS, SEED, APART = 200, 1500, 18, 20
STRENGTHS = ["beginner", "player", "strong", "best"]
# `best` itself takes a hundred times as long.
PLAYS_AS = {"best": "search:10k"}
PORTION = 40


def solved(program, rules, positions, nodes):
    how = ["--rules", rules, "--threads", 1, "--nodes", nodes, *bare(program)]
    return program.lines("solve", "-", *how, lines=positions)


def shifted(position, seeds):
    """Moves this many seeds from A's store to B's; returns None if A has too few."""
    a, b, mover = position.split()
    (row_a, store_a), (row_b, store_b) = a.split("/"), b.split("/")
    stores = int(store_a) - seeds, int(store_b) + seeds
    return None if min(stores) < 0 else f"{row_a}/{stores[0]} {row_b}/{stores[1]} {mover}"


def balanced(program, kind):
    """Returns the first drawn positions that can be balanced, each proven to have the value 0."""
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
        # Another run may have saved something meanwhile.
        kept = [line for line in read(POSITIONS) if line["rules"] != kind[0]]
        write(POSITIONS, sorted(kept + found, key=lambda line: line["rules"]))


def match(program, rules, stronger, weaker):
    """The record of a pair. Both rounds from a position have it in common, so each pair of rounds
    is one number of the interval."""
    positions = [line["position"] for line in read(POSITIONS) if line["rules"] == rules]
    first, second = (PLAYS_AS.get(name, name) for name in (stronger, weaker))
    how = ["--rules", rules, "--rounds", 2, "--seed", 1, "--first", first, "--second", second]
    answers = program.lines("match", "-", *how, lines=positions)
    counts = {name: sum(one[name] for one in answers) for name in ["won", "drawn", "lost"]}
    score = interval([100 * one["score"]["mean"] for one in answers])
    line = {"rules": rules, "first": stronger, "second": weaker, **counts, "score": score}
    if stronger in PLAYS_AS:
        line["played_as"] = PLAYS_AS[stronger]
    if score["low"] <= 50:
        raise Wrong(f"{rules}: {stronger} is not clearly ahead of {weaker}: score {score}")
    print(f"{rules}: {stronger} against {weaker}: {score['mean']:.1f} %", flush=True)
    return line


def strengths_table():
    """The scores of the row against the column."""
    known = {(one["rules"], one["first"], one["second"]): one["score"] for one in read(STRENGTHS_FILE)}
    rows = []
    for rules, *_ in KINDS:
        for first in STRENGTHS[1:]:
            scores = [known.get((rules, first, second)) for second in STRENGTHS[:-1]]
            cells = [s and f"{s['mean']:.1f} % ({s['low']:.1f} to {s['high']:.1f})" or "" for s in scores]
            rows.append([f"`{rules}`" if first == STRENGTHS[1] else "", f"`{first}`", *cells])
    return page.table(["rules", "", *(f"`{name}`" for name in STRENGTHS[:-1])], rows, "---")


def parse_arguments():
    parser = Arguments(__doc__)
    parser.add_argument("--rules", default=",".join(kind[0] for kind in KINDS))
    for flag in ["--draw", "--check", "--docs"]:
        parser.add_argument(flag, action="store_true")
    parser.add_program()
    given = parser.parse_args()
    given.kinds = [kind for kind in KINDS if kind[0] in given.rules.split(",")]
    if len(given.kinds) != len(given.rules.split(",")):
        parser.error(f"--rules {given.rules}: expected some of {', '.join(k[0] for k in KINDS)}")
    if given.draw and (given.check or given.docs):
        parser.error("--draw writes: not with --check or --docs")
    return given


def main():
    given = parse_arguments()
    if given.docs:
        parts = {"strengths": strengths_table}
        return page.renew("GUIDE.md", parts, given.check, "scripts/measure strengths --docs")
    program = Program(given.program)
    if given.draw:
        draw(program, given.kinds)
    pairs = [(kind[0], b, a) for kind in given.kinds for a, b in combinations(STRENGTHS, 2)]
    found = [match(program, *pair) for pair in pairs]
    known = read(STRENGTHS_FILE)
    kept = [one for one in known if one["rules"] not in [kind[0] for kind in given.kinds]]
    lines = sorted(kept + found, key=lambda one: one["rules"])
    if not given.check:
        write(STRENGTHS_FILE, lines)
        provenance.stamp("positions/measured/strengths.jsonl", program)
        return None
    for one in found:
        if one not in known:
            print(f"found {one}, which the record does not have", file=sys.stderr)
    return lines == known


finish(main)
