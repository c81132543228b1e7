"""The engine in this process: what it answers is what the program answers, and it keeps nobody."""

import os
import random
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from chongkak import Engine, Node, Position, RequestError, Rules, TooManyRequestsError, queries

MID_ROUND = "1,11,11,11,11,11,1,12,12/21 x,x,10,10,10,10,10,10,0/0 A"
# On one thread, and without what was searched before, an answer is always the same.
SAME = {"threads": 1, "memory": 16, "fresh": True}
QUESTIONS: list[tuple[str, dict[str, Any]]] = [
    ("info", {}),
    ("rules", {"rules": "congklak", "set": {"lone": "stay"}}),
    ("position", {"rules": "overbeck", "position": MID_ROUND}),
    ("position", {"rules": "kalah", "owned": 20, "mover": "B"}),
    ("show", {"rules": "congklak", "holes": 5}),
    ("play", {"rules": "overbeck", "owned": 99, "line": "A1 A7 A5 A3"}),
    ("scene", {"rules": "kalah", "line": ["A3", "A6"]}),
    ("evaluate", {"rules": "overbeck", "position": MID_ROUND, "depth": 4, **SAME}),
    ("evaluate", {"rules": "congklak", "nodes": 3000, "every_move": True, **SAME}),
    ("evaluate", {"rules": "conglak", "nodes": 300, "threads": 1}),
    ("solve", {"rules": "kalah", "holes": 4, "seeds": 3, **SAME}),
    ("solve", {"rules": "dakon", "nodes": 500, **SAME}),
    ("turns", {"rules": "kalah", "holes": 4, "seeds": 4, **SAME}),
    ("choose", {"rules": "kalah", "policy": "search:1000", "seed": 2}),
    ("book", {"rules": "congklak-six", "owned": 48}),
    ("claims", {"file": "overbeck"}),
    ("cancel", {"id": 77}),
    ("cancel", {"id": "none"}),
    ("cancel", {"id": []}),
    ("cancel", {}),
    ("shutdown", {"now": True}),
    ("chong_choose", {"policy": "greedy", "seed": 3}),
    ("evaluate", {"rules": "nosuch"}),
    ("evaluate", {"rules": "kalah", "position": "1,2"}),
    ("evaluate", {"rules": "kalah", "threads": 0}),
    ("solve", {"rules": "kalah", "colour": "red"}),
    ("position", {"rules": "/nowhere.toml"}),
    ("position", {"rules": "kalah", "line": "A3 B1"}),
    ("nosuch", {}),
]
# They may differ; and the version, if only one of the two was built anew.
IGNORED = {"seconds", "nodes_per_second", "version"}


@pytest.fixture(scope="module")
def both() -> Iterator[tuple[Engine, Engine]]:
    with Engine(threads=2) as inside, Engine.popen(threads=2) as program:
        yield inside, program


def answered(engine: Engine, method: str, parameters: dict[str, Any]) -> Any:
    """What it answers, or refuses, without times."""
    try:
        return bare(engine.request(method, **parameters))
    except RequestError as error:
        return error.raw


def bare(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: bare(one) for name, one in value.items() if name not in IGNORED}
    return [*map(bare, value)] if isinstance(value, list) else value


@pytest.mark.parametrize(("method", "parameters"), QUESTIONS)
def test_both_answer_alike(
    both: tuple[Engine, Engine], method: str, parameters: dict[str, Any]
) -> None:
    inside, program = (answered(engine, method, parameters) for engine in both)
    assert inside == program


def test_progress_is_told_alike(both: tuple[Engine, Engine]) -> None:
    for engine in both:
        query = queries.evaluate(engine.opening("dakon"), time=0.5, fresh=True)
        with engine.start(query) as search:
            told = [*search]
        assert search.result().stopped == "time"
        assert told
        assert all(one.value is not None and one.seconds is not None for one in told)
        # The first at once, then ten a second at most.
        assert len(told) <= 8


def test_searches_run_beside_each_other() -> None:
    with Engine(threads=2) as engine:
        opening = engine.opening("dakon")
        searches = [engine.start(queries.evaluate(opening, time=60, fresh=True)) for _ in "12"]
        for search in searches:
            next(iter(search))
        assert not any(search.done for search in searches)
        # A third one waits for its turn, and its end for nothing.
        third = engine.start(queries.evaluate(opening, time=60, fresh=True))
        third.cancel()
        assert third.result(5).stopped == "cancelled"
        assert not any(search.done for search in searches)
        for search in searches:
            search.cancel()
        assert [search.result(5).stopped for search in searches] == ["cancelled"] * 2


def test_a_search_holds_up_nobody() -> None:
    with Engine(threads=1) as engine:
        position = engine.opening("dakon")
        with engine.start(queries.evaluate(position, time=60, fresh=True)) as search:
            for _ in range(1000):
                assert position.play("A1") != position
            assert engine.request("claims")["files"]
            assert not search.done


def test_so_many_may_wait_and_no_more() -> None:
    with Engine(threads=1) as engine:
        query = queries.solve(engine.opening("dakon"), fresh=True)
        first = engine.start(query)
        next(iter(first))
        searches = [engine.start(query) for _ in range(1001)]
        with pytest.raises(TooManyRequestsError, match="at most 1000"):
            searches[-1].result(5)
    # Closed: nobody waits any more, whether he was answered or there was no time left for it.
    assert all(search.done for search in [first, *searches])
    assert first.result().stopped == "cancelled"


