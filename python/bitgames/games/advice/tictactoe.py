"""Tic-tac-toe on any board: lines completed, blocked and threatened are reasons."""

from collections.abc import Sequence

from bitgames._core import Move, TicTacToe
from bitgames.games.advice.base import reasons

__all__: list[str] = []

_DIRECTIONS = ((1, 0), (0, 1), (1, 1), (-1, 1))


@reasons.register
def _(position: TicTacToe, line: Sequence[Move]) -> list[str]:
    mover = position.turn
    cell = position.cell_of(line[0])
    assert cell is not None
    own, theirs = set(position.pieces(mover)), set(position.pieces(1 - mover))
    if _completes(position, own, cell):
        return ["completes a line"]
    found = ["blocks a line"] if _completes(position, theirs, cell) else []
    vacant = range(position.width * position.facts.height)
    free = [each for each in vacant if each not in own | theirs | {cell}]
    if any(_completes(position, theirs, each) for each in free):
        return [*found, "leaves the rival a line to complete"]
    threats = sum(_completes(position, own | {cell}, each) for each in free)
    if threats > 1:
        found.append(f"forks: threatens {threats} lines")
    elif threats:
        found.append("threatens a line")
    return found


def _completes(position: TicTacToe, pieces: set[int], cell: int) -> bool:
    """Tell whether a piece on ``cell`` completes a line of these pieces."""
    width, height = position.width, position.facts.height
    row, column = divmod(cell, width)
    for dx, dy in _DIRECTIONS:
        run = 1
        for sign in (1, -1):
            x, y = column + sign * dx, row + sign * dy
            while 0 <= x < width and 0 <= y < height and y * width + x in pieces:
                run += 1
                x, y = x + sign * dx, y + sign * dy
        if run >= position.k:
            return True
    return False
