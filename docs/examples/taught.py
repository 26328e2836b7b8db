"""A network learns a game from an exact solver: no search and no games of its own.

    pip install 'bitgames[torch]'
    python taught.py connect4 --plies 8 41 --scores-from 16 --out connect4.net

Where a game can be solved quickly, exact values teach more in a minute than games against itself in
an hour: all moves of a position, and its value, without an error. Positions come from noisy games.
Early ones cost most and are taken from few games. Labels lie in the folder: started again, the same
command goes on with them.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

import numpy as np
from alphazero import accuracy, opened, torch_network

import bitgames as bg

BATCH = 256
CHUNK = 500  # games labelled at a time
RATE = 2e-3
ILLEGAL = -128
NOISE = (0.05, 0.15, 0.4, 1.0)  # shares of random moves, one for each game


def positions(
    start: bg.Position, plies: range, growth: float, full: int, rng: np.random.Generator
) -> list[bg.Position]:
    """The positions of a noisy game that are learnt: all from the ply ``full`` on, else some."""
    player = bg.players.get("alphabeta:depth=2", seed=int(rng.integers(2**31)))
    position = opened(start, int(rng.integers(9)), rng)
    noise, found = rng.choice(NOISE), []
    while not position.is_over:
        if position.ply in plies and rng.random() < growth ** (position.ply - full):
            found.append(position)
        moves = position.legal_moves
        noisy = rng.random() < noise
        move = moves[rng.integers(len(moves))] if noisy else player.choose(position)
        position = position.play(move)
    return found[::-1]


def labels(chosen: list[bg.Position], wld: bool) -> np.ndarray:
    """The exact value of each move for the player to move, int8 of shape ``(n, num_moves)``."""
    values = np.full((len(chosen), chosen[0].num_moves), ILLEGAL, np.int8)
    rows, following = [], []
    for row, position in enumerate(chosen):
        for move in position.legal_moves:
            rows.append((row, int(move), position))
            following.append(position.play(move))
    solved = bg.solve_many(following, wld=wld, threads=1).values
    for (row, move, position), after, value in zip(rows, following, solved, strict=True):
        own = after.turn == position.turn  # after a pass of the other side
        values[row, move] = value if own else -value
    return values


def labelled(start: bg.Position, given: argparse.Namespace) -> tuple[np.ndarray, ...]:
    """Planes, values of moves and plies, from the folder and what it lacks."""
    file = given.folder / f"{start.facts.spec.replace(':', '-')}-{given.seed}.npz"
    columns: list[tuple[np.ndarray, ...]] = []
    games, seconds = 0, 0.0
    if file.exists():
        kept = np.load(file)
        columns.append((kept["planes"], kept["values"], kept["plies"]))
        games, seconds = int(kept["games"]), float(kept["seconds"])
    plies = range(given.plies[0], given.plies[1] + 1)
    while games < given.games:
        began = time.process_time()
        rng = np.random.default_rng([given.seed, games])
        chosen: list[bg.Position] = []
        for _ in range(CHUNK):
            chosen += positions(start, plies, given.growth, given.full, rng)
        for wld in (True, False):
            some = [each for each in chosen if (each.ply < given.scores_from) == wld]
            if some:
                planes = np.packbits(
                    np.stack([each.planes() for each in some]).reshape(len(some), -1), axis=1
                )
                columns.append(
                    (planes, labels(some, wld), np.array([each.ply for each in some], np.int16))
                )
        games += CHUNK
        seconds += time.process_time() - began
        if games % (10 * CHUNK) == 0 or games >= given.games:
            columns = [tuple(np.concatenate(column) for column in zip(*columns, strict=True))]
            new = file.with_suffix(".new.npz")
            planes, values, seen = columns[0]
            np.savez(new, planes=planes, values=values, plies=seen, games=games, seconds=seconds)
            new.replace(file)
            print(f"{games:,} games, {len(seen):,} positions, {seconds:.0f} s", flush=True)
    return columns[0]


def targets(values: np.ndarray, wld: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """What is learnt from exact values of moves: policies, and values of positions from -1 to 1.

    A result counts most, and among equal results the score a little: a loss far away asks more of
    the other side, and a quick win is not put off.
    """
    legal, scale = values != ILLEGAL, max(1.0, float(values.max()))
    results = np.sign(values).astype(np.float32)
    wishes = np.where(legal, 4 * results + 5 / scale * values, -np.inf)
    policy = np.exp(wishes - wishes.max(axis=1, keepdims=True))
    best = values.max(axis=1)
    sure = np.where(wld, np.sign(best) / 2, best / scale)
    value = 0.8 * np.sign(best) + 0.2 * sure
    return (policy / policy.sum(axis=1, keepdims=True)).astype(np.float32), value.astype(np.float32)


def learn(network: Any, start: bg.Position, data: tuple[np.ndarray, ...], given: Any) -> None:
    """Learn from random positions under random symmetries; the rate falls to nothing."""
    planes, values, plies = data
    policy, value = targets(values, plies < given.scores_from)
    shape = start.planes().shape
    cells, moves = start.symmetry_indices()
    rng = np.random.default_rng(given.seed)
    # Plies with few positions get more than their share, but not as much as the others.
    shares = 1 / np.sqrt(np.bincount(plies)[plies])
    bounds = np.cumsum(shares / shares.sum())
    began, losses = time.process_time(), []
    for step in range(given.steps):
        rows = np.minimum(np.searchsorted(bounds, rng.random(BATCH)), len(plies) - 1)
        turn = rng.integers(len(cells))
        seen = np.unpackbits(planes[rows], axis=1, count=int(np.prod(shape)))[:, cells[turn]]
        rate = RATE * (1 + np.cos(np.pi * step / given.steps)) / 2 + 1e-5
        targeted = np.ascontiguousarray(policy[rows][:, moves[turn]])
        seen = np.ascontiguousarray(seen).reshape(-1, *shape)
        losses.append(network.learn(seen, targeted, value[rows], rate))
        if (step + 1) % 500 == 0 or step + 1 == given.steps:
            seconds = time.process_time() - began
            print(f"{step + 1:,} steps, loss {np.mean(losses):.4f}, {seconds:.0f} s", flush=True)
            losses = []


def main(arguments: list[str] | None = None) -> None:
    """Label, learn, write and judge as the command line says."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("game")
    parser.add_argument(
        "--games", type=int, default=40_000, help="noisy ones with positions to learn"
    )
    parser.add_argument("--plies", type=int, nargs=2, default=[8, 41], help="from, to")
    parser.add_argument(
        "--full", type=int, default=20, help="ply from which on all positions of a game are learnt"
    )
    parser.add_argument(
        "--growth", type=float, default=1.35, help="of the share, ply by ply before"
    )
    parser.add_argument(
        "--scores-from",
        type=int,
        default=0,
        help="ply from which on labels are scores, not results",
    )
    parser.add_argument("--steps", type=int, default=10_000, help=f"of {BATCH} positions each")
    parser.add_argument("--blocks", type=int, default=1, help="residual ones; none: dense layers")
    parser.add_argument(
        "--channels", type=int, default=0, help="of each block (32), or of each dense layer (256)"
    )
    parser.add_argument("--sees", default="", help='"threats 4" or "mobility", beside the planes')
    parser.add_argument("--bits", type=int, default=16, help="of a weight in the file")
    parser.add_argument("--out", type=Path, help="file of the player net:FILE")
    parser.add_argument("--folder", type=Path, default=Path("taught"))
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--sims", type=int, default=64, help="simulations of a judged move")
    parser.add_argument(
        "--solved", type=int, default=0, help="random positions whose moves are judged"
    )
    parser.add_argument("--solved-plies", type=int, nargs=2, default=[8, 20], help="from, to")
    given = parser.parse_args(arguments)
    start = bg.position(given.game)
    given.folder.mkdir(parents=True, exist_ok=True)
    data = labelled(start, given)
    network = torch_network(start, given.seed, given.blocks, given.channels, given.sees)
    learn(network, start, data, given)
    network.renew()
    if given.out:
        network.written().save(given.out, bits=given.bits)
    if given.solved:
        low, high = given.solved_plies
        for sims in (1, given.sims):
            right = accuracy(start, network, sims, given.solved, range(low, high + 1))
            print(f"{right:.1%} of {given.solved:,} moves keep the result, {sims} simulations")


if __name__ == "__main__":
    main()
