"""What a game says of values and moves: its unit, its measure of a blunder, reasons for a move.

Each game registers what it knows by ``@unit.register`` and ``@reasons.register`` in its own file;
the defaults are right for every game.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import singledispatch

from bitgames._core import Move, Position

__all__ = ["RESULT", "Unit", "amount", "reasons", "result", "unit"]


@dataclass(frozen=True, slots=True)
class Unit:
    """The unit of a game's values."""

    name: str
    """One of it: ``disc``."""
    plural: str
    """Several: ``discs``."""
    blunder: float
    """The loss from which a move is a blunder."""
    even: float
    """The estimate below which neither side leads."""
    is_result: bool = False
    """True if a value is only a win (1), a draw (0) or a loss (-1)."""


RESULT = Unit("half point", "half points", blunder=1.0, even=0.25, is_result=True)
"""The unit of values that are results: wins, draws and losses, or what is expected of them."""


@singledispatch
def unit(position: Position) -> Unit:
    """Return the unit of the values of a position's game.

    >>> import bitgames as bg
    >>> unit(bg.Othello()).plural, unit(bg.TicTacToe()).is_result
    ('discs', True)
    """
    if position.facts.max_score == 1:
        return RESULT
    return Unit("point", "points", blunder=1.0, even=1.0)


@singledispatch
def reasons(position: Position, line: Sequence[Move]) -> list[str]:
    """Return what the first move of ``line`` does, in a few words each.

    They follow from the rules alone, and say nothing that is hidden from the player to move.

    >>> import bitgames as bg
    >>> position = bg.position("tictactoe oo./xx./...")
    >>> reasons(position, [position.parse_move("c1")])
    ['completes a line']
    """
    return []


def amount(of: Unit, value: float) -> str:
    """Return a number of units in words, never negative.

    >>> import bitgames as bg
    >>> amount(unit(bg.Othello()), 1), amount(unit(bg.Othello()), -2.54)
    ('1 disc', '2.5 discs')
    """
    size = f"{abs(value):.1f}".removesuffix(".0")
    if of.is_result:
        size = f"{abs(value):.2g}"
    return f"{size} {of.name if size == '1' else of.plural}"


def result(of: Unit, value: float) -> str:
    """Return a proven value in words: what it is for the player who moves.

    >>> import bitgames as bg
    >>> result(unit(bg.Othello()), 6), result(unit(bg.TicTacToe()), -1)
    ('wins by 6 discs', 'loses')
    """
    if value == 0:
        return "draws"
    verb = "wins" if value > 0 else "loses"
    return verb if of.is_result else f"{verb} by {amount(of, value)}"
