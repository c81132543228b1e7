"""The connection to an engine in this process."""

from __future__ import annotations

import atexit
import functools
import json
import os
import threading
import time
import warnings
import weakref
from collections import deque
from collections.abc import Callable
from typing import Any

from . import _native
from .connection import Call, Connection, check_resources
from .errors import EngineTerminatedError

# Maximum number of waiting searches, as in the program.
_MOST_WAITING = 1000


class Inside(Connection):
    """The engine as a part of this process. Quick answers need no other thread.

    Searches run on their own threads and release the lock of Python's interpreter.
    """

    def __init__(
        self,
        threads: int | None = None,
        memory: int | None = None,
        tables: str | os.PathLike[str] | None = None,
    ) -> None:
        check_resources(threads, memory)
        self._service = _native.Service(threads, memory, tables)
        self._searches: dict[int, _native.Search] = {}
        self._lanes = {True: _Lane(1), False: _Lane(self._service.at_once())}
        self._warned = False
        # An engine without references is closed and leaves no threads.
        self._finalizer = weakref.finalize(self, _close_lanes, [*self._lanes.values()])
        self._finalizer.atexit = False
        # From here on, a forked process leaves it to its parent.
        super().__init__()
        _open.add(self)

    def send(
        self,
        method: str,
        parameters: dict[str, Any],
        on_progress: Callable[[Any], None] | None = None,
    ) -> Call:
        with self._lock:
            call, line = self._new_call(method, parameters, on_progress)
        received = self._service.receive(line)
        if received == "":
            self._act(call, method, parameters)
            return call
        if isinstance(received, str):
            self._receive(received)
            return call
        with self._lock:
            if self._ended is not None:
                # It was closed meanwhile, and the call has failed.
                return call
            self._searches[call.number] = received
        # Claims take only a moment, so searches must not delay them.
        lane = self._lanes[method == "claims"]
        if not lane.put(call.number, functools.partial(self._run, call, received)):
            message = f"too many requests are waiting, at most {_MOST_WAITING}: try again later"
            error = {"code": -32000, "message": message, "data": {"kind": "busy"}}
            self._answer(call, {"error": error})
        return call

    def cancel(self, call: Call) -> None:
        self._cancel_number(call.number)

    def close(self, patience: float = 5.0) -> None:
        if self._process_id != os.getpid():
            return
        with self._lock:
            if self._ended is None:
                self._ended = EngineTerminatedError("the engine was closed")
            searches = list(self._searches.values())
        for search in searches:
            search.cancel()
        for lane in self._lanes.values():
            lane.close(patience)
        self._fail(self._ended)

    def leave_to_parent(self) -> None:
        super().leave_to_parent()
        # Its threads and their locks belong to the parent.
        self._finalizer.detach()
        self._searches = {}
        self._lanes = {}

    def _run(self, call: Call, search: _native.Search) -> None:
        call.started = time.monotonic()
        try:
            answer = search.run(None if call.on_progress is None else self._receive)
        except Exception as error:
            # No memory for a thread: this call fails, and the others continue.
            answer = json.dumps(_failure(call, error))
        with self._lock:
            self._searches.pop(call.number, None)
        self._receive(answer)
        problem = None if self._warned else self._service.problem()
        if problem is not None:
            self._warned = True
            hint = "continuing without (`chongkak tables install` repairs it)"
            warnings.warn(f"{problem}: {hint}", stacklevel=1)

    def _cancel_number(self, number: int) -> bool:
        with self._lock:
            search = self._searches.get(number)
        if search is None:
            return False
        search.cancel()
        # Answer a waiting search now, because its turn may be far away.
        for lane in self._lanes.values():
            lane.run_now(number)
        return True

    def _act(self, call: Call, method: str, parameters: dict[str, Any]) -> None:
        """Handles methods that the engine leaves to its caller."""
        if method == "shutdown":
            self._answer(call, {"result": None})
            self.close()
        else:
            self._answer(call, {"result": {"cancelled": self._cancel_number(parameters["id"])}})

    def _answer(self, call: Call, outcome: dict[str, Any]) -> None:
        with self._lock:
            self._searches.pop(call.number, None)
        self._receive(json.dumps({"id": call.number} | outcome))


class _Lane:
    """A queue of work that runs on up to `most` threads in order of arrival."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._waiting: deque[tuple[int, Callable[[], None]]] = deque()
        self._threads: list[threading.Thread] = []
        self._idle = 0
        self._closed = False
        self._changed = threading.Condition()

    def put(self, number: int, work: Callable[[], None]) -> bool:
        """Queues work, unless too much is waiting."""
        with self._changed:
            if len(self._waiting) >= _MOST_WAITING:
                return False
            self._waiting.append((number, work))
            if self._idle < len(self._waiting) and len(self._threads) < self._most:
                thread = threading.Thread(target=self._work, name="chongkak", daemon=True)
                self._threads.append(thread)
                thread.start()
            self._changed.notify()
        return True

    def run_now(self, number: int) -> None:
        """Runs waiting work immediately on this thread."""
        with self._changed:
            found = [one for one in self._waiting if one[0] == number]
            for one in found:
                self._waiting.remove(one)
        for _, work in found:
            work()

    def close(self, patience: float) -> None:
        """Ends the threads after the remaining work."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        for thread in self._threads:
            if thread is not threading.current_thread():
                thread.join(patience)

    def _work(self) -> None:
        while True:
            with self._changed:
                while not self._waiting:
                    if self._closed:
                        return
                    self._idle += 1
                    self._changed.wait()
                    self._idle -= 1
                _, work = self._waiting.popleft()
            work()
            # Otherwise a waiting thread would keep a reference to an unused engine.
            del work


def _close_lanes(lanes: list[_Lane]) -> None:
    for lane in lanes:
        lane.close(0)


def _failure(call: Call, error: Exception) -> dict[str, Any]:
    failure = {"code": -32603, "message": f"the search failed: {error}", "data": {"kind": "fault"}}
    return {"id": call.number, "error": failure}


_open: weakref.WeakSet[Inside] = weakref.WeakSet()


@atexit.register
def _close_all() -> None:
    # At exit, Python does not wait for searches.
    for one in list(_open):
        one.close()
