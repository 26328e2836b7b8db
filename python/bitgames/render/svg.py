"""Positions as SVG: one element tree, no style sheet that could leak into a page."""

from xml.etree import ElementTree as ET

from bitgames._core import Move, ParameterError, Position
from bitgames.games.layout import Layout, layout
from bitgames.render import theme

__all__ = ["add_element", "document", "serialize", "to_svg"]

CELL = 60.0
MARGIN = 26.0
"""Units of the drawing: the side of a cell, and the rim with the coordinates."""
MAX_SIZE = 16_384


def to_svg(
    position: Position,
    *,
    last_move: Move | int | str | None = None,
    legal: bool = False,
    size: int | None = None,
) -> str:
    """Draw ``position`` as an SVG document.

    The last move stands in a framed, tinted cell, a finished line is struck through, and
    with ``legal`` a dot marks each cell that may be played. ``size`` is the width of the
    picture in pixels, 1 to 16,384; without it larger boards get larger pictures. Raises
    ``ParameterError`` for another size.

    >>> import bitgames as bg
    >>> to_svg(bg.TicTacToe().play("b2"), last_move="b2", size=200)[:37]
    '<svg xmlns="http://www.w3.org/2000/sv'
    """
    if size is not None and (isinstance(size, bool) or not isinstance(size, int)):
        raise TypeError(f"size must be an integer or None, not {type(size).__name__}")
    if size is not None and not 1 <= size <= MAX_SIZE:
        raise ParameterError(f"size must be from 1 to {MAX_SIZE:,} pixels")
    picture = layout(position, last_move)
    root = _canvas(picture, size)
    _coordinates(root, picture)
    if picture.last is not None:
        _last_move(root, picture, picture.last)
    _grid(root, picture)
    for cell, owner in enumerate(picture.owners):
        if owner is not None:
            _MARKS[picture.shapes[owner]](root, *_centre(picture, cell), theme.PLAYERS[owner])
        elif legal and cell in picture.legal:
            x, y = _centre(picture, cell)
            add_element(root, "circle", cx=x, cy=y, r=CELL * 0.09, fill=theme.LEGAL)
    for line in picture.lines:
        _strike(root, picture, line)
    for cell in picture.marked.difference(*picture.lines):
        x, y = _centre(picture, cell)
        add_element(
            root,
            "circle",
            cx=x,
            cy=y,
            r=CELL * 0.43,
            fill="none",
            stroke=theme.LINE,
            stroke_width=3,
        )
    return serialize(root)


