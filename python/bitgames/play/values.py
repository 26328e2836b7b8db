"""The values of all moves of a position, each refined in turn: guesses first, then proofs.

Every legal move is searched one ply deeper and solved with a larger budget of positions in every
round, so that each has a value early, and those that can be proven are. Values are those of the
team that moves: the value of a child is that of its own mover's team, so it changes its sign only
where the other team is to move.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from time import monotonic

from bitgames._core import CancelledError, Move, Position, Searcher, Solver, effort
from bitgames.analysis import AdvisedMove
from bitgames.analysis import refine as refine_advice
from bitgames.players.player import Stop
from bitgames.record import Record
from bitgames.seeding import Seed

_FIRST_BUDGET = 1000
_GROWTH = 3
_AT_ONCE = 0.2
"""Estimated seconds of a solve that the first guesses need not put off."""
_SLACK = 3
"""How many times more positions it may take than the estimate says."""
_MAX_DEPTH = 250


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
) -> Iterator[Found]:
    """Iterate over ever better values of all moves; the last one is ``final``.

    ``seconds`` and ``depth`` (in plies) limit the work; without a limit it goes on until all values
    are proven. Where the player to move cannot know everything, the values are means over worlds
    that are drawn with ``seed``.

    >>> import bitgames as bg
    >>> *_, last = refine(bg.Record(bg.position("tictactoe oo./xx./...")))
    >>> [(str(each.move), each.value, each.exact) for each in last.moves][:2]
    [('c1', 1.0, True), ('c2', 0.0, True)]
    """
    began = monotonic()
    position = record.position
    if position.is_over:
        yield Found((), 0, 0.0, True)
    elif position.facts.hidden:
        for advice in refine_advice(record, seconds=seconds, seed=seed, stop=stop):
            moves = sorted(advice.moves, key=lambda each: int(each.move))
            yield Found(tuple(moves), 0, monotonic() - began, advice.final)
    else:
        yield from _Children(position, table_mib, began).refine(seconds, depth, stop)


def exact_values(
    position: Position,
    *,
    wld: bool = False,
    seconds: float | None = None,
    table_mib: int = 64,
    stop: Stop | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> tuple[Found, tuple[int, int]]:
    """Solve a position: the proven values of its moves, and the bounds of its own value.

    When the time ends or ``stop`` returns True, the moves proven so far are returned. Raises
    ``UnsupportedError`` where the player to move does not know everything.

    >>> import bitgames as bg
    >>> found, bounds = exact_values(bg.position("tictactoe oo./xx./..."))
    >>> found.moves[0].value, bounds
    (1.0, (1, 1))
    """
    solver = Solver(position, table_mib=table_mib, wld=wld)
    solution = solver.solve(
        position, all_moves=True, seconds=seconds, stop=stop, progress=progress, partial=True
    )
    moves = sorted(
        (
            AdvisedMove(line.move, line.value, True, None, tuple(line.pv))
            for line in solution.lines
            if line.exact
        ),
        key=lambda each: int(each.move),
    )
    return Found(tuple(moves), solution.nodes, solution.seconds, True), solution.bounds


class _Child:
    def __init__(self, position: Position, move: Move) -> None:
        self.move, self.after = move, position.play(move)
        teams = position.facts.teams
        self._sign = 1 if teams[self.after.turn] == teams[position.turn] else -1
        self.found: AdvisedMove | None = None
        outcome = self.after.outcome
        if outcome is not None:
            score = float(outcome.scores[position.turn])
            self.found = AdvisedMove(move, score, True, None, (move,))

    @property
    def is_exact(self) -> bool:
        return self.found is not None and self.found.exact

    def tell(
        self, value: float, depth: int | None, line: Sequence[Move], certainty: int = 100
    ) -> None:
        """Take a value of the position after the move; without a depth it is proven."""
        value, line = self._sign * value + 0.0, (self.move, *line)
        self.found = AdvisedMove(self.move, value, depth is None, depth, line, certainty=certainty)


class _Children:
    def __init__(self, position: Position, table_mib: int, began: float) -> None:
        self._position = position
        self._children = [_Child(position, move) for move in position.legal_moves]
        half = max(table_mib // 2, 1)
        self._searcher = Searcher(position, table_mib=half)
        self._solver = Solver(position, table_mib=half)
        self._nodes = 0
        self._began = began

    def refine(
        self, seconds: float | None, depth: int | None, stop: Stop | None
    ) -> Iterator[Found]:
        until = None if seconds is None else self._began + seconds
        budget = _FIRST_BUDGET
        nodes, seconds = (effort(self._position) or (0.0, 0.0))[:2]
        # Where solves are short, guesses of all moves are followed by their proofs.
        at_once = int(_SLACK * nodes) if seconds <= _AT_ONCE else 0
        for plies in range(1, min(depth or _MAX_DEPTH, _MAX_DEPTH) + 1):
            if all(child.is_exact for child in self._children):
                break
            for child in self._children:
                left = None if until is None else until - monotonic()
                if (left is not None and left <= 0) or (stop is not None and stop()):
                    yield self._partial_result(final=True)
                    return
                if not child.is_exact:
                    self._look(child, plies, budget, left, stop)
                    yield self._partial_result()
            budget = max(_GROWTH * budget, at_once)
        yield self._partial_result(final=True)

    def _look(
        self, child: _Child, plies: int, budget: int, left: float | None, stop: Stop | None
    ) -> None:
        """Search a child ``plies`` deep, the move included, and try to solve it."""
        if plies > 1 or child.found is None:
            found = self._searcher.search(
                child.after, depth=max(plies - 1, 1), seconds=left, stop=stop
            )
            self._nodes += found.nodes
            if found.depth or found.exact:
                reached = None if found.exact else found.depth + 1
                child.tell(found.value, reached, found.pv, found.certainty)
        if child.is_exact:
            return
        try:
            solution = self._solver.solve(
                child.after, nodes=budget, seconds=left, stop=stop, partial=True
            )
        except CancelledError:
            return
        self._nodes += solution.nodes
        if solution.proven:
            child.tell(solution.value, None, solution.pv)

    def _partial_result(self, *, final: bool = False) -> Found:
        moves = tuple(child.found for child in self._children if child.found is not None)
        return Found(moves, self._nodes, monotonic() - self._began, final)
