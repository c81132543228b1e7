"""Questions about many positions, for one engine or the workers of any executor.

::

    for one in chongkak.solve_many(texts, "congklak"):
        print(one.index, one.position, one.result.value)

Answers come as they are found; `index` is the index of the position. All positions are read and
checked before the first search. Leaving the loop, or Ctrl-C, cancels the running searches.

With `store`, results are stored in a file as they come, and stored results are not searched again.
It is the SQLite file of `chongkak batch`.

With `executor`, the searches run in its workers: those of a `ProcessPoolExecutor`, of a Dask
cluster (``client.get_executor()``), of `mpi4py.futures.MPIPoolExecutor`, or of any other
`concurrent.futures.Executor`. chongkak must be installed there.
"""

from __future__ import annotations

import contextlib
import functools
import importlib
import importlib.util
import inspect
import os
import queue
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar

from . import queries, results
from .engine import Engine, default_engine
from .errors import ChongkakError, PlacedError, PositionError, RequestError
from .executors import answers_of_workers
from .game import Position, Rules
from .kept import Answers, Asked, Kept
from .queries import EvaluateOptions, Query, SolveOptions
from .results import Evaluation, Solution

if TYPE_CHECKING:
    from typing_extensions import Unpack

T = TypeVar("T")

Errors = Literal["raise", "coerce"]

# The marks that multiples of 2 in a mover's number stand for.
_MARKS = ("", "final", "over")

# Questions waiting at an engine: enough for all its threads, and soon cancelled.
_QUESTIONS_AHEAD = 64


@dataclass(frozen=True)
class Answered(Generic[T]):
    """The outcome for one of many positions: a `result` or an `error`.

    `position` is None if it is invalid.
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
    store: str | os.PathLike[str] | None = None,
    errors: Errors = "raise",
    progress: bool | None = None,
    **options: Unpack[SolveOptions],
) -> Iterator[Answered[Solution]]:
    """Solves positions; each `Answered` has a `Solution`, in the order in which they are found.

    The options are those of `Engine.solve`. By default each search has one thread. An invalid
    position raises a `PositionError` before the first search; with `errors="coerce"` it has an
    `error` instead of a result. `progress` shows a progress bar of tqdm.

    `store` is the path of a store, which is created if necessary. Its results for the same question
    come first: proven results, and those within the same limits. Each new result is stored before
    it is yielded. With a store, each search has one thread.
    """
    check_options(queries.solve, options)
    return ask_many(
        queries.solve,
        read(positions, rules, errors),
        options,
        engine=engine,
        executor=executor,
        store=store,
        errors=errors,
        progress=progress,
    )


def evaluate_many(
    positions: Iterable[Any],
    rules: Rules | str | None = None,
    *,
    engine: Engine | None = None,
    executor: Executor | None = None,
    store: str | os.PathLike[str] | None = None,
    errors: Errors = "raise",
    progress: bool | None = None,
    **options: Unpack[EvaluateOptions],
) -> Iterator[Answered[Evaluation]]:
    """Evaluates positions; each `Answered` has an `Evaluation`.

    The options are those of `Engine.evaluate`; without a limit, each position takes up to 5
    seconds. Everything else is as in `solve_many`.
    """
    check_options(queries.evaluate, options)
    return ask_many(
        queries.evaluate,
        read(positions, rules, errors),
        options,
        engine=engine,
        executor=executor,
        store=store,
        errors=errors,
        progress=progress,
    )


def check_options(query: Callable[..., Any], options: Mapping[str, Any]) -> None:
    """Rejects unknown options before any position is read."""
    inspect.signature(query).bind(None, **options)


def ask_many(
    query: Callable[..., Query[T]],
    positions: list[Position | PositionError],
    options: Mapping[str, Any],
    *,
    engine: Engine | None = None,
    executor: Executor | None = None,
    store: str | os.PathLike[str] | None = None,
    errors: Errors = "raise",
    progress: bool | None = None,
) -> Iterator[Answered[T]]:
    """Asks one question about each of the positions from `read`.

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
    kept = None if store is None else Kept(store, asked)
    return answers_to(asked, positions, engine, executor, kept, errors, progress)


def answers_to(
    asked: dict[int, Query[T]],
    positions: Sequence[Position | PlacedError],
    engine: Engine | None,
    executor: Executor | None,
    kept: Kept | None,
    errors: Errors,
    progress: bool | None,
) -> Iterator[Answered[T]]:
    """Yields the answers to questions about the positions with the same indexes.

    An error in the place of a position has no question.
    """
    if executor is None:
        engine = engine or default_engine()
        search = functools.partial(_answers_of_engine, engine)
    else:
        search = functools.partial(answers_of_workers, executor)
    answers = search(asked) if kept is None else kept.answers(search)
    shown = bar(len(positions), progress)
    with contextlib.closing(answers), shown as tick:
        for index, position in enumerate(positions):
            if isinstance(position, PlacedError):
                tick()
                yield Answered(index, None, None, position)
        for index, answer, _ in answers:
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


