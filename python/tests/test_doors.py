"""One question, one answer: the package says what the command line says."""

import json
import os
import random
import subprocess
from typing import Any

from chongkak import Engine, Estimate, Position, Proven, Rules

PRESETS = ["conglak", "congklak", "dakon", "kalah"]

GAMES = 12


def evaluated(program: str, rules: str, positions: list[Position]) -> list[dict[str, Any]]:
    """What the command line says of positions, a record each."""
    limits = ["--nodes", "1500", "--threads", "1", "--memory", "16"]
    command = [program, "eval", "-", "--rules", rules, "--format", "jsonl", *limits]
    text = "".join(f"{position}\n" for position in positions)
    found = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in found.stdout.splitlines()]


def played(engine: Engine, chance: random.Random, rules: str) -> Position:
    """A position of a small board that some moves at random lead to."""
    size = {"holes": chance.randint(2, 5), "seeds": chance.randint(1, 5)}
    position = engine.opening(Rules(rules, **size))
    for _ in range(chance.choice([0, 3, 8])):
        moves = engine.moves(position)
        if any(not move.after.over for move in moves):
            position = chance.choice([move.after for move in moves if not move.after.over])
    return position


def test_the_package_says_what_the_command_line_says(engine: Engine) -> None:
    program = os.environ.get("CHONGKAK", "chongkak")
    chance = random.Random(7)
    for rules in PRESETS:
        positions = [engine.opening(rules)]
        positions += [played(engine, chance, rules) for _ in range(GAMES)]
        for position, record in zip(positions, evaluated(program, rules, positions), strict=True):
            found = engine.evaluate(position, nodes=1500, threads=1, memory=16)
            kind = Proven if record["exact"] else Estimate
            assert found.value == kind(record["value"]), position
            assert (found.bounds.lower, found.bounds.upper) == (record["lower"], record["upper"])
            assert (found.best, list(found.ties)) == (record["best"], record["ties"]), position
            assert (found.nodes, found.depth) == (record["nodes"], record["depth"]), position
            assert (found.known is None) == (record["known"] is None), position
