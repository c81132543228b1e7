"""Rules and positions: values that never change."""

from __future__ import annotations

import contextlib
import functools
import os
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from . import _native
from .errors import PositionError, refused_by
from .rows import Hole, Row

if TYPE_CHECKING:
    from .engine import Engine
    from .results import Move

Side = Literal["A", "B"]

_new = object.__new__


def names_of(line: Sequence[str | int]) -> list[str]:
    """The moves of a line that is no text and no number."""
    if not isinstance(line, Iterable):
        expected = 'expected moves, such as "A1 A7", ["A1", "A7"] or 7'
        raise TypeError(f"found {line!r} as a line, {expected}")
    return [str(move) for move in line]


@functools.lru_cache(maxsize=256)
def _known(name: str, options: tuple[tuple[str, str], ...]) -> _native.Rules | None:
    return _native.Rules.named(name, options)


@dataclass(frozen=True, init=False, eq=False)
class Rules:
    """The options of a game: a rule set, or a rule file, with options set on top of it.

    >>> Rules("kalah", holes=3, lone="bank")
    Rules('kalah', holes=3, lone='bank')

    A file is read here, once: its options are kept with the name of the rule set that it rests on,
    and what becomes of the file is no matter any more. Without a name they are the rules that the
    environment variable CHONGKAK_RULES names now, else those of `overbeck`.

    Rules are equal where all options are. `chongkak rules` lists the rule sets, and `Engine.rules`
    shows the options of one. Whether names and values are right, the engine says when it is first
    asked; a file that is wrong is refused here, with an `InvalidParameterError`.
    """

    name: str
    holes: int | None
    seeds: int | None
    options: tuple[tuple[str, str], ...]

    def __init__(
        self,
        name: str | os.PathLike[str] | None = None,
        *,
        holes: int | None = None,
        seeds: int | None = None,
        **options: str | int,
    ) -> None:
        text = None if name is None else os.fspath(name).encode(errors="replace").decode()
        read, fault = _native.named_rules(text)
        if fault is not None:
            raise refused_by(fault)
        assert read is not None
        name, in_file = read
        named = dict(in_file)
        sizes = {size: named.pop(size, None) for size in ("holes", "seeds")}
        for size, given in (("holes", holes), ("seeds", seeds)):
            there = sizes[size]
            kept = int(there) if given is None and there is not None else given
            object.__setattr__(self, size, kept)
        named |= {option: str(value) for option, value in options.items()}
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "options", tuple(sorted(named.items())))

    def __repr__(self) -> str:
        numbers = (("holes", self.holes), ("seeds", self.seeds))
        given = [repr(self.name)]
        given += [f"{name}={value}" for name, value in numbers if value is not None]
        given += [f"{option}={value!r}" for option, value in self.options]
        return f"Rules({', '.join(given)})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Rules):
            return NotImplemented
        return self._compared() == other._compared()

    def __hash__(self) -> int:
        return hash(self._compared())

    def _compared(self) -> object:
        """All options; what the engine would refuse is compared as it is written."""
        return self._all_options() or (self.name, self.holes, self.seeds, self.options)

    def option_texts(self) -> list[tuple[str, str]]:
        """What is set on top of the rule set, the size of the board too."""
        numbers = (("holes", self.holes), ("seeds", self.seeds))
        given = ((option, str(value)) for option, value in numbers if value is not None)
        return [*self.options, *given]

    def _all_options(self) -> _native.Rules | None:
        """These rules for moves without a request; None if the engine would refuse them."""
        with contextlib.suppress(UnicodeEncodeError):
            return _known(self.name, tuple(self.option_texts()))
        return None

    def board(self, text: str) -> _native.Board | None:
        """The board of a position under these rules; None if the engine would refuse it."""
        native = self._all_options()
        return None if native is None else native.read(text, self.holes is not None)

    def parameters(self) -> dict[str, Any]:
        """The parameters of a request that name these rules."""
        asked: dict[str, Any] = {"rules": self.name}
        if self.holes is not None:
            asked["holes"] = self.holes
        if self.seeds is not None:
            asked["seeds"] = self.seeds
        if self.options:
            asked["set"] = dict(self.options)
        return asked


