"""The engine in this process: see the sources in the folder engine."""

import os
from collections.abc import Callable
from typing import Literal, final

__all__ = ["Board", "Rules", "Search", "Service", "named_rules", "position"]

@final
class Service:
    VERSION: str
    def __new__(
        cls,
        threads: int | None = None,
        memory: int | None = None,
        tables: str | os.PathLike[str] | None = None,
    ) -> Service: ...
    def at_once(self) -> int: ...
    def receive(self, request: bytes) -> str | Search: ...
    def problem(self) -> str | None: ...

@final
class Search:
    def run(self, tell: Callable[[str], None] | None) -> str: ...
    def cancel(self) -> None: ...

def named_rules(
    name: str | None,
) -> tuple[tuple[str, list[tuple[str, str]]] | None, str | None]: ...

@final
class Rules:
    @staticmethod
    def named(name: str, options: tuple[tuple[str, str], ...]) -> Rules | None: ...
    def read(self, text: str, sized: bool) -> Board | None: ...

_State = Literal["open", "closed", "protected"]

_Row = tuple[list[tuple[int, _State]], int]
_Side = Literal["A", "B"]
_Mark = Literal["", "final", "over"]

def position(
    text: str,
) -> tuple[tuple[_Row, _Row, _Side, _Mark] | None, tuple[str, int | None, str] | None]: ...

@final
class Board:
    @property
    def over(self) -> bool: ...
    @property
    def mover(self) -> Literal["A", "B"]: ...
    @property
    def mark(self) -> Literal["", "final", "over"]: ...
    def row(self, b: bool) -> tuple[list[tuple[int, _State]], int]: ...
    def legal(self) -> tuple[str, ...]: ...
    def play(self, line: str | int) -> Board | None: ...
    def moves(
        self,
    ) -> list[tuple[str, int, list[str], int, int, Literal["again", "stop", "over"], Board]]: ...
