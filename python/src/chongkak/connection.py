"""The requests that wait for the answers of an engine, wherever that is."""

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

# Bytes of the longest request that the program reads.
_LONGEST = 1 << 20


class Call:
    """A request that was sent. `answer` is done when the program has answered it.

    `on_progress` gets None where a fork leaves it to the parent. `begun` is when it was sent, or
    when its search began where that is known.
    """

    def __init__(self, number: int, on_progress: Callable[[Any], None] | None) -> None:
        self.number = number
        self.begun = time.monotonic()
        self.answer: Future[Any] = Future()
        self.on_progress = on_progress


def check_means(threads: int | None, memory: int | None) -> None:
    """Refuses what is no number of threads, or of MiB."""
    # The engine inside holds no more, and would not say what it expects.
    for name, found, most in ("threads", threads, 2**16 - 1), ("memory", memory, 2**32 - 1):
        expected = f"expected a whole number from 1 to {most}"
        if found is not None and not hasattr(found, "__index__"):
            raise TypeError(f"{name}: found {found!r}, {expected}")
        if found is not None and not 1 <= found <= most:
            raise ValueError(f"{name}: found {found!r}, {expected}")


class Connection(ABC):
    """An engine that answers requests.

    It serves the process that started it: in a forked copy it has ended from the start.
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
        """Whether no answers can come any more."""
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
        """Ends the search of a call; its answer, what it found so far, still comes."""

    @abstractmethod
    def close(self, patience: float = 5.0) -> None:
        """Ends the engine; running searches are cancelled. Calls without an answer fail."""

    def _begun(
        self,
        method: str,
        parameters: dict[str, Any],
        on_progress: Callable[[Any], None] | None,
    ) -> tuple[Call, bytes]:
        """A call that waits for its answer, and its line, not sent yet. The lock must be held."""
        if self._ended is not None:
            raise self._ended
        call = Call(next(self._numbers), on_progress)
        line = request_line(call.number, method, parameters)
        self._calls[call.number] = call
        return call, line

    def _take(self, line: bytes | str) -> None:
        try:
            message = json.loads(line)
            if message.get("method") == "progress":
                call = self._calls.get(message["params"]["id"])
                if call is not None and call.on_progress is not None:
                    call.on_progress(message["params"])
                return
            if message["id"] is None:
                # The program could not read a request, and nobody knows which: none waits for ever.
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
            self._fail(ProtocolError(f"a line that is no answer ({wrong!r}): {line[:200]!r}"))

    def _fail(self, error: Exception) -> None:
        with self._lock:
            calls, self._calls = self._calls, {}
        for call in calls.values():
            if not call.answer.done():
                call.answer.set_exception(error)

    def leave_to_parent(self) -> None:
        """Ends it in a forked copy of the process, which must neither write nor wait here.

        Other threads of the parent, who may have held a lock, are not in the copy.
        """
        self._lock = threading.Lock()
        message = f"the engine belongs to process {self._process_id}, which started it, and not to "
        self._ended = ended = EngineTerminatedError(
            f"{message}its fork {os.getpid()}: expected an engine that was started there"
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


def _strictly(value: Any) -> bytes:
    # A half of a pair of surrogates is no text, though JSON could write it.
    return _encoder.encode(value).encode()


def request_line(number: int, method: str, parameters: dict[str, Any]) -> bytes:
    """A request as a line. Raises `InvalidParameterError` for what the program could not read."""
    try:
        _strictly(parameters)
    except ValueError:
        for name, value in parameters.items():
            try:
                _strictly(value)
            except ValueError as wrong:
                raise _unsendable(name, f"{wrong}", "what JSON has") from wrong
        raise
    request = {"jsonrpc": "2.0", "id": number, "method": method, "params": parameters}
    line = json.dumps(request).encode()
    if len(line) > _LONGEST:
        longest = max(parameters, key=lambda name: len(json.dumps(parameters[name])), default="")
        expected = f"a request of at most {_LONGEST} bytes"
        raise _unsendable(longest, f"the request has {len(line)} bytes", expected)
    return line + b"\n"


def _unsendable(name: str, found: str, expected: str) -> RequestError:
    problem = f"{found}, expected {expected}"
    data = {"param": name, "problem": problem, "expected": expected}
    return refused({"code": -32602, "message": f"{name}: {problem}", "data": data})
