"""Measures how much of chong is luck, on boards that can be solved.

`chong match --luck` judges every throw and every choice by exact values. What comes out lies in
positions/measured/chong-luck.jsonl (docs/formats/data.md, a line a match, with the profile), and
docs/CHONG.md has a table of it. Everything is seeded, so that a run gives the same bytes again.

usage: scripts/measure chong-luck [--check] [--docs] [--largest POSITIONS] [--program FILE]

  --check              measures once more and compares; changes nothing
  --docs               renews the table of docs/CHONG.md, nothing else; with --check: only compares
  --largest POSITIONS  only boards with at most so many positions
  --program FILE       the program (default target/release/chongkak, or under $CARGO_TARGET_DIR)
"""
import sys

from lib import page
from lib.data import read, write
from lib.program import HOME, Arguments, Program, Wrong, finish

LUCK = HOME / "positions/measured/chong-luck.jsonl"

# Profile, columns, dice, positions.
BOARDS = [
    ("content", 2, 4, 1_822),
    ("content", 3, 1, 32_829),
    ("content", 3, 2, 118_583),
    ("content", 3, 4, 110_066),
    ("content", 4, 1, 955_169),
]
PAIRS = [
    ("perfect", "perfect"),
    ("perfect", "guess"),
    ("perfect", "greedy"),
    ("perfect", "runner"),
    ("perfect", "random"),
    ("random", "random"),
]
GAMES, SEED = 10_000, 1


def measured(program, board, pair):
    profile, holes, dice, _ = board
    found = program.run(
        *["chong", "match", "--profile", profile, "--holes", holes, "--dice", dice],
        *["--first", pair[0], "--second", pair[1], "--luck", "--games", GAMES, "--seed", SEED],
        allowed=(0,),
    )
    print(f"{profile} 3 x {holes}, {dice} dice: {pair[0]}, {pair[1]}", file=sys.stderr, flush=True)
    del found["stopped"]
    return {"profile": profile, **found}


def percent(part, digits=1):
    return f"{100 * part:.{digits}f}"


def table():
    """A line a match; of perfect against perfect, and random against random, both are one."""
    rows = []
    for line in read(LUCK):
        luck, adjusted = line["luck"], line["luck"]["adjusted"]
        reach = percent((adjusted["high"] - adjusted["low"]) / 2)
        rows.append([
            f"`{line['profile']}` 3 x {line['holes']}, {line['dice']} {'die' if line['dice'] == 1 else 'dice'}",
            f"{line['first']}, {line['second']}",
            f"{line['throws'] / line['games']:.1f}",
            " and ".join(map(percent, luck["swing"])),
            " and ".join(map(percent, luck["loss"])),
            f"{percent(luck['deviation']['throws'])} and {percent(luck['deviation']['choices'])}",
            percent(luck["winner_by_throws"]),
            percent(line["share"]["mean"]),
            f"{percent(adjusted['mean'])} ± {reach}",
        ])
    heads = [
        *["board", "players", "throws", "luck", "given away", "deviation by throws, by choices"],
        *["winners' gain by throws", "won by the first", "without luck"],
    ]
    return page.table(heads, rows, ["---", "---", *["---:"] * 7])


def main():
    parser = Arguments(__doc__)
    parser.add_argument("--largest", type=int, metavar="POSITIONS")
    parser.add_program()
    for flag in ["--check", "--docs"]:
        parser.add_argument(flag, action="store_true")
    given = parser.parse_args()
    if given.largest and not given.check:
        parser.error("--largest is for --check")
    if given.docs:
        return page.renew("CHONG.md", {"luck": table}, given.check, "scripts/measure chong-luck --docs")
    program, known = Program(given.program), read(LUCK)
    boards = [board for board in BOARDS if board[3] <= (given.largest or board[3])]
    found = [measured(program, board, pair) for board in boards for pair in PAIRS]
    if given.check:
        wanted = [(profile, holes, dice) for profile, holes, dice, _ in boards]
        kept = [x for x in known if (x["profile"], x["holes"], x["dice"]) in wanted]
        for line, now in zip(kept, found, strict=True):
            if line != now:
                raise Wrong(f"recorded {line}, found {now}")
        return None
    write(LUCK, found)
    return None


finish(main)
