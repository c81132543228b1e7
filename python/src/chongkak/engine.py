"""Engines whose methods wait for their answers."""

from __future__ import annotations

import math
import os
import queue
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import TimeoutError as FutureTimeoutError
from types import TracebackType
from typing import TYPE_CHECKING, Any, Concatenate, Generic, NoReturn, ParamSpec, TypeVar

from . import queries, results
from .connection import Connection
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


class Search(Generic[T]):
    """A running search. Iterate over it for its progress, then call `result`.

    If the search fails, the iteration ends with the same error that `result` raises. As a context
    manager, it cancels the search if the block is left early.
    """

    def __init__(self, engine: Engine, query: Query[T]) -> None:
        self._engine = engine
        self._connection = connection = engine._connection
        self._query = query
        self._progress: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._call = connection.send(query.method, query.telling(), self._progress.put)
        # None marks the end of the progress.
        self._call.answer.add_done_callback(lambda _: self._progress.put(None))

    def __enter__(self) -> Search[T]:
        return self

    def __exit__(self, *_: object) -> None:
        self.cancel()

    def __iter__(self) -> Iterator[Progress]:
        while (progress := self._progress.get()) is not None:
            yield results.understood(lambda: results.progress(progress), progress)
        # A second iteration ends at once.
        self._progress.put(None)
        # Otherwise a rejected search would look like one without progress.
        self._call.answer.result()

    @property
    def done(self) -> bool:
        """Whether the search has ended."""
        return self._call.answer.done()

    def cancel(self) -> None:
        """Cancels the search; `result` returns the result so far."""
        self._connection.cancel(self._call)

    def result(self, timeout: float | None = None) -> T:
        """Waits for the result.

        Raises `TimeoutError` if the search has not ended after `timeout` seconds.
        """
        try:
            answer = self._call.answer.result(timeout)
        except KeyboardInterrupt:
            self.cancel()
            raise
        except FutureTimeoutError as error:
            raise TimeoutError(f"no answer after {timeout} s") from error
        return self._engine.understood(self._query, answer)


def _as_method(query: Callable[P, Query[T]]) -> Callable[Concatenate[Engine, P], T]:
    """Makes a method that sends the query and waits for the answer."""

    @as_method_of("Engine", query)
    def method(engine: Engine, /, *args: P.args, **named: P.kwargs) -> T:
        return engine.ask(query(*args, **named))

    return method


class Engine:
    """An engine: `Engine()` runs in this process, `Engine.popen()` in another program.

    >>> with Engine() as engine:
    ...     position = engine.opening(Rules("kalah", holes=3, seeds=2))
    ...     print(engine.solve(position).value)
    +4

    All its searches together use `threads` and `memory` (in MiB). `tables` is a folder of endgame
    tables, or ``"none"``.

    Every method may raise a `ChongkakError`: `InvalidParameterError` if the engine rejects a
    parameter, `EngineTerminatedError` if the engine has ended. An engine can be used from several
    threads, and searches do not delay other requests. An engine in this process runs as many
    searches in parallel as it has threads. A program runs one at a time, except searches with
    `parallel`.

    An engine can't be pickled, and in a forked process an engine of the parent raises
    `EngineTerminatedError`.
    """

    def __init__(
        self,
        *,
        threads: int | None = None,
        memory: int | None = None,
        tables: str | os.PathLike[str] | None = None,
    ) -> None:
        self._connect(Inside(threads, memory, tables))

    def _connect(self, connection: Connection) -> None:
        self._connection = connection
        # Positions of the default engine use the default engine of the moment.
        self._default = False

    @classmethod
    def popen(
        cls,
        command: Command | None = None,
        *,
        threads: int | None = None,
        memory: int | None = None,
        tables: str | os.PathLike[str] | None = None,
    ) -> Engine:
        """Starts a program, given as a path or a list of words, with or without `serve`.

        The default is the environment variable CHONGKAK, else the program installed with this
        package, else `chongkak` on the PATH.
        """
        engine = cls.__new__(cls)
        engine._connect(Process(command, options(threads, memory, tables)))
        return engine

    def __reduce__(self) -> NoReturn:
        raise TypeError("an engine stays in its process: expected one created where it is used")

    def __enter__(self) -> Engine:
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Closes the engine and cancels its searches."""
        self._connection.close()

    @property
    def closed(self) -> bool:
        """Whether the engine is closed."""
        return self._connection.closed

    @property
    def inside(self) -> bool:
        """Whether the engine runs in this process."""
        return isinstance(self._connection, Inside)

    def start(self, query: Query[T]) -> Search[T]:
        """Starts a query without waiting: see `chongkak.queries`."""
        return Search(self, query)

    def analysis(
        self, position: Position, **options: Unpack[EvaluateOptions]
    ) -> Search[Evaluation]:
        """Evaluates in the background until the block is left or a limit is reached.

        ::

            with engine.analysis(position) as analysis:
                for progress in analysis:
                    print(progress.depth, progress.value, *progress.pv)
                    if progress.depth and progress.depth > 12:
                        break
            print(analysis.result().best)

        The options are those of `evaluate`, but `time` defaults to ``math.inf``.
        """
        options.setdefault("time", math.inf)
        return self.start(queries.evaluate(position, **options))

    def ask(self, query: Query[T]) -> T:
        """Sends a query and waits. Ctrl-C cancels a search."""
        call = self._connection.send(query.method, query.parameters)
        try:
            answer = call.answer.result()
        except KeyboardInterrupt:
            self._connection.cancel(call)
            raise
        return self.understood(query, answer)

    def understood(self, query: Query[T], answer: Any) -> T:
        """Parses an answer. Raises `ProtocolError` if it has an unexpected form."""
        asked = None if self._default else self
        return results.understood(lambda: query.read(answer, asked), answer)

    def request(self, method: str, **parameters: Any) -> Any:
        """Calls any method of the protocol and returns the raw result."""
        return self.ask(Query(method, parameters, lambda answer, _: answer))

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


_default: Engine | None = None
_default_lock = threading.Lock()
# The folder of its tables; None for the installed ones.
_default_tables: str | os.PathLike[str] | None = None


def default_engine() -> Engine:
    """Returns the engine of positions that have none of their own.

    It runs in this process and starts when it is first needed. A forked process has its own.
    """
    global _default
    with _default_lock:
        if _default is None or _default.closed:
            _default = Engine(tables=_default_tables)
            _default._default = True
        return _default


def set_default_engine(tables: str | os.PathLike[str]) -> None:
    """Replaces the default engine by one with the tables of a folder."""
    global _default, _default_tables
    made = Engine(tables=tables)
    made._default = True
    with _default_lock:
        # Current users of the previous engine keep it.
        _default, _default_tables = made, tables


def _unlock() -> None:
    # Another thread of the parent may have held the lock.
    global _default_lock
    _default_lock = threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_unlock)
