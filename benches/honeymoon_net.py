"""Measures searches with a network in honeymoon bridge against the network's own best moves.

``python benches/honeymoon_net.py`` teaches a small network of NumPy alone the calls and cards of
the player ``rule`` and the results of its games, with a random move now and then. Then it plays
deals from both sides: a search with the network against the move that the network likes most. The
last line is a search that sees all cards, for comparison.
"""

from __future__ import annotations

import argparse
import math
import statistics
import time
from collections.abc import Callable
from typing import Any

import measured
import numpy as np
from numpy.typing import NDArray

import bitgames as bg

HIDDEN = 128
EPOCHS = 6
BATCH = 256

Choose = Callable[[list[bg.Position]], list[int]]


class Net:
    """Two hidden layers; logits and a value out."""

    def __init__(self, inputs: int, moves: int, rng: np.random.Generator) -> None:
        sizes = [inputs, HIDDEN, HIDDEN, moves + 1]
        scales = [math.sqrt(2 / inputs), math.sqrt(2 / HIDDEN), 0.01]
        self.weights: list[NDArray[np.float32]] = []
        for a, b, scale in zip(sizes, sizes[1:], scales, strict=False):
            self.weights += [rng.normal(0, scale, (a, b)).astype(np.float32)]
            self.weights += [np.zeros(b, np.float32)]
        self.first = [np.zeros_like(w) for w in self.weights]
        self.second = [np.zeros_like(w) for w in self.weights]
        self.steps = 0

    def layers(self, planes: NDArray[Any]) -> list[NDArray[np.float32]]:
        w = self.weights
        values = [planes.reshape(len(planes), -1).astype(np.float32)]
        values.append(np.maximum(values[0] @ w[0] + w[1], 0))
        values.append(np.maximum(values[1] @ w[2] + w[3], 0))
        values.append(values[2] @ w[4] + w[5])
        return values

    def __call__(self, planes: NDArray[Any], mask: Any) -> tuple[Any, Any]:
        out = self.layers(planes)[-1]
        return np.ascontiguousarray(out[:, :-1]), np.tanh(out[:, -1])

    def learn(self, planes: Any, mask: Any, moves: Any, returns: Any) -> float:
        """One step of Adam; the share of moves that were guessed."""
        values = self.layers(planes)
        out, rows = values[-1], np.arange(len(planes))
        logits = np.where(mask, out[:, :-1], -1e9)
        shares = np.exp(logits - logits.max(axis=1, keepdims=True))
        shares /= shares.sum(axis=1, keepdims=True)
        guessed = float((shares.argmax(axis=1) == moves).mean())
        value, slope = np.tanh(out[:, -1]), np.zeros_like(out)
        slope[:, :-1] = shares
        slope[rows, moves] -= 1
        slope[:, -1] = 2 * (value - returns) * (1 - value**2)
        slope /= len(planes)
        self.steps += 1
        for layer in (2, 1, 0):
            gradients = [values[layer].T @ slope, slope.sum(axis=0)]
            slope = (slope @ self.weights[2 * layer].T) * (values[layer] > 0)
            for at, gradient in enumerate(gradients, 2 * layer):
                self.first[at] += 0.1 * (gradient - self.first[at])
                self.second[at] += 0.001 * (gradient**2 - self.second[at])
                mean = self.first[at] / (1 - 0.9**self.steps)
                spread = np.sqrt(self.second[at] / (1 - 0.999**self.steps)) + 1e-8
                self.weights[at] -= (1e-3 * mean / spread).astype(np.float32)
        return guessed


