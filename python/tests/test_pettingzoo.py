"""The environment of PettingZoo: its own tests, and rounds that `Position` plays too."""

import copy
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test

from chongkak import InvalidParameterError, Position, Rules, Side, batch, pettingzoo

EXAMPLE = Path(__file__).parents[1] / "examples" / "self_play.py"

RECURRING = Rules("kalah", holes=2, seeds=1, store="far", occupied="stop")
# With relays, with turns of several moves, with passing, with positions that recur.
RULES = [
    Rules("congklak", holes=5, seeds=3),
    Rules("kalah", holes=4, seeds=3),
    Rules("overbeck", holes=4, seeds=4),
    Rules("dakon", holes=3, seeds=3),
    RECURRING,
]


@pytest.mark.parametrize("rules", RULES, ids=str)
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_it_passes_the_tests_of_pettingzoo(rules: Rules) -> None:
    def make(**options: Any) -> Any:
        return pettingzoo.env(rules, random_moves=3, **options)

    api_test(make(), num_cycles=300)
    seed_test(make, num_cycles=100)
    render_test(make)


def seen_by_a(env: Any) -> list[int]:
    """What A sees is the row of the position."""
    row: list[int] = env.observe("player_0")["observation"].tolist()
    return row


@pytest.mark.parametrize("rules", RULES, ids=str)
@pytest.mark.parametrize("seed", range(20))
def test_rounds_are_those_of_positions(rules: Rules, seed: int) -> None:
    # A line from the first position on knows of none before it.
    recur = ("store", "far") in rules.options
    env = pettingzoo.env(rules, random_moves=0 if recur else seed % 3)
    env.reset(seed=seed)
    chance = np.random.default_rng(seed)
    start = position = env.unwrapped.position
    line: list[str] = []
    while not position.over:
        agent = f"player_{'AB'.index(position.mover)}"
        assert env.agent_selection == agent
        seen, reward, termination, truncation, info = env.last()
        assert (reward, termination, truncation) == (0, False, False)
        legal = [f"{position.mover}{hole + 1}" for hole in np.flatnonzero(seen["action_mask"])]
        assert legal == [*position.legal_moves]
        assert info["seeds"] == position.row(position.mover).store
        other = env.observe("player_1" if agent == "player_0" else "player_0")
        assert not other["action_mask"].any()
        # The row is that of the position, and B's that of the board turned round.
        mover: Side = "B" if position.mover == "A" else "A"
        turned = Position(position.b, position.a, mover, rules)
        for viewer, told in ("player_0", position), ("player_1", turned):
            row = env.observe(viewer)["observation"]
            text = str(batch.positions(row[None], rules)[0])
            assert text.split()[:3] == str(told).split()[:3]
            assert env.observation_space(viewer).contains(env.observe(viewer))
        move = legal[chance.integers(len(legal))]
        env.step(int(move[1:]) - 1)
        # The whole line from the beginning, which knows of positions that recur.
        line.append(move)
        position = start.play(line)
        assert seen_by_a(env) == batch.rows([position], rules)[0].tolist()
    lead = sum(hole.seeds for hole in position.a.holes) + position.a.store
    lead -= sum(hole.seeds for hole in position.b.holes) + position.b.store
    result = (lead > 0) - (lead < 0)
    met = {}
    for agent in env.agent_iter():
        _, reward, termination, _, info = env.last()
        assert termination
        met[agent] = reward, info["seeds"]
        env.step(None)
    assert (met["player_0"][0], met["player_1"][0]) == (result, -result)
    assert met["player_0"][1] - met["player_1"][1] == lead
    assert met["player_0"][1] + met["player_1"][1] == position.seeds
    assert env.agents == []


def test_a_round_is_over_where_a_position_recurs() -> None:
    env = pettingzoo.env(RECURRING)
    env.reset()
    start = position = env.unwrapped.position
    line = ["A1", "B2", "A2", "B1", "A1", "B2"]
    for count, move in enumerate(line, 1):
        assert not env.last()[2]
        env.step(int(move[1:]) - 1)
        position = position.play(move)
        assert str(env.unwrapped.position) == str(start.play(line[:count]))
    assert env.last()[2]
    # Which the last position alone doesn't know.
    assert not position.over


