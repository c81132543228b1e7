"""The same engine for asyncio: what waits is awaited."""

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
    """A search that runs. ``async for`` gives its progress until it ends; then await `result`.

    Where the search fails, the iteration ends with the error that `result` raises too.
    As an asynchronous context manager it is cancelled where the block is left early.
    """

    def __init__(self, connection: Connection, query: Query[T]) -> None:
        self._connection = connection
        self._query = query
        self._told: asyncio.Queue[Any] = asyncio.Queue()
        loop = asyncio.get_running_loop()

        def tell(told: Any) -> None:
            # The thread that reads may outlive the loop.
            if not loop.is_closed():
                loop.call_soon_threadsafe(self._told.put_nowait, told)

        self._call = connection.send(query.method, query.telling(), tell)
        self._call.answer.add_done_callback(lambda _: tell(None))

    async def __aenter__(self) -> AsyncSearch[T]:
        return self

    async def __aexit__(self, *_: object) -> None:
        self.cancel()

    async def __aiter__(self) -> AsyncIterator[Progress]:
        while (told := await self._told.get()) is not None:
            yield results.understood(lambda: results.progress(told), told)
        # Whoever asks again is told the same.
        self._told.put_nowait(None)
        # Without it a search that was refused would look like one with nothing to tell.
        self._call.answer.result()

    @property
    def done(self) -> bool:
        """Whether the search has ended."""
        return self._call.answer.done()

    def cancel(self) -> None:
        """Ends the search; `result` has what it found so far."""
        self._connection.cancel(self._call)

    async def result(self) -> T:
        """Waits for the end and gives what was found. A task that is cancelled cancels it."""
        return await _answered(self._connection, self._call, self._query)


def _asking(
    query: Callable[P, Query[T]],
) -> Callable[Concatenate[AsyncEngine, P], Coroutine[Any, Any, T]]:
    """The method that asks this question and awaits the answer."""

    @as_method_of("AsyncEngine", query)
    async def method(engine: AsyncEngine, /, *args: P.args, **named: P.kwargs) -> T:
        return await engine.ask(query(*args, **named))

    return method


class AsyncEngine:
    """An engine for asyncio, in this process or, by `popen`, in another; its methods are awaited.

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
        """Ends the engine; searches are cancelled."""
        await asyncio.to_thread(self._connection.close)

    @property
    def closed(self) -> bool:
        """Whether the engine has ended."""
        return self._connection.closed

    @property
    def inside(self) -> bool:
        """Whether it is in this process."""
        return isinstance(self._connection, Inside)

    def start(self, query: Query[T]) -> AsyncSearch[T]:
        """Asks without waiting: see `chongkak.queries`."""
        return AsyncSearch(self._connection, query)

    def analysis(
        self, position: Position, **options: Unpack[EvaluateOptions]
    ) -> AsyncSearch[Evaluation]:
        """Evaluates without waiting, until the block is left, unless a limit ends it before.

        ::

            async with engine.analysis(position) as analysis:
                async for progress in analysis:
                    print(progress.depth, progress.value, *progress.pv)
                    if progress.depth and progress.depth > 12:
                        break
            print((await analysis.result()).best)

        The options are those of `evaluate`; `time` is ``math.inf`` unless it is given.
        """
        options.setdefault("time", math.inf)
        return self.start(queries.evaluate(position, **options))

    async def ask(self, query: Query[T]) -> T:
        """Asks and waits. A task that is cancelled cancels its search."""
        call = self._connection.send(query.method, query.parameters)
        return await _answered(self._connection, call, query)

    async def request(self, method: str, **parameters: Any) -> Any:
        """Any method of the protocol with its parameters; the answer as it comes."""
        return await self.ask(Query(method, parameters, lambda answer, _: answer))

    info = _asking(queries.info)
    rules = _asking(queries.rules)
    position = _asking(queries.position)
    opening = _asking(queries.opening)
    moves = _asking(queries.moves)
    play = _asking(queries.play)
    trace = _asking(queries.trace)
    draw = _asking(queries.draw)
    evaluate = _asking(queries.evaluate)
    solve = _asking(queries.solve)
    prove = _asking(queries.prove)
    analyze = _asking(queries.analyze)
    turns = _asking(queries.turns)
    book = _asking(queries.book)


async def _answered(connection: Connection, call: Call, query: Query[T]) -> T:
    try:
        # Shielded, because the answer of a cancelled search still comes.
        answer = await asyncio.shield(asyncio.wrap_future(call.answer))
    except asyncio.CancelledError:
        connection.cancel(call)
        raise
    return results.understood(lambda: query.read(answer, None), answer)
