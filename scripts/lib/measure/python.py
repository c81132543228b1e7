"""Measures how fast the Python package plays: random rounds, move by move in a Python loop,
compared with python-chess in the same loop over chess games. Each line is the best of several runs
on one core, in moves a second: `legal_moves` once and `play` (or `push`) once for each move. Then a
million positions of such rounds as an array, and some of them one by one, in positions per
wall-clock second, on all cores.

Needs the packages chongkak, numpy and chess (`scripts/test python --wheel` installs both in target/python/tools).

usage: scripts/measure python [--seconds S] [--runs N] [--expect N]

  --seconds S  duration of each run (default: 1)
  --runs N     number of runs (default: 5)
  --expect N   fails if fewer moves a second are played in this process
"""
import random
import time

import chess
import numpy as np

import chongkak
from chongkak import batch
from lib.program import Arguments, Wrong, finish, number


def sowing(opening, chance):
    """Plays a round of a sowing game, and returns its number of moves."""
    position, moves = opening, 0
    while not position.over:
        legal = position.legal_moves
        position = position.play(legal[int(chance() * len(legal))])
        moves += 1
    return moves


def chess_game(_, chance):
    """A game of chess of at most 200 moves."""
    board, moves = chess.Board(), 0
    while moves < 200 and (legal := list(board.legal_moves)):
        board.push(legal[int(chance() * len(legal))])
        moves += 1
    return moves


def through_pipes(opening, chance):
    """Plays the same round, with each move requested from another process."""
    position, moves = opening, 0
    while legal := opening.engine.moves(position):
        position = opening.engine.play(position, legal[int(chance() * len(legal))].move)
        moves += 1
    return moves


def speed(play, start, seconds):
    """Returns the moves a second of one run, by the CPU clock."""
    chance = random.Random(1).random
    moves, began = 0, time.process_time()
    wall = time.perf_counter()
    while time.perf_counter() - wall < seconds:
        moves += play(start, chance)
    used = time.process_time() - began
    # Waiting for another process uses no CPU time.
    return moves / (time.perf_counter() - wall if play is through_pipes else used)


def positions(opening, count):
    """Returns positions of random rounds."""
    chance, found = random.Random(1), []
    position = opening
    while len(found) < count:
        found.append(position)
        position = position.play(chance.choice(position.legal_moves))
        position = opening if position.over else position
    return found


def many(rules, runs):
    """Returns positions a second: by `moves`, with the rows after them, by `estimate`, and one by
    one."""
    some = positions(chongkak.default_engine().opening(rules), 10_000)
    rows = np.tile(batch.rows(some), (100, 1))

    def best(count, work):
        seconds = []
        for _ in range(runs):
            began = time.perf_counter()
            work()
            seconds.append(time.perf_counter() - began)
        return count / min(seconds)

    yield "moves", best(len(rows), lambda: batch.moves(rows, rules))
    yield "moves, after", best(len(rows), lambda: batch.moves(rows, rules, after=True))
    yield "estimate", best(len(rows), lambda: batch.estimate(rows, rules))
    yield "one by one", best(len(some), lambda: [position.moves() for position in some])


def main():
    words = Arguments(__doc__)
    words.add_argument("--seconds", type=number(0, float), default=1.0)
    words.add_argument("--runs", type=number(1), default=5)
    words.add_argument("--expect", type=number(0), default=0)
    arguments = words.parse_args()

    def best(play, start):
        return max(speed(play, start, arguments.seconds) for _ in range(arguments.runs))

    found = {}
    with chongkak.Engine.popen() as engine:
        lines = [(f"{rules}, in this process", sowing, chongkak.default_engine().opening(rules))
                 for rules in ("kalah", "congklak", "overbeck")]
        lines.append(("kalah, through pipes", through_pipes, engine.opening("kalah")))
        lines.append((f"chess, python-chess {chess.__version__}", chess_game, None))
        for name, play, start in lines:
            found[name] = best(play, start)
            print(f"{name:32} {found[name]:10,.0f} moves/s", flush=True)
    for rules in ("kalah", "congklak", "overbeck"):
        for name, speed in many(rules, arguments.runs):
            print(f"{rules + ', ' + name:32} {speed:10,.0f} positions/s", flush=True)
    slowest = min(speed for name, speed in found.items() if name.endswith("in this process"))
    if slowest < arguments.expect:
        raise Wrong(f"{slowest:,.0f} moves a second, expected {arguments.expect:,}")


finish(main)
