"""Moves from a person's text, a number or notation; forced passes."""

from bitgames import _core
from bitgames._core import Move, Position
from bitgames.formats.parsing import is_pass


def forced_pass(position: Position) -> Move | None:
    """Return the pass if it is the only legal move, else ``None``.

    >>> import bitgames as bg
    >>> forced_pass(bg.position("othello:4 XO--/----/----/XO-- O")), forced_pass(bg.TicTacToe())
    (pass, None)
    """
    moves = position.legal_moves
    return moves[0] if len(moves) == 1 and is_pass(moves[0]) else None


def has_numbers(position: Position) -> bool:
    """Whether moves can be named by numbers; not if moves are numbers or calls.

    A call has no cell, and a bid begins with a number.
    """
    moves = position.legal_moves
    if any(str(move).isdecimal() for move in moves):
        return False
    return any(position.cell_of(move) is not None for move in moves)


def read_move(position: Position, text: str) -> Move:
    """Return the legal move for its number in the list of moves, its notation, or a short form.

    Where a game has other spellings of its moves, as card games have, the beginning of one is
    enough if it means a single legal move. Raises ``ParseError`` for other text,
    ``IllegalMoveError`` for a move that is not legal now.

    >>> import bitgames as bg
    >>> read_move(bg.Othello(), "1"), read_move(bg.Othello(), "E6")
    (d3, e6)
    >>> read_move(bg.Honeymoon(7), "1n"), read_move(bg.Honeymoon(7), "p")
    (1NT, pass)
    >>> read_move(bg.Honeymoon(7), "1")
    Traceback (most recent call last):
        ...
    bitgames.ParseError: '1' is ambiguous: it can mean 1C, 1D, 1H, 1S or 1NT
    """
    return _core.read_move(position, text)