def document(width: float, height: float, words: str, *, shown: float | None = None) -> ET.Element:
    """Start a picture: its extent, its ground, and words for those who cannot see it.

    ``shown`` is its width in pixels, if that is not the extent of the drawing.

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
    add_element(root, "rect", width=width, height=height, rx=8, fill=theme.BOARD)
    return root


def add_element(parent: ET.Element, tag: str, **attributes: str | float) -> ET.Element:
    """Add an element; underscores in names stand for the hyphens of SVG.

    >>> add_element(document(9, 9, ""), "circle", r=2, stroke_width=0.5).attrib
    {'r': '2', 'stroke-width': '0.5'}
    """
    named = {
        name.replace("_", "-"): value if isinstance(value, str) else f"{value:g}"
        for name, value in attributes.items()
    }
    return ET.SubElement(parent, tag, named)


def serialize(root: ET.Element) -> str:
    """Return the picture as text.

    >>> serialize(document(9, 9, "nothing"))[:4]
    '<svg'
    """
    return ET.tostring(root, encoding="unicode")


def _canvas(picture: Layout, size: int | None) -> ET.Element:
    width = picture.width * CELL + 2 * MARGIN
    height = picture.height * CELL + 2 * MARGIN
    shown = size if size is not None else round(min(width, 480 + width / 8))
    return document(width, height, f"{picture.title}: {picture.caption}", shown=shown)


def _coordinates(root: ET.Element, picture: Layout) -> None:
    group = add_element(
        root,
        "g",
        fill=theme.INK,
        font_size=MARGIN * 0.55,
        font_family=theme.FONT,
        text_anchor="middle",
    )
    right, bottom = picture.width * CELL + MARGIN, picture.height * CELL + MARGIN
    # Baselines are set by hand: `dominant-baseline` is not known to every renderer.
    drop = MARGIN * 0.19
    for column, label in enumerate(picture.columns):
        centre = MARGIN + (column + 0.5) * CELL
        for y in (MARGIN / 2, bottom + MARGIN / 2):
            add_element(group, "text", x=centre, y=y + drop).text = label
    for row, label in enumerate(picture.rows):
        centre = MARGIN + (row + 0.5) * CELL
        for x in (MARGIN / 2, right + MARGIN / 2):
            add_element(group, "text", x=x, y=centre + drop).text = label


def _grid(root: ET.Element, picture: Layout) -> None:
    right, bottom = picture.width * CELL + MARGIN, picture.height * CELL + MARGIN
    columns = [MARGIN + x * CELL for x in range(picture.width + 1)]
    rows = [MARGIN + y * CELL for y in range(picture.height + 1)]
    path = "".join(f"M{x:g} {MARGIN:g}V{bottom:g}" for x in columns)
    path += "".join(f"M{MARGIN:g} {y:g}H{right:g}" for y in rows)
    add_element(root, "path", d=path, stroke=theme.GRID, stroke_width=1.5, stroke_linecap="square")


def _last_move(root: ET.Element, picture: Layout, cell: int) -> None:
    x, y = _centre(picture, cell)
    half = CELL / 2
    place = {"x": x - half, "y": y - half, "width": CELL, "height": CELL}
    add_element(root, "rect", **place, fill=theme.LAST_FILL, fill_opacity=0.45)
    inner = half - 4
    add_element(
        root,
        "rect",
        x=x - inner,
        y=y - inner,
        width=2 * inner,
        height=2 * inner,
        rx=6,
        fill="none",
        stroke=theme.LAST_STROKE,
        stroke_width=2,
    )


def _ring(root: ET.Element, x: float, y: float, color: str) -> None:
    add_element(
        root, "circle", cx=x, cy=y, r=CELL * 0.27, fill="none", stroke=color, stroke_width=7
    )


def _cross(root: ET.Element, x: float, y: float, color: str) -> None:
    arm = CELL * 0.24
    path = (
        f"M{x - arm:g} {y - arm:g}L{x + arm:g} {y + arm:g}"
        f"M{x - arm:g} {y + arm:g}L{x + arm:g} {y - arm:g}"
    )
    add_element(root, "path", d=path, stroke=color, stroke_width=7, stroke_linecap="round")


def _dark(root: ET.Element, x: float, y: float, _: str) -> None:
    add_element(root, "circle", cx=x, cy=y, r=CELL * 0.38, fill=theme.DARK_DISC)


def _light(root: ET.Element, x: float, y: float, _: str) -> None:
    place = {"cx": x, "cy": y, "r": CELL * 0.37}
    add_element(
        root, "circle", **place, fill=theme.LIGHT_DISC, stroke=theme.DARK_DISC, stroke_width=2
    )


def _strike(root: ET.Element, picture: Layout, line: tuple[int, ...]) -> None:
    """Draw a finished line from end to end, a little beyond the centres of its last cells."""
    x1, y1 = _centre(picture, line[0])
    x2, y2 = _centre(picture, line[-1])
    length = max(abs(x2 - x1), abs(y2 - y1)) or 1.0
    dx, dy = (x2 - x1) / length * CELL * 0.38, (y2 - y1) / length * CELL * 0.38
    ends = {"x1": x1 - dx, "y1": y1 - dy, "x2": x2 + dx, "y2": y2 + dy}
    add_element(root, "line", **ends, stroke=theme.LINE, stroke_width=4.5, stroke_linecap="round")


def _centre(picture: Layout, cell: int) -> tuple[float, float]:
    y, x = divmod(cell, picture.width)
    return MARGIN + (x + 0.5) * CELL, MARGIN + (y + 0.5) * CELL


_MARKS = {"ring": _ring, "cross": _cross, "dark": _dark, "light": _light}
