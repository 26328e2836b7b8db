"""The Gymnasium environment of many games at once, stepped in Rust."""

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from bitgames._core import Batch, BatchStep, Position, UnsupportedError
from bitgames.arguments import Threads, choice, integer, parameter_error, shortened
from bitgames.arguments import threads as checked_threads
from bitgames.envs import common
from bitgames.envs.opponent import TRIES, begins, native_spec, never_moves, player_of
from bitgames.players.player import PlayerLike
from bitgames.seeding import root

Array = NDArray[Any]


class GameVectorEnv(VectorEnv[common.Observation, Array, Array]):
    """``num_envs`` games of one kind; in each the learner has a seat.

    Arguments, observations, rewards and illegal actions are those of ``GameEnv``, with a first axis
    of ``num_envs`` rows. ``opponent`` is a native player: it plays in Rust. With ``"alternate"``
    neighbouring rows have different seats. ``threads`` is as for ``Batch``. The same seed gives the
    same games whatever the number of threads, and row 0 plays the games of a ``GameEnv`` with this
    seed.

    ``autoreset_mode`` says when the next game of a finished row begins: ``AutoresetMode.NEXT_STEP``
    (the default; in the next step, which ignores the action), ``SAME_STEP`` (at once: the last
    observation and info are in ``info["final_obs"]`` and ``info["final_info"]``) or ``DISABLED``
    (by ``reset(options={"reset_mask": rows})``). The finished row's mask has all moves.

    ``openings`` is as for ``Batch``: with ``"random:6"`` each game begins with 6 random moves.

    >>> import gymnasium as gym
    >>> import numpy as np
    >>> import bitgames.envs
    >>> envs = gym.make_vec("bitgames/Othello-v0", num_envs=64, seat="alternate")
    >>> observations, infos = envs.reset(seed=1)
    >>> actions = observations["action_mask"].argmax(axis=1)
    >>> observations, rewards, terminated, truncated, infos = envs.step(actions)
    >>> observations["observation"].shape, rewards.dtype, infos["seat"][:4]
    ((64, 2, 8, 8), dtype('float64'), array([0, 1, 0, 1]))
    """

    def __init__(
        self,
        num_envs: int = 1,
        spec: str | Position = "tictactoe",
        *,
        opponent: PlayerLike = "random",
        seat: common.Seat = 0,
        on_illegal: common.OnIllegal = "lose",
        layout: common.Layout = "CHW",
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        threads: Threads = None,
        openings: str = "none",
        render_mode: str | None = None,
    ) -> None:
        choice("on_illegal", on_illegal, ("lose", "raise"))
        common.check_render_mode(render_mode)
        self.num_envs = integer("num_envs", num_envs, 1, 2**24)
        self.render_mode = render_mode
        self.autoreset_mode = _mode(autoreset_mode)
        self.metadata = {
            "render_modes": common.RENDER_MODES,
            "render_fps": 1,
            "autoreset_mode": self.autoreset_mode,
        }
        self._start = begins(spec)
        self.single_observation_space = common.observation_space(self._start, layout)
        self.single_action_space = spaces.Discrete(self._start.num_moves)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._layout, self._on_illegal, self._threads = layout, on_illegal, checked_threads(threads)
        self._seat_of = common.Seating(seat, self._start.facts.players)
        self._alternates = isinstance(seat, str)
        player_of(opponent, self._start)
        if (native := native_spec(opponent)) is None:
            raise UnsupportedError(
                f"{shortened(repr(opponent), 80)} is not a native player, which a vector "
                "environment needs: vectorization_mode='sync' takes any player"
            )
        self._opponent = native
        self._openings = Batch(self._start, 0, openings=openings).openings
        self._rows = np.arange(self.num_envs)
        self._arrays = {
            name: (space.shape, space.dtype)
            for name, space in self.observation_space.items()  # type: ignore[attr-defined]
        }
        self._is_over = np.ones(self.num_envs, bool)
        self._batch: Batch | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[common.Observation, dict[str, Any]]:
        """Begin the next game of each row, or of those that ``options["reset_mask"]`` marks.

        Raises ``UnsupportedError`` if games always end before the learner's first move, and
        ``ParameterError`` for a mask that is not ``bool[num_envs]`` or comes with a seed.
        """
        mask = (options or {}).get("reset_mask")
        if mask is not None:
            given = f"{getattr(mask, 'dtype', type(mask).__name__)}{list(np.shape(mask))}"
            if given != f"bool[{self.num_envs}]":
                raise parameter_error("options['reset_mask']", f"bool[{self.num_envs}]", given)
            if seed is not None:
                raise parameter_error("seed", "None if only some rows are reset", str(seed))
        super().reset(seed=seed)
        batch, self._batch = self._batch, None
        begun = np.ones(self.num_envs, bool) if mask is None else mask
        if batch is None or seed is not None:
            waits = self.autoreset_mode is AutoresetMode.NEXT_STEP
            batch = Batch(
                self._start,
                self.num_envs,
                root(self.np_random),
                autoreset="next_step" if waits else "disabled",
                on_illegal=self._on_illegal,
                layout=self._layout,
                threads=self._threads,
                openings=self._openings,
            )
            self._seats = self._seat_of(self._rows)
            begun = np.ones(self.num_envs, bool)
        else:
            batch.reset(begun)
            self._next_seats(begun)
        _, observation = self._reply(batch, begun)
        self._is_over = self._is_over & ~begun
        self._batch = batch
        return observation, self._infos(observation)

    def step(
        self, actions: Array
    ) -> tuple[common.Observation, Array, Array, Array, dict[str, Any]]:
        """Play an action in each row, and the moves of the others until the learner is to move.

        Raises ``IllegalMoveError``, naming the row, for an illegal action with
        ``on_illegal="raise"``; then nothing has changed. Raises ``ResetNeeded`` before the first
        reset, and with ``DISABLED`` if a row is over.
        """
        batch, over, seats = self._going(), self._is_over, self._seats
        if self.autoreset_mode is AutoresetMode.DISABLED and over.any():
            raise ResetNeeded(f"the game of row {over.argmax()} is over: reset it")
        try:
            observation, rewards, ended, final = self._stepped(batch, over, actions)
        except BaseException:
            if self._batch is not None:
                self._seats = seats
            raise
        self._batch = batch
        truncated = np.zeros(self.num_envs, bool)
        return observation, rewards, ended, truncated, self._infos(observation) | final

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the legal moves as ``bool[num_envs, num_moves]``."""
        mask: NDArray[np.bool_] = self._going().legal_mask()
        return mask

    def render(self) -> tuple[common.Frame, ...]:  # type: ignore[override]
        """Draw the game of each row as its learner sees it."""
        if (batch := self._batch) is None:
            return ()
        seats = enumerate(self._seats.tolist())
        return tuple(common.render(batch[row], seat, self.render_mode) for row, seat in seats)

    def _going(self) -> Batch:
        if self._batch is None:
            raise ResetNeeded("the games have not begun, or an error has ended them: call reset")
        return self._batch

    def _stepped(
        self, batch: Batch, over: Array, actions: Array
    ) -> tuple[common.Observation, Array, Array, dict[str, Any]]:
        """Return observation, rewards, rows whose game ended, and what is told of the last ones."""
        if self.autoreset_mode is AutoresetMode.SAME_STEP:
            replies = batch.reply(self._seats, self._opponent, actions)
            ended, final = replies.terminated, {}
            rewards = self._rewards(replies, ended)
            # An error from here on leaves a step half played.
            self._batch = None
            if ended.any():
                final = self._final(batch, ended)
                batch.reset(ended)
                self._next_seats(ended)
            _, observation = self._reply(batch, ended)
            return observation, rewards, ended, final
        if over.any():
            self._next_seats(over)
        replies, observation = self._reply(batch, over, actions)
        ended = replies.terminated & ~over
        self._is_over = ended
        return observation, self._rewards(replies, ended), ended.copy(), {}

    def _reply(
        self, batch: Batch, begun: Array, actions: Array | None = None
    ) -> tuple[BatchStep, common.Observation]:
        """Play ``actions`` and let the others answer. Return what is over now in the rows that are
        not in ``begun``, and what the learners observe.

        A row of ``begun`` whose game ends before the learner's first move begins again.
        """
        first = None
        for _ in range(TRIES):
            observation = {name: np.empty(*each) for name, each in self._arrays.items()}
            planes, mask = observation["observation"], observation["action_mask"]
            replies = batch.reply(self._seats, self._opponent, actions, planes, mask)
            first = first or replies
            begun = begun & replies.terminated
            if not begun.any():
                return first, observation
            # An error from here on leaves a step half played.
            self._batch, actions = None, None
            batch.reset(begun)
            self._next_seats(begun)
        raise never_moves(self._start, int(self._seats[begun.argmax()]))

    def _next_seats(self, begun: Array) -> None:
        """Give the learners of rows that have begun another game their seats in it."""
        if self._alternates:
            seats = self._seats + begun
            seats[seats == self._start.facts.players] = 0
            self._seats = seats

    def _rewards(self, replies: BatchStep, ended: Array) -> Array:
        """Return the results of the learners whose game ended, else 0."""
        rewards = np.zeros(self.num_envs)
        rows = ended.nonzero()[0]
        rewards[rows] = replies.rewards[rows, self._seats[rows]]
        return rewards

    def _infos(self, observation: common.Observation) -> dict[str, Any]:
        if self.render_mode == "human":
            self.render()
        return _marked(
            np.ones(self.num_envs, bool),
            action_mask=observation["action_mask"].copy(),
            seat=self._seats.copy(),
        )

    def _final(self, batch: Batch, ended: Array) -> dict[str, Any]:
        """Return the last observations and infos of games that have ended."""
        moves = self._start.num_moves
        observations = np.full(self.num_envs, None, object)
        for row in ended.nonzero()[0].tolist():
            mask = np.ones(moves, np.int8)
            observations[row] = common.observe(
                batch[row], int(self._seats[row]), mask, self._layout
            )
        masks = np.repeat(ended.astype(np.int8)[:, None], moves, axis=1)
        infos = _marked(ended, action_mask=masks, seat=np.where(ended, self._seats, 0))
        return _marked(ended, final_obs=observations, final_info=infos)


def _marked(rows: Array, **infos: Any) -> dict[str, Any]:
    """Return infos, each with the rows that have it, as Gymnasium does."""
    return infos | {f"_{name}": rows.copy() for name in infos}


def _mode(mode: AutoresetMode | str) -> AutoresetMode:
    """Return the mode of this value, ``"NextStep"``, or name, ``"next_step"``."""
    for each in AutoresetMode:
        if mode in (each, each.value, each.name, each.name.lower()):
            return each
    allowed = " or ".join(f"AutoresetMode.{each.name}" for each in AutoresetMode)
    raise parameter_error("autoreset_mode", allowed, repr(mode))
