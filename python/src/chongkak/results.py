"""Results of the engine. Proven values and estimates are different types.

Values are in seeds from A's point of view: A's seeds minus B's at the end of the round. `raw` of a
result is the original answer with all fields.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import total_ordering
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from .errors import ProtocolError
from .game import Position, Rules, Side

if TYPE_CHECKING:
    from .engine import Engine

T = TypeVar("T")
Raw = Mapping[str, Any]
Line = tuple[str, ...]


@total_ordering
class _Seeds:
    """Common operations of both kinds of value.

    They are sorted by seeds, an estimate before a proven value of as many. Use `int` to get the
    seeds as a number; other arithmetic with numbers is not possible.
    """

    seeds: int
    proven: bool

    def __int__(self) -> int:
        return self.seeds

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, _Seeds):
            return NotImplemented
        return (self.seeds, self.proven) < (other.seeds, other.proven)


@dataclass(frozen=True)
class Proven(_Seeds):
    """A proven value."""

    seeds: int
    proven: bool = field(default=True, init=False, repr=False)

    def __str__(self) -> str:
        return f"{self.seeds:+d}" if self.seeds else "0"


@dataclass(frozen=True)
class Estimate(_Seeds):
    """A value that a search has estimated."""

    seeds: int
    proven: bool = field(default=False, init=False, repr=False)

    def __str__(self) -> str:
        return f"about {self.seeds:+d}" if self.seeds else "about 0"


Value = Proven | Estimate


@dataclass(frozen=True)
class Bounds:
    """Proven: the value is at least `lower` and at most `upper`."""

    lower: int
    upper: int

    def __contains__(self, seeds: int) -> bool:
        return self.lower <= seeds <= self.upper


@dataclass(frozen=True)
class Known:
    """A proven value that ships with the program, and its source."""

    value: int
    source: str


@dataclass(frozen=True)
class Info:
    """Information on the engine."""

    name: str
    version: str
    protocol: int
    methods: tuple[str, ...]
    rules: tuple[str, ...]
    default_rules: str
    threads: int
    memory: int
    parallel: int
    raw: Raw = field(compare=False, repr=False)


@dataclass(frozen=True)
class Option:
    """An option of a rule set: its value, its source, and the names of all values.

    `values` is empty if the values are numbers.
    """

    option: str
    value: str
    source: str
    section: str
    sentence: str
    note: str
    values: tuple[str, ...]


@dataclass(frozen=True)
class RuleSet:
    """A rule set with all its options."""

    name: str
    title: str
    base: str | None
    source: str
    options: tuple[Option, ...]
    raw: Raw = field(compare=False, repr=False)

    def __getitem__(self, option: str) -> str:
        """Returns the value of an option."""
        for one in self.options:
            if one.option == option:
                return one.value
        names = ", ".join(one.option for one in self.options)
        raise KeyError(f"{option}: expected one of {names}")


@dataclass(frozen=True)
class Lap:
    """A lap of a relay: the first cell, its seeds, the last cell, and the event there."""

    start: str
    seeds: int
    end: str
    event: str


@dataclass(frozen=True)
class Move:
    """A legal move and its effects.

    `gain` is the number of seeds added to the mover's store, `captured` the number captured from
    the opponent's hole, and `lands` has the last cell of every lap. `laps_told` is empty unless the
    line was played by `Engine.trace`.
    """

    move: str
    laps: int
    lands: tuple[str, ...]
    gain: int
    captured: int
    outcome: Literal["again", "stop", "over"]
    after: Position
    laps_told: tuple[Lap, ...] = ()


@dataclass(frozen=True)
class Drawing:
    """A board as text and as a picture."""

    text: str
    svg: str

    def _repr_svg_(self) -> str:
        return self.svg


@dataclass(frozen=True)
class EvaluatedMove:
    """A move and the value of the position after it.

    `pv` is a line that starts with the move; empty without `every_move`.
    """

    move: str
    value: Value
    bounds: Bounds
    pv: Line = ()


@dataclass(frozen=True)
class Evaluation:
    """The value of a position. `stopped` is the limit that ended the search."""

    position: Position
    value: Value
    bounds: Bounds
    depth: int
    best: str | None
    ties: Line
    pv: Line
    moves: tuple[EvaluatedMove, ...]
    nodes: int
    stopped: str | None
    known: Known | None
    raw: Raw = field(compare=False, repr=False)


@dataclass(frozen=True)
class Solution:
    """What is proven about a position. `value` is None while open; then see `bounds`.

    `line_stopped` is the limit that ended the search for `best` and `pv` of a known value.
    """

    position: Position
    value: Proven | None
    bounds: Bounds
    winner: Literal["A", "B", "draw"] | None
    best: Line
    pv: Line
    nodes: int
    stopped: str | None
    line_stopped: str | None
    known: Known | None
    raw: Raw = field(compare=False, repr=False)


@dataclass(frozen=True)
class AnalysedTurn:
    """A turn of a game, with the values `before` and `after` it and what it `lost`.

    `lost` has proven bounds on the loss of the player's lead at the end of the round; `estimate` is
    the estimated loss, or None if only bounds are known. `best` is a turn that loses nothing as far
    as the searches know; it is empty if a better value is proven but no turn for it is known.
    `decides` is the player for whom the turn has won the round.
    """

    round: int
    turn: int
    player: Side
    position: Position
    line: Line
    best: Line
    before: Value
    before_bounds: Bounds
    after: Value
    after_bounds: Bounds
    lost: Bounds
    estimate: int | None
    decides: Side | None


@dataclass(frozen=True)
class Losses:
    """The losses of a player's turns: the certain loss of lead, and the estimated sum."""

    turns: int
    lead_lost: int
    estimate: int


