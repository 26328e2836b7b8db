"""The clock of GTP, with periods of some moves each, and the time to think about a move."""

from dataclasses import dataclass, field

# Fraction of a period for thinking; the rest is for communication.
_USED = 0.9
# Fraction of the main time that stays in reserve for communication, and its limit in seconds.
_RESERVE = 0.05
_MAX_RESERVE = 10.0
_MIN_SECONDS = 0.01


@dataclass(slots=True)
class PeriodClock:
    """A clock with main time, then periods of ``period`` seconds for ``stones`` moves each.

    Both players start with the same time. ``set_left`` sets the time left, ``spend`` counts it
    down. All times are in seconds.

    >>> clock = PeriodClock(main=60, period=0, stones=0)
    >>> round(clock.budget(0, moves_left=30), 2)
    1.9
    """

    main: float
    period: float
    stones: int
    _left: list[tuple[float, int]] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Give both players their main time, or the first period without main time."""
        first = (self.main, 0) if self.main > 0 else (self.period, self.stones)
        self._left = [first, first]

    def set_left(self, player: int, seconds: float, stones: int) -> None:
        """Set the time left: ``seconds`` for ``stones`` moves, or main time for 0 stones."""
        self._left[player] = (seconds, stones)

    def spend(self, player: int, seconds: float) -> None:
        """Subtract the time of a move; a period starts again after its last move."""
        left, stones = self._left[player]
        left -= seconds
        if stones > 1:
            self._left[player] = (left, stones - 1)
        elif stones == 1 or (left <= 0 and self.stones > 0):
            self._left[player] = (self.period, self.stones)
        else:
            self._left[player] = (left, 0)

    def budget(self, player: int, moves_left: int) -> float:
        """Return the seconds to think about the next move of a player.

        The main time, less a reserve, is divided among ``moves_left`` moves, this one included.
        """
        left, stones = self._left[player]
        if stones > 0:
            seconds = _USED * left / stones
        elif self.stones > 0:
            # The rest of the main time, and the first period, which always follows.
            seconds = _USED * (left / max(moves_left, 1) + self.period / self.stones)
        else:
            reserve = min(_RESERVE * max(self.main, left), _MAX_RESERVE)
            seconds = (left - reserve) / max(moves_left, 1)
        return max(seconds, _MIN_SECONDS)
