"""Clocks of matches: what a player may use for a move and for a game."""

import math
from dataclasses import dataclass, fields
from numbers import Real
from typing import NamedTuple, Self, TypeAlias

from bitgames._core import ParameterError
from bitgames.arguments import instance, integer, parameter_error, quoted

__all__ = ["Clock", "ClockLike", "MoveLimits", "clock_of"]

_MAX_SECONDS = 1e6
_MAX_NODES = 2**53
_MARGIN = 0.2
_HELP = "move=SECONDS, game=SECONDS, increment=SECONDS, nodes=N and margin=SECONDS"


class MoveLimits(NamedTuple):
    """What a player may use for its next move in a match with a ``Clock``.

    A player whose ``choose`` has a parameter ``limits`` gets it there. All times are in seconds.

    >>> MoveLimits(seconds=0.5).nodes is None
    True
    """

    seconds: float | None = None
    """Time for this move: the clock's time for a move or what is left of the game's time, whichever
    is less; ``None`` without a limit."""
    nodes: int | None = None
    """Positions that this move may visit, or simulations of a tree search."""
    left: float | None = None
    """The player's time left in the game; ``None`` without a limit for the game."""
    opponent_left: float | None = None
    """The opponent's time left in the game."""
    increment: float = 0.0
    """Time that the player gets after the move."""
    margin: float = 0.0
    """Time by which the player may be late; it is meant for communication."""


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of a match: time for a move, time for a game, positions for a move.

    ``move`` is the time for each move, ``game`` the time of a player for all its moves of a game,
    to which each of its moves adds ``increment``, all in seconds. ``nodes`` is the number of
    positions for each move (simulations of ``mcts``): it bounds native players that search, and is
    told to players in Python. At least one of ``move``, ``game`` and ``nodes`` is needed; limits
    hold together.

    A player that uses up its time and ``margin`` seconds more loses the game. The margin is for the
    way of an answer through pipes, and for a busy machine.

    Raises ``ParameterError`` for numbers out of range: times up to 1e6 s, up to 2**53 nodes.

    >>> Clock(move=0.1)
    Clock(move=0.1, game=None, increment=None, nodes=None, margin=0.2)
    >>> print(Clock(game=60, increment=0.5))
    game=60,increment=0.5
    """

    move: float | None = None
    """Time for each move in seconds."""
    game: float | None = None
    """Time for all moves of a player in a game, in seconds."""
    increment: float | None = None
    """Time that each move adds to the time for the game, in seconds."""
    nodes: int | None = None
    """Positions, or simulations of a tree search, for each move."""
    margin: float = _MARGIN
    """Time in seconds by which a player may exceed its time."""

    def __post_init__(self) -> None:
        for name in ("move", "game", "increment", "margin"):
            self._set(name, _seconds(name, getattr(self, name), positive=name in ("move", "game")))
        if self.margin is None:
            self._set("margin", _MARGIN)
        if self.nodes is not None:
            self._set("nodes", integer("nodes of a clock", self.nodes, 1, _MAX_NODES))
        if self.move is None and self.game is None and self.nodes is None:
            raise ParameterError("a clock must have a limit: move, game or nodes")
        if self.increment is not None and self.game is None:
            raise ParameterError("an increment needs the time of a game: game=SECONDS")

    def _set(self, name: str, value: float | None) -> None:
        object.__setattr__(self, name, value)

    @classmethod
    def read(cls, text: str) -> Self:
        """Read a clock from the text of ``str``, such as ``"move=0.1"`` or ``"game=60,nodes=9"``.

        Raises ``ParameterError`` for other text.

        >>> Clock.read("game=60,increment=0.5") == Clock(game=60, increment=0.5)
        True
        >>> Clock.read("blitz")
        Traceback (most recent call last):
        ...
        bitgames.ParameterError: 'blitz' is not a valid clock: allowed are move=SECONDS, ...
        """
        instance("a clock", text, str, "text like 'move=0.1'")
        options: dict[str, float | int] = {}
        for part in text.split(","):
            key, _, value = part.strip().partition("=")
            try:
                if key not in _NAMES or key in options:
                    raise ValueError
                options[key] = int(value) if key == "nodes" else float(value)
            except ValueError:
                raise ParameterError(
                    f"{quoted(part.strip())} is not a valid clock: allowed are {_HELP}, "
                    "separated by commas, each once"
                ) from None
        return cls(**options)  # type: ignore[arg-type]  # nodes is the one integer

    def __str__(self) -> str:
        """Return the limits, and the margin if it is not the usual one, as ``read`` takes them."""
        values = ((name, getattr(self, name)) for name in _NAMES)
        return ",".join(
            f"{name}={value!r}".removesuffix(".0")
            for name, value in values
            if value is not None and not (name == "margin" and value == _MARGIN)
        )


ClockLike: TypeAlias = Clock | str | None
"""A clock, its text, or ``None`` for no clock."""

_NAMES = tuple(field.name for field in fields(Clock))


def clock_of(clock: object) -> Clock | None:
    """Return a clock given as an object, as text, or not at all.

    >>> clock_of("move=1"), clock_of(None)
    (Clock(move=1.0, game=None, increment=None, nodes=None, margin=0.2), None)
    """
    if clock is None or isinstance(clock, Clock):
        return clock
    return Clock.read(instance("a clock", clock, str, "a Clock or text like 'move=0.1'"))


def _seconds(name: str, value: object, *, positive: bool) -> float | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, Real):
        raise TypeError(f"{name} of a clock must be a number, not {type(value).__name__}")
    seconds = float(value)
    if not math.isfinite(seconds) or not 0 <= seconds <= _MAX_SECONDS or (positive and not seconds):
        least = "above 0" if positive else "from 0"
        raise parameter_error(f"{name} of a clock", f"{least} to 1000000 seconds", f"{seconds:g}")
    return seconds
