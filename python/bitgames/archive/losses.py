"""What moves cost near the end of games, by the exact solver."""

import os
import threading
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bitgames._core import Position, Solver, UnsupportedError
from bitgames.archive.stats import Stats

if TYPE_CHECKING:
    from bitgames.archive.query import ArchivedGame, Found

_TABLE_MIB = 16
_AHEAD = 4
"""Games that wait for each thread."""

_WAIT_SECONDS = 0.05
"""Time after which Ctrl-C is noticed."""


@dataclass(slots=True)
class Loss:
    """The solved moves of a side."""

    choices: int = 0
    """Moves where there was a choice."""
    loss: float = 0.0
    """What they cost in all."""


def losses(
    start: Position,
    moves: Sequence[object],
    empties: int,
    solver: Callable[[Position], Solver],
    stop: Callable[[], bool] | None = None,
) -> tuple[Loss, Loss]:
    """Return what the moves of both sides cost in positions with at most ``empties`` empty cells.

    From the end to the front, so that what was solved helps; a position that hides something ends
    the walk. The value of a position is in points of the game's score.

    >>> import bitgames as bg
    >>> start = bg.position("tictactoe")
    >>> losses(start, ["a1", "b1", "b2", "c1", "c3"], 9, lambda each: bg.Solver(each))
    (Loss(choices=3, loss=0.0), Loss(choices=2, loss=1.0))
    """
    positions = [start]
    for move in moves:
        positions.append(positions[-1].play(move))  # type: ignore[arg-type]
    teams = start.facts.teams
    found = Loss(), Loss()
    after: float | None = None
    side = 0
    for position in reversed(positions):
        if len(position.empty) > empties:
            break
        try:
            value = (
                position.outcome.scores[position.turn]
                if position.outcome is not None
                else solver(position).solve(position, stop=stop).value
            )
        except UnsupportedError:
            break
        team = teams[position.turn]
        if after is not None and len(position.legal_moves) > 1:
            cost = value - (after if team == side else -after)
            found[team].choices += 1
            found[team].loss += cost
        after, side = value, team
    return found


def with_losses(
    stats: Stats,
    games: "Found",
    empties: int,
    *,
    threads: int | None,
    progress: Callable[[int, int], object] | None = None,
) -> Stats:
    """Return the same results with what the moves of each player cost."""
    sums: dict[str, Loss] = defaultdict(Loss)
    total = len(games)
    for done, (game, sides) in enumerate(_solved(games, empties, threads), 1):
        for name, side in zip((game.first, game.second), sides, strict=True):
            sums[name].choices += side.choices
            sums[name].loss += side.loss
        if progress is not None:
            progress(done, total)
    players = tuple(
        replace(each, choices=sums[each.name].choices, loss=sums[each.name].loss)
        for each in stats.players
    )
    return replace(stats, players=players, exact=empties)


def _solved(
    games: "Iterable[ArchivedGame]", empties: int, threads: int | None
) -> "Iterator[tuple[ArchivedGame, tuple[Loss, Loss]]]":
    """Solve games on several threads, each with solvers of its own; in any order."""
    own = threading.local()
    stopped = threading.Event()

    def solver(position: Position) -> Solver:
        # One for each board and rules.
        known = own.__dict__.setdefault("solvers", {})
        if position.game not in known:
            known[position.game] = Solver(position, table_mib=_TABLE_MIB, threads=1)
        made: Solver = known[position.game]
        return made

    def work(game: "ArchivedGame") -> "tuple[ArchivedGame, tuple[Loss, Loss]]":
        return game, losses(game.start, game.moves, empties, solver, stopped.is_set)

    count = threads or os.cpu_count() or 1
    pool = ThreadPoolExecutor(count, "bitgames-losses")
    waiting = set()
    try:
        for game in games:
            waiting.add(pool.submit(work, game))
            while len(waiting) >= count * _AHEAD:
                done, waiting = wait(waiting, _WAIT_SECONDS, FIRST_COMPLETED)
                yield from (each.result() for each in done)
        while waiting:
            done, waiting = wait(waiting, _WAIT_SECONDS, FIRST_COMPLETED)
            yield from (each.result() for each in done)
    finally:
        stopped.set()
        pool.shutdown(cancel_futures=True)