@dataclass(frozen=True)
class Analysis:
    """The turns of a game with their losses, and the sums for `a` and `b`.

    `stopped` says why turns are missing. A limit ends only the search of one position.
    """

    turns: tuple[AnalysedTurn, ...]
    a: Losses
    b: Losses
    stopped: str | None
    raw: Raw = field(compare=False, repr=False)


@dataclass(frozen=True)
class Harvest:
    """The most seeds found for a turn; if `proven`, no turn gains more."""

    seeds: int
    proven: bool
    moves: int
    laps: int
    line: Line


@dataclass(frozen=True)
class Turn:
    """A line that reaches the target; if `proven`, no other has fewer moves or laps."""

    target: int
    moves: int
    laps: int
    proven: bool
    line: Line


@dataclass(frozen=True)
class Turns:
    """What complete turns of the mover can gain; `complete` if all were enumerated."""

    position: Position
    complete: bool
    positions: int
    harvest: Harvest
    shortest: Turn | None
    fewest_laps: Turn | None
    nodes: int
    stopped: str | None
    raw: Raw = field(compare=False, repr=False)


@dataclass(frozen=True)
class Progress:
    """The progress of a search, `seconds` after its start.

    Fields that the search does not report are None; `raw` has all that it reports.
    """

    nodes: int | None
    depth: int | None
    value: Value | None
    bounds: Bounds | None
    pv: Line
    seconds: float | None
    nodes_per_second: int | None
    raw: Raw = field(compare=False, repr=False)


def understood(read: Callable[[], T], answer: Any) -> T:
    """Parses an answer. Raises `ProtocolError` if it has an unexpected form."""
    try:
        return read()
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as wrong:
        shown = repr(answer)
        shown = shown if len(shown) <= 200 else f"{shown[:200]}…"
        raise ProtocolError(f"an answer in an unexpected form ({wrong!r}): {shown}") from wrong


def info(answer: Any) -> Info:
    """Parses the answer of `info`."""
    return Info(
        name=answer["name"],
        version=answer["version"],
        protocol=answer["protocol"],
        methods=tuple(answer["methods"]),
        rules=tuple(answer["rules"]),
        default_rules=answer["default_rules"],
        threads=answer["threads"],
        memory=answer["memory"],
        parallel=answer["parallel"],
        raw=answer,
    )


def rule_set(answer: Any) -> RuleSet:
    """Parses the answer of `rules`."""
    return RuleSet(
        name=answer["name"],
        title=answer["title"],
        base=answer["base"],
        source=answer["source"],
        options=tuple(map(option, answer["options"])),
        raw=answer,
    )


def option(answer: Any) -> Option:
    """Parses an option of a rule set."""
    names = ("option", "value", "source", "section", "sentence", "note")
    return Option(**{name: answer[name] for name in names}, values=tuple(answer["values"]))


def position(text: Any, like: Position) -> Position:
    """Parses a position with the rules and the engine of another one."""
    return Position.parse(text, like.rules).asking(like.engine)


def asked(text: Any, question: Position) -> Position:
    """Parses the position of an answer. Raises `ProtocolError` if it is not `question`."""
    of = position(text, question)
    if of != question:
        raise ProtocolError(f"an answer about another position: expected {question}, found {of}")
    return of


def move(answer: Any, like: Position) -> Move:
    """Parses a move of `position` or `play`."""
    laps_told = answer.get("laps_told", ())
    laps = (Lap(one["from"], one["seeds"], one["to"], one["event"]) for one in laps_told)
    return Move(
        move=answer["move"],
        laps=answer["laps"],
        lands=tuple(answer["lands"]),
        gain=answer["gain"],
        captured=answer["captured"],
        outcome=answer["outcome"],
        after=position(answer["after"], like),
        laps_told=tuple(laps),
    )


