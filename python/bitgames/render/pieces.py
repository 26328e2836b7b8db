"""Pieces of up to four players as SVG: what tells them apart, and the legend that says whose.

Colours are those of the theme; each player has a symbol besides, so that none rests on colour.
"""

from math import cos, radians, sin
from xml.etree import ElementTree as ET

from bitgames.games.pyramid import PyramidLayout
from bitgames.render import theme
from bitgames.render.drawing import add_element

__all__ = [
    "LEGEND_ROW",
    "add_legend",
    "add_neutral",
    "add_offer",
    "add_owner",
    "legend_rows",
]

LEGEND_ROW = 40.0
"""Height of a row of the legend."""
ENTRY = 150.0
"""The least width of an entry of the legend."""


def _polygon(corners: int, radius: float, turn: float) -> str:
    angles = [radians(turn + 360 * corner / corners) for corner in range(corners)]
    points = [f"{radius * cos(angle):.3f} {radius * sin(angle):.3f}" for angle in angles]
    return f"M{'L'.join(points)}Z"


# Symbols as paths within a circle of radius 1, by player.
_SYMBOLS = (
    "M.5 0A.5 .5 0 1 1 -.5 0A.5 .5 0 1 1 .5 0Z",
    "M-.42 -.42L.42 .42M-.42 .42L.42 -.42",
    _polygon(3, 0.62, -90),
    _polygon(4, 0.62, 45),
)
_STAR = "M-.3 0H.3M0 -.3V.3"


def add_owner(
    parent: ET.Element,
    player: int,
    wave: int | None,
    x: float,
    y: float,
    radius: float,
    flat: float = 1.0,
) -> None:
    """Draw the symbol of a player on a disc, around a number if a wave of a chain brought it.

    ``flat`` is how much a circle on the disc is flattened, if it is seen from the side.

    >>> from bitgames.render.drawing import document
    >>> root = document(9, 9, "a symbol")
    >>> add_owner(root, 0, None, 4, 4, 3)
    >>> root[-1].get("transform")
    'translate(4 4) scale(3 3)'
    """
    around = radius if wave is None else radius * 1.35
    _stroke(parent, _SYMBOLS[player], theme.SYMBOL, x, y, around, flat)
    if wave is not None:
        _number(parent, str(wave), x, y, radius * 0.5, flat)


def add_neutral(parent: ET.Element, x: float, y: float, radius: float, flat: float = 1.0) -> None:
    """Draw the symbol of the piece of nobody, as ``add_owner`` does.

    >>> from bitgames.render.drawing import document
    >>> root = document(9, 9, "a symbol")
    >>> add_neutral(root, 4, 4, 3)
    >>> root[-1].get("stroke") == theme.INK
    True
    """
    _stroke(parent, _STAR, theme.INK, x, y, radius, flat)


def _stroke(
    parent: ET.Element, path: str, color: str, x: float, y: float, radius: float, flat: float
) -> None:
    add_element(
        parent,
        "path",
        d=path,
        transform=f"translate({x:g} {y:g}) scale({radius:g} {radius * flat:g})",
        fill="none",
        stroke=color,
        stroke_width=0.17,
        stroke_linejoin="round",
        stroke_linecap="round",
    )


def _number(parent: ET.Element, text: str, x: float, y: float, radius: float, flat: float) -> None:
    patch = {"cx": x, "cy": y, "rx": radius, "ry": radius * flat}
    add_element(parent, "ellipse", **patch, fill=theme.LIGHT_DISC, stroke=theme.INK, stroke_width=1)
    _word(parent, text, x, y, radius * 1.7 * (0.4 + 0.6 * flat))


def _word(parent: ET.Element, text: str, x: float, y: float, size: float) -> None:
    place = {"x": x, "y": y + size * 0.36, "font_size": size}
    bold = {"font_weight": "bold", "text_anchor": "middle", "font_family": theme.FONT}
    add_element(parent, "text", **place, **bold, fill=theme.INK).text = text


def add_offer(parent: ET.Element, x: float, y: float, radius: float, flat: float = 1.0) -> None:
    """Draw the outline of a disc that may come to a cell, with a question mark.

    >>> from bitgames.render.drawing import document
    >>> root = document(9, 9, "an offer")
    >>> add_offer(root, 4, 4, 3)
    >>> root[-1].text
    '?'
    """
    add_element(
        parent,
        "ellipse",
        cx=x,
        cy=y,
        rx=radius,
        ry=radius * flat,
        fill=theme.LIGHT_DISC,
        fill_opacity=0.85,
        stroke=theme.INK,
        stroke_width=1.5,
        stroke_dasharray="4 3",
    )
    _word(parent, "?", x, y, radius * 1.1)


def legend_rows(picture: PyramidLayout, width: float) -> int:
    """Return how many rows the legend takes in a picture of this width.

    >>> from bitgames.games import PyramidLayout
    >>> four = PyramidLayout(
    ...     title="", caption="", owners=(None,), letters=(), size=1, legend=tuple("abcd")
    ... )
    >>> legend_rows(four, 320), legend_rows(four, 640)
    (2, 1)
    """
    return -(-len(picture.legend) // _columns(picture, width))


def _columns(picture: PyramidLayout, width: float) -> int:
    # Two or one in a row where not all fit: teams stand below each other.
    players = max(1, len(picture.legend))
    return next(n for n in (players, 2, 1) if n == 1 or (n <= players and n * ENTRY <= width))


def add_legend(root: ET.Element, picture: PyramidLayout, width: float, top: float) -> None:
    """Draw a disc and a few words for each player; those who are active stand in a frame.

    >>> from bitgames.games import PyramidLayout
    >>> from bitgames.render.drawing import document, serialize
    >>> one = PyramidLayout(
    ...     title="", caption="", owners=(None,), letters=(), size=1, legend=("3 left",)
    ... )
    >>> root = document(200, 50, "a legend")
    >>> add_legend(root, one, 200, 5)
    >>> "3 left" in serialize(root)
    True
    """
    columns = _columns(picture, width)
    step = min(width / columns, ENTRY * 1.2)
    left = (width - step * columns) / 2
    for player, words in enumerate(picture.legend):
        x = left + step * (player % columns)
        y = top + LEGEND_ROW * (player // columns)
        active = player in picture.active
        if active:
            frame = {"x": x + 4, "y": y + 3, "width": step - 8, "height": LEGEND_ROW - 6}
            add_element(root, "rect", **frame, rx=8, fill=theme.LIGHT_DISC, stroke=theme.INK)
        middle = y + LEGEND_ROW / 2
        add_element(root, "circle", cx=x + 24, cy=middle, r=12, fill=theme.PLAYERS[player])
        add_owner(root, player, None, x + 24, middle, 12)
        add_element(
            root,
            "text",
            x=x + 44,
            y=middle + 5,
            fill=theme.INK,
            font_size=14,
            font_family=theme.FONT,
            font_weight="bold" if active else "normal",
        ).text = words
