"""A slow, obvious tree search, the judge of the native one: dictionaries, no arena, no bits.

It draws the same random numbers in the same order, so that both trees must be equal, number by
number.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import bitgames as bg

WORD = (1 << 64) - 1


def mix(x: int) -> int:
    x = (x + 0x9E3779B97F4A7C15) & WORD
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9 & WORD
    x = (x ^ (x >> 27)) * 0x94D049BB133111EB & WORD
    return x ^ (x >> 31)


class Stream:
    """The stream of random numbers of a seed."""

    def __init__(self, seed: int) -> None:
        self.state = seed

    def word(self) -> int:
        number = mix(self.state)
        self.state = (self.state + 0x9E3779B97F4A7C15) & WORD
        return number

    def below(self, n: int) -> int:
        result, low = divmod((self.word() >> 32) * n, 1 << 32)
        if low > (1 << 32) - n:
            result += (low + ((self.word() >> 32) * n >> 32)) >> 32
        return result


def seed_of_view(view: str) -> int:
    key = 0
    for byte in view.encode():
        key = mix(key ^ byte)
    return key


def is_open(position: bg.Position) -> bool:
    """True if the player to move knows the whole position."""
    try:
        bg.search(position, depth=1)
    except bg.UnsupportedError:
        return False
    return True


@dataclass
class Node:
    """What the search knows of a position. Values are those of team 0."""

    visits: int = 0
    total: float = 0.0
    available: int = 0
    low: int = -1
    high: int = 1
    children: dict[int, Node] = field(default_factory=dict)

    @property
    def closed(self) -> bool:
        return self.low == self.high


class SlowMcts:
    """The search of a position by random playouts."""

    def __init__(
        self, position: bg.Position, seed: int, *, c: float = 0.8, proof: bool = True
    ) -> None:
        self.position, self.c, self.proof = position, c, proof
        self.teams = position.facts.teams
        self.viewer = position.turn
        self.hidden = not is_open(position)
        view = seed_of_view(position.view(position.turn)) if self.hidden else 0
        self.rng = Stream(seed ^ view)
        self.root = Node()

    def run(self, simulations: int) -> Node:
        for _ in range(simulations):
            if self.proof and self.root.closed:
                break
            self.simulate()
        return self.root

    def simulate(self) -> None:
        position, path, teams = self.descend_hidden() if self.hidden else self.descend_open()
        leaf = path[-1]
        if position.is_over:
            value: float = self.outcome(position)
            if not self.hidden:
                leaf.low = leaf.high = int(value)
                if self.proof:
                    self.prove(path, teams)
                value = next(node.low for node in path if node.closed)
        else:
            while not position.is_over:
                moves = position.legal_moves
                position = position.play(moves[self.rng.below(len(moves))])
            value = self.outcome(position)
        for node in path:
            node.visits += 1
            node.total += value

    def outcome(self, position: bg.Position) -> int:
        return int(position.returns[self.teams.index(0)])

    def rotated(self, moves: list[int]) -> list[int]:
        offset = self.rng.below(len(moves))
        return moves[offset:] + moves[:offset]

    def descend_open(self) -> tuple[bg.Position, list[Node], list[int]]:
        position, node = self.position, self.root
        path, teams = [node], []
        while node.visits > 0 and not node.closed:
            if not node.children:
                moves = self.rotated([int(m) for m in position.legal_moves])
                node.children = {m: Node() for m in moves}
            team = self.teams[position.turn]
            move = self.select(node, team)
            position, node = position.play(move), node.children[move]
            path.append(node)
            teams.append(team)
        return position, path, teams

    def select(self, node: Node, team: int) -> int:
        best, chosen = -math.inf, -1
        for move, child in node.children.items():
            dominated = child.high <= node.low if team == 0 else child.low >= node.high
            if self.proof and (child.closed or dominated):
                continue
            if child.visits == 0:
                return move
            part, total = 1 / child.visits, child.total if team == 0 else -child.total
            scale = self.c * math.sqrt(math.log(node.visits))
            score = total * part + scale * math.sqrt(part)
            if score > best:
                best, chosen = score, move
        return chosen

    def prove(self, path: list[Node], teams: list[int]) -> None:
        for node, team in zip(path[-2::-1], teams[::-1], strict=True):
            best = max if team == 0 else min
            node.low = best(child.low for child in node.children.values())
            node.high = best(child.high for child in node.children.values())

    def descend_hidden(self) -> tuple[bg.Position, list[Node], list[int]]:
        position = self.position.determinize(self.viewer, seed=self.rng.word())
        node, path = self.root, [self.root]
        while node.visits > 0 and not position.is_over:
            legal = [int(m) for m in position.legal_moves]
            if new := [m for m in legal if m not in node.children]:
                node.children |= {m: Node() for m in self.rotated(new)}
            team = self.teams[position.turn]
            best, chosen = -math.inf, -1
            for move, child in node.children.items():
                if move not in legal:
                    continue
                child.available += 1
                score = math.inf
                if child.visits > 0:
                    part, total = 1 / child.visits, child.total if team == 0 else -child.total
                    score = total * part + self.c * math.sqrt(math.log(child.available) * part)
                if score > best:
                    best, chosen = score, move
            position, node = position.play(chosen), node.children[chosen]
            path.append(node)
        return position, path, []
