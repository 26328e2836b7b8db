"""Compares batches with those of other programs, in one run on one machine.

``python benches/batch.py`` needs a release build. It measures against each of Pgx, EnvPool and
OpenSpiel that is installed (``pip install pgx envpool open_spiel``), and names those that are not.

One step is a random legal move in every row, with planes and legal moves after it, and with
finished rows beginning anew. The programs take turns, each in its fastest form: ours draws and
steps in one call; Pgx draws, steps, and resets in one compiled call; EnvPool with one thread or
two, whichever is faster, and without the time to draw its moves; OpenSpiel a row after the other.
"Pgx loop" is Pgx with many steps in one call, for agents that JAX compiles whole: no step of it
reaches Python. Random numbers are a large part of its time: "rbg" is the same loop with the
cheapest generator of JAX (`unsafe_rbg`) in place of the default (`threefry2x32`). Pgx is made for
GPUs; all run on the processor here. Each has a process of its own, which is stopped while others
are measured, because some keep threads busy after a step. A figure is the best of many short
rounds: whatever else the machine does makes a round slower and never faster.
"""

from __future__ import annotations

import argparse
import importlib.util
import multiprocessing
import os
import platform
import signal
import sys
import time
from collections.abc import Callable
from functools import partial
from importlib.metadata import version
from multiprocessing.connection import Connection
from typing import Any

import measured
import numpy as np

import bitgames as bg
from bitgames.files import generator

Run = Callable[[int], float]
"""Makes this many steps of all rows, and returns the seconds that they took."""

PLAIN_NAMES = {"othello": "othello", "tictactoe": "tic_tac_toe", "connect4": "connect_four"}
"""The games in Pgx and OpenSpiel."""

SECONDS = 0.05
"""Time that a measurement aims at."""


def ours(game: str, rows: int, threads: int) -> Run:
    """Our batch, with arrays that are filled again and again."""
    batch = bg.Batch(game, rows, seed=1, threads=threads)
    planes, mask, step = batch.planes(), batch.legal_mask(), batch.step()

    def run(steps: int) -> float:
        begin = time.perf_counter()
        for _ in range(steps):
            batch.step(planes=planes, mask=mask, out=step)
        return time.perf_counter() - begin

    return run


def pgx(game: str, rows: int) -> Run:
    """Pgx: draw, step and reset in a call that JAX compiles."""
    return pgx_loop(game, rows, at_once=1)


