"""Searches in the workers of an executor, wherever they run.

A worker receives chunks of questions that take a few seconds, and asks the engine of its own
process. While it searches, it holds a connection to the process that sent the chunk. When that
process stops waiting or ends, the connection closes, and the worker cancels its searches. A worker
that cannot connect, for example because of a firewall, continues until its chunk is done.
"""

from __future__ import annotations

import contextlib
import functools
import os
import queue
import socket
import time
import warnings
import weakref
from collections import Counter, deque
from collections.abc import Callable, Generator, Mapping
from concurrent.futures import (
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from concurrent.futures import TimeoutError as FutureTimeoutError
from typing import Any

from .engine import default_engine
from .errors import EngineTerminatedError, RequestError, refused
from .queries import Query

# Target duration of a chunk in seconds: long compared with the cost of sending one.
_CHUNK_SECONDS = 2.0
_LONGEST_CHUNK = 1000

# Chunks waiting at an executor with an unknown number of workers.
_CHUNKS_AHEAD = 256

# How often to ask a question whose worker dies.
_TRIES = 3

# Seconds between checks whether the answer is still wanted.
_POLL_SECONDS = 0.1

Question = tuple[int, str, dict[str, Any]]
# With the duration of each in seconds.
Answers = list[tuple[int, Any, dict[str, Any] | None, float]]
# The host of the asking process (None on the worker's own machine) and the port.
Place = tuple[str | None, int]


def answers_of_workers(
    executor: Executor, asked: Mapping[int, Query[Any]]
) -> Generator[tuple[int, Any, float], None, None]:
    """Yields answers or errors as they arrive, with their durations in seconds.

    A question whose worker died is asked again, at most twice, with a warning.
    """
    return answers_on_demand(executor, functools.partial(next, iter(asked.items()), None))


def answers_on_demand(
    executor: Executor,
    asked: Callable[[], tuple[int, Query[Any]] | None],
    *,
    most: int | None = None,
    until: float | None = None,
) -> Generator[tuple[int, Any, float], None, None]:
    """Like `answers_of_workers`, with questions on demand; `asked` returns None if there is none.

    `most` is the maximum number of questions at the workers; `until` is the end, as in
    `time.monotonic`.
    """
    waiting: deque[Question] = deque()
    tries: Counter[int] = Counter()
    done: queue.SimpleQueue[Future[Any]] = queue.SimpleQueue()
    chunks: dict[Future[Any], list[Question]] = {}
    pool = _Pool(executor)
    longest = _LONGEST_CHUNK if most is None else max(1, most // pool.ahead)
    size = 1

    def room() -> int:
        asked_now = sum(len(chunk) for chunk in chunks.values())
        return size if most is None else min(size, most - asked_now)

    with _Listener(alone=pool.local) as listener, pool:
        try:
            while True:
                while len(chunks) < pool.ahead and (chunk := _chunk(waiting, asked, room())):
                    future = pool.submit(chunk, listener.place)
                    chunks[future] = chunk
                    future.add_done_callback(done.put)
                if not chunks:
                    return
                try:
                    wait = None if until is None else max(0.0, until - time.monotonic())
                    future = done.get(timeout=wait)
                except queue.Empty:
                    return
                listener.accept()
                chunk = chunks.pop(future)
                answers: Answers = []
                try:
                    answers, seconds = future.result()
                    each = seconds / len(chunk)
                    fitting = _LONGEST_CHUNK if each == 0 else int(_CHUNK_SECONDS / each)
                    size = max(1, min(fitting, 2 * size, longest))
                    ended: Exception = EngineTerminatedError("it lost the process that asks")
                except Exception as error:
                    ended = error
                    pool.renew(error)
                for index, answer, fault, took in answers:
                    yield index, answer if fault is None else refused(fault), took
                answered = {index for index, *_ in answers}
                left = [one for one in chunk if one[0] not in answered]
                if not left:
                    continue
                # One of these questions may kill its worker, so send each one separately.
                size = 1
                for index, _, _ in left:
                    tries[index] += 1
                again = [one for one in left if tries[one[0]] < _TRIES]
                waiting.extendleft(reversed(again))
                if again:
                    _warn(ended, len(again))
                for index, _, _ in left:
                    if tries[index] >= _TRIES:
                        message = f"the worker ended {_TRIES} times: {ended!r}"
                        yield index, EngineTerminatedError(message), 0.0
        finally:
            for future in chunks:
                future.cancel()


def _chunk(
    waiting: deque[Question], asked: Callable[[], tuple[int, Query[Any]] | None], size: int
) -> list[Question]:
    """Takes up to `size` questions, waiting ones first."""
    while len(waiting) < size and (one := asked()) is not None:
        index, query = one
        waiting.append((index, query.method, query.parameters))
    return [waiting.popleft() for _ in range(min(size, len(waiting)))]


def _warn(error: Exception, count: int) -> None:
    positions = "a position is" if count == 1 else f"{count} positions are"
    warnings.warn(f"a worker ended ({error!r}): {positions} searched again", stacklevel=4)


def workers_of(executor: Executor) -> int | None:
    """Returns the number of workers, if the executor reports it."""
    workers = getattr(executor, "_max_workers", None)
    return workers if isinstance(workers, int) else None


class _Pool:
    """An executor. A broken pool of processes is replaced."""

    def __init__(self, executor: Executor) -> None:
        self._executor = executor
        self._own: ProcessPoolExecutor | None = None
        self.local = isinstance(executor, (ProcessPoolExecutor, ThreadPoolExecutor))
        workers = workers_of(executor)
        self.ahead = _CHUNKS_AHEAD if workers is None else 2 * workers

    def __enter__(self) -> _Pool:
        return self

    def __exit__(self, *_: object) -> None:
        if self._own is not None:
            self._own.shutdown(wait=False, cancel_futures=True)

    def submit(self, chunk: list[Question], place: Place) -> Future[Any]:
        try:
            return self._executor.submit(work, chunk, place)
        except BrokenExecutor as error:
            self.renew(error)
            return self._executor.submit(work, chunk, place)

    def renew(self, error: Exception) -> None:
        """Replaces a broken pool of processes."""
        broken = self._executor
        if not isinstance(error, BrokenExecutor) or not isinstance(broken, ProcessPoolExecutor):
            return
        if not getattr(broken, "_broken", True):
            # The pool was already replaced because of another of its futures.
            return
        fresh = ProcessPoolExecutor(
            getattr(broken, "_max_workers", None),
            getattr(broken, "_mp_context", None),
            getattr(broken, "_initializer", None),
            getattr(broken, "_initargs", ()),
        )
        if self._own is not None:
            self._own.shutdown(wait=False)
        self._own = self._executor = fresh


class _Listener:
    """Holds the connections of workers. Nothing is read or written.

    It has no thread, because a pool of processes may fork while it exists.
    """

    def __init__(self, *, alone: bool) -> None:
        self._server = socket.create_server(("127.0.0.1" if alone else "", 0), backlog=4096)
        self._server.setblocking(False)
        self._held: list[socket.socket] = []
        host = None if alone else socket.gethostname()
        self.place: Place = (host, self._server.getsockname()[1])
        _listeners.add(self)

    def __enter__(self) -> _Listener:
        return self

    def __exit__(self, *_: object) -> None:
        for one in [self._server, *self._held]:
            # A fork may have a copy, so closing alone would not end the connection.
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
        self.close()

    def close(self) -> None:
        for one in [self._server, *self._held]:
            one.close()
        self._held = []

    def accept(self) -> None:
        """Accepts waiting connections, and closes those of workers that are done."""
        for one in [one for one in self._held if _ended(one)]:
            one.close()
            self._held.remove(one)
        # Until none is waiting or the system has no room; then they keep waiting.
        with contextlib.suppress(OSError):
            while True:
                held, _ = self._server.accept()
                held.setblocking(False)
                self._held.append(held)


_listeners: weakref.WeakSet[_Listener] = weakref.WeakSet()


def _leave_to_parent() -> None:
    for one in list(_listeners):
        one.close()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_leave_to_parent)


def _ended(connection: socket.socket) -> bool:
    """Whether the other side has closed a connection, without blocking."""
    try:
        return connection.recv(1) == b""
    except BlockingIOError:
        return False
    except OSError:
        return True


# Places reached before; one that can't be reached any more has ended.
_reached: set[Place] = set()


class _AbandonedError(Exception):
    """The asking process has ended or stopped waiting."""


def _connect_to(place: Place) -> socket.socket | None:
    """Connects to the asking process; None if it is unreachable."""
    host, port = place
    # A machine may be unable to resolve its own name.
    there = "127.0.0.1" if host in (None, socket.gethostname()) else host
    try:
        connection = socket.create_connection((there, port), timeout=2)
    except OSError as error:
        if host is None or place in _reached:
            raise _AbandonedError from error
        return None
    connection.setblocking(False)
    _reached.add(place)
    return connection


def work(chunk: list[Question], place: Place) -> tuple[Answers, float]:
    """Answers a chunk in a worker. Returns answers or errors, and the duration in seconds.

    Questions that are no longer wanted are left out.
    """
    started = time.monotonic()
    connection = default_engine()._connection
    try:
        held = _connect_to(place)
    except _AbandonedError:
        return [], 0.0
    answers: Answers = []
    try:
        for index, method, parameters in chunk:
            call = connection.send(method, parameters)
            while True:
                try:
                    answer = call.answer.result(_POLL_SECONDS)
                    answers.append((index, answer, None, time.monotonic() - call.started))
                except FutureTimeoutError:
                    if held is not None and _ended(held):
                        connection.cancel(call)
                        return answers, time.monotonic() - started
                    continue
                except RequestError as error:
                    answers.append((index, None, error.raw, 0.0))
                break
    finally:
        if held is not None:
            held.close()
    return answers, time.monotonic() - started
