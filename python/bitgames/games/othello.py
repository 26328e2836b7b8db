"""Othello: its class, and what its pictures show beyond a board."""

from dataclasses import replace

from bitgames._core import Move, Othello
from bitgames.games.layout import BoardLayout, board_layout, layout

__all__ = ["Othello"]


@layout.register
def _(position: Othello, last_move: Move | int | str | None = None) -> BoardLayout:
    board = board_layout(position, last_move)
    return replace(
        board,
        caption=_caption(position, board.caption),
        letters=("X", "O"),
        shapes=("dark", "light"),
    )


def _caption(position: Othello, standing: str) -> str:
    """Say how it stands with the score, and at the end who won by how much."""
    black, white = position.counts
    score = f"black {black}, white {white}"
    outcome = position.outcome
    if outcome is None:
        return f"{standing}{', must pass' if position.must_pass else ''}, {score}"
    if outcome.winner is None:
        margin = "draw"
    else:
        winner = position.facts.player_names[outcome.winner]
        margin = f"{winner} wins by {abs(black - white)}"
    if not position.empties:
        return f"{score}: {margin}"
    if outcome.winner is not None:
        margin += f", or {outcome.scores[outcome.winner]} with the empty cells"
    return f"{score}: {margin}; {outcome.reason}"
