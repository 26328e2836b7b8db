"""Environments of PettingZoo (AEC): every seat is an agent, and one agent moves at a time.

They need ``pip install 'bitgames[rl]'``.

>>> from bitgames.envs import aec
>>> env = aec.env("othello:6")
>>> env.reset(seed=1)
>>> for agent in env.agent_iter():
...     observation, reward, termination, truncation, info = env.last()
...     over = termination or truncation
...     env.step(None if over else observation["action_mask"].argmax())
"""

from operator import attrgetter, index
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from bitgames._core import Position
from bitgames.arguments import choice
from bitgames.envs import common
from bitgames.envs.opponent import begins
from bitgames.seeding import child_seed, root

__all__ = ["env", "raw_env"]


class raw_env(AECEnv[str, common.Observation, int | None]):  # type: ignore[misc]
    """A game whose seats are the agents ``player_0``, ``player_1`` and so on, without wrappers.

    ``spec`` is a game or a position to begin from. An observation is a dictionary: ``observation``,
    the planes of what the agent knows (``uint8[planes, height, width]``; ``layout="HWC"`` has the
    planes last), and ``action_mask`` (``int8[num_moves]``), the legal moves of the agent to move,
    zeros for all others. The reward of a seat is 1 for a win, -1 for a loss, else 0. An agent that
    moves twice in a row is selected again. An illegal action raises ``IllegalMoveError``.

    ``reset(seed=...)`` makes the deals of a game of chance from here on repeat.

    >>> env = raw_env("honeymoon")
    >>> env.reset(seed=1)
    >>> int(env.observe("player_1")["action_mask"].sum()), env.agent_selection
    (0, 'player_0')
    """

    def __init__(
        self,
        spec: str | Position = "tictactoe",
        *,
        layout: common.Layout = "CHW",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        common.check_render_mode(render_mode)
        self._start = begins(spec)
        facts = self._start.facts
        self._deals = facts.chance and self._start.ply == 0
        self._layout: common.Layout = layout
        self.render_mode = render_mode
        self.metadata = {
            "name": f"bitgames_{self._start.game.replace(':', '_').replace(',', '_')}_v0",
            "render_modes": common.RENDER_MODES,
            "render_fps": 1,
            "is_parallelizable": False,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(facts.players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        # Each agent has spaces of its own, which learners seed.
        self.observation_spaces = {
            agent: common.observation_space(self._start, layout) for agent in self.possible_agents
        }
        self.action_spaces = {
            agent: spaces.Discrete(self._start.num_moves) for agent in self.possible_agents
        }
        self._root: int | None = None
        self._game = 0
        self._position: Position | None = None
        # The rest of the state exists from the first reset on, which the wrappers check.
        self.agents: list[str]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin the next game; ``options`` has no meaning."""
        if seed is not None or self._root is None:
            self._root, self._game = root(seed), 0
        start = self._start
        self._position = start.deal(child_seed(self._root, self._game)) if self._deals else start
        self._game += 1
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self._position.turn]
        self._skip_agent_selection = None
        if self.render_mode == "human":
            self.render()

    def step(self, action: int | None) -> None:
        """Play a move of the selected agent; None for an agent whose game is over.

        Raises ``IllegalMoveError`` for an illegal move; then nothing has changed.
        """
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        assert self._position is not None
        position = self._position.play(index(action))  # type: ignore[arg-type]
        self._position = position
        self._cumulative_rewards[agent] = 0.0
        if position.is_over:
            self.rewards = dict(zip(self.agents, position.returns, strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
            self._deads_step_first()
        else:
            self.agent_selection = self.possible_agents[position.turn]
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> common.Observation:
        """Return what an agent knows; its mask is zero while others are to move."""
        position, seat = self._position, self._seats[choice("agent", agent, self._seats)]
        assert position is not None
        if position.turn == seat:
            # Zeros once the game is over.
            mask = position.legal_mask().view(np.int8)
        else:
            mask = np.zeros(self._start.num_moves, np.int8)
        return common.observe(position, seat, mask, self._layout)

    def observation_space(self, agent: str) -> spaces.Space[common.Observation]:
        """Return the space of what an agent observes, always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's moves, always the same object."""
        return self.action_spaces[agent]

    def render(self) -> common.Frame:
        """Draw the game; where cards are hidden, as the agent to move sees it."""
        return common.render(self._position, None, self.render_mode)

    def close(self) -> None:
        """Do nothing: there is no window."""


def env(
    spec: str | Position = "tictactoe",
    *,
    layout: common.Layout = "CHW",
    render_mode: str | None = None,
) -> AECEnv[str, common.Observation, int | None]:
    """Return a ``raw_env`` in the usual wrappers.

    An illegal move ends the game with the reward -1 for its agent and 0 for the others, a number
    that is no move and calls before ``reset`` are errors.

    >>> env("othello").reset()
    """
    inner = raw_env(spec, layout=layout, render_mode=render_mode)
    return _OrderEnforcing(_AssertOutOfBounds(_TerminateIllegal(inner, illegal_reward=-1)))


class _Direct:
    """Reads the state from the environment itself.

    The wrappers ask each other for each attribute, which takes longer than a move of the game.
    """

    env: Any
    agents = property(attrgetter("_inner.agents"))
    agent_selection = property(attrgetter("_inner.agent_selection"))
    infos = property(attrgetter("_inner.infos"))
    rewards = property(attrgetter("_inner.rewards"))
    terminations = property(attrgetter("_inner.terminations"))
    truncations = property(attrgetter("_inner.truncations"))
    _cumulative_rewards = property(attrgetter("_inner._cumulative_rewards"))

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._inner = self.env.unwrapped

    def __str__(self) -> str:
        return str(self._inner)


class _TerminateIllegal(_Direct, wrappers.TerminateIllegalWrapper):  # type: ignore[misc]
    pass


class _AssertOutOfBounds(_Direct, wrappers.AssertOutOfBoundsWrapper):  # type: ignore[misc]
    pass


class _OrderEnforcing(_Direct, wrappers.OrderEnforcingWrapper):  # type: ignore[misc]
    pass
