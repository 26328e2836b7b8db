"""A slow, obvious second implementation of the searches with a network, over positions: the judge.

Written from the papers named in `gumbel.rs` and `puct.rs`, with dictionaries and recursion, in
double precision, one simulation after the other, without proofs, reuse or limits of memory. It
handles one tree; the network is called for one position at a time.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

import bitgames as bg

Network = Callable[
    [NDArray[np.uint8], NDArray[np.bool_]], tuple[NDArray[np.float32], NDArray[np.float32]]
]


def team(position: bg.Position) -> int:
    """The team of the player to move."""
    return position.facts.teams[position.turn]


@dataclass
class Node:
    """A position that was visited: what the network said, and the values that came back."""

    position: bg.Position
    logits: dict[int, float] = field(default_factory=dict)
    raw: float = 0.0
    """The network's value, for the player to move."""
    sum: float = 0.0
    """The sum of the values that came back, for team 0."""
    visits: int = 0
    children: dict[int, Node] = field(default_factory=dict)

    @property
    def sign(self) -> int:
        """1 if a player of team 0 is to move, else -1."""
        return 1 if team(self.position) == 0 else -1

    def count(self, move: int) -> int:
        """The visits of a move."""
        return self.children[move].visits if move in self.children else 0

    def q(self, move: int) -> float:
        """The mean value of a visited move, for the player to move."""
        child = self.children[move]
        return self.sign * child.sum / child.visits


def softmax(logits: dict[int, float]) -> dict[int, float]:
    """Probabilities from logits."""
    most = max(logits.values())
    powers = {move: math.exp(logit - most) for move, logit in logits.items()}
    return {move: power / sum(powers.values()) for move, power in powers.items()}


def improved(node: Node) -> dict[int, float]:
    """The logits of the improved policy: ``logit + sigma(completed q)``."""
    visited = [move for move in node.logits if node.count(move)]
    total = sum(node.count(move) for move in node.logits)
    mixed = node.raw
    if visited:
        prior = softmax(node.logits)
        known = sum(prior[move] for move in visited)
        weighted = sum(prior[move] * node.q(move) for move in visited) / known
        mixed = (node.raw + total * weighted) / (total + 1)
    completed = {move: node.q(move) if node.count(move) else mixed for move in node.logits}
    values = list(completed.values())
    if len(visited) < node.position.num_moves:
        values.append(mixed)
    low, high = min(values), max(values)
    most = max(node.count(move) for move in node.logits)
    scale = (50 + most) * 0.1 / max(high - low, 1e-8)
    return {move: logit + scale * (completed[move] - low) for move, logit in node.logits.items()}


