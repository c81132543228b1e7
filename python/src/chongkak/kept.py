"""Answers that a store keeps: what it has is not searched again.

It is the store of `chongkak batch`: an SQLite file, which the program and this package read and
write alike, several processes at once if need be.
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

# What is asked, by numbers.
Asked = dict[int, Query[Any]]
# The number of a question, its answer or the error in its place, and the seconds that it took.
Answers = Generator[tuple[int, Any, float], None, None]


class Kept:
    """A store for the answers to some questions, which must all be of a kind.

    Raises a `RequestError` if the file can't be used as a store, or keeps no such answers.
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
            # What is wrong with one of them is wrong with all: it is told before a search begins.
            self._known(_request(first))

    def answers(self, search: Callable[[Asked], Answers]) -> Answers:
        """The answers that there are; then those of a search, each kept before it is handed on.

        What is asked more than once is searched once.
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
                        # What could not be kept was at least shown.
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
    told: Mapping[str, Any] = json.loads(answer)
    if "error" in told:
        raise refused(told["error"])
    return told["result"]
