"""Pyramids as lines of text: layers side by side."""

from dataclasses import replace

from bitgames.render.grid import LAST, WAVE, Mark, cell_marks, dim, grid
from bitgames.render.options import Style
from bitgames.render.reading import is_neutral, wave_of
from bitgames.scene import PyramidScene
from bitgames.scene.pyramid import Layer, layers

WIDTH = 79
"""A layer that would exceed this column begins a new row of layers."""
_NEUTRAL, _OFFERED = Mark("*"), Mark("?")


def pyramid_text(scene: PyramidScene, style: Style) -> list[str]:
    """Draw the layers of a pyramid side by side as lines, the ground first.

    >>> import bitgames as bg
    >>> scene = bg.Mosaic(3).play("1c2").play("1c3").scene()
    >>> print(*pyramid_text(scene, Style()), sep="\\n")
    layer 1  2      3
      a b c    a b    a
    1 . . .  1 . .  1 .
    2 . * o  2 . .
    3 . . x
    """
    marks = _marks(scene, style)
    wide = max(style.cell_width, *(len(mark.text) for mark in marks))
    rows: list[list[Layer]] = []
    room = 0
    for layer in layers(scene["size"]):
        room -= _extent(layer, wide) + 1
        if room < 0:
            rows.append([])
            room = WIDTH - _extent(layer, wide)
        rows[-1].append(layer)
    return [line for row in rows for line in _side_by_side(scene, row, marks, wide, style)]


def _marks(scene: PyramidScene, style: Style) -> list[Mark]:
    waves = wave_of(scene)
    last = None if scene["last"] is None else scene["last"]["cell"]
    marks = []
    for cell, mark in enumerate(cell_marks(scene, style)):
        if is_neutral(scene, cell):
            mark = _NEUTRAL
        elif cell in scene["offered"] and not style.numbers and cell not in style.values:
            mark = _OFFERED
        elif cell in waves:
            mark = replace(mark, frame=WAVE)
        marks.append(replace(mark, frame=LAST) if cell == last else mark)
    return marks


def _extent(layer: Layer, wide: int) -> int:
    """Return the width of a layer in characters: the label of a row, cells and gaps."""
    return 2 + (wide + 1) * layer.width


def _side_by_side(
    scene: PyramidScene, row: list[Layer], marks: list[Mark], wide: int, style: Style
) -> list[str]:
    blocks = []
    step = -1 if style.flip else 1
    for layer in row:
        extent = _extent(layer, wide)
        name = f"layer {layer.level}" if extent > len("layer 1") else str(layer.level)
        own = marks[layer.first : layer.first + layer.width**2]
        body = grid(
            scene["columns"][: layer.width][::step],
            scene["rows"][: layer.width][::step],
            own[::step],
            margin=1,
            wide=wide,
            color=style.color,
        )
        padding = [" " * extent] * (row[0].width - layer.width)
        blocks.append([dim(name, style.color) + " " * (extent - len(name)), *body, *padding])
    return [" ".join(line).rstrip() for line in zip(*blocks, strict=True)]
