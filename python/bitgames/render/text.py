"""Positions as text: readable without colour, better with it."""

from collections.abc import Callable

from bitgames._core import Move, Position
from bitgames.games.layout import BoardLayout, Layout, layout_after
from bitgames.games.pyramid import PyramidLayout
from bitgames.games.table import TableLayout, seen
from bitgames.render.board import board_text
from bitgames.render.pyramid import pyramid_text
from bitgames.render.table import table_text

__all__ = ["to_text"]

# What draws each kind of layout.
_DRAWN: dict[type[Layout], Callable[..., list[str]]] = {
    BoardLayout: board_text,
    PyramidLayout: pyramid_text,
    TableLayout: table_text,
}


def to_text(
    position: Position,
    *,
    last_move: Move | int | str | None = None,
    previous: Position | None = None,
    legal: bool = False,
    numbers: bool = False,
    cell_width: int = 1,
    color: bool = False,
    viewer: int | None = None,
) -> str:
    """Draw ``position`` as a grid with coordinates and a line that says how it stands.

    The last move stands in brackets and the cells of a finished line between stars. With
    ``previous``, the position in which the last move was played, cells that it filled besides
    its own stand in parentheses. Empty cells are dots; with ``legal`` only those that may be
    played are. With ``numbers`` those show the number of their move in ``legal_moves``, counted
    from 1, or ``+`` where several moves end. A cell takes ``cell_width`` characters, or more if
    a number does. ``color`` adds the escape codes of a terminal. A card game is drawn as its
    table, hand by hand; with ``viewer``, a seat, only what that seat has seen of it.

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
    picture = seen(layout_after(position, last_move, previous), position, viewer)
    draw = _DRAWN[type(picture)]
    lines = draw(picture, legal=legal, numbers=numbers, cell_width=cell_width, color=color)
    return "\n".join([*lines, picture.caption])
