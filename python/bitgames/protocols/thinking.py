"""Choosing a move for somebody who may interrupt."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from bitgames._core import Move, Position, SearchResult, search

__all__ = ["Chooser", "Limits", "Stop", "best_move", "deepen"]

Stop: TypeAlias = Callable[[], bool]
"""Asked now and then whether to stop thinking."""


class Chooser(Protocol):
    """What an engine may ask for its moves, such as a player."""

    @property
    def name(self) -> str:
        """How to call it."""

    def start_game(self, seed: int) -> None:
        """Get ready for a new game."""

    def choose(self, position: Position) -> Move | int | str:
        """Return a legal move."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How far a search goes when nobody says more."""

    depth: int | None = None
    seconds: float | None = 1.0
    table_mib: int = 64


class _Stopped(Exception):
    """Carries the wish to stop through a search."""


def _checked(stop: Stop) -> Callable[[int, int], None]:
    def check(done: int, total: int) -> None:
        if stop():
            raise _Stopped

    return check


def best_move(position: Position, limits: Limits, stop: Stop) -> Move:
    """Return the best move that one search finds in an unfinished position.

    When ``stop`` says so, the answer is the best move at a glance.

    >>> import bitgames as bg
    >>> best_move(bg.position("tictactoe oo./xx./..."), Limits(depth=3), lambda: False)
    c1
    """
    try:
        found = search(
            position,
            depth=limits.depth,
            seconds=limits.seconds,
            table_mib=limits.table_mib,
            progress=_checked(stop),
        )
    except _Stopped:
        found = search(position, depth=1)
    return position.legal_moves[0] if found.best_move is None else found.best_move


def look(position: Position, depth: int, stop: Stop, *, table_mib: int = 64) -> SearchResult | None:
    """Search to a depth; ``None`` if ``stop`` ended it.

    >>> import bitgames as bg
    >>> look(bg.TicTacToe(), 3, lambda: False).depth
    3
    """
    try:
        return search(position, depth=depth, table_mib=table_mib, progress=_checked(stop))
    except _Stopped:
        return None


def deepen(
    position: Position, depth: int, stop: Stop, *, table_mib: int = 64
) -> Iterator[SearchResult]:
    """Yield the results of deeper and deeper searches, to ``depth``, a proof, or ``stop``.

    >>> import bitgames as bg
    >>> [found.depth for found in deepen(bg.mnk(7, 7, 5), 3, lambda: False)]
    [1, 2, 3]
    """
    for reached in range(1, depth + 1):
        found = look(position, reached, stop, table_mib=table_mib)
        if found is None:
            return
        yield found
        if found.exact:
            return
