"""Flat boards: lines of text, and a plan as SVG."""

from dataclasses import replace
from xml.etree import ElementTree as ET

from bitgames.games.layout import BoardLayout
from bitgames.render import theme
from bitgames.render.drawing import CELL, MARGIN, add_element, document
from bitgames.render.grid import LAST, cell_mark, grid

__all__ = ["board_svg", "board_text"]


def board_text(
    picture: BoardLayout, *, legal: bool, numbers: bool, cell_width: int, color: bool
) -> list[str]:
    """Draw a flat board as lines: columns on top, rows on the left.

    >>> import bitgames as bg
    >>> picture = bg.games.layout(bg.TicTacToe(1))
    >>> board_text(picture, legal=False, numbers=False, cell_width=1, color=False)
    ['   a', '1  .']
    """
    numbered = picture.numbers if numbers else None
    marks = []
    for cell in range(len(picture.owners)):
        mark = cell_mark(picture, cell, legal=legal, numbers=numbered)
        if cell in picture.marked:
            mark = replace(mark, style=mark.style + theme.TERMINAL_LINE, frame="**")
        marks.append(replace(mark, frame=LAST) if cell == picture.last else mark)
    wide = max(cell_width, *(len(mark.text) for mark in marks))
    margin = max(len(label) for label in picture.rows) + 1
    lines = grid(picture.columns, picture.rows, marks, margin=margin, wide=wide, color=color)
    return [line.rstrip() for line in lines]


def board_svg(picture: BoardLayout, *, legal: bool, size: int | None) -> ET.Element:
    """Draw a flat board from above.

    >>> import bitgames as bg
    >>> board_svg(bg.games.layout(bg.TicTacToe()), legal=False, size=90).get("width")
    '90'
    """
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
    return root


def _canvas(picture: BoardLayout, size: int | None) -> ET.Element:
    width = picture.width * CELL + 2 * MARGIN
    height = picture.height * CELL + 2 * MARGIN
    shown = size if size is not None else round(min(width, 480 + width / 8))
    return document(width, height, f"{picture.title}: {picture.caption}", shown=shown)


def _coordinates(root: ET.Element, picture: BoardLayout) -> None:
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


def _grid(root: ET.Element, picture: BoardLayout) -> None:
    right, bottom = picture.width * CELL + MARGIN, picture.height * CELL + MARGIN
    columns = [MARGIN + x * CELL for x in range(picture.width + 1)]
    rows = [MARGIN + y * CELL for y in range(picture.height + 1)]
    path = "".join(f"M{x:g} {MARGIN:g}V{bottom:g}" for x in columns)
    path += "".join(f"M{MARGIN:g} {y:g}H{right:g}" for y in rows)
    add_element(root, "path", d=path, stroke=theme.GRID, stroke_width=1.5, stroke_linecap="square")


def _last_move(root: ET.Element, picture: BoardLayout, cell: int) -> None:
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


def _strike(root: ET.Element, picture: BoardLayout, line: tuple[int, ...]) -> None:
    """Draw a finished line from end to end, a little beyond the centres of its last cells."""
    x1, y1 = _centre(picture, line[0])
    x2, y2 = _centre(picture, line[-1])
    length = max(abs(x2 - x1), abs(y2 - y1)) or 1.0
    dx, dy = (x2 - x1) / length * CELL * 0.38, (y2 - y1) / length * CELL * 0.38
    ends = {"x1": x1 - dx, "y1": y1 - dy, "x2": x2 + dx, "y2": y2 + dy}
    add_element(root, "line", **ends, stroke=theme.LINE, stroke_width=4.5, stroke_linecap="round")


def _centre(picture: BoardLayout, cell: int) -> tuple[float, float]:
    y, x = divmod(cell, picture.width)
    return MARGIN + (x + 0.5) * CELL, MARGIN + (y + 0.5) * CELL


_MARKS = {"ring": _ring, "cross": _cross, "dark": _dark, "light": _light}
