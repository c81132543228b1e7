"""Queries: a method of the protocol, its parameters, and a parser of its answer.

`Engine.evaluate(position, time=1.0)` sends a query and waits.
`Engine.start(queries.evaluate(position))` returns a `Search`, which reports its progress and can be
cancelled.
"""

from __future__ import annotations

import functools
import inspect
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, ParamSpec, TypedDict, TypeVar

from . import proof, results
from .game import Position, Rules, Side, names_of
from .proof import Proved
from .results import Analysis, Drawing, Evaluation, Info, Move, RuleSet, Solution, Turns
from .tree import Game, parameters_of

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .engine import Engine

P = ParamSpec("P")
Q = TypeVar("Q")
T = TypeVar("T")


# The methods that report progress.
_SEARCHES = frozenset({"analyze", "evaluate", "prove", "solve", "turns"})


@dataclass(frozen=True)
class Query(Generic[T]):
    """A query. `read` converts the answer to a result, whose positions use the engine."""

    method: str
    parameters: dict[str, Any]
    read: Callable[[Any, Engine | None], T] = field(repr=False)

    def telling(self) -> dict[str, Any]:
        """Returns the parameters, with progress turned on if it is a search."""
        return self.parameters | ({"progress": True} if self.method in _SEARCHES else {})


def info() -> Query[Info]:
    """Returns information on the engine."""
    return Query("info", {}, lambda answer, _: results.info(answer))


def rules(rules: Rules | str, *, language: str | None = None) -> Query[RuleSet]:
    """Returns a rule set, with the source of every option.

    With the path of a file, the file's own sources are shown; `Rules` of a file contain only its
    options. The questions for players (in `raw`) are in `language`, such as `ms`; the default is
    English.
    """
    named = {"rules": rules} if isinstance(rules, str) else rules.parameters()
    parameters = named | _given(language=language)
    return Query("rules", parameters, lambda answer, _: results.rule_set(answer))


def position(text: str, rules: Rules | str | None = None) -> Query[Position]:
    """Parses a position, in any form that the program accepts."""
    named = _named(rules)
    return Query("position", named.parameters() | {"position": text}, _position(named))


def opening(
    rules: Rules | str | None = None, *, owned: int | None = None, mover: Side | None = None
) -> Query[Position]:
    """Returns the opening of a rule set in which A owns `owned` seeds and `mover` starts."""
    named = _named(rules)
    parameters = named.parameters() | _given(owned=owned, mover=mover)
    return Query("position", parameters, _position(named))


def moves(position: Position) -> Query[tuple[Move, ...]]:
    """Returns the legal moves with their effects, in the order of the holes."""
    return Query(
        "position",
        _parameters(position),
        lambda answer, engine: _moves("moves", answer, position, engine),
    )


def trace(position: Position, line: str | int | Sequence[str | int]) -> Query[tuple[Move, ...]]:
    """Plays a line and returns its moves lap by lap."""
    return Query(
        "play",
        _parameters(position) | {"line": _line(line)},
        lambda answer, engine: _moves("line", answer, position, engine),
    )


def play(position: Position, line: str | int | Sequence[str | int]) -> Query[Position]:
    """Returns the position after a line."""
    return Query(
        "position",
        _parameters(position) | {"line": _line(line)},
        lambda answer, engine: results.position(answer["position"], position.asking(engine)),
    )


def draw(position: Position, *, language: str | None = None) -> Query[Drawing]:
    """Draws the board as text and as a picture, with captions in `language`."""
    parameters = _parameters(position) | _given(language=language)
    return Query("show", parameters, lambda answer, _: results.drawing(answer, position))


class Limits(TypedDict, total=False):
    """The limits of a search; None is the same as leaving a limit out.

    `time` is in seconds, with ``math.inf`` for no time limit; `nodes` in positions, `memory` in
    MiB.
    """

    time: float | None
    nodes: int | None
    threads: int | None
    memory: int | None


class SearchOptions(Limits, total=False):
    """The options of a search."""

    fresh: bool
    parallel: bool


class EvaluateOptions(SearchOptions, total=False):
    """The options of `evaluate`."""

    depth: int | None
    every_move: bool
    moves: Sequence[str]


class SolveOptions(SearchOptions, total=False):
    """The options of `solve`."""

    winner: bool
    at_least: int | None


class ProveOptions(Limits, total=False):
    """The options of `prove`."""

    parallel: bool
    winner: bool
    at_least: int | None
    positions: int | None


class AnalyzeOptions(SearchOptions, total=False):
    """The options of `analyze`."""

    depth: int | None


class TurnsOptions(SearchOptions, total=False):
    """The options of `turns`."""

    beam: int | None
    target: int | None


# The default of an option by its type; all others are None.
_DEFAULTS = {"bool": False, "Sequence[str]": ()}


