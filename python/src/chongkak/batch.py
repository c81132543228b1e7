"""Many positions at once: in a list, an array or a column, and out as arrays of numpy.

::

    found = chongkak.batch.evaluate(frame["position"], "congklak", nodes=10_000)
    frame["value"] = found["value"]

Positions are texts, of which `rules` says the rules, or `Position` objects, in anything that can be
gone through; or rows of an array of whole numbers: A's holes from 1 on, A's store, B's holes and
store, and, if there is one more column, who is to move, 0 for A and 1 for B. There -1 is a closed
hole. What comes out has an entry a position in each of its arrays, in the same order, and
`pandas.DataFrame(found)` makes a table of it.

With `progress` a bar of tqdm shows how far it is; without saying, where tqdm is installed and
somebody sees it. numpy must be installed (`pip install "chongkak[batch]"`).

A position that is wrong raises a `PositionError` with its place. All else that is wrong raises what
an engine raises.
"""

from __future__ import annotations

import contextlib
import importlib.util
import inspect
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from . import queries
from .engine import Engine, default_engine
from .errors import PlacedError, PositionError, RequestError
from .game import Position, Rules
from .queries import EvaluateOptions, Query, SolveOptions

if TYPE_CHECKING:
    import numpy as np
    from typing_extensions import Unpack

    Columns = dict[str, np.ndarray[Any, Any]]

T = TypeVar("T")

# Questions that wait at an engine: enough for all its threads, and soon cancelled.
_AHEAD = 64


def evaluate(
    positions: Iterable[Any],
    rules: Rules | str | None = None,
    *,
    engine: Engine | None = None,
    progress: bool | None = None,
    **options: Unpack[EvaluateOptions],
) -> Columns:
    """The arrays `value`, `proven`, `lower`, `upper`, `best`, `depth`, `nodes`.

    The options are those of `Engine.evaluate`: without any that says how far to go, every position
    takes up to 5 seconds. Each search has one thread unless they say another number, and the
    searches share those of the engine. `best` is empty in a finished round.
    """
    _need("numpy")
    import numpy as np

    _check(queries.evaluate, options)
    options.setdefault("threads", 1)
    asked = _read(positions, rules)
    found = _answers((queries.evaluate(one, **options) for one in asked), asked, engine, progress)
    return {
        "value": np.array([int(one.value) for one in found], dtype=np.int64),
        "proven": np.array([one.value.proven for one in found], dtype=bool),
        "lower": np.array([one.bounds.lower for one in found], dtype=np.int64),
        "upper": np.array([one.bounds.upper for one in found], dtype=np.int64),
        "best": np.array([one.best or "" for one in found], dtype=str),
        "depth": np.array([one.depth for one in found], dtype=np.int64),
        "nodes": np.array([one.nodes for one in found], dtype=np.int64),
    }


def solve(
    positions: Iterable[Any],
    rules: Rules | str | None = None,
    *,
    engine: Engine | None = None,
    progress: bool | None = None,
    **options: Unpack[SolveOptions],
) -> Columns:
    """The arrays `value`, which is NaN while it is open, `lower`, `upper`, `best`, `nodes`.

    The options are those of `Engine.solve`, with threads as in `evaluate`.
    """
    _need("numpy")
    import numpy as np

    _check(queries.solve, options)
    options.setdefault("threads", 1)
    asked = _read(positions, rules)
    found = _answers((queries.solve(one, **options) for one in asked), asked, engine, progress)
    values = [np.nan if one.value is None else int(one.value) for one in found]
    return {
        "value": np.array(values, dtype=np.float64),
        "lower": np.array([one.bounds.lower for one in found], dtype=np.int64),
        "upper": np.array([one.bounds.upper for one in found], dtype=np.int64),
        "best": np.array([one.best[0] if one.best else "" for one in found], dtype=str),
        "nodes": np.array([one.nodes for one in found], dtype=np.int64),
    }


