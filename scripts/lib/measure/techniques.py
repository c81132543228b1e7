"""Measures the effect of each technique of the solver: nodes and seconds with it switched off.

usage: scripts/measure techniques [--threads N] [--nodes N] [OPENING ...]

An opening is RULES:HOLES:SEEDS. Prints a table in Markdown, as in docs/measurements/solver.md;
"more than" where the search was ended at --nodes. Every value must be the same with and without."""

from lib.program import Arguments, Program, Wrong, board, built, finish

OPENINGS = ["kalah:4:4", "kalah:6:3", "overbeck:7:4", "conglak:6:4", "congklak:6:4"]
TECHNIQUES = [
    "table", "child-bounds", "seeds-left", "last-seed", "replies", "turns", "guess", "endgame",
]


def cell(record, seconds):
    more = "more than " if record["value"] is None else ""
    return f"{more}{record['nodes']:,}, {seconds:.2f} s"


def main():
    parser = Arguments(__doc__)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--nodes", type=int, default=50_000_000)
    parser.add_argument("openings", nargs="*", default=OPENINGS, metavar="OPENING")
    given = parser.parse_args()
    program = Program(built(), "--threads", given.threads, "--nodes", given.nodes)
    print("| without | " + " | ".join(given.openings) + " |")
    print("| --- |" + " --- |" * len(given.openings))
    values = {}
    for without in [[]] + [["--without", technique] for technique in TECHNIQUES]:
        cells = []
        for opening in given.openings:
            solve = ["solve", "--fresh", *board(*opening.split(":")), *without]
            answer = program.answer(*solve, "--format", "json")
            value = answer.documents["value"]
            if value is not None and values.setdefault(opening, value) != value:
                told = " ".join([opening, *without])
                raise Wrong(f"{told}: {value}, not {values[opening]}")
            cells.append(cell(answer.documents, answer.seconds))
        name = without[-1] if without else "nothing"
        print(f"| {name} | " + " | ".join(cells) + " |", flush=True)


finish(main)
