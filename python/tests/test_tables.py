"""Endgame tables are built once a machine, whoever asks for them."""

import fcntl
import os
import shutil
import subprocess
import threading
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

from chongkak import Position, RequestError, Rules, default_engine, solve_many, tables

BOARD = Rules("kalah", holes=4, seeds=3)
OPENING = Position.parse("3,3,3,3/0 3,3,3,3/0 A", BOARD)
SEEDS = 10


def prepare(folder: str) -> None:
    """What each worker does first."""
    tables.build(folder, OPENING, SEEDS)
    tables.use(folder)


def stamp(path: Path) -> tuple[int, int, int]:
    """What changes if a file is written anew."""
    status = path.stat()
    return status.st_ino, status.st_mtime_ns, status.st_size


def test_two_workers_build_one_table(tmp_path: Path) -> None:
    folder = tmp_path / "tables"
    context = get_context("spawn")
    with ProcessPoolExecutor(
        2, mp_context=context, initializer=prepare, initargs=(str(folder),)
    ) as executor:
        texts = [str(move.after) for move in OPENING.moves()]
        limits: dict[str, Any] = {"fresh": True, "nodes": 100_000_000, "memory": 16}
        with_tables = {
            one.index: one.result for one in solve_many(texts, BOARD, executor=executor, **limits)
        }
    built = [path for path in folder.iterdir() if path.name != "lock"]
    assert len(built) == 1
    program = os.environ.get("CHONGKAK", "chongkak")
    checked = [program, "tables", "verify", str(folder), "--all", "--quiet"]
    subprocess.run(checked, check=True, stdout=subprocess.DEVNULL)
    for index, text in enumerate(texts):
        alone = default_engine().solve(Position.parse(text, BOARD), **limits, threads=1)
        found = with_tables[index]
        assert found is not None
        # The same value, with fewer nodes: the workers have used the table.
        assert found.value == alone.value
        assert found.nodes < alone.nodes
    # Whoever comes later builds nothing.
    before = stamp(built[0])
    assert tables.build(folder, OPENING, SEEDS - 1) == built[0]
    assert stamp(built[0]) == before
    assert tables.build(folder, OPENING, SEEDS + 1) == built[0]
    assert stamp(built[0]) != before


def test_who_finds_that_another_process_builds_waits(tmp_path: Path) -> None:
    """And then takes what that one has built."""
    elsewhere = tables.build(tmp_path / "elsewhere", OPENING, SEEDS)
    folder = tmp_path / "tables"
    folder.mkdir()
    found: list[Path] = []
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        waits = threading.Thread(
            target=lambda: found.append(tables.build(folder, OPENING, SEEDS)), daemon=True
        )
        waits.start()
        waits.join(0.5)
        assert waits.is_alive()
        shutil.copy(elsewhere, folder / elsewhere.name)
        before = stamp(folder / elsewhere.name)
    waits.join(60)
    assert found == [folder / elsewhere.name]
    assert stamp(found[0]) == before


def test_a_table_that_can_not_be_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RequestError, match="store = far: positions can recur"):
        tables.build(tmp_path, Position.parse(str(OPENING), Rules("kalah", store="far")), SEEDS)
    with pytest.raises(RequestError, match="seeds in play: expected at most"):
        tables.build(tmp_path, OPENING, 1000)
    with pytest.raises(ValueError, match="tables: "):
        tables.use(tmp_path / "nowhere")
