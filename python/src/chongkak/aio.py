"""Engines for asyncio: methods are awaited."""

from __future__ import annotations

import asyncio
import math
import os
from collections.abc import AsyncIterator, Callable, Coroutine
from types import TracebackType
from typing import TYPE_CHECKING, Any, Concatenate, Generic, ParamSpec, TypeVar

from . import queries, results
from .connection import Call, Connection
from .game import Position
from .inside import Inside
from .methods import as_method_of
from .process import Command, Process, options
from .queries import EvaluateOptions, Query
from .results import Evaluation, Progress

if TYPE_CHECKING:
    from typing_extensions import Unpack

P = ParamSpec("P")
T = TypeVar("T")


class AsyncSearch(Generic[T]):
    """A running search. Iterate with ``async for`` for its progress, then await `result`.

    If the search fails, the iteration ends with the same error that `result` raises. As an
    asynchronous context manager, it cancels the search if the block is left early.
    """

    def __init__(self, connection: Connection, query: Query[T]) -> None:
        self._connection = connection
        self._query = query
        self._progress: asyncio.Queue[Any] = asyncio.Queue()
        loop = asyncio.get_running_loop()

        def report(progress: Any) -> None:
            # The reading thread may outlive the event loop.
            if not loop.is_closed():
                loop.call_soon_threadsafe(self._progress.put_nowait, progress)

        self._call = connection.send(query.method, query.telling(), report)
        self._call.answer.add_done_callback(lambda _: report(None))

    async def __aenter__(self) -> AsyncSearch[T]:
        return self

    async def __aexit__(self, *_: object) -> None:
        self.cancel()

    async def __aiter__(self) -> AsyncIterator[Progress]:
        while (progress := await self._progress.get()) is not None:
            yield results.understood(lambda: results.progress(progress), progress)
        # A second iteration ends at once.
        self._progress.put_nowait(None)
        # Otherwise a rejected search would look like one without progress.
        self._call.answer.result()

    @property
    def done(self) -> bool:
        """Whether the search has ended."""
        return self._call.answer.done()

    def cancel(self) -> None:
        """Cancels the search; `result` returns the result so far."""
        self._connection.cancel(self._call)

    async def result(self) -> T:
        """Waits for the result. Cancelling the task cancels the search."""
        return await _answered(self._connection, self._call, self._query)


def _as_method(
    query: Callable[P, Query[T]],
) -> Callable[Concatenate[AsyncEngine, P], Coroutine[Any, Any, T]]:
    """Makes a method that sends the query and awaits the answer."""

    @as_method_of("AsyncEngine", query)
    async def method(engine: AsyncEngine, /, *args: P.args, **named: P.kwargs) -> T:
        return await engine.ask(query(*args, **named))

    return method


class AsyncEngine:
    """An engine for asyncio, in this process or, with `popen`, in another.

    ::

        async with AsyncEngine() as engine:
            position = await engine.opening("kalah")
            print((await engine.evaluate(position, time=1.0)).value)
    """

    def __init__(
        self,
        *,
        threads: int | None = None,
        memory: int | None = None,
        tables: str | os.PathLike[str] | None = None,
    ) -> None:
        self._connection: Connection = Inside(threads, memory, tables)

    @classmethod
    def popen(
        cls,
        command: Command | None = None,
        *,
        threads: int | None = None,
        memory: int | None = None,
        tables: str | os.PathLike[str] | None = None,
    ) -> AsyncEngine:
        """Starts the program, as `Engine.popen` does."""
        engine = cls.__new__(cls)
        engine._connection = Process(command, options(threads, memory, tables))
        return engine

    async def __aenter__(self) -> AsyncEngine:
        return self

    async def __aexit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _traceback: TracebackType | None,
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Closes the engine and cancels its searches."""
        await asyncio.to_thread(self._connection.close)

    @property
    def closed(self) -> bool:
        """Whether the engine is closed."""
        return self._connection.closed

    @property
    def inside(self) -> bool:
        """Whether the engine runs in this process."""
        return isinstance(self._connection, Inside)

    def start(self, query: Query[T]) -> AsyncSearch[T]:
        """Starts a query without waiting: see `chongkak.queries`."""
        return AsyncSearch(self._connection, query)

    def analysis(
        self, position: Position, **options: Unpack[EvaluateOptions]
    ) -> AsyncSearch[Evaluation]:
        """Evaluates in the background until the block is left or a limit is reached.

        ::

            async with engine.analysis(position) as analysis:
                async for progress in analysis:
                    print(progress.depth, progress.value, *progress.pv)
                    if progress.depth and progress.depth > 12:
                        break
            print((await analysis.result()).best)

        The options are those of `evaluate`, but `time` defaults to ``math.inf``.
        """
        options.setdefault("time", math.inf)
        return self.start(queries.evaluate(position, **options))

    async def ask(self, query: Query[T]) -> T:
        """Sends a query and waits. Cancelling the task cancels the search."""
        call = self._connection.send(query.method, query.parameters)
        return await _answered(self._connection, call, query)

    async def request(self, method: str, **parameters: Any) -> Any:
        """Calls any method of the protocol and returns the raw result."""
        return await self.ask(Query(method, parameters, lambda answer, _: answer))

    info = _as_method(queries.info)
    rules = _as_method(queries.rules)
    position = _as_method(queries.position)
    opening = _as_method(queries.opening)
    moves = _as_method(queries.moves)
    play = _as_method(queries.play)
    trace = _as_method(queries.trace)
    draw = _as_method(queries.draw)
    evaluate = _as_method(queries.evaluate)
    solve = _as_method(queries.solve)
    prove = _as_method(queries.prove)
    analyze = _as_method(queries.analyze)
    turns = _as_method(queries.turns)
    book = _as_method(queries.book)


async def _answered(connection: Connection, call: Call, query: Query[T]) -> T:
    try:
        # Shielded, because the answer to a cancelled search still arrives.
        answer = await asyncio.shield(asyncio.wrap_future(call.answer))
    except asyncio.CancelledError:
        connection.cancel(call)
        raise
    return results.understood(lambda: query.read(answer, None), answer)
