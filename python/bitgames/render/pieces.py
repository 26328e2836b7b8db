"""Pieces of up to four players as SVG, and the legend.

Colours come from the theme; each player also has a symbol, so that colour is not needed.
"""

from math import cos, radians, sin
from xml.etree import ElementTree as ET

from bitgames.render.drawing import Spot, add_element, add_ellipse, add_word, document
from bitgames.render.options import Style
from bitgames.render.theme import LIGHT, Theme
from bitgames.scene import PyramidScene

LEGEND_ROW = 40.0
"""Height of a row of the legend."""
ENTRY = 150.0
"""The least width of an entry of the legend."""
PADDING = 16.0
"""Room below the legend."""


def _polygon(corners: int, radius: float, turn: float) -> str:
    angles = [radians(turn + 360 * corner / corners) for corner in range(corners)]
    points = [f"{radius * cos(angle):.3f} {radius * sin(angle):.3f}" for angle in angles]
    return f"M{'L'.join(points)}Z"


# Symbols as paths within a circle of radius 1, by shape.
_SYMBOLS = {
    "circle": "M.5 0A.5 .5 0 1 1 -.5 0A.5 .5 0 1 1 .5 0Z",
    "cross": "M-.42 -.42L.42 .42M-.42 .42L.42 -.42",
    "triangle": _polygon(3, 0.62, -90),
    "square": _polygon(4, 0.62, 45),
    "neutral": "M-.3 0H.3M0 -.3V.3",
}


def add_symbol(
    parent: ET.Element, shape: str | None, wave: int | None, spot: Spot, theme: Theme = LIGHT
) -> None:
    """Draw a player's symbol on a disc, around a number if a wave of a chain brought the disc.

    Without a shape it is the symbol of a neutral piece.

    >>> from bitgames.render.drawing import document
    >>> root = document(9, 9, "a symbol")
    >>> add_symbol(root, "circle", None, Spot(4, 4, 3))
    >>> root[-1].get("transform")
    'translate(4 4) scale(3 3)'
    """
    around = spot if wave is None else spot.scaled(1.35)
    add_shape(parent, shape or "neutral", theme.symbol if shape else theme.ink, around)
    if wave is not None:
        patch = spot.scaled(0.5)
        add_ellipse(parent, patch, stroke_width=1.0, fill=theme.face, stroke=LIGHT.ink)
        _word(parent, str(wave), patch, patch.radius * 1.7 * (0.4 + 0.6 * patch.flat))


def add_shape(
    parent: ET.Element, shape: str, color: str, spot: Spot, *, opacity: float = 1.0
) -> None:
    """Draw the symbol of a shape.

    >>> from bitgames.render.drawing import document
    >>> root = document(9, 9, "a symbol")
    >>> add_shape(root, "cross", "#000000", Spot(4, 4, 3), opacity=0.5)
    >>> root[-1].get("stroke-opacity")
    '0.5'
    """
    x, y, radius, flat = spot
    move = f"translate({x:g} {y:g}) scale({radius:g} {radius * flat:g})"
    ends = {"stroke_linejoin": "round", "stroke_linecap": "round"}
    line = {"fill": "none", "stroke": color}
    if opacity < 1:
        line["stroke_opacity"] = f"{opacity:g}"
    path = _SYMBOLS[shape]
    add_element(parent, "path", d=path, transform=move, **line, stroke_width=0.17, **ends)


def _word(parent: ET.Element, text: str, spot: Spot, size: float) -> None:
    # Patches and outlines are light, so that the ink is dark in every theme.
    place = {"x": spot.x, "y": spot.y + size * 0.36, "font_size": size}
    add_word(parent, text, **place, font_weight="bold", text_anchor="middle", fill=LIGHT.ink)


def add_offer(parent: ET.Element, spot: Spot, theme: Theme = LIGHT) -> None:
    """Draw the outline of an offered disc, with a question mark.

    >>> from bitgames.render.drawing import document
    >>> root = document(9, 9, "an offer")
    >>> add_offer(root, Spot(4, 4, 3))
    >>> root[-1].text
    '?'
    """
    fill: dict[str, str | float] = {"fill": theme.face, "fill_opacity": 0.85}
    line: dict[str, str | float] = {"stroke": LIGHT.ink, "stroke_width": 1.5}
    add_ellipse(parent, spot, **fill, **line, stroke_dasharray="4 3")
    _word(parent, "?", spot, spot.radius * 1.1)


def pyramid_document(scene: PyramidScene, style: Style, width: float, bottom: float) -> ET.Element:
    """Start a picture of a pyramid with its legend below ``bottom``.

    >>> import bitgames as bg
    >>> four = bg.Quo(3).scene()
    >>> root = pyramid_document(four, Style(size=100), 330, 200)
    >>> root.get("width"), len(root)
    ('100', 2)
    """
    rows = -(-len(scene["players"]) // _columns(scene, width))
    height = bottom + LEGEND_ROW * rows + PADDING
    shown = style.size if style.size is not None else round(width)
    words = f"{scene['title']}: {scene['caption']}"
    return document(width, height, words, shown=shown, theme=style.theme)


def _columns(scene: PyramidScene, width: float) -> int:
    # If not all fit: two or one in a row, so that partners are in one column.
    players = len(scene["players"])
    return next(n for n in (players, 2, 1) if n == 1 or (n <= players and n * ENTRY <= width))


def add_legend(
    root: ET.Element, scene: PyramidScene, width: float, top: float, theme: Theme = LIGHT
) -> None:
    """Draw a disc and a few words for each player; a frame marks the player to move or the winner.

    >>> import bitgames as bg
    >>> from bitgames.render.drawing import document, serialize
    >>> root = document(200, 50, "a legend")
    >>> add_legend(root, bg.Mosaic(3).scene(), 200, 5)
    >>> "first: 7 left" in serialize(root)
    True
    """
    columns = _columns(scene, width)
    step = min(width / columns, ENTRY * 1.2)
    left = (width - step * columns) / 2
    outcome = scene["outcome"]
    active = [scene["turn"]] if outcome is None else outcome["winners"]
    for seat, player in enumerate(scene["players"]):
        x = left + step * (seat % columns)
        y = top + LEGEND_ROW * (seat // columns)
        if seat in active:
            frame = {"x": x + 4, "y": y + 3, "width": step - 8, "height": LEGEND_ROW - 6}
            add_element(root, "rect", **frame, rx=8, fill=theme.open, stroke=theme.ink)
        middle = y + LEGEND_ROW / 2
        add_element(root, "circle", cx=x + 24, cy=middle, r=12, fill=theme.players[seat])
        add_symbol(root, player["shape"], None, Spot(x + 24, middle, 12), theme)
        words, weight = f"{player['name']}: {player['left']} left", "normal"
        if seat in active:
            weight = "bold"
        place = {"x": x + 44, "y": middle + 5}
        add_word(root, words, **place, fill=theme.ink, font_size=14, font_weight=weight)
