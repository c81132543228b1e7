"""Rounds as an environment of PettingZoo, for reinforcement learning.

::

    env = chongkak.pettingzoo.env("congklak", holes=5, seeds=5)

It is turn-based (AEC). `player_0` is A, who starts, and `player_1` is B. An agent who moves again
is selected again; one who must pass is not selected.

- **Action**: a hole of the agent's row, from 0 on.
- **Observation**: `action_mask` is 1 for each legal action; it is all 0 while the other agent is to
  move. `observation` is a row of numbers as in `chongkak.batch`, from the agent's own point of
  view, as if the agent were A: the agent's holes and store, the opponent's, and the player to move,
  0 for the agent.
- **Reward**: at the end of the round, 1 for the player with more seeds and -1 for the other, or 0
  for both.
- **Info**: `seeds` of the agent: those in the store and, when the round is over, those in the row
  too.

An illegal action ends the round: -1 for the player, 0 for the other. With `raw_env`, which has none
of PettingZoo's wrappers, it raises a `ValueError`.

It needs PettingZoo and NumPy: `pip install "chongkak[pettingzoo]"`.
"""

from __future__ import annotations

from typing import Any

try:
    import numpy as np
    from gymnasium import logger, spaces
    from gymnasium.utils import seeding
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ModuleNotFoundError as error:
    hint = 'pip install "chongkak[pettingzoo]"'
    raise ImportError(f"{error.name} is not installed: `{hint}` installs it") from error

from .arrays import rows_of
from .engine import default_engine
from .game import Position, Rules

# The maximum number of seeds on a board, and the number of a protected hole that holds them.
_MOST, _LEAST = 1023, -2 - 1023


def env(rules: Rules | str | None = None, **options: Any) -> AECEnv[str, Any, Any]:
    """Returns the environment in PettingZoo's wrappers, which check its use.

    The options are those of `raw_env`.
    """
    wrapped: Any = raw_env(rules, **options)
    wrapped = wrappers.TerminateIllegalWrapper(wrapped, illegal_reward=-1)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    checked: AECEnv[str, Any, Any] = wrappers.OrderEnforcingWrapper(wrapped)
    return checked


class Rounds(AECEnv[str, Any, Any]):
    """Rounds on one board, each from the opening on.

    `rules`, `holes`, `seeds` and further options are those of `Rules`. With `random_moves`, each
    round starts with this many random moves, which depend on the seed of `reset` and never end the
    round. ``reset(options={"position": ...})`` starts from a position instead.

    `render_mode` is None, `ansi` for drawings as text, or `human`, which prints a drawing after
    each move.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012
        "name": "chongkak_v0",
        "render_modes": ["human", "ansi"],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        rules: Rules | str | None = None,
        *,
        holes: int | None = None,
        seeds: int | None = None,
        random_moves: int = 0,
        render_mode: str | None = None,
        **options: str | int,
    ) -> None:
        super().__init__()
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"render_mode: found {render_mode!r}, expected 'human' or 'ansi'")
        if isinstance(rules, Rules):
            if holes is not None or seeds is not None or options:
                raise TypeError("found Rules and further options, expected a name with options")
        else:
            rules = Rules(rules, holes=holes, seeds=seeds, **options)
        if ("store_last", "may") in rules.options:
            raise ValueError("store_last=may: an action is a hole and can't stop, expected again")
        self.render_mode = render_mode
        self.random_moves = random_moves
        self.opening = default_engine().opening(rules)
        self.possible_agents = ["player_0", "player_1"]
        self.agents: list[str] = []
        width = self.opening.holes
        seen: dict[str, spaces.Space[Any]] = {
            "observation": spaces.Box(_LEAST, _MOST, (2 * width + 3,), np.int16),
            "action_mask": spaces.Box(0, 1, (width,), np.int8),
        }
        self.observation_spaces = {agent: spaces.Dict(seen) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(width) for agent in self.possible_agents}
        self._chance, _ = seeding.np_random()
        self.position = self.opening
        self._visited: set[str] = set()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Returns the observation space of an agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Returns the action space of an agent: the holes of the agent's row."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Starts a round. A seed restarts the random moves."""
        if seed is not None:
            self._chance, _ = seeding.np_random(seed)
        start = (options or {}).get("position")
        self.position = self.opening if start is None else self._read(start)
        self._visited = {str(self.position)}
        for _ in range(0 if start is not None else self.random_moves):
            after = self._after(int(self._chance.choice(np.flatnonzero(self._legal()))))
            if after.over:
                break
            self._go_to(after)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, self.position.over)
        self.truncations = dict.fromkeys(self.agents, False)
        self._update()

    def step(self, action: Any) -> None:
        """Lifts a hole of the selected agent; None if the round is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        legal = np.flatnonzero(self._legal()).tolist()
        if action not in legal:
            raise ValueError(f"action: found {action}, expected one of {legal}")
        self._clear_rewards()
        self._cumulative_rewards[agent] = 0
        self._go_to(self._after(int(action)))
        if self.position.over:
            self.terminations = dict.fromkeys(self.agents, True)
            lead = np.sign(self._seeds("A") - self._seeds("B"))
            self.rewards = dict(zip(self.agents, (int(lead), -int(lead)), strict=True))
        self._accumulate_rewards()
        self._update()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, Any]:
        """Returns the observation of an agent."""
        row = rows_of([self.position])[0]
        if agent == self.possible_agents[1]:
            half = len(row) // 2
            row = np.concatenate([row[half:-1], row[:half], row[-1:] ^ 1])
        to_move = agent == self.agent_selection
        mask = self._legal() if to_move else np.zeros(self.opening.holes, dtype=np.int8)
        return {"observation": row, "action_mask": mask}

    def render(self) -> str | None:
        """Draws the board, as text or on the screen."""
        if self.render_mode is None:
            logger.warn("render: the environment was made without a render_mode")
            return None
        drawing = self.position.drawing()
        if self.render_mode == "ansi":
            return drawing
        print(drawing)
        return None

    def close(self) -> None:
        """Does nothing; there is nothing to close."""

    def _read(self, start: Any) -> Position:
        rules = self.opening.rules
        position = start if isinstance(start, Position) else Position.parse(start, rules)
        if position.check().holes != self.opening.holes or position.rules != rules:
            raise ValueError(f"position: found {position!r}, expected one of {self.opening!r}")
        return position

    def _legal(self) -> Any:
        mask = np.zeros(self.opening.holes, dtype=np.int8)
        for name in self.position.legal_moves:
            mask[int(name[1:]) - 1] = 1
        return mask

    def _after(self, action: int) -> Position:
        """Returns the position after a move. If it recurs, the round is over."""
        before, after = self.position, self.position.play(action + 1)
        if str(after) not in self._visited:
            return after
        return Position(after.a, after.b, before.mover, after.rules, "over")

    def _go_to(self, position: Position) -> None:
        self.position = position
        self._visited.add(str(position))

    def _seeds(self, side: str) -> int:
        row = self.position.a if side == "A" else self.position.b
        in_row = sum(hole.seeds for hole in row.holes)
        return row.store + (in_row if self.position.over else 0)

    def _update(self) -> None:
        """Updates the agent to move and the infos."""
        self.agent_selection = self.possible_agents["AB".index(self.position.mover)]
        seeds = map(self._seeds, "AB")
        self.infos = {agent: {"seeds": own} for agent, own in zip(self.agents, seeds, strict=True)}


# The usual name in environments of PettingZoo.
raw_env = Rounds