def taught(deals: int, rng: np.random.Generator) -> Net:
    """A network that has learnt from games of ``rule``."""
    rule, chance = bg.Agent("rule", seed=1), bg.Agent("random", seed=2)
    planes, masks, moves, returns = [], [], [], []
    for deal in range(deals):
        at, seats = bg.Honeymoon(bg.seeding.child_seed(5, deal)), []
        while not at.is_over:
            move = rule.choose(at)
            seats.append(at.turn)
            planes.append(at.planes())
            masks.append(at.legal_mask())
            moves.append(int(move))
            at = at.play(chance.choose(at) if rng.random() < 0.1 else move)
        returns += [at.returns[seat] for seat in seats]
    data = [np.array(planes), np.array(masks), np.array(moves), np.array(returns, np.float32)]
    net = Net(data[0][0].size, data[1].shape[1], rng)
    guessed = 0.0
    for _ in range(EPOCHS):
        order = rng.permutation(len(moves))
        cuts = range(BATCH, len(moves), BATCH)
        steps = [net.learn(*(part[order[cut - BATCH : cut]] for part in data)) for cut in cuts]
        guessed = statistics.mean(steps)
    print(f"taught by {deals} deals of rule, {len(moves):,} positions: guesses {guessed:.1%}")
    return net


def liked(net: Net) -> Choose:
    """The moves that the network likes most."""

    def choose(positions: list[bg.Position]) -> list[int]:
        masks = np.array([position.legal_mask() for position in positions])
        logits, _ = net(np.array([position.planes() for position in positions]), masks)
        return [int(m) for m in np.where(masks, logits, -np.inf).argmax(axis=1)]

    return choose


def searched(net: Net, **options: Any) -> Choose:
    """The moves of searches."""

    def choose(positions: list[bg.Position]) -> list[int]:
        pool = bg.MctsPool(positions, noise=0.0, seed=1, threads=1, **options)
        while not pool.done:
            pool.update(*net(*pool.select()))
        return [int(m) for m in pool.result()[0]]

    return choose


def points(ours: Choose, theirs: Choose, deals: int) -> list[float]:
    """The share of its two games that ``ours`` wins, for each deal."""
    games = [bg.Honeymoon(bg.seeding.child_seed(77, deal)) for deal in range(deals) for _ in "ab"]
    while any(not at.is_over for at in games):
        for side, choose in enumerate((ours, theirs)):
            # Game 2k has us in seat 0, game 2k + 1 in seat 1.
            mine = [i for i, at in enumerate(games) if not at.is_over and (i + at.turn) % 2 == side]
            for i, move in zip(mine, choose([games[i] for i in mine]) if mine else [], strict=True):
                games[i] = games[i].play(move)
    won = [(at.returns[i % 2] + 1) / 2 for i, at in enumerate(games)]
    return [(a + b) / 2 for a, b in zip(won[::2], won[1::2], strict=True)]


def main() -> None:
    """Teach, play and print."""
    parser = argparse.ArgumentParser(description=str(__doc__).partition("\n")[0])
    parser.add_argument("--lessons", type=int, default=700, help="deals to learn from")
    parser.add_argument("--deals", type=int, default=200, help="deals to play")
    parser.add_argument("--simulations", type=int, nargs="+", default=[32, 128])
    measured.add_option(parser)
    given = parser.parse_args()
    net = taught(given.lessons, np.random.default_rng(0))
    kinds = [
        {"policy": policy, "simulations": simulations}
        for simulations in given.simulations
        for policy in ("puct", "gumbel")
    ]
    figures = []
    for options in [*kinds, {**kinds[-1], "see_all": True}]:
        extra = {"temperature": 1.0} if options["policy"] == "puct" else {}
        begin = time.perf_counter()
        won = points(searched(net, **options, **extra), liked(net), given.deals)
        mean, margin = statistics.mean(won), 1.96 * statistics.stdev(won) / math.sqrt(len(won))
        name = " ".join(f"{key}={value}" for key, value in options.items())
        took = time.perf_counter() - begin
        print(
            f"{name} wins {mean:.1%} +- {margin:.1%} of its games against the "
            f"network alone ({given.deals} deals from both sides, {took:.0f} s)",
            flush=True,
        )
        figures.append(
            measured.Figure(
                name=f"honeymoon-net.{'.'.join(str(value) for value in options.values())}",
                value=100 * mean,
                unit="%",
                what=f"games won by a search with a network, {name}",
                against="the network's best moves",
                conditions=f"{given.lessons} deals learnt, {given.deals} played from both sides",
                interval=(100 * (mean - margin), 100 * (mean + margin)),
            )
        )
    measured.save(given.json, figures)


if __name__ == "__main__":
    main()
