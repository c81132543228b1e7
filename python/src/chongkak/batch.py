"""Many positions at once: from lists, arrays or columns to NumPy arrays.

::

    found = chongkak.batch.evaluate(frame["position"], "congklak", nodes=10_000)
    frame["value"] = found["value"]

Positions are strings under `rules`, or `Position` objects, in any iterable; or rows of an integer
array. Each array in a result has one entry per position, in the same order;
`pandas.DataFrame(found)` makes a table of it.

A row of numbers consists of A's holes from 1 on, A's store, B's holes and store, and optionally the
mover. `rows` converts positions to such rows.

- A hole is its number of seeds. A closed hole is -1, and a protected one is -2 minus its seeds: -2
  is an empty one, -5 has three.
- The mover is 0 for A and 1 for B, plus 2 if the turn is marked `final`, plus 4 if the round is
  `over`.

So open holes with seeds are the numbers above 0. For an array of holes, ``np.where(holes < -1, -2 -
holes, holes)`` gives the seeds including those of protected holes, and ``np.where(protected, -2 -
seeds, seeds)`` marks holes as protected.

All positions are read and checked under their rules before the first search. An invalid one raises
a `PositionError` with its index; with ``errors="coerce"`` its error is in the array `error`
instead, and it has no value. An exception that ends a batch early, such as Ctrl-C, has the results
so far in its attribute `found`, with NaN and -1 nodes for missing ones.

`executor` runs the searches, and `store` is a file that keeps the results for later calls: see
`chongkak.many`. `chongkak.store.read` reads all of them as columns. `progress` shows a progress bar
of tqdm; by default, if tqdm is installed and standard error is a terminal. NumPy must be installed
(`pip install "chongkak[batch]"`).
"""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from typing import TYPE_CHECKING, Any, TypeVar

from . import _native, queries
from .arrays import grouped, rows_of
from .engine import Engine
from .game import Position, Rules
from .many import Answered, Errors, ask_many, bar, check_options, need, read
from .queries import EvaluateOptions, SolveOptions
from .results import Evaluation, Solution

if TYPE_CHECKING:
    import numpy as np
    from typing_extensions import Unpack

    Array = np.ndarray[Any, Any]
    Columns = dict[str, Array]

T = TypeVar("T")


def evaluate(
    positions: Iterable[Any],
    rules: Rules | str | None = None,
    *,
    engine: Engine | None = None,
    executor: Executor | None = None,
    store: str | os.PathLike[str] | None = None,
    errors: Errors = "raise",
    progress: bool | None = None,
    **options: Unpack[EvaluateOptions],
) -> Columns:
    """Returns the arrays `value`, `proven`, `lower`, `upper`, `best`, `depth`, `nodes`, `error`.

    The options are those of `Engine.evaluate`; without a limit, each position takes up to 5
    seconds. By default each search has one thread; the searches share the threads of the engine.
    `best` is empty in a finished round. `error` exists only with ``errors="coerce"``, and is empty
    for valid positions.
    """
    need("numpy")
    check_options(queries.evaluate, options)
    asked = read(positions, rules, errors)
    answers = ask_many(
        queries.evaluate,
        asked,
        options,
        engine=engine,
        executor=executor,
        store=store,
        errors=errors,
        progress=progress,
    )
    return _columns(_evaluations, answers, len(asked), errors)


def solve(
    positions: Iterable[Any],
    rules: Rules | str | None = None,
    *,
    engine: Engine | None = None,
    executor: Executor | None = None,
    store: str | os.PathLike[str] | None = None,
    errors: Errors = "raise",
    progress: bool | None = None,
    **options: Unpack[SolveOptions],
) -> Columns:
    """Returns the arrays `value` (NaN while open), `lower`, `upper`, `best`, `nodes`, `error`.

    The options are those of `Engine.solve`, with threads and errors as in `evaluate`.
    """
    need("numpy")
    check_options(queries.solve, options)
    asked = read(positions, rules, errors)
    answers = ask_many(
        queries.solve,
        asked,
        options,
        engine=engine,
        executor=executor,
        store=store,
        errors=errors,
        progress=progress,
    )
    return _columns(_solutions, answers, len(asked), errors)


def _columns(
    columns: Callable[[list[Any]], Columns],
    answers: Iterator[Answered[T]],
    count: int,
    errors: Errors,
) -> Columns:
    """Collects the answers in arrays. An exception that ends them early gets them as `found`."""
    import numpy as np

    found: list[T | None] = [None] * count
    wrong = [""] * count
    ended: BaseException | None = None
    try:
        for one in answers:
            found[one.index] = one.result
            wrong[one.index] = "" if one.error is None else str(one.error)
    except BaseException as error:
        ended = error
        raise
    finally:
        made = columns(found)
        if errors == "coerce":
            made["error"] = np.array(wrong, dtype=str)
        if ended is not None:
            ended.found = made  # type: ignore[attr-defined]
    return made


