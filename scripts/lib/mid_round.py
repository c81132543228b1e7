"""Positions in the middle of a round, from seeded play."""
from .program import board
from .rounds import half_greedy, in_play, sample

# Rule set, holes, seeds in a hole, the fewest and the most seeds in play.
KINDS = [("congklak", 7, 7, 40, 52), ("overbeck", 9, 9, 40, 60), ("dakon", 8, 8, 36, 48)]


def drawn(program, kind, seed, rounds):
    """Draws one position a round, without duplicates. More rounds add positions at the end. Every
    move is random or, half of the time, one that gains most."""
    rules, holes, seeds, fewest, most = kind

    def wanted(position):
        return fewest <= in_play(position) <= most

    return sample(program, board(rules, holes, seeds), rounds, seed, half_greedy, wanted)
