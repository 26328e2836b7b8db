"""AlphaZero for tic-tac-toe with NumPy alone: learns from self-play until no line beats it.

``python docs/examples/alphazero_numpy.py`` plays 256 games side by side. A Gumbel search of 16
simulations with a small network chooses the moves; the network learns the policies of the searches
and the outcomes of the games. Every few rounds the player meets every line of play from both seats.
It ends when none beats it, which takes seconds. Ctrl-C ends it, too; with ``--file net.npz`` it
goes on there next time.
"""

from __future__ import annotations

import argparse
import os
import time
from itertools import pairwise
from pathlib import Path

# Matrices this small are fastest on one thread; NumPy reads this when it is loaded.
for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(name, "1")

import numpy as np  # noqa: E402
from numpy.typing import NDArray  # noqa: E402

import bitgames as bg  # noqa: E402

GAMES, SIMULATIONS, HIDDEN = 256, 16, 128
BATCH, STEPS, KEPT = 512, 8, 200_000
LEARNING_RATE = 2e-3

Array = NDArray[np.float32]
Bytes = NDArray[np.uint8]


class Network:
    """Two hidden layers; logits of the moves, and a value by tanh. Learns by Adam."""

    def __init__(self, inputs: int, moves: int, rng: np.random.Generator) -> None:
        sizes = [inputs, HIDDEN, HIDDEN, moves + 1]
        self.weights: list[Array] = []
        for before, after in pairwise(sizes):
            scale = np.sqrt(2 / before)
            self.weights.append(rng.normal(0, scale, (before, after)).astype(np.float32))
            self.weights.append(np.zeros(after, np.float32))
        self.weights[-2] *= 0.1
        self.means = [np.zeros_like(w) for w in self.weights]
        self.squares = [np.zeros_like(w) for w in self.weights]
        self.steps = 0

    def layers(self, planes: Bytes) -> list[Array]:
        """The activations of all layers."""
        found = [planes.reshape(len(planes), -1).astype(np.float32)]
        for i in (0, 2, 4):
            x = found[-1] @ self.weights[i] + self.weights[i + 1]
            found.append(np.maximum(x, 0) if i < 4 else x)
        return found

    def __call__(self, planes: Bytes, mask: object = None) -> tuple[Array, Array]:
        """What a pool of searches asks for: logits and values."""
        out = self.layers(planes)[-1]
        return out[:, :-1], np.tanh(out[:, -1])

    def learn(self, planes: Bytes, policy: Array, value: Array) -> float:
        """One step towards these policies and values; returns the loss."""
        layers = self.layers(planes)
        taken = planes.any(axis=1).reshape(len(planes), -1)
        logits = np.where(taken, -np.inf, layers[-1][:, :-1])
        share = np.exp(logits - logits.max(axis=1, keepdims=True))
        share /= share.sum(axis=1, keepdims=True)
        guess = np.tanh(layers[-1][:, -1])
        error = guess - value
        loss = -(policy * np.log(share + 1e-9)).sum(axis=1).mean() + (error**2).mean()
        slope = np.empty_like(layers[-1])
        slope[:, :-1] = share - policy
        slope[:, -1] = 2 * error * (1 - guess**2)
        slope /= len(planes)
        slopes: list[Array] = []
        for i in (4, 2, 0):
            slopes += [slope.sum(axis=0), layers[i // 2].T @ slope]
            slope = (slope @ self.weights[i].T) * (layers[i // 2] > 0)
        self.steps += 1
        for w, m, s, g in zip(self.weights, self.means, self.squares, slopes[::-1], strict=True):
            m += 0.1 * (g - m)
            s += 0.001 * (g * g - s)
            m_hat, s_hat = m / (1 - 0.9**self.steps), s / (1 - 0.999**self.steps)
            w -= LEARNING_RATE * m_hat / (np.sqrt(s_hat) + 1e-8)
        return float(loss)


def searched(pool: bg.MctsPool, network: Network) -> None:
    """Run the searches of a pool: the whole protocol."""
    while not pool.done:
        planes, mask = pool.select()
        pool.update(*network(planes, mask))


class Memory:
    """The last positions of self-play, with the policies of their searches and their outcomes."""

    def __init__(self, start: bg.Position) -> None:
        self.places, self.moves = start.symmetry_indices()
        self.size = self.next = 0
        self.planes = np.zeros((KEPT, *start.planes().shape), np.uint8)
        self.policies = np.zeros((KEPT, start.num_moves), np.float32)
        self.values = np.zeros(KEPT, np.float32)

    def add(self, planes: Bytes, policies: Array, values: Array) -> None:
        """Keep these positions; the oldest make room."""
        at = (self.next + np.arange(len(values))) % KEPT
        self.planes[at], self.policies[at], self.values[at] = planes, policies, values
        self.next += len(values)
        self.size = min(self.next, KEPT)

    def sample(self, rng: np.random.Generator) -> tuple[Bytes, Array, Array]:
        """Some of them, each under a random symmetry."""
        at = rng.integers(self.size, size=BATCH)
        symmetry = rng.integers(len(self.moves), size=BATCH)
        planes = self.planes[at]
        flat = np.take_along_axis(planes.reshape(BATCH, -1), self.places[symmetry], axis=1)
        policies = np.take_along_axis(self.policies[at], self.moves[symmetry], axis=1)
        return flat.reshape(planes.shape), policies, self.values[at]


class SelfPlay:
    """Games side by side; what they teach is complete when they end."""

    def __init__(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        starts = [self.opening() for _ in range(GAMES)]
        self.pool = bg.MctsPool(starts, simulations=SIMULATIONS, seed=seed)
        self.lines: list[list[tuple[bg.Position, Array]]] = [[] for _ in range(GAMES)]
        self.games = 0

    def opening(self) -> bg.Position:
        """Up to three random moves: an opponent may play any."""
        position: bg.Position = bg.TicTacToe()
        for _ in range(self.rng.integers(4)):
            position = position.play(self.rng.choice([int(m) for m in position.legal_moves]))
        return position

    def ply(self, network: Network, memory: Memory) -> None:
        """Play a move in each game; games that end go to the memory, and begin anew."""
        searched(self.pool, network)
        moves, policies, _, _ = self.pool.result()
        for line, position, policy in zip(self.lines, self.pool.positions, policies, strict=True):
            line.append((position, policy))
        self.pool.play(moves)
        ends = self.pool.positions
        for row in np.flatnonzero(self.pool.over):
            line, returns = self.lines[row], ends[row].returns
            memory.add(
                np.array([position.planes() for position, _ in line]),
                np.array([policy for _, policy in line]),
                np.array([returns[position.turn] for position, _ in line], np.float32),
            )
            self.lines[row] = []
            self.games += 1
            self.pool.reset(int(row), self.opening())


def lost_lines(network: Network) -> int:
    """The number of positions, after any moves of the opponent, in which the player has lost."""
    lost = 0
    for seat in (0, 1):
        front = {bg.TicTacToe()}
        while front:
            ours = [position for position in front if position.turn == seat]
            after = {p.play(m) for p in front if p.turn != seat for m in p.legal_moves}
            if ours:
                pool = bg.MctsPool(ours, simulations=SIMULATIONS, noise=0.0)
                searched(pool, network)
                after |= {p.play(int(m)) for p, m in zip(ours, pool.result()[0], strict=True)}
            lost += sum(p.is_over and p.returns[seat] < 0 for p in after)
            front = {p for p in after if not p.is_over}
    return lost


def saved(path: Path | None, network: Network) -> None:
    """Write what is needed to go on."""
    if path is not None:
        parts = network.weights + network.means + network.squares
        arrays = {f"a{i:02}": part for i, part in enumerate(parts)}
        part_file = path.with_suffix(".part")
        with part_file.open("wb") as file:
            np.savez(file, steps=network.steps, **arrays)
        part_file.replace(path)


def resumed(path: Path | None, network: Network) -> None:
    """Read it back, if the file is there."""
    if path is not None and path.exists():
        with np.load(path) as stored:
            parts = [stored[name] for name in sorted(stored.files) if name != "steps"]
            network.steps = int(stored["steps"])
        n = len(network.weights)
        network.weights, network.means, network.squares = (
            parts[:n],
            parts[n : 2 * n],
            parts[2 * n :],
        )


def main(arguments: list[str] | None = None) -> int:
    """Learn until no line beats the player; return how many do at the end."""
    parser = argparse.ArgumentParser(description=str(__doc__).partition("\n")[0])
    parser.add_argument("--seed", type=int, default=0, help="seed of weights and games")
    parser.add_argument("--seconds", type=float, default=120.0, help="time to learn at most")
    parser.add_argument("--file", type=Path, help="where the network is kept")
    options = parser.parse_args(arguments)
    rng = np.random.default_rng(options.seed)
    start, begin, lost = bg.TicTacToe(), time.monotonic(), -1
    network = Network(start.planes().size, start.num_moves, rng)
    resumed(options.file, network)
    play, memory, loss = SelfPlay(options.seed + network.steps), Memory(start), 0.0
    try:
        for ply in range(1, 1_000_000):
            play.ply(network, memory)
            for _ in range(STEPS if memory.size >= BATCH else 0):
                loss = network.learn(*memory.sample(rng))
            seconds = time.monotonic() - begin
            if ply % 25 == 0 or seconds > options.seconds:
                lost = lost_lines(network)
                print(
                    f"{seconds:5.0f} s {play.games:6} games, loss {loss:.3f}, lost {lost}",
                    flush=True,
                )
                saved(options.file, network)
                if lost == 0 or seconds > options.seconds:
                    break
    except KeyboardInterrupt:
        saved(options.file, network)
        print("stopped")
    return lost


if __name__ == "__main__":
    raise SystemExit(main() > 0)