def _answers_of_engine(engine: Engine, asked: Asked) -> Answers:
    """Yields answers as they come. Ending early cancels the running searches."""
    connection = engine._connection
    done: queue.SimpleQueue[tuple[int, Future[Any], float]] = queue.SimpleQueue()
    running: dict[int, Any] = {}
    last = 0.0

    def put(index: int, answer: Future[Any]) -> None:
        done.put((index, answer, time.monotonic()))

    def one() -> tuple[int, Any, float]:
        nonlocal last
        index, answer, ended = done.get()
        call = running.pop(index)
        # A program runs one search at a time.
        started = call.started if engine.inside else max(call.started, last)
        last = ended
        return index, answer.exception() or answer.result(), ended - started

    try:
        for index, query in asked.items():
            call = connection.send(query.method, query.parameters)
            running[index] = call
            call.answer.add_done_callback(functools.partial(put, index))
            if len(running) >= _QUESTIONS_AHEAD:
                yield one()
        while running:
            yield one()
    finally:
        for call in running.values():
            connection.cancel(call)


def read(
    positions: Iterable[Any], rules: Rules | str | None, errors: Errors = "raise"
) -> list[Position | PositionError]:
    """Reads and checks positions; with "coerce", errors take the place of positions."""
    if errors not in ("raise", "coerce"):
        raise ValueError(f"errors: found {errors!r}, expected 'raise' or 'coerce'")
    # A table has columns, and iterating over it yields their names.
    is_single = isinstance(positions, (str, bytes, Position))
    if is_single or hasattr(type(positions), "columns") or not isinstance(positions, Iterable):
        expected = "expected a list, an array or a column of positions"
        raise TypeError(f"found {_short(positions)} as the positions, {expected}")
    # Read a rule file only once.
    named = rules if isinstance(rules, Rules) else Rules(rules)
    numbers = getattr(positions, "ndim", 1) == 2
    found: list[Position | PositionError] = []
    for index, one in enumerate(positions):
        try:
            found.append(read_one(index, one, named, numbers=numbers))
        except PositionError as error:
            if errors == "raise":
                raise
            found.append(error)
    return found


def read_one(index: int, one: Any, rules: Rules, *, numbers: bool) -> Position:
    """Reads one position, which may be a row of numbers, and checks it under its rules."""
    with at(index, one):
        text = _of_numbers(one) if numbers else one
        position = text if isinstance(text, Position) else Position.parse(text, rules)
        return position.check()


def _short(thing: Any) -> str:
    # The representation of a table is long.
    shown = repr(thing)
    return shown if len(shown) < 100 and "\n" not in shown else f"a {type(thing).__name__}"


def _whole(number: Any) -> bool:
    # NaN, infinity and missing values are not whole numbers.
    try:
        return bool(int(number) == number)
    except (TypeError, ValueError, OverflowError):
        return False


def _of_numbers(row: Any) -> str:
    expected = "expected whole numbers: A's holes and store, B's, and perhaps 0 or 1 for the mover"
    for column, number in enumerate(row):
        if not _whole(number):
            raise PositionError(f"invalid position: found {number} in column {column}, {expected}")
    numbers = [int(number) for number in row]
    holes, rest = divmod(len(numbers) - 2, 2)
    if holes < 1:
        raise PositionError(f"invalid position: found {numbers}, {expected}")
    mover = numbers.pop() if rest else 0
    if not 0 <= mover < 2 * len(_MARKS):
        expected = "expected 0 for A or 1 for B, plus 2 if the turn is final, plus 4 if it is over"
        raise PositionError(f"invalid position: found {mover} as the mover, {expected}")
    rows = []
    for half in numbers[: holes + 1], numbers[holes + 1 :]:
        rows.append(f"{','.join(map(_cell, half[:-1]))}/{half[-1]}")
    return f"{rows[0]} {rows[1]} {'AB'[mover % 2]} {_MARKS[mover // 2]}".rstrip()


def _cell(number: int) -> str:
    if number >= 0:
        return str(number)
    return "x" if number == -1 else f"{-2 - number}p"


@contextlib.contextmanager
def at(index: int, position: Any) -> Iterator[None]:
    """Adds the index of the position to an error."""
    try:
        yield
    except (PlacedError, TypeError) as error:
        # An error that is not in the position needs no place.
        if isinstance(error, RequestError) and error.param != "position":
            raise
        raise PositionError(f"positions[{index}], {position}: {error}") from error


def need(module: str) -> None:
    """Imports a package, or raises an error that says how to install it."""
    try:
        importlib.import_module(module)
    except ModuleNotFoundError as error:
        hint = 'pip install "chongkak[batch]"'
        raise ImportError(f"{module} is not installed: `{hint}` installs it") from error


@contextlib.contextmanager
def bar(
    count: int | None, progress: bool | None, unit: str = " positions"
) -> Iterator[Callable[..., object]]:
    """Shows a progress bar of tqdm and yields a function that advances it; or nothing."""
    if progress is None:
        progress = sys.stderr.isatty() and importlib.util.find_spec("tqdm") is not None
    if not progress:
        yield lambda count=1: None
        return
    need("tqdm")
    from tqdm.auto import tqdm

    with tqdm(total=count, unit=unit) as shown:
        yield shown.update
