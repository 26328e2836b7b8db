"""Isometric pictures of pyramids: stacked discs, seen from above a corner."""

from math import cos, radians, sin
from xml.etree import ElementTree as ET

from bitgames.render.drawing import Spot, add_element, add_ellipse, add_word
from bitgames.render.options import Style
from bitgames.render.overlay import add_overlays
from bitgames.render.pieces import add_legend, add_offer, add_symbol, pyramid_document
from bitgames.render.reading import (
    covered,
    is_neutral,
    legal_cells,
    occupied,
    owner_of,
    supported,
    wave_of,
)
from bitgames.render.theme import shade
from bitgames.scene import PyramidScene
from bitgames.scene.geometry import projected
from bitgames.scene.pyramid import below, layers

LOWEST = 0.86
"""Brightness of the ground; it increases to 1 at the top."""
DOT = 6.6
"""Radius of the dot on a legal cell."""

# The line around the side of a disc, by shape: dashes in units of the drawing, "" for none.
_BANDS: dict[str | None, str | None] = {
    "circle": None,
    "cross": "",
    "triangle": "1 5",
    "square": "9 5",
}


def isometric_svg(scene: PyramidScene, style: Style) -> ET.Element:
    """Draw a pyramid from above its front corner: a1 is at the back, columns run to the right.

    Flipped, it is seen from the opposite corner: a1 is in front.

    >>> import bitgames as bg
    >>> isometric_svg(bg.Mosaic(2).scene(), Style(size=300)).get("width")
    '300'
    """
    return _Pile(scene, style).draw()


