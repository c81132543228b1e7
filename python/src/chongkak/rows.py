"""The rows of a position."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

State = Literal["open", "closed", "protected"]


@dataclass(frozen=True)
class Hole:
    """A hole: its seeds and its state.

    A closed hole is not part of the round; a protected one belongs to a player who could not fill
    it.
    """

    seeds: int
    state: State = "open"

    def __str__(self) -> str:
        return {"open": str(self.seeds), "protected": f"{self.seeds}p", "closed": "x"}[self.state]


@dataclass(frozen=True)
class Row:
    """A player's holes, starting with hole 1, and the store."""

    holes: tuple[Hole, ...]
    store: int = 0

    def __str__(self) -> str:
        return f"{','.join(map(str, self.holes))}/{self.store}"
