"""A person in the terminal as a player."""

import sys
from collections.abc import Callable

from bitgames._core import GameError, Move, Position, View
from bitgames.players.player import Player


class Human(Player):
    """A person at the keyboard, asked until the answer is a legal move.

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
        self, *, ask: Callable[[str], str] | None = None, show: Callable[[str], None] | None = None
    ) -> None:
        # Dialogue goes to stderr, because stdout may be data.
        self._ask = ask or _ask_terminal
        self._show = show or (lambda text: print(text, file=sys.stderr))

    def choose(self, at: Position | View) -> Move:
        """Show the position or the view, and ask until the answer is a legal move."""
        self._show(at.to_text(legal=True))
        moves = " ".join(str(move) for move in at.legal_moves)
        name = at.facts.player_names[at.turn]
        while True:
            answer = self._ask(f"{name} to move> ").strip()
            try:
                move = at.parse_move(answer)
                if at.is_legal(move):
                    return move
                reason = f"{answer!r} is not a legal move now"
            except GameError as error:
                reason = str(error)
            self._show(f"{reason}\nlegal moves: {moves}")


def _ask_terminal(prompt: str) -> str:
    print(prompt, end="", file=sys.stderr, flush=True)
    line = sys.stdin.readline()
    if not line:
        raise EOFError("the input ended before a move was given")
    return line
