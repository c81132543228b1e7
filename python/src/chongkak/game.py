"""Rules and positions: immutable values."""

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
    """Returns the moves of a line that is neither a string nor a number."""
    if not isinstance(line, Iterable):
        expected = 'expected moves, such as "A1 A7", ["A1", "A7"] or 7'
        raise TypeError(f"found {line!r} as a line, {expected}")
    return [str(move) for move in line]


@functools.lru_cache(maxsize=256)
def _native_rules(name: str, options: tuple[tuple[str, str], ...]) -> _native.Rules | None:
    return _native.Rules.named(name, options)


@dataclass(frozen=True, init=False, eq=False)
class Rules:
    """The options of a game: a rule set or a rule file, with changed options.

    >>> Rules("kalah", holes=3, lone="bank")
    Rules('kalah', holes=3, lone='bank')

    A file is read once, here; only its options and the name of its rule set are kept. Without a
    name, the rules are those in the environment variable CHONGKAK_RULES, or else `overbeck`.

    Rules are equal if all options are. `chongkak rules` lists the rule sets, and `Engine.rules`
    shows the options of one. Names and values are checked when an engine is first asked; an invalid
    file raises an `InvalidParameterError` here.
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
        return self._comparison_key() == other._comparison_key()

    def __hash__(self) -> int:
        return hash(self._comparison_key())

    def _comparison_key(self) -> object:
        """All options. Invalid rules are compared as written."""
        return self._all_options() or (self.name, self.holes, self.seeds, self.options)

    def option_texts(self) -> list[tuple[str, str]]:
        """Lists the changed options, including the size of the board."""
        numbers = (("holes", self.holes), ("seeds", self.seeds))
        given = ((option, str(value)) for option, value in numbers if value is not None)
        return [*self.options, *given]

    def _all_options(self) -> _native.Rules | None:
        """The native rules for moves without requests; None if they are invalid."""
        with contextlib.suppress(UnicodeEncodeError):
            return _native_rules(self.name, tuple(self.option_texts()))
        return None

    def board(self, text: str) -> _native.Board | None:
        """Returns the native board of a position under these rules; None if it is invalid."""
        native = self._all_options()
        return None if native is None else native.read(text, self.holes is not None)

    def parameters(self) -> dict[str, Any]:
        """Returns the parameters of a request for these rules."""
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
    """A position under its rules. It is immutable: `play` returns another one.

    The marks `final` and `over` say that the last move of the round is due, or that the round is
    over. `str(position)` is the text form of the program; `Position.parse` parses it.

    `play`, `moves` and `legal_moves` need no engine. `drawing` and the picture in a notebook use
    the engine that returned the position, or else `chongkak.default_engine()`.
    """

    a: Row
    b: Row
    mover: Side
    rules: Rules
    mark: Literal["", "final", "over"]
    # Not a field, since conversions of the fields, such as to a dictionary, don't need it.
    _engine: ClassVar[Engine | None] = None
    # Otherwise Python would iterate by asking for a hole 0.
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
        """Creates a position from a native board; its rows are created on demand."""
        made = cls.__new__(cls)
        made.__dict__.update(rules=rules, _board=board, _engine=engine)
        return made

    def __getattr__(self, name: str) -> Any:
        """Computes a field of a position that has only a native board."""
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
        """The native board; None if the position is invalid under its rules."""
        kept = self.__dict__
        board: _native.Board | None = kept.get("_board")
        if board is None:
            board = self.rules.board(str(self))
            if board is not None:
                kept["_board"] = board
        return board

    @property
    def engine(self) -> Engine | None:
        """The engine of the position; None for the default one."""
        return self._engine

    @classmethod
    def parse(cls, text: str, rules: Rules | str | None = None) -> Position:
        """Parses a position in any form that the program accepts, such as ``4,4,4/0 4,4,4/0 A``.

        Raises `PositionError` with the place of the first error.
        """
        if not isinstance(text, str):
            expected = "expected a string such as '4,4,4/0 4,4,4/0 A'"
            raise TypeError(f"found {text!r} as a position, {expected}")
        # A lone surrogate is invalid in every position, so it may be replaced.
        text = text.encode(errors="replace").decode()
        named = rules if isinstance(rules, Rules) else Rules(rules)
        board = named.board(text)
        if board is not None:
            return cls._of(board, named, None)
        read, wrong = _native.position(text)
        if wrong is not None:
            problem, at, expected = wrong
            raise PositionError(f"invalid position: {problem}", text=text, at=at, expected=expected)
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
        """Creates a position from its rows, each starting with hole 1.

        A hole is a number of seeds, ``"3p"`` for a protected hole, ``"x"`` or None for a closed
        one.

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
        """Returns a hole by name, such as ``position["A7"]``."""
        if not isinstance(name, str):
            raise TypeError(f"found {name!r}, expected the name of a hole, such as 'A1'")
        found = re.fullmatch(r"([ABab])([0-9]+)", name)
        row = self.row("A" if found[1] in "Aa" else "B") if found else None
        if found is None or row is None or not 1 <= int(found[2]) <= len(row.holes):
            most = len(self.a.holes)
            raise KeyError(f"{name}: expected A1 to A{most} or B1 to B{most}")
        return row.holes[int(found[2]) - 1]

    def __reduce__(self) -> tuple[Any, ...]:
        # The engine is not pickled; a copy uses the default one.
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
        """The total number of seeds, including the stores."""
        rows = (self.a, self.b)
        return sum(row.store + sum(hole.seeds for hole in row.holes) for row in rows)

    def row(self, side: Side) -> Row:
        """Returns the row of a player."""
        return self.a if side == "A" else self.b

    @property
    def legal_moves(self) -> tuple[str, ...]:
        """The names of the legal moves, in the order of the holes."""
        board = self.__dict__.get("_board") or self._played_by()
        return tuple(move.move for move in self.moves()) if board is None else board.legal()

    def moves(self) -> tuple[Move, ...]:
        """Returns the legal moves with their effects, in the order of the holes."""
        from .results import Move

        board = self._played_by()
        if board is None:
            return self._ask().moves(self)
        return tuple(
            Move(name, laps, tuple(lands), gain, captured, outcome, self._after(after))
            for name, laps, lands, gain, captured, outcome, after in board.moves()
        )

    def play(self, line: str | int | Sequence[str | int]) -> Position:
        """Plays a line of moves: ``"A1 A7"``, ``["A1", "A7"]`` or ``[1, 7]``.

        Returns the position after it. Raises `InvalidParameterError` with the place of the first
        illegal move.
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
                # This is the innermost loop of programs that play many rounds.
                after = _new(Position)
                fields = after.__dict__
                fields["rules"] = kept["rules"]
                fields["_board"] = played
                if "_engine" in kept:
                    fields["_engine"] = kept["_engine"]
                return after
        # The engine raises the error.
        return self._ask().play(self, line)

    def _after(self, board: _native.Board) -> Position:
        return Position._of(board, self.rules, self._engine)

    def check(self) -> Position:
        """Returns the position if it is valid under its rules; otherwise raises an error."""
        if self._played_by() is None:
            self._ask().moves(self)
        return self

    def drawing(self, *, language: str | None = None) -> str:
        """Draws the board as text, as seen by player A.

        The caption with the player to move is in `language`, such as `ms`; the default is English.
        """
        return self._ask().draw(self, language=language).text

    def _repr_svg_(self) -> str | None:
        # The result of a cell may outlive its engine; then there is no picture.
        return None if self.engine and self.engine.closed else self._ask().draw(self).svg

    def parameters(self) -> dict[str, Any]:
        """Returns the parameters of a request for this position."""
        return self.rules.parameters() | {"position": str(self)}

    def asking(self, engine: Engine | None) -> Position:
        """Returns the same position with another engine."""
        asking = Position.__new__(Position)
        asking.__dict__.update(self.__dict__)
        asking.__dict__["_engine"] = engine
        return asking

    def _ask(self) -> Engine:
        from .engine import default_engine

        return default_engine() if self.engine is None else self.engine