@dataclass(frozen=True, init=False, repr=False, eq=False)
class Position:
    """A position under its rules. It never changes: `play` gives another one.

    `final` and `over` are the marks of the program's form of positions: the last move of the round
    is due, the round is over. `str(position)` is that form; `Position.parse` reads it.

    `play`, `moves` and `legal_moves` need no engine. `drawing` and the picture in a notebook ask
    the one that gave the position, or `chongkak.default_engine()` if none did.
    """

    a: Row
    b: Row
    mover: Side
    rules: Rules
    mark: Literal["", "final", "over"]
    # No field: what is made of the fields, such as a dictionary, has no use for it.
    _engine: ClassVar[Engine | None] = None
    # Or Python would go through it by asking for a hole 0.
    __iter__: ClassVar[None] = None

    def __init__(
        self,
        a: Row,
        b: Row,
        mover: Side = "A",
        rules: Rules | None = None,
        mark: Literal["", "final", "over"] = "",
    ) -> None:
        rules = Rules() if rules is None else rules
        self.__dict__.update(a=a, b=b, mover=mover, rules=rules, mark=mark)

    @classmethod
    def _of(cls, board: _native.Board, rules: Rules, engine: Engine | None) -> Position:
        """The position that a move led to, or a text says. Its rows are made when asked for."""
        made = cls.__new__(cls)
        made.__dict__.update(rules=rules, _board=board, _engine=engine)
        return made

    def __getattr__(self, name: str) -> Any:
        """A field of a position that is known by its board alone."""
        kept = self.__dict__
        board: _native.Board | None = kept.get("_board")
        if board is None or name not in ("a", "b", "mover", "mark"):
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        if name in ("mover", "mark"):
            kept[name] = getattr(board, name)
        else:
            holes, store = board.row(name == "b")
            kept[name] = Row(tuple(Hole(*hole) for hole in holes), store)
        return kept[name]

    def _played_by(self) -> _native.Board | None:
        """The board that plays; None if there is no such position under the rules."""
        kept = self.__dict__
        board: _native.Board | None = kept.get("_board")
        if board is None:
            board = self.rules.board(str(self))
            if board is not None:
                kept["_board"] = board
        return board

    @property
    def engine(self) -> Engine | None:
        """The engine that it asks, None for the default one."""
        return self._engine

    @classmethod
    def parse(cls, text: str, rules: Rules | str | None = None) -> Position:
        """Reads what the program reads, such as ``4,4,4/0 4,4,4/0 A``.

        Raises `PositionError` with the place of the first mistake.
        """
        if not isinstance(text, str):
            expected = "expected a text such as '4,4,4/0 4,4,4/0 A'"
            raise TypeError(f"found {text!r} as a position, {expected}")
        # A surrogate alone is in no text of the program's: it is wrong wherever it stands.
        text = text.encode(errors="replace").decode()
        named = rules if isinstance(rules, Rules) else Rules(rules)
        board = named.board(text)
        if board is not None:
            return cls._of(board, named, None)
        read, wrong = _native.position(text)
        if wrong is not None:
            problem, at, expected = wrong
            raise PositionError(f"no position: {problem}", text=text, at=at, expected=expected)
        assert read is not None
        a, b = (Row(tuple(Hole(*hole) for hole in holes), store) for holes, store in read[:2])
        return cls(a, b, read[2], named, read[3])

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
        board: _native.Board | None = self.__dict__.get("_board")
        if board is not None:
            return str(board)
        return f"{self.a} {self.b} {self.mover} {self.mark}".rstrip()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return str(self) == str(other) and self.rules == other.rules

    def __hash__(self) -> int:
        return hash((str(self), self.rules))

    def __repr__(self) -> str:
        return f"Position.parse({str(self)!r}, {self.rules!r})"

    def __getitem__(self, name: str) -> Hole:
        """The hole of this name, such as ``position["A7"]``."""
        if not isinstance(name, str):
            raise TypeError(f"found {name!r}, expected the name of a hole, such as 'A1'")
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
        board: _native.Board | None = self.__dict__.get("_board")
        return self.mark == "over" if board is None else board.over

    @property
    def holes(self) -> int:
        """Holes in a row."""
        board: _native.Board | None = self.__dict__.get("_board")
        return len(self.a.holes) if board is None else board.holes

    @property
    def seeds(self) -> int:
        """All seeds, those in the stores too."""
        rows = (self.a, self.b)
        return sum(row.store + sum(hole.seeds for hole in row.holes) for row in rows)

    def row(self, side: Side) -> Row:
        """The row of a player."""
        return self.a if side == "A" else self.b

    @property
    def legal_moves(self) -> tuple[str, ...]:
        """The names of the legal moves, in the order of the holes."""
        board = self.__dict__.get("_board") or self._played_by()
        return tuple(move.move for move in self.moves()) if board is None else board.legal()

    def moves(self) -> tuple[Move, ...]:
        """The legal moves with their results, in the order of the holes."""
        from .results import Move

        board = self._played_by()
        if board is None:
            return self._ask().moves(self)
        return tuple(
            Move(name, laps, tuple(lands), gain, captured, outcome, self._after(after))
            for name, laps, lands, gain, captured, outcome, after in board.moves()
        )

    def play(self, line: str | int | Sequence[str | int]) -> Position:
        """The position after a line of moves: ``"A1 A7"``, ``["A1", "A7"]`` or ``[1, 7]``.

        Raises `InvalidParameterError` with the place of the first move that is not legal.
        """
        kept = self.__dict__
        board = kept.get("_board") or self._played_by()
        if board is not None:
            one = line if isinstance(line, (str, int)) else " ".join(names_of(line))
            try:
                played = board.play(one)
            except (TypeError, OverflowError, UnicodeEncodeError):
                played = None
            if played is not None:
                # This is the innermost loop of whoever plays many rounds.
                after = _new(Position)
                fields = after.__dict__
                fields["rules"] = kept["rules"]
                fields["_board"] = played
                if "_engine" in kept:
                    fields["_engine"] = kept["_engine"]
                return after
        # Which says what is wrong.
        return self._ask().play(self, line)

    def _after(self, board: _native.Board) -> Position:
        return Position._of(board, self.rules, self._engine)

    def check(self) -> Position:
        """Itself, if there is such a position under its rules; else what it raises says why not."""
        if self._played_by() is None:
            self._ask().moves(self)
        return self

    def drawing(self, *, language: str | None = None) -> str:
        """The board as it lies before a person who plays A, in lines of text.

        Whose turn it is stands below it, in a language such as `ms`, else in English.
        """
        return self._ask().draw(self, language=language).text

    def _repr_svg_(self) -> str | None:
        # What is shown last in a cell may have outlived its engine: then there is no picture.
        return None if self.engine and self.engine.closed else self._ask().draw(self).svg

    def parameters(self) -> dict[str, Any]:
        """The parameters of a request that speak of this position."""
        return self.rules.parameters() | {"position": str(self)}

    def asking(self, engine: Engine | None) -> Position:
        """The same position, which asks this engine."""
        asking = Position.__new__(Position)
        asking.__dict__.update(self.__dict__)
        asking.__dict__["_engine"] = engine
        return asking

    def _ask(self) -> Engine:
        from .engine import default_engine

        return default_engine() if self.engine is None else self.engine
