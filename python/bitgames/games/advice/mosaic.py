"""Mosaic and Mosaic Quo: the chain that a move sets off is a reason."""

from collections.abc import Sequence

from bitgames._core import Move, PyramidPosition
from bitgames.games.advice.base import reasons
from bitgames.games.scenes import waves

__all__: list[str] = []


@reasons.register
def _(position: PyramidPosition, line: Sequence[Move]) -> list[str]:
    if position.play(line[0]).is_over:
        return ["ends the game"]
    filled = sum(len(list(wave)) for wave in waves(position, line[0]))
    if not filled:
        return []
    return [f"sets off a chain of {filled} cell{'s' if filled > 1 else ''}"]
