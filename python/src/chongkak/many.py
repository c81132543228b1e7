"""Questions about many positions, asked of one engine or of the workers of any executor.

::

    for one in chongkak.solve_many(texts, "congklak"):
        print(one.index, one.position, one.result.value)

Answers come in the order in which they are found; `index` says which position one belongs to. All
positions are read and checked before the first one is searched. Who leaves the loop, or presses
Ctrl-C, ends the searches that still run, and keeps what has come.

With `executor` the searches run in its workers: those of a `ProcessPoolExecutor`, of a Dask cluster
(``client.get_executor()``), of `mpi4py.futures.MPIPoolExecutor`, or of any other
`concurrent.futures.Executor`. chongkak must be installed where they are.
"""

from __future__ import annotations

import contextlib
import functools
import importlib
import importlib.util
import inspect
import queue
import sys
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar

from . import queries, results
from .engine import Engine, default_engine
from .errors import ChongkakError, PlacedError, PositionError, RequestError
from .executors import answers_of_workers
from .game import Position, Rules
from .queries import EvaluateOptions, Query, SolveOptions
from .results import Evaluation, Solution

if TYPE_CHECKING:
    from typing_extensions import Unpack

T = TypeVar("T")

Errors = Literal["raise", "coerce"]

# Questions that wait at an engine: enough for all its threads, and soon cancelled.
_AHEAD = 64


@dataclass(frozen=True)
class Answered(Generic[T]):
    """What came of one of many positions: a `result`, or the `error` in its place.

    `position` is None where the error says that there is none.
    """

    index: int
    position: Position | None
    result: T | None
    error: ChongkakError | None = None


def solve_many(
    positions: Iterable[Any],
    rules: Rules | str | None = None,
    *,
    engine: Engine | None = None,
    executor: Executor | None = None,
    errors: Errors = "raise",
    progress: bool | None = None,
    **options: Unpack[SolveOptions],
) -> Iterator[Answered[Solution]]:
    """Solves positions; each `Answered` has a `Solution`, in the order in which they are found.

    The options are those of `Engine.solve`. Each search has one thread unless they say another
    number. With `errors="coerce"` a position that is wrong has an `error` in place of a result;
    else the first wrong one raises a `PositionError` before anything is searched. `progress` shows
    a bar of tqdm.
    """
    check_options(queries.solve, options)
    return ask_many(
        queries.solve,
        read(positions, rules, errors),
        options,
        engine=engine,
        executor=executor,
        errors=errors,
        progress=progress,
    )


def evaluate_many(
    positions: Iterable[Any],
    rules: Rules | str | None = None,
    *,
    engine: Engine | None = None,
    executor: Executor | None = None,
    errors: Errors = "raise",
    progress: bool | None = None,
    **options: Unpack[EvaluateOptions],
) -> Iterator[Answered[Evaluation]]:
    """Evaluates positions; each `Answered` has an `Evaluation`. All else is as in `solve_many`.

    The options are those of `Engine.evaluate`: without any that says how far to go, every position
    takes up to 5 seconds.
    """
    check_options(queries.evaluate, options)
    return ask_many(
        queries.evaluate,
        read(positions, rules, errors),
        options,
        engine=engine,
        executor=executor,
        errors=errors,
        progress=progress,
    )


def check_options(query: Callable[..., Any], options: Mapping[str, Any]) -> None:
    """Refuses an option that there is not, before any position is read."""
    inspect.signature(query).bind(None, **options)


def ask_many(
    query: Callable[..., Query[T]],
    positions: list[Position | PositionError],
    options: Mapping[str, Any],
    *,
    engine: Engine | None = None,
    executor: Executor | None = None,
    errors: Errors = "raise",
    progress: bool | None = None,
) -> Iterator[Answered[T]]:
    """Asks one question about each of the positions, which `read` has read.

    The options are those of the question: see `check_options`.
    """
    if executor is not None and engine is not None:
        raise TypeError("found an engine and an executor, expected one of them")
    options = {"threads": 1} | dict(options)
    asked = {
        index: query(position, **options)
        for index, position in enumerate(positions)
        if isinstance(position, Position)
    }
    return _answered(asked, positions, engine, executor, errors, progress)


def _answered(
    asked: dict[int, Query[T]],
    positions: list[Position | PositionError],
    engine: Engine | None,
    executor: Executor | None,
    errors: Errors,
    progress: bool | None,
) -> Iterator[Answered[T]]:
    if executor is None:
        engine = engine or default_engine()
        answers = _answers_of_engine(asked, engine)
    else:
        answers = answers_of_workers(executor, asked)
    shown = bar(len(positions), progress)
    with contextlib.closing(answers), shown as tick:
        for index, position in enumerate(positions):
            if isinstance(position, PositionError):
                tick()
                yield Answered(index, None, None, position)
        for index, answer in answers:
            position = positions[index]
            assert isinstance(position, Position)
            try:
                with at(index, position):
                    if isinstance(answer, Exception):
                        raise answer
                    result = _understood(asked[index], answer, engine)
            except ChongkakError as error:
                if errors == "raise":
                    raise
                tick()
                yield Answered(index, position, None, error)
            else:
                tick()
                yield Answered(index, position, result)


