"""The engine for asyncio."""

import asyncio
import math
from collections.abc import Callable

import pytest

from chongkak import (
    AsyncEngine,
    EngineTerminatedError,
    InvalidParameterError,
    Position,
    Proven,
    Rules,
    queries,
)

# Its value was published by Irving, Donkers and Uiterwijk (2000).
SMALL = Rules("kalah", holes=4, seeds=2, lone="bank")


BOTH = pytest.mark.parametrize("make", [AsyncEngine, AsyncEngine.popen], ids=["inside", "program"])
Make = Callable[[], AsyncEngine]


@BOTH
def test_it_answers_as_the_other_one(make: Make) -> None:
    async def ask() -> None:
        async with make() as engine:
            position, named = await asyncio.gather(
                engine.opening(SMALL), engine.position("2,2,2,2/0 2,2,2,2/0 A", SMALL)
            )
            assert position == named
            assert (await engine.solve(position)).value == Proven(6)
            assert (await engine.evaluate(position, nodes=100_000)).value == Proven(6)
            moves = await engine.moves(position)
            assert await engine.play(position, "A1") == moves[0].after
            assert (await engine.trace(position, "A1"))[0].laps == len(moves[0].lands)
            assert (await engine.draw(position)).svg.startswith("<svg")
            assert (await engine.info()).name == "chongkak"
            assert (await engine.rules("kalah"))["seeds"] == "4"
            assert (await engine.turns(position)).complete
            assert await engine.book(position) is None
            assert (await engine.request("info"))["protocol"] == 1
            with pytest.raises(InvalidParameterError):
                await engine.play(position, "A9")
        assert engine.closed
        with pytest.raises(EngineTerminatedError):
            await engine.info()

    asyncio.run(ask())


@BOTH
def test_a_search_tells_and_can_be_ended(make: Make) -> None:
    async def ask() -> None:
        async with make() as engine:
            opening = await engine.opening(Rules("kalah", seeds=6))
            async with engine.start(queries.solve(opening, fresh=True)) as search:
                async for progress in search:
                    assert progress.nodes is not None
                    break
            solution = await search.result()
            assert (solution.value, solution.stopped) == (None, "cancelled")
            assert [progress async for progress in search] != [None]

    asyncio.run(ask())


@BOTH
def test_a_parallel_search_waits_for_no_other(make: Make) -> None:
    async def ask() -> None:
        async with make() as engine:
            assert (await engine.info()).parallel >= 2
            opening = await engine.opening(Rules("kalah", seeds=6))
            evaluate = queries.evaluate(opening, time=math.inf, fresh=True)
            async with engine.start(evaluate) as endless:
                small = await engine.opening(SMALL)
                # The program would begin it when the first one ends, which is never.
                solved = engine.solve(small, fresh=True, parallel=True)
                assert (await asyncio.wait_for(solved, timeout=60)).value == Proven(6)
                assert not endless.done

    asyncio.run(ask())


def test_a_cancelled_task_cancels_its_search(played_by: Callable[[str], list[str]]) -> None:
    command = played_by(
        """
        first = next(requests)
        cancel = next(requests)
        say({"id": cancel["id"], "result": {"cancelled": True}})
        say({"id": first["id"], "result": None})
        for request in requests:
            say({"id": request["id"], "result": [cancel["method"], cancel["params"]]})
        """
    )

    async def ask() -> None:
        async with AsyncEngine.popen(command) as engine:
            position = Position.from_rows([1], [1])
            with pytest.raises(asyncio.TimeoutError):
                await asyncio.wait_for(engine.solve(position), timeout=0.01)
            assert await engine.request("anything") == ["cancel", {"id": 1}]

    asyncio.run(ask())