def rows(positions: Iterable[Any], rules: Rules | str | None = None) -> Array:
    """Converts positions of one size to an array with a row of 16-bit numbers for each.

    It takes the same positions as the other functions. A row contains everything about a position
    except the rules, under which it can be converted back.
    """
    need("numpy")
    return rows_of([one for one in read(positions, rules) if isinstance(one, Position)])


def positions(positions: Iterable[Any], rules: Rules | str | None = None) -> list[Position]:
    """Converts positions, such as the rows of an array, to `Position` objects."""
    return [one for one in read(positions, rules) if isinstance(one, Position)]


def moves(
    positions: Iterable[Any],
    rules: Rules | str | None = None,
    *,
    after: bool = False,
    progress: bool | None = None,
) -> Columns:
    """Returns the effect of every move: arrays by position and hole of the mover.

    The arrays are `legal`; `gain` and `captured`, which are 0 for illegal moves; and `again`:
    whether the same player moves again. Rows of shorter boards are padded with illegal moves. With
    `after` there is also the array `after`: by position and hole, the row of numbers after the
    move, or zeros if it is illegal. So ``found["after"][range(len(found["after"])), holes]`` plays
    one hole of each position, counted from 0. Under ``store_last=may`` no player stops.

    The work uses all processors and releases the lock of Python's interpreter. An array of numbers
    is the fastest input.
    """
    need("numpy")
    import numpy as np

    groups = grouped(positions, rules)
    count, holes = sum(len(group.numbers) for group in groups), [group.holes for group in groups]
    if after and len(set(holes)) > 1:
        sizes = f"found boards of {min(holes)} and {max(holes)} holes a row, expected one size"
        raise ValueError(f"after: {sizes}")
    most = max(holes, default=0)
    shape = (count, most)
    found: Columns = {
        "legal": np.zeros(shape, dtype=bool),
        "gain": np.zeros(shape, dtype=np.int64),
        "captured": np.zeros(shape, dtype=np.int64),
        "again": np.zeros(shape, dtype=bool),
    }
    if after:
        found["after"] = np.zeros((*shape, 2 * most + 3), dtype=np.int16)
    # In the order of the engine.
    bit, short = np.bool_, np.int16
    kinds: dict[str, Any] = {"legal": bit, "again": bit, "gain": short, "captured": short}
    kinds["after"] = short
    ask = functools.partial(_native.array_moves, after=after)
    with bar(count, progress) as tick:
        for group in groups:
            for places, arrays in group.ask(ask, tick):
                for name, array in zip(kinds, arrays, strict=True):
                    if name in found:
                        size = (len(places), group.holes, *found[name].shape[2:])
                        part = np.frombuffer(array, dtype=kinds[name]).reshape(size)
                        found[name][places, : group.holes] = part
    return found


def estimate(
    positions: Iterable[Any], rules: Rules | str | None = None, *, progress: bool | None = None
) -> Array:
    """Estimates the value of each position without a search, as an integer array.

    This is the estimate that searches use at their horizon, in seeds from A's point of view like
    all values: the seeds that both players have won, plus a guess of what each will win of the
    rest. A finished round has its result. The work is done as in `moves`.
    """
    need("numpy")
    import numpy as np

    groups = grouped(positions, rules)
    found = np.zeros(sum(len(group.numbers) for group in groups), dtype=np.int64)
    with bar(len(found), progress) as tick:
        for group in groups:
            for places, arrays in group.ask(_native.array_estimates, tick):
                found[places] = np.frombuffer(arrays[0], dtype=np.int16)
    return found


def _evaluations(found: list[Evaluation | None]) -> Columns:
    import numpy as np

    value = [np.nan if one is None else int(one.value) for one in found]
    complete = None not in found
    return {
        "value": np.array(value, dtype=np.int64 if complete else np.float64),
        "proven": np.array([one is not None and one.value.proven for one in found], dtype=bool),
        **_bounds(found),
        "best": np.array([one.best or "" if one else "" for one in found], dtype=str),
        "depth": np.array([one.depth if one else 0 for one in found], dtype=np.int64),
        "nodes": _nodes(found),
    }


def _solutions(found: list[Solution | None]) -> Columns:
    import numpy as np

    values = [np.nan if one is None or one.value is None else int(one.value) for one in found]
    return {
        "value": np.array(values, dtype=np.float64),
        **_bounds(found),
        "best": np.array([one.best[0] if one and one.best else "" for one in found], dtype=str),
        "nodes": _nodes(found),
    }


def _bounds(found: Sequence[Evaluation | Solution | None]) -> Columns:
    import numpy as np

    kind = np.int64 if None not in found else np.float64
    lower = [np.nan if one is None else one.bounds.lower for one in found]
    upper = [np.nan if one is None else one.bounds.upper for one in found]
    return {"lower": np.array(lower, dtype=kind), "upper": np.array(upper, dtype=kind)}


def _nodes(found: Sequence[Evaluation | Solution | None]) -> Array:
    import numpy as np

    return np.array([-1 if one is None else one.nodes for one in found], dtype=np.int64)
