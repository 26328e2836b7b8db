"""Speed: trees of moves counted, and batches of games stepped."""

import time
from typing import Any

from bitgames import _core
from bitgames.cli.console import bold
from bitgames.cli.demo.page import Shown
from bitgames.cli.output import rate

TREES = (("tictactoe", 9), ("othello", 10), ("mosaic", 5), ("quo", 5), ("honeymoon", 6))
BATCHES = ("tictactoe", "othello", "mosaic", "quo", "honeymoon")
ROWS = 1024
STEPS = 200


def count(seed: int, *, quiet: bool) -> Shown:
    """Count the leaves of a tree of each game."""
    lines = [bold(f"{'game':12}{'plies':>6}{'leaves':>14}{'time':>11}   speed")]
    data: dict[str, Any] = {}
    for spec, depth in TREES:
        began = time.perf_counter()
        leaves = _core.perft(_core.position(spec), depth)
        seconds = time.perf_counter() - began
        speed = rate(leaves, seconds, "leaves")
        lines.append(f"{spec:12}{depth:6}{leaves:14,}{1000 * seconds:8.1f} ms   {speed}")
        data[spec] = {"depth": depth, "leaves": leaves, "seconds": seconds}
    return Shown(lines, data)


def batches(seed: int, *, quiet: bool) -> Shown:
    """Step a batch of random games of each kind, with planes and masks of moves."""
    heads = f"{'game':12}{'moves':>8}{'games':>8}{'first wins':>12}{'draws':>7}"
    lines = [bold(f"{heads}  {'planes':12}speed")]
    data: dict[str, Any] = {}
    for spec in BATCHES:
        batch = _core.Batch(spec, ROWS, seed=seed, autoreset="same_step")
        planes, mask = batch.planes(), batch.legal_mask()
        games, wins, losses = 0, 0, 0
        began = time.perf_counter()
        for _ in range(STEPS):
            step = batch.step(planes=planes, mask=mask)
            games += int(step.terminated.sum())
            wins += int((step.rewards[:, 0] > 0).sum())
            losses += int((step.rewards[:, 0] < 0).sum())
        seconds = time.perf_counter() - began
        moves, draws = ROWS * STEPS, games - wins - losses
        shape = " x ".join(map(str, planes.shape[1:]))
        lines.append(
            f"{spec:12}{moves:8,}{games:8,}{100 * wins / games:11.1f}%{100 * draws / games:6.1f}%"
            f"  {shape:12}{rate(moves, seconds, 'moves')}"
        )
        data[spec] = {
            "moves": moves,
            "games": games,
            "wins": wins,
            "draws": draws,
            "planes": list(planes.shape[1:]),
            "seconds": seconds,
        }
    return Shown(lines, data)
