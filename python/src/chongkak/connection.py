"""Connections to engines: requests, and answers that arrive later."""

from __future__ import annotations

import itertools
import json
import os
import threading
import time
import weakref
from abc import ABC, abstractmethod
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

from .errors import EngineTerminatedError, ProtocolError, RequestError, refused

# Maximum size of a request in bytes.
_LONGEST_REQUEST = 1 << 20


class Call:
    """A request that was sent. `answer` is done when the engine has answered it.

    `on_progress` receives None if a forked process abandons the request. `started` is the time of
    sending, or of the start of the search if known.
    """

    def __init__(self, number: int, on_progress: Callable[[Any], None] | None) -> None:
        self.number = number
        self.started = time.monotonic()
        self.answer: Future[Any] = Future()
        self.on_progress = on_progress


def check_resources(threads: int | None, memory: int | None) -> None:
    """Rejects invalid numbers of threads or of MiB."""
    # The native engine can't hold larger numbers and would not name the limits.
    for name, found, most in ("threads", threads, 2**16 - 1), ("memory", memory, 2**32 - 1):
        expected = f"expected a whole number from 1 to {most}"
        if found is not None and not hasattr(found, "__index__"):
            raise TypeError(f"{name}: found {found!r}, {expected}")
        if found is not None and not 1 <= found <= most:
            raise ValueError(f"{name}: found {found!r}, {expected}")


class Connection(ABC):
    """An engine that answers requests.

    It serves only the process that started it; in a forked copy it is closed.
    """

    def __init__(self) -> None:
        self._calls: dict[int, Call] = {}
        self._numbers = itertools.count(1)
        self._lock = threading.Lock()
        self._ended: EngineTerminatedError | None = None
        self._process_id = os.getpid()
        _connections.add(self)

    @property
    def closed(self) -> bool:
        """Whether the engine has ended."""
        return self._ended is not None

    @abstractmethod
    def send(
        self,
        method: str,
        parameters: dict[str, Any],
        on_progress: Callable[[Any], None] | None = None,
    ) -> Call:
        """Sends a request. Raises `EngineTerminatedError` if the engine has ended."""

    @abstractmethod
    def cancel(self, call: Call) -> None:
        """Cancels the search of a call. Its answer, with the result so far, still arrives."""

    @abstractmethod
    def close(self, patience: float = 5.0) -> None:
        """Closes the engine and cancels its searches. Unanswered calls fail."""

    def _new_call(
        self,
        method: str,
        parameters: dict[str, Any],
        on_progress: Callable[[Any], None] | None,
    ) -> tuple[Call, bytes]:
        """Registers a call and encodes its request, without sending it. The lock must be held."""
        if self._ended is not None:
            raise self._ended
        call = Call(next(self._numbers), on_progress)
        line = request_line(call.number, method, parameters)
        self._calls[call.number] = call
        return call, line

    def _receive(self, line: bytes | str) -> None:
        try:
            message = json.loads(line)
            if message.get("method") == "progress":
                call = self._calls.get(message["params"]["id"])
                if call is not None and call.on_progress is not None:
                    call.on_progress(message["params"])
                return
            if message["id"] is None:
                # The program could not read some request. Fail all of them, so that none waits
                # forever.
                self._fail(refused(message["error"]))
                return
            call = self._calls.get(message["id"])
            if call is None:
                return
            if "error" in message:
                call.answer.set_exception(refused(message["error"]))
            else:
                call.answer.set_result(message["result"])
            del self._calls[call.number]
        except (ValueError, KeyError, TypeError, AttributeError, ProtocolError) as wrong:
            self._fail(ProtocolError(f"a line that is not an answer ({wrong!r}): {line[:200]!r}"))

    def _fail(self, error: Exception) -> None:
        with self._lock:
            calls, self._calls = self._calls, {}
        for call in calls.values():
            if not call.answer.done():
                call.answer.set_exception(error)

    def leave_to_parent(self) -> None:
        """Closes it in a forked copy of the process, which must neither write nor wait here.

        Other threads of the parent, which may have held a lock, do not exist in the copy.
        """
        self._lock = threading.Lock()
        message = f"the engine belongs to process {self._process_id}, which started it, and not to "
        self._ended = ended = EngineTerminatedError(
            f"{message}its fork {os.getpid()}: expected an engine started there"
        )
        calls, self._calls = self._calls, {}
        for call in calls.values():
            call.answer = Future()
            call.answer.set_exception(ended)
            if call.on_progress is not None:
                call.on_progress(None)


_connections: weakref.WeakSet[Connection] = weakref.WeakSet()


def _leave_to_parent() -> None:
    for connection in list(_connections):
        connection.leave_to_parent()
    _connections.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_leave_to_parent)


_encoder = json.JSONEncoder(allow_nan=False, ensure_ascii=False)


def _encoded(value: Any) -> bytes:
    # Rejects lone surrogates, which JSON could write but which are not text.
    return _encoder.encode(value).encode()


def request_line(number: int, method: str, parameters: dict[str, Any]) -> bytes:
    """Encodes a request as a line. Raises `InvalidParameterError` for invalid values."""
    try:
        _encoded(parameters)
    except ValueError:
        for name, value in parameters.items():
            try:
                _encoded(value)
            except ValueError as wrong:
                raise _invalid_parameter(name, f"{wrong}", "a JSON value") from wrong
        raise
    request = {"jsonrpc": "2.0", "id": number, "method": method, "params": parameters}
    line = json.dumps(request).encode()
    if len(line) > _LONGEST_REQUEST:
        longest = max(parameters, key=lambda name: len(json.dumps(parameters[name])), default="")
        expected = f"a request of at most {_LONGEST_REQUEST} bytes"
        raise _invalid_parameter(longest, f"the request has {len(line)} bytes", expected)
    return line + b"\n"


def _invalid_parameter(name: str, found: str, expected: str) -> RequestError:
    problem = f"{found}, expected {expected}"
    data = {"param": name, "problem": problem, "expected": expected}
    return refused({"code": -32602, "message": f"{name}: {problem}", "data": data})
