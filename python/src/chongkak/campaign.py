"""Campaigns: a proof too large for one search, made of many.

::

    campaign = chongkak.campaign.new("first-proof", engine.opening("kalah"), winner=True)
    with ProcessPoolExecutor() as executor:
        status = campaign.run(executor, time=3600)
    print(status.bounds, "answered" if status.answered else "open")

A job is a search: "is the value of this position at least so much?", within a number of nodes. A
position whose jobs ended without an answer is taken apart into those after its moves.

The folder is that of ``chongkak campaign``, which reads and writes it as well. A result is in it
before the next job is dealt, so that whatever ends a run loses what runs, and nothing else. Results
may come in any order, any number of times, and from anywhere.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import time as clock
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any

from . import _native
from .engine import default_engine
from .executors import answers_on_the_way, workers_of
from .game import Position, Rules
from .many import bar
from .queries import Query, solve
from .results import Bounds, Proven, Solution

# Jobs that are with the workers at once, of each worker, and where their number is not known. More
# of them lie idle less, but are chosen with less known.
_EACH = 4
_ALL = 64

_JOB_NODES = 10_000_000


@dataclass(frozen=True)
class Status:
    """How a campaign stands.

    `bounds` are proven; `answered` says whether they are all that was asked. `open` counts the
    positions to be asked, as the tree stands, `proven` those of which enough is known, and `nodes`
    those that all jobs visited. `stopped` is the limit that ended a run: "time", "jobs" or None.
    """

    position: Position
    bounds: Bounds
    answered: bool
    open: int
    proven: int
    nodes: int
    stopped: str | None = None

    @property
    def value(self) -> Proven | None:
        """The value, once it is proven."""
        return Proven(self.bounds.lower) if self.bounds.lower == self.bounds.upper else None


@dataclass(frozen=True)
class Task:
    """A job: is the value of a position at least so much? It has so many nodes to find out."""

    position: Position
    at_least: int
    nodes: int

    def query(self, memory: int | None = None) -> Query[Solution]:
        """The search that does it, on one thread, with `memory` MiB."""
        return solve(
            self.position,
            at_least=self.at_least,
            nodes=self.nodes,
            fresh=True,
            threads=1,
            memory=memory,
        )


@dataclass(frozen=True)
class Added:
    """What came of results: how many said something new, which are kept, and how many nothing new.

    `cut` are files that end in the midst of a line, which was left out.
    """

    new: int
    known: int
    cut: tuple[str, ...] = ()


@dataclass(frozen=True)
class Campaign:
    """A campaign in its folder: what is asked of the value of a position.

    It has no state but the folder, and can be copied and pickled. Every method reads the folder
    anew. While one adds results, others that would are refused.
    """

    folder: str
    position: Position
    winner: bool
    at_least: int | None
    job_nodes: int

    def status(self) -> Status:
        """How it stands."""
        with _opened(self.folder, write=False) as opened:
            return self._status(opened)

    def tasks(self, count: int) -> list[Task]:
        """The jobs that do most for an answer now, up to so many.

        They are the same until results are added. There are fewer if no more could matter, and none
        once the question is answered.
        """
        with _opened(self.folder, write=False) as opened:
            return [self._task(json.loads(text)) for text in opened.tasks(count)]

    def add(self, *results: Solution | str | os.PathLike[str]) -> Added:
        """Takes results in: solutions, and files as ``chongkak campaign add`` takes them.

        If there is an error in any file, nothing of the files is kept.
        """
        files = [one for one in results if not isinstance(one, Solution)]
        solutions = [dict(one.raw) for one in results if isinstance(one, Solution)]
        with _opened(self.folder, write=True) as opened:
            new, known, cut = opened.add_files(files)
            more, as_known, _ = opened.add_lines("\n".join(map(json.dumps, solutions)))
        return Added(new + more, known + as_known, tuple(map(str, cut)))

    def run(
        self,
        executor: Executor | None = None,
        *,
        jobs: int | None = None,
        time: float | None = None,
        parallel: int | None = None,
        memory: int | None = None,
        progress: bool | None = None,
    ) -> Status:
        """Deals jobs to the workers of an executor until the question is answered.

        Without an executor they run on the threads of this machine. `jobs` and `time`, in seconds,
        are limits that end this run before. `parallel` is the number of jobs that are with the
        workers at once: 4 for each worker, or 64 where the executor doesn't say how many it has.
        `memory` are the MiB of each job, and `progress` shows a bar of tqdm, as in
        `chongkak.solve_many`.

        A job whose worker died is dealt again, twice at most; then the run ends with its error.
        What was found is kept, however the run ends.
        """
        if executor is None:
            with ThreadPoolExecutor(default_engine().info().threads) as threads:
                return self.run(
                    threads,
                    jobs=jobs,
                    time=time,
                    parallel=parallel,
                    memory=memory,
                    progress=progress,
                )
        workers = workers_of(executor)
        most = parallel or (_ALL if workers is None else _EACH * workers)
        until = None if time is None else clock.monotonic() + time
        with _opened(self.folder, write=True) as opened, bar(jobs, progress, " jobs") as tick:
            dealt = _Dealt(self, opened, jobs, until, memory)
            answers = answers_on_the_way(executor, dealt.next, most=most, until=until)
            with contextlib.closing(answers):
                for index, answer, _ in answers:
                    if isinstance(answer, Exception):
                        raise answer
                    dealt.take(index, answer)
                    tick()
                    if opened.answered():
                        # What still runs is of no use any more.
                        break
            status = self._status(opened)
            return replace(status, stopped=None if status.answered else dealt.stopped())

    def _status(self, opened: _native.Campaign) -> Status:
        told = json.loads(opened.status())
        return Status(
            position=self.position,
            bounds=Bounds(told["lower"], told["upper"]),
            answered=opened.answered(),
            open=told["open"],
            proven=told["proven"],
            nodes=told["nodes"],
        )

    def _task(self, told: Any) -> Task:
        position = Position.parse(told["position"], self.position.rules)
        return Task(position, told["at_least"], told["max_nodes"])


class _Dealt:
    """The jobs of a run: those that are at work, and those to come."""

    def __init__(
        self,
        campaign: Campaign,
        opened: _native.Campaign,
        jobs: int | None,
        until: float | None,
        memory: int | None,
    ) -> None:
        self._campaign = campaign
        self._opened = opened
        self._left = jobs
        self._until = until
        self._memory = memory
        self._numbers = itertools.count()
        self._at_work: dict[int, Task] = {}

    def next(self) -> tuple[int, Query[Solution]] | None:
        """The next job; None if there is none now."""
        if self.stopped() is not None or not (dealt := self._opened.tasks(1)):
            return None
        task = self._campaign._task(json.loads(dealt[0]))
        if self._left is not None:
            self._left -= 1
        index = next(self._numbers)
        self._at_work[index] = task
        return index, task.query(self._memory)

    def take(self, index: int, answer: dict[str, Any]) -> None:
        """Keeps what a job has found."""
        task = self._at_work.pop(index)
        self._opened.add_lines(json.dumps(answer | {"at_least": task.at_least}))

    def stopped(self) -> str | None:
        """The limit that ends the run."""
        if self._until is not None and clock.monotonic() >= self._until:
            return "time"
        return "jobs" if self._left is not None and self._left <= 0 else None


def new(
    folder: str | os.PathLike[str],
    position: Position,
    *,
    winner: bool = False,
    at_least: int | None = None,
    job_nodes: int = _JOB_NODES,
) -> Campaign:
    """Begins a campaign in a folder, which is new or empty, for the value of a position.

    With `winner` it is asked only who wins, with `at_least` whether the value is at least that, as
    in `Engine.solve`. A job visits up to `job_nodes` positions; one that finds no answer is asked
    again with twice and four times as many.
    """
    if winner and at_least is not None:
        raise ValueError(f"found at_least={at_least} beside winner, expected one of them")
    rules, goal = position.rules, (winner, at_least)
    options = rules.option_texts()
    _native.Campaign.create(folder, rules.name, options, str(position), goal, job_nodes)
    return open(folder)


def open(folder: str | os.PathLike[str]) -> Campaign:  # noqa: A001
    """The campaign in a folder, as `new` or ``chongkak campaign new`` has begun it."""
    with _opened(folder, write=False) as opened:
        name, options, text, winner, at_least, job_nodes = opened.question()
    named = dict(options)
    sizes = {size: int(named.pop(size)) for size in ("holes", "seeds") if size in named}
    rules = Rules(name, holes=sizes.get("holes"), seeds=sizes.get("seeds"), **named)
    position = Position.parse(text, rules)
    return Campaign(os.fspath(folder), position, winner, at_least, job_nodes)


# Those that are open in this process.
_all_opened: set[_native.Campaign] = set()


@contextlib.contextmanager
def _opened(folder: str | os.PathLike[str], *, write: bool) -> Iterator[_native.Campaign]:
    """Opens a folder, and gives it back, whatever happens."""
    opened = _native.Campaign.open(folder, write)
    _all_opened.add(opened)
    try:
        yield opened
    finally:
        _all_opened.discard(opened)
        opened.close()


def _leave_to_parent() -> None:
    # A worker that outlives who deals the jobs must not hold the folder.
    for opened in _all_opened:
        opened.leave_to_parent()
    _all_opened.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_leave_to_parent)
