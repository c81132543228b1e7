"""The connection to the program in a process of its own."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
import sysconfig
import threading
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO, Any, cast

from .connection import Call, Connection, check_resources
from .errors import EngineNotFoundError, EngineTerminatedError

Command = str | os.PathLike[str] | Sequence[str | os.PathLike[str]]

# Number of lines of the program's log in an error.
_LOG_LINES = 20


class Process(Connection):
    """The program as a process of its own, with threads that read its output."""

    def __init__(self, command: Command | None = None, options: Sequence[str] = ()) -> None:
        words = _words(command)
        # In a complete command, options follow the word `serve`.
        serving = [*words, *([] if "serve" in words[1:] else ["serve"]), *options]
        # Ctrl-C in a terminal goes to a whole process group. It should interrupt Python, which then
        # cancels the search, and not the program.
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
        # Only whole lines may be written, and none after the reader has ended.
        super().__init__()
        # The reader waits for the log when the program ends, so the log's thread starts first.
        self._threads = [
            threading.Thread(target=work, daemon=True) for work in (self._read_log, self._read)
        ]
        for thread in self._threads:
            thread.start()

    def send(
        self,
        method: str,
        parameters: dict[str, Any],
        on_progress: Callable[[Any], None] | None = None,
    ) -> Call:
        with self._lock:
            call, line = self._new_call(method, parameters, on_progress)
            try:
                assert self._process.stdin is not None
                self._process.stdin.write(line)
                self._process.stdin.flush()
            except OSError:
                # The reader notices the end of the program and fails every call.
                pass
        return call

    def cancel(self, call: Call) -> None:
        if not call.answer.done():
            # If the program has ended, so has the call.
            with contextlib.suppress(EngineTerminatedError):
                self.send("cancel", {"id": call.number})

    def close(self, patience: float = 5.0) -> None:
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
                self._receive(line)
        self._end()

    def leave_to_parent(self) -> None:
        super().leave_to_parent()
        # The copies of the pipes would keep the program alive after the parent. Only the parent may
        # write what is in their buffers.
        for pipe in self._process.stdin, self._process.stdout, self._process.stderr:
            cast(Any, pipe).raw.close()
        # Don't wait for the parent's child process.
        self._process.returncode = 0

    def _end(self) -> None:
        code = self._process.wait()
        with self._lock:
            ended = self._ended
        if ended is None:
            # The program logs why it ended.
            self._threads[0].join(1.0)
            message = f"the engine ended with exit code {code}"
            ended = EngineTerminatedError(message, code, "\n".join(self._log))
            with self._lock:
                self._ended = ended
        self._fail(ended)

    def _read_log(self) -> None:
        log: IO[bytes] | None = self._process.stderr
        assert log is not None
        with log:
            for line in log:
                self._log.append(line.decode(errors="replace").rstrip())


def options(
    threads: int | None, memory: int | None, tables: str | os.PathLike[str] | None
) -> list[str]:
    """Returns the options of `chongkak serve` for these resources."""
    check_resources(threads, memory)
    given = {"--threads": threads, "--memory": memory, "--tables": tables}
    return [f"{name}={value}" for name, value in given.items() if value is not None]


def _words(command: Command | None) -> list[str]:
    if command is None:
        command = os.environ.get("CHONGKAK") or _installed() or "chongkak"
        if shutil.which(command) is None:
            raise EngineNotFoundError(
                f"{command}: program not found, expected `chongkak` installed with this package or "
                "on the PATH, or the environment variable CHONGKAK with its path, or "
                "Engine.popen(PATH)"
            )
    if not command:
        raise EngineNotFoundError(f"{command!r}: expected the path of the program, or its words")
    if isinstance(command, (str, os.PathLike)):
        return [str(Path(command)) if os.sep in str(command) else str(command)]
    return [os.fspath(word) for word in command]


def _installed() -> str | None:
    """Returns the program installed with this package, independently of the PATH."""
    name = "chongkak.exe" if sys.platform == "win32" else "chongkak"
    user = sysconfig.get_preferred_scheme("user")
    folders = [sysconfig.get_path("scripts"), sysconfig.get_path("scripts", scheme=user)]
    found = (os.path.join(folder, name) for folder in folders)
    return next(filter(os.path.isfile, found), None)
