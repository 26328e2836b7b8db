"""Othello: values are discs; corners and mobility are reasons."""

from collections.abc import Sequence

from bitgames._core import Move, Othello
from bitgames.games.advice.base import Unit, reasons, unit

__all__: list[str] = []

_DISCS = Unit("disc", "discs", blunder=6.0, even=2.0)
_FEW_REPLIES = 3
"""Most moves left to the rival that are worth a word."""


@unit.register
def _(position: Othello) -> Unit:
    return _DISCS


@reasons.register
def _(position: Othello, line: Sequence[Move]) -> list[str]:
    move = line[0]
    cell = position.cell_of(move)
    if cell is None:
        return ["has to pass"]
    after = position.play(move)
    if after.is_over:
        return ["ends the game"]
    corners = _corners(position)
    found = ["takes a corner"] if cell in corners else []
    rival = 1 - position.turn
    replies = set(_cells(after)) if after.turn == rival else set()
    if after.turn != rival:
        return [*found, "leaves the rival no move"]
    # What the rival could take before is no gift of this move.
    gifts = (corners & replies) - (corners & _open_to(position, rival))
    found += [f"gives the corner {_name(after, corner)}" for corner in sorted(gifts)]
    if len(replies) <= _FEW_REPLIES:
        moves = "1 move" if len(replies) == 1 else f"{len(replies)} moves"
        found.append(f"leaves the rival {moves}")
    return found


def _corners(position: Othello) -> set[int]:
    size = position.facts.width
    return {0, size - 1, size * (size - 1), size * size - 1}


def _cells(position: Othello) -> list[int]:
    cells = (position.cell_of(move) for move in position.legal_moves)
    return [cell for cell in cells if cell is not None]


def _open_to(position: Othello, seat: int) -> set[int]:
    """Return the cells that ``seat`` could play if it were to move."""
    if position.turn == seat:
        return set(_cells(position))
    # The last character of the text is the player to move.
    text = position.to_string()
    return set(_cells(Othello.from_string(text[:-1] + "XO"[seat])))


def _name(position: Othello, cell: int) -> str:
    return next(str(m) for m in position.legal_moves if position.cell_of(m) == cell)
