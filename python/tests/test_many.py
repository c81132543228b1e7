"""Many positions: nothing is lost, and any executor has the workers."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import chongkak.many as many_of
from chongkak import (
    Engine,
    EngineTerminatedError,
    Position,
    PositionError,
    Rules,
    Solution,
    batch,
    evaluate_many,
    solve_many,
)

RULES = Rules("kalah", holes=3, seeds=2)
# Solved in no time.
EASY = ["2,0,1/0 1,2,0/0 A", "0,0,2/1 1,1,1/0 B", "x,0,1/0 1,2,x/0 A", "0,0,0/5 0,0,0/1 A over"]
# Of the form of a position, and none under these rules: only a finished round has the mark.
REFUSED = "0,0,0/3 1,1,1/2 A"
HARD = Position.parse("9,9,9,9,9,9,9,9,9/0 9,9,9,9,9,9,9,9,9/0 A", "overbeck")


def number(solution: Solution | None) -> int | None:
    return None if solution is None or solution.value is None else int(solution.value)


def values(found: Iterator[Any]) -> dict[int, int | None]:
    """The values by index; each index comes once."""
    all_of = list(found)
    assert len({one.index for one in all_of}) == len(all_of)
    return {one.index: number(one.result) for one in all_of}


@pytest.fixture
def right(engine: Engine) -> dict[int, int | None]:
    solved = [engine.solve(Position.parse(text, RULES)) for text in EASY]
    return {index: number(solution) for index, solution in enumerate(solved)}


def test_results_come_with_their_places(engine: Engine, right: dict[int, int | None]) -> None:
    assert values(solve_many(EASY, RULES, engine=engine)) == right
    for one in evaluate_many(EASY, RULES, engine=engine, nodes=500):
        assert one.error is None
        assert one.result is not None
        assert one.position == one.result.position == Position.parse(EASY[one.index], RULES)
        assert one.result.value == engine.evaluate(one.result.position, nodes=500, threads=1).value
    assert list(solve_many([], RULES, engine=engine)) == []


def test_all_positions_are_checked_before_the_first_search(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[str] = []
    send = engine._connection.send

    def noted(method: str, *more: Any) -> Any:
        sent.append(method)
        return send(method, *more)

    monkeypatch.setattr(engine._connection, "send", noted)
    many: list[Any] = [*EASY, REFUSED]
    for ask in batch.solve, batch.evaluate, solve_many, evaluate_many:
        with pytest.raises(PositionError, match=r"positions\[4\]"):
            ask(many, RULES, engine=engine)
    assert not {"solve", "evaluate"} & set(sent)


def test_errors_stand_beside_the_results(engine: Engine, right: dict[int, int | None]) -> None:
    many: list[Any] = [EASY[0], "1,1,y/0 1,1,1/0 A", EASY[1], REFUSED, None]
    found = batch.solve(many, RULES, engine=engine, errors="coerce")
    assert [bool(error) for error in found["error"]] == [False, True, False, True, True]
    assert found["error"][1].startswith("positions[1], 1,1,y/0 1,1,1/0 A: invalid position")
    assert [*found["value"][[0, 2]]] == [right[0], right[1]]
    assert np.isnan(found["value"][[1, 3, 4]]).all()
    assert np.isnan(found["lower"][[1, 3, 4]]).all()
    assert (found["nodes"][[1, 3, 4]] == -1).all()
    evaluated = batch.evaluate(many, RULES, engine=engine, errors="coerce", nodes=100)
    assert [*evaluated["error"]] == [*found["error"]]
    by_index = {one.index: one for one in solve_many(many, RULES, engine=engine, errors="coerce")}
    assert {index for index, one in by_index.items() if one.error} == {1, 3, 4}
    wrong: Any = "ignore"
    with pytest.raises(ValueError, match="errors: found 'ignore', expected 'raise' or 'coerce'"):
        batch.solve(many, RULES, errors=wrong)


def test_what_was_found_is_kept_when_it_is_interrupted(
    engine: Engine, monkeypatch: pytest.MonkeyPatch, right: dict[int, int | None]
) -> None:
    answers = many_of.ask_many

    def interrupted(*asked: Any, **named: Any) -> Iterator[Any]:
        for count, one in enumerate(answers(*asked, **named)):
            if count == 2:
                raise KeyboardInterrupt
            yield one

    monkeypatch.setattr(batch, "ask_many", interrupted)
    with pytest.raises(KeyboardInterrupt) as caught:
        batch.solve(EASY, RULES, engine=engine)
    found: Any = caught.value
    values = found.found["value"]
    there = ~np.isnan(values)
    assert there.sum() == 2
    assert [*values[there]] == [right[int(index)] for index in np.flatnonzero(there)]


@contextmanager
def pool(kind: str) -> Iterator[Executor]:
    made: Executor = (
        ThreadPoolExecutor(2)
        if kind == "threads"
        else ProcessPoolExecutor(2, mp_context=get_context(kind))
    )
    with made:
        yield made


@pytest.mark.parametrize("kind", ["spawn", "fork", "threads"])
def test_any_executor_has_the_workers(kind: str, right: dict[int, int | None]) -> None:
    many = EASY * 5
    with pool(kind) as executor:
        assert values(solve_many(many, RULES, executor=executor)) == {
            index: right[index % len(EASY)] for index in range(len(many))
        }
        # An option that is wrong is refused there as here.
        with pytest.raises(ValueError, match="nodes: found -1"):
            list(solve_many(many, RULES, executor=executor, nodes=-1))
        found = batch.solve([*EASY, REFUSED], RULES, executor=executor, errors="coerce")
        assert [*found["value"][:4]] == [right[index] for index in range(4)]
        assert found["error"][4]


def test_an_option_is_refused_before_a_position_is_read() -> None:
    wrong: Any = {"node": 10}
    for ask in solve_many, evaluate_many:
        with pytest.raises(TypeError, match="unexpected keyword argument 'node'"):
            ask(["no position"], RULES, **wrong)


def test_an_executor_and_an_engine_are_one_too_many(engine: Engine) -> None:
    with (
        ThreadPoolExecutor(1) as executor,
        pytest.raises(TypeError, match="found an engine and an executor"),
    ):
        solve_many(EASY, RULES, engine=engine, executor=executor)


def test_a_dead_worker_loses_nothing_and_is_told(right: dict[int, int | None]) -> None:
    many = EASY * 10
    found: dict[int, int | None] = {}

    def all_found(executor: Executor) -> None:
        for one in solve_many(many, RULES, executor=executor):
            if not found:
                for process in executor._processes.values():  # type: ignore[attr-defined]
                    os.kill(process.pid, signal.SIGKILL)
            assert one.result is not None
            found[one.index] = number(one.result)

    with pool("spawn") as executor, pytest.warns(UserWarning, match="a worker ended"):
        all_found(executor)
    assert found == {index: right[index % len(EASY)] for index in range(len(many))}


class Deadly(ThreadPoolExecutor):
    """An executor whose workers die of one position."""

    def submit(self, work: Any, /, *given: Any, **named: Any) -> Future[Any]:
        """Runs work, unless the position is in it."""

        def done() -> Any:
            if any(index == 1 for index, _, _ in given[0]):
                raise RuntimeError("killed")
            return work(*given, **named)

        return super().submit(done)


def test_a_position_that_kills_its_workers_is_given_up(right: dict[int, int | None]) -> None:
    with Deadly(1) as executor, pytest.warns(UserWarning, match="killed"):
        found = list(solve_many(EASY, RULES, executor=executor, errors="coerce"))
    by_index = {one.index: one for one in found}
    assert isinstance(by_index[1].error, EngineTerminatedError)
    assert values(iter(one for one in found if one.index != 1)) == {
        index: value for index, value in right.items() if index != 1
    }
    with (
        Deadly(1) as executor,
        pytest.warns(UserWarning, match="killed"),
        pytest.raises(EngineTerminatedError),
    ):
        list(solve_many(EASY, RULES, executor=executor))


class Forgetful(ThreadPoolExecutor):
    """An executor whose workers lose who asks, the first time."""

    def submit(self, work: Any, /, *given: Any, **named: Any) -> Future[Any]:
        """Runs work, but loses the first chunk."""
        lost, self.lost = not getattr(self, "lost", False), True
        return super().submit(lambda: ([], 0.0) if lost else work(*given, **named))


def test_a_worker_that_answers_nothing_loses_nothing(right: dict[int, int | None]) -> None:
    with Forgetful(1) as executor, pytest.warns(UserWarning, match="lost the process that asks"):
        assert values(solve_many(EASY, RULES, executor=executor)) == right


@pytest.mark.parametrize("kind", ["spawn", "fork", "threads"])
def test_who_leaves_ends_the_searches_of_the_workers(kind: str) -> None:
    easy = Position.parse(EASY[0], RULES)
    with pool(kind) as executor:
        answers = solve_many([easy, HARD, HARD], executor=executor, fresh=True)
        assert next(answers).index == 0
        # The others would go on for days.
        answers.close()  # type: ignore[attr-defined]
        assert [executor.submit(int).result() for _ in range(2)] == [0, 0]


PARENT = """
import chongkak, multiprocessing, os, sys
from concurrent.futures import ProcessPoolExecutor
easy = chongkak.Position.parse("2,0,1/0 1,2,0/0 A", "kalah")
hard = chongkak.Position.parse("9,9,9,9,9,9,9,9,9/0 9,9,9,9,9,9,9,9,9/0 A", "overbeck")
if __name__ == "__main__":
    executor = ProcessPoolExecutor(2, mp_context=multiprocessing.get_context(sys.argv[1]))
    answers = chongkak.solve_many([easy, hard, hard], executor=executor, fresh=True)
    next(answers)
    print(*executor._processes, flush=True)
    os.kill(os.getpid(), 9)
"""


@pytest.mark.parametrize("kind", ["spawn", "fork"])
def test_a_killed_parent_ends_the_searches_of_its_workers(kind: str, tmp_path: Path) -> None:
    script = tmp_path / "parent.py"
    script.write_text(PARENT)
    # Not a pipe, which the workers would hold open.
    printed = tmp_path / "workers"
    with printed.open("w") as output:
        subprocess.run([sys.executable, str(script), kind], stdout=output, check=False)
    workers = [int(number) for number in printed.read_text().split()]
    assert len(workers) == 2
    try:
        # A worker that searches uses a processor; what it has used stands still when it is done.
        used = [-1.0]
        while len(used) < 3 or used[-1] != used[-3]:
            used.append(sum(_processor_time(number) for number in workers))
            time.sleep(0.3)
    finally:
        for number in workers:
            with suppress(ProcessLookupError):
                os.kill(number, signal.SIGKILL)


def _processor_time(number: int) -> float:
    try:
        fields = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()
    except FileNotFoundError:
        return 0.0
    return float(fields[11]) + float(fields[12])
