"""GTP's names of points, for every game on a flat board.

A column is a letter and a row is a number, as elsewhere in this package, but GTP has no letter I,
so the ninth column is J. GTP draws row 1 at the bottom, so its boards are upside down; labels stay
the same: the move F5 of Othello is F5 in GTP. Player 0 is black.
"""

import re

from bitgames._core import Facts, Move, ParseError, Position, PyramidPosition, UnsupportedError
from bitgames.arguments import quoted

__all__ = ["COLORS", "board_size", "check_board", "from_vertex", "to_vertex"]

COLORS = ("black", "white")
"""Names of the two players in GTP."""

_COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
_VERTEX = re.compile(r"([A-HJ-Z])([1-9][0-9]?)")


def check_board(position: Position) -> None:
    """Raise ``UnsupportedError`` unless GTP supports the game.

    The game must have two players, one flat board of at most 25 columns and rows, and no hidden
    information, and its moves must be cells or passes.

    >>> import bitgames as bg
    >>> check_board(bg.mnk(26, 4, 3))
    Traceback (most recent call last):
    ...
    bitgames.UnsupportedError: GTP knows boards of up to 25 columns and rows, not mnk:26,4,3
    """
    facts = position.facts
    cells = facts.width * facts.height
    is_flat = not isinstance(position, PyramidPosition) and facts.num_moves in (cells, cells + 1)
    if facts.hidden or facts.teams != (0, 1) or not is_flat:
        raise UnsupportedError(f"GTP knows games of two on one flat board, not {position.game}")
    if board_size(facts) > len(_COLUMNS):
        raise UnsupportedError(
            f"GTP knows boards of up to {len(_COLUMNS)} columns and rows, not {position.game}"
        )


def board_size(facts: Facts) -> int:
    """Return the side of the smallest square board that contains the game's board.

    >>> import bitgames as bg
    >>> board_size(bg.games.facts("mnk:6,5,4"))
    6
    """
    return max(facts.width, facts.height)


def to_vertex(move: Move, facts: Facts) -> str:
    """Return a move in GTP's notation.

    >>> import bitgames as bg
    >>> to_vertex(bg.mnk(11, 11, 5).parse_move("i10"), bg.games.facts("mnk:11,11,5"))
    'J10'
    """
    row, column = divmod(int(move), facts.width)
    return "pass" if row == facts.height else f"{_COLUMNS[column]}{row + 1}"


def from_vertex(text: str, position: Position) -> Move:
    """Return the move with this GTP notation, in either case, legal or not.

    Raises ``ParseError`` for other text.

    >>> import bitgames as bg
    >>> from_vertex("J10", bg.mnk(11, 11, 5))
    i10
    """
    facts = position.facts
    if text.lower() == "pass":
        return position.parse_move("pass")
    if found := _VERTEX.fullmatch(text.upper()):
        column, row = _COLUMNS.index(found[1]), int(found[2]) - 1
        if column < facts.width and row < facts.height:
            return Move(position.game, row * facts.width + column)
    raise ParseError(
        f"{quoted(text, 40)} is not a valid point of {position.game}: points go from A1 to "
        f"{_COLUMNS[facts.width - 1]}{facts.height}"
    )
