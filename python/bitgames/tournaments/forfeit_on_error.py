"""Players whose failures lose a game and do not end the tournament."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from bitgames._core import CancelledError, ForfeitError, Position
from bitgames.arguments import printable, shortened
from bitgames.clock import MoveLimits
from bitgames.errors import PlayerError
from bitgames.players.human import Human
from bitgames.players.player import Answer, NativePlayer, Player, wants_limits
from bitgames.players.text import NeverAnsweredError


class ForfeitOnError(Player):
    """A player of a tournament: an exception of its code loses the game, with the reason.

    It got ready before the tournament, so a match that asks it again gets no refusal; before each
    game it gets ready again, and a program that cannot loses that game. One that reads prompts and
    fails before its first answer ends the tournament.

    >>> import bitgames as bg
    >>> player = forfeit_on_error(bg.players.player.as_player(lambda position: 1 / 0))
    >>> bg.match(player, "first", "tictactoe", games=1).forfeits[0].reason
    'ZeroDivisionError: division by zero'
    """

    def __init__(self, player: Player) -> None:
        self.player = player
        self.name, self.sees, self.deterministic = player.name, player.sees, player.deterministic
        self.speaks, self.wants_limits = player.speaks, wants_limits(player)
        self._has_begun = False

    def start_game(self, seed: int) -> None:
        """Tell the player about a new game."""
        self._has_begun = True
        with _losing():
            self.player.start_game(seed)

    def get_ready(self, position: Position) -> None:
        """Let the player get ready for a game, but not once more for the tournament."""
        if self._has_begun:
            with _losing():
                self.player.get_ready(position)

    def choose(self, at: Any, **limits: MoveLimits) -> Answer:
        """Return what the player chooses."""
        with _losing():
            return self.player.choose(at, **limits)

    def check(self, position: Position) -> None:
        """Ask the player whether it plays this game."""
        self.player.check(position)


def forfeit_on_error(player: Player) -> Player:
    """Return a player whose failures lose games; native players and people stay as they are."""
    return player if isinstance(player, NativePlayer | Human) else ForfeitOnError(player)


@contextmanager
def _losing() -> Iterator[None]:
    """Make of an exception the reason why a player loses; what ends a match stays as it is."""
    try:
        yield
    except (CancelledError, ForfeitError, NeverAnsweredError):
        raise
    except PlayerError as error:
        raise ForfeitError(str(error)) from error
    except Exception as error:
        text = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        raise ForfeitError(printable(shortened(text, 200))) from error
