"""Pyramids from above: each layer a board of its own, the ground first."""

from xml.etree import ElementTree as ET

from bitgames.games.pyramid import Layer, PyramidLayout
from bitgames.render import theme
from bitgames.render.drawing import add_element, document
from bitgames.render.pieces import (
    LEGEND_ROW,
    add_legend,
    add_neutral,
    add_offer,
    add_owner,
    legend_rows,
)

__all__ = ["plan_svg"]

CELL = 42.0
LABELS, HEADING, GAP, PADDING = 22.0, 26.0, 18.0, 16.0
"""Room for the coordinates of a layer, for its name, between layers and around them."""
LEAST_WIDTH = 330.0
MOST_IN_A_ROW = 4
"""Pyramids up to this size have all layers in one row, larger ones three and the rest below."""


def plan_svg(picture: PyramidLayout, *, legal: bool, size: int | None) -> ET.Element:
    """Draw the layers of a pyramid as boards; cells that nothing carries yet are shaded.

    >>> from bitgames.games import PyramidLayout
    >>> picture = PyramidLayout(
    ...     title="Two", caption="", owners=(None, 0, 1, 0, 1), letters=("1", "2"), size=2
    ... )
    >>> plan_svg(picture, legal=False, size=300).get("aria-label")
    'Two: '
    """
    layers = picture.layers
    cut = len(layers) if picture.size <= MOST_IN_A_ROW else 3
    rows = [row for row in (layers[:cut], layers[cut:]) if row]
    width = max(LEAST_WIDTH, *(_row_width(row) for row in rows)) + 2 * PADDING
    bottom = PADDING + sum(_row_height(row) for row in rows)
    height = bottom + LEGEND_ROW * legend_rows(picture, width) + PADDING
    shown = size if size is not None else round(width)
    root = document(width, height, f"{picture.title}: {picture.caption}", shown=shown)
    top = PADDING
    for row in rows:
        left = (width - _row_width(row)) / 2
        for layer in row:
            _layer(root, picture, layer, left, top, legal)
            left += _extent(layer) + GAP
        top += _row_height(row)
    add_legend(root, picture, width, bottom)
    return root


def _extent(layer: Layer) -> float:
    return LABELS + layer.width * CELL


def _row_width(row: tuple[Layer, ...]) -> float:
    return sum(map(_extent, row)) + GAP * (len(row) - 1)


def _row_height(row: tuple[Layer, ...]) -> float:
    return HEADING + _extent(row[0]) + GAP


def _layer(
    root: ET.Element, picture: PyramidLayout, layer: Layer, left: float, top: float, legal: bool
) -> None:
    words = add_element(root, "g", fill=theme.INK, font_size=13, font_family=theme.FONT)
    board_left, board_top = left + LABELS, top + HEADING + LABELS
    middle = board_left + layer.width * CELL / 2
    add_element(
        words, "text", x=middle, y=top + 16, text_anchor="middle", font_weight="bold"
    ).text = f"layer {layer.level}"
    for place, (column, row) in enumerate(zip(layer.columns, layer.rows, strict=True)):
        at = (place + 0.5) * CELL
        for x, y, text in (
            (board_left + at, board_top - 7, column),
            (board_left - 11, board_top + at + 4.5, row),
        ):
            add_element(words, "text", x=x, y=y, text_anchor="middle").text = text
    for place, cell in enumerate(layer.cells):
        y, x = divmod(place, layer.width)
        _cell(root, picture, cell, board_left + x * CELL, board_top + y * CELL, legal)


def _cell(
    root: ET.Element, picture: PyramidLayout, cell: int, left: float, top: float, legal: bool
) -> None:
    x, y = left + CELL / 2, top + CELL / 2
    square = {"x": left, "y": top, "width": CELL, "height": CELL}
    fill = theme.LIGHT_DISC if cell in picture.supported else theme.CLOSED
    add_element(root, "rect", **square, fill=fill, stroke=theme.GRID)
    if cell == picture.last:
        add_element(root, "rect", **square, fill=theme.LAST_FILL, fill_opacity=0.6)
        inner = {"x": left + 2, "y": top + 2, "width": CELL - 4, "height": CELL - 4}
        add_element(
            root, "rect", **inner, rx=5, fill="none", stroke=theme.LAST_STROKE, stroke_width=2
        )
    owner = picture.owners[cell]
    if owner is None and cell not in picture.neutral:
        if cell in picture.offered:
            add_offer(root, x, y, CELL * 0.4)
        elif legal and cell in picture.legal:
            add_element(root, "circle", cx=x, cy=y, r=CELL * 0.1, fill=theme.LEGAL)
        return
    group = add_element(root, "g", data_cell=cell)
    radius = CELL * 0.4
    color = theme.NEUTRAL if owner is None else theme.PLAYERS[owner]
    add_element(group, "circle", cx=x, cy=y, r=radius, fill=color, stroke=theme.shade(color, 0.78))
    if owner is None:
        add_neutral(group, x, y, radius * 0.85)
    else:
        add_owner(group, owner, picture.wave_of.get(cell), x, y, radius * 0.85)
