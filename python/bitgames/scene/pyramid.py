"""Geometry of a pyramid: stacked layers of cells.

Cells are numbered from the top layer down, each layer row by row. A cell above the ground rests on
four cells of the layer below.
"""

from dataclasses import dataclass
from functools import lru_cache

from bitgames import _core
from bitgames.scene.types import LayerData


@dataclass(frozen=True, slots=True)
class Layer:
    """A square layer of a pyramid; its cells are numbered row by row.

    >>> Layer(level=2, width=3, first=5).cells
    range(5, 14)
    """

    level: int
    """1 for the ground, 2 for the layer on it, and so on."""
    width: int
    """Number of cells along a side."""
    first: int
    """The number of the cell at the top left."""

    @property
    def cells(self) -> range:
        """The cells, row by row."""
        return range(self.first, self.first + self.width**2)

    @property
    def data(self) -> LayerData:
        """The layer as data of a scene."""
        return {"level": self.level, "width": self.width, "first": self.first}


@lru_cache
def layers(size: int) -> tuple[Layer, ...]:
    """Return the layers of a pyramid of ``size`` layers, the ground first.

    >>> [layer.first for layer in layers(3)]
    [5, 1, 0]
    """
    widths = range(size, 0, -1)
    firsts = (width * (width - 1) * (2 * width - 1) // 6 for width in widths)
    return tuple(map(Layer, range(1, size + 1), widths, firsts))


@lru_cache
def below(size: int) -> tuple[tuple[int, ...], ...]:
    """Return for each cell the four cells below it, row by row; none for a cell of the ground.

    >>> below(3)[4], below(3)[5]
    ((9, 10, 12, 13), ())
    """
    return tuple(map(tuple, _core.cells_under(size)))
