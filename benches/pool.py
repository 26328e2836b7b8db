"""Compares pools of searches with mctx and Pgx, in one run on one machine.

``python benches/pool.py`` makes searches by Gumbel on Othello with a network that says nothing (all
logits and values 0), so that only the search is measured, each program on one thread. What is not
installed is left out by name: ``pip install mctx pgx`` for the comparison.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable
from importlib.metadata import version
from importlib.util import find_spec
from statistics import median
from typing import Any

import measured
import numpy as np

import bitgames as bg
from bitgames.files import generator

SIZES = ((256, 32), (64, 128))


def ours(trees: int, simulations: int) -> Callable[[], float]:
    """One round of searches from random early positions."""
    rng = np.random.default_rng(1)
    roots = []
    for _ in range(trees):
        position: Any = bg.Othello()
        for _ in range(4):
            position = position.play(rng.choice([int(move) for move in position.legal_moves]))
        roots.append(position)
    logits, values = np.zeros((trees, 65), np.float32), np.zeros(trees, np.float32)
    # Arrays of one size, as networks compiled by JAX want them.
    pool = bg.MctsPool(roots, simulations=simulations, seed=1, threads=1, pad=True)

    def search() -> float:
        begin = time.perf_counter()
        while not pool.done:
            pool.select()
            pool.update(logits, values)
        pool.result()
        seconds = time.perf_counter() - begin
        for row, root in enumerate(roots):
            pool.reset(row, root)
        return seconds

    return search


def theirs(trees: int, simulations: int) -> Callable[[], float]:
    """The same with mctx on Pgx, compiled."""
    import jax
    import jax.numpy as jnp
    import mctx
    import pgx

    env = pgx.make("othello")

    def recurrent(params: Any, key: Any, action: Any, state: Any) -> Any:
        del params, key
        player = state.current_player
        state = jax.vmap(env.step)(state, action)
        reward = state.rewards[jnp.arange(trees), player]
        logits = jnp.where(state.legal_action_mask, 0.0, jnp.finfo(jnp.float32).min)
        return mctx.RecurrentFnOutput(
            reward=reward,
            discount=jnp.where(state.terminated, 0.0, -1.0),
            prior_logits=logits,
            value=jnp.zeros(trees),
        ), state

    @jax.jit
    def searched(key: Any, state: Any) -> Any:
        root = mctx.RootFnOutput(
            prior_logits=jnp.zeros((trees, 65)), value=jnp.zeros(trees), embedding=state
        )
        return mctx.gumbel_muzero_policy(
            params=(),
            rng_key=key,
            root=root,
            recurrent_fn=recurrent,
            num_simulations=simulations,
            invalid_actions=~state.legal_action_mask,
        ).action

    keys = jax.random.split(jax.random.PRNGKey(0), trees)
    state = jax.jit(jax.vmap(env.init))(keys)
    step = jax.jit(jax.vmap(env.step))
    for ply in range(4):
        noise = jax.random.uniform(jax.random.PRNGKey(ply), state.legal_action_mask.shape)
        state = step(state, jnp.argmax(noise * state.legal_action_mask, axis=1))
    key = jax.random.PRNGKey(1)

    def search() -> float:
        begin = time.perf_counter()
        searched(key, state).block_until_ready()
        return time.perf_counter() - begin

    return search


def compared(searches: list[Callable[[], float]], seconds: float) -> list[list[float]]:
    """The seconds of each search, in rounds in which they take turns."""
    for search in searches:
        search()
    rounds: list[list[float]] = []
    end = time.perf_counter() + seconds
    while len(rounds) < 3 or time.perf_counter() < end:
        rounds.append([search() for search in searches])
    return rounds


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=str(__doc__).partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="less time, rougher figures")
    measured.add_option(parser)
    given = parser.parse_args()
    seconds = 2.0 if given.quick else 15.0
    figures = []
    missing = [name for name in ("jax", "mctx", "pgx") if find_spec(name) is None]
    print(f"{generator()}, one core; medians")
    if missing:
        print(f"left out: mctx with Pgx, without {' and '.join(missing)}")
    print(f"{'Othello, trees x simulations':32}{'ours, sims/s':>14}{'mctx + Pgx':>14}{'ratio':>9}")
    for trees, simulations in SIZES:
        work = trees * simulations
        searches = [ours(trees, simulations)]
        if not missing:
            searches.append(theirs(trees, simulations))
        rounds = compared(searches, seconds)
        speeds = [work / median(times) for times in zip(*rounds, strict=True)]
        line = f"{trees:4} x {simulations:<25}{speeds[0]:14,.0f}"
        if not missing:
            ratio = median(theirs / ours for ours, theirs in rounds)
            line += f"{speeds[1]:14,.0f}{ratio:8.1f}x"
        print(line, flush=True)
        name, conditions = f"pool.{trees}x{simulations}", "one thread; medians"
        figures.append(
            measured.Figure(
                name=f"{name}.rate",
                value=speeds[0],
                unit="simulations/s",
                what=f"Gumbel search of Othello, {trees} trees of {simulations} simulations",
                conditions=conditions,
            )
        )
        if not missing:
            figures.append(
                measured.Figure(
                    name=f"{name}.mctx",
                    value=ratio,
                    unit="times",
                    what=f"Gumbel search of Othello, {trees} trees of {simulations} simulations",
                    against=f"mctx {version('mctx')} on Pgx {version('pgx')}",
                    conditions=f"{conditions} of rounds that take turns",
                )
            )
    measured.save(given.json, figures)


if __name__ == "__main__":
    # One core for both, before jax asks how many there are.
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    main()
