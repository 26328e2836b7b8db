"""The values of all moves of a position, refined while they are computed.

One search values all moves, deeper and deeper. Where the estimate of its work says that this is in
reach, an exact solver proves them.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from math import inf
from time import monotonic

from bitgames._core import CancelledError, Move, Position, Searcher, Solver
from bitgames.analysis import AdvisedMove
from bitgames.analysis import refine as refine_advice
from bitgames.analysis.hints import advised
from bitgames.analysis.levels import can_solve
from bitgames.players.player import Stop
from bitgames.record import Record
from bitgames.seeding import Seed

_FIRST_TURN = 0.2
"""Seconds of the first turn of a search or a solve."""
_LONGEST = 3600.0
"""Estimated seconds of a solve that is begun where nothing limits the time."""


@dataclass(frozen=True, slots=True)
class Found:
    """What is known of the moves of a position so far, in the order of their indices."""

    moves: tuple[AdvisedMove, ...]
    nodes: int
    """Positions visited; 0 where worlds are sampled."""
    seconds: float
    final: bool


def refine(
    record: Record,
    *,
    seconds: float | None = None,
    depth: int | None = None,
    table_mib: int = 64,
    seed: Seed = None,
    stop: Stop | None = None,
    clock: Callable[[], float] = monotonic,
) -> Iterator[Found]:
    """Iterate over ever better values of all moves; the last one is ``final``.

    ``seconds``, of ``clock``, and ``depth`` (in plies) limit the work; without a limit it goes on
    until all values are proven. Where the player to move cannot know everything, the values are
    means over worlds that are drawn with ``seed``.

    >>> import bitgames as bg
    >>> *_, last = refine(bg.Record(bg.position("tictactoe oo./xx./...")))
    >>> [(str(each.move), each.value, each.exact) for each in last.moves][:2]
    [('c1', 1.0, True), ('c2', 0.0, True)]
    """
    began = clock()
    position = record.position
    if position.is_over:
        yield Found((), 0, 0.0, True)
    elif position.facts.hidden:
        for advice in refine_advice(record, seconds=seconds, seed=seed, stop=stop, clock=clock):
            moves = sorted(advice.moves, key=lambda each: int(each.move))
            yield Found(tuple(moves), 0, clock() - began, advice.final)
    else:
        yield from _Study(position, table_mib, clock, stop).refine(seconds, depth)


def exact_values(
    position: Position,
    *,
    wld: bool = False,
    seconds: float | None = None,
    table_mib: int = 64,
    stop: Stop | None = None,
    progress: Callable[[int, int], object] | None = None,
    clock: Callable[[], float] = monotonic,
) -> tuple[Found, tuple[int, int]]:
    """Solve a position: the proven values of its moves, and the bounds of its own value.

    When the ``seconds`` of ``clock`` end or ``stop`` returns True, the moves proven so far are
    returned. Raises ``UnsupportedError`` where the player to move does not know everything.

    >>> import bitgames as bg
    >>> found, bounds = exact_values(bg.position("tictactoe oo./xx./..."))
    >>> found.moves[0].value, bounds
    (1.0, (1, 1))
    """
    began = clock()
    until = inf if seconds is None else began + seconds

    def ends() -> bool:
        return clock() >= until or (stop is not None and bool(stop()))

    solver = Solver(position, table_mib=table_mib, wld=wld, threads=1)
    solution = solver.solve(position, all_moves=True, stop=ends, progress=progress, partial=True)
    moves = sorted(
        (advised(line) for line in solution.lines if line.exact),
        key=lambda each: int(each.move),
    )
    return Found(tuple(moves), solution.nodes, clock() - began, True), solution.bounds


class _Study:
    """A search of all moves of a position, and proofs of their values, in turn.

    Both keep their tables, and each gets twice as long as the turn before: together they take at
    most about twice as long as the one that fits alone, however wrong the estimate of a solve is.
    """

    def __init__(
        self, position: Position, table_mib: int, clock: Callable[[], float], stop: Stop | None
    ) -> None:
        self._position, self._clock, self._stop = position, clock, stop
        self._began = clock()
        self._table_mib = max(table_mib // 2, 1)
        self._known: dict[Move, AdvisedMove] = {}
        self._nodes = 0
        self._depth = 0
        self._is_done = False
        """The search has come to its depth or to the end of the game, or all values are proven."""

    def refine(self, seconds: float | None, depth: int | None) -> Iterator[Found]:
        """Yield the values of all moves, ever better ones, the last ones ``final``."""
        position, until = self._position, inf if seconds is None else self._began + seconds
        searcher = Searcher(position, table_mib=self._table_mib, threads=1)
        if not can_solve(position, _LONGEST if seconds is None else seconds):
            yield from self._search(searcher, depth, until)
        else:
            solver = Solver(position, table_mib=self._table_mib, threads=1)
            # A short solve follows the first estimates.
            turn = 0.0 if can_solve(position, _FIRST_TURN) else _FIRST_TURN
            while not self._ends(until):
                yield from self._search(searcher, depth, min(self._clock() + turn, until))
                turn = max(2 * turn, _FIRST_TURN)
                if not self._is_done:
                    yield from self._solve(solver, min(self._clock() + turn, until))
        yield self._found(final=True)

    def _ends(self, until: float) -> bool:
        if self._is_done or self._clock() >= until:
            return True
        return self._stop is not None and bool(self._stop())

    def _found(self, *, final: bool = False) -> Found:
        moves = sorted(self._known.values(), key=lambda each: int(each.move))
        return Found(tuple(moves), self._nodes, self._clock() - self._began, final)

    def _take(self, each: AdvisedMove) -> None:
        known = self._known.get(each.move)
        if known is None or not known.exact:
            self._known[each.move] = each
            self._is_done = len(self._known) == len(self._position.legal_moves) and all(
                known.exact for known in self._known.values()
            )

    def _search(self, searcher: Searcher, depth: int | None, until: float) -> Iterator[Found]:
        """Search on, at least one depth."""
        first, before = self._nodes == 0, 0

        def stop() -> bool:
            return self._ends(inf if first else until)

        if stop():
            return
        results = searcher.deepen(self._position, all_moves=True, depth=depth, stop=stop)
        for result in results:
            self._nodes += result.nodes - before
            first, before = False, result.nodes
            # The table still has the depths of the turn before.
            if result.depth > self._depth:
                self._depth = result.depth
                for line in result.lines:
                    self._take(advised(line))
                yield self._found()
            if stop():
                return
        self._is_done = self._is_done or not stop()

    def _solve(self, solver: Solver, until: float) -> Iterator[Found]:
        """Prove the values of moves, the best first."""
        position, teams = self._position, self._position.facts.teams
        for known in sorted(self._known.values(), key=lambda each: -each.value):
            if known.exact:
                continue
            after = position.play(known.move)
            with suppress(CancelledError):
                solution = solver.solve(after, stop=lambda: self._ends(until), partial=True)
                self._nodes += solution.nodes
                if solution.proven:
                    # Values are those of the team that moves.
                    sign = 1 if teams[after.turn] == teams[position.turn] else -1
                    value, line = sign * solution.value + 0.0, (known.move, *solution.pv)
                    self._take(AdvisedMove(known.move, value, True, None, line))
                    yield self._found()
            if self._ends(until):
                return
