"""Measures the value of joint starts: exact values, and bounds proven by search trees.

With --values: the value of each board if A starts alone, if both start together, and if A is then
first in every tie, with A's strategy where a coin decides ties.

With --bounds: the bounds that trees prove for each pair of first holes, combined over several runs.

With --record: what docs/START.md and docs/RESULTS.md say is proven of full boards, written to
positions/start/bounds.jsonl (docs/formats/data.md). With --check too it is only compared. A
minute of a processor.

usage: scripts/measure start --values | --bounds | --record [OPTIONS]

  --values        exact values
  --bounds        proven bounds of the first matrix, for each of --nodes
  --record        proven bounds of full boards, as a file
  --check         with --record: compares with what the file has
  --boards LIST   RULES:HOLES:SEEDS,... (default: small boards of several rule sets)
  --plays N       with --bounds: plays into each tree (default 200)
  --trees N       with --bounds: number of trees (default 8)
  --nodes LIST    with --bounds: nodes of a value in a tree: N,N,... (default 4000)
  --tie WHO       with --bounds: a, b or coin (default coin)
  --program FILE  the program (default target/release/chongkak, or under $CARGO_TARGET_DIR)
"""

from lib import data, provenance
from lib.program import HOME, Arguments, Program, board, finish

BOARDS = (
    "overbeck:2:2,overbeck:3:2,overbeck:3:3,overbeck:3:5,overbeck:4:3,overbeck:4:4,overbeck:4:6,overbeck:4:9,"
    "overbeck:5:3,overbeck:5:4,overbeck:5:5,overbeck:5:6,overbeck:6:3,overbeck:6:4,congklak-six:3:1,"
    "congklak-six:4:4,congklak-six:5:5,congklak:4:4,congklak:5:5,kalah:4:4"
)
# The recorded boards: rules, holes, seeds, who is first in a tie, plays, trees, nodes.
RECORDED = [
    ("congklak-six", 6, 6, "coin", 1000, 3, 300_000),
    ("congklak-six", 6, 6, "a", 1000, 3, 300_000),
    ("overbeck", 9, 9, "coin", 200, 2, 12_000),
]


def bounds(program, boards, given):
    """Returns the combined bounds of several runs for each entry."""
    for rules, holes, seeds in boards:
        place, together = (rules, holes, seeds), None
        for nodes in given.nodes.split(","):
            found = bounded(program, place, given.plays, given.trees, nodes, given.tie)
            new = found["intervals"]
            together = new if together is None else [
                [(max(a, c), min(b, d)) for (a, b), (c, d) in zip(r, s)]
                for r, s in zip(together, new)
            ]
        print("| | " + " | ".join(found["b"]) + " |")
        print("| --- |" + " --- |" * len(found["b"]))
        for hole, row in zip(found["a"], together):
            print(f"| {hole} | " + " | ".join(f"{a:+g} to {b:+g}" for a, b in row) + " |")


def recorded(program, rules, holes, seeds, tie, plays, trees, nodes):
    """Returns the line of a full board: the bounds of every pair of first holes, and of the
    value."""
    found = bounded(program, (rules, holes, seeds), plays, trees, nodes, tie)
    bound = lambda end: [[entry[end] for entry in row] for row in found["intervals"]]
    return {
        "rules": rules, "holes": holes, "seeds": seeds, "tie": tie, "iterations": plays,
        "trees": trees, "nodes": nodes, "value": found["proven"], "lower": bound(0),
        "upper": bound(1),
    }


def record(program, only_compare):
    path = HOME / "positions/start/bounds.jsonl"
    lines = [recorded(program, *board) for board in RECORDED]
    if only_compare:
        return lines == data.read(path)
    data.write(path, lines)
    return provenance.stamp("positions/start/bounds.jsonl", program)


def bounded(program, place, plays, trees, nodes, tie):
    limits = ["--iterations", plays, "--trees", trees, "--nodes", nodes, "--tie", tie]
    return program.run("start", *board(*place), "--bounds", *limits)


def values(program, boards):
    print("| rules | holes, seeds | A starts | together | A first in ties | first holes |")
    print("| --- | --- | --- | --- | --- | --- |")
    for rules, holes, seeds in boards:
        opening = board(rules, holes, seeds)
        alone = program.run("solve", *opening)["value"]
        coin = program.run("start", *opening, "--exact")
        first = program.run("start", *opening, "--exact", "--tie", "a")
        used = [f"{hole} {100 * p:.1f} %" for hole, p in coin["a"].items() if p > 5e-4]
        print(
            f"| {rules} | {holes}, {seeds} | {alone:+} | {coin['value']:.0f} | {first['value']:+.2f} |"
            f" {', '.join(used)} |",
            flush=True,
        )


def main():
    parser = Arguments(__doc__)
    parser.add_program()
    parser.add_argument("--boards", default=BOARDS)
    parser.add_argument("--plays", default="200")
    parser.add_argument("--trees", default="8")
    parser.add_argument("--nodes", default="4000")
    parser.add_argument("--tie", default="coin")
    parser.add_argument("--check", action="store_true")
    work = parser.add_mutually_exclusive_group(required=True)
    for name in ("values", "bounds", "record"):
        work.add_argument(f"--{name}", action="store_true")
    given = parser.parse_args()
    program = Program(given.program, "--threads", "1")
    if given.record:
        return record(program, given.check)
    boards = [text.split(":") for text in given.boards.split(",")]
    return values(program, boards) if given.values else bounds(program, boards, given)


finish(main)
