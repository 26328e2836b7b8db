"""How much work an analysis may take."""

from dataclasses import dataclass
from typing import Any

from bitgames import _core
from bitgames._core import ParameterError, Position
from bitgames.arguments import parameter_error, shortened
from bitgames.sentences import Said


@dataclass(frozen=True, slots=True)
class Level:
    """How deep to look at one position."""

    name: str
    """``quick``, ``normal`` or ``deep``, or the number of a search level."""
    depth: int
    """Depth of the search in plies."""
    solve: float
    """Positions are solved whose estimated work is at most this many seconds."""
    seconds: float
    """Seconds for a hint, at most."""
    share: float
    """Seconds for one move of a game that is analyzed, at most."""
    game: float
    """Seconds for a whole game that is analyzed, about, at most."""
    worlds: int
    """Worlds that are sampled where cards are hidden."""
    simulations: int
    """Simulations of a tree search."""
    search: int | None = None
    """The level of the game's own search, which says how deep to search and what to solve."""

    @property
    def limits(self) -> dict[str, Any]:
        """The arguments of a search: the depth or the level."""
        return {"depth": self.depth} if self.search is None else {"level": self.search}


LEVELS = {
    level.name: level
    for level in (
        Level(
            "quick", depth=6, solve=0.02, seconds=0.5, share=0.05, game=3.0, worlds=16,
            simulations=5_000,
        ),
        Level(
            "normal", depth=8, solve=1.0, seconds=3.0, share=0.15, game=8.0, worlds=64,
            simulations=100_000,
        ),
        Level(
            "deep", depth=13, solve=60.0, seconds=120.0, share=5.0, game=600.0, worlds=256,
            simulations=5_000_000,
        ),
    )
}  # fmt: skip
"""The levels by name."""


_ENDLESS = 1e8
"""Seconds that nobody waits: a search level ends by itself."""


def named(level: str | int | None) -> Level:
    """Return the level of this name, or of a search level's number; ``None`` means ``normal``.

    Raises ``ParameterError`` for another name.

    >>> named("quick").depth, named(None).name, named(12).limits
    (6, 'normal', {'level': 12})
    """
    if level is None:
        return LEVELS["normal"]
    if isinstance(level, int) and not isinstance(level, bool):
        # Most such levels solve more than a guess of the effort would allow.
        return Level(
            str(level), 250, solve=0.0, seconds=_ENDLESS, share=_ENDLESS, game=_ENDLESS,
            worlds=LEVELS["deep"].worlds, simulations=LEVELS["deep"].simulations, search=level,
        )  # fmt: skip
    if not isinstance(level, str):
        raise TypeError(f"level must be a name, a number or None, not {type(level).__name__}")
    if level not in LEVELS:
        names = [*LEVELS]
        allowed = f"{', '.join(names[:-1])} or {names[-1]}, or the number of a search level"
        raise parameter_error("level", allowed, shortened(repr(level), 40))
    return LEVELS[level]


def can_solve(position: Position, seconds: float) -> bool:
    """Whether solving a position takes about this many seconds at most.

    >>> import bitgames as bg
    >>> can_solve(bg.TicTacToe(), 1), can_solve(bg.Othello(), 1)
    (True, False)
    """
    return long_solve(position, seconds) is None


LONG_SECONDS = 60.0
"""Estimated seconds from which on a solve gets a warning."""


_UNITS = (
    ("years", 31_557_600.0), ("days", 86_400.0), ("hours", 3_600.0), ("minutes", 60.0),
    ("seconds", 1.0),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class LongSolve:
    """The estimate of a solve that takes too long: right within a factor of about 100."""

    positions: float
    """Positions to visit."""
    seconds: float
    """Seconds on one thread."""
    empties: int
    """Empty squares."""
    text: str
    """All of this in a sentence."""


def long_solve(position: Position, seconds: float = LONG_SECONDS) -> LongSolve | None:
    """Return the estimate of a solve that takes more than about so many seconds, else ``None``.

    >>> import bitgames as bg
    >>> long_solve(bg.Othello()).text
    'solving othello with 60 empty squares takes an estimated 1e20 positions and 2e5 years'
    >>> long_solve(bg.TicTacToe()) is None
    True
    """
    effort = None if position.is_over else _core.effort(position)
    if effort is None or effort[1] <= seconds:
        return None
    positions, time, empties, _ = effort
    unit, size = next((each for each in _UNITS if time >= 2 * each[1]), _UNITS[-1])
    count = time / size
    lasts = Said(unit, f"{count:.0f}" if count < 1000 else _power(count))
    text = Said("long-solve", position.game, empties, _power(positions), lasts)
    return LongSolve(positions, time, empties, text)


def _power(number: float) -> str:
    """Return a large number with one digit: ``1e20``."""
    digit, zeros = f"{number:.0e}".split("e")
    return f"{digit}e{int(zeros)}"


def checked_seconds(seconds: float | None) -> float | None:
    """Check a time in seconds; raises ``ParameterError`` for one that is not above 0."""
    if seconds is None:
        return None
    if isinstance(seconds, bool) or not isinstance(seconds, int | float):
        raise TypeError(f"seconds must be a number or None, not {type(seconds).__name__}")
    if not 0 < seconds <= 1e9:
        raise ParameterError(f"seconds must be above 0 and at most 1e9, not {seconds}")
    return float(seconds)
