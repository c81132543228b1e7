"""Finds the fair starts of Kalah (6, 4): the full board with one or two seeds moved, to any hole or
store, from which best play ends in a draw.

Builds an endgame table, asks who wins from each of the 6,396 boards, and keeps the fair ones in
positions/fair/kalah.jsonl, those with empty capture in kalah-empty-capture.jsonl (docs/formats/
data.md). Others have published how many there are. An interrupted run continues where it was.

usage: scripts/solve fair-starts [OPTIONS] [DIR]

  DIR              where the table and the results are kept (default target/fair-starts)
  --set lone=bank  empty capture; without it the standard rule
  --seeds N        the most seeds in play of the table (default 26: 2.7 GB)
  --moved N        boards with so many seeds moved only, 1 or 2
  --threads N      of building and searching (default: all cores)
  --program FILE   this program instead of the one that cargo builds

Exit code: 0 done; 1 the number is not the published one; 2 wrong usage, or the program failed; 130
interrupted.
"""
from lib.data import write
from lib.kalah import NAMES, arguments, changed
from lib.program import HOME, Program, Wrong, built, finish

FAIR = HOME / "positions/fair"
# The options changed: how many are published.
PUBLISHED = {
    # P. Pham and T. W. Neller, FairKalah Without Empty Capture (manuscript in preparation).
    None: 323,
    # T. W. Neller and T. C. Neller, FairKalah: Towards Fair Mancala Play (2022).
    "lone=bank": 254,
}
HOLES = 6
CELLS = 2 * HOLES + 2
STORES = (HOLES, CELLS - 1)


def moved(boards):
    """All boards with one seed more moved from a hole to another hole or a store."""
    found = set()
    for board in boards:
        for giver in range(CELLS):
            if giver in STORES or board[giver] == 0:
                continue
            for taker in set(range(CELLS)) - {giver}:
                seeds = list(board)
                seeds[giver] -= 1
                seeds[taker] += 1
                found.add(tuple(seeds))
    return found


def starts():
    """The boards with one seed moved, and those with two, in a fixed order."""
    full = tuple(0 if cell in STORES else 4 for cell in range(CELLS))
    one = moved({full})
    return sorted(one), sorted(moved(one) - one - {full})


def written(board):
    half = HOLES + 1
    rows = [board[:half], board[half:]]
    return " ".join(f"{','.join(map(str, row[:-1]))}/{row[-1]}" for row in rows) + " A"


def parse_arguments():
    parser = arguments(__doc__, "fair-starts")
    parser.add_argument("--seeds", type=int, default=26, metavar="N")
    parser.add_argument("--moved", type=int, choices=[1, 2])
    return parser.parse_args()


def main():
    given = parse_arguments()
    program = Program(given.program or built())
    name, published = NAMES[given.set], PUBLISHED[given.set]
    common = ["--rules", "kalah", *changed(given), "--threads", given.threads]
    given.folder.mkdir(parents=True, exist_ok=True)
    build = ["tables", "build", given.folder, "--max", given.seeds, *common, "--format", "json"]
    program.answer(*build, allowed=(0,), quiet=False)
    one, two = starts()
    boards = one * (given.moved != 2) + two * (given.moved != 1)
    asked = given.folder / f"{name}.txt"
    asked.write_text("".join(f"{written(board)}\n" for board in boards))
    store = given.folder / f"{name}.sqlite"
    answers = program.answer(
        *["batch", asked, "--winner", "--fresh", "--tables", given.folder, "--store", store],
        *[*common, "--format", "jsonl"], allowed=(0,), quiet=False,
    ).documents
    fair = [answer["position"] for answer in answers if answer["winner"] == "draw"]
    print(f"{len(fair)} of {len(boards)} are fair")
    if given.moved:
        return
    write(FAIR / f"{name}.jsonl", [{"position": position} for position in fair])
    if len(fair) != published:
        raise Wrong(f"{len(fair)} are fair, {published} are published")


finish(main)
