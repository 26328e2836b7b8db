"""Positions as text: readable without colour, better with it."""

from bitgames._core import Move, Position
from bitgames.games.layout import Layout, layout
from bitgames.render import theme

__all__ = ["to_text"]


def to_text(
    position: Position,
    *,
    last_move: Move | int | str | None = None,
    legal: bool = False,
    numbers: bool = False,
    cell_width: int = 1,
    color: bool = False,
) -> str:
    """Draw ``position`` as a grid with coordinates and a line that says how it stands.

    The last move stands in brackets and the cells of a finished line between stars. Empty
    cells are dots; with ``legal`` only those that may be played are. With ``numbers`` those
    show the number of their move in ``legal_moves``, counted from 1, or ``+`` where several
    moves end. A cell takes ``cell_width`` characters, or more if a number does. ``color`` adds
    the escape codes of a terminal.

    >>> import bitgames as bg
    >>> position = bg.position("tictactoe ox./xo./..o")
    >>> print(to_text(position, last_move="c3"))
       a b c
    1 *o*x .
    2  x*o*.
    3  . .[o]
    o wins: 3 in a row
    >>> print(to_text(bg.position("tictactoe ox./xo./..."), numbers=True))
       a b c
    1  o x 1
    2  x o 2
    3  3 4 5
    o to move
    """
    picture = layout(position, last_move)
    numbered = picture.numbers if numbers else None
    cells = [
        _cell(picture, cell, legal, numbered) for cell in range(picture.width * picture.height)
    ]
    wide = max(cell_width, *map(len, cells))
    margin = max(len(label) for label in picture.rows) + 1
    heading = " " * margin + "".join(f" {label.rjust(wide)}" for label in picture.columns)
    lines = [_dim(heading, color)]
    for y, label in enumerate(picture.rows):
        row = _row(picture, y, cells, wide, color)
        lines.append(f"{_dim(label.ljust(margin), color)}{row}".rstrip())
    lines.append(picture.caption)
    return "\n".join(lines)


def _row(picture: Layout, y: int, cells: list[str], wide: int, color: bool) -> str:
    """Draw a row: each cell ends where its column does, with a gap on either side for marks."""
    first = y * picture.width
    ends = [(wide + 1) * (x + 1) - 1 for x in range(picture.width)]
    slots = [" "] * (ends[-1] + 2)
    for x, end in enumerate(ends):
        text = cells[first + x]
        slots[end] = _styled(picture, first + x, text, color)
        slots[end + 1 - len(text) : end] = [""] * (len(text) - 1)
        if first + x in picture.marked:
            slots[end - 1] = slots[end + 1] = "*"
    # Neighbours may share the gap between them; the mark of the last move has the first claim.
    if picture.last is not None and picture.last // picture.width == y:
        end = ends[picture.last % picture.width]
        slots[end - 1], slots[end + 1] = "[", "]"
    return "".join(slots)


def _cell(picture: Layout, cell: int, legal: bool, numbered: dict[int, int] | None) -> str:
    owner = picture.owners[cell]
    if owner is not None:
        return picture.letters[owner]
    if numbered is not None and cell in picture.legal:
        return str(numbered.get(cell, "+"))
    return "." if not legal or cell in picture.legal else " "


def _styled(picture: Layout, cell: int, text: str, color: bool) -> str:
    owner = picture.owners[cell]
    if not color or (owner is None and text != "."):
        return text
    if owner is None:
        return _dim(text, color)
    style = theme.TERMINAL_PLAYERS[owner]
    style += theme.TERMINAL_LINE if cell in picture.marked else ""
    return f"{style}{text}{theme.TERMINAL_RESET}"


def _dim(text: str, color: bool) -> str:
    return f"{theme.TERMINAL_DIM}{text}{theme.TERMINAL_RESET}" if color else text
