"""Answers in a store, which are not searched again.

It is the store of `chongkak batch`: an SQLite file that the program and this package can both read
and write, even several processes at the same time.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Callable, Generator, Mapping
from typing import Any

from . import _native
from .connection import request_line
from .errors import ChongkakError, refused
from .queries import Query

# Questions by number.
Asked = dict[int, Query[Any]]
# The number of a question, its answer or error, and its duration in seconds.
Answers = Generator[tuple[int, Any, float], None, None]


class Kept:
    """A store for the answers to some questions of the same kind.

    Raises a `RequestError` if the file is not a usable store, or can't hold such answers.
    """

    def __init__(self, path: str | os.PathLike[str], asked: Asked) -> None:
        store, fault = _native.Store.open(path)
        if fault is not None:
            raise refused(json.loads(fault)["error"])
        assert store is not None
        self._store = store
        self._asked = asked
        first = next(iter(asked.values()), None)
        if first is not None:
            # An error of one question is an error of all, so report it before any search.
            self._known(_request(first))

    def answers(self, search: Callable[[Asked], Answers]) -> Answers:
        """Yields stored answers, then those of a search, which are stored first.

        Duplicate questions are searched once.
        """
        try:
            numbers: dict[bytes, list[int]] = {}
            for number, query in self._asked.items():
                request = _request(query)
                same = numbers.get(request)
                known = None if same else self._known(request)
                if known is not None:
                    yield number, known, 0.0
                else:
                    numbers.setdefault(request, []).append(number)
            requests = {same[0]: request for request, same in numbers.items()}
            left = {number: self._asked[number] for number in requests}
            if not left:
                return
            with contextlib.closing(search(left)) as found:
                for number, answer, seconds in found:
                    request = requests[number]
                    fault = self._keep(request, answer, seconds)
                    for each in numbers[request]:
                        yield each, answer, seconds
                    if fault is not None:
                        # The answer could not be stored but was at least yielded.
                        raise fault
        finally:
            self._store.close()

    def _known(self, request: bytes) -> Any:
        return _result(self._store.known(request))

    def _keep(self, request: bytes, answer: Any, seconds: float) -> ChongkakError | None:
        if isinstance(answer, Exception):
            return None
        try:
            _result(self._store.keep(request, json.dumps(answer), max(seconds, 0.0)))
        except ChongkakError as fault:
            return fault
        return None


def _request(query: Query[Any]) -> bytes:
    return request_line(0, query.method, query.parameters)


def _result(answer: str) -> Any:
    outcome: Mapping[str, Any] = json.loads(answer)
    if "error" in outcome:
        raise refused(outcome["error"])
    return outcome["result"]
