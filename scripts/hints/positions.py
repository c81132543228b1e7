"""Positions of random play, and the exact values of their moves."""
import random

from lib.program import Failed


class Rounds:
    """Rounds of random play, all played on together, a move at a time."""

    def __init__(self, program, options, count, seed):
        self.program, self.options = program, options
        opening = program.run("show", *options)["position"]
        self.random = [random.Random(f"{seed} {number}") for number in range(count)]
        self.positions = [opening] * count
        self.begins = [True] * count

    def moves(self):
        """The moves of every round that is not over, by its number."""
        going = [i for i, p in enumerate(self.positions) if not p.endswith("over")]
        found = self.program.lines("moves", "-", *self.options, lines=(self.positions[i] for i in going))
        return {i: one["moves"] for i, one in zip(going, found)} if going else {}

    def step(self):
        """One random move in every round; false when all are over."""
        if all(position.endswith("over") for position in self.positions):
            return False
        for number, moves in self.moves().items():
            played = moves[int(self.random[number].random() * len(moves))]
            self.positions[number] = played["after"]
            self.begins[number] = played["outcome"] != "again"
        return True


def sample(program, options, count, seed):
    """One position a round of random play: drawn from those in which a turn begins and there is a
    choice. None comes twice."""
    rounds, met = Rounds(program, options, count, seed), [[] for _ in range(count)]
    going = True
    while going:
        for number, position in enumerate(rounds.positions):
            over = position.endswith("over")
            if not over and rounds.begins[number]:
                met[number].append(position)
        going = rounds.step()
    drawn = []
    for number, positions in enumerate(met):
        chance = rounds.random[number]
        position = positions[int(chance.random() * len(positions))]
        if position not in drawn:
            drawn.append(position)
    return drawn


def valued(program, options, positions):
    """Every position's moves, each with its pile, its gain and its exact value for the mover."""
    told = program.lines("moves", "-", *options, lines=positions)
    evaluated = program.lines(
        *["eval", "-", *options, "--every-move", "--fresh", "--nodes", 1_000_000_000],
        *["--threads", 1, "--memory", 16],
        lines=positions,
    )
    for position, moves, values in zip(positions, told, evaluated):
        sign = 1 if moves["mover"] == "A" else -1
        row = position.split()["AB".index(moves["mover"])].split("/")[0].split(",")
        listed = []
        for move, value in zip(moves["moves"], values["moves"]):
            if move["move"] != value["move"] or not value["exact"]:
                raise Failed(f"{position}: {value['move']} has no proven value")
            hole = int(move["move"][1:])
            listed.append(
                {"hole": hole, "pile": int(row[hole - 1]), "gain": move["gain"], "value": sign * value["value"]}
            )
        yield position, listed
