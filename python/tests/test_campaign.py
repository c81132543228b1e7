"""Campaigns: the folder of the program, worked off by any executor."""

import json
import os
import pickle
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from test_analyses import minimax
from test_many import pool

from chongkak import Bounds, Engine, Position, Proven, RequestError, Rules, campaign

BOARD = Rules("kalah", holes=3, seeds=2)
OPENING = Position.parse("2,2,2/0 2,2,2/0 A", BOARD)
# So few nodes that the value takes some dozen jobs.
JOB_NODES = 20


@pytest.fixture(scope="session")
def value() -> Proven:
    """The value by minimax in its plainest form."""
    return Proven(minimax(OPENING, {}))


def program(*arguments: str) -> Any:
    """What the program says of a campaign."""
    command = [os.environ.get("CHONGKAK", "chongkak"), "campaign", *arguments]
    run = subprocess.run(
        [*command, "--format", "json", "--quiet"], capture_output=True, text=True, check=False
    )
    assert run.returncode in (0, 3), run.stderr
    return json.loads(run.stdout)


def agrees(status: campaign.Status, folder: Path) -> None:
    """The program says the same of the folder."""
    assert program("status", str(folder)) == {
        "position": str(status.position),
        "lower": status.bounds.lower,
        "upper": status.bounds.upper,
        "exact": status.value is not None,
        "open": status.open,
        "proven": status.proven,
        "nodes": status.nodes,
    }


@pytest.mark.parametrize("kind", ["none", "threads", "spawn", "fork"])
def test_any_executor_works_a_campaign_off(kind: str, tmp_path: Path, value: Proven) -> None:
    begun = campaign.new(tmp_path / "proof", OPENING, job_nodes=JOB_NODES)
    assert (begun.position, begun.winner, begun.at_least) == (OPENING, False, None)
    if kind == "none":
        status = begun.run()
    else:
        with pool(kind) as executor:
            status = begun.run(executor)
            # The folder is free, though the workers are there.
            assert begun.add().new == 0
            assert begun.run(executor) == status
    assert (status.value, status.answered, status.open) == (value, True, 0)
    assert (status.stopped, status.bounds) == (None, Bounds(value.seeds, value.seeds))
    assert status.nodes > 10 * JOB_NODES
    agrees(status, tmp_path / "proof")
    assert begun.tasks(5) == []
    # Others see the same.
    copied = pickle.loads(pickle.dumps(begun))
    assert copied == campaign.open(tmp_path / "proof") == begun
    assert copied.status() == status


def test_the_program_goes_on_where_python_stops_and_back(tmp_path: Path, value: Proven) -> None:
    folder = tmp_path / "proof"
    board = ["--rules", "kalah", "--holes", "3", "--seeds", "2"]
    program("new", str(folder), *board, "--job-nodes", str(JOB_NODES))
    opened = campaign.open(folder)
    assert (opened.position, opened.job_nodes) == (OPENING, JOB_NODES)
    agrees(opened.status(), folder)
    assert opened.status().bounds == Bounds(-12, 12)
    status = opened.run(jobs=3)
    assert (status.stopped, status.answered) == ("jobs", False)
    agrees(status, folder)
    # The program deals the jobs that are next here.
    tasks = program("tasks", str(folder), "--count", "4")
    assert [(one["position"], one["at_least"], one["max_nodes"]) for one in tasks] == [
        (str(task.position), task.at_least, task.nodes) for task in opened.tasks(4)
    ]
    program("run", str(folder), "--jobs", "3")
    assert opened.status().nodes > status.nodes
    assert opened.run(time=0.001).stopped == "time"
    assert opened.run().value == value
    agrees(opened.status(), folder)


def test_results_come_from_anywhere(engine: Engine, tmp_path: Path, value: Proven) -> None:
    made = campaign.new(tmp_path / "proof", OPENING, job_nodes=JOB_NODES)
    while tasks := made.tasks(10):
        assert tasks == made.tasks(10)
        added = made.add(*(engine.ask(task.query()) for task in tasks))
        assert added.new + added.known == len(tasks)
        assert added.new > 0
    assert made.status().value == value
    # Another one takes what it has: its store.
    other = campaign.new(tmp_path / "other", OPENING, job_nodes=JOB_NODES)
    added = other.add(tmp_path / "proof" / "results.sqlite")
    assert added.new > 0
    assert other.status().value == value
    assert other.add(tmp_path / "proof" / "results.sqlite").new == 0
    # Lines of a batch that was killed.
    third = campaign.new(tmp_path / "third", OPENING)
    lines = json.dumps(dict(engine.solve(OPENING, fresh=True).raw))
    (tmp_path / "lines.jsonl").write_text(f"{lines}\n{lines[:40]}")
    added = third.add(tmp_path / "lines.jsonl")
    assert (added.new, added.cut) == (1, (str(tmp_path / "lines.jsonl"),))
    assert third.status().value == value


