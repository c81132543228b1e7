"""Measures the overhead of Python executors per position: milliseconds of CPU time, over all
processes, compared with one engine that is asked position by position. A few positions are measured
before many, to subtract fixed costs, such as starting the workers.

Needs the package chongkak, and for Dask `chongkak[dask]`.

usage: scripts/measure executors [--workers N] [--scale F]

  --workers N  processes of each executor (default: 2)
  --scale F    multiplies the numbers of positions (default: 1)
"""
import importlib.util
import resource
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context

import chongkak
from lib.program import Arguments, finish, number

# Nodes of a search, and numbers of positions.
LOADS = [(10, 10_000), (10_000, 1_000)]
FEW = 50
BOARD = chongkak.Rules("kalah", holes=6, seeds=4)


def positions(count):
    """Returns different positions near the opening."""
    found = [chongkak.default_engine().opening(BOARD)]
    for position in found:
        found.extend(move.after for move in position.moves() if not move.after.over)
        if len(found) >= count:
            return found[:count]


@contextmanager
def processes(workers):
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as executor:
        yield executor


@contextmanager
def dask(workers):
    from distributed import Client, LocalCluster

    with LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None) as cluster:
        with Client(cluster) as client:
            yield client.get_executor()


def processor_time():
    """Returns the CPU seconds of this process and of its finished children."""
    both = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(used.ru_utime + used.ru_stime for used in both)


def milliseconds(work, asked):
    """Returns the milliseconds for each position, by the difference between a few and all."""
    taken = []
    for some in asked[:FEW], asked:
        began = processor_time()
        work(some)
        taken.append(processor_time() - began)
    return 1000 * (taken[1] - taken[0]) / (len(asked) - FEW)


def main():
    words = Arguments(__doc__)
    words.add_argument("--workers", type=number(1), default=2)
    words.add_argument("--scale", type=number(0, float), default=1.0)
    arguments = words.parse_args()
    kinds = {"ProcessPoolExecutor": processes}
    if importlib.util.find_spec("distributed"):
        kinds["Dask LocalCluster"] = dask
    for nodes, count in LOADS:
        asked = positions(FEW + max(1, int(count * arguments.scale)))
        limits = {"nodes": nodes, "threads": 1, "memory": 16, "fresh": True}

        def alone(some):
            for position in some:
                chongkak.default_engine().evaluate(position, **limits)

        engine = milliseconds(alone, asked)
        print(f"{nodes} nodes, {len(asked)} positions, one engine: {engine:.2f} ms", flush=True)
        for name, kind in kinds.items():

            def with_workers(some):
                with kind(arguments.workers) as executor:
                    found = list(chongkak.evaluate_many(some, executor=executor, **limits))
                    assert len(found) == len(some)

            each = milliseconds(with_workers, asked)
            print(f"  {name}: {each:.2f} ms, {each - engine:+.2f} for the way", flush=True)


if __name__ == "__main__":
    finish(main)
