"""Many positions at once: in a list, an array or a column, and out as arrays of numpy.

::

    found = chongkak.batch.evaluate(frame["position"], "congklak", nodes=10_000)
    frame["value"] = found["value"]

Positions are texts, of which `rules` says the rules, or `Position` objects, in anything that can be
gone through; or rows of an array of whole numbers: A's holes from 1 on, A's store, B's holes and
store, and, if there is one more column, who is to move, 0 for A and 1 for B. There -1 is a closed
hole. What comes out has an entry a position in each of its arrays, in the same order, and
`pandas.DataFrame(found)` makes a table of it.

All positions are read and checked under their rules before the first one is searched. A wrong one
raises a `PositionError` with its place; with ``errors="coerce"`` it has a text in the array `error`
instead, and no value. What ends a batch early, such as Ctrl-C, has what was found until then as its
attribute `found`, with NaN and -1 nodes where nothing was.

`executor` is where the searches run: see `chongkak.many`. With `progress` a bar of tqdm shows how
far it is; without saying, where tqdm is installed and somebody sees it. numpy must be installed
(`pip install "chongkak[batch]"`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from typing import TYPE_CHECKING, Any, TypeVar

from . import queries
from .engine import Engine
from .game import Position, Rules
from .many import Answered, Errors, ask_many, bar, check_options, need, read
from .queries import EvaluateOptions, SolveOptions
from .results import Evaluation, Solution

if TYPE_CHECKING:
    import numpy as np
    from typing_extensions import Unpack

    Columns = dict[str, np.ndarray[Any, Any]]

T = TypeVar("T")


def evaluate(
    positions: Iterable[Any],
    rules: Rules | str | None = None,
    *,
    engine: Engine | None = None,
    executor: Executor | None = None,
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


def moves(
    positions: Iterable[Any], rules: Rules | str | None = None, *, progress: bool | None = None
) -> Columns:
    """What every move does: arrays with a row a position and a column a hole of the mover.

    `legal`, `gain` and `captured`, which are 0 where the move is not legal, and `again`: whether
    the same player moves on. Rows of shorter boards end with moves that are not legal.
    """
    need("numpy")
    import numpy as np

    asked = [one for one in read(positions, rules) if isinstance(one, Position)]
    shape = (len(asked), max((one.holes for one in asked), default=0))
    found: Columns = {
        "legal": np.zeros(shape, dtype=bool),
        "gain": np.zeros(shape, dtype=np.int64),
        "captured": np.zeros(shape, dtype=np.int64),
        "again": np.zeros(shape, dtype=bool),
    }
    with bar(len(asked), progress) as tick:
        for index, position in enumerate(asked):
            for move in position.moves():
                place = index, int(move.move[1:]) - 1
                found["legal"][place] = True
                found["gain"][place] = move.gain
                found["captured"][place] = move.captured
                found["again"][place] = move.outcome == "again"
            tick()
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


def _nodes(found: Sequence[Evaluation | Solution | None]) -> np.ndarray[Any, Any]:
    import numpy as np

    return np.array([-1 if one is None else one.nodes for one in found], dtype=np.int64)
