"""Isometric pictures of pyramids: stacked discs, seen from above a corner."""

from math import cos, radians, sin
from xml.etree import ElementTree as ET

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
from bitgames.scene.geometry import CELL, DEEP, FLAT, PADDING, RADIUS, SLAB, THICK, Projection
from bitgames.scene.pyramid import below, layers

LOWEST = 0.86
"""Brightness of the ground; it increases to 1 at the top."""

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
    """The drawing of one pyramid from above a corner."""

    def __init__(self, scene: PyramidScene, style: Style) -> None:
        self.scene, self.style, self.theme = scene, style, style.theme
        self.view = view = Projection(scene["size"], style.flip)
        self.places = view.places()
        height = view.bottom + LEGEND_ROW * legend_rows(scene, view.width) + PADDING
        shown = style.size if style.size is not None else round(view.width)
        words = f"{scene['title']}: {scene['caption']}"
        self.root = document(view.width, height, words, shown=shown, theme=self.theme)

    def draw(self) -> ET.Element:
        self._table()
        self._cells()
        if self.scene["last"] is not None and self.scene["last"]["cell"] is not None:
            self._last(self.scene["last"]["cell"])
        add_legend(self.root, self.scene, self.view.width, self.view.bottom, self.theme)
        standing = occupied(self.scene)
        spots = {
            cell: Spot(x, _top(y) if cell in standing else y, RADIUS * CELL, FLAT)
            for cell, (x, y) in self.places.items()
        }
        add_overlays(self.root, self.style, spots)
        return self.root

    def _table(self) -> None:
        theme, drop = self.theme, SLAB * DEEP * CELL
        left, nearest, right, back = self.view.corners
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
        for label in self.view.labels(self.scene["columns"], self.scene["rows"]):
            add_word(words, **label)

    def _cells(self) -> None:
        """The cells of the ground, then a group for each cell, layer by layer.

        A group holds the piece of its cell. For a vacant supported cell it holds a transparent
        place for a piece, and a dot or an offer on it.
        """
        scene, theme, size = self.scene, self.theme, self.view.size
        radius = RADIUS * CELL
        for cell in layers(size)[0].cells:
            x, y = self.places[cell]
            hollow = {"cx": x, "cy": y, "rx": radius, "ry": radius * FLAT}
            add_element(self.root, "ellipse", **hollow, fill=theme.hollow)
        waves, under = wave_of(scene), below(size)
        # Only the disc on the front quarter of another disc hides the middle of its top.
        quarter = 3 if self.style.flip else 0
        hidden = {under[cell][quarter] for cell in occupied(scene) if under[cell]}
        levels = {cell: layer.level for layer in layers(size) for cell in layer.cells}
        dots = legal_cells(scene) if self.style.legal else scene["offered"]
        open_cells = supported(scene)
        for cell, (x, y) in self.places.items():
            owner = owner_of(scene, cell)
            if owner is None and not is_neutral(scene, cell):
                group = add_element(self.root, "g", data_cell=cell)
                if cell in open_cells:
                    clear = {"cx": x, "cy": y, "rx": radius, "ry": radius * FLAT}
                    add_element(group, "ellipse", **clear, fill="none", pointer_events="all")
                if cell in dots:
                    self._dot(group, x, y, cell in scene["offered"])
                continue
            group = add_element(
                self.root, "g", data_cell=str(cell), data_owner=scene["owners"][cell]
            )
            shape = None if owner is None else scene["players"][owner]["shape"]
            color = theme.neutral if owner is None else theme.players[owner]
            color = shade(color, LOWEST + (1 - LOWEST) * levels[cell] / size)
            self._disc(group, x, y, color, _BANDS.get(shape))
            if cell in hidden:
                continue
            if owner is None:
                add_neutral(group, x, _top(y), radius * 0.8, FLAT, theme)
            else:
                add_owner(group, shape, waves.get(cell), x, _top(y), radius * 0.8, FLAT, theme)

    def _disc(self, group: ET.Element, x: float, y: float, color: str, band: str | None) -> None:
        """Draw a disc on its base."""
        wide, deep = RADIUS * CELL, RADIUS * CELL * FLAT
        top = _top(y)
        shadow = {"cx": x + 3, "cy": y + 4, "rx": wide, "ry": deep, "fill_opacity": 0.22}
        add_element(group, "ellipse", **shadow, fill="#000000")
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
        disc = {"cx": x, "cy": top, "rx": wide, "ry": deep, "stroke_width": 1.2}
        add_element(group, "ellipse", **disc, fill=color, stroke=shade(color, 0.78))

    def _dot(self, group: ET.Element, x: float, y: float, offered: bool) -> None:
        if offered:
            add_offer(group, x, _top(y), RADIUS * CELL, FLAT, self.theme)
            return
        dot = {"cx": x, "cy": y, "rx": CELL * 0.11, "ry": CELL * 0.11 * FLAT, "stroke_width": 1.5}
        add_element(group, "ellipse", **dot, fill=self.theme.ink, stroke=self.theme.open)

    def _last(self, cell: int) -> None:
        """Ring the last move, over everything: dashed where discs stand on it."""
        x, y = self.places[cell]
        reach = RADIUS * CELL - 2
        ring = {"cx": x, "cy": _top(y), "rx": reach, "ry": reach * FLAT}
        dashes = {"stroke_dasharray": "5 4"} if cell in covered(self.scene) else {}
        for stroke, width in ((self.theme.last_stroke, 5.0), (self.theme.last_fill, 2.5)):
            line = {"fill": "none", "stroke": stroke, **dashes}
            add_element(self.root, "ellipse", **ring, **line, stroke_width=width)


def _top(y: float) -> float:
    """The height of the middle of the top of a disc, by that of its base."""
    return y - THICK * DEEP * CELL
