"""Says what many machines gain, by a simulation of what keeps them waiting for each other.

Batches: positions that take as long as those of positions/mid-round.jsonl, drawn at random, are
dealt to shards, and shards to machines as these become free. Some machines are slow.

Whole turns: the layers of positions/turns/overbeck-7-7.json, or larger ones of the same shape. Each
position falls to a worker at random, and a layer ends when the last worker has done its part. One
worker is slow, or each of them now and then.

Prints the tables of docs/CLUSTER.md; the same numbers in each run.

usage: scripts/measure cluster [--check]

  --check  compares the tables with docs/CLUSTER.md instead: exit code 1 if they differ
"""
import heapq
import json
import math
import random

from lib.program import HOME, Arguments, Wrong, finish

PAGE = HOME / "docs/CLUSTER.md"
# Nodes that a core searches in a second, seconds that a shard costs by itself, and those in which
# one position of the list is read: docs/measurements/batches.md and docs/CLUSTER.md.
NODES, SHARD, READ = 2e6, 0.05, 1e-5
BATCH = 100_000
# Positions that a worker works off in a second, and the seconds that the end of a layer takes
# between machines.
POSITIONS, LAYER = 2.5e6, 1e-3


def batch(machines, shards, slow, chance, lengths):
    """The share of the time of all machines in which they search. Every twentieth machine takes
    `slow` times as long; the work is measured on the others."""
    work = [SHARD + READ * BATCH] * shards
    total = 0
    for _ in range(BATCH):
        length = chance.choice(lengths)
        total += length
        work[chance.randrange(shards)] += length
    speeds = [1 / slow if machine % 20 == 15 else 1 for machine in range(machines)]
    free = [(0, machine) for machine in range(machines)]
    for shard in work:
        time, machine = heapq.heappop(free)
        heapq.heappush(free, (time + shard / speeds[machine], machine))
    return total / max(free)[0] / sum(speeds)


def turn(workers, layers, chance, slow=1.0, hiccup=0.0):
    """The same share for a whole turn. The last worker takes `slow` times as long; every worker
    takes twice as long in a layer with the chance `hiccup`."""
    spent = 0
    for size in layers:
        mean = size / workers
        deviation = math.sqrt(mean * (1 - 1 / workers))
        most = 0
        for worker in range(workers):
            part = max(0, chance.gauss(mean, deviation)) if workers > 1 else mean
            part *= slow if worker == workers - 1 else 1
            part *= 2 if chance.random() < hiccup else 1
            most = max(most, part)
        spent += most / POSITIONS + (LAYER if workers > 1 else 0)
    return sum(layers) / POSITIONS / spent / workers


def percent(share):
    return f"{100 * share:.0f} %"


def table(headings, rows):
    lines = [headings, ["---"] * len(headings), *rows]
    return "".join(f"| {' | '.join(map(str, line))} |\n" for line in lines)


def batches(chance):
    with open(HOME / "positions/mid-round.jsonl") as file:
        lengths = [json.loads(line)["nodes"] / NODES for line in file]
    rows = []
    for machines in (16, 256, 1024):
        for slow in (1, 4):
            shares = [batch(machines, each * machines, slow, chance, lengths)
                      for each in (1, 4, 10, 30)]
            who = "all alike" if slow == 1 else "1 of 20 four times slower"
            rows.append([f"{machines:,}", who, *map(percent, shares)])
    return table(["machines", "", "1 shard each", "4", "10", "30"], rows)


def turns(chance):
    with open(HOME / "positions/turns/overbeck-7-7.json") as file:
        sizes = [layer["positions"] for layer in json.load(file)["layers"]]
    rows = []
    for name, times in (("2 x 7", 1), ("ten thousand times as large", 10_000)):
        layers = [times * size for size in sizes]
        for workers in (16, 256, 4096):
            shares = [turn(workers, layers, chance), turn(workers, layers, chance, slow=2),
                      turn(workers, layers, chance, hiccup=0.001)]
            rows.append([name, f"{workers:,}", *map(percent, shares)])
    return table(["board", "workers", "all alike", "one twice as slow",
                  "each twice as slow in 1 layer of 1,000"], rows)


def main():
    parser = Arguments(__doc__)
    parser.add_argument("--check", action="store_true")
    check = parser.parse_args().check
    chance = random.Random(17)
    text = PAGE.read_text()
    for made in (batches(chance), turns(chance)):
        if not check:
            print(made)
        elif made not in text:
            raise Wrong(f"{PAGE.name} does not have this table:\n{made}")


finish(main)