def test_the_seed_chooses_the_first_moves() -> None:
    env = pettingzoo.raw_env("kalah", random_moves=4)

    def starts(seed: int) -> list[str]:
        env.reset(seed=seed)
        first = str(env.position)
        env.reset()
        return [first, str(env.position)]

    assert starts(1) == starts(1)
    assert len({text for seed in range(10) for text in starts(seed)}) > 10
    # Nothing is at random without them, and no round is over before it begins.
    plain = pettingzoo.raw_env("kalah")
    plain.reset(seed=1)
    assert plain.position == plain.opening
    short = pettingzoo.raw_env("kalah", holes=1, seeds=1, random_moves=50)
    for seed in range(20):
        short.reset(seed=seed)
        assert not short.position.over


def test_a_round_may_begin_anywhere() -> None:
    env = pettingzoo.raw_env("conglak", holes=3)
    env.reset(options={"position": "3,x,2p/4 1,0,0/0 B"})
    assert env.agent_selection == "player_1"
    assert env.observe("player_1")["observation"].tolist() == [1, 0, 0, 0, 3, -1, -4, 4, 0]
    assert env.observe("player_0")["observation"].tolist() == [3, -1, -4, 4, 1, 0, 0, 0, 1]
    env.reset(options={"position": Position.parse("1,1,1/0 1,1,1/0 A", env.opening.rules)})
    assert env.agent_selection == "player_0"
    for other in Rules("kalah", holes=3), Rules("conglak", holes=2):
        row = ",".join("1" * (other.holes or 0))
        with pytest.raises(ValueError, match=r"position: found .*, expected one of"):
            env.reset(options={"position": Position.parse(f"{row}/0 {row}/0 A", other)})
    with pytest.raises(InvalidParameterError, match="2 holes"):
        env.reset(options={"position": "1,1/0 1,1/0 A"})


def test_a_copy_goes_its_own_way() -> None:
    env = pettingzoo.raw_env("kalah", holes=3, seeds=2)
    env.reset()
    other = copy.deepcopy(env)
    other.step(0)
    assert env.position == env.opening != other.position


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_an_illegal_action_ends_the_round() -> None:
    env = pettingzoo.env("kalah", holes=3, seeds=2)
    env.reset()
    env.step(1)
    agent = env.agent_selection
    assert agent == "player_0"
    env.step(1)
    assert env.rewards == {"player_0": -1, "player_1": 0}
    assert all(env.terminations.values())
    raw = pettingzoo.raw_env("kalah", holes=3, seeds=2)
    raw.reset()
    for action in 3, -1, None:
        with pytest.raises(ValueError, match=rf"action: found {action}, expected one of \[0, 1, 2"):
            raw.step(action)


def test_drawings_are_those_of_positions(capsys: pytest.CaptureFixture[str]) -> None:
    env = pettingzoo.raw_env("kalah", render_mode="ansi")
    env.reset()
    assert env.render() == env.position.drawing()
    env = pettingzoo.raw_env("kalah", render_mode="human")
    env.reset()
    env.step(0)
    assert capsys.readouterr().out == env.position.drawing() + "\n"
    with pytest.raises(ValueError, match="render_mode: found 'rgb_array', expected 'human' or"):
        pettingzoo.raw_env("kalah", render_mode="rgb_array")
    with pytest.raises(TypeError, match="found Rules and further options"):
        pettingzoo.raw_env(Rules("kalah"), holes=3)


def test_without_pettingzoo_it_says_what_brings_it() -> None:
    script = "import sys; sys.modules['pettingzoo'] = None; import chongkak.pettingzoo"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert 'pip install "chongkak[pettingzoo]"' in run.stderr.splitlines()[-1]


def test_the_example_beats_random_moves() -> None:
    run = subprocess.run([sys.executable, EXAMPLE], capture_output=True, text=True)
    found = re.fullmatch(r"won (\d+) of 400 games\n", run.stdout)
    assert found, run.stderr
    assert int(found[1]) >= 300
