"""Processes that were forked: none gets an answer of another one, and none waits for ever."""

import os
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system forks no process")

# More than any of these takes, on a busy machine too.
PATIENCE = 120

# What every one of them begins with. The players have one legal move each, which anybody sees.
BEGIN = """
import multiprocessing, os, sys, threading, time, warnings
from chongkak import *

# Later versions of Python warn of a fork beside threads, whatever the threads do.
warnings.filterwarnings("ignore", ".*fork", DeprecationWarning)

def forked(work):
    '''Does something in a forked process, which must end well.'''
    child = os.fork()
    if child == 0:
        work()
        sys.exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0

def raises(work):
    '''Whatever would ask the parent's engine is told that it can't.'''
    try:
        found = work()
    except EngineTerminatedError as error:
        assert "belongs to process" in str(error) and str(os.getpid()) in str(error), error
    else:
        raise AssertionError(found)

KALAH = Rules("kalah", holes=2)
ONE, OTHER = (Position.parse(text, KALAH) for text in ("0,1/0 1,0/0 A", "0,1/0 0,2/0 B"))
"""


BOTH = pytest.mark.parametrize("make", ["Engine", "Engine.popen"])


def run(script: str, tmp_path: Path, make: str = "Engine") -> None:
    """Runs a script with all its forks, and ends them all when the time is up.

    `make` is what makes its engines.
    """
    script = f"{BEGIN}make = {make}\n{textwrap.dedent(script)}"
    with (tmp_path / "said").open("w+b") as said:
        process = subprocess.Popen(
            [sys.executable, "-W", "error::ResourceWarning", "-c", script],
            stderr=said,
            start_new_session=True,
        )
        try:
            code = process.wait(PATIENCE)
        finally:
            if process.returncode is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
        said.seek(0)
        assert (code, said.read().decode()) == (0, "")


@BOTH
def test_an_engine_serves_the_process_that_started_it(tmp_path: Path, make: str) -> None:
    run(
        """
        with make() as engine:
            position = engine.position(str(ONE), KALAH)
            search = engine.start(queries.solve(engine.opening("dakon"), fresh=True))
            told = iter(search)
            next(told)

            def child():
                assert engine.closed
                raises(lambda: engine.evaluate(OTHER, nodes=100))
                raises(lambda: position.drawing())
                raises(lambda: engine.start(queries.solve(OTHER)))
                raises(lambda: search.result())
                raises(lambda: list(search))
                search.cancel()
                engine.close()
                assert [move.move for move in position.moves()] == ["A2"]
                assert position.asking(None).drawing()
                with make() as own:
                    assert [move.move for move in own.moves(OTHER)] == ["B2"]

            forked(child)
            # Nothing of that reached the parent's engine.
            assert not search.done
            search.cancel()
            assert search.result().stopped == "cancelled"
            assert [move.move for move in position.moves()] == ["A2"]
        """,
        tmp_path,
        make,
    )


def test_workers_of_a_pool_have_engines_of_their_own(tmp_path: Path) -> None:
    run(
        """
        def names(position):
            assert default_engine().solve(position).value
            return os.getpid(), [move.move for move in position.moves()]

        inherited = ONE.play("A2")
        assert inherited.engine is None

        def inherits(number):
            return os.getpid(), str(inherited), inherited.over or inherited.moves() is not None

        assert names(ONE)[1] == ["A2"]
        with multiprocessing.get_context("fork").Pool(3) as pool:
            asked = [ONE, OTHER] * 30
            answers = pool.map_async(names, asked, chunksize=1)
            # The parent asks at the same time.
            for position in asked:
                assert names(position)[1] == [f"{position.mover}2"]
            for position, (process, moves) in zip(asked, answers.get(60)):
                assert process != os.getpid()
                assert moves == [f"{position.mover}2"]
            assert all(told for _, _, told in pool.map(inherits, range(6)))
        """,
        tmp_path,
    )


@BOTH
def test_a_fork_may_come_at_any_time(tmp_path: Path, make: str) -> None:
    """Other threads hold whatever lock they are at when the process is forked."""
    run(
        """
        engine = make()
        done = threading.Event()

        def ask(asking):
            while not done.is_set():
                asking()

        def renew():
            default_engine().close()
            default_engine().moves(ONE)

        asking = [
            lambda: engine.moves(OTHER),
            lambda: engine.start(queries.solve(ONE)).result(),
            renew,
        ]
        threads = [threading.Thread(target=ask, args=(one,)) for one in asking]
        for thread in threads:
            thread.start()

        def child():
            raises(lambda: engine.moves(ONE))
            assert [move.move for move in OTHER.moves()] == ["B2"]

        for _ in range(20):
            forked(child)
        done.set()
        for thread in threads:
            thread.join()
        engine.close()
        """,
        tmp_path,
        make,
    )


def test_a_fork_does_not_keep_the_program(tmp_path: Path) -> None:
    run(
        """
        engine = Engine.popen()
        child = os.fork()
        if child == 0:
            time.sleep(600)
        engine.close()
        # It ended when its input did, and had not to be killed.
        assert engine._connection._process.returncode == 0
        os.kill(child, 9)
        os.waitpid(child, 0)
        """,
        tmp_path,
    )


@BOTH
def test_asyncio_of_a_fork_starts_its_own(tmp_path: Path, make: str) -> None:
    run(
        """
        import asyncio

        async def begin():
            engine = make()
            assert [move.move for move in await engine.moves(ONE)] == ["A2"]
            return engine

        engine = asyncio.run(begin())

        async def other():
            try:
                await engine.moves(OTHER)
            except EngineTerminatedError:
                await engine.close()
            else:
                raise AssertionError
            async with make() as own:
                assert [move.move for move in await own.moves(OTHER)] == ["B2"]

        forked(lambda: asyncio.run(other()))
        assert [move.move for move in asyncio.run(engine.moves(ONE))] == ["A2"]
        asyncio.run(engine.close())
        """,
        tmp_path,
        f"Async{make}",
    )


def test_arrays_are_worked_on_in_each_process(tmp_path: Path) -> None:
    script = """
        import numpy as np

        rows = np.tile(batch.rows([ONE]), (20_000, 1))

        def work():
            assert batch.moves(rows, KALAH)["legal"].tolist() == [[False, True]] * 20_000

        work()
        forked(work)
    """
    run(script, tmp_path)
