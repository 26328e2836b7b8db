"""Tic-tac-toe on any board: its class, and what its pictures show beyond a board."""

from collections.abc import Iterator
from dataclasses import replace

from bitgames._core import IllegalMoveError, Move, TicTacToe, mnk
from bitgames.games.layout import BoardLayout, board_layout, layout

__all__ = ["TicTacToe", "mnk"]

_DIRECTIONS = ((1, 0), (0, 1), (1, 1), (-1, 1))
"""Steps in columns and rows: along a row, down a column, down either diagonal."""


@layout.register
def _(position: TicTacToe, last_move: Move | int | str | None = None) -> BoardLayout:
    board = board_layout(position, last_move)
    # Marks never move, so the last one is the mark of whoever is not to move.
    if board.last is not None and board.last not in position.pieces(1 - position.turn):
        raise IllegalMoveError(f"{last_move} cannot be the last move of {position.to_string()}")
    return replace(
        board,
        title=f"{board.title}, {position.k} in a row",
        # With one in a row, every direction finds the same single cell.
        lines=tuple(dict.fromkeys(_finished_lines(position))),
    )


def _finished_lines(position: TicTacToe) -> Iterator[tuple[int, ...]]:
    """Split the cells that ended the game into straight runs of at least k, end to end."""
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
