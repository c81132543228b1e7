"""Proofs: positions with bounds on their values, each of which follows by one move.

::

    proved = engine.prove(position)
    if proved.proof is not None:
        proved.proof.save("kalah.proof")
    print(chongkak.proof.read("kalah.proof").check().bounds)

The file is that of ``chongkak solve --proof``, which ``scripts/check-proof`` of the sources
confirms without the engine. `Proof.check` confirms it by the plain rules, without a search.
"""

from __future__ import annotations

import contextlib
import json
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from . import _native, results
from .errors import PlacedError
from .game import Position, Rules
from .results import Bounds, Solution


class ProofError(PlacedError, ValueError):
    """A text that is no proof, or proves something else than it says; `line` is where."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(message)
        self.line = line

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.message, self.line)


@dataclass(frozen=True)
class Proof:
    """A proof that the value of a position lies within bounds. Nobody has checked it yet.

    `positions` is how many it has, `text` what its file has.
    """

    position: Position
    bounds: Bounds
    positions: int
    text: str = field(repr=False)

    @classmethod
    def parse(cls, text: str) -> Proof:
        """Reads a proof, and no more than what it says. Raises `ProofError` if it says nothing."""
        try:
            told = json.loads(text.partition("\n")[0])
            options = dict(told["rules"])
            rules = Rules("overbeck", **options)
            position = Position.parse(told["position"], rules)
            bounds = Bounds(told["lower"], told["upper"])
        except (ValueError, KeyError, TypeError) as wrong:
            message = f"line 1: found no position with its rules and bounds ({wrong!r})"
            raise ProofError(f"no proof: {message}, expected a proof", 1) from wrong
        # All lines but the first and the last.
        return cls(position, bounds, text.count("\n") - 2, text)

    def check(self) -> Proof:
        """Itself, if all that it says follows by the plain rules; else raises `ProofError`."""
        _, wrong = _native.check_proof(self.text)
        if wrong is not None:
            line, message = wrong
            raise ProofError(f"no proof: {message}", line)
        return self

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes its file, whole or not at all. One that is there is replaced."""
        path = Path(path)
        part = path.with_name(f"{path.name}.{os.getpid()}.part")
        try:
            with part.open("wb") as file:
                file.write(self.text.encode())
                file.flush()
                os.fsync(file.fileno())
            part.replace(path)
        finally:
            with contextlib.suppress(OSError):
                part.unlink()


@dataclass(frozen=True)
class Proved(Solution):
    """What is proven of a position, with the `proof`; if there is none, `unproven` says why."""

    proof: Proof | None
    unproven: str | None


def read(path: str | os.PathLike[str]) -> Proof:
    """Reads the file of a proof. Whether it holds, `Proof.check` says."""
    content = Path(path).read_bytes()
    try:
        return Proof.parse(content.decode())
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        message = f"no proof: line {line}: found no UTF-8, expected a proof"
        raise ProofError(message, line) from error


def proved(answer: Any, like: Position) -> Proved:
    """Reads the answer of `prove`."""
    text = answer["text"]
    solution = vars(results.solution(answer, like))
    proof = None if text is None else Proof.parse(text)
    return Proved(**solution, proof=proof, unproven=answer["unproven"])
