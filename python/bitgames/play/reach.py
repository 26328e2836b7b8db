"""A rough estimate of the work to solve a position, for a warning before a hopeless solve."""

from dataclasses import dataclass

from bitgames import _core
from bitgames._core import Position

LONG_SECONDS = 60.0
"""Estimated time in seconds from which a solve gets a warning."""


@dataclass(frozen=True, slots=True)
class Reach:
    """An estimate of the work of one solve, right within a factor of about 100."""

    nodes: float
    """Number of positions to visit."""
    seconds: float
    """Time in seconds on one thread of the machine of the calibration."""
    empties: int
    """Number of empty squares, from which the estimate follows."""
    words: str
    """Positions and time in words."""


def estimate(position: Position) -> Reach | None:
    """Estimate the work to solve ``position``; ``None`` if every solve is short or is refused.

    >>> import bitgames as bg
    >>> estimate(bg.Othello()).seconds > 1e9, estimate(bg.Othello(4)).seconds < 1
    (True, True)
    """
    found = _core.effort(position)
    return None if found is None else Reach(*found)


def warning(position: Position) -> str | None:
    """Return a warning if solving ``position`` takes too long, else ``None``.

    >>> import bitgames as bg
    >>> warning(bg.Othello())
    'solving othello with 60 empty squares takes an estimated 1e20 positions and 2e5 years'
    >>> warning(bg.TicTacToe()) is None
    True
    """
    found = None if position.is_over else estimate(position)
    if found is None or found.seconds <= LONG_SECONDS:
        return None
    return f"solving {position.game} with {found.empties} empty squares takes {found.words}"
