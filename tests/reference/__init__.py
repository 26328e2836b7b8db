"""Slow, obvious second implementations: the judges of the native games.

``REFERENCES`` has one for each game of the registry, all with the same face, so that the tests in
``tests/test_references.py`` and the tables of ``perft_table.py`` need to know no game. A new game
adds its line there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from tests.reference import honeymoon, mosaic, othello, tictactoe


class Game(Protocol):
    """A position of a reference: an immutable value with the rules written out."""

    @property
    def turn(self) -> int: ...
    @property
    def text(self) -> str: ...
    @property
    def legal_moves(self) -> list[int]: ...
    @property
    def is_over(self) -> bool: ...
    @property
    def winner(self) -> int | None:
        """The team that has won; where each plays alone, teams are players."""
        ...

    def play(self, move: int) -> Any: ...
    def move_text(self, move: int) -> str: ...
    def pieces(self, player: int) -> list[int]: ...


@dataclass(frozen=True)
class Reference:
    """The interface of a game's reference for the tests."""

    title: str
    """The game in words, for the heads of tables."""
    start: Callable[[str], Game]
    """The start that a spec names."""
    parse: Callable[[str], Game]
    """The position of a line; ``ValueError`` for any other spelling than ``Game.text``."""
    perft: Callable[[Any, int], int]
    """Leaves of the game tree at a depth."""
    is_possible: Callable[[Any], bool] = lambda game: True
    """Whether the native game takes the position, as far as its page says that it looks."""


def _square(spec: str) -> Game:
    size = int(spec.partition(":")[2] or 3)
    return tictactoe.Game(size, size, size)


def _mnk(spec: str) -> Game:
    width, height, k = map(int, spec.partition(":")[2].split(","))
    return tictactoe.Game(width, height, k)


def _othello(spec: str) -> Game:
    return othello.Game(int(spec.partition(":")[2] or 8))


_TICTACTOE = {
    "parse": tictactoe.parse,
    "perft": lambda game, depth: tictactoe.perft(game, depth, {}),
    "is_possible": tictactoe.Game.is_possible,
}

_PYRAMID = {
    "start": mosaic.start,
    "parse": mosaic.parse,
    "perft": mosaic.perft,
    "is_possible": lambda game: game.is_possible(),
}

# Every game by its name in the registry of the package.
REFERENCES: dict[str, Reference] = {
    "tictactoe": Reference("tic-tac-toe", _square, **_TICTACTOE),
    "mnk": Reference("tic-tac-toe", _mnk, **_TICTACTOE),
    "othello": Reference("Othello", _othello, othello.parse, othello.perft),
    "mosaic": Reference("Mosaic", **_PYRAMID),
    "quo": Reference("Mosaic Quo", **_PYRAMID),
    "honeymoon": Reference("Honeymoon bridge", honeymoon.start, honeymoon.parse, honeymoon.perft),
}
