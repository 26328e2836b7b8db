"""Values of the positions of one game, with tables that stay from one position to the next."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from time import monotonic
from typing import Any

from bitgames import _core
from bitgames._core import (
    CancelledError,
    LimitError,
    Move,
    Position,
    Searcher,
    Solver,
    UnsupportedError,
)
from bitgames.analysis.levels import Level, can_solve

_SEED = 0
"""Seed of the sampled worlds: an analysis repeats."""

_SOLVE_SHARE = 0.25
"""Share of the time left that one solve may take; estimates of its work may be far off."""

_LEAST = 0.02
"""Least seconds for one position."""

_PLAYED_SLACK = 2.0
"""How many times longer than the search of the position that of its move may take."""


@dataclass(frozen=True, slots=True)
class Value:
    """The value of a position for its player to move, or of a move for the player who makes it."""

    value: float
    exact: bool
    move: Move | None = None
    """A best move, if one was looked for."""
    line: tuple[Move, ...] = ()
    depth: int | None = None
    error: float | None = None
    certainty: int = 100
    """Certainty of the search in percent."""


@dataclass(frozen=True, slots=True)
class Judged:
    """The value of a position by a best move, and that of the move that was played."""

    best: Value
    played: Value


class Judge:
    """Values the positions of a game from its end to its start."""

    def __init__(
        self,
        start: Position,
        level: Level,
        seconds: float | None,
        threads: int | None,
        stop: Callable[[], object] | None,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """Prepare the tables; ``seconds`` for the whole game replace the level's limits."""
        self._level, self._stop, self._threads = level, stop, threads
        self.clock = clock
        self._timed = seconds is not None
        self._until = clock() + (level.game if seconds is None else seconds)
        self._searcher = Searcher(start, threads=threads)
        self._solver: Solver | None = None

    def end(self, position: Position, left: int) -> Value:
        """Return the value of the last position of a game; ``left`` moves are to be judged."""
        if position.outcome is not None:
            return Value(position.outcome.scores[position.turn], True)
        if (rows := self._sampled(position)) is not None:
            return max(rows.values(), key=lambda row: row.value)
        return self._best(position, self._share(left))

    def move(
        self, before: Position, move: Move, after: Position, value: Value, left: int
    ) -> Judged:
        """Judge a move; ``value`` is that of the position after it.

        ``left`` moves are still to be judged, this one included.
        """
        played = _seen_from(before, after, value)
        if len(before.legal_moves) == 1:
            # A forced move has the value of what follows.
            return Judged(replace(played, move=move, line=(move, *played.line)), played)
        if (rows := self._sampled(before)) is not None:
            return Judged(max(rows.values(), key=lambda row: row.value), rows[move])
        share = self._share(left)
        best = self._best(before, share)
        if best.exact and played.exact:
            return Judged(best, played)
        if best.move == move:
            value = played if played.exact else replace(best, line=best.line[1:])
            return Judged(replace(value, move=move, line=(move, *value.line)), value)
        if not played.exact and not after.is_over:
            played = self._played(before, move, after, best.depth, share)
        return Judged(best, played)

    def _share(self, left: int) -> float:
        share = max((self._until - self.clock()) / max(left, 1), _LEAST)
        return share if self._timed else min(share, self._level.share)

    def _check_stop(self) -> None:
        if self._stop is not None and self._stop():
            raise CancelledError("the analysis was stopped")

    def _sampled(self, position: Position) -> dict[Move, Value] | None:
        """Return the means of all moves over worlds, if the player cannot know everything."""
        if not position.facts.hidden or position.is_over:
            return None
        try:
            self._solver = Solver(position)
        except UnsupportedError:
            worlds = self._level.worlds
            rows = _core.sampled(position, worlds, _SEED, stop=self._stop)
            return {m: Value(mean, False, m, (m,), None, error) for m, mean, error in rows}
        return None

    def _best(self, position: Position, share: float) -> Value:
        """Return the value of a position and a best move: exact where that is in reach."""
        if can_solve(position, share if self._timed else self._level.solve):
            most = max(_SOLVE_SHARE * (self._until - self.clock()), _LEAST)
            if self._solver is None:
                self._solver = Solver(position, threads=self._threads)
            try:
                solution = self._solver.solve(position, seconds=most, stop=self._stop)
                return Value(solution.value, True, solution.best_move, tuple(solution.pv))
            except LimitError:
                pass
        return self._searched(position, {} if self._timed else self._level.limits, share)

    def _searched(self, position: Position, limits: dict[str, Any], seconds: float) -> Value:
        found = self._searcher.search(position, **limits, seconds=seconds, stop=self._stop)
        self._check_stop()
        if found.depth == 0:
            # Not even one ply was finished in time.
            found = self._searcher.search(position, depth=1, stop=self._stop)
            self._check_stop()
        depth = None if found.exact else found.depth
        return Value(
            found.value, found.exact, found.best_move, tuple(found.pv), depth,
            certainty=found.certainty,
        )  # fmt: skip

    def _played(
        self, before: Position, move: Move, after: Position, depth: int | None, seconds: float
    ) -> Value:
        """Search a move to the depth from the position before it: only such values compare."""
        if depth is None:
            depth = self._level.depth
        if depth > 1:
            value = self._searched(after, {"depth": depth - 1}, _PLAYED_SLACK * seconds)
            return _seen_from(before, after, value)
        found = self._searcher.search(before, all_moves=True, depth=1, stop=self._stop)
        self._check_stop()
        line = next(line for line in found.lines if line.move == move)
        return Value(
            line.value, line.exact, move, tuple(line.pv[1:]), line.depth, certainty=line.certainty
        )


def _seen_from(before: Position, after: Position, value: Value) -> Value:
    """Return the value of the position after a move for the player who made it."""
    teams = before.facts.teams
    same = teams[before.turn] == teams[after.turn]
    return value if same else replace(value, value=-value.value)
