"""Mosaic and Mosaic Quo: their classes, and what their pictures show."""

from bitgames._core import Mosaic, Move, PyramidPosition, PyramidSet, Quo
from bitgames.games.layout import Layout, caption, layout, played_cell

__all__ = ["Mosaic", "PyramidPosition", "PyramidSet", "Quo"]


@layout.register
def _(position: PyramidPosition, last_move: Move | int | str | None = None) -> Layout:
    """Lay the layers out one under the other, the ground first, each at the left."""
    size, facts = position.size, position.facts
    places = _places(size)
    owners: list[int | None] = [None] * (size * (size * (size + 1) // 2))
    for player in range(facts.players):
        for cell in position.pieces(player):
            owners[places[cell]] = player
    for cell in position.neutral:
        owners[places[cell]] = facts.players
    last = played_cell(position, last_move)
    return Layout(
        title=f"{facts.title}, size {size}",
        caption=caption(position),
        width=size,
        height=size * (size + 1) // 2,
        owners=tuple(owners),
        letters=(*map(str, range(1, facts.players + 1)), "*"),
        shapes=(*("dark", "light", "cross", "ring")[: facts.players], "ring"),
        choices=tuple(places[int(move)] for move in position.legal_moves),
        last=None if last is None else places[last],
    )


def _places(size: int) -> list[int]:
    """Return where each cell of the pyramid, the top first, stands on the flat board."""
    places = []
    for width in range(1, size + 1):
        above = sum(range(width + 1, size + 1))
        places += [(above + y) * size + x for y in range(width) for x in range(width)]
    return places
