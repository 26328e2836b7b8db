"""``bg.Batch`` once more: slow and obvious, a list of positions in plain Python.

It is the judge of the native batch, whose every array must equal the array here. The names and the
meaning of what it returns are those of ``bg.Batch``; what is left out are buffers (``out=``),
threads, files and the wording of errors.

What both do, where the idea of a batch alone does not decide it:

Episodes
    Row ``i`` counts its games from 0: ``Batch(...)`` begins game 0 in each row, and every reset,
    also one by `auto_reset`, begins the next. A reset right after construction begins game 1.

Seeds
    Game ``e`` of row ``i`` has the seed ``child_seed(root, e * 2**32 + first + i)``, of which the
    low 64 bits of the index count. A game of chance is dealt from it if the start of the batch is a
    start (ply 0), as ``start.deal(seed)`` deals. Any other start is played as it stands.
    ``first + n`` is at most ``2**32``.

Openings
    With ``openings="random:6"`` a game goes on with 6 random moves before its row begins: drawn as
    ``sample`` draws, from the child ``3 * 2**62`` of the game's seed. Where the game would be over,
    the moves are drawn again, up to 32 times, then one fewer, and so on.

Sampling
    Each game has its own stream: that of the child of the root whose index is the one of the game's
    seed with bit 62 the other way. The moves do not depend on those of other rows or of earlier
    games of the row, and they tell nothing of the deal. ``sample`` draws one number below the
    number of legal moves ``k``, also if ``k`` is 1, and takes the legal move of this place in index
    order. It draws again at each call, whether the move was played or not. A finished row draws
    nothing and gets move 0. ``playout`` draws from the same streams, plays copies of the rows to
    their end, and returns ``float32[n, seats]``; a finished row gives its result.

Steps
    ``terminated`` is true in the step that ends a game, and with ``disabled`` in every later step,
    too. ``rewards`` are the returns of the position in the step that ends the game, 0 at all other
    times. ``truncated`` is always false: every game here ends.
    A finished row takes any number as its move. With ``next_step`` this step begins its next game:
    reward 0, not terminated. With ``disabled`` nothing happens. With ``same_step`` a row is never
    finished after a step: turn, ply, episode, planes and mask are those of the next game, reward
    and ``terminated`` those of the game that ended.

Illegal moves
    A number that is no move of the game is an illegal move. With ``raise`` nothing has changed, and
    the error tells of the first such row. With ``lose`` the row is finished: its position stays as
    it is before the move, ``rewards`` are -1 for the team of the seat to move, 1 for the others.

Finished rows
    The mask is true everywhere. Planes, ``turn`` and ``ply`` are those of the position at the end,
    whose turn is the seat that would move next. ``ply`` is ``Position.ply``.

``final``
    With ``same_step``: of the last step, the rows whose game ended in ascending order (``rows``,
    int64) and their positions at the end (``planes(viewer=None)``). Empty before the first step and
    in the other modes. A reset does not change it.

``planes(viewer)``
    ``viewer`` is a seat for all rows, an array of a seat for each row, or None for the seat to move
    of each row. ``step(planes=, mask=)`` writes ``planes()`` and ``legal_mask()`` after the step.

``reply(seats, opponent)``
    In each unfinished row the native player ``opponent`` plays all seats but ``seats[i]``, until
    this seat is to move or the game is over. Each of its moves is that of a new player, whose seed
    is the child ``2 + ply`` of the game's seed. ``terminated`` tells which games are over,
    ``rewards`` are their results, also of those that were over before. ``reply(moves=)`` is a step
    with these moves first, and ``reply(planes=, mask=)`` writes ``planes(seats)`` and
    ``legal_mask()`` at the end. An error leaves all as it was. Not with ``same_step``.

``reset(rows, positions)``
    ``rows`` is an array of n bools, or of different row numbers from 0 to n - 1; None is all rows.
    ``positions`` is a position for all chosen rows, or a sequence with one for each, in the order
    of ``rows``. They are of the same game (spec) and not over, and are not dealt again. Later games
    of the row begin from the start of the batch. The start of a batch is not over, either.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

import bitgames as bg
from bitgames.seeding import Seed, child_seed, root

WORD = 2**64 - 1


def mix(number: int) -> int:
    number = (number + 0x9E3779B97F4A7C15) & WORD
    number = ((number ^ number >> 30) * 0xBF58476D1CE4E5B9) & WORD
    number = ((number ^ number >> 27) * 0x94D049BB133111EB) & WORD
    return number ^ number >> 31


@dataclass
class Rng:
    """The generator of the core: ``word`` and ``below`` of ``rng.rs``."""

    state: int

    def word(self) -> int:
        word = mix(self.state)
        self.state = (self.state + 0x9E3779B97F4A7C15) & WORD
        return word

    def below(self, n: int) -> int:
        product = (self.word() >> 32) * n
        result, low = product >> 32, product & 0xFFFFFFFF
        if low > 2**32 - n:
            result += low + ((self.word() >> 32) * n >> 32) >= 2**32
        return result


@dataclass
class Row:
    """A game: its position, its number and stream, and who lost it by an illegal move."""

    position: bg.Position
    episode: int
    rng: Rng
    loser: int | None = None

    @property
    def is_over(self) -> bool:
        return self.position.is_over or self.loser is not None

    @property
    def returns(self) -> list[float]:
        if self.loser is None:
            return list(self.position.returns)
        teams = self.position.facts.teams
        return [-1.0 if team == teams[self.loser] else 1.0 for team in teams]

    def draw(self) -> int:
        legal = self.position.legal_moves
        return int(legal[self.rng.below(len(legal))])


@dataclass
class Step:
    rewards: NDArray[np.float32]
    terminated: NDArray[np.bool_]
    truncated: NDArray[np.bool_]


@dataclass
class Final:
    rows: NDArray[np.int64]
    positions: list[bg.Position] = field(repr=False)
    batch: SlowBatch = field(repr=False)

    def planes(self, viewer: Any = None) -> NDArray[np.uint8]:
        return self.batch._planes(self.positions, viewer)


class SlowBatch:
    def __init__(
        self,
        game: str | bg.Position,
        n: int,
        seed: Seed = None,
        first: int = 0,
        autoreset: str = "next_step",
        on_illegal: str = "raise",
        layout: str = "CHW",
        threads: int | None = None,
        openings: str = "none",
    ) -> None:
        self.openings = openings
        self.random_plies = int(openings.removeprefix("random:")) if openings != "none" else 0
        self.start = bg.position(game) if isinstance(game, str) else game
        assert not self.start.is_over
        assert autoreset in ("next_step", "same_step", "disabled")
        assert on_illegal in ("raise", "lose")
        assert layout in ("CHW", "HWC")
        self.root, self.first, self.layout = root(seed), first, layout
        self.autoreset, self.on_illegal = autoreset, on_illegal
        self.rows = [self._begin(row, 0) for row in range(n)]
        self.final = Final(np.zeros(0, np.int64), [], self)

    def _seed(self, row: int, episode: int, stream: int = 0) -> int:
        return child_seed(self.root, (episode << 32 | self.first + row) & WORD ^ stream)

    def _begin(self, row: int, episode: int, position: bg.Position | None = None) -> Row:
        seed = self._seed(row, episode)
        if position is None:
            is_start = self.start.facts.chance and self.start.ply == 0
            position = self.start.deal(seed) if is_start else self.start
            position = self._walked(position, Rng(child_seed(seed, 3 << 62)))
        return Row(position, episode, Rng(self._seed(row, episode, stream=1 << 62)))

    def _walked(self, start: bg.Position, rng: Rng) -> bg.Position:
        for plies in range(self.random_plies, 0, -1):
            for _ in range(32):
                row = Row(start, 0, rng)
                for _ in range(plies):
                    if row.position.is_over:
                        break
                    row.position = row.position.play(row.draw())
                if not row.position.is_over:
                    return row.position
        return start

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, row: int) -> bg.Position:
        return self.rows[row].position

    @property
    def turn(self) -> NDArray[np.int8]:
        return np.array([row.position.turn for row in self.rows], np.int8)

    @property
    def ply(self) -> NDArray[np.int16]:
        return np.array([row.position.ply for row in self.rows], np.int16)

    @property
    def episode(self) -> NDArray[np.int64]:
        return np.array([row.episode for row in self.rows], np.int64)

    def reset(self, rows: Any = None, positions: Any = None) -> None:
        rows = np.arange(len(self)) if rows is None else np.asarray(rows)
        chosen: list[int] = (rows.nonzero()[0] if rows.dtype == bool else rows).tolist()
        given: Sequence[bg.Position | None]
        if positions is None or isinstance(positions, bg.Position):
            given = [positions] * len(chosen)
        else:
            given = list(positions)
        assert len(set(chosen)) == len(chosen) == len(given)
        for row, position in zip(chosen, given, strict=True):
            assert position is None or (position.game == self.start.game and not position.is_over)
            self.rows[row] = self._begin(row, self.rows[row].episode + 1, position)

    def sample(self) -> NDArray[np.int64]:
        return np.array([0 if row.is_over else row.draw() for row in self.rows], np.int64)

    def step(self, moves: Any, planes: Any = None, mask: Any = None) -> Step:
        if self.on_illegal == "raise":
            for i, (row, move) in enumerate(zip(self.rows, moves, strict=True)):
                if not row.is_over and not row.position.is_legal(int(move)):
                    raise bg.IllegalMoveError(f"row {i}: move {move} in {row.position}")
        seats = self.start.facts.players
        rewards = np.zeros((len(self), seats), np.float32)
        terminated = np.zeros(len(self), bool)
        ended: list[int] = []
        for i, (row, move) in enumerate(zip(self.rows, moves, strict=True)):
            if row.is_over and self.autoreset == "next_step":
                self.reset([i])
            elif row.is_over:
                terminated[i] = True
            else:
                if row.position.is_legal(int(move)):
                    row.position = row.position.play(int(move))
                else:
                    row.loser = row.position.turn
                if row.is_over:
                    rewards[i], terminated[i] = row.returns, True
                    ended.append(i)
        if self.autoreset == "same_step":
            over = [self[i] for i in ended]
            self.final = Final(np.array(ended, np.int64), over, self)
            self.reset(np.array(ended, np.int64))
        self._write(planes, mask)
        return Step(rewards, terminated, np.zeros(len(self), bool))

    def _write(self, planes: Any, mask: Any, viewer: Any = None) -> None:
        if planes is not None:
            planes[...] = self.planes(viewer)
        if mask is not None:
            mask[...] = self.legal_mask(mask.dtype)

    def reply(
        self,
        seats: Any,
        opponent: str = "random",
        moves: Any = None,
        planes: Any = None,
        mask: Any = None,
    ) -> Step:
        assert self.autoreset != "same_step"
        agent = bg.Agent(opponent)
        agent.check(self.start)
        if moves is not None:
            self.step(moves)
        rewards = np.zeros((len(self), self.start.facts.players), np.float32)
        terminated = np.zeros(len(self), bool)
        for i, (row, seat) in enumerate(zip(self.rows, seats, strict=True)):
            while not row.is_over and row.position.turn != seat:
                seed = self._seed(i, row.episode)
                agent.start_game(child_seed(seed, 2 + row.position.ply))
                row.position = row.position.play(agent.choose(row.position))
            terminated[i] = row.is_over
            if row.is_over:
                rewards[i] = row.returns
        self._write(planes, mask, seats)
        return Step(rewards, terminated, np.zeros(len(self), bool))

    def _planes(self, positions: Sequence[bg.Position], viewer: Any) -> NDArray[np.uint8]:
        viewers: list[int | None]
        if viewer is None or np.ndim(viewer) == 0:
            viewers = [viewer] * len(positions)
        else:
            viewers = np.asarray(viewer).tolist()
        shape = self.start.planes().shape
        planes = np.zeros((len(positions), *shape), np.uint8)
        for out, position, seat in zip(planes, positions, viewers, strict=True):
            out[...] = position.planes(seat)
        return planes.transpose(0, 2, 3, 1) if self.layout == "HWC" else planes

    def planes(self, viewer: Any = None) -> NDArray[np.uint8]:
        return self._planes([row.position for row in self.rows], viewer)

    def legal_mask(self, dtype: Any = bool) -> NDArray[Any]:
        mask = np.zeros((len(self), self.start.num_moves), dtype)
        for out, row in zip(mask, self.rows, strict=True):
            out[...] = True if row.is_over else row.position.legal_mask()
        return mask

    def playout(self) -> NDArray[np.float32]:
        results = np.zeros((len(self), self.start.facts.players), np.float32)
        for out, row in zip(results, self.rows, strict=True):
            end = copy.copy(row)
            while not end.is_over:
                end.position = end.position.play(end.draw())
            out[...] = end.returns
        return results

    def copy(self) -> SlowBatch:
        return copy.deepcopy(self)
