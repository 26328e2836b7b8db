"""Othello: its class and its scenes."""

from collections.abc import Iterable, Iterator, Sequence

from bitgames._core import Move, Othello
from bitgames.games.drawn import Board, one_line
from bitgames.games.registry import engine
from bitgames.games.rulebook import Example, example
from bitgames.games.scenes import GridScene, build, caption, grid_scene, waves
from bitgames.games.talk import aim

__all__ = ["Othello"]


@build.register
def _(position: Othello, viewer: int | None) -> GridScene:
    return grid_scene(
        position,
        viewer,
        words=_caption(position),
        letters=("X", "O"),
        shapes=("dark", "light"),
        scores=position.counts,
    )


@waves.register
def _(before: Othello, move: Move) -> Iterator[Iterable[int]]:
    """Yield the discs that the move turns, as one wave."""
    gained = set(before.play(move).pieces(before.turn)) - set(before.pieces(before.turn))
    if turned := gained - {before.cell_of(move)}:
        yield sorted(turned)


def _caption(position: Othello) -> str:
    """Return the caption: the score, and the player to move or the winner."""
    black, white = position.counts
    score = f"black {black}, white {white}"
    outcome = position.outcome
    if outcome is None:
        must_pass = ", must pass" if position.must_pass else ""
        return f"{caption(position)}{must_pass}, {score}"
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


@example.register
def _(_: Othello) -> Example:
    return Example("othello", "othello", "f5 d6")


@one_line.register
def _(start: Othello, boards: Sequence[Board], turn: int) -> str:
    discs = str.maketrans("01.", "XO-")
    return f"{start.game} {'/'.join(boards[0]).translate(discs)} {'XO'[turn]}"


@engine.register
def _(position: Othello) -> str:
    return "alphabeta:seconds=1"


@aim.register
def _(start: Othello) -> str:
    return "turn the other's discs by enclosing them; most discs win"
