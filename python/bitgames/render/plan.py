"""Plans of pyramids: each layer as a board, the ground first."""

from itertools import islice
from xml.etree import ElementTree as ET

from bitgames.render.drawing import Spot, add_element, add_square, add_word
from bitgames.render.options import Style
from bitgames.render.overlay import add_overlays
from bitgames.render.pieces import add_legend, add_offer, add_symbol, pyramid_document
from bitgames.render.reading import is_neutral, legal_cells, owner_of, supported, wave_of
from bitgames.render.theme import shade
from bitgames.scene import PyramidScene
from bitgames.scene.geometry import Label, projected
from bitgames.scene.pyramid import Layer, layers


def plan_svg(scene: PyramidScene, style: Style) -> ET.Element:
    """Draw the layers of a pyramid as boards; unsupported cells are shaded.

    >>> import bitgames as bg
    >>> plan_svg(bg.Mosaic(2).scene(), Style(size=300)).get("width")
    '300'
    """
    return _Plan(scene, style).draw()


class _Plan:
    def __init__(self, scene: PyramidScene, style: Style) -> None:
        self.scene, self.style, self.theme = scene, style, style.theme
        self.geometry = projected(scene, "plan", flip=style.flip)
        _, _, self.width, self.bottom = self.geometry["box"]
        self.cell = 2 * self.geometry["cells"][0][2]
        self.legal = legal_cells(scene) if style.legal else frozenset()
        self.supported, self.wave_of = supported(scene), wave_of(scene)
        self.last = None if scene["last"] is None else scene["last"]["cell"]
        self.root = pyramid_document(scene, style, self.width, self.bottom)

    def draw(self) -> ET.Element:
        labels = iter(self.geometry["labels"])
        for layer in layers(self.scene["size"]):
            # Its name, and a column and a row for each cell along its side.
            self._layer(layer, next(labels), list(islice(labels, 2 * layer.width)))
        add_legend(self.root, self.scene, self.width, self.bottom, self.theme)
        spots = {
            cell: Spot(x, y, self.cell * 0.45)
            for cell, (x, y, *_) in enumerate(self.geometry["cells"])
        }
        add_overlays(self.root, self.style, spots)
        return self.root

    def _layer(self, layer: Layer, name: Label, labels: list[Label]) -> None:
        words = add_element(self.root, "g", fill=self.theme.ink, font_size=13, text_anchor="middle")
        add_word(words, **name, font_weight="bold")
        for label in labels:
            add_word(words, **label)
        for cell in layer.cells[:: -1 if self.style.flip else 1]:
            self._cell(cell)

    def _cell(self, cell: int) -> None:
        theme, owner = self.theme, owner_of(self.scene, cell)
        x, y, *_ = self.geometry["cells"][cell]
        mark = self.scene["owners"][cell]
        is_empty = owner is None and not is_neutral(self.scene, cell)
        owned = {} if is_empty else {"data_owner": mark}
        group = add_element(self.root, "g", data_cell=str(cell), **owned)
        fill = theme.open if cell in self.supported else theme.closed
        add_square(group, x, y, self.cell, fill=fill, stroke=theme.grid)
        if cell == self.last:
            add_square(group, x, y, self.cell, fill=theme.last_fill, fill_opacity=0.6)
            stroke = {"fill": "none", "stroke": theme.last_stroke}
            add_square(group, x, y, self.cell - 4, **stroke, rx=5, stroke_width=2)
        if is_empty:
            if cell in self.scene["offered"]:
                add_offer(group, Spot(x, y, self.cell * 0.4), theme)
            elif cell in self.legal:
                add_element(group, "circle", cx=x, cy=y, r=self.cell * 0.1, fill=theme.legal)
            return
        radius = self.cell * 0.4
        color = theme.neutral if owner is None else theme.players[owner]
        add_element(group, "circle", cx=x, cy=y, r=radius, fill=color, stroke=shade(color, 0.78))
        shape = None if owner is None else self.scene["players"][owner]["shape"]
        add_symbol(group, shape, self.wave_of.get(cell), Spot(x, y, radius * 0.85), theme)
