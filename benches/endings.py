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
from dataclasses import replace
from pathlib import Path

import measured
import numpy as np
from measured import Figure

import bitgames as bg

TRUMPS = {"notrump": None, "trump": 0}


def endings(count: int, cards: int, trump: int | None) -> list[bg.honeymoon.Ending]:
    return [bg.honeymoon.Ending.random(cards, trump, seed=root) for root in range(count)]


def build(folder: Path, cards: int, threads: int) -> list[Figure]:
    """Build in a process of its own, print time and memory."""
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
    print(
        f"{cards} cards: built in {seconds:.2f} s ({spent:.2f} s of processor), "
        f"{memory / 1e6:,.0f} MB of memory, {size:,} bytes",
        flush=True,
    )
    return [
        Figure(
            name=f"endings.{cards}.{name}",
            value=value,
            unit=unit,
            what=f"databases of endings of {cards} cards, {words}",
            conditions=f"both strains, {threads} threads",
        )
        for name, value, unit, words in (
            ("build", seconds, "s", "time of the build"),
            ("processor", spent, "s", "time of the processor"),
            ("memory", memory / 1e6, "MB", "largest memory"),
            ("size", size / 1e6, "MB", "size of the files"),
        )
    ]


def look_up(database: bg.honeymoon.EndingDatabase, cards: int, strain: str) -> list[Figure]:
    """Look values and best cards up, one by one and as a batch; the median of three counts."""
    trump = TRUMPS[strain]
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
    one = each(lambda: [value(ending) for ending in some])
    many = 1 / each(lambda: database.values(owners, lengths, trumps))
    one_best = each(lambda: [best(ending) for ending in some])
    many_best = 1 / each(lambda: database.best_card_sets(owners, lengths, trumps))
    print(
        f"{strain:>10}: value {one:.2f} us, {many:.1f} M/s in batches; "
        f"best cards {one_best:.2f} us, {many_best:.1f} M/s",
        flush=True,
    )
    return [
        Figure(
            name=f"endings.{cards}.{strain}.{name}",
            value=amount,
            unit=unit,
            what=f"look-up of {words}, {cards} cards, {strain}",
            conditions="one thread; median of three counts",
        )
        for name, amount, unit, words in (
            ("value", one, "us", "a value"),
            ("values", many, "million/s", "values in batches"),
            ("best", one_best, "us", "best cards"),
            ("bests", many_best, "million/s", "best cards in batches"),
        )
    ]


def ranges(figures: list[Figure]) -> list[Figure]:
    """The least and the most of the look-ups of all tables."""
    found = []
    for kind in ("value", "values", "bests"):
        some = [each for each in figures if each.name.rpartition(".")[2] == kind]
        for end, one in (("least", min), ("most", max)):
            figure = one(some, key=lambda each: each.value)
            found.append(replace(figure, name=f"endings.{kind}.{end}"))
    return found


def solve(cards: str, file: Path | None) -> None:
    """Print the cost of solving with the tables of this process."""
    figures = []
    bg.solve(bg.honeymoon.Ending.random(9, 0, seed=0))
    bg.solve(bg.honeymoon.Ending.random(9, None, seed=0))
    for strain, trump in TRUMPS.items():
        times = []
        for ending in endings(1000, 13, trump):
            started = time.perf_counter()
            bg.solve(ending)
            times.append((time.perf_counter() - started) * 1e3)
        median, high = statistics.median(times), statistics.quantiles(times, n=20)[18]
        print(
            f"{cards:>6} cards {strain:>8}: {median:.3f} ms, 95th percentile {high:.3f} ms",
            flush=True,
        )
        figures += [
            Figure(
                name=f"endings.solve-{cards}.{strain}.{name}",
                value=value,
                unit="ms",
                what=f"bg.solve of 13 cards, {strain}, tables to {cards} cards, {name}",
                conditions="one thread, 1,000 random deals",
            )
            for name, value in (("median", median), ("percentile-95", high))
        ]
    measured.save(file, figures)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cards", type=int, nargs="+", default=[8, 10])
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--solve", metavar="NAME", help=argparse.SUPPRESS)
    measured.add_option(parser)
    given = parser.parse_args()
    if given.solve:
        solve(given.solve, given.json)
        return
    figures: list[Figure] = []
    with tempfile.TemporaryDirectory() as temporary:
        for cards in given.cards:
            folder = Path(temporary) / str(cards)
            figures += build(folder, cards, given.threads)
            database = bg.honeymoon.EndingDatabase(folder)
            for strain in TRUMPS:
                figures += look_up(database, cards, strain)
        figures += ranges(figures)
        print("solving 13 cards, tables to")
        for cards in (8, 10):
            folder = Path(temporary) / f"solve-{cards}"
            bg.honeymoon.EndingDatabase.build(folder, cards)
            part = Path(temporary) / f"solve-{cards}.json"
            command = [sys.executable, __file__, "--solve", str(cards), "--json", str(part)]
            subprocess.run(command, check=True, env={**os.environ, "BITGAMES_ENDINGS": str(folder)})
            figures += [
                Figure(
                    name=name, **{key: row[key] for key in ("value", "unit", "what", "conditions")}
                )
                for name, row in measured.read(part).items()
            ]
    measured.save(given.json, figures)


if __name__ == "__main__":
    main()
