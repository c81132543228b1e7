"""Measures how well the players of `chong match` play with four dice.

First the net, one decision ahead, against simple players and against the estimate of old, on the
boards of the sources (tools/chong-strength/main.rs). Then each strength against the one below. The
players change sides after each game. After that comes what perfect play wins on boards that can be
solved (tools/chong-perfect.rs). Prints tables with the interval of 95 % (Wilson's). The seed makes
them repeatable.

usage: scripts/measure chong-strength [--games N] [--program FILE]

  --games N         games of a pair on 3 x 12 (default 20000); on larger boards fewer, as a game
                    takes longer there, and of `best` a twentieth
  --program FILE    measures this program instead of building one
"""
from lib.program import Arguments, Program, built, cargo, finish

# On so many columns one game in so many is played.
BOARDS = {12: 1, 16: 3, 20: 10, 24: 20, 28: 40}
LADDER = [("beginner", "random"), ("player", "beginner"), ("strong", "player"), ("guess", "strong"),
          ("best", "strong"), ("best", "guess")]


def main():
    parser = Arguments(__doc__)
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_program()
    given = parser.parse_args()
    program = Program(given.program or built())
    measure = ["run", "--release", "--quiet", "--example", "chong-strength", "--", "games"]
    for columns, part in BOARDS.items():
        cargo(*measure, str(columns), "4", str(given.games // part))
    print("\nboard   first     second   games won by the first")
    for columns, part in BOARDS.items():
        for first, second in LADDER:
            games = max(10, given.games // part // (20 if first == "best" else 1))
            players = ["--first", first, "--second", second, "--games", games]
            share = program.run("chong", "match", "--holes", columns, *players, allowed=(0,))["share"]
            told = f"{share['mean']:.1%} ({share['low']:.1%} to {share['high']:.1%})"
            print(f"3 x {columns}  {first:9} {second:8} {games:5} {told}", flush=True)
    print(flush=True)
    cargo("run", "--release", "--quiet", "--example", "chong-perfect")


finish(main)