def _with_options(options: type[Any]) -> Callable[[Callable[P, Q]], Callable[P, Q]]:
    """Adds options to the signature of a query, and rejects other names."""

    def decorate(query: Callable[P, Q]) -> Callable[P, Q]:
        signature = inspect.signature(query)
        *parameters, _ = signature.parameters.values()
        kinds = [(name, kind.__forward_arg__) for name, kind in options.__annotations__.items()]
        named = [
            inspect.Parameter(
                name, inspect.Parameter.KEYWORD_ONLY, default=_DEFAULTS.get(kind), annotation=kind
            )
            for name, kind in kinds
        ]
        shown = signature.replace(parameters=[*parameters, *named])

        @functools.wraps(query)
        def checked(*given: P.args, **named: P.kwargs) -> Q:
            shown.bind(*given, **named)
            return query(*given, **named)

        checked.__signature__ = shown  # type: ignore[attr-defined]
        return checked

    return decorate


@_with_options(EvaluateOptions)
def evaluate(position: Position, **options: Unpack[EvaluateOptions]) -> Query[Evaluation]:
    """Returns the estimated or proven value of a position and the best line.

    The limits are those of `Limits`. The default, without `depth`, is 5 seconds; with
    ``time=math.inf`` the search continues until the value is proven or the search is cancelled.
    With `every_move` it continues until the value of every move is proven, and each move has its
    line. With `moves` only these moves are considered. With `fresh` no earlier results and no
    shipped data are used; on one thread the answer is then always the same.

    The program runs one search at a time, and those with `parallel` at the same time, up to the
    number in `Info.parallel`. An engine in this process runs all searches in parallel.
    """
    # An empty sequence means all moves. A string is not split into letters.
    given = options.pop("moves", ())
    moves = (given if isinstance(given, str) else list(given)) or None
    return Query(
        "evaluate",
        _parameters(position) | _given(moves=moves, **options),
        lambda answer, engine: results.evaluation(answer, position.asking(engine)),
    )


@_with_options(SolveOptions)
def solve(position: Position, **options: Unpack[SolveOptions]) -> Query[Solution]:
    """Returns the proven value of a position, or with `winner` only who wins.

    With `at_least` the search only proves whether the value is at least that: whether A ends at
    least that many seeds ahead, or with a negative number, at most that many behind. See `bounds`
    for the answer.

    If a limit ends the search, `value` is None, and `bounds` contains what is proven. The limits
    are those of `Limits`.
    """
    return Query(
        "solve",
        _parameters(position) | _given(**options),
        lambda answer, engine: results.solution(answer, position.asking(engine)),
    )


@_with_options(ProveOptions)
def prove(position: Position, **options: Unpack[ProveOptions]) -> Query[Proved]:
    """Returns what is proven about a position, as `solve` does, with a proof.

    There is no proof if a limit ends the search, or if it would have more than `positions`
    positions, by default 1,000,000. Earlier results are not used.
    """
    return Query(
        "prove",
        _parameters(position) | _given(**options),
        lambda answer, engine: proof.proved(answer, position.asking(engine)),
    )


@_with_options(AnalyzeOptions)
def analyze(
    game: Game, rules: Rules | str | None = None, **options: Unpack[AnalyzeOptions]
) -> Query[Analysis]:
    """Returns what each turn of a game lost, and the best turn instead.

    The game is a `Record`, of which the main lines count; a `Node` of a tree, for the line to it
    and its main line; the text of a record; or a line of moves from the opening of the rules. The
    limits apply to each position; the default is one second each, or less in a long set.
    """
    return Query("analyze", parameters_of(game, rules) | _given(**options), results.analysis)


@_with_options(TurnsOptions)
def turns(position: Position, **options: Unpack[TurnsOptions]) -> Query[Turns]:
    """Finds what complete turns of the mover can gain.

    `target` is the number of seeds that the store should hold, `beam` the number of positions kept
    in each layer; the limits are those of `Limits`.
    """
    return Query(
        "turns",
        _parameters(position) | _given(**options),
        lambda answer, engine: results.turns(answer, position.asking(engine)),
    )


def book(position: Position) -> Query[dict[str, Any] | None]:
    """Returns the raw entry of the opening book for an opening; None if there is none."""
    return Query("book", _parameters(position), _book)


def _book(answer: Any, _: Engine | None) -> dict[str, Any] | None:
    if answer is not None and not isinstance(answer, dict):
        raise TypeError("expected an entry or null")
    return answer


def _position(rules: Rules) -> Callable[[Any, Engine | None], Position]:
    return lambda answer, engine: Position.parse(answer["position"], rules).asking(engine)


def _moves(name: str, answer: Any, position: Position, engine: Engine | None) -> tuple[Move, ...]:
    like = results.asked(answer["position"], position.asking(engine))
    return tuple(results.move(one, like) for one in answer[name])


def _named(rules: Rules | str | None) -> Rules:
    return rules if isinstance(rules, Rules) else Rules(rules)


def _parameters(position: Position) -> dict[str, Any]:
    if not isinstance(position, Position):
        expected = "expected a Position, such as Position.parse(TEXT, RULES)"
        raise TypeError(f"{position!r}: {expected}")
    return position.parameters()


def _line(line: str | int | Sequence[str | int]) -> str | list[str]:
    return str(line) if isinstance(line, (str, int)) else names_of(line)


def _given(**parameters: Any) -> dict[str, Any]:
    given = {name: value for name, value in parameters.items() if value is not None}
    # JSON has no infinity, so null stands for it.
    return given | ({"time": None} if given.get("time") == math.inf else {})
