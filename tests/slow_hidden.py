"""A slow, obvious second implementation of searches with a network where cards are hidden.

There is no tree: everything is kept by the line of moves from the root, in dictionaries and double
precision. The network is called for one position at a time, and every call is noted. It draws the
same worlds as the native search.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence

import bitgames as bg
from tests.slow_mcts import Stream, seed_of_view
from tests.slow_pool import Network, considered_visits, softmax

Line = tuple[int, ...]


def sign_of(position: bg.Position) -> int:
    """1 if a player of team 0 is to move, else -1."""
    return 1 if position.facts.teams[position.turn] == 0 else -1


class Search:
    """One search; ``asked`` holds the planes that the network saw, in their order."""

    def __init__(
        self, root: bg.Position, network: Network, simulations: int, seed: int, leaves: int = 1
    ) -> None:
        self.root, self.network = root, network
        view = seed_of_view(root.view(root.turn))
        self.rng = Stream(bg.seeding.child_seed(seed, 0) ^ view)
        self.asked: list[bytes] = []
        self.visits: dict[Line, int] = defaultdict(int)
        self.sums: dict[Line, float] = defaultdict(float)
        """Values of team 0 that came back."""
        self.own: dict[Line, list[float]] = defaultdict(list)
        """What the network said in each world, for the player to move."""
        self.logits: dict[Line, float] = {}
        """What the network said of the last move, in the world that brought it."""
        self.available: dict[Line, int] = defaultdict(int)
        self.flying: dict[Line, int] = defaultdict(int)
        """Simulations that wait for the network."""
        self.waiting: list[tuple[bg.Position, Line]] = []
        self.tried = 0
        """Moves of the root that were tried: simulations that have begun."""
        self.simulate()
        self.answer()
        while self.tried < simulations:
            while self.tried < simulations and len(self.waiting) < leaves:
                self.simulate()
            self.answer()

    def simulate(self) -> None:
        """Begin a simulation, and end it if the network is not needed."""
        world = self.root.determinize(self.root.turn, seed=self.rng.word())
        line: Line = ()
        while not world.is_over:
            lines = {int(m): (*line, int(m)) for m in world.legal_moves}
            if any(each not in self.logits for each in lines.values()):
                self.waiting.append((world, line))
                for length in range(len(line) + 1):
                    self.flying[line[:length]] += 1
                return
            for each in lines.values():
                self.available[each] += 1
            move = self.choose(line, lines, sign_of(world))
            self.tried += line == ()
            line, world = lines[move], world.play(move)
        self.end(line, world.returns[world.facts.teams.index(0)])

    def answer(self) -> None:
        """Ask the network about the positions that wait; note the moves that are new."""
        for world, line in self.waiting:
            planes, mask = world.planes(), world.legal_mask()
            self.asked.append(planes.tobytes() + mask.tobytes())
            logits, values = self.network(planes[None], mask[None])
            for move in map(int, world.legal_moves):
                self.logits.setdefault((*line, move), float(logits[0, move]))
            self.own[line].append(float(values[0]))
            for length in range(len(line) + 1):
                self.flying[line[:length]] -= 1
            self.end(line, sign_of(world) * float(values[0]))
        self.waiting.clear()

    def end(self, line: Line, value: float) -> None:
        """Add a simulation with this value of team 0."""
        for length in range(len(line) + 1):
            self.visits[line[:length]] += 1
            self.sums[line[:length]] += value

    def begun(self, line: Line) -> int:
        """The visits of a line, with the simulations that wait."""
        return self.visits[line] + self.flying[line]

    def prior(self, lines: dict[int, Line]) -> dict[int, float]:
        """The probabilities of the moves that are legal in a world."""
        return softmax({move: self.logits[each] for move, each in lines.items()})

    def choose(self, line: Line, lines: dict[int, Line], sign: int) -> int:
        """The move with which a simulation goes on, among those that are legal in its world."""
        raise NotImplementedError

    def q(self, line: Line, sign: int) -> float:
        """The mean value of a line that was visited."""
        return sign * self.sums[line] / self.visits[line]

    def root_lines(self) -> dict[int, Line]:
        return {int(m): (int(m),) for m in self.root.legal_moves}

    def root_visits(self) -> list[int]:
        return [self.visits[line] for line in self.root_lines().values()]

    def move(self) -> int:
        """The move that the search chooses."""
        raise NotImplementedError

    def mean(self) -> float:
        """The value of the root for the player to move."""
        return self.q((), sign_of(self.root))


class Puct(Search):
    """By the rule of AlphaZero, with ``noise`` in the policy of the root."""

    def __init__(
        self,
        root: bg.Position,
        network: Network,
        simulations: int,
        seed: int,
        noise: Sequence[float] | None = None,
        c: float = 1.25,
        leaves: int = 1,
    ) -> None:
        moves = [int(m) for m in root.legal_moves]
        self.noise = None if noise is None else dict(zip(moves, noise, strict=True))
        self.c = c
        super().__init__(root, network, simulations, seed, leaves)

    def choose(self, line: Line, lines: dict[int, Line], sign: int) -> int:
        prior = self.prior(lines)
        if line == () and self.noise is not None:
            prior = {move: 0.75 * p + 0.25 * self.noise[move] for move, p in prior.items()}
        seen = sum(p for move, p in prior.items() if self.visits[lines[move]])
        untried = self.q(line, sign) - (0.2 * math.sqrt(seen) if line else 0)
        scores = {}
        for move, each in lines.items():
            n = self.available[each]
            weight = (self.c + math.log((n + 19653) / 19652)) * math.sqrt(n)
            value = self.q(each, sign) if self.visits[each] else untried
            scores[move] = value + weight * prior[move] / (1 + self.begun(each))
        return max(scores, key=scores.__getitem__)

    def move(self) -> int:
        """The move with the most visits; of several the one with the largest mean."""
        lines = {m: line for m, line in self.root_lines().items() if self.visits[line]}
        return max(
            lines, key=lambda m: (self.visits[lines[m]], self.q(lines[m], sign_of(self.root)))
        )


class Gumbel(Search):
    """By improved policies, with one number of noise for each move of the root."""

    def __init__(
        self,
        root: bg.Position,
        network: Network,
        simulations: int,
        seed: int,
        gumbels: Sequence[float],
        considered: int = 16,
        leaves: int = 1,
    ) -> None:
        moves = [int(m) for m in root.legal_moves]
        self.gumbels = dict(zip(moves, gumbels, strict=True))
        self.plan = considered_visits(min(considered, len(moves)), simulations)
        super().__init__(root, network, simulations, seed, leaves)

    def improved(self, line: Line, lines: dict[int, Line], sign: int) -> dict[int, float]:
        """The logits of the improved policy of the moves that are legal in a world."""
        visited = [move for move, each in lines.items() if self.visits[each]]
        raw = sum(self.own[line]) / len(self.own[line])
        mixed = raw
        prior = self.prior(lines)
        if visited:
            known = sum(prior[move] for move in visited)
            weighted = sum(prior[move] * self.q(lines[move], sign) for move in visited)
            total = sum(self.visits[lines[move]] for move in visited)
            mixed = (raw + total * weighted / known) / (total + 1)
        values = {
            move: self.q(each, sign) if self.visits[each] else mixed for move, each in lines.items()
        }
        low, high = min(mixed, *values.values()), max(mixed, *values.values())
        most = max(self.visits[each] for each in lines.values())
        scale = (50 + most) * 0.1 / max(high - low, 1e-8)
        return {move: math.log(prior[move]) + scale * (values[move] - low) for move in lines}

    def choose(self, line: Line, lines: dict[int, Line], sign: int) -> int:
        scores = self.improved(line, lines, sign)
        if line == ():
            wanted = self.plan[self.tried]
            scores = {
                move: score + self.gumbels[move]
                for move, score in scores.items()
                if self.begun(lines[move]) == wanted
            }
        else:
            scores = {
                move: share - self.begun(lines[move]) / self.available[lines[move]]
                for move, share in softmax(scores).items()
            }
        return max(scores, key=scores.__getitem__)

    def move(self) -> int:
        """The move of the search."""
        lines = self.root_lines()
        scores = self.improved((), lines, sign_of(self.root))
        most = max(self.root_visits())
        best = {m: s + self.gumbels[m] for m, s in scores.items() if self.visits[lines[m]] == most}
        return max(best, key=best.__getitem__)

    def policy(self) -> list[float]:
        """The improved policy of the legal moves."""
        return list(softmax(self.improved((), self.root_lines(), sign_of(self.root))).values())
