"""The moves of a game as a tree: an undone move stays, and another move makes a branch."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from operator import index as operator_index
from typing import Any, Self

from bitgames._core import GameError, LimitError, Move, ParameterError, ParseError, Position
from bitgames._core import position as parse_position
from bitgames.arguments import shortened
from bitgames.files import attributes
from bitgames.record import Record

FORMAT = "bitgames tree"
VERSION = 1
"""Format name and version of the data of a tree."""

MAX_NODES = 10_000
"""Largest number of positions in a tree."""


@dataclass(eq=False, slots=True)
class Node:
    """A position of a tree, and the move that led to it."""

    number: int
    """The number of the node in its tree; the root is 0, and numbers are never reused."""
    position: Position
    """The position at the node."""
    parent: "Node | None" = None
    """The previous node; ``None`` at the root."""
    move: Move | None = None
    """The move from the parent to here; ``None`` at the root."""
    children: list["Node"] = field(default_factory=list)
    """A node for each move that was tried here; the first is the main line."""
    comment: str = ""
    """A person's comment on this position."""
    visited: "Node | None" = None
    """The child visited last."""
    is_forced: bool = False
    """Whether a claim or a run of forced moves, not a choice, led here from the parent."""

    @property
    def path(self) -> list["Node"]:
        """The nodes from the root to here, both included."""
        found = [self]
        while (parent := found[-1].parent) is not None:
            found.append(parent)
        return found[::-1]

    @property
    def ahead(self) -> "Node | None":
        """The child to which ``redo`` goes: the child visited last, else the main line."""
        return self.visited or (self.children[0] if self.children else None)

    @property
    def line_ahead(self) -> list["Node"]:
        """The nodes to which ``redo`` would go, one after the other."""
        found = [self]
        while (ahead := found[-1].ahead) is not None:
            found.append(ahead)
        return found[1:]

    def __repr__(self) -> str:
        return f"<Node {self.number} {self.move}>"


