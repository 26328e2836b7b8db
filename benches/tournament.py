"""Measures tournaments against matches of the same players: the same games, and each one written.

``python benches/tournament.py`` needs a release build (``maturin develop --release``). Match and
tournament take turns; the best of the repeats counts. The rate is that of the match, and the share
is the speed of the tournament in parts of it. With ``--threads 1`` the time is that of the
processor, which other programs do not lengthen. Balanced openings are drawn in both; what is the
same each time in a tournament, such as its first file, is in its time.

It ends with exit code 1 if players that think for a millisecond or more are slower than 0.9.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import measured
from machine import processor

import bitgames as bg

REPEATS = 3
MIN = 0.9
# Players, game, openings, and pairs for a few seconds on one core.
MEASURED = [
    ("mcts:sims=400", "alphabeta:depth=4", "othello", "random:8", 400),
    ("alphabeta:depth=5", "alphabeta:depth=4", "othello", "random:8", 500),
    ("alphabeta:depth=4", "alphabeta:depth=3", "mosaic:5", "random:6", 400),
    ("rule", "montecarlo", "honeymoon", "none", 30),
    ("alphabeta:depth=3", "greedy", "othello", "random:8", 2000),
    ("alphabeta:depth=2", "greedy", "othello", "none", 10_000),
    ("random", "random", "othello", "none", 10_000),
    ("ai14", "ai12", "tictactoe", "none", 10_000),
]


def seconds(work: Callable[[], object], clock: Callable[[], float]) -> float:
    """The time of one call."""
    began = clock()
    work()
    return clock() - began


def main() -> int:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--threads", type=int, default=None, help="threads (default: all cores)")
    parser.add_argument("--repeats", type=int, default=REPEATS)
    parser.add_argument("--quick", action="store_true", help="few pairs, rougher figures")
    measured.add_option(parser)
    options = parser.parse_args()
    figures = []
    clock = time.process_time if options.threads == 1 else time.perf_counter
    print(f"{processor()}, bitgames {bg.__version__}, threads {options.threads or 'all'}")
    print(f"{'players':44}{'game':12}{'ms/game':>9}{'share':>8}{'us more':>9}")
    slow = False
    with tempfile.TemporaryDirectory() as folder:
        for number, (a, b, game, openings, usual) in enumerate(MEASURED):
            pairs = max(1, usual // 50) if options.quick else usual
            best = [float("inf")] * 2
            for repeat in range(options.repeats):
                path = Path(folder, f"{number}-{repeat}.jsonl")

                def match(a=a, b=b, game=game, openings=openings, pairs=pairs) -> object:
                    return bg.match(
                        a, b, game, 2 * pairs, 0, openings=openings, threads=options.threads
                    )

                def tournament(
                    a=a, b=b, game=game, openings=openings, pairs=pairs, path=path
                ) -> object:
                    return bg.tournament(
                        [a, f"b={b}"],
                        game,
                        pairs=pairs,
                        openings=openings,
                        results=path,
                        threads=options.threads,
                    )

                best = [
                    min(before, seconds(work, clock))
                    for before, work in zip(best, (match, tournament), strict=True)
                ]
            each = best[0] / (2 * pairs)
            share, more = best[0] / best[1], (best[1] - best[0]) / (2 * pairs)
            slow |= each >= 1e-3 and share < MIN
            names = f"{a} - {b}"
            print(f"{names:44}{game:12}{1e3 * each:9.3f}{share:8.2f}{1e6 * more:9.0f}", flush=True)
            short = re.sub(r"[^\w.-]+", "-", f"{game}.{a}-{b}")
            what = f"{2 * pairs} games of {game}, {names}"
            conditions = f"{options.threads or 'all'} thread(s), openings {openings}"
            figures += [
                measured.Figure(
                    name=f"tournament.{short}.{kind}",
                    value=value,
                    unit=unit,
                    what=f"{what}{words}",
                    against="a match",
                    conditions=f"{conditions}; the best of {options.repeats} repeats",
                )
                for kind, value, unit, words in (
                    ("share", share, "times", ", speed of a tournament"),
                    ("more", 1e6 * more, "us", ", what a tournament adds to a game"),
                )
            ]
    measured.save(options.json, figures)
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
