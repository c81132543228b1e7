"""Measures how well the players of `chong match` play on 3 x 12 with four dice.

The players change sides after each game. Prints a table with the interval of 95 % (Wilson's), and
beside a goal whether it is reached. The seed makes it repeatable. After that comes what perfect
play wins on boards that can be solved (tools/chong-perfect.rs).

usage: scripts/measure chong-strength [--games N] [--program FILE] [--search THROWS]

  --games N         games of the searching player against each other one (default 1000); pairs that
                    do not search play twenty times as many
  --search THROWS   throws that the searching player samples (default 24)
  --program FILE    measures this program instead of building one
"""
from lib.program import Arguments, Program, built, cargo, finish


def pairs(search):
    """First player, second player, the share that is wanted."""
    return [
        ("greedy", "random", None),
        ("runner", "random", None),
        ("guess", "random", None),
        ("guess", "greedy", None),
        ("guess", "runner", None),
        (search, "random", 0.95),
        (search, "greedy", 0.65),
        (search, "runner", 0.65),
        (search, "guess", None),
    ]


def main():
    parser = Arguments(__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--search", type=int, default=24)
    parser.add_program()
    given = parser.parse_args()
    program = Program(given.program or built())
    print("first       second   games won by the first         goal")
    for first, second, goal in pairs(f"search:{given.search}"):
        games = given.games if first.startswith("search") else 20 * given.games
        players = ["--first", first, "--second", second, "--games", games]
        share = program.run("chong", "match", *players, allowed=(0,))["share"]
        told = f"{share['mean']:.1%} ({share['low']:.1%} to {share['high']:.1%})"
        reached = "" if goal is None else "reached" if share["mean"] >= goal else "missed"
        wanted = "" if goal is None else f"{goal:.0%}: {reached}"
        print(f"{first:11} {second:7} {games:6} {told:24} {wanted}".rstrip(), flush=True)
    print(flush=True)
    cargo("run", "--release", "--quiet", "--example", "chong-perfect")


finish(main)
