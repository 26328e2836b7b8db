"""Data that pictures read from the scene of a board."""

from bitgames.scene import EMPTY, GridScene, PyramidScene, TableScene
from bitgames.scene.pyramid import below


def owner_of(scene: GridScene | PyramidScene, cell: int) -> int | None:
    """Return the seat whose piece is on a cell; None for a neutral piece or no piece.

    >>> import bitgames as bg
    >>> owner_of(bg.TicTacToe().play("b1").scene(), 1)
    0
    """
    owner = scene["owners"][cell]
    return int(owner) if owner.isdecimal() else None


def is_neutral(scene: PyramidScene, cell: int) -> bool:
    """Whether a neutral piece is on a cell.

    >>> import bitgames as bg
    >>> is_neutral(bg.Mosaic(3).scene(), 9)
    True
    """
    return scene["owners"][cell] == "*"


def legal_cells(scene: GridScene | PyramidScene) -> frozenset[int]:
    """Return the cells of the legal moves.

    >>> import bitgames as bg
    >>> sorted(legal_cells(bg.TicTacToe(2).scene()))
    [0, 1, 2, 3]
    """
    return frozenset(cell for cell in scene["moves"]["cell"] if cell is not None)


def legal_cards(scene: TableScene) -> frozenset[str]:
    """Return the cards that can be played, as far as the viewer of the scene may know.

    >>> import bitgames as bg
    >>> deal = bg.Honeymoon(7, rules="bicycle,dealer=south")
    >>> [len(legal_cards(deal.scene(seat))) for seat in (0, 1)]
    [0, 13]
    """
    return frozenset(card for card in scene["moves"]["card"] if card is not None)


def occupied(scene: PyramidScene) -> frozenset[int]:
    """Return the cells with a piece, a neutral one included.

    >>> import bitgames as bg
    >>> occupied(bg.Mosaic(3).scene())
    frozenset({9})
    """
    return frozenset(cell for cell, owner in enumerate(scene["owners"]) if owner != EMPTY)


def supported(scene: PyramidScene) -> frozenset[int]:
    """Return the cells on the ground or on four pieces.

    >>> import bitgames as bg
    >>> len(supported(bg.Mosaic(3).scene()))
    9
    """
    standing = occupied(scene)
    under = enumerate(below(scene["size"]))
    return frozenset(cell for cell, carriers in under if standing.issuperset(carriers))


def covered(scene: PyramidScene) -> frozenset[int]:
    """Return the cells with a piece above them.

    >>> import bitgames as bg
    >>> covered(bg.Mosaic(3).scene())
    frozenset()
    """
    under = below(scene["size"])
    return frozenset(each for cell in occupied(scene) for each in under[cell])


def wave_of(scene: PyramidScene) -> dict[int, int]:
    """Return for each cell of a wave the number of its wave, from 1.

    >>> import bitgames as bg
    >>> wave_of(bg.Mosaic(3).scene())
    {}
    """
    return {cell: number for number, cells in enumerate(scene["waves"], 1) for cell in cells}
