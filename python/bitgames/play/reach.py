"""A rough estimate of the work to solve a position, for a warning before a hopeless solve."""

from dataclasses import dataclass
from functools import singledispatch

from bitgames._core import Mosaic, Othello, Position, Quo, TicTacToe

__all__ = ["LONG_SECONDS", "Reach", "estimate", "perfect_warning", "warning"]

LONG_SECONDS = 60.0
"""Estimated time in seconds from which a solve gets a warning."""

_UNITS = (("years", 31_557_600.0), ("days", 86_400.0), ("hours", 3_600.0), ("minutes", 60.0))


@dataclass(frozen=True, slots=True)
class Reach:
    """An estimate of the work of one solve, right within a factor of about 100."""

    nodes: float
    """Number of positions to visit."""
    seconds: float
    """Time in seconds on one thread of the machine of the calibration."""
    vacant: int
    """Number of vacant cells, from which the estimate follows."""


@singledispatch
def estimate(position: Position) -> Reach | None:
    """Estimate the work to solve ``position``; ``None`` if every solve is short or is refused.

    >>> import bitgames as bg
    >>> estimate(bg.Othello()).seconds > 1e9, estimate(bg.Othello(4)).seconds < 1
    (True, True)
    """
    return None


@estimate.register
def _(position: Othello) -> Reach:
    """Estimate for Othello: 10,000 nodes for 12 empty squares, times 2.5 for each further one."""
    vacant = position.empties
    nodes = 1e4 * 2.5 ** (vacant - 12)
    return Reach(nodes, nodes / 2e7, vacant)


@estimate.register
def _(position: TicTacToe) -> Reach | None:
    """Estimate for boards that fill; boards with room for lines of 3 or 4 are won early."""
    facts = position.facts
    if position.k <= 3 or (position.k == 4 and min(facts.width, facts.height) > 4):
        return None
    return _filled(position, 5e5, 1.0)


@estimate.register
def _(position: Mosaic) -> Reach:
    """Estimate for Mosaic: much less than a flat board, because chains fill many cells at once."""
    return _filled(position, 1e6, 1.4e-4)


@estimate.register
def _(position: Quo) -> Reach:
    """Estimate for Quo: less than a flat board, more than Mosaic."""
    return _filled(position, 6e5, 0.05)


def _filled(position: Position, speed: float, part: float) -> Reach:
    """Estimate from the number of fillings: each vacant cell is filled by either side, or stays.

    A search visits at least the square root of all positions. The exponent 0.6 instead of 0.5 and
    the ``part`` of each game are fitted to solved boards.
    """
    vacant = _cells(position) - len(position.occupied)
    nodes = part * 3.0 ** (0.6 * vacant)
    return Reach(nodes, nodes / speed, vacant)


def _cells(position: Position) -> int:
    if isinstance(position, Mosaic | Quo):
        size = position.size
        return size * (size + 1) * (2 * size + 1) // 6
    return position.facts.width * position.facts.height


def perfect_warning(position: Position, *specs: str | None) -> str | None:
    """Return the warning for a game in which one of these players is ``perfect``.

    >>> import bitgames as bg
    >>> perfect_warning(bg.Othello(), "random", "perfect:table=64") == warning(bg.Othello())
    True
    >>> perfect_warning(bg.Othello(), "random", None) is None
    True
    """
    solves = any(spec is not None and spec.partition(":")[0] == "perfect" for spec in specs)
    return warning(position) if solves else None


def warning(position: Position) -> str | None:
    """Return a warning if solving ``position`` takes too long, else ``None``.

    >>> import bitgames as bg
    >>> warning(bg.Othello())
    'solving othello with 60 vacant cells takes 1e+23 positions and 2e+08 years at a guess'
    >>> warning(bg.TicTacToe()) is None
    True
    """
    found = None if position.is_over else estimate(position)
    if found is None or found.seconds <= LONG_SECONDS:
        return None
    cost = f"{found.nodes:.0e} positions and {_duration(found.seconds)} at a guess"
    return f"solving {position.game} with {found.vacant} vacant cells takes {cost}"


def _duration(seconds: float) -> str:
    """Return a duration with one digit and a fitting unit.

    >>> _duration(7200), _duration(3e12)
    ('2 hours', '1e+05 years')
    """
    name, size = next(((n, s) for n, s in _UNITS if seconds >= 2 * s), _UNITS[-1])
    count = seconds / size
    return f"{count:.0f} {name}" if count < 1000 else f"{count:.0e} {name}"
