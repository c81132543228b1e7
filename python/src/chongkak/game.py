"""Rules and positions: values that never change."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from .errors import PositionError

if TYPE_CHECKING:
    from .engine import Engine
    from .results import Move

Side = Literal["A", "B"]
State = Literal["open", "closed", "protected"]

_HOLE = re.compile(r"x|([0-9]{1,9})(p?)")


@dataclass(frozen=True, init=False)
class Rules:
    """A rule set, or a rule file, with options set on top of it.

    >>> Rules("kalah", holes=3, lone="bank")
    Rules('kalah', holes=3, lone='bank')

    `chongkak rules` lists the rule sets, and `Engine.rules` shows the options of one. Without a
    name they are those of the engine, of which `Info.default_rules` has the name. Whether the names
    and values are right, the engine says when it is first asked.
    """

    name: str | None
    holes: int | None
    seeds: int | None
    options: tuple[tuple[str, str], ...]

    def __init__(
        self,
        name: str | None = None,
        *,
        holes: int | None = None,
        seeds: int | None = None,
        **options: str | int,
    ) -> None:
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "holes", holes)
        object.__setattr__(self, "seeds", seeds)
        named = sorted((option, str(value)) for option, value in options.items())
        object.__setattr__(self, "options", tuple(named))

    def __repr__(self) -> str:
        numbers = (("holes", self.holes), ("seeds", self.seeds))
        given = [] if self.name is None else [repr(self.name)]
        given += [f"{name}={value}" for name, value in numbers if value is not None]
        given += [f"{option}={value!r}" for option, value in self.options]
        return f"Rules({', '.join(given)})"

    def parameters(self) -> dict[str, Any]:
        """The parameters of a request that name these rules."""
        asked: dict[str, Any] = {}
        if self.name is not None:
            asked["rules"] = self.name
        if self.holes is not None:
            asked["holes"] = self.holes
        if self.seeds is not None:
            asked["seeds"] = self.seeds
        if self.options:
            asked["set"] = dict(self.options)
        return asked


@dataclass(frozen=True)
class Hole:
    """A hole: its seeds, and whether one may sow into it.

    A closed hole is not part of the round; a protected one belongs to a player who could not fill
    it.
    """

    seeds: int
    state: State = "open"

    def __str__(self) -> str:
        return {"open": str(self.seeds), "protected": f"{self.seeds}p", "closed": "x"}[self.state]


@dataclass(frozen=True)
class Row:
    """A player's holes, from hole 1 on, and the store."""

    holes: tuple[Hole, ...]
    store: int = 0

    def __str__(self) -> str:
        return f"{','.join(map(str, self.holes))}/{self.store}"


