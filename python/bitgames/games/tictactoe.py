"""Tic-tac-toe on any board: its class and its scenes."""

from collections.abc import Iterator, Sequence

from bitgames._core import Move, TicTacToe, mnk
from bitgames.games.drawn import Board, one_line
from bitgames.games.registry import engine
from bitgames.games.rulebook import Example, example
from bitgames.games.scenes import GridScene, build, can_be_last, grid_scene
from bitgames.games.talk import aim

__all__ = ["TicTacToe", "mnk"]

_DIRECTIONS = ((1, 0), (0, 1), (1, 1), (-1, 1))
"""Steps (column, row) of the four directions: row, column, both diagonals."""


@build.register
def _(position: TicTacToe, viewer: int | None) -> GridScene:
    size = f"{position.facts.title} {position.width} x {position.facts.height}"
    return grid_scene(
        position,
        viewer,
        title=f"{size}, {position.k} in a row",
        # For k = 1 every direction finds the same single cell.
        lines=dict.fromkeys(_finished_lines(position)),
    )


@can_be_last.register
def _(position: TicTacToe, move: Move) -> bool:
    # Marks never move, so the last one belongs to the player who is not to move.
    cell = position.cell_of(move)
    return cell is not None and cell in position.pieces(1 - position.turn)


def _finished_lines(position: TicTacToe) -> Iterator[tuple[int, ...]]:
    """Split the cells that ended the game into straight lines of at least k cells."""
    if position.winning_line is None:
        return
    width = position.width
    ordered = [divmod(cell, width)[::-1] for cell in position.winning_line]
    cells = set(ordered)
    for dx, dy in _DIRECTIONS:
        for x, y in ordered:
            if (x - dx, y - dy) in cells:
                continue
            run = []
            while (x, y) in cells:
                run.append(y * width + x)
                x, y = x + dx, y + dy
            if len(run) >= position.k:
                yield tuple(run)


@example.register
def _(_: TicTacToe) -> Example:
    return Example("tictactoe", "tictactoe", "b2 b1")


@one_line.register
def _(start: TicTacToe, boards: Sequence[Board], turn: int) -> str:
    marks = str.maketrans("01", "ox")
    return f"{start.game} {'/'.join(boards[0]).translate(marks)}"


@engine.register
def _(position: TicTacToe) -> str | None:
    # The perfect player knows the small board.
    return "alphabeta:seconds=1" if position.num_moves > 9 else None


@aim.register
def _(start: TicTacToe) -> str:
    return f"{start.k} in a row on a board of {start.facts.width} x {start.facts.height}"
