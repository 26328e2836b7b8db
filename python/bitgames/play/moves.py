"""Moves from a person's text, a number or notation; forced passes."""

from bitgames._core import IllegalMoveError, Move, ParseError, Position
from bitgames.formats.base import is_pass

__all__ = ["forced_pass", "has_numbers", "read_move"]


def forced_pass(position: Position) -> Move | None:
    """Return the pass if it is the only legal move, else ``None``.

    >>> import bitgames as bg
    >>> forced_pass(bg.position("othello:4 XO--/----/----/XO-- O")), forced_pass(bg.TicTacToe())
    (pass, None)
    """
    moves = position.legal_moves
    return moves[0] if len(moves) == 1 and is_pass(moves[0]) else None


def has_numbers(position: Position) -> bool:
    """Tell whether moves can be named by numbers; not if moves are numbers or calls.

    A call has no cell, and a bid begins with a number.
    """
    moves = position.legal_moves
    if any(str(move).isdecimal() for move in moves):
        return False
    return any(position.cell_of(move) is not None for move in moves)


def read_move(position: Position, text: str) -> Move:
    """Return the legal move for its number in the list of moves, or for its notation.

    Raises ``ParseError`` for other text, ``IllegalMoveError`` for a move that is not legal now.

    >>> import bitgames as bg
    >>> read_move(bg.Othello(), "1"), read_move(bg.Othello(), "E6")
    (d3, e6)
    """
    moves = position.legal_moves
    if text.isdecimal() and has_numbers(position):
        # Compared as text, so that a number of any length works.
        numbers = {str(number): move for number, move in enumerate(moves, 1)}
        if text not in numbers:
            raise ParseError(f"{text} is not a valid move: allowed are 1 to {len(moves)}")
        return numbers[text]
    try:
        move = position.parse_move(text)
    except ParseError:
        raise ParseError(f"{text!r} is not a valid move: moves look like {moves[0]}") from None
    if not position.is_legal(move):
        raise IllegalMoveError(f"{move} cannot be played now")
    return move
