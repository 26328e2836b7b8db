"""Grades of moves, by what they lose: one rule for page, notebook and terminal."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, TypeAlias, cast

from bitgames._core import Unit

if TYPE_CHECKING:
    from bitgames.analysis.hints import AdvisedMove

Grade: TypeAlias = Literal["best", "good", "fair", "bad"]
"""A move that loses nothing, little, something, or as much as a blunder."""


def grade_of(of: Unit, loss: float, *, exact: bool, error: float | None = None) -> Grade | None:
    """Return the grade of a move by its loss, in units of the game.

    The steps are the same in every position: a loss of five discs is fair whether the worst move
    loses six or sixty. ``exact`` says that both values are proven, ``error`` is the standard error
    of means. None for the loss of estimates that differ by less than these are worth.

    >>> import bitgames as bg
    >>> discs = bg.games.unit("othello")
    >>> [grade_of(discs, loss, exact=True) for loss in (0, 1, 2, 6)]
    ['best', 'good', 'fair', 'bad']
    >>> [grade_of(discs, loss, exact=False) for loss in (0, 0.3, 1.5, 6)]
    ['best', None, 'good', 'bad']
    """
    return cast("Grade | None", of.grade(loss, exact=exact, error=error))


def grades(
    of: Unit, moves: Sequence["AdvisedMove"], best: "AdvisedMove | None" = None
) -> list[Grade | None]:
    """Return the grades of moves; their losses are those to ``best``, by default the best value.

    >>> import bitgames as bg
    >>> position = bg.position("tictactoe oo./xx./...")
    >>> grades(bg.games.unit(position), bg.hint(position).moves)
    ['best', 'bad', 'bad', 'bad', 'bad']
    """
    if not moves:
        return []
    top = max(moves, key=lambda each: each.value) if best is None else best
    return [
        grade_of(of, top.value - each.value, exact=top.exact and each.exact, error=each.error)
        for each in moves
    ]
