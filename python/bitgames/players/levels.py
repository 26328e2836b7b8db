"""Levels: named strengths of play, five for every game."""

from dataclasses import dataclass

from bitgames import _core
from bitgames._core import Position
from bitgames.games import start as start_of

USUAL_LEVEL = "level:club"
"""The spec of the level in the middle, which menus offer first."""

_WORDS = {
    "easy": "for a first game",
    "casual": "for now and then",
    "club": "for regular players",
    "strong": "hard to beat",
    "best": "the strongest that answers at once",
}

LEVEL_NAMES = tuple(_WORDS)
"""The names of the levels, the same in every game, weakest first."""


@dataclass(frozen=True, slots=True)
class Level:
    """A named strength of play in a game.

    >>> import bitgames as bg
    >>> [level.name for level in bg.players.levels("othello")]
    ['easy', 'casual', 'club', 'strong', 'best']
    """

    name: str
    """The name: ``easy``, ``casual``, ``club``, ``strong`` or ``best``."""
    spec: str
    """The spec under which it plays everywhere: ``level:easy``."""
    player: str
    """The spec of the player that plays the moves."""
    slip_rate: float
    """The probability of a slip instead, 0 to 1: a random move, and in Othello and Connect Four
    a move of the player ``glance``."""
    words: str
    """Whom it is for, in a few words."""

    @property
    def rule(self) -> str:
        """How it plays, in a line.

        >>> import bitgames as bg
        >>> bg.players.levels("honeymoon")[-1].rule
        'the strongest that answers at once: montecarlo:samples=48'
        """
        slips = f", {self.slip_rate:.0%} slips" if self.slip_rate else ""
        return f"{self.words}: {self.player}{slips}"


def levels(game: str | Position) -> tuple[Level, ...]:
    """Return the levels of a game, weakest first: a spec, or a position of the game.

    Each is a player too: ``bg.players.get("level:strong")``, or ``"level:easy"`` in a match. How a
    level plays depends on the game, and for some games on the size of the board. Raises
    ``UnknownGameError`` for an unknown game.

    >>> import bitgames as bg
    >>> best = bg.players.levels("tictactoe")[-1]
    >>> best.spec, best.player, best.slip_rate
    ('level:best', 'perfect', 0.0)
    """
    rows = _core.levels(start_of(game))
    return tuple(
        Level(name, f"level:{name}", player, rate, _WORDS[name]) for name, player, rate in rows
    )
