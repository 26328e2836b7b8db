"""Pyramids as they stand on a table: discs on each other, seen from above a corner."""

from dataclasses import dataclass
from math import cos, radians, sin, sqrt
from xml.etree import ElementTree as ET

from bitgames.games.pyramid import PyramidLayout
from bitgames.render import theme
from bitgames.render.drawing import CELL, add_element, document
from bitgames.render.pieces import (
    LEGEND_ROW,
    add_legend,
    add_neutral,
    add_offer,
    add_owner,
    legend_rows,
)

__all__ = ["isometric_svg"]

# Lengths in cells. From this angle the discs behind a pyramid of this slope are not hidden.
ANGLE = radians(50)
RADIUS, THICK = 0.47, 0.4
RIM, SLAB = 0.55, 0.3
FLAT = sin(ANGLE)
"""How much a circle on the table is flattened."""
LOWEST = 0.86
"""Light on the ground; it grows to 1 at the top."""
LEAST_WIDTH = 330.0
PADDING = 16.0

# The line around the side of a disc, by player: dashes in units of the drawing, "" for none.
_BANDS: tuple[str | None, ...] = (None, "", "1 5", "9 5")


def isometric_svg(picture: PyramidLayout, *, legal: bool, size: int | None) -> ET.Element:
    """Draw a pyramid from above its front corner: a1 is at the back, columns run to the right.

    >>> from bitgames.games import PyramidLayout
    >>> picture = PyramidLayout(
    ...     title="Two", caption="", owners=(None, 0, 1, 0, 1), letters=("1", "2"), size=2
    ... )
    >>> isometric_svg(picture, legal=False, size=300).get("aria-label")
    'Two: '
    """
    scene = _Scene(picture.size, max(LEAST_WIDTH, _Scene.extent(picture.size)))
    bottom = scene.bottom
    height = bottom + LEGEND_ROW * legend_rows(picture, scene.width) + PADDING
    shown = size if size is not None else round(scene.width)
    root = document(scene.width, height, f"{picture.title}: {picture.caption}", shown=shown)
    _table(root, scene)
    _cells(root, scene, picture, legal)
    _last(root, scene, picture)
    add_legend(root, picture, scene.width, bottom)
    return root


@dataclass(frozen=True, slots=True)
class _Scene:
    """Where the points of the table are in the drawing."""

    size: int
    width: float

    @staticmethod
    def extent(size: int) -> float:
        """Width of the table of a pyramid of this size, with some air."""
        return (size + 2 * RIM) * sqrt(2) * CELL + 2 * PADDING

    def point(self, x: float, y: float, z: float = 0.0) -> tuple[float, float]:
        """Columns from the left, rows from the top, height over the table; all in cells."""
        across = (x - y) / sqrt(2)
        down = (x + y + 2 * RIM) / sqrt(2) * FLAT - z * cos(ANGLE)
        return self.width / 2 + across * CELL, PADDING + down * CELL

    @property
    def bottom(self) -> float:
        """Below the front corner of the table."""
        corner = self.size + RIM
        return self.point(corner, corner, -SLAB)[1] + PADDING / 2

    def places(self, picture: PyramidLayout) -> dict[int, tuple[float, float]]:
        """The middle of the base of each cell, in an order in which the later covers the earlier.

        Seen from above, nothing hides what stands higher, nor what is farther to the front.
        """
        found = {}
        for layer in picture.layers:
            for place, cell in enumerate(layer.cells):
                row, column = divmod(place, layer.width)
                shift = layer.level / 2
                found[cell] = self.point(column + shift, row + shift, (layer.level - 1) * THICK)
        return found


def _table(root: ET.Element, scene: _Scene) -> None:
    low, high = -RIM, scene.size + RIM
    left, front, right = (scene.point(x, y) for x, y in ((low, high), (high, high), (high, low)))
    drop = SLAB * cos(ANGLE) * CELL
    for (x1, y1), (x2, y2), fill in (
        (left, front, theme.TABLE_LEFT),
        (front, right, theme.TABLE_RIGHT),
    ):
        side = f"M{x1:g} {y1:g}L{x2:g} {y2:g}V{y2 + drop:g}L{x1:g} {y1 + drop:g}Z"
        add_element(root, "path", d=side, fill=fill, stroke=fill, stroke_linejoin="round")
    corners = "L".join(f"{x:g} {y:g}" for x, y in (left, front, right, scene.point(low, low)))
    add_element(root, "path", d=f"M{corners}Z", fill=theme.TABLE)
    words = add_element(
        root, "g", fill=theme.INK, font_size=14, font_family=theme.FONT, text_anchor="middle"
    )
    beyond = scene.size + RIM / 2
    ground = PyramidLayout(title="", caption="", owners=(), letters=(), size=scene.size).layers[0]
    for place, (column, row) in enumerate(zip(ground.columns, ground.rows, strict=True)):
        for x, y, text in ((place + 0.5, beyond, column), (beyond, place + 0.5, row)):
            across, down = scene.point(x, y)
            add_element(words, "text", x=across, y=down + 5, text_anchor="middle").text = text


