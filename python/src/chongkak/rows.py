"""The form in which the program writes positions: rows of holes, and places of mistakes in it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from .errors import PositionError

State = Literal["open", "closed", "protected"]

_HOLE = re.compile(r"x|([0-9]{1,9})(p?)")


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


def wrong(text: str, at: int, expected: str) -> PositionError:
    """What is wrong with a text at a place."""
    # Before a place of which the text is read there are only characters of one byte.
    found = f"found {text[at]!r}" if at < len(text) else "the text ends here"
    message = f"no position: {found}, expected {expected}"
    return PositionError(message, text=text, at=at, expected=expected)


def expect(text: str, at: int, character: str, expected: str) -> int:
    """The place behind a character that must stand there."""
    if text[at : at + 1] != character:
        raise wrong(text, at, expected)
    return at + 1


def row(text: str, at: int) -> tuple[Row, int]:
    """The row that stands there, and the place behind it."""
    holes = []
    while True:
        found = _HOLE.match(text, at)
        if found is None:
            raise wrong(text, at, "a hole: a number of seeds, also with `p`, or `x`")
        at = found.end()
        if found[1] is None:
            holes.append(Hole(0, "closed"))
        else:
            holes.append(Hole(int(found[1]), "protected" if found[2] else "open"))
        if text[at : at + 1] != ",":
            break
        at += 1
    at = expect(text, at, "/", "`,` and another hole, or `/` and the store")
    found = re.compile(r"[0-9]{1,9}").match(text, at)
    if found is None:
        raise wrong(text, at, "the seeds in the store")
    return Row(tuple(holes), int(found[0])), found.end()
