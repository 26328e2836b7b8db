"""One game of a series: its moves as a tree, its seats, and how it ended."""

from dataclasses import dataclass
from typing import Literal

from bitgames._core import Move, Position
from bitgames.play.moves import forced_pass
from bitgames.play.seating import Known, Seat, Seating, dealt
from bitgames.play.series import Series, series
from bitgames.play.tree import Node, Tree
from bitgames.record import Record

__all__ = ["End", "Game"]


@dataclass(frozen=True, slots=True)
class End:
    """The end of a game that its rules do not tell."""

    how: Literal["resigned", "forfeit"]
    """Given up by a person, or lost by a player that gave no legal move."""
    seat: int
    """The seat that lost the game so."""
    reason: str = ""
    """The fault of the player."""


class Game:
    """A game between seats, one after another in a series.

    Game ``n`` of the series is dealt from the seed and ``n``, and seeds seat ``s`` from child
    ``seats*n + s``, as a match does.
    """

    def __init__(self, start: Position, *, seed: int, known: Known | None = None) -> None:
        """Begin the first game, with open seats."""
        self.tree = Tree(start)
        self.seating = Seating(start, known)
        self.seed = seed
        self.number = 0
        self.end: End | None = None
        # The sum of the games before this one that were played to their end.
        self._series = series(start)

    @property
    def start(self) -> Position:
        """The position from which the game starts."""
        return self.tree.root.position

    @property
    def node(self) -> Node:
        """Where the game stands."""
        return self.tree.current

    @property
    def position(self) -> Position:
        """The position at which the game stands."""
        return self.tree.current.position

    @property
    def record(self) -> Record:
        """The moves from the start to where the game stands, and a resignation; a new record."""
        record = self.tree.record()
        if self.end is not None and self.end.how == "resigned":
            record.resign(self.end.seat)
        return record

    @property
    def seats(self) -> list[Seat]:
        """The seats in the order of the game's players."""
        return self.seating.seats

    @property
    def is_over(self) -> bool:
        """Whether the game has ended: by its rules, by resignation, or by a forfeit."""
        return self.end is not None or self.position.is_over

    @property
    def series(self) -> Series:
        """The sum of the games played to their end, this one included."""
        position = self.position
        return self._series.after(position) if position.is_over else self._series

    def play(self, move: Move | int | str) -> Node:
        """Play a move; a resignation or forfeit before is forgotten."""
        node = self.tree.play(move)
        self.end = None
        return node

    def goto(self, node: Node) -> None:
        """Stand at another node; a resignation or forfeit is forgotten."""
        self.tree.goto(node.number)
        self.end = None

    def has_choice(self, node: Node) -> bool:
        """Tell whether a person chooses the move at this node."""
        position = node.position
        if position.is_over or not self.seats[position.turn].is_person:
            return False
        return forced_pass(position) is None

    @property
    def last_choice(self) -> Node | None:
        """The last node before this one where a person chose; ``None`` if there was none."""
        return next((node for node in self.node.path[-2::-1] if self.has_choice(node)), None)

    @property
    def next_choice(self) -> Node | None:
        """The next node ahead where a person chooses, or the end of what was played.

        ``None`` if nothing was played after this node.
        """
        node = self.node.ahead
        while node is not None and not self.has_choice(node) and node.ahead is not None:
            node = node.ahead
        return node

    def load(self, record: Record) -> None:
        """Go on with a saved game.

        A start with other rules, as a deal of another rubber has, begins another series.
        """
        tree = Tree(record.start)
        for move in record.moves:
            tree.play(move)
        self.adopt(tree)
        if record.resigned is not None:
            self.end = End("resigned", record.resigned)

    def adopt(self, tree: Tree) -> None:
        """Go on with the moves of a tree."""
        if tree.root.position.game != self.start.game:
            self._series = series(tree.root.position)
        self.tree = tree
        self.end = None

    def again(self) -> None:
        """Begin the next game of the series; its seats are as they were."""
        self._series = self.series
        self.number += 1
        self.end = None
        self.tree = Tree(dealt(self._series.start(self.start), self.seed, self.number))
