"""Mosaic and Mosaic Quo: how they are shown."""

from collections.abc import Iterator, Sequence

from bitgames._core import Move, PyramidPosition
from bitgames.games.presenter import Example, Presenter
from bitgames.scene.check import cell_names
from bitgames.scene.pyramid import below
from bitgames.sentences import Said


class MosaicPresenter(Presenter[PyramidPosition]):
    """The chain that a move sets off is a reason."""

    example = Example("mosaic", "mosaic:4", "1a1 1c3 1b1 1d4 1a2 1b2")
    text_pieces = text_turns = "1234"

    def faults(self, start: PyramidPosition, owners: str) -> Iterator[Said]:
        """Yield what the rules may say of each piece and each cell."""
        names = cell_names(start.scene())
        for name, holes in zip(names, below(start.size), strict=True):
            yield from (Said("piece-floats", name, names[hole]) for hole in holes)
        for seat, most in enumerate(start.pieces_left):
            yield Said("none-left", seat + 1)
            for name in names:
                yield Said("too-many", seat + 1, most, owners.count(str(seat)), name)
                yield Said("chain-gives", name, seat + 1)

    def aim(self, start: PyramidPosition) -> str:
        """Return the aim."""
        return "build a pyramid that grows in chains; place all your pieces first"

    def strongest(self, position: PyramidPosition) -> str:
        """Return the tree search."""
        return "mcts:seconds=1"

    def reasons(self, position: PyramidPosition, line: Sequence[Move]) -> list[str]:
        """Return the size of the chain."""
        if position.play(line[0]).is_over:
            return [Said("ends-game")]
        filled = sum(len(cells) for _, cells in position.waves(line[0]))
        if not filled:
            return []
        return [Said("chain-one" if filled == 1 else "chain", filled)]


class QuoPresenter(MosaicPresenter):
    """As in Mosaic."""

    example = Example("quo", "quo:4", "1a1 1c3 1b1 1d4 1a2 1b2")

    def aim(self, start: PyramidPosition) -> str:
        """Return the aim."""
        return "Mosaic for four in two teams"
