"""The element tree of an SVG picture, without a style sheet that could leak into a page."""

from typing import NamedTuple
from xml.etree import ElementTree as ET

from bitgames.render.theme import FONT, LIGHT, Theme


class Spot(NamedTuple):
    """The place of a cell, a card or a piece in the drawing.

    >>> Spot(30, 40, 20).scaled(0.5)
    Spot(x=30, y=40, radius=10.0, flat=1.0)
    """

    x: float
    y: float
    """The middle."""
    radius: float
    """Half of the free width."""
    flat: float = 1.0
    """Height divided by width of a circle on it."""

    def scaled(self, part: float) -> "Spot":
        """Return a smaller or larger spot around the same middle."""
        return self._replace(radius=self.radius * part)


def document(
    width: float, height: float, words: str, *, shown: float | None = None, theme: Theme = LIGHT
) -> ET.Element:
    """Start a picture: its size, its background, and a description for screen readers.

    ``shown`` is the width in pixels, if it differs from the width of the drawing.

    >>> document(20, 10, "nothing", shown=40).get("height")
    '20'
    """
    shown = width if shown is None else shown
    root = ET.Element(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "viewBox": f"0 0 {width:g} {height:g}",
            "width": f"{shown:g}",
            "height": f"{shown * height / width:g}",
            "role": "img",
            "aria-label": words,
        },
    )
    ET.SubElement(root, "title").text = words
    add_element(root, "rect", width=width, height=height, rx=8, fill=theme.board)
    return root


def add_element(parent: ET.Element, tag: str, **attributes: str | float) -> ET.Element:
    """Add an element; underscores in attribute names become hyphens.

    >>> add_element(document(9, 9, ""), "circle", r=2, stroke_width=0.5).attrib
    {'r': '2', 'stroke-width': '0.5'}
    """
    named = {
        name.replace("_", "-"): value if isinstance(value, str) else f"{value:g}"
        for name, value in attributes.items()
    }
    return ET.SubElement(parent, tag, named)


def add_ellipse(parent: ET.Element, spot: Spot, **attributes: str | float) -> None:
    """Add the circle around a spot as it is seen in the drawing.

    >>> root = document(9, 9, "")
    >>> add_ellipse(root, Spot(4, 4, 2, flat=0.5), fill="none")
    >>> root[-1].get("ry")
    '1'
    """
    middle, height = {"cx": spot.x, "cy": spot.y}, spot.radius * spot.flat
    add_element(parent, "ellipse", **middle, rx=spot.radius, ry=height, **attributes)


def add_square(
    parent: ET.Element, x: float, y: float, side: float, **attributes: str | float
) -> None:
    """Add a square around its middle.

    >>> root = document(9, 9, "")
    >>> add_square(root, 4, 4, 2)
    >>> root[-1].get("x")
    '3'
    """
    corner = {"x": x - side / 2, "y": y - side / 2}
    add_element(parent, "rect", **corner, width=side, height=side, **attributes)


def add_word(parent: ET.Element, text: str, **attributes: str | float) -> None:
    """Add a text element in the font of the pictures.

    >>> root = document(9, 9, "")
    >>> add_word(root, "a", x=1, y=2)
    >>> root[-1].text
    'a'
    """
    add_element(parent, "text", font_family=FONT, **attributes).text = text


def serialize(root: ET.Element) -> str:
    """Return the picture as text.

    >>> serialize(document(9, 9, "nothing"))[:4]
    '<svg'
    """
    return ET.tostring(root, encoding="unicode")
