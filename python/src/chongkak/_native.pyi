"""The engine in this process. The sources are in the folder `engine`."""

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Literal, final

__all__ = [
    "Board",
    "Campaign",
    "Rules",
    "Search",
    "Service",
    "Store",
    "TableBuild",
    "array_estimates",
    "array_moves",
    "array_rows",
    "check_proof",
    "named_rules",
    "position",
    "stored",
]

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

@final
class Store:
    @staticmethod
    def open(path: str | os.PathLike[str]) -> tuple[Store | None, str | None]: ...
    def known(self, request: bytes) -> str: ...
    def keep(self, request: bytes, found: str, seconds: float) -> str: ...
    def close(self) -> str: ...

_Cell = bool | int | float | str | None

def stored(
    paths: Sequence[str | os.PathLike[str]],
) -> tuple[list[tuple[str, list[_Cell]]] | None, str | None]: ...
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
    @property
    def holes(self) -> int: ...
    def row(self, b: bool) -> tuple[list[tuple[int, _State]], int]: ...
    def legal(self) -> tuple[str, ...]: ...
    def play(self, line: str | int) -> Board | None: ...
    def moves(
        self,
    ) -> list[tuple[str, int, list[str], int, int, Literal["again", "stop", "over"], Board]]: ...

_Path = str | os.PathLike[str]
_AddedCounts = tuple[int, int, list[Path]]

@final
class Campaign:
    @staticmethod
    def create(
        folder: _Path,
        rules: str,
        options: list[tuple[str, str]],
        position: str,
        goal: tuple[bool, int | None],
        job_nodes: int,
    ) -> None: ...
    @staticmethod
    def open(folder: _Path, write: bool) -> Campaign: ...
    def question(self) -> tuple[str, list[tuple[str, str]], str, bool, int | None, int]: ...
    def status(self) -> str: ...
    def answered(self) -> bool: ...
    def tasks(self, count: int) -> list[str]: ...
    def add_files(self, files: list[_Path]) -> _AddedCounts: ...
    def add_lines(self, lines: str) -> _AddedCounts: ...
    def close(self) -> None: ...
    def leave_to_parent(self) -> None: ...

@final
class TableBuild:
    def __new__(
        cls,
        folder: _Path,
        rules: str,
        options: list[tuple[str, str]],
        position: str,
        seeds: int,
        threads: int | None,
    ) -> TableBuild: ...
    def run(self) -> Path | None: ...
    def cancel(self) -> None: ...

def check_proof(
    text: str,
) -> tuple[tuple[str, int, int, int] | None, tuple[int, str] | None]: ...
def array_rows(boards: list[Board]) -> int | list[bytearray]: ...
def array_moves(
    rules: Rules, rows: bytes, holes: int, sized: bool, after: bool
) -> int | list[bytearray]: ...
def array_estimates(
    rules: Rules, rows: bytes, holes: int, sized: bool
) -> int | list[bytearray]: ...
