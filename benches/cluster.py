"""Measures work on a dask scheduler: what a task costs besides its work, and what workers gain.

``python benches/cluster.py`` starts schedulers with one and with two workers of one thread on this
computer. The first table has tasks that wait, so that only the way to a worker and back is
measured, on a busy computer too. The second has real work, some ten seconds each: a count, a
tournament, self-play, exact solving, a database of endings. Two workers speed it up only where two
cores are free: the load is printed, and ``--repeat`` takes the best of several rounds. ``of the
processor`` are the seconds that all workers used, and ``at best`` is the gain that they allow where
nothing else runs: the seconds of the one worker by those of the busier one of the two. ``--times``
makes the work larger, and ``--only TEXT`` leaves out what has not TEXT in its name. Ends with exit
code 1 if no work reaches a gain of 1.7. Needs ``pip install 'bitgames[cluster]'``.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Callable
from typing import NamedTuple

import measured
from distributed import Client, LocalCluster
from joblib import parallel_config

import bitgames as bg
from bitgames.cluster import build_endings, perft, selfplay, solve
from bitgames.files import generator
from bitgames.spread import spread

MIN = 1.7


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
    """A position of Othello with 20 empty squares, the same in each run."""
    batch = bg.Batch("othello", 1, seed=5)
    while batch.ply[0] < 40:
        batch.step(batch.sample())
    return batch[0]


def tournament(pairs: int) -> object:
    return bg.tournament(["mcts:sims=1000", "alphabeta:depth=4"], "othello", pairs=pairs)


def endings(times: int) -> object:
    """Databases to 12 cards; tasks of a tenth of a second or two, as there is less to do."""
    for _ in range(times):
        with tempfile.TemporaryDirectory() as folder:
            build_endings(folder, 12, task_positions=1 << 26)
    return None


def work(times: int) -> dict[str, Callable[[], object]]:
    """What is measured, by name: each takes some ten seconds, times so much."""
    return {
        f"perft othello 13, {times} x": lambda: [
            perft("othello", 13, task_leaves=50_000_000) for _ in range(times)
        ],
        f"tournament of othello, {times * 200} pairs": lambda: tournament(times * 200),
        f"{times * 200} games of othello, mcts:sims=500": lambda: shards(times * 200),
        f"solve othello, 20 empty, {times} x": lambda: [
            solve(endgame(), plies=4) for _ in range(times)
        ],
        f"endings to 12 cards, {3 * times} x": lambda: endings(3 * times),
    }


class Spent(NamedTuple):
    """What a run took."""

    seconds: float
    """Seconds by the clock."""
    busy: list[float]
    """Seconds of the processor, of each worker."""


def timed(run: Callable[[], object], repeat: int, client: Client | None = None) -> Spent:
    """The fastest run."""

    def used() -> dict[str, float]:
        return {} if client is None else client.run(time.process_time)

    found = []
    for _ in range(repeat):
        before, begin = used(), time.perf_counter()
        run()
        seconds, after = time.perf_counter() - begin, used()
        found.append(Spent(seconds, [after[each] - before[each] for each in before]))
    return min(found)


WAITS = {"1 s": (1000, 20), "0.1 s": (100, 100)}


def spent_by(workers: int, repeat: int, works: dict[str, Callable[[], object]]) -> dict[str, Spent]:
    """What each piece of work takes on a number of workers."""
    spent = {}
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
            spent[name] = timed(waits(milliseconds, tasks), 1)
        for name, run in works.items():
            found = spent[name] = timed(run, repeat, client)
            took = f"{found.seconds:.1f} s, of the processor {sum(found.busy):.1f} s"
            print(f"{name}, workers {workers}: {took}", file=sys.stderr, flush=True)
    return spent


def main() -> int:
    """Measure and print two tables."""
    parser = argparse.ArgumentParser(description=str(__doc__).partition("\n")[0])
    parser.add_argument("--repeat", type=int, default=2, help="rounds, of which the best counts")
    parser.add_argument("--times", type=int, default=1, help="make the work so much larger")
    parser.add_argument("--only", default="", help="measure the work with this in its name")
    measured.add_option(parser)
    options = parser.parse_args()
    works = {name: run for name, run in work(options.times).items() if options.only in name}
    print(f"{generator()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}", flush=True)
    one, two = (spent_by(workers, options.repeat, works) for workers in (1, 2))
    print(f"\n{'tasks that wait':<40}{'1 worker':>10}{'overhead':>10}{'2 workers':>11}{'gain':>7}")
    for name, (milliseconds, tasks) in WAITS.items():
        first, second = one[name].seconds, two[name].seconds
        overhead = first / tasks / milliseconds * 1000 - 1
        row = f"{first:>8.2f} s{overhead:>10.1%}{second:>9.2f} s{first / second:>6.2f}x"
        print(f"{f'{tasks} of {name}':<40}{row}")
    print(
        f"\n{'work':<40}{'1 worker':>10}{'2 workers':>11}{'gain':>7}"
        f"{'of the processor':>19}{'at best':>9}"
    )
    best = 0.0
    for name in works:
        alone, both = one[name], two[name]
        gain = alone.seconds / both.seconds
        best = max(best, gain)
        used = f"{sum(alone.busy):.1f} s, {sum(both.busy):.1f} s"
        at_best = sum(alone.busy) / max(both.busy)
        row = f"{alone.seconds:>8.2f} s{both.seconds:>9.2f} s{gain:>6.2f}x"
        print(f"{name:<40}{row}{used:>19}{at_best:>8.2f}x")
    print(f"load {os.getloadavg()[0]:.1f}")
    figures = []
    for name in one:
        label = f"{WAITS[name][1]} tasks that wait {name}" if name in WAITS else name
        short = f"cluster.{name.partition(',')[0].replace(' ', '-')}"
        for count, spent in (("1", one), ("2", two)):
            figures.append(
                measured.Figure(
                    name=f"{short}.{count}", value=spent[name].seconds, unit="s",
                    what=f"{label}, {count} worker(s)",
                    conditions="workers of one thread on one machine",
                )
            )  # fmt: skip
        figures.append(
            measured.Figure(
                name=f"{short}.gain", value=one[name].seconds / two[name].seconds, unit="times",
                what=f"{label}, two workers", against="one worker",
                conditions="workers of one thread on one machine",
            )
        )  # fmt: skip
    measured.save(options.json, figures)
    return 0 if best >= MIN or not works else 1


if __name__ == "__main__":
    # Workers import this file: they find `wait` by its name.
    sys.exit(main())
