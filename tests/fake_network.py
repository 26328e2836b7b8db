"""A network without weights: logits and values are a hash of the planes, the same everywhere."""

from __future__ import annotations

import zlib
from typing import Any

import numpy as np
from numpy.typing import NDArray

import bitgames as bg

GOLDEN = 0x9E3779B97F4A7C15


def mixed(words: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """The mixing function of SplitMix64, for each word."""
    words = (words ^ (words >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    words = (words ^ (words >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return words ^ (words >> np.uint64(31))


def units(row: NDArray[np.uint8], count: int) -> NDArray[np.float32]:
    """Numbers from 0 to 1 that depend on every byte of the row, exact in 24 bits."""
    root = zlib.crc32(np.ascontiguousarray(row).tobytes()) * GOLDEN % 2**64
    words = mixed(np.uint64(root) + np.arange(1, count + 1, dtype=np.uint64) * np.uint64(GOLDEN))
    return ((words >> np.uint64(40)).astype(np.float64) / 2**24).astype(np.float32)


def network(
    planes: NDArray[np.uint8], mask: NDArray[Any], spread: float = 4.0
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Logits ``[k, A]`` within ``spread / 2`` of 0, and values ``[k]`` from -0.9 to 0.9."""
    rows = np.array([units(row, mask.shape[1] + 1) for row in planes], np.float32)
    rows = rows.reshape(len(planes), mask.shape[1] + 1)
    logits = (rows[:, :-1] - np.float32(0.5)) * np.float32(spread)
    return logits, (rows[:, -1] - np.float32(0.5)) * np.float32(1.8)


def run(pool: bg.MctsPool) -> tuple[Any, Any, Any, Any]:
    """Run the searches of a pool with this network."""
    pool.run(network)
    return pool.result()
