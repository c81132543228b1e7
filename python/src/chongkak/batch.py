"""Many positions at once: in a list, an array or a column, and out as arrays of numpy.

::

    found = chongkak.batch.evaluate(frame["position"], "congklak", nodes=10_000)
    frame["value"] = found["value"]

Positions are texts, of which `rules` says the rules, or `Position` objects, in anything that can be
gone through; or rows of an array of whole numbers. What comes out has an entry a position in each
of its arrays, in the same order, and `pandas.DataFrame(found)` makes a table of it.

A row of numbers has A's holes from 1 on, A's store, B's holes and store, and, if there is one more
column, who is to move. `rows` makes them of positions.

- A hole is its seeds; a closed one is -1, a protected one -2 less its seeds: -2 is an empty one, -5
  has three.
- To move is 0 for A and 1 for B. It is 2 more if the turn is marked `final`, and 4 more if the
  round is `over`.

So the open holes with seeds are those above 0. Of holes in an array, ``np.where(holes < -1, -2 -
holes, holes)`` has the seeds of protected ones, and ``np.where(protected, -2 - seeds, seeds)``
protects some.

All positions are read and checked under their rules before the first one is searched. A wrong one
raises a `PositionError` with its place; with ``errors="coerce"`` it has a text in the array `error`
instead, and no value. What ends a batch early, such as Ctrl-C, has what was found until then as its
attribute `found`, with NaN and -1 nodes where nothing was.

`executor` is where the searches run, and `store` a file that keeps the results, from which the next
call takes them: see `chongkak.many`. `chongkak.store.read` has all of it as columns. With
`progress` a bar of tqdm shows how far it is; without saying, where tqdm is installed and somebody
sees it. numpy must be installed (`pip install "chongkak[batch]"`).
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
    """The arrays `value`, `proven`, `lower`, `upper`, `best`, `depth`, `nodes`, and `error`.

    The options are those of `Engine.evaluate`: without any that says how far to go, every position
    takes up to 5 seconds. Each search has one thread unless they say another number, and the
    searches share those of the engine. `best` is empty in a finished round. `error` is there with
    ``errors="coerce"``, and empty where all is well.
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
    """The arrays `value` (NaN while it is open), `lower`, `upper`, `best`, `nodes`, and `error`.

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
    """The answers as arrays. What ends them early has those that there are as `found`."""
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
    """Positions of one size as an array of 16-bit numbers, a row each: see above.

    It takes what the others take, and gives all that a position has: each row is that position
    again, under the same rules.
    """
    need("numpy")
    return rows_of([one for one in read(positions, rules) if isinstance(one, Position)])


def positions(positions: Iterable[Any], rules: Rules | str | None = None) -> list[Position]:
    """The `Position` of each, such as the rows of an array."""
    return [one for one in read(positions, rules) if isinstance(one, Position)]


def moves(
    positions: Iterable[Any],
    rules: Rules | str | None = None,
    *,
    after: bool = False,
    progress: bool | None = None,
) -> Columns:
    """What every move does: arrays with a row a position and a column a hole of the mover.

    `legal`, `gain` and `captured`, which are 0 where the move is not legal, and `again`: whether
    the same player moves on. Rows of shorter boards end with moves that are not legal. With `after`
    there is the array `after` too: by position and hole the row of numbers after the move, of zeros
    where it is not legal. So ``found["after"][range(len(found["after"])), holes]`` plays a hole,
    counted from 0, of each position.

    All processors share the work, without the lock of Python's interpreter. An array of numbers is
    the quickest way to give positions.
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
    # In the order in which the engine has them.
    bit, short = np.bool_, np.int16
    kinds: dict[str, Any] = {"legal": bit, "again": bit, "gain": short, "captured": short}
    kinds["after"] = short
    ask = functools.partial(_native.array_moves, after=after)
    with bar(count, progress) as tick:
        for group in groups:
            for places, told in group.ask(ask, tick):
                for name, array in zip(kinds, told, strict=True):
                    if name in found:
                        size = (len(places), group.holes, *found[name].shape[2:])
                        part = np.frombuffer(array, dtype=kinds[name]).reshape(size)
                        found[name][places, : group.holes] = part
    return found


def estimate(
    positions: Iterable[Any], rules: Rules | str | None = None, *, progress: bool | None = None
) -> Array:
    """What each position is worth without a search: an array of whole numbers.

    It is the estimate of searches at their horizon, in seeds from A's side like all values: what
    both have won already, and a guess at what each will win of the rest. A round that is over is
    worth its result. The work is done as in `moves`.
    """
    need("numpy")
    import numpy as np

    groups = grouped(positions, rules)
    found = np.zeros(sum(len(group.numbers) for group in groups), dtype=np.int64)
    with bar(len(found), progress) as tick:
        for group in groups:
            for places, told in group.ask(_native.array_estimates, tick):
                found[places] = np.frombuffer(told[0], dtype=np.int16)
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
