"""Questions to an engine: a method of the protocol, its parameters, and how its answer is read.

`Engine.evaluate(position, time=1.0)` asks and waits. `Engine.start(queries.evaluate(position))`
asks and gives a `Search`, which tells of its progress and can be cancelled.
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


# The methods that tell of their progress.
_SEARCHES = frozenset({"analyze", "evaluate", "prove", "solve", "turns"})


@dataclass(frozen=True)
class Query(Generic[T]):
    """A question. `read` makes the program's answer a result; its positions ask the engine."""

    method: str
    parameters: dict[str, Any]
    read: Callable[[Any, Engine | None], T] = field(repr=False)

    def telling(self) -> dict[str, Any]:
        """The parameters with which it tells of its progress, if it is a search."""
        return self.parameters | ({"progress": True} if self.method in _SEARCHES else {})


def info() -> Query[Info]:
    """What the engine is."""
    return Query("info", {}, lambda answer, _: results.info(answer))


def rules(rules: Rules | str, *, language: str | None = None) -> Query[RuleSet]:
    """A rule set, every option with the sentence it rests on.

    The path of a file shows what the file cites; `Rules` of a file have its options alone. The
    questions that players ask (in `raw`) are in a language such as `ms`, else in English.
    """
    named = {"rules": rules} if isinstance(rules, str) else rules.parameters()
    asked = named | _given(language=language)
    return Query("rules", asked, lambda answer, _: results.rule_set(answer))


def position(text: str, rules: Rules | str | None = None) -> Query[Position]:
    """The position that a text says, in any form that the program reads."""
    named = _named(rules)
    return Query("position", named.parameters() | {"position": text}, _position(named))


def opening(
    rules: Rules | str | None = None, *, owned: int | None = None, mover: Side | None = None
) -> Query[Position]:
    """The opening of a rule set; `owned` says how many seeds A has, `mover` who begins."""
    named = _named(rules)
    asked = named.parameters() | _given(owned=owned, mover=mover)
    return Query("position", asked, _position(named))


def moves(position: Position) -> Query[tuple[Move, ...]]:
    """The legal moves with their results, in the order of the holes."""
    return Query(
        "position",
        _parameters(position),
        lambda answer, engine: _moves("moves", answer, position, engine),
    )


def trace(position: Position, line: str | int | Sequence[str | int]) -> Query[tuple[Move, ...]]:
    """A line, each of its moves told lap by lap."""
    return Query(
        "play",
        _parameters(position) | {"line": _line(line)},
        lambda answer, engine: _moves("line", answer, position, engine),
    )


def play(position: Position, line: str | int | Sequence[str | int]) -> Query[Position]:
    """The position after a line."""
    return Query(
        "position",
        _parameters(position) | {"line": _line(line)},
        lambda answer, engine: results.position(answer["position"], position.asking(engine)),
    )


def draw(position: Position, *, language: str | None = None) -> Query[Drawing]:
    """The board as text and as a picture, what is said of it in a language such as `ms`."""
    asked = _parameters(position) | _given(language=language)
    return Query("show", asked, lambda answer, _: results.drawing(answer, position))


class Limits(TypedDict, total=False):
    """The limits of any search; None: not given, as if left out.

    `time` is in seconds, ``math.inf`` for no limit of time; `nodes` in positions, `memory` in MiB.
    """

    time: float | None
    nodes: int | None
    threads: int | None
    memory: int | None


class SearchOptions(Limits, total=False):
    """What any search takes."""

    fresh: bool
    parallel: bool


class EvaluateOptions(SearchOptions, total=False):
    """What `evaluate` takes."""

    depth: int | None
    every_move: bool
    moves: Sequence[str]


class SolveOptions(SearchOptions, total=False):
    """What `solve` takes."""

    winner: bool
    at_least: int | None


class ProveOptions(Limits, total=False):
    """What `prove` takes."""

    parallel: bool
    winner: bool
    at_least: int | None
    positions: int | None


class AnalyzeOptions(SearchOptions, total=False):
    """What `analyze` takes."""

    depth: int | None


class TurnsOptions(SearchOptions, total=False):
    """What `turns` takes."""

    beam: int | None
    target: int | None


# What an option is that was left out, by its type; all others are None.
_LEFT_OUT = {"bool": False, "Sequence[str]": ()}


