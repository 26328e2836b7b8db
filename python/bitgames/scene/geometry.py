"""Geometry of boards: where each cell is in a drawing, for SVG and every other front end.

Lengths are in units of the drawing; x runs to the right and y down.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import cos, radians, sin, sqrt
from typing import TypedDict

from bitgames.arguments import flag, parameter_error, shortened
from bitgames.scene.check import validate
from bitgames.scene.pyramid import Layer, below, layers
from bitgames.scene.types import GridScene, PyramidScene, Scene

CELL = 60.0
MARGIN = 26.0
"""The side of a cell of a flat board, and its border with the coordinates."""

# From this angle a pyramid of this slope hides no disc behind it. Lengths in cells.
_ANGLE = radians(50)
RADIUS, THICK = 0.47, 0.4
"""Radius and height of a disc of a pyramid, in cells."""
RIM, SLAB = 0.55, 0.3
"""Border and thickness of the table below a pyramid, in cells."""
FLAT = sin(_ANGLE)
"""Height divided by width of a circle on the table."""
DEEP = cos(_ANGLE)
"""Height in the drawing of a length that stands upright."""
PADDING = 16.0
MIN_WIDTH = 330.0

PLAN_CELL = 42.0
_LABELS, _HEADING, _GAP = 22.0, 26.0, 18.0
_MAX_IN_A_ROW = 4

VIEWS = {"grid": ("plan",), "pyramid": ("isometric", "plan"), "table": ("table",)}
"""The views of each kind of scene, the default first."""

_LABEL_DROP = 5.0


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
    chosen = views[0] if view is None else view
    if scene["kind"] == "grid":
        return _grid(scene, chosen, flip)
    if scene["kind"] == "pyramid":
        make = _isometric if chosen == "isometric" else _plan
        return make(scene, chosen, flip)
    return _whole(scene["game"], chosen, flip, (0.0, 0.0), [], [])


def _whole(
    game: str,
    view: str,
    flip: bool,
    size: tuple[float, float],
    cells: Iterable[tuple[float, float, float, float, float]],
    labels: list[Label],
    *,
    under: Iterable[Iterable[int]] = (),
    height: float = 0.0,
    table: Iterable[tuple[float, float]] = (),
    slab: float = 0.0,
) -> Geometry:
    return {
        "game": game,
        "view": view,
        "flip": flip,
        "box": [0.0, 0.0, *map(_rounded, size)],
        "cells": [[*map(_rounded, cell)] for cell in cells],
        "under": [[*cells] for cells in under],
        "height": _rounded(height),
        "labels": labels,
        "table": [[*map(_rounded, corner)] for corner in table],
        "slab": _rounded(slab),
    }


def _rounded(length: float) -> float:
    return round(length, 3)


def _label(text: str, x: float, y: float) -> Label:
    return {"text": text, "x": _rounded(x), "y": _rounded(y)}


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


def grid_place(scene: GridScene, cell: int, *, flip: bool = False) -> tuple[float, float]:
    """Return the middle of a cell of a flat board.

    >>> import bitgames as bg
    >>> scene = bg.TicTacToe().scene()
    >>> grid_place(scene, 0), grid_place(scene, 0, flip=True)
    ((56.0, 56.0), (176.0, 176.0))
    """
    y, x = divmod(grid_slot(scene, cell, flip=flip), scene["width"])
    return MARGIN + (x + 0.5) * CELL, MARGIN + (y + 0.5) * CELL


def _grid(scene: GridScene, view: str, flip: bool) -> Geometry:
    width, height = scene["width"], scene["height"]
    right, bottom = width * CELL + MARGIN, height * CELL + MARGIN
    places = (grid_place(scene, cell, flip=flip) for cell in range(width * height))
    cells = ((x, y, CELL / 2, CELL / 2, 0.0) for x, y in places)
    corners = ((MARGIN, MARGIN), (right, MARGIN), (right, bottom), (MARGIN, bottom))
    size = (right + MARGIN, bottom + MARGIN)
    labels = grid_labels(scene, flip=flip)
    under: list[list[int]] = [[]] * (width * height)
    return _whole(scene["game"], view, flip, size, cells, labels, under=under, table=corners)


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


def grid_labels(scene: GridScene, *, flip: bool = False) -> list[Label]:
    """Return the coordinates of a flat board, each column and each row at both of its ends.

    Below an upright board columns have the number that is their move.

    >>> import bitgames as bg
    >>> grid_labels(bg.TicTacToe().scene())[0]
    {'text': 'a', 'x': 56.0, 'y': 17.94}
    """
    # Baselines are computed, because some renderers ignore `dominant-baseline`.
    half, drop = MARGIN / 2, MARGIN * 0.19
    right, bottom = (MARGIN + scene[side] * CELL + half for side in ("width", "height"))
    columns, rows = grid_sides(scene, flip=flip)
    found = []
    for column, text in enumerate(columns):
        x = MARGIN + (column + 0.5) * CELL
        foot = str(scene["columns"].index(text) + 1) if scene["falls"] else text
        found += [_label(text, x, half + drop), _label(foot, x, bottom + drop)]
    for row, text in enumerate(rows):
        y = MARGIN + (row + 0.5) * CELL + drop
        found += [_label(text, x, y) for x in (half, right)]
    return found


@dataclass(frozen=True, slots=True)
class Projection:
    """The projection of a pyramid from above its front corner: a1 is at the back.

    Flipped, it is seen from the opposite corner: a1 is in front.

    >>> seen = Projection(3, False)
    >>> seen.point(0, 0)[0] == seen.width / 2
    True
    """

    size: int
    flip: bool

    @property
    def width(self) -> float:
        """Width of the drawing: the table with a margin."""
        return max(MIN_WIDTH, (self.size + 2 * RIM) * sqrt(2) * CELL + 2 * PADDING)

    def point(self, x: float, y: float, z: float = 0.0) -> tuple[float, float]:
        """Place of a point from its column, row and height, all in cells.

        Flipped or not, the table fills the same part of the drawing.
        """
        if self.flip:
            x, y = self.size - x, self.size - y
        across = (x - y) / sqrt(2)
        down = (x + y + 2 * RIM) / sqrt(2) * FLAT - z * DEEP
        return self.width / 2 + across * CELL, PADDING + down * CELL

    @property
    def bottom(self) -> float:
        """The lower edge, below the front corner of the table."""
        front = -RIM if self.flip else self.size + RIM
        return self.point(front, front, -SLAB)[1] + PADDING / 2

    @property
    def corners(self) -> tuple[tuple[float, float], ...]:
        """The corners of the table: left, nearest, right, back."""
        back, front = -RIM, self.size + RIM
        if self.flip:
            back, front = front, back
        ends = ((back, front), (front, front), (front, back), (back, back))
        return tuple(self.point(*each) for each in ends)

    def labels(self, columns: list[str], rows: list[str]) -> list[Label]:
        """The coordinates along the two edges in front."""
        beyond = -RIM / 2 if self.flip else self.size + RIM / 2
        found = []
        for place, (column, row) in enumerate(zip(columns, rows, strict=True)):
            for x, y, text in ((place + 0.5, beyond, column), (beyond, place + 0.5, row)):
                across, down = self.point(x, y)
                found.append(_label(text, across, down + _LABEL_DROP))
        return found

    def places(self) -> dict[int, tuple[float, float]]:
        """The middle of the base of each cell, in drawing order: later cells cover earlier ones.

        From above, a lower cell or a cell farther back never covers another cell.
        """
        found = {}
        for layer in layers(self.size):
            for cell in layer.cells[:: -1 if self.flip else 1]:
                row, column = divmod(cell - layer.first, layer.width)
                shift = layer.level / 2
                found[cell] = self.point(column + shift, row + shift, (layer.level - 1) * THICK)
        return found


def _isometric(scene: PyramidScene, view: str, flip: bool) -> Geometry:
    seen = Projection(scene["size"], flip)
    places, wide = seen.places(), RADIUS * CELL
    cells = ((*places[cell], wide, wide * FLAT, level) for cell, level in _levels(scene["size"]))
    return _whole(
        scene["game"],
        view,
        flip,
        (seen.width, seen.bottom),
        cells,
        seen.labels(scene["columns"], scene["rows"]),
        under=below(scene["size"]),
        height=THICK * DEEP * CELL,
        table=seen.corners,
        slab=SLAB * DEEP * CELL,
    )


def _levels(size: int) -> list[tuple[int, float]]:
    """Return the cells in their order, each with its level from 0."""
    return sorted((cell, layer.level - 1.0) for layer in layers(size) for cell in layer.cells)


@dataclass(frozen=True, slots=True)
class Plan:
    """The layers of a pyramid as boards, the ground first; large pyramids have two rows of them.

    >>> Plan(2, False).places()[0] > Plan(2, False).places()[1]
    True
    """

    size: int
    flip: bool

    @property
    def rows(self) -> tuple[tuple[Layer, ...], ...]:
        """The layers in rows: all in one up to size 4, else three in the first."""
        ground_up = layers(self.size)
        cut = len(ground_up) if self.size <= _MAX_IN_A_ROW else 3
        return tuple(row for row in (ground_up[:cut], ground_up[cut:]) if row)

    @property
    def width(self) -> float:
        """Width of the drawing."""
        return max(MIN_WIDTH, *map(_row_width, self.rows)) + 2 * PADDING

    @property
    def bottom(self) -> float:
        """The lower edge of the last row."""
        return PADDING + sum(map(_row_height, self.rows))

    def boards(self) -> list[tuple[Layer, float, float]]:
        """Each layer with the left and upper edge of its board."""
        found, top = [], PADDING
        for row in self.rows:
            left = (self.width - _row_width(row)) / 2
            for layer in row:
                found.append((layer, left + _LABELS, top + _HEADING + _LABELS))
                left += _extent(layer) + _GAP
            top += _row_height(row)
        return found

    def places(self) -> dict[int, tuple[float, float]]:
        """The middle of each cell."""
        found = {}
        for layer, left, top in self.boards():
            for place, cell in enumerate(layer.cells[:: -1 if self.flip else 1]):
                y, x = divmod(place, layer.width)
                found[cell] = (left + (x + 0.5) * PLAN_CELL, top + (y + 0.5) * PLAN_CELL)
        return found

    def heading(self, layer: Layer, left: float, top: float) -> Label:
        """The name of a layer above its board."""
        middle = left + layer.width * PLAN_CELL / 2
        return _label(f"layer {layer.level}", middle, top - _HEADING - _LABELS + 16)

    def labels(
        self, layer: Layer, left: float, top: float, columns: list[str], rows: list[str]
    ) -> list[Label]:
        """The coordinates of a layer, from the labels of the ground."""
        step, found = -1 if self.flip else 1, []
        shown = zip(columns[: layer.width][::step], rows[: layer.width][::step], strict=True)
        for place, (column, row) in enumerate(shown):
            at = (place + 0.5) * PLAN_CELL
            found += [_label(column, left + at, top - 7), _label(row, left - 11, top + at + 4.5)]
        return found


def _extent(layer: Layer) -> float:
    return _LABELS + layer.width * PLAN_CELL


def _row_width(row: tuple[Layer, ...]) -> float:
    return sum(map(_extent, row)) + _GAP * (len(row) - 1)


def _row_height(row: tuple[Layer, ...]) -> float:
    return _HEADING + _extent(row[0]) + _GAP


def _plan(scene: PyramidScene, view: str, flip: bool) -> Geometry:
    plan = Plan(scene["size"], flip)
    places, half = plan.places(), PLAN_CELL / 2
    cells = ((*places[cell], half, half, level) for cell, level in _levels(scene["size"]))
    labels = []
    for layer, left, top in plan.boards():
        labels.append(plan.heading(layer, left, top))
        labels += plan.labels(layer, left, top, scene["columns"], scene["rows"])
    size, under = (plan.width, plan.bottom), below(scene["size"])
    return _whole(scene["game"], view, flip, size, cells, labels, under=under)