def moves(
    positions: Iterable[Any], rules: Rules | str | None = None, *, progress: bool | None = None
) -> Columns:
    """What every move does: arrays with a row a position and a column a hole of the mover.

    `legal`, `gain` and `captured`, which are 0 where the move is not legal, and `again`: whether
    the same player moves on. Rows of shorter boards end with moves that are not legal.
    """
    _need("numpy")
    import numpy as np

    asked = _read(positions, rules)
    shape = (len(asked), max((one.holes for one in asked), default=0))
    found: Columns = {
        "legal": np.zeros(shape, dtype=bool),
        "gain": np.zeros(shape, dtype=np.int64),
        "captured": np.zeros(shape, dtype=np.int64),
        "again": np.zeros(shape, dtype=bool),
    }
    for index, position in enumerate(_shown(asked, len(asked), progress)):
        with _at(index, position):
            for move in position.moves():
                at = index, int(move.move[1:]) - 1
                found["legal"][at] = True
                found["gain"][at] = move.gain
                found["captured"][at] = move.captured
                found["again"][at] = move.outcome == "again"
    return found


def _answers(
    asked: Iterable[Query[T]],
    positions: list[Position],
    engine: Engine | None,
    progress: bool | None,
) -> list[T]:
    """The answers in the order of the questions. What ends it early cancels what still waits."""
    engine = engine or default_engine()
    connection = engine._connection
    waiting: deque[tuple[int, Query[T], Any]] = deque()
    found: list[T] = []

    def answers() -> Iterator[T]:
        for index, query in enumerate(asked):
            waiting.append((index, query, connection.send(query.method, query.parameters)))
            if len(waiting) >= _AHEAD:
                yield first()
        while waiting:
            yield first()

    def first() -> T:
        index, query, call = waiting[0]
        with _at(index, positions[index]):
            answer = engine.understood(query, call.answer.result())
        waiting.popleft()
        return answer

    try:
        found.extend(_shown(answers(), len(positions), progress))
    finally:
        for _, _, call in waiting:
            connection.cancel(call)
    return found


def _need(module: str) -> None:
    try:
        importlib.import_module(module)
    except ModuleNotFoundError as error:
        hint = 'pip install "chongkak[batch]"'
        raise ImportError(f"{module} is not installed: `{hint}` brings it") from error


def _check(query: Callable[..., Any], options: Mapping[str, Any]) -> None:
    """Refuses an option that there is not, before any position is read."""
    inspect.signature(query).bind(None, **options)


def _read(positions: Iterable[Any], rules: Rules | str | None) -> list[Position]:
    one_alone = isinstance(positions, (str, bytes, Position))
    # A table has columns, and by itself is gone through by their names.
    if one_alone or hasattr(type(positions), "columns") or not isinstance(positions, Iterable):
        expected = "expected a list, an array or a column of them"
        raise TypeError(f"found {_short(positions)} as the positions, {expected}")
    numbers = getattr(positions, "ndim", 1) == 2
    read = []
    for index, one in enumerate(positions):
        with _at(index, one):
            text = _of_numbers(one) if numbers else one
            read.append(text if isinstance(text, Position) else Position.parse(text, rules))
    return read


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
def _at(index: int, position: Any) -> Iterator[None]:
    """Says of what is wrong which position it is."""
    try:
        yield
    except (PlacedError, TypeError) as error:
        # What is no fault of the position needs no place.
        if isinstance(error, RequestError) and error.param != "position":
            raise
        raise PositionError(f"positions[{index}], {position}: {error}") from error


def _shown(steps: Iterable[T], count: int, progress: bool | None) -> Iterable[T]:
    if progress is None:
        progress = sys.stderr.isatty() and importlib.util.find_spec("tqdm") is not None
    if not progress:
        return steps
    _need("tqdm")
    from tqdm.auto import tqdm

    bar: Iterable[T] = tqdm(steps, total=count, unit=" positions")
    return bar
