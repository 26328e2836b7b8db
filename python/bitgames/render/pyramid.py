"""Pyramids as lines of text: layers side by side."""

from dataclasses import replace

from bitgames.games.pyramid import Layer, PyramidLayout
from bitgames.render.grid import LAST, Mark, cell_mark, dim, grid

__all__ = ["pyramid_text"]

WIDTH = 79
"""Layers that would go beyond this column begin a new row of layers."""
_NEUTRAL, _OFFERED = Mark("*"), Mark("?")


def pyramid_text(
    picture: PyramidLayout, *, legal: bool, numbers: bool, cell_width: int, color: bool
) -> list[str]:
    """Draw the layers of a pyramid side by side as lines, the ground first.

    >>> from bitgames.games import PyramidLayout
    >>> owners = (None,) * 10 + (0, None, None, 1)
    >>> picture = PyramidLayout(title="", caption="", owners=owners, letters=("o", "x"), size=3)
    >>> plain = {"legal": False, "numbers": False, "cell_width": 1, "color": False}
    >>> print(*pyramid_text(picture, **plain), sep="\\n")
    layer 1  2      3
      a b c    a b    a
    1 . . .  1 . .  1 .
    2 . . o  2 . .
    3 . . x
    """
    marks = _marks(picture, legal, numbers)
    wide = max(cell_width, *(len(mark.text) for mark in marks))
    rows: list[list[Layer]] = []
    room = 0
    for layer in picture.layers:
        room -= _extent(layer, wide) + 1
        if room < 0:
            rows.append([])
            room = WIDTH - _extent(layer, wide)
        rows[-1].append(layer)
    return [line for row in rows for line in _side_by_side(row, marks, wide, color)]


def _marks(picture: PyramidLayout, legal: bool, numbers: bool) -> list[Mark]:
    numbered = picture.numbers if numbers else None
    waves = picture.wave_of
    marks = []
    for cell in range(len(picture.owners)):
        mark = cell_mark(picture, cell, legal=legal, numbers=numbered)
        if cell in picture.neutral:
            mark = _NEUTRAL
        elif cell in picture.offered and not numbers:
            mark = _OFFERED
        elif cell in waves:
            mark = replace(mark, frame="()")
        marks.append(replace(mark, frame=LAST) if cell == picture.last else mark)
    return marks


def _extent(layer: Layer, wide: int) -> int:
    """Characters that a line of a layer takes: the label of its row, cells and gaps."""
    return 2 + (wide + 1) * layer.width


def _side_by_side(layers: list[Layer], marks: list[Mark], wide: int, color: bool) -> list[str]:
    blocks = []
    for layer in layers:
        extent = _extent(layer, wide)
        name = f"layer {layer.level}" if extent > len("layer 1") else str(layer.level)
        own = marks[layer.first : layer.first + layer.width**2]
        body = grid(layer.columns, layer.rows, own, margin=1, wide=wide, color=color)
        padding = [" " * extent] * (layers[0].width - layer.width)
        blocks.append([dim(name, color) + " " * (extent - len(name)), *body, *padding])
    return [" ".join(line).rstrip() for line in zip(*blocks, strict=True)]
