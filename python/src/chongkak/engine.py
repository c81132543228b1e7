"""An engine to ask, which waits for its answers."""

from __future__ import annotations

import atexit
import os
import queue
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import TimeoutError as FutureTimeoutError
from types import TracebackType
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

from . import queries, results
from .connection import Command, Connection, options
from .methods import as_method_of
from .queries import Query
from .results import Progress

P = ParamSpec("P")
T = TypeVar("T")


class Search(Generic[T]):
    """A search that runs. Iterating gives its progress until it ends; then `result` has it.

    As a context manager it is cancelled where the block is left early.
    """

    def __init__(self, engine: Engine, query: Query[T]) -> None:
        self._engine = engine
        self._connection = connection = engine._connection
        self._query = query
        self._told: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._call = connection.send(query.method, query.telling(), self._told.put)
        # None is the end of what it tells.
        self._call.answer.add_done_callback(lambda _: self._told.put(None))

    def __enter__(self) -> Search[T]:
        return self

    def __exit__(self, *_: object) -> None:
        self.cancel()

    def __iter__(self) -> Iterator[Progress]:
        while (told := self._told.get()) is not None:
            yield results.understood(lambda: results.progress(told), told)
        # Whoever asks again is told the same.
        self._told.put(None)

    @property
    def done(self) -> bool:
        """Whether the search has ended."""
        return self._call.answer.done()

    def cancel(self) -> None:
        """Ends the search; `result` has what it found so far."""
        self._connection.cancel(self._call)

    def result(self, timeout: float | None = None) -> T:
        """Waits for the end and gives what was found.

        Raises `TimeoutError` if the search has not ended after so many seconds.
        """
        try:
            answer = self._call.answer.result(timeout)
        except KeyboardInterrupt:
            self.cancel()
            raise
        except FutureTimeoutError as error:
            raise TimeoutError(f"no answer after {timeout} s") from error
        return self._engine.understood(self._query, answer)


def _asking(query: Callable[P, Query[T]]) -> Callable[Concatenate[Engine, P], T]:
    """The method that asks this question and waits for the answer."""

    @as_method_of(query)
    def method(engine: Engine, /, *args: P.args, **named: P.kwargs) -> T:
        return engine.ask(query(*args, **named))

    return method


class Engine:
    """A running program chongkak.

    >>> with Engine.popen() as engine:                              # doctest: +SKIP
    ...     position = engine.opening(Rules("kalah", holes=3, seeds=2))
    ...     print(engine.solve(position).value)
    +4

    Every method raises a `ChongkakError`: `InvalidParameterError` for what the program refuses,
    `EngineTerminatedError` when it has ended. An engine may be asked from several threads.
    Searches of one engine run one after the other, and everything else is answered meanwhile.
    In a process that was forked an engine of the parent raises `EngineTerminatedError`.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        # Positions of the default engine ask whichever is the default one then.
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
        """Starts the program: a path or a list of words, with or without the word `serve`.

        Without it the environment variable CHONGKAK says which, else it is `chongkak` on the PATH.
        `threads` and `memory` (in MiB) are what its searches get at most, `tables` is a folder of
        endgame tables, or ``"none"``.
        """
        return cls(Connection(command, options(threads, memory, tables)))

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
        """Ends the program; searches are cancelled."""
        self._connection.close()

    @property
    def closed(self) -> bool:
        """Whether the program has ended."""
        return self._connection.closed

    def start(self, query: Query[T]) -> Search[T]:
        """Asks without waiting: see `chongkak.queries`."""
        return Search(self, query)

    def ask(self, query: Query[T]) -> T:
        """Asks and waits. Ctrl-C cancels a search."""
        call = self._connection.send(query.method, query.parameters)
        try:
            answer = call.answer.result()
        except KeyboardInterrupt:
            self._connection.cancel(call)
            raise
        return self.understood(query, answer)

    def understood(self, query: Query[T], answer: Any) -> T:
        """What an answer says. Raises `ProtocolError` if it is not of the form expected."""
        asked = None if self._default else self
        return results.understood(lambda: query.read(answer, asked), answer)

    def request(self, method: str, **parameters: Any) -> Any:
        """Any method of the protocol with its parameters; the answer as it comes."""
        return self.ask(Query(method, parameters, lambda answer, _: answer))

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
    turns = _asking(queries.turns)
    book = _asking(queries.book)


_default: Engine | None = None
_default_lock = threading.Lock()


def default_engine() -> Engine:
    """The engine that positions ask which have none of their own.

    It starts when it is first needed, in each process its own, and ends with Python.
    """
    global _default
    with _default_lock:
        if _default is None or _default.closed:
            _default = Engine.popen()
            _default._default = True
            atexit.register(_default.close)
        return _default


def _unlock() -> None:
    # Another thread of the parent may have held it.
    global _default_lock
    _default_lock = threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_unlock)
