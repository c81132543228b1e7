"""Whole games analysed: as the command does it, and as plain minimax knows it."""

import json
import os
import random
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from test_engine import owned
from test_many import pool

from chongkak import (
    Analysis,
    Answered,
    AsyncEngine,
    Bounds,
    Engine,
    GameError,
    InvalidParameterError,
    Node,
    Position,
    PositionError,
    Record,
    Rules,
    analyze_many,
)

SMALL = Rules("kalah", holes=3, seeds=2)
LINE = "A3 B3 A1 A3 A2 B2"
LIMITS: dict[str, Any] = {"nodes": 500, "threads": 1, "memory": 16, "fresh": True}


def told(*arguments: str) -> Any:
    """What the command says."""
    program = os.environ.get("CHONGKAK", "chongkak")
    limits = ["--nodes", "500", "--threads", "1", "--memory", "16", "--fresh"]
    command = [program, "analyze", *arguments, *limits, "--format", "json"]
    found = subprocess.run(command, capture_output=True, text=True, check=True)
    return json.loads(found.stdout)


def minimax(position: Position, known: dict[Any, int]) -> int:
    """The value of a position by the moves of the package alone. The stores only add to it."""
    lead = position.a.store - position.b.store
    rows = position.a.holes, position.b.holes, position.mover, position.over
    if rows not in known:
        if position.over:
            value = owned(position.a) - owned(position.b)
        else:
            values = [minimax(move.after, known) for move in position.moves()]
            value = max(values) if position.mover == "A" else min(values)
        known[rows] = value - lead
    return known[rows] + lead


def played(seed: int) -> Node:
    """A whole round at random; its end."""
    chance = random.Random(seed)
    node = Record(Position.parse("2,2,2/0 2,2,2/0 A", SMALL)).rounds[0]
    while not node.position.over:
        node = node.add(chance.choice(node.position.legal_moves))
    return node


def test_a_line_a_tree_and_a_record_are_the_same_game(engine: Engine, tmp_path: Path) -> None:
    record = Record(Position.parse("2,2,2/0 2,2,2/0 A", SMALL))
    end = record.rounds[0].add(LINE)
    record.rounds[0].add("A1")
    middle = end.parent
    assert middle is not None
    by_line = engine.analyze(LINE, SMALL, **LIMITS)
    for game in (record, record.rounds[0], middle, end, record.write()):
        assert engine.analyze(game, **LIMITS).turns == by_line.turns
    command = ["--rules", "kalah", "--holes", "3", "--seeds", "2", "--line", LINE]
    version = {"version": by_line.raw["version"]}
    assert told(*command) | version == by_line.raw
    # A side line of its own.
    side = engine.analyze(record.rounds[0].children[1], **LIMITS)
    assert [one.line for one in side.turns] == [("A1",)]
    # With all that the record says.
    record.tags.append(("A", "Minah"))
    file = tmp_path / "set.txt"
    file.write_text(record.write())
    assert told(str(file)) | version == engine.analyze(record, **LIMITS).raw


@pytest.mark.parametrize("seed", range(5))
def test_what_a_turn_lost_is_what_minimax_says(engine: Engine, seed: int) -> None:
    known: dict[Position, int] = {}
    analysis = engine.analyze(played(seed), time=60, fresh=True)
    assert analysis.stopped is None
    lost = {"A": 0, "B": 0}
    for turn in analysis.turns:
        before = minimax(turn.position, known)
        after = minimax(turn.position.play(turn.line), known)
        fall = before - after if turn.player == "A" else after - before
        assert (turn.before.seeds, turn.after.seeds) == (before, after)
        assert turn.before.proven
        assert turn.before_bounds == Bounds(before, before)
        assert (turn.lost, turn.estimate) == (Bounds(fall, fall), fall)
        # The turn that it shows in its place costs nothing.
        assert minimax(turn.position.play(turn.best), known) == before
        lost[turn.player] += fall
    assert (analysis.a.lead_lost, analysis.b.lead_lost) == (lost["A"], lost["B"])
    assert analysis.a.turns + analysis.b.turns == len(analysis.turns)


