"""Mosaic and Mosaic Quo: their classes, and what their pictures show."""

from collections.abc import Iterator

from bitgames._core import Mosaic, Move, PyramidPosition, PyramidSet, Quo
from bitgames.games.layout import caption, layout, owners, played_cell, waves
from bitgames.games.pyramid import PyramidLayout

__all__ = ["Mosaic", "PyramidPosition", "PyramidSet", "Quo"]

_LETTERS = ("o", "x", "^", "#")
"""As much like the symbols of the pictures as letters can be."""


@layout.register
def _(position: PyramidPosition, last_move: Move | int | str | None = None) -> PyramidLayout:
    facts, outcome = position.facts, position.outcome
    left = position.pieces_left
    standing = ", ".join(f"{_LETTERS[seat]} {count}" for seat, count in enumerate(left))
    who, offered = caption(position), frozenset[int]()
    if isinstance(position, Quo) and position.choosing is not None:
        count = left[position.choosing]
        pieces = "piece goes" if count == 1 else f"{count} pieces go"
        who = f"{facts.player_names[position.choosing]} chooses where the last {pieces}"
        offered = frozenset(position.offered)
    return PyramidLayout(
        title=f"{facts.title} of {position.size} layers",
        caption=f"{who}, pieces left: {standing}",
        owners=owners(position, facts.num_moves),
        letters=_LETTERS[: facts.players],
        size=position.size,
        neutral=frozenset(position.neutral),
        offered=offered,
        choices=tuple(map(position.cell_of, position.legal_moves)),
        last=played_cell(position, last_move),
        legend=tuple(
            f"{player}: {count} left"
            for player, count in zip(facts.player_names, left, strict=True)
        ),
        active=frozenset({position.turn} if outcome is None else outcome.winners),
    )


@waves.register
def _(before: PyramidPosition, move: Move | int | str) -> Iterator[frozenset[int]]:
    wave: frozenset[int] = frozenset()
    seat = -1
    for player, cells in before.waves(move):
        # A wave asks the seats in order.
        if player <= seat:
            yield wave
            wave = frozenset()
        wave, seat = wave.union(cells), player
    if wave:
        yield wave
