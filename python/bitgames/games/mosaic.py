"""Mosaic and Mosaic Quo: how they are shown."""

from collections.abc import Iterator, Sequence

from bitgames._core import Move, PyramidPosition, Quo
from bitgames.games.presenter import Example, Presenter
from bitgames.scene.check import cell_names
from bitgames.scene.parts import board, common
from bitgames.scene.pyramid import below, layers
from bitgames.scene.types import PyramidScene
from bitgames.sentences import Said

_LETTERS = ("o", "x", "^", "#")
"""Letters that resemble the shapes of the pieces."""
_SHAPES = ("circle", "cross", "triangle", "square")


class MosaicPresenter(Presenter[PyramidPosition]):
    """The chain that a move sets off is a reason."""

    example = Example("mosaic", "mosaic:4", "1a1 1c3 1b1 1d4 1a2 1b2")
    text_pieces = text_turns = "1234"

    def scene(self, position: PyramidPosition, viewer: int | None) -> PyramidScene:
        """Return the layers."""
        facts = position.facts
        choosing, offered = None, list[int]()
        if isinstance(position, Quo) and position.choosing is not None:
            choosing, offered = position.choosing, list(position.offered)
        shared = common(
            position,
            viewer,
            title=f"{facts.title} of {position.size} layers",
            words=self.caption(position),
            letters=_LETTERS,
            shapes=_SHAPES,
            left=position.pieces_left,
        )
        return {
            **shared,
            "kind": "pyramid",
            "size": position.size,
            "layers": [layer.data for layer in layers(position.size)],
            **board(position, position.size, position.size, facts.num_moves, position.neutral),
            "choosing": choosing,
            "offered": offered,
        }

    def caption(self, position: PyramidPosition) -> str:
        """Return the player to move or to choose, or the result, and the pieces left."""
        left = position.pieces_left
        words = super().caption(position)
        if isinstance(position, Quo) and position.choosing is not None:
            name, count = position.facts.player_names[position.choosing], left[position.choosing]
            words = Said("choosing-one", name) if count == 1 else Said("choosing", name, count)
        standing = ", ".join(f"{_LETTERS[seat]} {count}" for seat, count in enumerate(left))
        return Said("pieces-left", words, standing)

    def waves(self, before: PyramidPosition, move: Move) -> Iterator[list[int]]:
        """Yield the cells that the chain fills, wave by wave."""
        wave: list[int] = []
        seat = -1
        for player, cells in before.waves(move):
            # A wave serves the seats in order.
            if player <= seat:
                yield sorted(wave)
                wave = []
            wave, seat = [*wave, *cells], player
        if wave:
            yield sorted(wave)

    def faults(self, start: PyramidPosition, owners: str) -> Iterator[Said]:
        """Yield what the rules may say of each piece and each cell."""
        names = cell_names(self.scene(start, None))
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
        filled = sum(map(len, self.waves(position, line[0])))
        if not filled:
            return []
        return [Said("chain-one" if filled == 1 else "chain", filled)]


class QuoPresenter(MosaicPresenter):
    """As in Mosaic."""

    example = Example("quo", "quo:4", "1a1 1c3 1b1 1d4 1a2 1b2")

    def aim(self, start: PyramidPosition) -> str:
        """Return the aim."""
        return "Mosaic for four in two teams"
