"""An engine to ask, which waits for its answers."""

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
    """A search that runs. Iterating gives its progress until it ends; then `result` has it.

    Where the search fails, the iteration ends with the error that `result` raises too.
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
        # Without it a search that was refused would look like one with nothing to tell.
        self._call.answer.result()

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

    @as_method_of("Engine", query)
    def method(engine: Engine, /, *args: P.args, **named: P.kwargs) -> T:
        return engine.ask(query(*args, **named))

    return method


class Engine:
    """An engine: `Engine()` is one in this process, `Engine.popen()` the program in another one.

    >>> with Engine() as engine:
    ...     position = engine.opening(Rules("kalah", holes=3, seeds=2))
    ...     print(engine.solve(position).value)
    +4

    `threads` and `memory` (in MiB) are what its searches get together, `tables` is a folder of
    endgame tables, or ``"none"``.

    Every method raises a `ChongkakError`: `InvalidParameterError` for what the engine refuses,
    `EngineTerminatedError` when it has ended. An engine may be asked from several threads, and
    searches hold up nobody else. Those in this process run beside each other, as many as it has
    threads; those of a program run one after the other, but for those with `parallel`.

    It stays in its process: it can't be pickled, and in a process that was forked an engine of the
    parent raises `EngineTerminatedError`.
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

        Without it the environment variable CHONGKAK says which, else it is the one that was
        installed with this package, else `chongkak` on the PATH.
        """
        engine = cls.__new__(cls)
        engine._connect(Process(command, options(threads, memory, tables)))
        return engine

    def __reduce__(self) -> NoReturn:
        raise TypeError("an engine stays in its process: expected one that is made where it works")

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
        """Ends the engine; searches are cancelled."""
        self._connection.close()

    @property
    def closed(self) -> bool:
        """Whether the engine has ended."""
        return self._connection.closed

    @property
    def inside(self) -> bool:
        """Whether it is in this process."""
        return isinstance(self._connection, Inside)

    def start(self, query: Query[T]) -> Search[T]:
        """Asks without waiting: see `chongkak.queries`."""
        return Search(self, query)

    def analysis(
        self, position: Position, **options: Unpack[EvaluateOptions]
    ) -> Search[Evaluation]:
        """Evaluates without waiting, until the block is left, unless a limit ends it before.

        ::

            with engine.analysis(position) as analysis:
                for progress in analysis:
                    print(progress.depth, progress.value, *progress.pv)
                    if progress.depth and progress.depth > 12:
                        break
            print(analysis.result().best)

        The options are those of `evaluate`; `time` is ``math.inf`` unless it is given.
        """
        options.setdefault("time", math.inf)
        return self.start(queries.evaluate(position, **options))

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
    prove = _asking(queries.prove)
    analyze = _asking(queries.analyze)
    turns = _asking(queries.turns)
    book = _asking(queries.book)


_default: Engine | None = None
_default_lock = threading.Lock()
# The folder of its tables; None for those of the program.
_default_tables: str | os.PathLike[str] | None = None


def default_engine() -> Engine:
    """The engine that positions ask which have none of their own.

    It is in this process, and begins when it is first needed; a forked process has its own.
    """
    global _default
    with _default_lock:
        if _default is None or _default.closed:
            _default = Engine(tables=_default_tables)
            _default._default = True
        return _default


def begin_default_engine(tables: str | os.PathLike[str]) -> None:
    """Begins another default engine, with the tables of a folder."""
    global _default, _default_tables
    made = Engine(tables=tables)
    made._default = True
    with _default_lock:
        # Who works with the one before keeps it.
        _default, _default_tables = made, tables


def _unlock() -> None:
    # Another thread of the parent may have held it.
    global _default_lock
    _default_lock = threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_unlock)
