"""Positions in the middle of a round with the exact values of all moves: how they are drawn and
proven, and how policies do on them."""
from fractions import Fraction

from lib.data import read
from lib.program import HOME, board
from lib.rounds import any_move, half_greedy, in_play, sample

from .numbers import interval

CHOICES = HOME / "positions/measured/choices.jsonl"

# By rule set: holes, seeds in a hole, the fewest and the most seeds in play. The maximum is what
# the solver usually proves within NODES.
BOARDS = {
    "overbeck": (9, 9, 20, 36),
    "conglak": (7, 7, 24, 48),
    "dakon": (8, 8, 20, 36),
}
PLAYED = {"random": any_move, "half greedy": half_greedy}
ROUNDS, SEED, NODES = 60, 22, 1_000_000


def sized(name):
    """The options of a board."""
    return board(name, *BOARDS[name][:2])


def drawn(program, name):
    """Draws one position a round, without duplicates, with the policy by which the round was
    played."""
    fewest, most = BOARDS[name][2:]

    def wanted(position):
        return fewest <= in_play(position) <= most

    found = {}
    for played, choose in PLAYED.items():
        for position in sample(program, sized(name), ROUNDS, SEED, choose, wanted):
            found.setdefault(position, played)
    return [(played, position) for position, played in found.items()]


def proven(program, name, played):
    """Proves the value of the round after each move, A's seeds minus B's; no values if one of them
    stays open."""
    found = program.lines(
        *["eval", "-", *sized(name), "--every-move", "--fresh"],
        *["--nodes", NODES, "--threads", 1, "--memory", 64],
        lines=[position for _, position in played],
    )
    for (how, position), moves in zip(played, (one["moves"] for one in found)):
        exact = all(move["exact"] for move in moves)
        values = {move["move"]: move["value"] for move in moves} if exact else None
        yield {"rules": name, "played": how, "position": position, "values": values}


# Policies: a move with the highest score. A policy that scores all moves of a position equally does
# not apply there.
WAYS = {
    "biggest": lambda move: move["pile"],
    "smallest": lambda move: -move["pile"],
    "nearest": lambda move: move["hole"],
    "farthest": lambda move: -move["hole"],
    "greedy": lambda move: move["gain"],
    "again": lambda move: move["outcome"] == "again",
    "capture": lambda move: move["captured"] > 0,
    "level": lambda move: -max(move["row"]),
    "filled": lambda move: -move["row"].count(0),
    "long": lambda move: sum(move["row"]),
    "odd": lambda move: move["pile"] % 2,
    "even": lambda move: -(move["pile"] % 2),
}


def row(position, player):
    """Returns the holes of a player, 1 first."""
    half = position.split()["AB".index(player)]
    return [int(hole) for hole in half.split("/")[0].split(",")]


def told(moves, line):
    """Returns the moves of a position with the features that policies use, and with their values to
    the mover."""
    mover = moves["mover"]
    before, sign = row(line["position"], mover), 1 if mover == "A" else -1
    for move in moves["moves"]:
        hole = int(move["move"][1:])
        value = sign * line["values"][move["move"]]
        yield {**move, "hole": hole, "pile": before[hole - 1], "row": row(move["after"], mover), "value": value}


def choices(name):
    """Returns what policies gain over a random move, and lose against the best one, on the recorded
    positions of a board."""
    holes, seeds, fewest, most = BOARDS[name]

    def measure(program):
        lines = [line for line in read(CHOICES) if line["rules"] == name]
        choice = lambda line: line["values"] is None or len(line["values"]) > 1
        lines = list(filter(choice, lines))
        solved = [line for line in lines if line["values"] is not None]
        listed = program.lines("moves", "-", *sized(name), lines=[x["position"] for x in solved])
        known = [list(told(moves, line)) for moves, line in zip(listed, solved)]
        of = lambda some: round(sum(in_play(x["position"]) for x in some) / len(some), 1) if some else None
        return {
            **{"rules": name, "holes": holes, "seeds": seeds, "fewest": fewest, "most": most},
            **{"positions": len(solved), "in_play": of(solved)},
            **{"open": len(lines) - len(solved), "open_in_play": of([x for x in lines if x not in solved])},
            "random_lost": interval([float(lost(moves, moves)) for moves in known]),
            "ways": {way: worth(known, rank) for way, rank in WAYS.items()},
        }

    how = (
        f"exact values of all moves in positions of {name} ({holes}, {seeds}) with {fewest} to {most} seeds in play, "
        f"one of each of {2 * ROUNDS} rounds, half of them random, half half greedy"
    )
    return "choices", how, measure


def mean(moves):
    return Fraction(sum(move["value"] for move in moves), len(moves))


def lost(chosen, moves):
    return max(move["value"] for move in moves) - mean(chosen)


def worth(known, rank):
    """Averages over the positions to which a policy applies."""
    gains, losses, best = [], [], Fraction(0)
    for moves in known:
        top = max(map(rank, moves))
        chosen = [move for move in moves if rank(move) == top]
        if len(chosen) == len(moves):
            continue
        most = max(move["value"] for move in moves)
        gains.append(float(mean(chosen) - mean(moves)))
        losses.append(float(lost(chosen, moves)))
        best += Fraction(sum(move["value"] == most for move in chosen), len(chosen))
    share = round(float(best / len(gains)), 3)
    return {"positions": len(gains), "gain": interval(gains), "lost": interval(losses), "best": share}