def considered_visits(considered: int, simulations: int) -> list[int]:
    """The visits that the move tried at each simulation must have: sequential halving."""
    if considered <= 1:
        return list(range(simulations))
    rounds, left, visits = [], considered, [0] * considered
    halvings = math.ceil(math.log2(considered))
    while len(rounds) < simulations:
        for _ in range(max(1, simulations // (halvings * left))):
            rounds += visits[:left]
            visits[:left] = [count + 1 for count in visits[:left]]
        left = max(2, left // 2)
    return rounds[:simulations]


class Search:
    """One search from a position; `run` makes its simulations."""

    def __init__(self, position: bg.Position, network: Network) -> None:
        self.network = network
        self.root = Node(position)
        self.order: list[int] = []
        """The move of the root that each simulation tried."""

    def choose(self, node: Node, is_root: bool) -> int:
        """The move with which a simulation goes on."""
        raise NotImplementedError

    def visit(self, node: Node, is_root: bool = False) -> float:
        """Make one simulation from a node; return its value for team 0."""
        position = node.position
        if position.is_over:
            value = position.returns[position.facts.teams.index(0)]
        elif not node.visits:
            mask = position.legal_mask()
            logits, values = self.network(position.planes()[None], mask[None])
            node.logits = {int(move): float(logits[0, int(move)]) for move in position.legal_moves}
            node.raw = float(values[0])
            value = node.sign * node.raw
        else:
            move = self.choose(node, is_root)
            if is_root:
                self.order.append(move)
            if move not in node.children:
                node.children[move] = Node(position.play(move))
            value = self.visit(node.children[move])
        node.sum += value
        node.visits += 1
        return value

    def run(self, simulations: int) -> None:
        """Evaluate the root, and make so many simulations."""
        for _ in range(1 + simulations):
            self.visit(self.root, is_root=True)

    def visits(self) -> list[int]:
        """The visits of the legal moves of the root."""
        return [self.root.count(move) for move in self.root.logits]


class Gumbel(Search):
    """The search with Gumbel noise, one number for each legal move of the root."""

    def __init__(
        self,
        position: bg.Position,
        network: Network,
        gumbels: Sequence[float],
        simulations: int,
        considered: int = 16,
    ) -> None:
        super().__init__(position, network)
        moves = [int(move) for move in position.legal_moves]
        self.gumbels = dict(zip(moves, gumbels, strict=True))
        self.plan = considered_visits(min(considered, len(moves)), simulations)
        self.run(simulations)

    def choose(self, node: Node, is_root: bool) -> int:
        scores = improved(node)
        if is_root:
            wanted = self.plan[len(self.order)]
            scores = {
                move: score + self.gumbels[move]
                for move, score in scores.items()
                if node.count(move) == wanted
            }
        else:
            total = sum(node.count(move) for move in scores)
            scores = {
                move: share - node.count(move) / (1 + total)
                for move, share in softmax(scores).items()
            }
        return max(scores, key=scores.__getitem__)

    def move(self) -> int:
        """The move of the search."""
        scores = improved(self.root)
        most = max(self.visits())
        best = {m: s + self.gumbels[m] for m, s in scores.items() if self.root.count(m) == most}
        return max(best, key=best.__getitem__)

    def policy(self) -> list[float]:
        """The improved policy of the legal moves."""
        return list(softmax(improved(self.root)).values())


class Puct(Search):
    """The search of AlphaZero; ``noise`` is the Dirichlet noise of the legal moves of the root."""

    def __init__(
        self,
        position: bg.Position,
        network: Network,
        simulations: int,
        noise: Sequence[float] | None = None,
        temperature: float = 1.0,
        c: float = 1.25,
    ) -> None:
        super().__init__(position, network)
        self.noise, self.temperature, self.c = noise, temperature, c
        self.run(simulations)

    def prior(self, node: Node, is_root: bool) -> dict[int, float]:
        """The policy of a node; that of the root is flattened and stirred."""
        prior = softmax(node.logits)
        if is_root:
            powers = {move: p ** (1 / self.temperature) for move, p in prior.items()}
            prior = {move: power / sum(powers.values()) for move, power in powers.items()}
        if is_root and self.noise is not None:
            mixed = zip(prior, self.noise, strict=True)
            prior = {move: 0.75 * prior[move] + 0.25 * noise for move, noise in mixed}
        return prior

    def choose(self, node: Node, is_root: bool) -> int:
        prior = self.prior(node, is_root)
        mean = node.sign * node.sum / node.visits
        seen = sum(p for move, p in prior.items() if node.count(move))
        untried = mean if is_root else mean - 0.2 * math.sqrt(seen)
        weight = self.c + math.log((node.visits + 19653) / 19652)
        scores = {
            move: (node.q(move) if node.count(move) else untried)
            + weight * p * math.sqrt(node.visits) / (1 + node.count(move))
            for move, p in prior.items()
        }
        return max(scores, key=scores.__getitem__)

    def move(self) -> int:
        """The move with the most visits; of several the one with the largest mean."""
        key = {m: (self.root.count(m), self.root.q(m)) for m in self.root.children}
        return max(key, key=key.__getitem__)
