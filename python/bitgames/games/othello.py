"""Othello: its class, and what its pictures show beyond a board."""

from dataclasses import replace

from bitgames._core import Move, Othello
from bitgames.games.layout import Layout, board_layout, layout

__all__ = ["Othello"]


@layout.register
def _(position: Othello, last_move: Move | int | str | None = None) -> Layout:
    board = board_layout(position, last_move)
    black, white = position.counts
    passing = ", must pass" if position.must_pass else ""
    return replace(
        board,
        caption=f"{board.caption}{passing}, black {black}, white {white}",
        letters=("X", "O"),
        shapes=("dark", "light"),
    )
