"""AlphaZero without a framework: the network of ``alphazero.py`` in NumPy, for small games.

    python alphazero_numpy.py tictactoe --minutes 1

A hidden layer is enough for tic-tac-toe: after a minute on one core the player is unbeaten.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from alphazero import run

WIDTH = 128


class Numpy:
    """Two hidden layers with rectifiers, their gradients by hand, and Adam (Kingma, Ba 2015)."""

    def __init__(self, inputs: int, moves: int, seed: int) -> None:
        rng = np.random.default_rng(seed)
        sizes = [(inputs, WIDTH), (WIDTH, WIDTH), (WIDTH, moves + 1)]
        self.weights = [
            part
            for size in sizes
            for part in (
                rng.normal(0, np.sqrt(2 / size[0]), size).astype(np.float32),
                np.zeros(size[1], np.float32),
            )
        ]
        self.weights[4] *= 0.1  # no strong opinions at first
        self.means = [np.zeros_like(weight) for weight in self.weights]
        self.squares = [np.zeros_like(weight) for weight in self.weights]
        self.steps = 0

    def layers(self, planes: np.ndarray) -> tuple[list[np.ndarray], np.ndarray]:
        """Return the input of each layer, and the output of the last."""
        inputs = [planes.reshape(len(planes), -1).astype(np.float32)]
        for weight, bias in zip(self.weights[0:4:2], self.weights[1:4:2], strict=True):
            inputs.append(np.maximum(inputs[-1] @ weight + bias, 0))
        return inputs, inputs[-1] @ self.weights[4] + self.weights[5]

    def evaluate(self, planes: np.ndarray, mask: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        out = self.layers(planes)[1]
        return np.ascontiguousarray(out[:, :-1]), np.tanh(out[:, -1])

    def learn(self, planes: np.ndarray, policy: np.ndarray, value: np.ndarray) -> float:
        inputs, out = self.layers(planes)
        logits, guess = out[:, :-1], np.tanh(out[:, -1])
        logits = logits - logits.max(axis=1, keepdims=True)
        log = logits - np.log(np.exp(logits).sum(axis=1, keepdims=True))
        loss = -(policy * log).sum(axis=1).mean() + ((guess - value) ** 2).mean()
        error = np.empty_like(out)
        error[:, :-1] = (np.exp(log) - policy) / len(out)
        error[:, -1] = 2 * (guess - value) * (1 - guess**2) / len(out)
        gradients: list[np.ndarray] = []
        for layer in (2, 1, 0):
            gradients[:0] = [inputs[layer].T @ error, error.sum(axis=0)]
            error = (error @ self.weights[2 * layer].T) * (inputs[layer] > 0)
        self.adam(gradients)
        return float(loss)

    def adam(self, gradients: list[np.ndarray], rate: float = 1e-3) -> None:
        self.steps += 1
        scale = rate * np.sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps)
        for weight, mean, square, gradient in zip(
            self.weights, self.means, self.squares, gradients, strict=True
        ):
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient**2 - square)
            weight -= scale * mean / (np.sqrt(square) + 1e-8)

    def state(self) -> Any:
        return self.weights, self.means, self.squares, self.steps

    def restore(self, state: Any) -> None:
        self.weights, self.means, self.squares, self.steps = state


if __name__ == "__main__":
    run(Numpy)
