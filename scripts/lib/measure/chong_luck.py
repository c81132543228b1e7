"""Measures how much of chong is luck.

`chong match --luck` judges every throw and every choice: by exact values on boards that can be
solved, by the estimate on those that the sources name. The results are in
positions/measured/chong-luck.jsonl (docs/formats/data.md, a line a match, with the profile), and
docs/CHONG.md has tables of them. Everything is seeded, so a run reproduces the same bytes.

usage: scripts/measure chong-luck [--check] [--docs] [--largest POSITIONS | --only HOLES]
                                  [--program FILE]

  --check              only measures again and compares
  --docs               only renews the tables of docs/CHONG.md; with --check: only compares
  --largest POSITIONS  only solved boards with at most this many positions
  --only HOLES         only boards with this many holes in a row; results of others are kept
  --program FILE       the program (default target/release/chongkak, or under $CARGO_TARGET_DIR)
"""
import sys

from lib import page, provenance
from lib.data import read, write
from lib.program import HOME, Arguments, Program, Wrong, finish

LUCK = HOME / "positions/measured/chong-luck.jsonl"

# Profile, columns, dice, positions.
SOLVED = [
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

# Columns of the boards of the sources, with four dice, games of each pair of players that search
# one decision deep, and games of the deeper one, which take many times as long.
LARGE = [(12, 1_000, 1_000), (16, 200, 200), (20, 200, 200), (24, 60, 16), (28, 40, 10)]
LARGE_PAIRS = [("guess", "guess"), ("guess", "greedy"), ("guess", "random"), ("best", "guess")]


def jobs():
    """Returns all matches: profile, columns, dice, positions, the pair, games."""
    for board in SOLVED:
        for pair in PAIRS:
            yield *board, pair, GAMES
    for holes, games, further in LARGE:
        for pair in LARGE_PAIRS:
            yield "content", holes, 4, None, pair, further if "best" in pair else games


def measured(program, job):
    profile, holes, dice, positions, pair, games = job
    found = program.run(
        *["chong", "match", "--profile", profile, "--holes", holes, "--dice", dice],
        *["--first", pair[0], "--second", pair[1], "--luck", "--games", games, "--seed", SEED],
        *(["--exact"] if positions else []),
        allowed=(0,),
    )
    print(f"{profile} 3 x {holes}, {dice} dice: {pair[0]}, {pair[1]}", file=sys.stderr, flush=True)
    del found["stopped"]
    return {"profile": profile, **found}


def job_of(line):
    return tuple(line[name] for name in ["profile", "holes", "dice", "first", "second"])


def percent(part, digits=1):
    return f"{100 * part:.{digits}f}"


def board(line):
    dice = f", {line['dice']} {'die' if line['dice'] == 1 else 'dice'}"
    return f"3 x {line['holes']}{dice if line['luck']['exact'] else ''}"


def players(line):
    return f"{line['first']}, {line['second']}"


def adjusted(line):
    """Returns the mean without luck, and half its interval."""
    of = line["luck"]["adjusted"]
    return f"{percent(of['mean'])} ± {percent((of['high'] - of['low']) / 2)}"


def solved_boards():
    """Returns a line a match, without the smallest board, two dice, and players who give away next
    to nothing or play much like `greedy`."""
    rows = []
    for line in read(LUCK):
        luck = line["luck"]
        alike = line["second"] in ("perfect", "guess", "runner") or line["dice"] == 2
        if not luck["exact"] or alike or line["holes"] == 2:
            continue
        rows.append([
            board(line),
            players(line),
            f"{line['throws'] / line['games']:.1f}",
            " and ".join(map(percent, luck["loss"])),
            percent(luck["winner_by_throws"]),
            percent(line["share"]["mean"]),
            adjusted(line),
        ])
    heads = ["board", "players", "throws", "given away", "by throws", "won", "without luck"]
    return page.block(heads, rows)


def large_boards():
    """Returns a line a match, without those of a few games, and those against the random player,
    whose luck is judged as if both played well."""
    rows = []
    for line in read(LUCK):
        luck, share = line["luck"], line["share"]
        if luck["exact"] or line["second"] == "random" or line["games"] < 20:
            continue
        gain, rest = luck["deviation"]["gain"], luck["deviation"]["choices"]
        rows.append([
            board(line),
            players(line),
            line["games"],
            f"{line['throws'] / line['games']:.1f}",
            " and ".join(map(percent, luck["loss"])),
            percent(1 - (rest / gain) ** 2, 0),
            f"{percent(share['mean'])} ± {percent((share['high'] - share['low']) / 2)}",
            adjusted(line),
        ])
    heads = ["board", "players", "games", "throws", "given away", "by luck", "won", "without luck"]
    return page.block(heads, rows)


def main():
    parser = Arguments(__doc__)
    parser.add_argument("--largest", type=int, metavar="POSITIONS")
    parser.add_argument("--only", type=int, metavar="HOLES")
    parser.add_program()
    for flag in ["--check", "--docs"]:
        parser.add_argument(flag, action="store_true")
    given = parser.parse_args()
    if given.largest and not given.check:
        parser.error("--largest is for --check")
    if given.docs:
        parts = {"luck": solved_boards}
        if any(not line["luck"]["exact"] for line in read(LUCK)):
            parts["luck-large"] = large_boards
        return page.renew("CHONG.md", parts, given.check, "scripts/measure chong-luck --docs")
    program, known = Program(given.program), read(LUCK)
    wanted = [
        job for job in jobs()
        if not given.largest or (job[3] is not None and job[3] <= given.largest)
        if not given.only or job[1] == given.only
    ]
    found = {job_of(line): line for line in (measured(program, job) for job in wanted)}
    kept = {job_of(line): line for line in known}
    if given.check:
        for name, line in found.items():
            if kept.get(name) != line:
                raise Wrong(f"recorded {kept.get(name)}, found {line}")
        return None
    kept |= found
    order = [(*job[:3], *job[4]) for job in jobs()]
    write(LUCK, [kept[name] for name in order if name in kept])
    if not given.only:
        provenance.stamp("positions/measured/chong-luck.jsonl", program)
    return None


finish(main)
