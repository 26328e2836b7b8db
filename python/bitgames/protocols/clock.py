"""The clock of GTP: how long to think about a move."""

from dataclasses import dataclass, field

from bitgames._core import Othello, Position

__all__ = ["Clock", "moves_to_time"]

# Part of a period that an engine may use; the rest is for what happens around thinking.
_USED = 0.9
# Part of the main time that stays in reserve for the same, and its most in seconds.
_RESERVE = 0.05
_MOST_RESERVE = 10.0
_LEAST = 0.01
# Empty cells of Othello from which a search reaches the end in far less than its share of time.
_SOLVED = 20
# A line ends most games long before the board is full: one cell in this many is still filled.
_FILLED = 2
_LEAST_MOVES = 2


def moves_to_time(position: Position) -> int:
    """Return how many more moves of the side to move need time, this one included.

    Half of the empty cells go to either side. The last cells of Othello are searched to the end at
    once, and a game that ends with a line ends before the board is full.

    >>> import bitgames as bg
    >>> moves_to_time(bg.Othello()), moves_to_time(bg.mnk(11, 11, 5))
    (20, 31)
    """
    facts = position.facts
    empty = facts.width * facts.height - len(position.occupied)
    if isinstance(position, Othello):
        empty -= _SOLVED
    else:
        empty = -(-empty // _FILLED)
    return max(-(-empty // 2), _LEAST_MOVES)


@dataclass(slots=True)
class Clock:
    """Main time, then periods of ``period`` seconds for ``stones`` moves each.

    Both players start with the same. ``set_left`` corrects what is left, ``spend`` counts it
    down between corrections. All times are in seconds.

    >>> clock = Clock(main=60, period=0, stones=0)
    >>> round(clock.budget(0, moves_left=30), 2)
    1.9
    """

    main: float
    period: float
    stones: int
    _left: list[tuple[float, int]] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Give both players their main time, or the first period where there is none."""
        first = (self.main, 0) if self.main > 0 else (self.period, self.stones)
        self._left = [first, first]

    @property
    def is_unlimited(self) -> bool:
        """Whether the setting means no limit: periods for no moves, by the rule of GTP.

        >>> Clock(main=0, period=1, stones=0).is_unlimited
        True
        """
        return self.stones == 0 and self.period > 0

    def set_left(self, player: int, seconds: float, stones: int) -> None:
        """Set what is left: ``stones`` moves to play in ``seconds``; 0 stones is main time."""
        self._left[player] = (seconds, stones)

    def spend(self, player: int, seconds: float) -> None:
        """Take the time of a move off; a period begins anew when its moves are played."""
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

        Main time is shared by ``moves_left`` moves, this one included, but for a reserve.

        >>> clock = Clock(main=0, period=10, stones=1)
        >>> clock.budget(1, moves_left=30)
        9.0
        """
        left, stones = self._left[player]
        if stones > 0:
            return max(_USED * left / stones, _LEAST)
        if self.stones > 0:
            # What remains of the main time, and the first period is certain beside it.
            return max(_USED * (left / max(moves_left, 1) + self.period / self.stones), _LEAST)
        reserve = min(_RESERVE * max(self.main, left), _MOST_RESERVE)
        return max((left - reserve) / max(moves_left, 1), _LEAST)
