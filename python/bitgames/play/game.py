"""One game of a series: its tree of moves, its seats, and its end."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from time import monotonic
from typing import Literal

from bitgames._core import Move, Position
from bitgames.arguments import Progress
from bitgames.deals import Conditions
from bitgames.files import attributes
from bitgames.play.explorer import Explorer
from bitgames.play.game_clock import Clock, TimeControl
from bitgames.play.moves import forced_pass
from bitgames.play.seating import Known, Seat, Seating, dealt
from bitgames.play.series import Series, series
from bitgames.play.tree import Node, Tree
from bitgames.record import Record
from bitgames.seeding import root


@dataclass(frozen=True, slots=True)
class End:
    """The end of a game other than by its rules."""

    how: Literal["resigned", "forfeit", "time"]
    """``resigned`` by a person, ``forfeit`` by a player that gave no legal move, or ``time`` of a
    seat that has none left."""
    seat: int
    """The seat that lost."""
    reason: str = ""
    """The fault of the player, for a forfeit."""


class Game:
    """A game of a series, and its seats.

    Game ``n`` of the series is dealt from the seed and ``n``; seat ``s`` draws from child ``seats*n
    + s`` of the seed, as in a match.
    """

    def __init__(self, start: Position, *, seed: int, known: Known | None = None) -> None:
        self.tree = Tree(start)
        self.seating = Seating(start, known)
        self.seed = seed
        self.number = 0
        self.end: End | None = None
        self.earlier: Series = series(start)
        """The sum of the finished games before this one."""
        self.clock: Clock | None = None
        """The clocks of the seats; ``None`` for a game without."""
        self.is_seeded = False
        """True if a person chose the seed, and so may know the cards of every deal."""
        self.is_given = False
        """True if a person chose the cards of this deal, by a position or a file."""
        self.seen: dict[str, set[int]] = {}
        """The seats whose hidden cards of this deal each viewer was sent, also those who left."""
        self.conditions: Conditions | None = None
        """The conditions that further deals meet; only a front that tells everybody sets them."""
        self.is_redealt = False
        """True if the cards took the place of others that somebody had seen."""
        self.is_open = False
        """True if the game is finished elsewhere and only shown: nothing of it is hidden."""
        self.explorer = Explorer(self.tree)
        """What was browsed of the tree of the game."""

    @property
    def start(self) -> Position:
        """The start position of the game."""
        return self.tree.root.position

    @property
    def node(self) -> Node:
        """The current node."""
        return self.tree.current

    @property
    def position(self) -> Position:
        """The current position."""
        return self.tree.current.position

    @property
    def record(self) -> Record:
        """The moves from the start to the current node, and a resignation; a new record."""
        record = self.tree.record()
        if self.end is not None and self.end.how == "resigned":
            record.resign(self.end.seat)
        return record

    @property
    def seats(self) -> list[Seat]:
        """The seats in seat order."""
        return self.seating.seats

    def seats_of(self, viewer: str) -> list[int]:
        """Return the seats that a viewer holds."""
        return [number for number, seat in enumerate(self.seats) if seat.holder == viewer]

    @property
    def is_over(self) -> bool:
        """True once the game has ended: by its rules, by resignation or by forfeit."""
        return self.end is not None or self.position.is_over

    @property
    def is_running(self) -> bool:
        """True if a game with moves has not ended, neither here nor ahead of here."""
        last = [self.node, *self.node.line_ahead][-1]
        return len(self.tree) > 1 and self.end is None and not last.position.is_over

    @property
    def is_secret(self) -> bool:
        """True if cards are hidden until the end from those who do not hold them."""
        return self.start.facts.hidden and not self.is_open

    @property
    def hides(self) -> bool:
        """True if cards are hidden now from those who do not hold them."""
        return self.is_secret and not self.position.is_over

    @property
    def is_known(self) -> bool:
        """True if the cards were chosen, by a seed or a position, so a person may know them."""
        return self.is_seeded or self.is_given

    @property
    def is_spoilt(self) -> bool:
        """Whether two people play while somebody knows hidden cards that another one holds.

        Who has left counts, too: a guest is known by a link alone, so whoever saw a hand may be the
        opponent. Moves that were taken back have shown cards of either seat.
        """
        people = {seat.holder for seat in self.seats} - {None}
        if len(people) < 2 or not self.hides:
            return False
        return (
            self.is_known
            or self.tree.num_made > len(self.node.path)
            or any(not seats <= {*self.seats_of(viewer)} for viewer, seats in self.seen.items())
        )

    @property
    def series(self) -> Series:
        """The sum of the finished games, this one included."""
        position = self.position
        return self.earlier.after(position) if position.is_over else self.earlier

    def play(self, move: Move | int | str) -> Node:
        """Play a move; an earlier resignation or forfeit is cancelled."""
        node = self.tree.play(move)
        self.end = None
        return node

    def goto(self, node: Node) -> None:
        """Go to another node; a resignation or forfeit is cancelled."""
        self.tree.goto(node.number)
        self.end = None

    def has_choice(self, node: Node) -> bool:
        """Whether a person chooses the move at this node."""
        position = node.position
        if position.is_over or not self.seats[position.turn].is_person:
            return False
        return forced_pass(position) is None

    def last_choice(self, seats: Collection[int]) -> Node | None:
        """Return the last node before this one at which a person on one of ``seats`` chose.

        ``None`` without one.
        """
        child = self.node
        for node in self.node.path[-2::-1]:
            is_theirs = node.position.turn in seats
            if is_theirs and self.has_choice(node) and not child.is_forced:
                return node
            child = node
        return None

    @property
    def next_choice(self) -> Node | None:
        """The next node ahead at which a person chooses, or the end of the moves played.

        ``None`` if no move was played after this node.
        """
        node = self.node.ahead
        while node is not None and (ahead := node.ahead) is not None:
            if self.has_choice(node) and not ahead.is_forced:
                break
            node = ahead
        return node

    def load(self, record: Record) -> None:
        """Continue a saved game.

        A start with other rules, such as a deal of another rubber, begins another series.
        """
        tree = Tree(record.start)
        tree.title = Record(
            record.start, **attributes(record, "players", "date", "event", "conditions")
        )
        for move in record.moves:
            tree.play(move)
        self.adopt(tree)
        if record.resigned is not None:
            self.end = End("resigned", record.resigned)

    def adopt(self, tree: Tree) -> None:
        """Continue with the moves of a tree."""
        if tree.root.position.game != self.start.game:
            self.earlier = series(tree.root.position)
        self._begin(tree)
        self.is_given = True

    def set_clock(self, control: TimeControl | None, now: Callable[[], float] = monotonic) -> None:
        """Give every seat its time, or none."""
        self.clock = None if control is None else Clock(control, len(self.seats), now)

    def _begin(self, tree: Tree) -> None:
        self.tree = tree
        self.explorer = Explorer(tree)
        self.end = None
        self.is_given = self.is_redealt = False
        self.seen = {}
        if self.clock is not None:
            self.clock = self.clock.again()

    def again(self, start: Position | None = None) -> None:
        """Begin the next game of the series with the same seats; ``start`` is ``next_deal()``."""
        self._deal(self.series, self.next_deal() if start is None else start)

    def next_deal(self, progress: Progress | None = None) -> Position:
        """Return the start of the next game, by the conditions if any: that may take long.

        Raises ``LimitError`` as ``deals.deal``.
        """
        return self._dealt(self.series, progress)

    def begin_by(self, start: Position, conditions: Conditions) -> None:
        """Begin this game with a deal that meets conditions, and the further ones by them, too."""
        self.conditions = conditions
        self._begin(Tree(start))
        self.tree.title.conditions = conditions

    def redeal(self) -> None:
        """Deal other cards that nobody knows, in the place of this game, which does not count."""
        if self.is_seeded:
            self.seed, self.is_seeded = root(), False
        # Nobody waits here for a search.
        self.conditions = None
        self._deal(self.earlier, self._dealt(self.earlier))
        self.is_redealt = True

    def _dealt(self, earlier: Series, progress: Progress | None = None) -> Position:
        start = earlier.start(self.start)
        return dealt(start, self.seed, self.number + 1, self.conditions, progress)

    def _deal(self, earlier: Series, start: Position) -> None:
        self.earlier = earlier
        self.number += 1
        self._begin(Tree(start))
        self.tree.title.conditions = self.conditions
