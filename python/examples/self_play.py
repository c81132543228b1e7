"""Learns kalah on 2 x 4 holes from games against itself, then plays 400 against random moves."""

import numpy as np

from chongkak import Rules, batch, default_engine, pettingzoo

RULES, HOLES, MOST, GAMES = Rules("kalah", holes=4, seeds=3), 4, 12, 500
chance, weights = np.random.default_rng(1), np.zeros(2 * HOLES * (MOST + 1))


def value(rows):
    a, b, sign = rows[:, :HOLES], rows[:, HOLES + 1 : -2], 1 - 2 * (rows[:, -1:] % 2)
    holes = np.where(sign > 0, np.hstack([a, b]), np.hstack([b, a])).clip(0, MOST)
    seen = sign * np.eye(MOST + 1)[holes].reshape(len(rows), -1)
    rest = np.where(rows[:, -1] > 3, a.sum(1) - b.sum(1), seen @ weights)
    return rows[:, HOLES] - rows[:, -2] + rest, seen


def choices(rows):
    found = batch.moves(rows, RULES, after=True)
    worth = value(found["after"].reshape(-1, rows.shape[1]))[0].reshape(len(rows), HOLES)
    return np.where(found["legal"], worth * (1 - 2 * (rows[:, -1:] % 2)), -np.inf), found["after"]


opening = rows = batch.rows([default_engine().opening(RULES)] * GAMES)
for _ in range(1000):
    worth, after = choices(rows)
    worth += 99 * (chance.random((GAMES, 1)) < 0.1) * chance.random((GAMES, HOLES))
    after = after[np.arange(GAMES), worth.argmax(1)]
    before, seen = value(rows)
    weights += 0.2 * (value(after)[0] - before) @ seen / GAMES
    rows = np.where(after[:, -1:] > 3, opening, after)

won, env = 0, pettingzoo.env(RULES)
for game in range(400):
    env.reset()
    for agent in env.agent_iter():
        seen, reward, over, *_ = env.last()
        action = None if over else chance.choice(np.flatnonzero(seen["action_mask"]))
        if agent == f"player_{game % 2}" and not over:
            action = choices(seen["observation"][None])[0].argmax()
        won += agent == f"player_{game % 2}" and reward > 0
        env.step(action)
print(f"won {won} of 400 games")