def pgx_loop(game: str, rows: int, at_once: int = 50, generator: str = "threefry2x32") -> Run:
    """Pgx: many of these in one call, with random numbers of this generator of JAX."""
    import jax
    import pgx as peer
    from pgx.experimental import auto_reset

    env = peer.make(PLAIN_NAMES[game])
    step = jax.vmap(auto_reset(env.step, env.init))

    @jax.jit
    def loop(state: Any, key: Any) -> Any:
        def body(_: Any, carry: Any) -> Any:
            state, key, seen = carry
            key, draw = jax.random.split(key)
            logits = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
            moves = jax.random.categorical(draw, logits, axis=-1)
            state = step(state, moves, jax.random.split(key, rows))
            # What is not used is not computed.
            return state, key, seen + state.observation.sum() + state.legal_action_mask.sum()

        return jax.lax.fori_loop(0, at_once, body, (state, key, 0))

    key = jax.random.key(1, impl=generator)
    kept = [jax.jit(jax.vmap(env.init))(jax.random.split(key, rows)), key]

    def run(steps: int) -> float:
        calls = -(-steps // at_once)
        begin = time.perf_counter()
        for _ in range(calls):
            *kept[:], seen = loop(*kept)
        seen.block_until_ready()
        return (time.perf_counter() - begin) * steps / (calls * at_once)

    return run


def envpool(game: str, rows: int) -> Run:
    """EnvPool; the time of `step` alone."""
    import envpool as peer

    name = {"othello": "Othello-v1", "tictactoe": "TicTacToe-v1", "connect4": "ConnectFour-v1"}[
        game
    ]

    def make(threads: int) -> Run:
        env = peer.make(name, env_type="gymnasium", num_envs=rows, num_threads=threads)
        chance = np.random.default_rng(1)
        kept = [env.reset()[1]["legal_action_mask"]]

        def run(steps: int) -> float:
            seconds = 0.0
            for _ in range(steps):
                mask = kept[0].reshape(rows, -1)
                moves = (mask * (1 + chance.random(mask.shape, np.float32))).argmax(1)
                begin = time.perf_counter()
                info = env.step(moves.astype(np.int32))[-1]
                seconds += time.perf_counter() - begin
                kept[0] = info["legal_action_mask"]
            return seconds

        return run

    runs = [make(threads) for threads in (1, 2)]

    def fastest(steps: int) -> float:
        return min(run(steps) for run in runs)

    return fastest


def openspiel(game: str, rows: int) -> Run:
    """OpenSpiel from Python: a state after the other."""
    import random

    import pyspiel as peer

    start = peer.load_game(PLAIN_NAMES[game])
    states = [start.new_initial_state() for _ in range(rows)]
    chance = random.Random(1)

    def run(steps: int) -> float:
        begin = time.perf_counter()
        for _ in range(steps):
            for row, state in enumerate(states):
                state.apply_action(chance.choice(state.legal_actions()))
                if state.is_terminal():
                    states[row] = state = start.new_initial_state()
                state.observation_tensor()
                state.legal_actions_mask()
        return time.perf_counter() - begin

    return run


PEERS: dict[str, tuple[str, str, Callable[[str, int], Run]]] = {
    "Pgx": ("pgx", "pgx", pgx),
    "Pgx loop": ("pgx", "pgx", pgx_loop),
    "Pgx loop rbg": ("pgx", "pgx", partial(pgx_loop, generator="unsafe_rbg")),
    "EnvPool": ("envpool", "envpool", envpool),
    "OpenSpiel": ("pyspiel", "open_spiel", openspiel),
}
"""Each with the module that it needs, the name of its package, and its loop."""

OURS = {"1 thread": 1, "2 threads": 2}
"""Our batch, by its threads."""


def installed() -> list[str]:
    """The peers that are here; says which are not."""
    found = []
    for name, (module, package, _) in PEERS.items():
        if importlib.util.find_spec(module):
            found.append(name)
        else:
            print(f"{name} is not installed and is left out: pip install {package}")
    return found


class Contender:
    """One of the programs, in a process that waits while others take their turn."""

    def __init__(self, name: str, game: str, rows: int) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, other = context.Pipe()
        self._process = context.Process(target=serve, args=(name, game, rows, other), daemon=True)
        self._process.start()
        self.steps = 1
        self._seconds(1)
        while (seconds := self._seconds(self.steps)) < SECONDS / 4:
            self.steps *= 2
        self.steps = max(1, round(self.steps * SECONDS / seconds))
        self._signal("SIGSTOP")

    def seconds(self) -> float:
        """The time of ``steps`` steps of all rows."""
        self._signal("SIGCONT")
        seconds = self._seconds(self.steps)
        self._signal("SIGSTOP")
        return seconds

    def _seconds(self, steps: int) -> float:
        self._pipe.send(steps)
        return float(self._pipe.recv())

    def _signal(self, name: str) -> None:
        # Windows has no such signals: programs that keep threads busy disturb the others there.
        if hasattr(signal, name) and self._process.pid:
            os.kill(self._process.pid, getattr(signal, name))

    def stop(self) -> None:
        self._signal("SIGCONT")
        self._pipe.send(0)
        self._process.join()


def serve(name: str, game: str, rows: int, pipe: Connection) -> None:
    """Make as many steps as asked for, until it is none."""
    run = PEERS[name][2](game, rows) if name in PEERS else ours(game, rows, OURS[name])
    while steps := pipe.recv():
        pipe.send(run(steps))


def compare(game: str, rows: int, peers: list[str], rounds: int) -> dict[str, Any]:
    """Steps per second of all packages, and ours with two threads beside each of the others."""
    contenders = {name: Contender(name, game, rows) for name in [*OURS, *peers]}
    best = dict.fromkeys(contenders, 0.0)
    for _ in range(rounds):
        for name, one in contenders.items():
            best[name] = max(best[name], rows * one.steps / one.seconds())
    for one in contenders.values():
        one.stop()
    ratios = {name: best["2 threads"] / rate for name, rate in best.items() if name != "2 threads"}
    return {"game": game, "rows": rows, "steps_per_second": best, "ratio": ratios}


def as_figures(row: dict[str, Any], rounds: int) -> list[measured.Figure]:
    """Our steps a second, and the ratios to those of others, as the table of figures has them."""
    game, rows = row["game"], row["rows"]
    conditions = f"{rows} rows, the best of {rounds} rounds"
    found = [
        measured.Figure(
            name=f"batch.{game}.{rows}.{name.replace(' ', '-')}",
            value=row["steps_per_second"][name],
            unit="steps/s",
            what=f"steps of a batch of {game}, {name}",
            conditions=conditions,
        )
        for name in OURS
    ]
    for name in PEERS:
        if name in row["ratio"]:
            found.append(
                measured.Figure(
                    name=f"batch.{game}.{rows}.{name.replace(' ', '-')}",
                    value=row["ratio"][name],
                    unit="times",
                    what=f"steps of a batch of {game}",
                    against=f"{name} {version(PEERS[name][1])}",
                    conditions=f"{conditions}, two threads",
                )
            )
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", nargs="+", default=list(PLAIN_NAMES))
    parser.add_argument("--rows", nargs="+", type=int, default=[64, 1024, 16384])
    parser.add_argument("--rounds", type=int, default=20)
    measured.add_option(parser)
    given = parser.parse_args()
    peers = installed()
    packages = dict.fromkeys(PEERS[name][1] for name in peers)
    versions = [f"{package} {version(package)}" for package in packages]
    load = f"load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    print(
        ", ".join([generator(), *versions, platform.machine(), f"{os.cpu_count()} cores", load]),
        f"Python {platform.python_version()}",
        sep=", ",
    )
    figures = []
    for game in given.games:
        for rows in given.rows:
            figure = compare(game, rows, peers, given.rounds)
            figures.append(figure)
            for name, rate in figure["steps_per_second"].items():
                ratio = figure["ratio"].get(name)
                shown = "" if ratio is None else f"  2 threads: {ratio:8.2f} x"
                print(f"{game:10} n={rows:<6} {name:12} {rate:14,.0f} steps/s{shown}", flush=True)
    measured.save(given.json, [each for row in figures for each in as_figures(row, given.rounds)])


if __name__ == "__main__":
    sys.exit(main())
