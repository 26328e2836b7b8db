"""What a game's reference offers to the tests."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol


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
    positions: Sequence[tuple[str, int]] = field(kw_only=True)
    """The positions of its perft table, each with the depth of its deepest count."""
