"""Analyses of many games, by one engine or by the workers of any executor: see `chongkak.many`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from concurrent.futures import Executor
from typing import TYPE_CHECKING, Any

from . import queries
from .engine import Engine, default_engine
from .errors import GameError, PlacedError, RequestError
from .game import Position, Rules
from .many import Answered, Errors, answers_to, check_options
from .queries import AnalyzeOptions, Query
from .results import Analysis
from .tree import Game, Node, Record, parameters_of

if TYPE_CHECKING:
    from typing_extensions import Unpack


def analyze_many(
    games: Iterable[Game],
    rules: Rules | str | None = None,
    *,
    engine: Engine | None = None,
    executor: Executor | None = None,
    errors: Errors = "raise",
    progress: bool | None = None,
    **options: Unpack[AnalyzeOptions],
) -> Iterator[Answered[Analysis]]:
    """Analyses games; each `Answered` has an `Analysis`, and as `position` where its game begins.

    Games and options are those of `Engine.analyze`. All games are read and checked before anything
    is searched: the first wrong one raises a `GameError`, which with `errors="coerce"` stands in
    the place of its result. All else is as in `solve_many`.
    """
    check_options(queries.analyze, options)
    if executor is not None and engine is not None:
        raise TypeError("found an engine and an executor, expected one of them")
    named = rules if isinstance(rules, Rules) else Rules(rules)
    options = {"threads": 1, **options}
    begun: list[Position | PlacedError] = []
    asked: dict[int, Query[Analysis]] = {}
    for index, game in enumerate(_expect_list(games, errors)):
        try:
            begun.append(_beginning(index, game, named, engine))
            asked[index] = queries.analyze(game, named, **options)
        except GameError as error:
            if errors == "raise":
                raise
            begun.append(error)
    return answers_to(asked, begun, engine, executor, None, errors, progress)


def _expect_list(games: Any, errors: str) -> Iterable[Any]:
    if errors not in ("raise", "coerce"):
        raise ValueError(f"errors: found {errors!r}, expected 'raise' or 'coerce'")
    one_alone = isinstance(games, (str, bytes, Record, Node))
    if one_alone or hasattr(type(games), "columns") or not isinstance(games, Iterable):
        expected = "expected a list or a column of them"
        raise TypeError(f"found a {type(games).__name__} as the games, {expected}")
    return games


def _beginning(index: int, game: Any, rules: Rules, engine: Engine | None) -> Position:
    """The position in which a game begins, all moves of which can be played."""
    try:
        asked = parameters_of(game, rules)
        told = (engine or default_engine()).request("record", **asked)
    except (PlacedError, TypeError) as error:
        # What is no fault of the game needs no place.
        about = error.param if isinstance(error, RequestError) else None
        if about is not None and about.partition(".")[0] in ("rules", "holes", "seeds", "set"):
            raise
        raise GameError(f"games[{index}]: {error}") from error
    first = told["games"][0]
    of = Rules(first["rules"], holes=first["holes"], seeds=first["seeds"], **first["set"])
    return Position.parse(told["record"]["rounds"][0]["opening"], of).asking(engine)
