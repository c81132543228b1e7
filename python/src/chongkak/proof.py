"""Proofs: positions with bounds on their values, each of which follows by one move.

::

    proved = engine.prove(position)
    if proved.proof is not None:
        proved.proof.save("kalah.proof")
    print(chongkak.proof.read("kalah.proof").check().bounds)

The file has the format of ``chongkak solve --proof``, which ``scripts/check-proof`` of the sources
can check without the engine. `Proof.check` checks it by the plain rules, without a search.
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
    """A text that is not a proof or does not prove its claim; `line` is the place."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(message)
        self.line = line

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.message, self.line)


@dataclass(frozen=True)
class Proof:
    """A proof that the value of a position lies within bounds; not checked yet.

    `positions` is its number of positions, `text` the content of its file.
    """

    position: Position
    bounds: Bounds
    positions: int
    text: str = field(repr=False)

    @classmethod
    def parse(cls, text: str) -> Proof:
        """Parses a proof without checking it. Raises `ProofError` if the header is invalid."""
        try:
            header = json.loads(text.partition("\n")[0])
            options = dict(header["rules"])
            rules = Rules("overbeck", **options)
            position = Position.parse(header["position"], rules)
            bounds = Bounds(header["lower"], header["upper"])
        except (ValueError, KeyError, TypeError) as wrong:
            message = f"line 1: found no position with its rules and bounds ({wrong!r})"
            raise ProofError(f"invalid proof: {message}, expected a proof", 1) from wrong
        # All lines except the first and the last.
        return cls(position, bounds, text.count("\n") - 2, text)

    def check(self) -> Proof:
        """Returns the proof if it is correct under the plain rules; else raises `ProofError`."""
        _, wrong = _native.check_proof(self.text)
        if wrong is not None:
            line, message = wrong
            raise ProofError(f"invalid proof: {message}", line)
        return self

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the proof to a file, completely or not at all. Replaces an existing file."""
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
    """What is proven about a position, with the `proof`, or why it is `unproven`."""

    proof: Proof | None
    unproven: str | None


def read(path: str | os.PathLike[str]) -> Proof:
    """Reads the file of a proof without checking it; see `Proof.check`."""
    content = Path(path).read_bytes()
    try:
        return Proof.parse(content.decode())
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        message = f"invalid proof: line {line}: not UTF-8, expected a proof"
        raise ProofError(message, line) from error


def proved(answer: Any, like: Position) -> Proved:
    """Parses the answer of `prove`."""
    text = answer["text"]
    solution = vars(results.solution(answer, like))
    proof = None if text is None else Proof.parse(text)
    return Proved(**solution, proof=proof, unproven=answer["unproven"])