class Tree:
    """All moves that were tried in one game, and the current node.

    >>> import bitgames as bg
    >>> tree = Tree(bg.TicTacToe())
    >>> first = tree.play("b2")
    >>> tree.undo().number, tree.play("a1").number, tree.goto(first.number).move
    (0, 2, b2)
    >>> [str(node.move) for node in tree.root.children]
    ['b2', 'a1']
    """

    def __init__(self, start: Position) -> None:
        self.root = self.current = Node(0, start)
        self._nodes = {0: self.root}
        self._next = 1
        self.title = Record(start)
        """A record without moves: the names of the players, the date and the event."""

    def __len__(self) -> int:
        return len(self._nodes)

    @property
    def num_made(self) -> int:
        """Number of positions that were ever in the tree, the deleted ones included."""
        return self._next

    def __iter__(self) -> Iterator[Node]:
        """Yield the nodes, each before its children."""
        return iter(self._nodes.values())

    def node(self, number: int) -> Node:
        """Return the node with this number. Raises ``ParameterError`` if there is none."""
        if number not in self._nodes:
            raise ParameterError(f"the tree has no node {number}")
        return self._nodes[number]

    def play(self, move: Move | int | str) -> Node:
        """Go to the child of this move; a new child if the move is new here.

        Raises ``IllegalMoveError`` or ``ParseError`` for a move that cannot be played, and
        ``LimitError`` if the tree is full; then nothing changes.
        """
        here = self.current
        index = (
            int(here.position.parse_move(move)) if isinstance(move, str) else operator_index(move)
        )
        for child in here.children:
            if int(child.move or 0) == index:
                return self._visit(child)
        after = here.position.play(index)
        if len(self._nodes) >= MAX_NODES:
            raise LimitError(f"the tree is full: it can hold {MAX_NODES} positions")
        found = next(each for each in here.position.legal_moves if int(each) == index)
        child = Node(self._next, after, here, found)
        self._next += 1
        self._nodes[child.number] = child
        here.children.append(child)
        return self._visit(child)

    def undo(self) -> Node:
        """Go back one move. Raises ``GameError`` at the root."""
        if self.current.parent is None:
            raise GameError("nothing to undo: the game is at its start")
        return self._visit(self.current.parent)

    def redo(self) -> Node:
        """Go to the child visited last. Raises ``GameError`` if no move was tried here."""
        if self.current.ahead is None:
            raise GameError("nothing to redo: no move was undone here")
        return self._visit(self.current.ahead)

    def goto(self, number: int) -> Node:
        """Go to the node of this number."""
        return self._visit(self.node(number))

    def promote(self, number: int) -> None:
        """Make the line to this node the main line."""
        for node in self.node(number).path[1:]:
            assert node.parent is not None
            node.parent.children.remove(node)
            node.parent.children.insert(0, node)

    def delete(self, number: int) -> None:
        """Delete this node and all that follows; if the current node is there, go to its parent.

        Raises ``ParameterError`` for the root.
        """
        node = self.node(number)
        if node.parent is None:
            raise ParameterError("the start of the game cannot be deleted")
        if node in self.current.path:
            self._visit(node.parent)
        node.parent.children.remove(node)
        if node.parent.visited is node:
            node.parent.visited = None
        gone = [node]
        while gone:
            each = gone.pop()
            gone += each.children
            del self._nodes[each.number]

    def record(self, node: Node | None = None) -> Record:
        """Return the moves from the start to ``node``, by default the current one."""
        path = (node or self.current).path
        moves = [each.move for each in path[1:] if each.move is not None]
        return Record(self.root.position, moves, **self.about)

    def _visit(self, node: Node) -> Node:
        self.current = node
        for parent, child in pairwise(node.path):
            parent.visited = child
        return node

    @property
    def about(self) -> dict[str, Any]:
        """The names of the players, the date, the event, and conditions if any, as JSON data."""
        wanted = self.title.conditions
        more = {} if wanted is None else {"conditions": str(wanted)}
        return {**attributes(self.title, "players", "date", "event"), **more}

    def to_dict(self) -> dict[str, Any]:
        """Return the tree as JSON data, which ``from_dict`` reads back."""
        nodes = [
            {
                "n": node.number,
                "parent": node.parent.number,
                "move": str(node.move),
                "comment": node.comment,
            }
            for start in self.root.children
            for node in _walk(start)
            if node.parent is not None
        ]
        return {
            "format": FORMAT,
            "version": VERSION,
            "game": self.root.position.game,
            "start": self.root.position.to_string(),
            **self.about,
            "comment": self.root.comment,
            "nodes": nodes,
            "current": self.current.number,
        }

    @classmethod
    def from_dict(cls, data: Any) -> Self:
        """Read the data of ``to_dict``. Raises ``ParseError`` for anything else.

        >>> import bitgames as bg
        >>> tree = Tree(bg.TicTacToe())
        >>> tree.play("b2").comment = "the centre"
        >>> Tree.from_dict(tree.to_dict()).current.comment
        'the centre'
        """
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise ParseError(f"not a tree of moves: its format is not named {FORMAT!r}")
        if data.get("version") != VERSION:
            version = shortened(repr(data.get("version")))
            raise ParseError(f"{version} is not a valid version of a tree: allowed is {VERSION}")
        try:
            tree = cls(parse_position(data["start"]))
            about: dict[str, Any] = {
                name: data.get(name) for name in ("players", "date", "event", "conditions")
            }
            tree.title = Record(tree.root.position, **about)
            tree.root.comment = str(data["comment"])
            known = {0: tree.root}
            for each in data["nodes"]:
                tree.current = known[each["parent"]]
                node = known[each["n"]] = tree.play(str(each["move"]))
                node.comment = str(each["comment"])
            tree._visit(known[data["current"]])
        except (GameError, KeyError, TypeError) as error:
            raise ParseError(f"damaged tree of moves: {error}") from None
        return tree


def _walk(start: Node) -> Iterator[Node]:
    """Yield a node and its descendants, parents first, main lines first."""
    waiting = [start]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += reversed(node.children)
