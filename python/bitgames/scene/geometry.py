"""Geometry of boards: where each cell is in a drawing, for SVG and every other front end.

Lengths are in units of the drawing; x runs to the right and y down.
"""

from typing import TypedDict

from bitgames import _core
from bitgames.arguments import flag, parameter_error, shortened
from bitgames.scene.check import validate
from bitgames.scene.types import GridScene, Scene

VIEWS = {"grid": ("plan",), "pyramid": ("isometric", "plan"), "table": ("table",)}
"""The views of each kind of scene, the default first."""


class Label(TypedDict):
    """A text beside the board; ``x`` is its middle, ``y`` its baseline."""

    text: str
    x: float
    y: float


class Geometry(TypedDict):
    """Where the cells of a board are in a drawing."""

    game: str
    """The spec of the game."""
    view: str
    """``plan``, ``isometric`` or ``table``."""
    flip: bool
    """True if the board is seen from the other side."""
    box: list[float]
    """Left, top, width and height of the board with its labels; all 0 for a table of cards."""
    cells: list[list[float]]
    """For each cell: x and y of the middle of its base, its two radii, and its level from 0.

    Where cells cover each other, a higher level covers a lower one, and on a level a cell that is
    farther down covers one that is farther up. A table of cards has no cells.
    """
    under: list[list[int]]
    """For each cell the cells that must have a piece first: none on a flat board, the four below on
    a pyramid, row by row."""
    height: float
    """How far the top of a piece is above its base: 0 in a plan."""
    labels: list[Label]
    """Coordinates and names of layers."""
    table: list[list[float]]
    """The corners of the board below the pieces, in their order; of the nearest side ``slab`` is
    visible."""
    slab: float


def geometry(scene: Scene, view: str | None = None, *, flip: bool = False) -> Geometry:
    """Return where the cells of a scene's board are in a drawing.

    ``view`` is ``plan``, or for a pyramid also ``isometric``, its default. Raises
    ``ParameterError`` for another view, and for what is not a scene.

    >>> import bitgames as bg
    >>> found = geometry(bg.TicTacToe().scene())
    >>> found["box"], found["cells"][4]
    ([0.0, 0.0, 232.0, 232.0], [116.0, 116.0, 30.0, 30.0, 0.0])
    >>> geometry(bg.Mosaic(3).scene(), "isometric")["view"]
    'isometric'
    """
    scene, flip = validate(scene), flag("flip", flip)
    views = VIEWS[scene["kind"]]
    if view is not None and view not in views:
        raise parameter_error("view", f"one of {', '.join(views)}", shortened(repr(view), 40))
    return projected(scene, view or views[0], flip=flip, exact=False)


def projected(scene: Scene, view: str, *, flip: bool, exact: bool = True) -> Geometry:
    """Return the geometry of a scene in one of its views, for SVG with exact lengths.

    >>> import bitgames as bg
    >>> round(projected(bg.Mosaic(3).scene(), "plan", flip=False)["cells"][0][0], 1)
    349.0
    """
    columns, rows = list[str](), list[str]()
    if scene["kind"] == "grid":
        view = "upright" if scene["falls"] else "flat"
    elif scene["kind"] == "pyramid" and view == "plan":
        view = "layers"
    if scene["kind"] != "table":
        columns, rows = scene["columns"], scene["rows"]
    return _core.project(scene["game"], view, columns, rows, flip=flip, exact=exact)


def grid_slot(scene: GridScene, cell: int, *, flip: bool = False) -> int:
    """Return the place of a cell as seen from the other side, row by row; its own without ``flip``.

    A board that stands upright is seen from behind.

    >>> import bitgames as bg
    >>> grid_slot(bg.TicTacToe().scene(), 1, flip=True)
    7
    >>> grid_slot(bg.ConnectFour().scene(), 1, flip=True)
    5
    """
    if not flip:
        return cell
    if scene["falls"]:
        return cell - 2 * (cell % scene["width"]) + scene["width"] - 1
    return len(scene["owners"]) - 1 - cell


def grid_sides(scene: GridScene, *, flip: bool = False) -> tuple[list[str], list[str]]:
    """Return the labels of the columns from the left and of the rows from the top.

    >>> import bitgames as bg
    >>> grid_sides(bg.ConnectFour(4, 4).scene(), flip=True)
    (['d', 'c', 'b', 'a'], ['4', '3', '2', '1'])
    """
    columns, rows = scene["columns"], scene["rows"]
    if not flip:
        return columns, rows
    return columns[::-1], rows if scene["falls"] else rows[::-1]
