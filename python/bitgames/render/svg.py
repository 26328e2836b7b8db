"""Positions as SVG, each kind of board in its views."""

from collections.abc import Callable
from typing import Any
from xml.etree import ElementTree as ET

from bitgames._core import Move, ParameterError, Position
from bitgames.arguments import integer
from bitgames.games.layout import BoardLayout, Layout, layout_after
from bitgames.games.pyramid import PyramidLayout
from bitgames.games.table import TableLayout, seen
from bitgames.render.board import board_svg
from bitgames.render.drawing import serialize
from bitgames.render.isometric import isometric_svg
from bitgames.render.plan import plan_svg
from bitgames.render.table import table_svg

__all__ = ["to_svg"]

MAX_SIZE = 16_384

# The views of each kind of layout, the usual one first. A view draws one kind only.
_VIEWS: dict[type[Layout], dict[str, Callable[..., ET.Element]]] = {
    BoardLayout: {"plan": board_svg},
    PyramidLayout: {"isometric": isometric_svg, "plan": plan_svg},
    TableLayout: {"table": table_svg},
}


def to_svg(
    position: Position,
    *,
    last_move: Move | int | str | None = None,
    previous: Position | None = None,
    legal: bool = False,
    view: str | None = None,
    size: int | None = None,
    viewer: int | None = None,
) -> str:
    """Draw ``position`` as an SVG document.

    The last move is framed, a finished line is struck through, and with ``legal`` a dot marks
    each cell that may be played. With ``previous``, the position in which the last move was
    played, numbers mark the cells of a pyramid that it filled besides its own, wave by wave.

    ``view`` is ``"plan"``, from above; a pyramid has also ``"isometric"``, which is what it
    shows without a word. ``size`` is the width of the picture in pixels, 1 to 16,384; without
    it larger boards get larger pictures. A card game has the view ``"table"`` alone; with
    ``viewer``, a seat, it shows only what that seat has seen. Raises ``ParameterError`` for
    another view, size or seat.

    >>> import bitgames as bg
    >>> to_svg(bg.TicTacToe().play("b2"), last_move="b2", size=200)[:37]
    '<svg xmlns="http://www.w3.org/2000/sv'
    """
    if size is not None:
        size = integer("size", size, 1, MAX_SIZE, f"from 1 to {MAX_SIZE:,} pixels")
    picture = seen(layout_after(position, last_move, previous), position, viewer)
    return serialize(_view(picture, view)(picture, legal=legal, size=size))


def _view(picture: Layout, name: Any) -> Callable[..., ET.Element]:
    views = _VIEWS[type(picture)]
    if name is None:
        return next(iter(views.values()))
    if name not in views:
        known = " or ".join(views)
        raise ParameterError(f"no view {name!r} of {picture.title}: it must be {known}")
    return views[name]
