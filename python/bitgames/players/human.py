"""A player who is asked in the terminal."""

import sys
from collections.abc import Callable

from bitgames._core import GameError, Move, Position
from bitgames.players.base import Player

__all__ = ["Human"]


class Human(Player):
    """Somebody at the keyboard, asked until the answer is a legal move.

    ``ask`` gets a prompt and returns a line, ``show`` gets text to print; by default both
    are the terminal. The end of the input raises ``EOFError``.

    >>> import bitgames as bg
    >>> answers = iter(["z9", "b2"])
    >>> human = bg.players.Human(ask=lambda prompt: next(answers), show=lambda text: None)
    >>> human.choose(bg.TicTacToe())
    b2
    """

    name = "human"

    def __init__(
        self,
        *,
        ask: Callable[[str], str] | None = None,
        show: Callable[[str], None] | None = None,
    ) -> None:
        """Remember whom to ask and where to show."""
        self._ask = ask if ask is not None else _ask_terminal
        self._show = show if show is not None else _show_terminal

    def choose(self, position: Position) -> Move:
        """Show the position and ask for a move until one is legal."""
        hides = position.facts.hidden
        self._show(position.to_text(legal=True, viewer=position.turn if hides else None))
        moves = " ".join(str(move) for move in position.legal_moves)
        name = position.facts.player_names[position.turn]
        while True:
            answer = self._ask(f"{name} to move> ").strip()
            try:
                move = position.parse_move(answer)
                position.play(move)
            except GameError as error:
                # An error names the whole position, of which a player may see a part only.
                words = f"{answer!r} cannot be played now" if hides else str(error)
                self._show(f"{words}\nlegal moves: {moves}")
            else:
                return move


# Talk goes to stderr: the output of the command that asks may be data.
def _show_terminal(text: str) -> None:
    print(text, file=sys.stderr)


def _ask_terminal(prompt: str) -> str:
    print(prompt, end="", file=sys.stderr, flush=True)
    line = sys.stdin.readline()
    if not line:
        raise EOFError("the input ended before a move was given")
    return line
