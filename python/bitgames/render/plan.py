"""Plans of pyramids: each layer as a board, the ground first."""

from xml.etree import ElementTree as ET

from bitgames.games.pyramid import Layer, layers
from bitgames.render.drawing import add_element, add_word, document
from bitgames.render.options import Style
from bitgames.render.overlay import Spot, add_overlays
from bitgames.render.pieces import (
    LEGEND_ROW,
    add_legend,
    add_neutral,
    add_offer,
    add_owner,
    legend_rows,
)
from bitgames.render.reading import is_neutral, legal_cells, owner_of, supported, wave_of
from bitgames.render.theme import shade
from bitgames.scene import PyramidScene

__all__ = ["plan_svg"]

CELL = 42.0
LABELS, HEADING, GAP, PADDING = 22.0, 26.0, 18.0, 16.0
"""Room for the coordinates of a layer, for its name, between layers and around them."""
LEAST_WIDTH = 330.0
MOST_IN_A_ROW = 4
"""Up to this size all layers are in one row; larger pyramids have rows of three and the rest."""


def plan_svg(scene: PyramidScene, style: Style) -> ET.Element:
    """Draw the layers of a pyramid as boards; unsupported cells are shaded.

    >>> import bitgames as bg
    >>> plan_svg(bg.Mosaic(2).scene(), Style(size=300)).get("width")
    '300'
    """
    return _Plan(scene, style).draw()


class _Plan:
    """The drawing of the layers of one pyramid."""

    def __init__(self, scene: PyramidScene, style: Style) -> None:
        self.scene, self.style, self.theme = scene, style, style.theme
        ground_up = layers(scene["size"])
        cut = len(ground_up) if scene["size"] <= MOST_IN_A_ROW else 3
        self.rows = [row for row in (ground_up[:cut], ground_up[cut:]) if row]
        self.width = max(LEAST_WIDTH, *map(_row_width, self.rows)) + 2 * PADDING
        self.bottom = PADDING + sum(map(_row_height, self.rows))
        self.legal = legal_cells(scene) if style.legal else frozenset()
        self.supported, self.wave_of = supported(scene), wave_of(scene)
        self.last = None if scene["last"] is None else scene["last"]["cell"]
        self.places: dict[int, tuple[float, float]] = {}
        """The middle of each cell."""
        height = self.bottom + LEGEND_ROW * legend_rows(scene, self.width) + PADDING
        shown = style.size if style.size is not None else round(self.width)
        words = f"{scene['title']}: {scene['caption']}"
        self.root = document(self.width, height, words, shown=shown, theme=self.theme)

    def draw(self) -> ET.Element:
        top = PADDING
        for row in self.rows:
            left = (self.width - _row_width(row)) / 2
            for layer in row:
                self._layer(layer, left, top)
                left += _extent(layer) + GAP
            top += _row_height(row)
        add_legend(self.root, self.scene, self.width, self.bottom, self.theme)
        spots = {cell: Spot(x, y, CELL * 0.45) for cell, (x, y) in self.places.items()}
        add_overlays(self.root, self.style, spots)
        return self.root

    def _layer(self, layer: Layer, left: float, top: float) -> None:
        words = add_element(self.root, "g", fill=self.theme.ink, font_size=13, text_anchor="middle")
        board_left, board_top = left + LABELS, top + HEADING + LABELS
        middle = board_left + layer.width * CELL / 2
        add_word(words, f"layer {layer.level}", x=middle, y=top + 16, font_weight="bold")
        step = -1 if self.style.flip else 1
        columns = self.scene["columns"][: layer.width][::step]
        rows = self.scene["rows"][: layer.width][::step]
        for place, (column, row) in enumerate(zip(columns, rows, strict=True)):
            at = (place + 0.5) * CELL
            add_word(words, column, x=board_left + at, y=board_top - 7)
            add_word(words, row, x=board_left - 11, y=board_top + at + 4.5)
        for place, cell in enumerate(layer.cells[::step]):
            y, x = divmod(place, layer.width)
            self._cell(cell, board_left + x * CELL, board_top + y * CELL)

    def _cell(self, cell: int, left: float, top: float) -> None:
        theme, owner = self.theme, owner_of(self.scene, cell)
        x, y = self.places[cell] = left + CELL / 2, top + CELL / 2
        mark = self.scene["owners"][cell]
        is_vacant = owner is None and not is_neutral(self.scene, cell)
        owned = {} if is_vacant else {"data_owner": mark}
        group = add_element(self.root, "g", data_cell=str(cell), **owned)
        square = {"x": left, "y": top, "width": CELL, "height": CELL}
        fill = theme.open if cell in self.supported else theme.closed
        add_element(group, "rect", **square, fill=fill, stroke=theme.grid)
        if cell == self.last:
            add_element(group, "rect", **square, fill=theme.last_fill, fill_opacity=0.6)
            inner = {"x": left + 2, "y": top + 2, "width": CELL - 4, "height": CELL - 4}
            stroke = {"fill": "none", "stroke": theme.last_stroke}
            add_element(group, "rect", **inner, **stroke, rx=5, stroke_width=2)
        if is_vacant:
            if cell in self.scene["offered"]:
                add_offer(group, x, y, CELL * 0.4, theme=theme)
            elif cell in self.legal:
                add_element(group, "circle", cx=x, cy=y, r=CELL * 0.1, fill=theme.legal)
            return
        radius = CELL * 0.4
        color = theme.neutral if owner is None else theme.players[owner]
        add_element(group, "circle", cx=x, cy=y, r=radius, fill=color, stroke=shade(color, 0.78))
        if owner is None:
            add_neutral(group, x, y, radius * 0.85, theme=theme)
        else:
            shape = self.scene["players"][owner]["shape"]
            add_owner(group, shape, self.wave_of.get(cell), x, y, radius * 0.85, theme=theme)


def _extent(layer: Layer) -> float:
    return LABELS + layer.width * CELL


def _row_width(row: tuple[Layer, ...]) -> float:
    return sum(map(_extent, row)) + GAP * (len(row) - 1)


def _row_height(row: tuple[Layer, ...]) -> float:
    return HEADING + _extent(row[0]) + GAP
