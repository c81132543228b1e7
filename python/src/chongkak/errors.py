"""What can go wrong. Every exception of this package is a `ChongkakError`."""

from __future__ import annotations

import json
from typing import Any


class ChongkakError(Exception):
    """Something went wrong between this program and chongkak."""


class EngineNotFoundError(ChongkakError):
    """The program chongkak is not there, or cannot be started."""


class EngineTerminatedError(ChongkakError):
    """The program has ended, or was closed; what was asked of it will not be answered.

    `exit_code` is None while it is not known, `log` the last lines that the program wrote.
    """

    def __init__(self, message: str, exit_code: int | None = None, log: str = "") -> None:
        super().__init__(message, exit_code, log)
        self.exit_code = exit_code
        self.log = log

    def __str__(self) -> str:
        return "\n".join(part for part in (self.args[0], self.log) if part)


class ProtocolError(ChongkakError):
    """An answer of the program that this package does not understand."""


class PlacedError(ChongkakError):
    """A wrong text: which one, where it is wrong, and what was expected there.

    `at` counts bytes of the text in UTF-8, as the program does; `column` counts characters.
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
        """The place of the mistake in characters from 0, None if it is in no text."""
        if self.text is None or self.at is None:
            return None
        return len(self.text.encode()[: self.at].decode(errors="ignore"))

    def __str__(self) -> str:
        if self.text is None or self.column is None or "\n" in self.text:
            return self.message
        return f"{self.message}\n  {self.text}\n  {' ' * self.column}^"


class PositionError(PlacedError, ValueError):
    """A text or rows that are no position."""


class GameError(PlacedError, ValueError):
    """A text, a record or a tree that is no game."""


class RequestError(PlacedError):
    """The program refused a request.

    `kind` says what is wrong in a word, such as "illegal-move" (docs/PROTOCOL.md has them all);
    `code` is the one of JSON-RPC, `param` the parameter.
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
        # As it came; a copy in another process is made of it.
        self.raw = error

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.raw,)


class InvalidParameterError(RequestError, ValueError):
    """A parameter is wrong: its name in `param`, and if it is a text the place in it."""


class TooManyRequestsError(RequestError):
    """So many requests wait that the program takes no more of them."""


class MissingDataError(RequestError):
    """Data of the program is missing or damaged."""


_BY_CODE = {
    -32602: InvalidParameterError,
    -32000: TooManyRequestsError,
    -32002: MissingDataError,
}


def refused(error: Any) -> RequestError:
    """The exception for the `error` of an answer."""
    try:
        return _BY_CODE.get(error["code"], RequestError)(error)
    except (KeyError, TypeError, ValueError) as wrong:
        raise ProtocolError(f"no error of JSON-RPC: {error!r}") from wrong


def refused_by(answer: str) -> RequestError:
    """The exception for an answer as the engine writes it."""
    return refused(json.loads(answer)["error"])
