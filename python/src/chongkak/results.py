"""What the engine answers. Proven values and estimates are different types.

Values are in seeds from A's side: A's seeds less B's at the end of the round. Every result keeps
the answer as it came in `raw`, with all fields of the program's forms.
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
    """What both kinds of value can do.

    They sort by their seeds, an estimate before a proven value of as many. `int` gives the seeds
    alone; nothing else mixes them with numbers.
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
    """A value that is proven."""

    seeds: int
    proven: bool = field(default=True, init=False, repr=False)

    def __str__(self) -> str:
        return f"{self.seeds:+d}" if self.seeds else "0"


@dataclass(frozen=True)
class Estimate(_Seeds):
    """A value that a search believes in, and nobody has proven."""

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
    """A proven value that ships with the program, and the data in which it stands."""

    value: int
    source: str


@dataclass(frozen=True)
class Info:
    """What the engine is."""

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
    """An option of a rule set: its value, the sentence that it rests on, and all values by name.

    There are no names if the values are numbers.
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
        """The value of an option."""
        for one in self.options:
            if one.option == option:
                return one.value
        names = ", ".join(one.option for one in self.options)
        raise KeyError(f"{option}: expected one of {names}")


@dataclass(frozen=True)
class Lap:
    """A lap of a relay: the cell it was lifted from, the seeds, the last cell, what happened."""

    start: str
    seeds: int
    end: str
    event: str


@dataclass(frozen=True)
class Move:
    """A legal move and what it does.

    `gain` is what it adds to the mover's store, `captured` what a capture takes out of the
    opponent's hole, `lands` has the last cell of every lap. `laps_told` is empty unless the line
    was played by `Engine.trace`.
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
    """A move and what the position is worth after it.

    `pv` is a line that begins with it, empty unless `every_move` was asked for.
    """

    move: str
    value: Value
    bounds: Bounds
    pv: Line = ()


@dataclass(frozen=True)
class Evaluation:
    """The value of a position within the limits. `stopped` is the limit that ended the search."""

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
    """What is proven of a position. `value` is None while it is open: then see `bounds`.

    `line_stopped` is the limit that ended the search for `best` and `pv` of a value that was known.
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
    """A turn of a game: what the position was worth `before` and `after` it, and what was `lost`.

    `lost` are the proven bounds of by how much the player's lead at the end of the round fell, and
    `estimate` is the same as an estimate, None where a value is known by a bound alone. `best` is a
    turn that gives up nothing, as far as the searches know: empty if more is known to be had, but
    not how. `decides` is the player who has won the round with this turn.
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
    """What the turns of a player lost of the lead for certain, and about how much in all."""

    turns: int
    lead_lost: int
    estimate: int


@dataclass(frozen=True)
class Analysis:
    """The turns of a game with what each cost, and the sums of `a` and `b`.

    `stopped` says why turns are missing; limits end the search of one position alone.
    """

    turns: tuple[AnalysedTurn, ...]
    a: Losses
    b: Losses
    stopped: str | None
    raw: Raw = field(compare=False, repr=False)


@dataclass(frozen=True)
class Harvest:
    """The most seeds that a turn was found to bring; no turn brings more if `proven`."""

    seeds: int
    proven: bool
    moves: int
    laps: int
    line: Line


@dataclass(frozen=True)
class Turn:
    """A line that reaches the target; `proven` if no other has fewer moves, or laps."""

    target: int
    moves: int
    laps: int
    proven: bool
    line: Line


@dataclass(frozen=True)
class Turns:
    """What whole turns of the mover can bring. `complete`: every position of the turn was met."""

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
    """How far a search is, `seconds` after it began.

    What the search does not tell is None; `raw` has all that it tells.
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
    """What reading an answer gives. Raises `ProtocolError` if it is not of the form expected."""
    try:
        return read()
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as wrong:
        shown = repr(answer)
        shown = shown if len(shown) <= 200 else f"{shown[:200]}…"
        raise ProtocolError(f"an answer of another form ({wrong!r}): {shown}") from wrong


def info(answer: Any) -> Info:
    """Reads the answer of `info`."""
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
    """Reads the answer of `rules`."""
    return RuleSet(
        name=answer["name"],
        title=answer["title"],
        base=answer["base"],
        source=answer["source"],
        options=tuple(map(option, answer["options"])),
        raw=answer,
    )


def option(answer: Any) -> Option:
    """Reads an option of a rule set."""
    names = ("option", "value", "source", "section", "sentence", "note")
    return Option(**{name: answer[name] for name in names}, values=tuple(answer["values"]))


def position(text: Any, like: Position) -> Position:
    """A position of an answer, with the rules and the engine of another one."""
    return Position.parse(text, like.rules).asking(like.engine)


def asked(text: Any, question: Position) -> Position:
    """The position that was asked about. Raises `ProtocolError` if the answer is of another one."""
    of = position(text, question)
    if of != question:
        raise ProtocolError(f"an answer of another position: expected {question}, found {of}")
    return of


def move(answer: Any, like: Position) -> Move:
    """Reads a move of `position` or `play`."""
    told = answer.get("laps_told", ())
    laps = (Lap(one["from"], one["seeds"], one["to"], one["event"]) for one in told)
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
    """Reads the answer of `show`."""
    asked(answer["position"], like)
    return Drawing(answer["text"], answer["svg"])


def evaluation(answer: Any, like: Position) -> Evaluation:
    """Reads the answer of `evaluate`."""
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
    """Reads the answer of `solve`."""
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
    """Reads the answer of `analyze`."""
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
    """Reads the answer of `turns`."""
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
    """Reads a notification of progress. What it does not tell is None."""
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
