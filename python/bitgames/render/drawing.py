"""The element tree of an SVG picture, without a style sheet that could leak into a page."""

from xml.etree import ElementTree as ET

from bitgames.render.theme import FONT, LIGHT, Theme


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