def test_it_can_be_awaited() -> None:
    import asyncio

    async def analysed() -> Analysis:
        async with AsyncEngine() as engine:
            return await engine.analyze(LINE, SMALL, **LIMITS)

    with Engine() as engine:
        assert asyncio.run(analysed()).turns == engine.analyze(LINE, SMALL, **LIMITS).turns


def test_an_analysis_tells_of_its_rounds(engine: Engine) -> None:
    from chongkak import queries

    with engine.start(queries.analyze(LINE, SMALL, **LIMITS)) as search:
        told_turns = [progress.raw["turns"] for progress in search]
        assert told_turns[-1] == search.result().raw["turns"]


def turns(found: Iterator[Answered[Analysis]]) -> dict[int, Any]:
    """The turns by index; each index comes once."""
    all_of = list(found)
    assert len({one.index for one in all_of}) == len(all_of)
    return {one.index: one.result and one.result.turns for one in all_of}


def test_many_games_have_their_places(engine: Engine) -> None:
    games: list[Any] = [played(1), Record.read(record_text()), LINE, played(2)]
    right = {index: engine.analyze(game, SMALL, **LIMITS).turns for index, game in enumerate(games)}
    assert turns(analyze_many(games, SMALL, engine=engine, **LIMITS)) == right
    for one in analyze_many(games, SMALL, engine=engine, **LIMITS):
        assert one.position == Position.parse("2,2,2/0 2,2,2/0 A", SMALL)
    assert list(analyze_many([], SMALL, engine=engine)) == []


def record_text() -> str:
    """The text of a record."""
    record = Record(Position.parse("2,2,2/0 2,2,2/0 A", SMALL))
    record.rounds[0].add(LINE)
    return record.write()


@pytest.mark.parametrize("kind", ["spawn", "fork", "threads"])
def test_workers_analyse(kind: str, engine: Engine) -> None:
    games: list[Any] = [played(1), record_text(), LINE, played(2)] * 3
    right = {index: engine.analyze(game, SMALL, **LIMITS).turns for index, game in enumerate(games)}
    with pool(kind) as executor:
        assert turns(analyze_many(games, SMALL, executor=executor, **LIMITS)) == right


WRONG: list[tuple[Any, str]] = [
    ("A3 A3", r"games\[1\]: line: .*"),
    ("rules: kalah\nround 1: A\nA9\n", r"games\[1\]: text: line 3"),
    (None, r"games\[1\]: found None as a game, expected a Record, a Node"),
]


@pytest.mark.parametrize(("wrong", "message"), WRONG)
def test_all_games_are_checked_before_the_first_search(
    engine: Engine, wrong: Any, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[str] = []
    send = engine._connection.send

    def noted(method: str, *more: Any) -> Any:
        sent.append(method)
        return send(method, *more)

    monkeypatch.setattr(engine._connection, "send", noted)
    with pytest.raises(GameError, match=message):
        analyze_many([LINE, wrong], SMALL, engine=engine, **LIMITS)
    assert "analyze" not in sent
    found = {
        one.index: one
        for one in analyze_many([LINE, wrong], SMALL, engine=engine, errors="coerce", **LIMITS)
    }
    assert isinstance(found[1].error, GameError)
    assert (found[1].result, found[1].position) == (None, None)
    assert found[0].result is not None


def test_what_is_asked_in_the_wrong_way_is_refused(engine: Engine) -> None:
    wrong: Any = {"node": 10}
    with pytest.raises(TypeError, match="unexpected keyword argument 'node'"):
        analyze_many(["no game"], SMALL, engine=engine, **wrong)
    with ThreadPoolExecutor(1) as executor, pytest.raises(TypeError, match="an engine and an exec"):
        analyze_many([LINE], SMALL, engine=engine, executor=executor)
    one_alone: Any = LINE
    with pytest.raises(TypeError, match="found a str as the games, expected a list"):
        analyze_many(one_alone, SMALL, engine=engine)
    ignored: Any = "ignore"
    with pytest.raises(ValueError, match="errors: found 'ignore'"):
        analyze_many([LINE], SMALL, engine=engine, errors=ignored)
    # The rules are those of all games.
    with pytest.raises(InvalidParameterError, match="rules: ") as caught:
        analyze_many([LINE], "kala", engine=engine, errors="coerce")
    assert not isinstance(caught.value, PositionError)