def _cells(root: ET.Element, scene: _Scene, picture: PyramidLayout, legal: bool) -> None:
    """The cells of the ground, the pieces layer by layer, and the dots of the legal cells."""
    places = scene.places(picture)
    radius = RADIUS * CELL
    for cell in picture.layers[0].cells:
        x, y = places[cell]
        hollow = {"cx": x, "cy": y, "rx": radius, "ry": radius * FLAT}
        add_element(root, "ellipse", **hollow, fill=theme.HOLLOW)
    wave_of = picture.wave_of
    # The disc on the front quarter of another hides the middle of its top; no other does.
    hidden = {picture.below(cell)[0] for cell in picture.occupied if picture.below(cell)}
    levels = {cell: layer.level for layer in picture.layers for cell in layer.cells}
    dots = picture.legal if legal else picture.offered
    for cell, (x, y) in places.items():
        owner = picture.owners[cell]
        if owner is None and cell not in picture.neutral:
            if cell in dots:
                _dot(root, x, y, cell in picture.offered)
            continue
        group = add_element(root, "g", data_cell=cell)
        color = theme.NEUTRAL if owner is None else theme.PLAYERS[owner]
        color = theme.shade(color, LOWEST + (1 - LOWEST) * levels[cell] / scene.size)
        top = _disc(group, x, y, color, None if owner is None else _BANDS[owner])
        if cell in hidden:
            continue
        if owner is None:
            add_neutral(group, x, top, radius * 0.8, FLAT)
        else:
            add_owner(group, owner, wave_of.get(cell), x, top, radius * 0.8, FLAT)


def _disc(group: ET.Element, x: float, y: float, color: str, band: str | None) -> float:
    """Draw a disc on its base; the middle of its top is at the height that comes back."""
    wide, deep = RADIUS * CELL, RADIUS * CELL * FLAT
    top = y - THICK * cos(ANGLE) * CELL
    add_element(
        group, "ellipse", cx=x + 3, cy=y + 4, rx=wide, ry=deep, fill="#000000", fill_opacity=0.22
    )
    around = f"A{wide:g} {deep:g} 0 0 0 "
    left, right = x - wide, x + wide
    side = f"M{left:g} {top:g}V{y:g}{around}{right:g} {y:g}V{top:g}Z"
    add_element(group, "path", d=side, fill=theme.shade(color, 0.62))
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
        add_element(
            group, "path", d=line, fill="none", stroke=theme.SYMBOL, stroke_width=2.2, **dashes
        )
    add_element(
        group,
        "ellipse",
        cx=x,
        cy=top,
        rx=wide,
        ry=deep,
        fill=color,
        stroke=theme.shade(color, 0.78),
        stroke_width=1.2,
    )
    return top


def _dot(root: ET.Element, x: float, y: float, offered: bool) -> None:
    if offered:
        add_offer(root, x, y - THICK * cos(ANGLE) * CELL, RADIUS * CELL, FLAT)
        return
    add_element(
        root,
        "ellipse",
        cx=x,
        cy=y,
        rx=CELL * 0.11,
        ry=CELL * 0.11 * FLAT,
        fill=theme.INK,
        stroke=theme.LIGHT_DISC,
        stroke_width=1.5,
    )


def _last(root: ET.Element, scene: _Scene, picture: PyramidLayout) -> None:
    """Ring the last move, over everything: dashed where discs stand on it."""
    if picture.last is None:
        return
    x, y = scene.places(picture)[picture.last]
    top = y - THICK * cos(ANGLE) * CELL
    dashes = {"stroke_dasharray": "5 4"} if picture.last in picture.covered else {}
    for stroke, width in ((theme.LAST_STROKE, 5.0), (theme.LAST_FILL, 2.5)):
        add_element(
            root,
            "ellipse",
            cx=x,
            cy=top,
            rx=RADIUS * CELL - 2,
            ry=(RADIUS * CELL - 2) * FLAT,
            fill="none",
            stroke=stroke,
            stroke_width=width,
            **dashes,
        )
