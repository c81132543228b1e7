"""Questions about many positions, asked of one engine or of the workers of any executor.

::

    for one in chongkak.solve_many(texts, "congklak"):
        print(one.index, one.position, one.result.value)

Answers come in the order in which they are found; `index` says which position one belongs to. All
positions are read and checked before the first one is searched. Who leaves the loop, or presses
Ctrl-C, ends the searches that still run, and keeps what has come.

With `store` results are kept in a file as they come, and what is in it is not searched again: the
SQLite file that `chongkak batch` reads and writes.

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

# What each 2 of a mover's number stand for.
_MARKS = ("", "final", "over")

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
    store: str | os.PathLike[str] | None = None,
    errors: Errors = "raise",
    progress: bool | None = None,
    **options: Unpack[SolveOptions],
) -> Iterator[Answered[Solution]]:
    """Solves positions; each `Answered` has a `Solution`, in the order in which they are found.

    The options are those of `Engine.solve`. Each search has one thread unless they say another
    number. With `errors="coerce"` a position that is wrong has an `error` in place of a result;
    else the first wrong one raises a `PositionError` before anything is searched. `progress` shows
    a bar of tqdm.

    `store` is the path of a store, which is made if there is none. What it has of the same question
    comes first: proven results, and those within the same limits. Each new one is kept before it
    comes out. There each search has one thread.
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
        store=store,
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
    store: str | os.PathLike[str] | None = None,
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
    """The answers to questions that are ready, each about the position of its index.

    Where an error stands in the place of a position, there is no question.
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
    """The answers in the order in which they come. What ends it early cancels what still runs."""
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
        # A program does one search after the other.
        begun = call.begun if engine.inside else max(call.begun, last)
        last = ended
        return index, answer.exception() or answer.result(), ended - begun

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
            found.append(read_one(index, one, named, numbers=numbers))
        except PositionError as error:
            if errors == "raise":
                raise
            found.append(error)
    return found


def read_one(index: int, one: Any, rules: Rules, *, numbers: bool) -> Position:
    """Reads one of the positions, perhaps a row of numbers, and checks it under its rules."""
    with at(index, one):
        text = _of_numbers(one) if numbers else one
        position = text if isinstance(text, Position) else Position.parse(text, rules)
        return position.check()


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
    if not 0 <= mover < 2 * len(_MARKS):
        expected = "expected 0 for A or 1 for B, 2 more if the turn is final, 4 more if all is over"
        raise PositionError(f"no position: found {mover} as the mover, {expected}")
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
def bar(
    count: int | None, progress: bool | None, unit: str = " positions"
) -> Iterator[Callable[..., object]]:
    """A bar of tqdm that goes on with each call, by one or as many as it says; or nothing."""
    if progress is None:
        progress = sys.stderr.isatty() and importlib.util.find_spec("tqdm") is not None
    if not progress:
        yield lambda count=1: None
        return
    need("tqdm")
    from tqdm.auto import tqdm

    with tqdm(total=count, unit=unit) as shown:
        yield shown.update
