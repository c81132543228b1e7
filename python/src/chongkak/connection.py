"""A running program, and the requests that wait for its answers."""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import shutil
import subprocess
import sys
import threading
import weakref
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import IO, Any, cast

from .errors import EngineNotFoundError, EngineTerminatedError, ProtocolError, RequestError, refused

Command = str | os.PathLike[str] | Sequence[str | os.PathLike[str]]

# Lines of the program's log that an error shows.
_LOG_LINES = 20

# Bytes of the longest request that the program reads.
_LONGEST = 1 << 20


class Call:
    """A request that was sent. `answer` is done when the program has answered it.

    `on_progress` gets None where a fork leaves it to the parent.
    """

    def __init__(self, number: int, on_progress: Callable[[Any], None] | None) -> None:
        self.number = number
        self.answer: Future[Any] = Future()
        self.on_progress = on_progress


class Connection:
    """The program as a process of its own, with a thread that reads what it says.

    It serves the process that started it: in a forked copy it has ended from the start.
    """

    def __init__(self, command: Command | None = None, options: Sequence[str] = ()) -> None:
        words = _words(command)
        # Who gives the whole command has its options behind the word.
        serving = [*words, *([] if "serve" in words[1:] else ["serve"]), *options]
        # Ctrl-C in a terminal goes to a whole group of processes: it is to end what Python does,
        # which then cancels the search, and not the program.
        own_group: dict[str, Any] = {"start_new_session": True}
        if sys.platform == "win32":
            own_group = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
        try:
            self._process = subprocess.Popen(
                serving,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                **own_group,
            )
        except OSError as error:
            raise EngineNotFoundError(f"{words[0]}: cannot be started: {error}") from error
        self._log: deque[str] = deque(maxlen=_LOG_LINES)
        self._calls: dict[int, Call] = {}
        self._numbers = itertools.count(1)
        # What is written must be whole lines, and nobody may ask once the reader has ended.
        self._lock = threading.Lock()
        self._ended: EngineTerminatedError | None = None
        # The reader waits for the log when the program ends, so that the log's thread starts first.
        self._threads = [
            threading.Thread(target=work, daemon=True) for work in (self._note, self._read)
        ]
        for thread in self._threads:
            thread.start()
        self._process_id = os.getpid()
        _connections.add(self)

    @property
    def closed(self) -> bool:
        """Whether no answers can come any more."""
        return self._ended is not None

    def send(
        self,
        method: str,
        parameters: dict[str, Any],
        on_progress: Callable[[Any], None] | None = None,
    ) -> Call:
        """Sends a request. Raises `EngineTerminatedError` if the program has ended."""
        with self._lock:
            if self._ended is not None:
                raise self._ended
            call = Call(next(self._numbers), on_progress)
            line = _line(call.number, method, parameters)
            self._calls[call.number] = call
            try:
                assert self._process.stdin is not None
                self._process.stdin.write(line)
                self._process.stdin.flush()
            except OSError:
                # The reader finds the end of the program and says so to every call.
                pass
        return call

    def cancel(self, call: Call) -> None:
        """Ends the search of a call; its answer, what it found so far, still comes."""
        if not call.answer.done():
            # With the program the call ends by itself.
            with contextlib.suppress(EngineTerminatedError):
                self.send("cancel", {"id": call.number})

    def close(self, patience: float = 5.0) -> None:
        """Ends the program; running searches are cancelled. Calls without an answer fail."""
        if self._process_id != os.getpid():
            return
        with self._lock:
            if self._ended is None:
                self._ended = EngineTerminatedError("the engine was closed")
            try:
                assert self._process.stdin is not None
                self._process.stdin.close()
            except OSError:
                pass
        try:
            self._process.wait(patience)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        for thread in self._threads:
            if thread is not threading.current_thread():
                thread.join(patience)

    def _read(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as lines:
            for line in lines:
                self._take(line)
        self._end()

    def _take(self, line: bytes) -> None:
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
        # The copies of the pipes would keep the program when the parent is gone. What waits in
        # their buffers is the parent's to write.
        for pipe in self._process.stdin, self._process.stdout, self._process.stderr:
            cast(Any, pipe).raw.close()
        # Nor is it to be waited for here.
        self._process.returncode = 0

    def _end(self) -> None:
        code = self._process.wait()
        with self._lock:
            ended = self._ended
        if ended is None:
            # What the program had to say of its end stands in its log.
            self._threads[0].join(1.0)
            message = f"the engine ended with exit code {code}"
            ended = EngineTerminatedError(message, code, "\n".join(self._log))
            with self._lock:
                self._ended = ended
        self._fail(ended)

    def _note(self) -> None:
        log: IO[bytes] | None = self._process.stderr
        assert log is not None
        with log:
            for line in log:
                self._log.append(line.decode(errors="replace").rstrip())


_connections: weakref.WeakSet[Connection] = weakref.WeakSet()


def _leave_to_parent() -> None:
    for connection in list(_connections):
        connection.leave_to_parent()
    _connections.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_leave_to_parent)


def _line(number: int, method: str, parameters: dict[str, Any]) -> bytes:
    """A request as a line. Raises `InvalidParameterError` for what the program could not read."""
    for name, value in parameters.items():
        try:
            # A half of a pair of surrogates is no text, though JSON could write it.
            json.dumps(value, allow_nan=False, ensure_ascii=False).encode()
        except ValueError as wrong:
            raise _unsendable(name, f"{wrong}", "what JSON has") from wrong
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


def options(
    threads: int | None, memory: int | None, tables: str | os.PathLike[str] | None
) -> list[str]:
    """The options of `chongkak serve` for what was given."""
    given = {"--threads": threads, "--memory": memory, "--tables": tables}
    return [f"{name}={value}" for name, value in given.items() if value is not None]


def _words(command: Command | None) -> list[str]:
    if command is None:
        command = os.environ.get("CHONGKAK") or "chongkak"
        if shutil.which(command) is None:
            raise EngineNotFoundError(
                f"{command}: no such program, expected `chongkak` on the PATH, or the environment "
                "variable CHONGKAK with its path, or Engine.popen(PATH)"
            )
    if not command:
        raise EngineNotFoundError(f"{command!r}: expected the path of the program, or its words")
    if isinstance(command, (str, os.PathLike)):
        return [str(Path(command)) if os.sep in str(command) else str(command)]
    return [os.fspath(word) for word in command]
