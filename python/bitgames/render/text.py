"""Scenes as text, with or without colours."""

from collections.abc import Callable, Mapping
from typing import Any

from bitgames._core import Move
from bitgames.arguments import flag, integer
from bitgames.render.board import board_text
from bitgames.render.card_table import table_text
from bitgames.render.options import Style, read_values
from bitgames.render.pyramid import pyramid_text
from bitgames.scene import Scene, validate

MAX_WIDTH = 20

# The function that draws each kind of scene.
_DRAWN: dict[str, Callable[[Any, Style], list[str]]] = {
    "grid": board_text,
    "pyramid": pyramid_text,
    "table": table_text,
}


def to_text(
    scene: Scene,
    *,
    legal: bool = False,
    numbers: bool = False,
    cell_width: int = 1,
    color: bool = False,
    flip: bool = False,
    values: Mapping[Move | int | str, float | str] | None = None,
) -> str:
    """Draw a scene as text with its caption; ``Position.to_text`` draws a position.

    A board is a grid with coordinates. The last move is in brackets, the cells of a finished line
    are between stars, and the other cells that the last move filled or flipped are in parentheses.
    Empty squares are dots; with ``legal`` the cells of legal moves are ``+``. With ``numbers``
    these cells show the number of their move in ``legal_moves``, from 1, or ``+`` for several. A
    cell is ``cell_width`` characters wide, 1 to 20, or more if a number needs it. ``color`` adds
    the escape codes of a terminal, ``flip`` draws the board from the other side. ``values`` shows a
    number or a text of up to 8 characters on empty squares, or beside cards: a cell is named by its
    number, its name or a move that ends there. A card game is a table, hand by hand; there ``+``
    stands before legal cards.

    Raises ``ParameterError`` for an invalid width, cell or value, and for data that is not a scene.

    >>> import bitgames as bg
    >>> position = bg.position("tictactoe ox./xo./..o")
    >>> print(to_text(position.scene(last_move="c3")))
       a b c
    1 *o*x .
    2  x*o*.
    3  . .[o]
    o wins: 3 in a row
    >>> print(to_text(bg.position("tictactoe ox./xo./...").scene(), numbers=True))
       a b c
    1  o x 1
    2  x o 2
    3  3 4 5
    o to move
    """
    scene = validate(scene)
    style = Style(
        legal=flag("legal", legal),
        numbers=flag("numbers", numbers),
        cell_width=integer("cell_width", cell_width, 1, MAX_WIDTH),
        color=flag("color", color),
        flip=flag("flip", flip),
        values=read_values(scene, values),
    )
    return "\n".join([*_DRAWN[scene["kind"]](scene, style), scene["caption"]])
