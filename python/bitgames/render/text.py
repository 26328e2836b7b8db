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
    color: bool = False,
) -> str:
    """Draw ``position`` as a grid with coordinates and a line that says how it stands.

    The last move stands in brackets and the cells of a finished line between stars. Empty
    cells are dots; with ``legal`` only those that may be played are. ``color`` adds the
    escape codes of a terminal.

    >>> import bitgames as bg
    >>> position = bg.position("tictactoe ox./xo./..o")
    >>> print(to_text(position, last_move="c3"))
       a b c
    1 *o*x .
    2  x*o*.
    3  . .[o]
    o wins: 3 in a row
    """
    picture = layout(position, last_move)
    margin = max(len(label) for label in picture.rows) + 1
    heading = " " * margin + "".join(f" {label}" for label in picture.columns)
    lines = [_dim(heading, color)]
    for y, label in enumerate(picture.rows):
        row = [_dim(label.ljust(margin), color)]
        # Neighbours share the gap between them; the mark of the last move has the first claim.
        gaps = [" "] * (picture.width + 1)
        for x in range(picture.width):
            if y * picture.width + x in picture.marked:
                gaps[x] = gaps[x + 1] = "*"
        if picture.last is not None and picture.last // picture.width == y:
            x = picture.last % picture.width
            gaps[x], gaps[x + 1] = "[", "]"
        for x in range(picture.width):
            cell = y * picture.width + x
            row += [gaps[x], _mark(picture, cell, legal, cell in picture.marked, color)]
        row.append(gaps[-1])
        lines.append("".join(row).rstrip())
    lines.append(picture.caption)
    return "\n".join(lines)


def _mark(picture: Layout, cell: int, legal: bool, finished: bool, color: bool) -> str:
    owner = picture.owners[cell]
    if owner is None:
        return _dim(".", color) if not legal or cell in picture.legal else " "
    if not color:
        return picture.letters[owner]
    style = theme.TERMINAL_PLAYERS[owner] + (theme.TERMINAL_LINE if finished else "")
    return f"{style}{picture.letters[owner]}{theme.TERMINAL_RESET}"


def _dim(text: str, color: bool) -> str:
    return f"{theme.TERMINAL_DIM}{text}{theme.TERMINAL_RESET}" if color else text
