"""One question, one answer: the package says what the command line says."""

import json
import os
import random
import subprocess
from typing import Any

import pytest

from chongkak import Engine, Estimate, Evaluation, Position, Proven, Rules, Solution

# Those under which no position recurs.
PRESETS = [
    "overbeck",
    "conglak",
    "conglak-burnt",
    "congklak-six",
    "congklak",
    "sungka",
    "chonka",
    "dakon",
    "kalah",
]

# With the opening of each rule set they are 203 in all.
GAMES = 28


def told(program: str, command: str, rules: str, positions: list[Position]) -> list[dict[str, Any]]:
    """What the command line says of positions, a record each."""
    limits = ["--nodes", "1500", "--threads", "1", "--memory", "16"]
    arguments = [program, command, "-", "--rules", rules, "--format", "jsonl", *limits]
    text = "".join(f"{position}\n" for position in positions)
    # A proof that its limit ends is an answer too.
    found = subprocess.run(arguments, input=text, capture_output=True, text=True, check=False)
    assert found.returncode in (0, 3), found.stderr
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


def same(found: Evaluation | Solution, record: dict[str, Any]) -> None:
    """All that was found is what the record has, as it was sent and as it is typed.

    The lines of the command are positions alone, and don't say how many seeds fill a hole.
    """
    asked = {"version", "rules"}
    assert {name: found.raw[name] for name in found.raw.keys() - asked} == {
        name: record[name] for name in record.keys() - asked
    }
    assert (found.bounds.lower, found.bounds.upper) == (record["lower"], record["upper"])
    assert (found.nodes, found.known is None) == (record["nodes"], record["known"] is None)
    assert list(found.pv) == record["pv"]


@pytest.mark.parametrize("rules", PRESETS)
def test_the_package_says_what_the_command_line_says(engine: Engine, rules: str) -> None:
    program = os.environ.get("CHONGKAK", "chongkak")
    chance = random.Random(f"7 {rules}")
    positions = [engine.opening(rules)]
    positions += [played(engine, chance, rules) for _ in range(GAMES)]
    for position, record in zip(positions, told(program, "eval", rules, positions), strict=True):
        evaluated = engine.evaluate(position, nodes=1500, threads=1, memory=16)
        same(evaluated, record)
        kind = Proven if record["exact"] else Estimate
        assert evaluated.value == kind(record["value"]), position
        assert (evaluated.best, list(evaluated.ties)) == (record["best"], record["ties"]), position
    for position, record in zip(positions, told(program, "solve", rules, positions), strict=True):
        solved = engine.solve(position, nodes=1500, threads=1, memory=16)
        same(solved, record)
        proven = None if record["value"] is None else Proven(record["value"])
        assert solved.value == proven, position
