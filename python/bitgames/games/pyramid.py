"""The layout of a pyramid: layers of cells on each other."""

from dataclasses import dataclass
from string import ascii_lowercase

from bitgames.games.layout import Layout

__all__ = ["Layer", "PyramidLayout"]


@dataclass(frozen=True, slots=True)
class Layer:
    """A square layer of a pyramid; its cells follow each other row by row.

    >>> Layer(level=2, width=3, first=5).cells
    range(5, 14)
    """

    level: int
    """1 for the ground, 2 for the layer on it, and so on."""
    width: int
    """Cells along its side."""
    first: int
    """The cell at its top left."""

    @property
    def cells(self) -> range:
        """Its cells, row by row."""
        return range(self.first, self.first + self.width**2)

    @property
    def columns(self) -> tuple[str, ...]:
        """Labels of the columns from the left: a, b, c ..."""
        return tuple(ascii_lowercase[: self.width])

    @property
    def rows(self) -> tuple[str, ...]:
        """Labels of the rows from the top: 1, 2, 3 ..."""
        return tuple(str(row + 1) for row in range(self.width))


@dataclass(frozen=True, slots=True, kw_only=True)
class PyramidLayout(Layout):
    """Square layers on each other, each a cell narrower than the one below.

    Cells are numbered from the top layer down, each layer row by row. A cell rests on the four
    cells below its corners.

    >>> picture = PyramidLayout(title="", caption="", owners=(None,) * 14, letters=(), size=3)
    >>> [layer.first for layer in picture.layers]
    [5, 1, 0]
    >>> picture.below(4)
    (9, 10, 12, 13)
    """

    size: int
    """Cells along the side of the ground."""
    neutral: frozenset[int] = frozenset()
    """Cells with a piece of nobody."""
    offered: frozenset[int] = frozenset()
    """Vacant cells of which somebody has to choose some, out of the order of turns."""
    legend: tuple[str, ...] = ()
    """A few words for each player."""
    active: frozenset[int] = frozenset()
    """Players to stand out in the legend: who is to move, or who has won."""

    @property
    def layers(self) -> tuple[Layer, ...]:
        """The layers, the ground first."""
        widths = range(self.size, 0, -1)
        firsts = (width * (width - 1) * (2 * width - 1) // 6 for width in widths)
        return tuple(map(Layer, range(1, self.size + 1), widths, firsts))

    @property
    def occupied(self) -> frozenset[int]:
        """Cells with a piece, the neutral one included."""
        owned = (cell for cell, owner in enumerate(self.owners) if owner is not None)
        return self.neutral.union(owned)

    @property
    def supported(self) -> frozenset[int]:
        """Cells on the ground or on four pieces."""
        occupied = self.occupied
        cells = range(len(self.owners))
        return frozenset(cell for cell in cells if occupied.issuperset(self.below(cell)))

    def below(self, cell: int) -> tuple[int, ...]:
        """Return the four cells that ``cell`` rests on; none for a cell of the ground."""
        below: Layer | None = None
        for layer in self.layers:
            if cell in layer.cells:
                break
            below = layer
        if below is None:
            return ()
        row, column = divmod(cell - layer.first, layer.width)
        corner = below.first + row * below.width + column
        return corner, corner + 1, corner + below.width, corner + below.width + 1

    @property
    def covered(self) -> frozenset[int]:
        """Cells that some piece stands on."""
        return frozenset(each for cell in self.occupied for each in self.below(cell))

    @property
    def wave_of(self) -> dict[int, int]:
        """The number, from 1, of the wave that filled a cell, for those that one has filled."""
        return {cell: number for number, cells in enumerate(self.waves, 1) for cell in cells}
