"""The board of a room as text for one person, and the names of the players."""

from collections.abc import Iterator

from bitgames._core import Move, Position
from bitgames.arguments import printable
from bitgames.play.game import End
from bitgames.play.room import Room
from bitgames.play.shown import viewer_seat
from bitgames.play.tree import Node
from bitgames.render.key import key_line
from bitgames.scene import cell_names

MANY_MOVES = 30
"""Up to this many moves are numbered on the board or listed without a command; calls always are."""


class Shown(str):
    """A picture of the board as text, with what is needed to draw it again."""

    node: Node
    legal: bool
    """True if the legal moves are marked."""


class Choices(str):
    """The list of the legal moves, which holds until the next picture."""


class Pictures:
    """Draws the game of ``room`` as far as ``viewer`` may know it."""

    def __init__(self, room: Room, viewer: str, *, color: bool) -> None:
        self._room = room
        self._viewer = viewer
        self._color = color

    def shown(self, node: Node, *, legal: bool = False, end: str = "") -> Shown:
        """Return the picture of a node, with ``end`` after it."""
        picture = Shown(self.board(node, legal=legal) + end)
        picture.node, picture.legal = node, legal
        return picture

    def board(self, node: Node, *, legal: bool = False) -> str:
        """Draw the board at a node; at the end of the game with its result."""
        game, position = self._room.game, node.position
        numbers = self._has_numbers
        text = position.to_text(
            last_move=node.move,
            previous=None if node.parent is None else node.parent.position,
            legal=legal and not numbers,
            numbers=legal and numbers,
            cell_width=len(str(min(position.num_moves, MANY_MOVES))) if numbers else 1,
            color=self._color,
            viewer=viewer_seat(game, self._viewer, node),
        )
        if game.end is None or node is not game.node:
            return text
        return f"{text.rpartition(chr(10))[0]}\n{self._end_words(game.end)}"

    def key(self, node: Node, *, legal: bool = False) -> str:
        """Return what the marks of the board at a node mean, in one line."""
        before = None if node.parent is None else node.parent.position
        viewer = viewer_seat(self._room.game, self._viewer, node)
        scene = node.position.scene(viewer, last_move=node.move, previous=before)
        return key_line(scene, legal=legal, numbers=legal and self._has_numbers)

    @property
    def _has_numbers(self) -> bool:
        return len(self._room.game.start.legal_moves) <= MANY_MOVES

    def _end_words(self, end: End) -> str:
        """Return who lost, who won, and the score where the board has one."""
        game = self._room.game
        facts = game.start.facts
        words = f"{self.label(end.seat)} "
        if end.how == "resigned":
            words += "resigned"
        else:
            words += f"forfeits the game: {printable(end.reason)}"
        won = [seat for seat, team in enumerate(facts.teams) if team != facts.teams[end.seat]]
        winners = f"{_listed([*map(self.label, won)])} {'wins' if len(won) == 1 else 'win'}"
        score = ", ".join(
            f"{player['name']} {player['score']}"
            for player in game.position.scene(viewer_seat(game, self._viewer))["players"]
            if player["score"] is not None
        )
        return f"{words}; {winners}{f', at {score}' if score else ''}"

    def title(self, width: int) -> str:
        """Return the game and its players in one line, without the game's options if it is long."""
        title = str(self._room.game.start.scene(0)["title"])
        full = f"{title}: {self.players}"
        short = f"{title.partition(',')[0]}: {self.players}"
        return short if len(short) <= width < len(full) else full[:width]

    @property
    def players(self) -> str:
        """Who plays what, in words."""
        game = self._room.game
        own = [self.label(n) for n, seat in enumerate(game.seats) if seat.player is None]
        others: dict[str, list[str]] = {}
        for n, seat in enumerate(game.seats):
            if seat.player is not None:
                others.setdefault(printable(seat.player.name), []).append(self.label(n))
        rivals = [f"{name} plays {_listed(seats)}" for name, seats in others.items()]
        return "; ".join([f"you play {_listed(own)}", *rivals])

    def label(self, seat: int) -> str:
        """Name a seat, with its letter on the board if the letter differs from the name."""
        start = self._room.game.start
        name = start.facts.player_names[seat]
        letter = start.scene(0)["players"][seat]["letter"]
        return name if name == letter else f"{name} ({letter})"


def _listed(names: list[str]) -> str:
    """Join names as in a sentence.

    >>> _listed(["second", "third", "fourth"])
    'second, third and fourth'
    """
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last


def order_of_chain(before: Position, move: Move) -> Iterator[str]:
    """Yield in words the order in which a move fills cells, if it does so in several steps.

    >>> import bitgames as bg
    >>> before = bg.position("mosaic:3 ./1.11/22.1*2112 2")
    >>> list(order_of_chain(before, before.parse_move("1c1")))
    ['the chain fills 2b1, then 3a1']
    """
    scene = before.play(move).scene(last_move=move, previous=before)
    steps = [] if scene["kind"] == "table" else scene["waves"]
    if len(steps) > 1:
        names = cell_names(scene)
        words = ", then ".join(" ".join(names[cell] for cell in cells) for cells in steps)
        yield f"the chain fills {words}"


def changes_more(before: Position, after: Position) -> bool:
    """Whether a move changed more than one cell, so that the board is shown after it."""
    changed = set()
    for player in range(before.facts.players):
        changed |= set(before.pieces(player)) ^ set(after.pieces(player))
    return len(changed) > 1
