"""Compares evaluations of networks with PyTorch, in one run on one thread, by processor time.

``python benches/networks.py`` takes networks of the example that learns, with random weights, in
several sizes and batches, in turns with PyTorch.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import torch

import bitgames as bg

sys.path.insert(0, str(Path(__file__).parents[1] / "docs" / "examples"))
import alphazero

SECONDS, ROUNDS = 0.3, 5
NETWORKS = {"dense": (0, 0), "16 x 2": (2, 16), "32 x 2": (2, 32), "64 x 4": (4, 64)}
"""Blocks and channels."""


def rate(call: Callable[[], object], rows: int) -> float:
    """Positions a second."""
    calls, begin = 0, time.process_time()
    while (seconds := time.process_time() - begin) < SECONDS:
        call()
        calls += 1
    return calls * rows / seconds


def main() -> None:
    """Print the rates and their ratios."""
    start = bg.position("connect4")
    print(f"{'network':8} {'batch':>5} {'PyTorch/s':>10} {'bitgames/s':>10} {'ratio':>6}")
    for name, (blocks, channels) in NETWORKS.items():
        theirs = alphazero.torch_network(start, 1, blocks, channels).eval()
        ours = theirs.written()
        for rows in (1, 8, 64, 256):
            planes = np.random.default_rng(0).integers(0, 2, (rows, 2, 6, 7)).astype(np.uint8)
            with torch.inference_mode():
                pairs = [
                    (
                        rate(lambda theirs=theirs, planes=planes: theirs(planes), rows),
                        rate(lambda ours=ours, planes=planes: ours(planes), rows),
                    )
                    for _ in range(ROUNDS)
                ]
            best = [max(side) for side in zip(*pairs, strict=True)]
            shown = f"{best[0]:10,.0f} {best[1]:10,.0f} {best[1] / best[0]:6.2f}"
            print(f"{name:8} {rows:5} {shown}", flush=True)


if __name__ == "__main__":
    main()