def _understood(query: Query[T], answer: Any, engine: Engine | None) -> T:
    if engine is not None:
        return engine.understood(query, answer)
    return results.understood(lambda: query.read(answer, None), answer)


def _answers_of_engine(
    asked: dict[int, Query[T]], engine: Engine
) -> Generator[tuple[int, Any], None, None]:
    """The answers in the order in which they come. What ends it early cancels what still runs."""
    connection = engine._connection
    done: queue.SimpleQueue[tuple[int, Future[Any]]] = queue.SimpleQueue()
    running: dict[int, Any] = {}

    def put(index: int, answer: Future[Any]) -> None:
        done.put((index, answer))

    def one() -> tuple[int, Any]:
        index, answer = done.get()
        del running[index]
        return index, answer.exception() or answer.result()

    try:
        for index, query in asked.items():
            call = connection.send(query.method, query.parameters)
            running[index] = call
            call.answer.add_done_callback(functools.partial(put, index))
            if len(running) >= _AHEAD:
                yield one()
        while running:
            yield one()
    finally:
        for call in running.values():
            connection.cancel(call)


def read(
    positions: Iterable[Any], rules: Rules | str | None, errors: Errors = "raise"
) -> list[Position | PositionError]:
    """Reads positions and checks each under its rules; with "coerce" errors stand in the list."""
    if errors not in ("raise", "coerce"):
        raise ValueError(f"errors: found {errors!r}, expected 'raise' or 'coerce'")
    # A table has columns, and by itself is gone through by their names.
    one_alone = isinstance(positions, (str, bytes, Position))
    if one_alone or hasattr(type(positions), "columns") or not isinstance(positions, Iterable):
        expected = "expected a list, an array or a column of them"
        raise TypeError(f"found {_short(positions)} as the positions, {expected}")
    # A file is read once for all of them.
    named = rules if isinstance(rules, Rules) else Rules(rules)
    numbers = getattr(positions, "ndim", 1) == 2
    found: list[Position | PositionError] = []
    for index, one in enumerate(positions):
        try:
            with at(index, one):
                text = _of_numbers(one) if numbers else one
                position = text if isinstance(text, Position) else Position.parse(text, named)
                position.check()
                found.append(position)
        except PositionError as error:
            if errors == "raise":
                raise
            found.append(error)
    return found


def _short(thing: Any) -> str:
    # A table is long.
    shown = repr(thing)
    return shown if len(shown) < 100 and "\n" not in shown else f"a {type(thing).__name__}"


def _whole(number: Any) -> bool:
    # NaN and infinity are no whole numbers, nor is what is missing.
    try:
        return bool(int(number) == number)
    except (TypeError, ValueError, OverflowError):
        return False


def _of_numbers(row: Any) -> str:
    expected = "expected whole numbers: A's holes and store, B's, and then 0 or 1 for the mover"
    for column, number in enumerate(row):
        if not _whole(number):
            raise PositionError(f"no position: found {number} in column {column}, {expected}")
    numbers = [int(number) for number in row]
    holes, rest = divmod(len(numbers) - 2, 2)
    if holes < 1:
        raise PositionError(f"no position: found {numbers}, {expected}")
    mover = numbers.pop() if rest else 0
    if mover not in (0, 1):
        raise PositionError(f"no position: found {mover} as the mover, expected 0 for A or 1 for B")
    rows = []
    for half in numbers[: holes + 1], numbers[holes + 1 :]:
        cells = ",".join("x" if number == -1 else str(number) for number in half[:-1])
        rows.append(f"{cells}/{half[-1]}")
    return f"{rows[0]} {rows[1]} {'AB'[mover]}"


@contextlib.contextmanager
def at(index: int, position: Any) -> Iterator[None]:
    """Says of what is wrong which position it is."""
    try:
        yield
    except (PlacedError, TypeError) as error:
        # What is no fault of the position needs no place.
        if isinstance(error, RequestError) and error.param != "position":
            raise
        raise PositionError(f"positions[{index}], {position}: {error}") from error


def need(module: str) -> None:
    """Says of a package that is not installed what brings it."""
    try:
        importlib.import_module(module)
    except ModuleNotFoundError as error:
        hint = 'pip install "chongkak[batch]"'
        raise ImportError(f"{module} is not installed: `{hint}` brings it") from error


@contextlib.contextmanager
def bar(count: int, progress: bool | None) -> Iterator[Callable[[], object]]:
    """A bar of tqdm that goes on with each call, or nothing."""
    if progress is None:
        progress = sys.stderr.isatty() and importlib.util.find_spec("tqdm") is not None
    if not progress:
        yield lambda: None
        return
    need("tqdm")
    from tqdm.auto import tqdm

    with tqdm(total=count, unit=" positions") as shown:
        yield shown.update
