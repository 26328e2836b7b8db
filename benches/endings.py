"""Measures databases of endings: cost of a build, speed of look-ups, gain for a search.

    python benches/endings.py --cards 8 10 12 13 --threads 2

For each number of cards: time, processor time and memory of `bitgames db build` for both strains,
bytes of the files, look-ups one by one and in batches. Then the time to solve a random deal of 13
cards from Python, with tables to 8 cards, which every process builds for itself, and to 10: median
and 95th percentile of 1,000 deals of each strain. (`cargo bench --bench honeymoon` has no tables
too.)
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

import bitgames as bg

TRUMPS = {"notrump": None, "trump": 0}


def endings(count: int, cards: int, trump: int | None) -> list[bg.Ending]:
    return [bg.Ending.random(cards, trump, seed=root) for root in range(count)]


def build(folder: Path, cards: int, threads: int) -> str:
    """Build in a process of its own and print time and memory."""
    command = [sys.executable, "-m", "bitgames", "db", "build", "honeymoon", "--quiet"]
    command += ["--cards", str(cards), "--out", str(folder), "--threads", str(threads)]
    started = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - started
    if status != 0:
        raise SystemExit(f"the build ended with {status}")
    size = sum(path.stat().st_size for path in folder.iterdir())
    unit = 1 if sys.platform == "darwin" else 1024
    memory = usage.ru_maxrss * unit
    spent = usage.ru_utime + usage.ru_stime
    return (
        f"built in {seconds:.2f} s ({spent:.2f} s of processor), "
        f"{memory / 1e6:,.0f} MB of memory, {size:,} bytes"
    )


def look_up(database: bg.EndingDatabase, cards: int, trump: int | None) -> str:
    """Look values and best cards up, one by one and as a batch; the median of three counts."""
    some = endings(50_000, cards, trump)
    owners = np.array([ending.owners for ending in some], dtype=np.uint32)
    lengths = np.array([ending.lengths for ending in some], dtype=np.uint8)
    trumps = np.full(len(some), -1 if trump is None else trump, dtype=np.int8)

    def each(ask: Callable[[], object]) -> float:
        times = []
        for _ in range(3):
            started = time.perf_counter()
            ask()
            times.append(time.perf_counter() - started)
        return statistics.median(times) / len(some) * 1e6

    value, best = database.value, database.best_cards
    return (
        f"value {each(lambda: [value(ending) for ending in some]):.2f} us, "
        f"{1 / each(lambda: database.values(owners, lengths, trumps)):.1f} M/s in batches; "
        f"best cards {each(lambda: [best(ending) for ending in some]):.2f} us, "
        f"{1 / each(lambda: database.best_card_sets(owners, lengths, trumps)):.1f} M/s"
    )


def solve(name: str) -> None:
    """Print the cost of solving with the tables of this process."""
    bg.solve(bg.Ending.random(9, 0, seed=0))
    bg.solve(bg.Ending.random(9, None, seed=0))
    for strain, trump in TRUMPS.items():
        times = []
        for ending in endings(1000, 13, trump):
            started = time.perf_counter()
            bg.solve(ending)
            times.append((time.perf_counter() - started) * 1e3)
        median, high = statistics.median(times), statistics.quantiles(times, n=20)[18]
        print(f"{name:>12} {strain:>8}: {median:.3f} ms, 95th percentile {high:.3f} ms", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cards", type=int, nargs="+", default=[8, 10])
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--solve", metavar="NAME", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.solve:
        solve(given.solve)
        return
    with tempfile.TemporaryDirectory() as temporary:
        for cards in given.cards:
            folder = Path(temporary) / str(cards)
            print(f"{cards} cards: {build(folder, cards, given.threads)}", flush=True)
            database = bg.EndingDatabase(folder)
            for strain, trump in TRUMPS.items():
                print(f"{strain:>10}: {look_up(database, cards, trump)}", flush=True)
        print("solving 13 cards, tables to")
        for cards in (8, 10):
            folder = Path(temporary) / f"solve-{cards}"
            bg.EndingDatabase.build(folder, cards)
            command = [sys.executable, __file__, "--solve", f"{cards} cards"]
            subprocess.run(command, check=True, env={**os.environ, "BITGAMES_ENDINGS": str(folder)})


if __name__ == "__main__":
    main()
