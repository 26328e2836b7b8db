"""The Gymnasium environment of one game: a learner against players of this package."""

from operator import index
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from numpy.typing import NDArray

from bitgames._core import Position
from bitgames.arguments import choice
from bitgames.envs import common
from bitgames.envs.opponent import TRIES, begins, never_moves, player_of
from bitgames.players.player import PlayerLike
from bitgames.seeding import child_seed, root


class GameEnv(gymnasium.Env[common.Observation, int]):
    """One game; the learner has a seat, and ``opponent`` plays all others.

    ``spec`` is a game or a position to begin from. ``opponent`` is the spec of a player, a
    ``Player``, or a function from a position to a move. ``seat`` is the learner's seat, or
    ``"alternate"``: another seat in each episode. ``layout`` is the order of the axes of the
    planes.

    An observation is a dictionary: ``observation``, the planes of what the learner knows
    (``uint8[planes, height, width]``), and ``action_mask`` (``int8[num_moves]``), the legal moves.
    Once the game is over all moves are marked, because a mask without a move is an error in most
    learners. The reward is 1 for a win, -1 for a loss, 0 for a draw and before the end. An illegal
    action loses the game at once, or raises ``IllegalMoveError`` with ``on_illegal="raise"``.
    ``info`` has the mask again, and ``seat``, the learner's seat.

    ``reset(seed=...)`` makes the episodes from here on repeat: deals, and opponents that draw from
    the seed. Without a seed each environment plays games of its own.

    >>> import gymnasium as gym
    >>> import bitgames.envs
    >>> env = gym.make("bitgames/TicTacToe-v0", opponent="perfect")
    >>> observation, info = env.reset(seed=1)
    >>> action = env.action_space.sample(observation["action_mask"])
    >>> observation, reward, terminated, truncated, info = env.step(action)
    >>> observation["observation"].shape, reward, terminated
    ((2, 3, 3), 0.0, False)
    """

    metadata = {"render_modes": common.RENDER_MODES, "render_fps": 1}  # noqa: RUF012 - as the base has it

    def __init__(
        self,
        spec: str | Position = "tictactoe",
        *,
        opponent: PlayerLike = "random",
        seat: common.Seat = 0,
        on_illegal: common.OnIllegal = "lose",
        layout: common.Layout = "CHW",
        render_mode: str | None = None,
    ) -> None:
        choice("on_illegal", on_illegal, ("lose", "raise"))
        common.check_render_mode(render_mode)
        self.render_mode = render_mode
        self.observation_space = common.observation_space(begin := begins(spec), layout)
        self.action_space = spaces.Discrete(begin.num_moves)  # type: ignore[assignment]
        self._start = begin
        self._deals = begin.facts.chance and begin.ply == 0
        self._on_illegal = on_illegal
        self._layout = layout
        self._seat_of = common.Seating(seat, begin.facts.players)
        self._opponent = player_of(opponent, begin)
        self._root: int | None = None
        self._episode = 0
        self._seed = self._seat = 0
        self._position: Position | None = None
        self._is_over = True

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[common.Observation, dict[str, Any]]:
        """Begin the next episode, where the learner is to move; ``options`` has no meaning.

        Raises ``UnsupportedError`` if the game always ends before the learner's first move.
        """
        super().reset(seed=seed)
        if self._root is None or seed is not None:
            self._root = root(self.np_random)
            self._episode = -1
        for _ in range(TRIES):
            self._begin(self._root)
            if not self._is_over:
                break
        else:
            raise never_moves(self._start, self._seat)
        return self._told()

    def step(self, action: int) -> tuple[common.Observation, float, bool, bool, dict[str, Any]]:
        """Play the learner's move, and those of the others until the learner is to move again.

        Raises ``ResetNeeded`` before the first reset and after the end of a game.
        """
        if self._position is None or self._is_over:
            raise ResetNeeded("the game is over or has not begun: call reset")
        move = index(action)
        reward = 0.0
        if self._on_illegal == "raise" or self._position.is_legal(move):
            self._position = self._position.play(move)
            self._opponent.saw(move)
            self._reply()
            reward = self._position.returns[self._seat]
        else:
            self._is_over, reward = True, -1.0
        observation, info = self._told()
        return observation, reward, self._is_over, False, info

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the legal moves as ``bool[num_moves]``, for learners that ask for them."""
        if self._position is None:
            raise ResetNeeded("the game has not begun: call reset")
        return common.mask_of(self._position, is_over=self._is_over).view(np.bool_)

    def render(self) -> common.Frame:
        """Draw the game as the learner sees it."""
        return common.render(self._position, self._seat, self.render_mode)

    def _begin(self, run: int) -> None:
        self._episode += 1
        self._seat = self._seat_of(self._episode)
        self._seed = child_seed(run, self._episode << 32)
        self._position = self._start.deal(self._seed) if self._deals else self._start
        self._opponent.begin(self._position, self._seed)
        self._reply()

    def _reply(self) -> None:
        """Let the others play."""
        position = self._position
        assert position is not None
        while position.turn != self._seat and not position.is_over:
            position = position.play(move := self._opponent.choose(position))
            self._opponent.saw(move)
        self._position, self._is_over = position, position.is_over

    def _told(self) -> tuple[common.Observation, dict[str, Any]]:
        position = self._position
        assert position is not None
        if self.render_mode == "human":
            self.render()
        mask = common.mask_of(position, is_over=self._is_over)
        info = {"action_mask": mask.copy(), "seat": self._seat}
        return common.observe(position, self._seat, mask, self._layout), info
