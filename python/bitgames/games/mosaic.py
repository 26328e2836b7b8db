"""Mosaic and Mosaic Quo: their classes and their scenes."""

from collections.abc import Iterable, Iterator, Sequence

from bitgames._core import Mosaic, Move, Position, PyramidPosition, PyramidSet, Quo
from bitgames.games.drawn import Board, one_line
from bitgames.games.pyramid import layers
from bitgames.games.registry import engine
from bitgames.games.rulebook import Example, example
from bitgames.games.scenes import (
    PyramidScene,
    build,
    caption,
    cell_moves,
    common,
    labels,
    owners,
    waves,
)
from bitgames.games.talk import aim

__all__ = ["Mosaic", "PyramidPosition", "PyramidSet", "Quo"]

_LETTERS = ("o", "x", "^", "#")
"""Letters that resemble the shapes of the pieces."""
_SHAPES = ("circle", "cross", "triangle", "square")


@build.register
def _(position: PyramidPosition, viewer: int | None) -> PyramidScene:
    facts = position.facts
    left = position.pieces_left
    standing = ", ".join(f"{_LETTERS[seat]} {count}" for seat, count in enumerate(left))
    words, choosing, offered = caption(position), None, list[int]()
    if isinstance(position, Quo) and position.choosing is not None:
        choosing, offered = position.choosing, list(position.offered)
        count = left[choosing]
        pieces = "piece goes" if count == 1 else f"{count} pieces go"
        words = f"{facts.player_names[choosing]} chooses where the last {pieces}"
    shared = common(
        position,
        viewer,
        title=f"{facts.title} of {position.size} layers",
        words=f"{words}, pieces left: {standing}",
        letters=_LETTERS,
        shapes=_SHAPES,
        left=left,
    )
    columns, rows = labels(position.size, position.size)
    return {
        **shared,
        "kind": "pyramid",
        "size": position.size,
        "layers": [layer.data for layer in layers(position.size)],
        "columns": columns,
        "rows": rows,
        "owners": owners(position, facts.num_moves, position.neutral),
        "moves": cell_moves(position),
        "last": None,
        "waves": [],
        "choosing": choosing,
        "offered": offered,
    }


@waves.register
def _(before: PyramidPosition, move: Move) -> Iterator[Iterable[int]]:
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


@example.register
def _(_: Mosaic) -> Example:
    return Example("mosaic", "mosaic:4", "1a1 1c3 1b1 1d4 1a2 1b2")


@example.register
def _(_: Quo) -> Example:
    return Example("quo", "quo:4", "1a1 1c3 1b1 1d4 1a2 1b2")


@one_line.register(Mosaic)
@one_line.register(Quo)
def _(start: Position, boards: Sequence[Board], turn: int) -> str:
    pieces = str.maketrans("0123", "1234")
    layers = ["".join(board).translate(pieces) for board in reversed(boards)]
    return f"{start.game} {'/'.join(layers)} {turn + 1}"


@engine.register
def _(position: PyramidPosition) -> str:
    return "mcts:seconds=1"


@aim.register
def _(start: Mosaic) -> str:
    return "build a pyramid that grows in chains; place all your pieces first"


@aim.register
def _(start: Quo) -> str:
    return "Mosaic for four in two teams"
