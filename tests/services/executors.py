"""Batches of the Python package on external executors: a Dask cluster, and MPI processes.

usage: executors.py (in an environment with `chongkak[dask,mpi]` and an `mpiexec` on the PATH)

A Dask worker is killed in the middle. `--mpi` is the part that mpiexec starts.
"""
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import warnings
from pathlib import Path

import chongkak

HOME = Path(__file__).resolve().parents[2]
RULES = chongkak.Rules("kalah", holes=4, seeds=3)
POSITIONS = 40


def positions():
    found = [chongkak.default_engine().opening(RULES)]
    for position in found:
        found.extend(move.after for move in position.moves() if not move.after.over)
        if len(found) >= POSITIONS:
            return found[:POSITIONS]


def expected(asked):
    """Returns the values that one local engine finds."""
    return [chongkak.default_engine().solve(position, threads=1).value for position in asked]


def right(kind, asked, values, found):
    wrong = [index for index, value in enumerate(values) if found.get(index) != value]
    if wrong:
        sys.exit(f"test executors: {kind}: wrong or missing values of positions {wrong}")
    print(f"test executors: {kind}: {len(asked)} positions, all values right")


def on_dask(asked, values):
    from distributed import Client, LocalCluster

    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        with Client(cluster) as client:
            found = {}
            workers = client.run(os.getpid)
            for one in chongkak.solve_many(asked, executor=client.get_executor(), fresh=True):
                found[one.index] = one.result.value
                if len(found) == 5:
                    os.kill(next(iter(workers.values())), signal.SIGKILL)
            right("Dask, one of two workers killed", asked, values, found)
            # Abandoned work ends early where it runs, or the last line would take days.
            opening = chongkak.default_engine().opening("overbeck")
            executor = client.get_executor()
            answers = chongkak.solve_many([asked[0], opening, opening], executor=executor, fresh=True)
            next(answers)
            while sum(len(tasks) for tasks in client.processing().values()) < 2:
                time.sleep(0.1)
            answers.close()
            for worker in client.run(os.getpid):
                if client.submit(int, workers=[worker], pure=False).result(timeout=60) != 0:
                    sys.exit("test executors: Dask: no answer after a batch was left")
            print("test executors: Dask: searches end when their batch is left")


def on_mpi():
    from mpi4py.futures import MPIPoolExecutor

    asked = positions()
    values = expected(asked)
    with MPIPoolExecutor() as executor:
        found = {one.index: one.result.value for one in chongkak.solve_many(asked, executor=executor)}
        print("test executors: workers of MPI:", len(set(executor.map(rank, range(40)))))
    right("MPI, three processes", asked, values, found)


def rank(_):
    from mpi4py import MPI

    return MPI.COMM_WORLD.Get_rank()


def the_guide():
    """The examples of docs/CLUSTER.md run as printed, on a local cluster."""
    from distributed import Client, LocalCluster

    guide = (HOME / "docs" / "CLUSTER.md").read_text()
    section = guide.partition("\n## From Python\n")[2].partition("\n## ")[0]
    many, campaign, prepare = re.findall(r"```python\n(.*?)```", section, re.S)
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        with tempfile.TemporaryDirectory() as folder:
            here = Path(folder)
            # Whole boards of the rules that it names, as small as possible.
            positions = [f"{count},1/0 1,{count}/0 A" for count in range(1, 21)]
            (here / "list.txt").write_text("".join(f"{one}\n" for one in [*positions, "1,1/0"]))
            opening = chongkak.default_engine().opening(chongkak.Rules("kalah", holes=4, seeds=2))
            begun = chongkak.campaign.new(here / "first-proof", opening, job_nodes=50)
            run_as_printed(many, cluster, folder)
            # An error points at its place in further lines.
            lines = [line.split("\t") for line in (here / "results.txt").read_text().splitlines()]
            found = {int(line[0]): line[2] for line in lines if len(line) == 3}
            engine = chongkak.default_engine()
            for index, text in enumerate(positions):
                bounds = engine.solve(chongkak.Position.parse(text, "dakon")).bounds
                if found[index] != f"{bounds.lower} {bounds.upper}":
                    sys.exit(f"test executors: the guide: {text}: {found[index]}, not {bounds}")
            if len(found) != len(positions) + 1 or "invalid position" not in found[len(positions)]:
                sys.exit(f"test executors: the guide: {found}")
            run_as_printed(campaign, cluster, folder)
            value = engine.solve(opening, fresh=True).value
            if begun.status().value != value:
                sys.exit(f"test executors: the guide: {begun.status()}, not {value}")
            defined = {}
            exec(prepare, defined)
            with Client(cluster) as client:
                client.run(defined["prepare"], str(here / "tables"), opening)
                texts = [str(opening)]
                answers = chongkak.solve_many(texts, opening.rules, executor=client.get_executor())
                if next(answers).result.value != value:
                    sys.exit("test executors: the guide: another value with a table")
            built = [path.name for path in (here / "tables").iterdir() if path.name != "lock"]
            if len(built) != 1:
                sys.exit(f"test executors: the guide: found {built}, expected one table")
    print("test executors: the examples of the guide run as they are printed")


def run_as_printed(example, cluster, folder):
    example = example.replace("scheduler:8786", cluster.scheduler_address.removeprefix("tcp://"))
    subprocess.run([sys.executable, "-c", example], cwd=folder, check=True)


if __name__ == "__main__":
    if sys.argv[1:] == ["--mpi"]:
        on_mpi()
    else:
        warnings.simplefilter("ignore")
        asked = positions()
        on_dask(asked, expected(asked))
        the_guide()
        command = ["mpiexec", "-n", "3", sys.executable, "-m", "mpi4py.futures", __file__, "--mpi"]
        sys.exit(subprocess.run(command, check=False).returncode)
