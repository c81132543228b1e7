"""Campaigns: proofs that are too large for one search, composed of many.

::

    campaign = chongkak.campaign.new("first-proof", engine.opening("kalah"), winner=True)
    with ProcessPoolExecutor() as executor:
        status = campaign.run(executor, time=3600)
    print(status.bounds, "answered" if status.answered else "open")

A job is a search with a node limit that asks whether the value of a position is at least a number.
If the jobs of a position fail, it is expanded into the positions after its moves.

The folder is in the format of ``chongkak campaign``, and both can use it. Each result is stored
before the next job is dealt, so whatever ends a run, only the running jobs are lost. Results may
arrive in any order, any number of times, and from anywhere.
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
from .executors import answers_on_demand, workers_of
from .game import Position, Rules
from .many import bar
from .queries import Query, solve
from .results import Bounds, Proven, Solution

# Concurrent jobs per worker, and in total if the number of workers is unknown. With more jobs,
# workers are idle less, but jobs are chosen with less knowledge.
_JOBS_PER_WORKER = 4
_JOBS_BY_DEFAULT = 64

_JOB_NODES = 10_000_000


@dataclass(frozen=True)
class Status:
    """The state of a campaign.

    `bounds` are proven; `answered` is whether they answer the question. `open` is the number of
    positions to search in the current tree, `proven` the number of those that are proven as far as
    needed, and `nodes` the number of positions visited by all jobs. `stopped` is the limit that
    ended a run: "time", "jobs" or None.
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
    """A job: is the value of a position at least `at_least`? `nodes` is its node limit."""

    position: Position
    at_least: int
    nodes: int

    def query(self, memory: int | None = None) -> Query[Solution]:
        """Returns the search of the job, on one thread with `memory` MiB."""
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
    """The outcome of adding results: how many are `new` and kept, and how many were `known`.

    `cut` lists files whose last line is incomplete and was skipped.
    """

    new: int
    known: int
    cut: tuple[str, ...] = ()


@dataclass(frozen=True)
class Campaign:
    """A campaign in its folder: a question about the value of a position.

    The folder is its only state, so a campaign can be copied and pickled. Every method reads the
    folder again. While one method adds results, others that would add some raise an error.
    """

    folder: str
    position: Position
    winner: bool
    at_least: int | None
    job_nodes: int

    def status(self) -> Status:
        """Returns the state of the campaign."""
        with _opened(self.folder, write=False) as opened:
            return self._status(opened)

    def tasks(self, count: int) -> list[Task]:
        """Returns up to `count` jobs that contribute most to an answer.

        The jobs stay the same until results are added. There are fewer if no others could matter,
        and none once the question is answered.
        """
        with _opened(self.folder, write=False) as opened:
            return [self._task(json.loads(text)) for text in opened.tasks(count)]

    def add(self, *results: Solution | str | os.PathLike[str]) -> Added:
        """Adds results: solutions, and files as for ``chongkak campaign add``.

        If any file has an error, no result of the files is added.
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
        """Runs jobs in the workers of an executor until the question is answered.

        Without an executor, the jobs run on the threads of this machine. `jobs` and `time`, in
        seconds, are limits of this run. `parallel` is the number of concurrent jobs: by default 4
        per worker, or 64 if the executor does not report its number of workers. `memory` is that of
        each job in MiB, and `progress` shows a progress bar of tqdm, as in `chongkak.solve_many`.

        A job whose worker died is dealt again, at most twice; then the run ends with its error.
        Results are kept however the run ends.
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
        most = parallel or (_JOBS_BY_DEFAULT if workers is None else _JOBS_PER_WORKER * workers)
        until = None if time is None else clock.monotonic() + time
        with _opened(self.folder, write=True) as opened, bar(jobs, progress, " jobs") as tick:
            dealt = _JobQueue(self, opened, jobs, until, memory)
            answers = answers_on_demand(executor, dealt.next, most=most, until=until)
            with contextlib.closing(answers):
                for index, answer, _ in answers:
                    if isinstance(answer, Exception):
                        raise answer
                    dealt.take(index, answer)
                    tick()
                    if opened.answered():
                        # The running jobs are no longer needed.
                        break
            status = self._status(opened)
            return replace(status, stopped=None if status.answered else dealt.stopped())

    def _status(self, opened: _native.Campaign) -> Status:
        fields = json.loads(opened.status())
        return Status(
            position=self.position,
            bounds=Bounds(fields["lower"], fields["upper"]),
            answered=opened.answered(),
            open=fields["open"],
            proven=fields["proven"],
            nodes=fields["nodes"],
        )

    def _task(self, fields: Any) -> Task:
        position = Position.parse(fields["position"], self.position.rules)
        return Task(position, fields["at_least"], fields["max_nodes"])


class _JobQueue:
    """The jobs of a run: those that are running, and the next ones."""

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
        self._running: dict[int, Task] = {}

    def next(self) -> tuple[int, Query[Solution]] | None:
        """Returns the next job; None if there is none now."""
        if self.stopped() is not None or not (dealt := self._opened.tasks(1)):
            return None
        task = self._campaign._task(json.loads(dealt[0]))
        if self._left is not None:
            self._left -= 1
        index = next(self._numbers)
        self._running[index] = task
        return index, task.query(self._memory)

    def take(self, index: int, answer: dict[str, Any]) -> None:
        """Stores the result of a job."""
        task = self._running.pop(index)
        self._opened.add_lines(json.dumps(answer | {"at_least": task.at_least}))

    def stopped(self) -> str | None:
        """Returns the limit that ends the run, if any."""
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
    """Creates a campaign for the value of a position in a new or empty folder.

    With `winner`, the campaign proves only who wins; with `at_least`, only whether the value is at
    least that, as in `Engine.solve`. A job visits up to `job_nodes` positions; a failed job is
    repeated with twice and four times as many.
    """
    if winner and at_least is not None:
        raise ValueError(f"found at_least={at_least} and winner, expected only one of them")
    rules, goal = position.rules, (winner, at_least)
    options = rules.option_texts()
    _native.Campaign.create(folder, rules.name, options, str(position), goal, job_nodes)
    return open(folder)


def open(folder: str | os.PathLike[str]) -> Campaign:  # noqa: A001
    """Opens the campaign in a folder that `new` or ``chongkak campaign new`` created."""
    with _opened(folder, write=False) as opened:
        name, options, text, winner, at_least, job_nodes = opened.question()
    named = dict(options)
    sizes = {size: int(named.pop(size)) for size in ("holes", "seeds") if size in named}
    rules = Rules(name, holes=sizes.get("holes"), seeds=sizes.get("seeds"), **named)
    position = Position.parse(text, rules)
    return Campaign(os.fspath(folder), position, winner, at_least, job_nodes)


# The campaigns that are open in this process.
_all_opened: set[_native.Campaign] = set()


@contextlib.contextmanager
def _opened(folder: str | os.PathLike[str], *, write: bool) -> Iterator[_native.Campaign]:
    """Opens a campaign and closes it afterwards in any case."""
    opened = _native.Campaign.open(folder, write)
    _all_opened.add(opened)
    try:
        yield opened
    finally:
        _all_opened.discard(opened)
        opened.close()


def _leave_to_parent() -> None:
    # A worker that outlives the dealing process must not hold the folder.
    for opened in _all_opened:
        opened.leave_to_parent()
    _all_opened.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_leave_to_parent)