def interrupted(engine: Engine, position: Position) -> tuple[float, float]:
    """How long after Ctrl-C whoever waits goes on, and the search ends."""
    began = []

    def interrupt() -> None:
        began.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(0.2, interrupt)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        engine.solve(position, fresh=True)
    heard = time.monotonic()
    while getattr(engine._connection, "_searches"):  # noqa: B009
        time.sleep(0.001)
    ended = time.monotonic()
    timer.join()
    return heard - began[0], ended - began[0]


@pytest.mark.skipif(sys.platform == "win32", reason="no signal of that kind")
def test_ctrl_c_cancels_a_search_at_once() -> None:
    with Engine() as engine:
        times = [interrupted(engine, engine.opening("dakon")) for _ in range(5)]
        # The best of five: the machine may be busy with something else.
        assert min(heard for heard, _ in times) < 0.1
        assert min(ended for _, ended in times) < 0.1
        assert engine.info().name == "chongkak"


def run(script: str) -> None:
    command = [sys.executable, "-c", "from chongkak import *\n" + textwrap.dedent(script)]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")


def test_the_end_of_python_waits_for_no_search() -> None:
    run(
        """
        engine = Engine()
        search = engine.start(queries.solve(engine.opening("dakon"), fresh=True))
        next(iter(search))
        """
    )


def test_an_engine_that_nobody_has_any_more_ends() -> None:
    run(
        """
        import gc, threading, time
        for _ in range(5):
            Engine(threads=1).solve(Position.parse("4,4,4/0 4,4,4/0 A", "kalah"))
            gc.collect()
        while threading.active_count() > 2:
            time.sleep(0.01)
        """
    )


def test_wrong_tables_are_named() -> None:
    with pytest.raises(ValueError, match="/nowhere"):
        Engine(tables="/nowhere")


@pytest.mark.parametrize("name", ["threads", "memory"])
@pytest.mark.parametrize(
    ("found", "kind"),
    [("two", TypeError), (2.0, TypeError), (0, ValueError), (-1, ValueError), (2**40, ValueError)],
)
def test_wrong_means_are_named(
    make: Callable[..., Engine], name: str, found: Any, kind: type[Exception]
) -> None:
    with pytest.raises(kind, match=f"{name}: found {found!r}, expected a whole number from 1 to"):
        make(**{name: found})


def test_wrong_usual_rules_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHONGKAK_RULES", "kalha")
    with pytest.raises(ValueError, match=r"CHONGKAK_RULES: .*kalah"):
        Engine()


def played(chance: random.Random, position: Position, moves: int) -> Iterator[Position]:
    for _ in range(moves):
        yield position
        if position.over:
            return
        position = position.play(chance.choice(position.legal_moves))


RULES = [
    Rules("overbeck"),
    Rules("congklak", holes=5),
    Rules("dakon", lone="stay"),
    Rules("kalah", seeds=3),
    Rules("congklak-bank", store="far"),
]


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_a_position_plays_as_the_engine_does(engine: Engine, rules: Rules) -> None:
    chance = random.Random(5)
    for _ in range(3):
        for position in played(chance, engine.opening(rules), 60):
            moves = engine.moves(position)
            assert position.moves() == moves
            assert position.legal_moves == tuple(move.move for move in moves)
            for move in moves:
                assert position.play(move.move) == move.after == engine.play(position, move.move)
                again = Position(move.after.a, move.after.b, move.after.mover, rules)
                assert (again.a, again.b) == (move.after.a, move.after.b)
            assert Position.parse(str(position), rules) == position
            assert Position.parse(str(position), rules).a == position.a


@pytest.mark.parametrize(
    "line", ["A9", "B1", "A1 A1", "A", "", "0", 0, 300, -1, "A19", ["A1", 4.5]]
)
def test_a_line_is_refused_as_the_engine_does(engine: Engine, line: Any) -> None:
    position = Position.parse("2,0,1/0 1,2,0/0 A", Rules("kalah", holes=3)).asking(engine)
    outcomes = []
    for play in position.play, lambda line: engine.play(position, line):
        try:
            outcomes.append(str(play(line)))
        except RequestError as error:
            outcomes.append(str(error))
    assert outcomes[0] == outcomes[1]


@pytest.mark.parametrize("line", [1.0, None])
def test_what_is_no_line_is_refused(engine: Engine, line: Any) -> None:
    position = engine.opening("kalah")
    asking: list[Callable[[Any], object]] = [
        position.play,
        Node(position).add,
        lambda line: engine.trace(position, line),
    ]
    for ask in asking:
        with pytest.raises(TypeError, match=f'found {line!r} as a line, expected moves, such as "'):
            ask(line)


def test_a_position_keeps_the_rules_it_was_read_with(monkeypatch: pytest.MonkeyPatch) -> None:
    # By kalah the last seed among others ends the turn, by overbeck it is sown on to the store.
    for rules, after in (("kalah", "0,2,0/0 0,1,0/0 B"), ("overbeck", "0,0,1/1 0,1,0/0 A")):
        monkeypatch.setenv("CHONGKAK_RULES", rules)
        read = Position.parse("1,1,0/0 0,1,0/0 A")
        # Whatever rules an engine plays by that is asked without any.
        for usual in "kalah", "overbeck":
            monkeypatch.setenv("CHONGKAK_RULES", usual)
            for make in Engine, Engine.popen:
                with make() as engine:
                    asked = read.asking(engine)
                    assert asked == read
                    assert asked.play("A1") == engine.play(asked, "A1")
                    assert str(asked.play("A1")) == after
