"""Honeymoon bridge: values are points; with best play of open hands the tricks are a reason."""

from collections.abc import Sequence

from bitgames._core import Honeymoon, Move
from bitgames.games.advice.base import Unit, reasons, unit

__all__: list[str] = []

_POINTS = Unit("point", "points", blunder=100.0, even=50.0)


@unit.register
def _(position: Honeymoon) -> Unit:
    return _POINTS


@reasons.register
def _(position: Honeymoon, line: Sequence[Move]) -> list[str]:
    if not position.is_open or position.phase != "play":
        return []
    end = position
    for move in line:
        end = end.play(move)
    if not end.is_over:
        return []
    tricks = end.tricks[position.turn]
    return [f"makes {tricks} trick{'' if tricks == 1 else 's'}"]
