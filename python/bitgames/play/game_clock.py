"""Clocks of a game: the time of each seat, by the server's own time, for every node of the tree."""

from collections.abc import Callable
from dataclasses import dataclass
from math import isfinite
from time import monotonic
from typing import Any, Self

from bitgames._core import ParameterError
from bitgames.play.tree import Node

__all__ = ["Clock", "TimeControl"]

MAX_SECONDS = 24 * 3600.0
_PAUSE_SECONDS = 2.0


@dataclass(frozen=True, slots=True)
class TimeControl:
    """How much time each seat has, in seconds.

    Either ``main`` for the whole game with an ``increment`` for each move, or ``move`` for each
    move.
    """

    main: float | None = None
    increment: float = 0.0
    move: float | None = None

    @classmethod
    def read(cls, data: Any) -> Self | None:
        """Read the time control of a message; ``None`` for an empty one, which means no clock.

        Raises ``ParameterError``.

        >>> TimeControl.read({"main": 300, "increment": 2})
        TimeControl(main=300.0, increment=2.0, move=None)
        """
        if not data:
            return None
        if data.keys() not in ({"main"}, {"main", "increment"}, {"move"}):
            raise ParameterError("a clock must have main and increment, or move")
        read = {name: _seconds(name, value) for name, value in data.items()}
        if not read.get("main", read.get("move")):
            raise ParameterError("a clock needs some time: main or move must be above 0")
        return cls(**read)

    @property
    def data(self) -> dict[str, float]:
        """The control as ``read`` takes it."""
        if self.move is not None:
            return {"move": self.move}
        return {"main": self.main or 0.0, "increment": self.increment}


def _seconds(name: str, value: Any) -> float:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if not is_number or not (isfinite(value) and 0 <= value <= MAX_SECONDS):
        raise ParameterError(f"{name} of a clock must be seconds from 0 to {MAX_SECONDS:g}")
    return float(value)


class Clock:
    """The clocks of all seats of one game.

    A node keeps the time that each seat had when the game came there, so that an undone move gives
    its time back.

    >>> import bitgames as bg
    >>> tree, now = bg.play.Tree(bg.TicTacToe()), [0.0]
    >>> clock = Clock(TimeControl(main=60.0, increment=2), 2, lambda: now[0])
    >>> clock.run(tree.root, 0)
    >>> now[0] = 5.0
    >>> clock.left(tree.root)
    [55.0, 60.0]
    >>> clock.played(tree.play("b2"))
    >>> clock.left(tree.current), clock.spent(tree.current)
    ([57.0, 60.0], 5.0)
    """

    def __init__(
        self, control: TimeControl, seats: int, now: Callable[[], float] = monotonic
    ) -> None:
        self.control = control
        self._now = now
        whole = control.main if control.move is None else control.move
        self._whole = (whole or 0.0,) * seats
        self._left: dict[int, tuple[float, ...]] = {}
        self._spent: dict[int, float] = {}
        self._at: int | None = None
        self._since = self._ticked = now()
        self.running: int | None = None
        """The seat whose clock runs; None if none does."""

    def again(self) -> "Clock":
        """Return clocks of the same kind for another game."""
        return Clock(self.control, len(self._whole), self._now)

    def run(self, node: Node, seat: int | None) -> None:
        """Let the clock of ``seat`` run at a node; where it runs already, it goes on."""
        if (node.number, seat) != (self._at, self.running):
            self._at, self.running, self._since = node.number, seat, self._now()

    def played(self, node: Node) -> None:
        """Charge the move that led to a node to the seat that made it."""
        assert node.parent is not None
        left = list(self._arrived(node.parent))
        seat = node.parent.position.turn
        spent = self._now() - self._since if self.running == seat else 0.0
        self._spent[node.number] = spent
        if self.control.move is not None:
            left[seat] = self.control.move
        else:
            left[seat] += self.control.increment - spent
        self._left[node.number] = tuple(left)
        self.running = None

    def left(self, node: Node) -> list[float]:
        """Return the seconds left to each seat at a node; at the current node up to now."""
        left = list(self._arrived(node))
        if self.running is not None and node.number == self._at:
            left[self.running] = max(left[self.running] - (self._now() - self._since), 0.0)
        return left

    def spent(self, node: Node) -> float | None:
        """Return the seconds that the move to a node took; ``None`` without a clock."""
        return self._spent.get(node.number)

    def has_run_out(self, node: Node) -> bool:
        """Whether the seat whose clock runs has no time left."""
        return self.running is not None and self.left(node)[self.running] <= 0

    def tick(self) -> None:
        """Notice a pause: the time in which nothing ticked is charged to nobody."""
        now = self._now()
        if now - self._ticked > _PAUSE_SECONDS:
            self._since += now - self._ticked
        self._ticked = now

    def _arrived(self, node: Node) -> tuple[float, ...]:
        known = (self._left[each.number] for each in node.path[::-1] if each.number in self._left)
        return next(known, self._whole)
