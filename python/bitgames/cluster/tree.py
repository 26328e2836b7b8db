"""The top of a game tree with proven bounds: what a solve by tasks knows, and what it asks next.

Positions that are equal up to symmetry are one node. Every node has bounds on its exact value for
its side to move; bounds of a leaf come from a task, and those of the other nodes follow by minimax.
A question asks whether the root reaches a value; it is answered by leaves of a part of the tree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from bitgames._core import Move, Position

Estimate = Callable[[Position], float]


@dataclass(eq=False, slots=True)
class Node:
    """A position of the tree, up to symmetry."""

    position: Position
    low: int
    high: int
    estimate: float = 0.0
    """A guess of the value for the side to move: of a shallow search, by minimax above leaves."""
    children: list[tuple[Node, bool]] = field(default_factory=list)
    """The positions after each move, and whether the same side moves there; empty for a leaf."""
    parents: list[Node] = field(default_factory=list)
    asked: set[int] = field(default_factory=set)
    """The values of which a task asks, or could not tell, whether the leaf reaches them."""

    @property
    def is_proven(self) -> bool:
        """True if the exact value is known."""
        return self.low == self.high


class Tree:
    """The tree below a position, cut where it has ``leaves`` open leaves or ``plies`` plies.

    ``estimate`` guesses the value of an unfinished position for its side to move.

    >>> import bitgames as bg
    >>> tree = Tree(bg.TicTacToe(), lambda position: 0.0, plies=2)
    >>> len(tree.leaves()), tree.root.low, tree.root.high
    (12, -1, 1)
    """

    def __init__(
        self, root: Position, estimate: Estimate, *, plies: int | None = None, leaves: int = 100
    ) -> None:
        self._nodes: dict[Position, Node] = {}
        self._estimate = estimate
        self._teams = root.facts.teams
        self._most = root.facts.max_score
        self.start = root
        self.root = self._node(root)
        level, depth = [self.root], 0
        while level and (len(level) < leaves if plies is None else depth < plies):
            known = set(self._nodes)
            for node in level:
                self.expand(node)
            level = [
                node
                for position, node in self._nodes.items()
                if position not in known and not node.is_proven
            ]
            depth += 1

    def _node(self, position: Position) -> Node:
        canonical = position.canonical()
        node = self._nodes.get(canonical)
        if node is None:
            outcome = canonical.outcome
            if outcome is None:
                node = Node(canonical, -self._most, self._most, self._estimate(canonical))
            else:
                value = outcome.scores[canonical.turn]
                node = Node(canonical, value, value, value)
            self._nodes[canonical] = node
        return node

    def expand(self, node: Node) -> bool:
        """Give a leaf its children, if it is not proven; return whether it has some now."""
        if node.children or node.is_proven:
            return bool(node.children)
        team = self._teams[node.position.turn]
        for move in node.position.legal_moves:
            child = self._node(node.position.play(move))
            same = self._teams[child.position.turn] == team
            if (child, same) not in node.children:
                node.children.append((child, same))
                child.parents.append(node)
        self._update(node)
        return True

    def leaves(self) -> list[Node]:
        """Return the leaves that are not proven."""
        return [node for node in self._nodes.values() if not (node.children or node.is_proven)]

    def narrow(self, node: Node, low: int, high: int) -> None:
        """Add proven bounds of a leaf, and what follows from them."""
        node.low, node.high = max(node.low, low), min(node.high, high)
        # A guess outside of the bounds is known to be wrong.
        node.estimate = min(max(node.estimate, node.low), node.high)
        for parent in node.parents:
            self._update(parent)

    def _update(self, node: Node) -> None:
        """Derive the bounds and the guess of a node from its children, and so on upwards."""
        before = (node.low, node.high, node.estimate)
        lows, highs, guesses = zip(
            *(
                (child.low, child.high, child.estimate)
                if same
                else (-child.high, -child.low, -child.estimate)
                for child, same in node.children
            ),
            strict=True,
        )
        node.low, node.high = max(node.low, *lows), min(node.high, max(highs))
        node.estimate = min(max(max(guesses), node.low), node.high)
        if (node.low, node.high, node.estimate) != before:
            for parent in node.parents:
                self._update(parent)

    def open(self, value: int) -> Iterator[tuple[Node, int]]:
        """Yield leaves and the values to ask about, for: does the root reach this value?

        The leaves of the proof that the guesses promise come first. In such a proof the side that
        is to prove its claim needs one move at each of its nodes, and all moves of the other side.
        Then come those of its second choices, and so on: the work to do if the guesses are wrong.
        Leaves of which a task is asked already, or could not tell, are left out.
        """
        proves = self.root.estimate >= value - 0.5
        # To rank all leaves of a large tree takes longer than to find one that is needed anyway.
        if (first := self._first(self.root, value, proves)) is not None:
            yield first
        ranked: dict[int, tuple[int, int, Node, int]] = {}
        self._rank(self.root, value, proves, 0, ranked, {})
        for _, _, node, wanted in sorted(ranked.values(), key=lambda each: each[:2]):
            if first is None or node is not first[0]:
                yield node, wanted

    def _first(self, node: Node, value: int, proves: bool) -> tuple[Node, int] | None:
        """Return a leaf that the expected proof needs and that nobody is asked about."""
        if node.low >= value or node.high < value:
            return None
        if not node.children:
            return None if value in node.asked else (node, value)
        below = self._below(node, value)
        for child, wanted, same in below[:1] if proves else below:
            found = self._first(child, wanted, proves if same else not proves)
            if found is not None:
                return found
        return None

    def _below(self, node: Node, value: int) -> list[tuple[Node, int, bool]]:
        """Return the children that can reach a value, the most promising first."""
        below = [
            (child, value if same else 1 - value, same)
            for child, same in node.children
            # What cannot reach the value needs no question.
            if (child.high if same else -child.low) >= value
        ]
        below.sort(key=lambda each: -each[0].estimate if each[2] else each[0].estimate)
        return below

    def _rank(
        self,
        node: Node,
        value: int,
        proves: bool,
        cost: int,
        ranked: dict[int, tuple[int, int, Node, int]],
        seen: dict[tuple[int, int], int],
    ) -> None:
        """Collect the open leaves below a node with the number of second choices on the way.

        ``proves`` tells whether the side to move is the one that is to prove that it reaches the
        value; otherwise the other side is to prove that it does not.
        """
        if node.low >= value or node.high < value or seen.get((id(node), value), cost + 1) <= cost:
            return
        seen[id(node), value] = cost
        if not node.children:
            if value not in node.asked:
                place = ranked[id(node)][1] if id(node) in ranked else len(ranked)
                if id(node) not in ranked or ranked[id(node)][0] > cost:
                    ranked[id(node)] = (cost, place, node, value)
            return
        for rank, (child, wanted, same) in enumerate(self._below(node, value)):
            further = cost + (rank if proves else 0)
            self._rank(child, wanted, proves if same else not proves, further, ranked, seen)

    def best_move(self) -> Move | None:
        """Return the move of the root for which most is proven; ``None`` after the game."""
        team = self._teams[self.start.turn]
        best: tuple[int, Move] | None = None
        for move in self.start.legal_moves if self.root.children else ():
            after = self.start.play(move)
            child = self._nodes[after.canonical()]
            low = child.low if self._teams[after.turn] == team else -child.high
            if best is None or low > best[0]:
                best = (low, move)
        return None if best is None else best[1]

    def line(self) -> list[Move]:
        """Return best moves from the root, as far as exact values of the tree prove them."""
        line: list[Move] = []
        position = self.start
        node = self._nodes[position.canonical()]
        while node.is_proven and node.children:
            for move in position.legal_moves:
                after = position.play(move)
                child = self._nodes[after.canonical()]
                same = self._teams[after.turn] == self._teams[position.turn]
                if child.is_proven and (child.low if same else -child.low) == node.low:
                    line.append(move)
                    position, node = after, child
                    break
            else:
                return line
        return line
