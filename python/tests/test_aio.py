"""The engine for asyncio."""

import asyncio
import math
from collections.abc import Callable
from typing import Any

import pytest

from chongkak import (
    AsyncEngine,
    AsyncSearch,
    Engine,
    EngineTerminatedError,
    InvalidParameterError,
    Position,
    Proven,
    Rules,
    Search,
    queries,
)

# Its value was published by Irving, Donkers and Uiterwijk (2000).
SMALL = Rules("kalah", holes=4, seeds=2, lone="bank")


# What only one of the two has, and why.
DIFFER = {
    "understood": "positions of an AsyncEngine ask the default engine: they can't await their own",
}

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


def test_both_kinds_have_the_same_names() -> None:
    def public(kind: type) -> set[str]:
        return {name for name in dir(kind) if not name.startswith("_")}

    assert public(Engine) ^ public(AsyncEngine) == set(DIFFER)
    assert public(Search) == public(AsyncSearch)


@BOTH
def test_it_says_what_it_is(make: Make) -> None:
    async def ask() -> None:
        async with make() as engine:
            assert engine.inside == (make is AsyncEngine)
            assert (await engine.info()).default_rules == "overbeck"

    asyncio.run(ask())


@BOTH
def test_an_analysis_goes_on_until_it_is_left(make: Make) -> None:
    async def ask() -> None:
        async with make() as engine:
            opening = await engine.opening("dakon")
            async with engine.analysis(opening, fresh=True) as analysis:
                async for progress in analysis:
                    assert progress.value is not None
                    break
                assert not analysis.done
            found = await asyncio.wait_for(analysis.result(), timeout=60)
            assert found.stopped == "cancelled"
            async with engine.analysis(opening, nodes=100, fresh=True) as analysis:
                assert all([progress.nodes is not None async for progress in analysis])
            assert (await analysis.result()).stopped == "nodes"
            with pytest.raises(TypeError, match="unexpected keyword argument 'node'"):
                engine.analysis(opening, node=100)  # type: ignore[call-arg]

    asyncio.run(ask())


@BOTH
def test_an_analysis_that_is_refused_says_so(make: Make) -> None:
    async def ask() -> None:
        wrong: Any = 2.5
        async with (
            make() as engine,
            engine.analysis(await engine.opening(SMALL), depth=wrong) as it,
        ):
            for _ in range(2):
                with pytest.raises(InvalidParameterError, match=r"depth: found 2\.5"):
                    assert not [progress async for progress in it]

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
