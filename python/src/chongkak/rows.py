"""Rows of holes, as positions have them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

State = Literal["open", "closed", "protected"]


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
