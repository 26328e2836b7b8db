"""The tree of a game as people browse it: the legal moves of any node, a page at a time.

Nodes of the explorer have numbers of their own, above those of the moves that were played. Values
are those of team 0, with either side to move.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from bitgames._core import Move, ParameterError, Position
from bitgames.analysis import AdvisedMove
from bitgames.play.tree import MAX_NODES, Node, Tree

FIRST = 1 << 32
"""The number of the first node of the explorer."""
PAGE = 50
"""Most children in one answer."""

_MAX_VALUES = 200_000


@dataclass(frozen=True, slots=True)
class Place:
    """A node that can be browsed."""

    number: int
    position: Position
    moves: tuple[int, ...]
    """The moves from the last node of the game tree to here."""
    base: int
    """The number of that node."""


class Explorer:
    """The nodes that were browsed below one game tree, and the proven values.

    >>> import bitgames as bg
    >>> explorer = Explorer(bg.play.Tree(bg.TicTacToe()))
    >>> page = explorer.page(explorer.place(0), 0, merge=True)
    >>> page["total"], [(each["text"], each["moves"]) for each in page["children"]][0]
    (3, ('a1', ['a1', 'c1', 'a3', 'c3']))
    """

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._places: dict[int, Place] = {}
        self._numbers: dict[tuple[int, int], int] = {}
        self._next = FIRST
        # Proven values for team 0, by transposition key.
        self._values: dict[int, float] = {}

    def place(self, number: int) -> Place:
        """Return the node of this number, of the game tree or of the explorer.

        Raises ``ParameterError`` if there is none.
        """
        if number < FIRST:
            return Place(number, self._tree.node(number).position, (), number)
        if number not in self._places:
            raise ParameterError(f"the tree has no node {number}: begin at the game again")
        return self._places[number]

    def learn(self, position: Position, found: Iterable[AdvisedMove]) -> None:
        """Keep the proven values of the moves at a position."""
        if len(self._values) > _MAX_VALUES:
            self._values.clear()
        sign = _sign(position)
        for each in found:
            if each.exact:
                self._values[position.play(each.move).key] = sign * each.value + 0.0

    def knows(self, place: Place) -> bool:
        """Whether the values of all moves at a node are proven."""
        position = place.position
        return all(
            _value(self._values, position.play(move)) is not None for move in position.legal_moves
        )

    def page(self, place: Place, offset: int, *, merge: bool) -> dict[str, Any]:
        """Return the data of the answer ``tree`` with the children from ``offset`` on.

        With ``merge`` moves that symmetries make equal are one child.
        """
        position = place.position
        groups = _groups(position, merge=merge)
        rows = [(moves, after, _value(self._values, after)) for moves, after in groups]
        sign = _sign(position)
        known = [sign * value for *_, value in rows if value is not None]
        best = max(known) if len(known) == len(rows) and known else None
        shown = rows[offset : offset + PAGE]
        numbers = self._number(place, [moves[0] for moves, *_ in shown])
        children = []
        for number, (moves, after, value) in zip(numbers, shown, strict=True):
            scene = after.scene("all")
            child = {
                "n": number,
                "i": int(moves[0]),
                "text": str(moves[0]),
                "moves": [str(each) for each in moves],
                "seat": position.turn,
                "value": value,
                "exact": value is not None,
                "best": best is not None and value is not None and sign * value == best,
                "over": after.is_over,
                # A text, because it has 64 bits, more than a number of JavaScript.
                "key": f"{after.key:016x}",
                "owners": None if scene["kind"] == "table" else scene["owners"],
            }
            children.append(child)
        return {
            "node": place.number,
            "offset": offset,
            "turn": None if position.is_over else position.turn,
            "value": None if best is None else sign * best + 0.0,
            "children": children,
            "total": len(rows),
        }

    def _number(self, place: Place, moves: list[Move]) -> list[int]:
        """Return the numbers of children; those of moves that were played are their own."""
        played = {}
        if place.number < FIRST:
            node: Node = self._tree.node(place.number)
            played = {
                int(each.move): each.number for each in node.children if each.move is not None
            }
        if len(self._places) + len(moves) > MAX_NODES:
            # What was browsed first is gone; its client begins at the game again.
            self._places = {place.number: place} if place.number >= FIRST else {}
            self._numbers.clear()
        found = []
        for move in map(int, moves):
            number = played.get(move) or self._numbers.get((place.number, move))
            if number is None:
                number = self._numbers[place.number, move] = self._next
                self._next += 1
                after = place.position.play(move)
                self._places[number] = Place(number, after, (*place.moves, move), place.base)
            found.append(number)
        return found


def _sign(position: Position) -> int:
    """Return 1 if the team to move is that for which values are told, else -1."""
    return 1 if position.facts.teams[position.turn] == 0 else -1


def _value(known: dict[int, float], position: Position) -> float | None:
    """Return the proven value of a position for team 0, if it is known."""
    if (outcome := position.outcome) is not None:
        return float(outcome.scores[position.facts.teams.index(0)])
    return known.get(position.key)


def _groups(position: Position, *, merge: bool) -> list[tuple[list[Move], Position]]:
    """Return the moves with the positions after them; equal ones together if ``merge``."""
    groups: dict[Any, tuple[list[Move], Position]] = {}
    for move in position.legal_moves:
        after = position.play(move)
        same = after.canonical() if merge else int(move)
        groups.setdefault(same, ([], after))[0].append(move)
    return list(groups.values())
