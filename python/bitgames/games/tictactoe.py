"""Tic-tac-toe on any board: how it is shown, and the judge of many games."""

from collections.abc import Sequence

from bitgames._core import Move, TicTacToe
from bitgames.games.presenter import Example, Presenter
from bitgames.sentences import Said

_DIRECTIONS = ((1, 0), (0, 1), (1, 1), (-1, 1))
"""Steps (column, row) of the four directions: row, column, both diagonals."""


class TicTacToePresenter(Presenter[TicTacToe]):
    """Lines completed, blocked and threatened are reasons."""

    example = Example("tictactoe", "tictactoe", "b2 b1")
    text_pieces = "ox"

    def aim(self, start: TicTacToe) -> str:
        """Return the length of a line and the size of the board."""
        return f"{start.k} in a row on a board of {start.facts.width} x {start.facts.height}"

    def strongest(self, position: TicTacToe) -> str | None:
        """Return none for the small board, which the perfect player knows."""
        return "alphabeta:seconds=1" if position.num_moves > 9 else None

    def reasons(self, position: TicTacToe, line: Sequence[Move]) -> list[str]:
        """Return the lines that the move completes, blocks or threatens."""
        mover = position.turn
        cell = position.cell_of(line[0])
        assert cell is not None
        own, theirs = set(position.pieces(mover)), set(position.pieces(1 - mover))
        if _completes(position, own, cell):
            return [Said("completes")]
        found: list[str] = [Said("blocks")] if _completes(position, theirs, cell) else []
        empties = range(position.width * position.facts.height)
        free = [each for each in empties if each not in own | theirs | {cell}]
        if any(_completes(position, theirs, each) for each in free):
            return [*found, Said("leaves-line")]
        threats = sum(_completes(position, own | {cell}, each) for each in free)
        if threats > 1:
            found.append(Said("forks", threats))
        elif threats:
            found.append(Said("threatens"))
        return found


def _completes(position: TicTacToe, pieces: set[int], cell: int) -> bool:
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
