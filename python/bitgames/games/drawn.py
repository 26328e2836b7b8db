"""Positions from boards as drawn: each game says how the cells of a drawing are written in a line.

A game registers with ``@one_line.register``; ``bitgames.formats`` reads drawings with it.
"""

from collections.abc import Sequence
from functools import singledispatch

from bitgames._core import Position, UnsupportedError

__all__ = ["Board", "one_line"]

Board = Sequence[str]
"""The rows of a board: the number of a player for their piece, ``.`` vacant, ``*`` nobody's."""


@singledispatch
def one_line(start: Position, boards: Sequence[Board], turn: int) -> str:
    """Return the one-line text of a position of the game of ``start``.

    ``boards`` are the boards as drawn, the ground of a pyramid first; ``turn`` is the player to
    move. Raises ``UnsupportedError`` where a drawing does not tell the position.
    """
    raise UnsupportedError(f"a drawing does not tell a position of {start.game}")