class _Pile:
    def __init__(self, scene: PyramidScene, style: Style) -> None:
        self.scene, self.style, self.theme = scene, style, style.theme
        self.geometry = projected(scene, "isometric", flip=style.flip)
        _, _, self.width, self.bottom = self.geometry["box"]
        # From above, a lower cell or a cell farther back never covers another cell.
        self.order = [
            cell
            for layer in layers(scene["size"])
            for cell in layer.cells[:: -1 if style.flip else 1]
        ]
        self.root = pyramid_document(scene, style, self.width, self.bottom)

    def draw(self) -> ET.Element:
        self._table()
        self._cells()
        if self.scene["last"] is not None and self.scene["last"]["cell"] is not None:
            self._last(self.scene["last"]["cell"])
        add_legend(self.root, self.scene, self.width, self.bottom, self.theme)
        standing = occupied(self.scene)
        bases = {cell: self._base(cell) for cell in self.order}
        spots = {
            cell: self._top(base) if cell in standing else base for cell, base in bases.items()
        }
        add_overlays(self.root, self.style, spots)
        return self.root

    def _table(self) -> None:
        theme, drop = self.theme, self.geometry["slab"]
        left, nearest, right, back = self.geometry["table"]
        for (x1, y1), (x2, y2), fill in (
            (left, nearest, theme.table_left),
            (nearest, right, theme.table_right),
        ):
            side = f"M{x1:g} {y1:g}L{x2:g} {y2:g}V{y2 + drop:g}L{x1:g} {y1 + drop:g}Z"
            line = {"fill": fill, "stroke": fill, "stroke_linejoin": "round"}
            add_element(self.root, "path", d=side, **line)
        corners = "L".join(f"{x:g} {y:g}" for x, y in (left, nearest, right, back))
        add_element(self.root, "path", d=f"M{corners}Z", fill=theme.table)
        words = add_element(self.root, "g", fill=theme.ink, font_size=14, text_anchor="middle")
        for label in self.geometry["labels"]:
            add_word(words, **label)

    def _cells(self) -> None:
        """The cells of the ground, then a group for each cell, layer by layer.

        A group holds the piece of its cell. For an empty supported cell it holds a transparent
        place for a piece, and a dot or an offer on it.
        """
        scene, theme, size = self.scene, self.theme, self.scene["size"]
        for cell in layers(size)[0].cells:
            add_ellipse(self.root, self._base(cell), fill=theme.hollow)
        waves, under = wave_of(scene), below(size)
        # Only the disc on the front quarter of another disc hides the middle of its top.
        quarter = 3 if self.style.flip else 0
        hidden = {under[cell][quarter] for cell in occupied(scene) if under[cell]}
        levels = {cell: layer.level for layer in layers(size) for cell in layer.cells}
        dots = legal_cells(scene) if self.style.legal else scene["offered"]
        open_cells = supported(scene)
        for cell in self.order:
            base, owner = self._base(cell), owner_of(scene, cell)
            if owner is None and not is_neutral(scene, cell):
                group = add_element(self.root, "g", data_cell=cell)
                if cell in open_cells:
                    add_ellipse(group, base, fill="none", pointer_events="all")
                if cell in scene["offered"]:
                    add_offer(group, self._top(base), theme)
                elif cell in dots:
                    dot = base._replace(radius=DOT)
                    add_ellipse(group, dot, stroke_width=1.5, fill=theme.ink, stroke=theme.open)
                continue
            group = add_element(
                self.root, "g", data_cell=str(cell), data_owner=scene["owners"][cell]
            )
            shape = None if owner is None else scene["players"][owner]["shape"]
            color = theme.neutral if owner is None else theme.players[owner]
            color = shade(color, LOWEST + (1 - LOWEST) * levels[cell] / size)
            self._disc(group, base, color, _BANDS.get(shape))
            if cell not in hidden:
                add_symbol(group, shape, waves.get(cell), self._top(base).scaled(0.8), theme)

    def _base(self, cell: int) -> Spot:
        x, y, wide, deep, _ = self.geometry["cells"][cell]
        return Spot(x, y, wide, deep / wide)

    def _top(self, base: Spot) -> Spot:
        return base._replace(y=base.y - self.geometry["height"])

    def _disc(self, group: ET.Element, base: Spot, color: str, band: str | None) -> None:
        x, y, wide, flat = base
        deep, top = wide * flat, self._top(base).y
        add_ellipse(group, base._replace(x=x + 3, y=y + 4), fill_opacity=0.22, fill="#000000")
        around = f"A{wide:g} {deep:g} 0 0 0 "
        left, right = x - wide, x + wide
        side = f"M{left:g} {top:g}V{y:g}{around}{right:g} {y:g}V{top:g}Z"
        add_element(group, "path", d=side, fill=shade(color, 0.62))
        # Light from the left.
        angle = radians(115)
        lit_x, lit_y = wide * cos(angle), deep * sin(angle)
        lit = (
            f"M{left:g} {top:g}V{y:g}{around}{x + lit_x:g} {y + lit_y:g}V{top + lit_y:g}"
            f"A{wide:g} {deep:g} 0 0 1 {left:g} {top:g}Z"
        )
        add_element(group, "path", d=lit, fill="#ffffff", fill_opacity=0.16)
        if band is not None:
            middle = (y + top) / 2
            line = f"M{left:g} {middle:g}{around}{right:g} {middle:g}"
            dashes = {"stroke_dasharray": band, "stroke_linecap": "round"} if band else {}
            stroke = {"fill": "none", "stroke": self.theme.symbol, **dashes}
            add_element(group, "path", d=line, stroke_width=2.2, **stroke)
        add_ellipse(group, self._top(base), stroke_width=1.2, fill=color, stroke=shade(color, 0.78))

    def _last(self, cell: int) -> None:
        """Ring the last move, over everything: dashed where discs stand on it."""
        top = self._top(self._base(cell))
        ring = top._replace(radius=top.radius - 2)
        dashes = {"stroke_dasharray": "5 4"} if cell in covered(self.scene) else {}
        for stroke, width in ((self.theme.last_stroke, 5.0), (self.theme.last_fill, 2.5)):
            line = {"fill": "none", "stroke": stroke, **dashes}
            add_ellipse(self.root, ring, **line, stroke_width=width)
