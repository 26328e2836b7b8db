"""Positions of Othello as two numbers of 64 bits: what the books of other programs share.

Bit 0 is a1, bit 1 is b1, bit 63 is h8. The first number has the discs of the side to move, the
second those of the other side: such files do not say whether black or white is to move.
"""

from collections.abc import Iterable
from typing import Protocol

from bitgames._core import Move, Othello, ParameterError
from bitgames.formats.parsing import FormatError

SQUARES = 64
PASS = 64
NO_MOVE = 65
MOST = 64
"""The largest value in discs."""

_CENTRE = 0x0000_0018_1800_0000
_LINES = str.maketrans("0123", "-XOO")


class KnownPosition(Protocol):
    """What the entries of all books tell."""

    @property
    def position(self) -> Othello:
        """The position."""

    @property
    def value(self) -> int:
        """Its value for the side to move, in discs."""

    @property
    def leaf(self) -> tuple[Move, int] | None:
        """The best move that leaves the book, with its value for the side that makes it."""


def position_of(player: int, opponent: int) -> Othello:
    """Return the position, with black to move.

    Raises ``FormatError`` for a board that no game reaches.

    >>> position_of(1 << 28 | 1 << 35, 1 << 27 | 1 << 36).ply
    0
    """
    if player & opponent:
        raise FormatError("two discs on one square")
    if ~(player | opponent) & _CENTRE:
        raise FormatError("a board without discs on its four squares in the middle")
    # The digits of both in one number: 1 for a disc of the player, 2 for one of the opponent.
    cells = f"{int(f'{player:b}', 16) + 2 * int(f'{opponent:b}', 16):064x}"
    return Othello.from_obf(f"{cells[::-1].translate(_LINES)} X")


def bits_of(position: Othello) -> tuple[int, int]:
    """Return the discs of the side to move, and those of the other side.

    >>> import bitgames as bg
    >>> [f"{bits:x}" for bits in bits_of(bg.Othello())]
    ['810000000', '1008000000']
    """
    board, turn = position.to_obf().split()
    cells = board[::-1]
    other = "O" if turn == "X" else "X"
    own = cells.replace(turn, "1").replace(other, "0").replace("-", "0")
    theirs = cells.replace(other, "1").replace(turn, "0").replace("-", "0")
    return int(own, 2), int(theirs, 2)


def representative(position: Othello) -> Othello:
    """Return the symmetric position with the least numbers, the one that Edax and Egaroucid keep.

    >>> import bitgames as bg
    >>> representative(bg.Othello().play("f5")) == representative(bg.Othello().play("c4"))
    True
    """
    return min(position.symmetries(), key=bits_of)


def code_of(position: Othello, move: Move) -> int:
    """Return the number of a move: that of its bit, or 64 for a pass."""
    square = position.cell_of(move)
    return PASS if square is None else square


def move_of(position: Othello, code: int, what: str) -> Move:
    """Return the move with a number. Raises ``FormatError`` for one that cannot be played."""
    for move in position.legal_moves:
        if code_of(position, move) == code:
            return move
    raise FormatError(f"{what} {code} cannot be played there")


def checked_value(value: int, what: str) -> int:
    """Return a value of a file. Raises ``FormatError`` if it is out of range."""
    if not -MOST <= value <= MOST:
        raise FormatError(f"{what} is from -{MOST} to {MOST} discs, not {value}")
    return value


def writable(number: int, what: str, least: int, most: int) -> int:
    """Return a number to write. Raises ``ParameterError`` if it is out of range."""
    if not least <= number <= most:
        raise ParameterError(f"{what} is from {least} to {most}, not {number}")
    return number


def check_board(position: Othello, others: Iterable[Move] = ()) -> None:
    """Raise ``ParameterError`` for another board than 8 x 8, and for an illegal move."""
    if position.game != "othello":
        raise ParameterError(f"this book is for the 8 x 8 board, not for {position.game}")
    for move in others:
        if not position.is_legal(move):
            raise ParameterError(f"{move} cannot be played in {position.to_obf()}")