def _taking(options: type[Any]) -> Callable[[Callable[P, Q]], Callable[P, Q]]:
    """Shows the options in the signature of a question, and takes no other names."""

    def taking(query: Callable[P, Q]) -> Callable[P, Q]:
        signature = inspect.signature(query)
        *asked, _ = signature.parameters.values()
        kinds = [(name, kind.__forward_arg__) for name, kind in options.__annotations__.items()]
        named = [
            inspect.Parameter(
                name, inspect.Parameter.KEYWORD_ONLY, default=_LEFT_OUT.get(kind), annotation=kind
            )
            for name, kind in kinds
        ]
        shown = signature.replace(parameters=[*asked, *named])

        @functools.wraps(query)
        def checked(*given: P.args, **named: P.kwargs) -> Q:
            shown.bind(*given, **named)
            return query(*given, **named)

        checked.__signature__ = shown  # type: ignore[attr-defined]
        return checked

    return taking


@_taking(EvaluateOptions)
def evaluate(position: Position, **options: Unpack[EvaluateOptions]) -> Query[Evaluation]:
    """The value of a position within limits, estimated or proven, and the best line.

    The limits are those of `Limits`. Without any that says how far to go, and without `depth`, it
    takes 5 seconds; with ``time=math.inf`` it goes on until the value is proven or the search is
    cancelled. With `every_move` it goes on until the value of every move is proven, and each has
    its line. With `moves` only these are looked at. With `fresh` nothing of earlier searches is
    used; on one thread the answer is then always the same.

    The program, which works on one search after the other, does one with `parallel` beside them,
    as many at once as `Info.parallel` says. An engine in this process does that with all.
    """
    # No moves are all moves. A text of moves is no list of letters.
    given = options.pop("moves", ())
    moves = (given if isinstance(given, str) else list(given)) or None
    return Query(
        "evaluate",
        _parameters(position) | _given(moves=moves, **options),
        lambda answer, engine: results.evaluation(answer, position.asking(engine)),
    )


@_taking(SolveOptions)
def solve(position: Position, **options: Unpack[SolveOptions]) -> Query[Solution]:
    """The proven value of a position, or with `winner` only who wins.

    With `at_least` it is proven only whether the value is at least that: whether A ends so many
    seeds ahead, or with a negative number at most so many behind. `bounds` says it.

    Where a limit ends the search, `value` is None, and `bounds` has what is proven. The limits are
    those of `Limits`.
    """
    return Query(
        "solve",
        _parameters(position) | _given(**options),
        lambda answer, engine: results.solution(answer, position.asking(engine)),
    )


@_taking(ProveOptions)
def prove(position: Position, **options: Unpack[ProveOptions]) -> Query[Proved]:
    """What is proven of a position, as `solve` has it, with the proof of it.

    There is none where a limit ends the search, or where it would have more than `positions`
    positions, of which 1,000,000 are usual. Nothing of earlier searches is used.
    """
    return Query(
        "prove",
        _parameters(position) | _given(**options),
        lambda answer, engine: proof.proved(answer, position.asking(engine)),
    )


@_taking(AnalyzeOptions)
def analyze(
    game: Game, rules: Rules | str | None = None, **options: Unpack[AnalyzeOptions]
) -> Query[Analysis]:
    """What each turn of a game cost, and the best turn instead.

    The game is a `Record`, whose main lines count; a `Node` of a tree, for the line that leads to
    it and goes on from it; the text of a record; or a line of moves from the opening of the rules.
    The limits are those of each position; without one that says how far to go, each takes a second,
    or less in a long set.
    """
    return Query("analyze", parameters_of(game, rules) | _given(**options), results.analysis)


@_taking(TurnsOptions)
def turns(position: Position, **options: Unpack[TurnsOptions]) -> Query[Turns]:
    """What whole turns of the mover can bring.

    `target` is how many seeds the store is to have, `beam` how many positions are kept of each
    layer; the limits are those of `Limits`.
    """
    return Query(
        "turns",
        _parameters(position) | _given(**options),
        lambda answer, engine: results.turns(answer, position.asking(engine)),
    )


def book(position: Position) -> Query[dict[str, Any] | None]:
    """What the opening book has of an opening, as the program tells it; None if nothing."""
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
        expected = "expected a Position, as Position.parse(TEXT, RULES) gives it"
        raise TypeError(f"{position!r}: {expected}")
    return position.parameters()


def _line(line: str | int | Sequence[str | int]) -> str | list[str]:
    return str(line) if isinstance(line, (str, int)) else names_of(line)


def _given(**parameters: Any) -> dict[str, Any]:
    given = {name: value for name, value in parameters.items() if value is not None}
    # Without end: JSON has no other word for it.
    return given | ({"time": None} if given.get("time") == math.inf else {})
