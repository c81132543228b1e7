"""Positions of seeded play."""
import random


def any_move(moves, chance):
    """Chooses a random move."""
    return moves[int(chance.random() * len(moves))]


def half_greedy(moves, chance):
    """Chooses the move that gains most half of the time, else a random one."""
    if chance.random() < 0.5:
        most = max(move["gain"] for move in moves)
        moves = [move for move in moves if move["gain"] == most]
    return any_move(moves, chance)


class Rounds:
    """Rounds of seeded play, all played in parallel, a move at a time."""

    def __init__(self, program, options, count, seed, choose=any_move):
        self.program, self.options, self.choose = program, options, choose
        opening = program.run("show", *options)["position"]
        self.random = [random.Random(f"{seed} {number}") for number in range(count)]
        self.positions = [opening] * count
        self.begins = [True] * count

    def moves(self):
        """Returns the moves of every unfinished round, by its number."""
        going = [i for i, p in enumerate(self.positions) if not p.endswith("over")]
        found = self.program.lines("moves", "-", *self.options, lines=(self.positions[i] for i in going))
        return {i: one["moves"] for i, one in zip(going, found)} if going else {}

    def step(self):
        """Plays one move in every round; returns False when all are over."""
        if all(position.endswith("over") for position in self.positions):
            return False
        for number, moves in self.moves().items():
            played = self.choose(moves, self.random[number])
            self.positions[number] = played["after"]
            self.begins[number] = played["outcome"] != "again"
        return True


def sample(program, options, count, seed, choose=any_move, wanted=lambda position: True):
    """Draws one position a round from the wanted ones in which a turn begins and there is a choice.
    No duplicates."""
    rounds, met = Rounds(program, options, count, seed, choose), [[] for _ in range(count)]
    going = True
    while going:
        for number, position in enumerate(rounds.positions):
            over = position.endswith("over")
            if not over and rounds.begins[number] and wanted(position):
                met[number].append(position)
        going = rounds.step()
    drawn = []
    for number, positions in enumerate(met):
        if not positions:
            continue
        position = positions[int(rounds.random[number].random() * len(positions))]
        if position not in drawn:
            drawn.append(position)
    return drawn


def in_play(position):
    """Counts the seeds in the rows of a position whose holes are all open."""
    rows = [row.split("/")[0] for row in position.split()[:2]]
    return sum(int(hole) for row in rows for hole in row.split(","))