def test_who_wins_and_whether_it_is_so_much_are_questions_too(
    tmp_path: Path, value: Proven
) -> None:
    winner = campaign.new(tmp_path / "winner", OPENING, winner=True, job_nodes=JOB_NODES)
    assert winner.run().bounds.lower >= 1
    more = value.seeds + 1
    least = campaign.new(tmp_path / "least", OPENING, at_least=more, job_nodes=JOB_NODES)
    assert (least.winner, least.at_least) == (False, more)
    status = least.run()
    assert status.answered
    assert status.bounds.upper < more
    with pytest.raises(ValueError, match="found at_least=3 and winner"):
        campaign.new(tmp_path / "both", OPENING, winner=True, at_least=3)


def test_what_is_wrong_is_told(engine: Engine, tmp_path: Path) -> None:
    with pytest.raises(RequestError, match="no campaign here, expected a folder made by `campaign"):
        campaign.open(tmp_path)
    made = campaign.new(tmp_path / "proof", OPENING)
    with pytest.raises(RequestError, match="expected a new or empty folder"):
        campaign.new(tmp_path / "proof", OPENING)
    with pytest.raises(RequestError, match="over"):
        campaign.new(tmp_path / "over", Position.parse("0,0/4 0,0/2 A over", "kalah"))
    (tmp_path / "lines.jsonl").write_text(f'{{"position": "{OPENING}"}}\n')
    with pytest.raises(RequestError, match=r"lines\.jsonl, line 1: no bounds, expected a result"):
        made.add(tmp_path / "lines.jsonl")
    other = engine.solve(Position.parse("1,1/0 1,1/0 A", "kalah"), fresh=True)
    with pytest.raises(RequestError, match=r"results, line 1: .*holes"):
        made.add(other)
    # Who works at it, works alone.
    with campaign._opened(made.folder, write=True):
        with pytest.raises(RequestError, match="another process is working on this campaign"):
            made.run()
        assert made.status().nodes == 0
    assert made.add().new == 0


def test_a_worker_that_dies_loses_nothing(tmp_path: Path, value: Proven) -> None:
    made = campaign.new(tmp_path / "proof", OPENING, job_nodes=JOB_NODES)
    killed: list[int] = []
    take = campaign._JobQueue.take

    def noted(dealt: Any, index: int, answer: dict[str, Any]) -> None:
        if not killed:
            killed.extend(executor._processes)  # type: ignore[attr-defined]
            os.kill(killed[0], signal.SIGKILL)
        take(dealt, index, answer)

    with pool("spawn") as executor, pytest.MonkeyPatch.context() as patched:
        patched.setattr(campaign._JobQueue, "take", noted)
        with pytest.warns(UserWarning, match="a worker ended"):
            status = made.run(executor)
    assert status.value == value


PARENT = """
import chongkak, multiprocessing, os, sys
from chongkak import campaign
from concurrent.futures import ProcessPoolExecutor

take = campaign._JobQueue.take
taken = []

def noted(dealt, index, answer):
    take(dealt, index, answer)
    taken.append(index)
    if len(taken) == 6:
        print(*executor._processes, flush=True)
        os.kill(os.getpid(), 9)

if __name__ == "__main__":
    campaign._JobQueue.take = noted
    context = multiprocessing.get_context(sys.argv[1])
    executor = ProcessPoolExecutor(2, mp_context=context)
    campaign.open(sys.argv[2]).run(executor)
"""


@pytest.mark.parametrize("kind", ["spawn", "fork"])
def test_a_run_that_is_killed_goes_on(kind: str, tmp_path: Path, value: Proven) -> None:
    made = campaign.new(tmp_path / "proof", OPENING, job_nodes=JOB_NODES)
    script = tmp_path / "parent.py"
    script.write_text(PARENT)
    # Not a pipe, which the workers would hold open.
    printed = tmp_path / "workers"
    command = [sys.executable, str(script), kind, str(made.folder)]
    with printed.open("w") as output:
        subprocess.run(command, stdout=output, check=False)
    workers = [int(number) for number in printed.read_text().split()]
    try:
        assert len(workers) == 2
        before = made.status()
        # Six results are there, and whoever is left of that run holds nothing.
        assert (before.answered, before.nodes > 0) == (False, True)
        status = made.run()
        assert status.value == value
        agrees(status, Path(made.folder))
    finally:
        for number in workers:
            with suppress(ProcessLookupError):
                os.kill(number, signal.SIGKILL)


def test_what_was_found_is_kept_when_it_is_interrupted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, value: Proven
) -> None:
    made = campaign.new(tmp_path / "proof", OPENING, job_nodes=JOB_NODES)
    take = campaign._JobQueue.take
    taken: list[int] = []

    def interrupted(dealt: Any, index: int, answer: dict[str, Any]) -> None:
        take(dealt, index, answer)
        taken.append(index)
        if len(taken) == 4:
            raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(campaign._JobQueue, "take", interrupted)
        with pytest.raises(KeyboardInterrupt):
            made.run()
    assert made.status().nodes > 0
    assert made.run().value == value