@dataclass(frozen=True)
class Position:
    """A position under its rules. It never changes: `play` gives another one.

    `final` and `over` are the marks of the program's form of positions: the last move of the round
    is due, the round is over. `str(position)` is that form; `Position.parse` reads it.

    `moves`, `play`, `drawing` and the picture in a notebook ask an engine: the one that gave the
    position, or `chongkak.default_engine()` if none did. They raise `EngineTerminatedError` when
    that one has ended; `position.asking(None)` asks the default engine. In a coroutine await the
    methods of an `AsyncEngine` instead: these here would start the default engine, and hold up the
    loop.
    """

    a: Row
    b: Row
    mover: Side = "A"
    rules: Rules = field(default_factory=Rules)
    mark: Literal["", "final", "over"] = ""
    # No field: what is made of the fields, such as a dictionary, has no use for it.
    _engine: ClassVar[Engine | None] = None

    @property
    def engine(self) -> Engine | None:
        """The engine that it asks, None for the default one."""
        return self._engine

    @classmethod
    def parse(cls, text: str, rules: Rules | str | None = None) -> Position:
        """Reads the form of the program, such as ``4,4,4/0 4,4,4/0 A``.

        Raises `PositionError` with the place of the first mistake.
        """
        rows, at = [], 0
        for end in " ", " ":
            row, at = _row(text, at)
            at = _expect(text, at, end, "a space")
            rows.append(row)
        a, b = rows
        if len(a.holes) != len(b.holes):
            first = text.index(" ") + 1
            raise _wrong(text, first, f"a row of {len(a.holes)} holes, as the first one")
        found = re.compile(r"([AB])(?: (final|over))?").match(text, at)
        if found is None:
            raise _wrong(text, at, "the player to move, A or B")
        if found.end() != len(text):
            raise _wrong(text, found.end(), "the end of the position, ` final` or ` over`")
        mover, mark = found.groups(default="")
        named = rules if isinstance(rules, Rules) else Rules(rules)
        return cls(a, b, mover, named, mark)  # type: ignore[arg-type]

    @classmethod
    def from_rows(
        cls,
        a: Iterable[int | str | None],
        b: Iterable[int | str | None],
        *,
        stores: tuple[int, int] = (0, 0),
        mover: Side = "A",
        rules: Rules | str | None = None,
    ) -> Position:
        """A position from its rows, each from hole 1 on.

        A hole is a number of seeds, ``"3p"`` for a protected one, ``"x"`` or None for a closed one.

        >>> str(Position.from_rows([7, 0, None], [1, "2p", 3], stores=(4, 5)))
        '7,0,x/4 1,2p,3/5 A'
        """
        rows = []
        for cells, store in ((a, stores[0]), (b, stores[1])):
            row = ",".join("x" if cell is None else str(cell) for cell in cells)
            rows.append(f"{row}/{store}")
        return cls.parse(f"{rows[0]} {rows[1]} {mover}", rules)

    def __str__(self) -> str:
        return f"{self.a} {self.b} {self.mover} {self.mark}".rstrip()

    def __repr__(self) -> str:
        return f"Position.parse({str(self)!r}, {self.rules!r})"

    def __getitem__(self, name: str) -> Hole:
        """The hole of this name, such as ``position["A7"]``."""
        found = re.fullmatch(r"([ABab])([0-9]+)", name)
        row = self.row("A" if found[1] in "Aa" else "B") if found else None
        if found is None or row is None or not 1 <= int(found[2]) <= len(row.holes):
            raise KeyError(f"{name}: expected A1 to A{len(self.a.holes)}, or the same of B")
        return row.holes[int(found[2]) - 1]

    def __reduce__(self) -> tuple[Any, ...]:
        # An engine does not travel: a copy asks the default one.
        return Position, (self.a, self.b, self.mover, self.rules, self.mark)

    @property
    def over(self) -> bool:
        """Whether the round is over."""
        return self.mark == "over"

    @property
    def holes(self) -> int:
        """Holes in a row."""
        return len(self.a.holes)

    @property
    def seeds(self) -> int:
        """All seeds, those in the stores too."""
        rows = (self.a, self.b)
        return sum(row.store + sum(hole.seeds for hole in row.holes) for row in rows)

    def row(self, side: Side) -> Row:
        """The row of a player."""
        return self.a if side == "A" else self.b

    def moves(self) -> tuple[Move, ...]:
        """The legal moves with their results, in the order of the holes."""
        return self._ask().moves(self)

    def play(self, line: str | int | Sequence[str | int]) -> Position:
        """The position after a line of moves: ``"A1 A7"``, ``["A1", "A7"]`` or ``[1, 7]``.

        Raises `InvalidParameterError` with the place of the first move that is not legal.
        """
        return self._ask().play(self, line)

    def drawing(self) -> str:
        """The board as it lies before a person who plays A, in lines of text."""
        return self._ask().draw(self).text

    def _repr_svg_(self) -> str | None:
        # What is shown last in a cell may have outlived its engine: then there is no picture.
        return None if self.engine and self.engine.closed else self._ask().draw(self).svg

    def parameters(self) -> dict[str, Any]:
        """The parameters of a request that speak of this position."""
        return self.rules.parameters() | {"position": str(self)}

    def asking(self, engine: Engine | None) -> Position:
        """The same position, which asks this engine."""
        asking = replace(self)
        object.__setattr__(asking, "_engine", engine)
        return asking

    def _ask(self) -> Engine:
        from .engine import default_engine

        return default_engine() if self.engine is None else self.engine


def _wrong(text: str, at: int, expected: str) -> PositionError:
    # Before a place of which the text is read there are only characters of one byte.
    found = f"found {text[at]!r}" if at < len(text) else "the text ends here"
    message = f"no position: {found}, expected {expected}"
    return PositionError(message, text=text, at=at, expected=expected)


def _expect(text: str, at: int, character: str, expected: str) -> int:
    if text[at : at + 1] != character:
        raise _wrong(text, at, expected)
    return at + 1


def _row(text: str, at: int) -> tuple[Row, int]:
    holes = []
    while True:
        found = _HOLE.match(text, at)
        if found is None:
            raise _wrong(text, at, "a hole: a number of seeds, also with `p`, or `x`")
        at = found.end()
        if found[1] is None:
            holes.append(Hole(0, "closed"))
        else:
            holes.append(Hole(int(found[1]), "protected" if found[2] else "open"))
        if text[at : at + 1] != ",":
            break
        at += 1
    at = _expect(text, at, "/", "`,` and another hole, or `/` and the store")
    found = re.compile(r"[0-9]{1,9}").match(text, at)
    if found is None:
        raise _wrong(text, at, "the seeds in the store")
    return Row(tuple(holes), int(found[0])), found.end()
