"""A rough guess of the work to solve a position, to warn before a solve that may never end."""

from dataclasses import dataclass
from functools import singledispatch

from bitgames._core import Mosaic, Othello, Position, Quo, TicTacToe

__all__ = ["LONG_SECONDS", "Reach", "estimate", "perfect_warning", "warning"]

LONG_SECONDS = 60.0
"""A solve that is guessed to take longer deserves a warning."""

_UNITS = (("years", 31_557_600.0), ("days", 86_400.0), ("hours", 3_600.0), ("minutes", 60.0))


@dataclass(frozen=True, slots=True)
class Reach:
    """A guess of the work of one solve, right within a factor of a hundred or so."""

    nodes: float
    """Positions to visit."""
    seconds: float
    """Time on one thread of the machine where the guess was calibrated."""
    vacant: int
    """Vacant cells, from which the guess was made."""


@singledispatch
def estimate(position: Position) -> Reach | None:
    """Guess the work to solve ``position``; ``None`` where every solve is short or is refused.

    >>> import bitgames as bg
    >>> estimate(bg.Othello()).seconds > 1e9, estimate(bg.Othello(4)).seconds < 1
    (True, True)
    """
    return None


@estimate.register
def _(position: Othello) -> Reach:
    """Calibrate on random games: 10,000 nodes for 12 empty squares, and 2.5 times for each more."""
    vacant = position.empties
    nodes = 1e4 * 2.5 ** (vacant - 12)
    return Reach(nodes, nodes / 2e7, vacant)


@estimate.register
def _(position: TicTacToe) -> Reach | None:
    """Count boards that fill: those with room for three, or for four both ways, are won before."""
    facts = position.facts
    if position.k <= 3 or (position.k == 4 and min(facts.width, facts.height) > 4):
        return None
    return _filled(position, 5e5, 1.0)


@estimate.register
def _(position: Mosaic) -> Reach:
    """Count much less: chains fill many cells at once."""
    return _filled(position, 1e6, 1.4e-4)


@estimate.register
def _(position: Quo) -> Reach:
    """Count less than on a flat board, more than in the game of two."""
    return _filled(position, 6e5, 0.05)


def _filled(position: Position, speed: float, part: float) -> Reach:
    """Guess from the ways to fill the vacant cells: by either side, or not.

    A search visits at least the square root of all positions. The exponent 0.6 instead of 0.5, and
    the ``part`` of each game, fit the boards that were solved.
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
    """Return the warning for a game in which one of these players is ``perfect``, who solves.

    >>> import bitgames as bg
    >>> perfect_warning(bg.Othello(), "random", "perfect:table=64") == warning(bg.Othello())
    True
    >>> perfect_warning(bg.Othello(), "random", None) is None
    True
    """
    solves = any(spec is not None and spec.partition(":")[0] == "perfect" for spec in specs)
    return warning(position) if solves else None


def warning(position: Position) -> str | None:
    """Return a warning in words where solving ``position`` is out of reach.

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
    """Return a duration with one digit and the unit that fits.

    >>> _duration(7200), _duration(3e12)
    ('2 hours', '1e+05 years')
    """
    name, size = next(((n, s) for n, s in _UNITS if seconds >= 2 * s), _UNITS[-1])
    count = seconds / size
    return f"{count:.0f} {name}" if count < 1000 else f"{count:.0e} {name}"
