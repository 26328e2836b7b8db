"""Scenes as SVG, each kind of board in its views."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any
from xml.etree import ElementTree as ET

from bitgames._core import Move, ParameterError
from bitgames.arguments import flag, integer, shortened
from bitgames.render.board import board_svg
from bitgames.render.card_table import table_svg
from bitgames.render.drawing import serialize
from bitgames.render.isometric import isometric_svg
from bitgames.render.options import Style, read_arrows, read_marks, read_values
from bitgames.render.plan import plan_svg
from bitgames.render.theme import Theme, named
from bitgames.scene import Scene, validate

MAX_SIZE = 16_384

# The views of each kind of scene, the default first. A view draws only one kind.
_VIEWS: dict[str, dict[str, Callable[[Any, Style], ET.Element]]] = {
    "grid": {"plan": board_svg},
    "pyramid": {"isometric": isometric_svg, "plan": plan_svg},
    "table": {"table": table_svg},
}


def to_svg(
    scene: Scene,
    *,
    legal: bool = False,
    view: str | None = None,
    size: int | None = None,
    flip: bool = False,
    theme: str | Theme = "light",
    values: Mapping[Move | int | str, float | str] | None = None,
    marks: Iterable[Move | int | str] = (),
    arrows: Iterable[tuple[Move | int | str, Move | int | str]] = (),
) -> str:
    """Draw a scene as an SVG document; ``Position.to_svg`` draws a position.

    The last move is framed, a finished line is struck through, and with ``legal`` a dot marks each
    cell of a legal move. On a pyramid numbers mark the cells that the chain of the last move
    filled, wave by wave. Each cell carries ``data-cell`` with its number, and ``data-owner`` if it
    has a piece; each visible card has ``data-card``.

    ``view`` is ``"plan"``, from above; a pyramid also has ``"isometric"``, its default, and a table
    has only ``"table"``. ``size`` is the width of the picture in pixels, 1 to 16,384; by default it
    grows with the board. ``flip`` draws the board from the other side. ``theme`` is ``"light"``,
    ``"dark"`` or a ``Theme``.

    Overlays lie over the picture: ``values`` shows a number or a text of up to 8 characters on
    cells, ``marks`` rings cells, ``arrows`` are pairs of cells. A cell is named by its number, its
    name (``"d3"``) or a move that ends there, a card by its name (``"SA"``).

    Raises ``ParameterError`` for an invalid view, size, theme, cell or value, and for data that is
    not a scene.

    >>> import bitgames as bg
    >>> to_svg(bg.TicTacToe().play("b2").scene(last_move="b2"), size=200)[:37]
    '<svg xmlns="http://www.w3.org/2000/sv'
    """
    scene = validate(scene)
    if size is not None:
        size = integer("size", size, 1, MAX_SIZE, f"from 1 to {MAX_SIZE:,} pixels")
    style = Style(
        legal=flag("legal", legal),
        size=size,
        flip=flag("flip", flip),
        theme=named(theme),
        values=read_values(scene, values),
        marks=read_marks(scene, marks),
        arrows=read_arrows(scene, arrows),
    )
    return serialize(_view(scene, view)(scene, style))


def _view(scene: Scene, name: str | None) -> Callable[[Any, Style], ET.Element]:
    views = _VIEWS[scene["kind"]]
    if name is None:
        return next(iter(views.values()))
    if not isinstance(name, str):
        raise TypeError(f"view must be a name or None, not {type(name).__name__}")
    if name not in views:
        given, title = shortened(repr(name), 40), scene["title"]
        known = " and ".join(views)
        raise ParameterError(f"{given} is not a valid view of {title}: allowed are {known}")
    return views[name]