def drawing(answer: Any, like: Position) -> Drawing:
    """Parses the answer of `show`."""
    asked(answer["position"], like)
    return Drawing(answer["text"], answer["svg"])


def evaluation(answer: Any, like: Position) -> Evaluation:
    """Parses the answer of `evaluate`."""
    return Evaluation(
        position=asked(answer["position"], like),
        value=_value(answer),
        bounds=_bounds(answer),
        depth=answer["depth"],
        best=answer["best"],
        ties=tuple(answer["ties"]),
        pv=tuple(answer["pv"]),
        moves=tuple(_evaluated(one) for one in answer["moves"]),
        nodes=answer["nodes"],
        stopped=answer["stopped"],
        known=_known(answer),
        raw=answer,
    )


def _evaluated(answer: Any) -> EvaluatedMove:
    pv = tuple(answer.get("pv", ()))
    return EvaluatedMove(answer["move"], _value(answer), _bounds(answer), pv)


def solution(answer: Any, like: Position) -> Solution:
    """Parses the answer of `solve`."""
    value = answer["value"]
    return Solution(
        position=asked(answer["position"], like),
        value=None if value is None else Proven(value),
        bounds=_bounds(answer),
        winner=answer["winner"],
        best=tuple(answer["best"]),
        pv=tuple(answer["pv"]),
        nodes=answer["nodes"],
        stopped=answer["stopped"],
        line_stopped=answer.get("line_stopped"),
        known=_known(answer),
        raw=answer,
    )


def analysis(answer: Any, engine: Engine | None) -> Analysis:
    """Parses the answer of `analyze`."""
    named = answer["rules"]
    sizes = {size: named[size] for size in ("holes", "seeds")}
    rules = Rules(named["name"], **sizes, **named["set"])
    return Analysis(
        turns=tuple(_analysed(one, rules, engine) for one in answer["turns"]),
        a=_losses(answer["players"]["A"]),
        b=_losses(answer["players"]["B"]),
        stopped=answer["stopped"],
        raw=answer,
    )


def _analysed(answer: Any, rules: Rules, engine: Engine | None) -> AnalysedTurn:
    before, after, lost = answer["before"], answer["after"], answer["lead_lost"]
    return AnalysedTurn(
        round=answer["round"],
        turn=answer["turn"],
        player=answer["player"],
        position=Position.parse(answer["position"], rules).asking(engine),
        line=tuple(answer["line"]),
        best=tuple(answer["best"]),
        before=_value(before),
        before_bounds=_bounds(before),
        after=_value(after),
        after_bounds=_bounds(after),
        lost=Bounds(lost["least"], lost["most"]),
        estimate=answer["estimate"],
        decides=answer["decides"],
    )


def _losses(answer: Any) -> Losses:
    return Losses(answer["turns"], answer["lead_lost"], answer["estimate"])


def turns(answer: Any, like: Position) -> Turns:
    """Parses the answer of `turns`."""
    harvest = answer["harvest"]
    return Turns(
        position=asked(answer["position"], like),
        complete=answer["complete"],
        positions=answer["positions"],
        harvest=Harvest(
            seeds=harvest["seeds"],
            proven=harvest["proven"],
            moves=harvest["moves"],
            laps=harvest["laps"],
            line=tuple(harvest["line"]),
        ),
        shortest=_turn(answer["shortest"]),
        fewest_laps=_turn(answer["fewest_laps"]),
        nodes=answer["nodes"],
        stopped=answer["stopped"],
        raw=answer,
    )


def progress(answer: Any) -> Progress:
    """Parses a progress notification. Missing fields are None."""
    has_bounds = answer.get("lower") is not None and answer.get("upper") is not None
    return Progress(
        nodes=answer.get("nodes"),
        depth=answer.get("depth"),
        value=_value(answer) if answer.get("value") is not None else None,
        bounds=_bounds(answer) if has_bounds else None,
        pv=tuple(answer.get("pv", ())),
        seconds=answer.get("seconds"),
        nodes_per_second=answer.get("nodes_per_second"),
        raw=answer,
    )


def _value(answer: Any) -> Value:
    seeds: int = answer["value"]
    return Proven(seeds) if answer["exact"] else Estimate(seeds)


def _bounds(answer: Any) -> Bounds:
    return Bounds(answer["lower"], answer["upper"])


def _known(answer: Any) -> Known | None:
    known = answer["known"]
    return None if known is None else Known(known["value"], known["source"])


def _turn(answer: Any) -> Turn | None:
    if answer is None:
        return None
    return Turn(
        target=answer["target"],
        moves=answer["moves"],
        laps=answer["laps"],
        proven=answer["proven"],
        line=tuple(answer["line"]),
    )
