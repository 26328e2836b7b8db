"""How a person names moves, by number or by the game's notation, and when there is no choice."""

import textwrap

from bitgames._core import IllegalMoveError, Move, ParseError, Position
from bitgames.formats.base import is_pass

__all__ = ["forced_pass", "has_numbers", "list_moves", "read_move"]

WIDTH = 79


def forced_pass(position: Position) -> Move | None:
    """Return the pass where it is the only legal move.

    >>> import bitgames as bg
    >>> forced_pass(bg.position("othello:4 XO--/----/----/XO-- O")), forced_pass(bg.TicTacToe())
    (pass, None)
    """
    moves = position.legal_moves
    return moves[0] if len(moves) == 1 and is_pass(moves[0]) else None


def has_numbers(position: Position) -> bool:
    """Tell whether a number can stand for a move: not where moves are numbers, nor for calls.

    A call belongs to no cell, and a bid begins with a number of its own.
    """
    moves = position.legal_moves
    if any(str(move).isdecimal() for move in moves):
        return False
    return any(position.cell_of(move) is not None for move in moves)


def read_move(position: Position, text: str) -> Move:
    """Return the legal move that a person means by its number in the list or by its text.

    Raises ``ParseError`` for what is neither, ``IllegalMoveError`` for a move that cannot be
    played now.

    >>> import bitgames as bg
    >>> read_move(bg.Othello(), "1"), read_move(bg.Othello(), "E6")
    (d3, e6)
    """
    moves = position.legal_moves
    if text.isdecimal() and has_numbers(position):
        # Compared as text, so that no number is too long.
        numbers = {str(number): move for number, move in enumerate(moves, 1)}
        if text not in numbers:
            raise ParseError(f"{text} is no move: they are numbered from 1 to {len(moves)}")
        return numbers[text]
    try:
        move = position.parse_move(text)
    except ParseError:
        raise ParseError(
            f"{text!r} is no move and no command; moves look like {moves[0]}, or type help"
        ) from None
    if not position.is_legal(move):
        raise IllegalMoveError(f"{move} cannot be played now; type moves to see what can")
    return move


def list_moves(position: Position) -> str:
    """Return the legal moves with their numbers, as lines.

    >>> import bitgames as bg
    >>> print(list_moves(bg.Othello()))
    moves: 1 d3, 2 c4, 3 f5, 4 e6
    """
    moves = [str(move) for move in position.legal_moves]
    if has_numbers(position):
        # A number stays on the line of its move: the space between them is no place to break.
        moves = [f"{number}\0{move}" for number, move in enumerate(moves, 1)]
    listed = textwrap.fill(f"moves: {', '.join(moves)}", WIDTH, subsequent_indent="       ")
    return listed.replace("\0", " ")
