"""The exceptions of this package. All are subclasses of `ChongkakError`."""

from __future__ import annotations

import json
from typing import Any


class ChongkakError(Exception):
    """The base class of all errors of this package."""


class EngineNotFoundError(ChongkakError):
    """The program chongkak was not found or cannot be started."""


class EngineTerminatedError(ChongkakError):
    """The engine has ended or was closed, so requests will not be answered.

    `exit_code` is None while unknown; `log` has the last lines that the program logged.
    """

    def __init__(self, message: str, exit_code: int | None = None, log: str = "") -> None:
        super().__init__(message, exit_code, log)
        self.exit_code = exit_code
        self.log = log

    def __str__(self) -> str:
        return "\n".join(part for part in (self.args[0], self.log) if part)


class ProtocolError(ChongkakError):
    """An answer that this package does not understand."""


class PlacedError(ChongkakError):
    """An invalid text, with the place of the error and what was expected.

    `at` is the byte offset in UTF-8, as in the program; `column` counts characters.
    """

    def __init__(
        self,
        message: str,
        *,
        text: str | None = None,
        at: int | None = None,
        expected: str | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.text = text
        self.at = at
        self.expected = expected

    @property
    def column(self) -> int | None:
        """The place of the error in characters, from 0; None if it is not in a text."""
        if self.text is None or self.at is None:
            return None
        return len(self.text.encode()[: self.at].decode(errors="ignore"))

    def __str__(self) -> str:
        if self.text is None or self.column is None or "\n" in self.text:
            return self.message
        return f"{self.message}\n  {self.text}\n  {' ' * self.column}^"


class PositionError(PlacedError, ValueError):
    """A text or rows that are not a position."""


class GameError(PlacedError, ValueError):
    """A text, a record or a tree that is not a game."""


class RequestError(PlacedError):
    """The engine rejected a request.

    `kind` is the kind of error in a word, such as "illegal-move" (listed in docs/PROTOCOL.md);
    `code` is the code of JSON-RPC, `param` the parameter.
    """

    def __init__(self, error: dict[str, Any]) -> None:
        data = error.get("data")
        data = data if isinstance(data, dict) else {}
        super().__init__(
            str(error["message"]),
            text=data.get("text"),
            at=data.get("at"),
            expected=data.get("expected"),
        )
        self.code = int(error["code"])
        self.kind: str | None = data.get("kind")
        self.param: str | None = data.get("param")
        # The raw error, from which another process makes a copy.
        self.raw = error

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.raw,)


class InvalidParameterError(RequestError, ValueError):
    """A parameter is invalid: `param` is its name; in a text, `at` is the place."""


class TooManyRequestsError(RequestError):
    """Too many requests are waiting."""


class MissingDataError(RequestError):
    """Data of the engine is missing or damaged."""


_BY_CODE = {
    -32602: InvalidParameterError,
    -32000: TooManyRequestsError,
    -32002: MissingDataError,
}


def refused(error: Any) -> RequestError:
    """Creates the exception for the `error` of an answer."""
    try:
        return _BY_CODE.get(error["code"], RequestError)(error)
    except (KeyError, TypeError, ValueError) as wrong:
        raise ProtocolError(f"not an error of JSON-RPC: {error!r}") from wrong


def refused_by(answer: str) -> RequestError:
    """Creates the exception for an answer in JSON."""
    return refused(json.loads(answer)["error"])
