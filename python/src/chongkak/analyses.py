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
    """Analyses games. Each `Answered` has an `Analysis` and the starting `position`.

    Games and options are those of `Engine.analyze`. All games are read and checked before the first
    search. The first invalid game raises a `GameError`, or with `errors="coerce"`, the error takes
    the place of its result. Everything else is as in `solve_many`.
    """
    check_options(queries.analyze, options)
    if executor is not None and engine is not None:
        raise TypeError("found an engine and an executor, expected one of them")
    named = rules if isinstance(rules, Rules) else Rules(rules)
    options = {"threads": 1, **options}
    openings: list[Position | PlacedError] = []
    queries_by_index: dict[int, Query[Analysis]] = {}
    for index, game in enumerate(_expect_list(games, errors)):
        try:
            openings.append(_opening(index, game, named, engine))
            queries_by_index[index] = queries.analyze(game, named, **options)
        except GameError as error:
            if errors == "raise":
                raise
            openings.append(error)
    return answers_to(queries_by_index, openings, engine, executor, None, errors, progress)


def _expect_list(games: Any, errors: str) -> Iterable[Any]:
    if errors not in ("raise", "coerce"):
        raise ValueError(f"errors: found {errors!r}, expected 'raise' or 'coerce'")
    one_alone = isinstance(games, (str, bytes, Record, Node))
    if one_alone or hasattr(type(games), "columns") or not isinstance(games, Iterable):
        expected = "expected a list or a column of games"
        raise TypeError(f"found a {type(games).__name__} as the games, {expected}")
    return games


def _opening(index: int, game: Any, rules: Rules, engine: Engine | None) -> Position:
    """Returns the starting position of a game, all of whose moves are legal."""
    try:
        parameters = parameters_of(game, rules)
        answer = (engine or default_engine()).request("record", **parameters)
    except (PlacedError, TypeError) as error:
        # An error that is not in the game needs no place.
        about = error.param if isinstance(error, RequestError) else None
        if about is not None and about.partition(".")[0] in ("rules", "holes", "seeds", "set"):
            raise
        raise GameError(f"games[{index}]: {error}") from error
    first = answer["games"][0]
    of = Rules(first["rules"], holes=first["holes"], seeds=first["seeds"], **first["set"])
    return Position.parse(answer["record"]["rounds"][0]["opening"], of).asking(engine)
