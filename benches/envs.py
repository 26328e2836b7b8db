"""Measures the environments against the batch below them, in one run on one machine.

``python benches/envs.py`` needs ``pip install '.[rl]'``. A step of the batch draws a move for each
row, plays it, and writes planes and masks. A step of the vector environment plays a given move and
the opponent's answers, so it plays about two moves in each row of a game of two. Both take turns;
the median of the repeats counts. With ``--threads 1`` the time is that of the processor, which
other programs do not lengthen. Steps of PettingZoo are those of its own loop: ``last``, ``step``.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from statistics import median
from typing import Any

import measured
import numpy as np

import bitgames as bg
from bitgames.envs import GameVectorEnv, aec

GAMES = ["tictactoe", "othello", "mosaic:5", "quo", "honeymoon"]
REPEATS = 7


def batch_steps(spec: str, rows: int, threads: int | None) -> Callable[[], None]:
    """A step of a batch, with new arrays as the environment returns them."""
    batch = bg.Batch(spec, rows, seed=1, threads=threads)

    def step() -> None:
        batch.step(batch.sample())
        batch.planes()
        batch.legal_mask(np.int8)

    return step


def vector_steps(spec: str, rows: int, threads: int | None) -> Callable[[], None]:
    """A step of a vector environment: the first legal move after a random place in each row."""
    env = GameVectorEnv(rows, spec, seat="alternate", threads=threads)
    moves = env.single_observation_space["action_mask"].shape[0]  # type: ignore[index]
    told: list[Any] = [env.reset(seed=1)[0]]
    chance = np.random.default_rng(1)
    numbers = np.arange(moves)

    def actions() -> Any:
        order = (numbers - chance.integers(moves)) % moves
        return np.where(told[0]["action_mask"], order, moves).argmin(axis=1)

    prepared: list[Any] = [actions()]

    def step() -> None:
        told[0] = env.step(prepared[0])[0]

    def prepare() -> None:
        prepared[0] = actions()

    step.prepare = prepare  # type: ignore[attr-defined]
    return step


def seconds(step: Callable[[], None], steps: int, clock: Callable[[], float]) -> float:
    """The time of a step, without the choice of the actions."""
    prepare = getattr(step, "prepare", lambda: None)
    spent = 0.0
    for _ in range(steps):
        prepare()
        begin = clock()
        step()
        spent += clock() - begin
    return spent / steps


def agents(make: Callable[[str], Any], spec: str, span: float) -> float:
    """Steps a second of the loop of PettingZoo, with the first legal move."""
    env, count, begin = make(spec), 0, time.process_time()
    while time.process_time() - begin < span:
        env.reset(seed=count)
        for _ in env.agent_iter():
            observation, _, over, _, _ = env.last()
            env.step(None if over else int(observation["action_mask"].argmax()))
            count += 1
    return count / (time.process_time() - begin)


def main() -> None:
    """Print a line for each game and number of rows."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, nargs="*", default=[64, 1024, 16384])
    parser.add_argument("--threads", type=int)
    measured.add_option(parser)
    options = parser.parse_args()
    clock = time.process_time if options.threads == 1 else time.perf_counter
    figures, threads = [], f"{options.threads or 'all'} threads"
    print(f"{'game':<12}{'rows':>7}{'batch/s':>14}{'vector/s':>14}{'ratio':>8}")
    for spec in GAMES:
        for rows in options.rows:
            below = batch_steps(spec, rows, options.threads)
            above = vector_steps(spec, rows, options.threads)
            steps = max(3, 200_000 // rows // 10)
            turns = [
                [seconds(each, steps, clock) for each in (below, above)] for _ in range(REPEATS)
            ]
            batch, vector = (rows / median(times) for times in zip(*turns, strict=True))
            ratio = median(a / b for a, b in turns)
            print(f"{spec:<12}{rows:>7}{batch:>14,.0f}{vector:>14,.0f}{ratio:>8.2f}", flush=True)
            figures.append(
                measured.Figure(
                    name=f"envs.{spec}.{rows}",
                    value=vector,
                    unit="steps/s",
                    what=f"steps of a vector environment of {spec}",
                    conditions=f"{rows} rows, {threads}; median of {REPEATS} repeats",
                )
            )
    print(f"\n{'game':<12}{'raw_env/s':>14}{'env/s':>14}")
    for spec in GAMES:
        rates = [max(agents(make, spec, 0.3) for _ in range(3)) for make in (aec.raw_env, aec.env)]
        print(f"{spec:<12}{rates[0]:>14,.0f}{rates[1]:>14,.0f}", flush=True)
        for name, rate in zip(("raw_env", "env"), rates, strict=True):
            figures.append(
                measured.Figure(
                    name=f"envs.{spec}.{name}",
                    value=rate,
                    unit="steps/s",
                    what=f"steps of the PettingZoo environment of {spec}, {name}",
                    conditions="one thread; the best of three runs",
                )
            )
    measured.save(options.json, figures)


if __name__ == "__main__":
    main()
