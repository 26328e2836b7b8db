"""Measures work on a dask scheduler: what a task costs besides its work, and what workers gain.

``python benches/cluster.py`` starts schedulers with one and with two workers of one thread on this
computer. The first table has tasks that wait, so that only the way to a worker and back is
measured, on a busy computer too. The second has real work, which two workers speed up only where
two cores are free: the load is printed, ``--repeat`` takes the best of several rounds, and
``--times`` makes the work larger. Needs ``pip install 'bitgames[cluster]'``.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from collections.abc import Callable

from distributed import Client, LocalCluster
from joblib import parallel_config

import bitgames as bg
from bitgames.cluster import perft, selfplay, solve
from bitgames.files import generator
from bitgames.spread import spread


def wait(spec: bytes) -> bytes:
    """Wait as many milliseconds as the spec begins with."""
    time.sleep(int(spec.split()[0]) / 1000)
    return spec


def waits(milliseconds: int, tasks: int) -> Callable[[], object]:
    specs = [b"%d %d" % (milliseconds, number) for number in range(tasks)]
    return lambda: list(spread(wait, specs))


def shards(games: int) -> object:
    with tempfile.TemporaryDirectory() as folder:
        return selfplay("othello", folder, games, player="mcts:sims=500", shard=4)


def endgame() -> bg.Position:
    """A position of Othello with 18 vacant squares, the same in each run."""
    batch = bg.Batch("othello", 1, seed=5)
    while batch.ply[0] < 42:
        batch.step(batch.sample())
    return batch[0]


def work(times: int) -> dict[str, Callable[[], object]]:
    """What is measured, by name: each takes seconds, times so much."""
    return {
        f"perft othello 12, {times} x": lambda: [
            perft("othello", 12, task_leaves=10_000_000) for _ in range(times)
        ],
        f"{times * 40} games of othello, mcts:sims=500": lambda: shards(times * 40),
        f"solve othello, 18 vacant, {times} x": lambda: [
            solve(endgame(), plies=4) for _ in range(times)
        ],
    }


def timed(run: Callable[[], object], repeat: int) -> float:
    """The seconds of the fastest run."""
    found = []
    for _ in range(repeat):
        begin = time.perf_counter()
        run()
        found.append(time.perf_counter() - begin)
    return min(found)


WAITS = {"1 s": (1000, 20), "0.1 s": (100, 100)}


def measured(workers: int, repeat: int, works: dict[str, Callable[[], object]]) -> dict[str, float]:
    """Seconds of each piece of work on ``number`` workers."""
    seconds = {}
    with (
        LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            dashboard_address=None,
            silence_logs=40,
            local_directory=tempfile.mkdtemp(),
        ) as cluster,
        Client(cluster) as client,
        parallel_config("dask", client=client),
    ):
        client.wait_for_workers(workers)
        timed(waits(1, 4 * workers), 1)  # each worker loads the package
        for name, (milliseconds, tasks) in WAITS.items():
            seconds[name] = timed(waits(milliseconds, tasks), 1)
        for name, run in works.items():
            seconds[name] = timed(run, repeat)
    return seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=str(__doc__).partition("\n")[0])
    parser.add_argument("--repeat", type=int, default=2, help="rounds, of which the best counts")
    parser.add_argument("--times", type=int, default=1, help="make the work so much larger")
    options = parser.parse_args()
    works = work(options.times)
    print(f"{generator()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}", flush=True)
    one, two = (measured(workers, options.repeat, works) for workers in (1, 2))
    print(f"\n{'tasks that wait':<40}{'1 worker':>10}{'overhead':>10}{'2 workers':>11}{'gain':>7}")
    for name, (milliseconds, tasks) in WAITS.items():
        overhead = one[name] / tasks / milliseconds * 1000 - 1
        row = (
            f"{one[name]:>8.2f} s{overhead:>10.1%}{two[name]:>9.2f} s{one[name] / two[name]:>6.2f}x"
        )
        print(f"{f'{tasks} of {name}':<40}{row}")
    print(f"\n{'work':<40}{'here':>10}{'1 worker':>10}{'2 workers':>11}{'gain':>7}")
    for name, run in works.items():
        row = f"{timed(run, options.repeat):>8.2f} s{one[name]:>8.2f} s{two[name]:>9.2f} s"
        print(f"{name:<40}{row}{one[name] / two[name]:>6.2f}x")
    print(f"load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    # Workers import this file: they find `wait` by its name.
    main()
