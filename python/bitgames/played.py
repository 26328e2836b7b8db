"""The games of a match, and those that were lost by a fault."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from bitgames.record import Record

__all__ = ["COLUMNS", "Forfeit", "PlayedGame", "Winner"]

Winner: TypeAlias = Literal["a", "b"] | None
"""The winner of a game; ``None`` for a draw."""


@dataclass(frozen=True, slots=True)
class Forfeit:
    """A game that a player lost by an invalid move, a late one or a failure.

    >>> Forfeit(game=3, player="mine", reason="a1 is occupied").game
    3
    """

    game: int
    """Number of the game in the match, from 0."""
    player: str
    """Name of the player who lost the game."""
    reason: str
    """The reason: the fault of the player."""


COLUMNS = (
    "game", "a", "b", "first", "winner", "reason", "forfeit", "plies", "given", "seconds_a",
    "seconds_b", "seed_a", "seed_b", "start", "moves",
)  # fmt: skip
"""The columns of the games of a match as CSV."""


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A finished game of a match.

    >>> import bitgames as bg
    >>> game = bg.match("first", "ai14", "tictactoe", games=1, seed=0, keep_games=True).games[0]
    >>> game.winner, game.reason, game.moves[:2]
    ('b', '3 in a row', ('a1', 'b2'))
    """

    game: int
    """Number of the game in the match, from 0."""
    start: str
    """The start position as text."""
    moves: tuple[str, ...]
    """All moves, the opening's moves first."""
    given: int
    """Number of moves of the opening."""
    winner: Winner
    """``"a"``, ``"b"``, or ``None`` for a draw."""
    reason: str
    """Why the game ended, in a few words: by the rules, by a fault of the loser, or by proof."""
    forfeit: bool
    """True if the loser lost by an invalid move, a late one or a failure."""
    seeds: tuple[int, int]
    """The seeds of ``a`` and ``b`` for this game."""
    seconds: tuple[float, float] = field(default=(0.0, 0.0), compare=False)
    """The time that ``a`` and ``b`` used, in seconds."""

    @property
    def record(self) -> "Record":
        """The game as a ``Record``.

        >>> import bitgames as bg
        >>> result = bg.match("first", "first", "tictactoe", 1, seed=0, keep_games=True)
        >>> game = result.games[0]
        >>> game.record.result.reason
        'board full'
        """
        from bitgames._core import position
        from bitgames.record import Record

        return Record(position(self.start), self.moves)

    def row(self, a: str, b: str) -> tuple[object, ...]:
        """Return the values of ``COLUMNS``, with the names of the two players.

        >>> import bitgames as bg
        >>> game = bg.match("first", "ai14", "tictactoe", games=1, seed=0, keep_games=True).games[0]
        >>> game.row("first", "ai14")[:6]
        (0, 'first', 'ai14', 'a', 'b', '3 in a row')
        """
        first = "a" if self.game % 2 == 0 else "b"
        end = (self.winner or "draw", self.reason, self.forfeit, len(self.moves), self.given)
        spent = (f"{self.seconds[0]:.6f}", f"{self.seconds[1]:.6f}")
        return (self.game, a, b, first, *end, *spent, *self.seeds, self.start, " ".join(self.moves))
