"""Compares tree searches by random playouts with those of other programs, in one run on one core.

``python benches/mcts.py`` measures playouts a second from the start of each game, by the fastest
way that each program offers to Python. ``pip install rust-reversi open_spiel`` installs the peers;
one that is missing is named and left out. The programs take turns, and the ratio is the median.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from statistics import median

import measured
from machine import processor

import bitgames as bg
from bitgames.files import generator

REPEATS = 5

Run = Callable[[int], object]
"""Searches with this number of simulations."""


def ours(spec: str) -> Run:
    """Our search of a start, whose simulations all are playouts: without proofs."""
    start = bg.position(spec)

    def run(simulations: int) -> object:
        search = bg.Mcts(start, seed=1, proof=False, rollout="random", memory=1024)
        return search.run(simulations)

    return run


def open_spiel(name: str) -> Run:
    """The search of OpenSpiel in C++."""
    import pyspiel

    game = pyspiel.load_game(name)
    state = game.new_initial_state()

    def run(simulations: int) -> object:
        evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
        bot = pyspiel.MCTSBot(game, evaluator, 1.0, simulations, 1024, False, 1, False)
        return bot.step(state)

    return run


def rust_reversi() -> Run:
    """The search of rust-reversi."""
    import rust_reversi as peer

    def run(simulations: int) -> object:
        return peer.MctsSearch(simulations, 1.0, 1).get_move(peer.Board())

    return run


def rate(run: Run, simulations: int) -> float:
    """Simulations a second."""
    begin = time.perf_counter()
    run(simulations)
    return simulations / (time.perf_counter() - begin)


def calibrated(run: Run, seconds: float) -> int:
    """A number of simulations that takes about so long."""
    simulations = 100
    while (speed := rate(run, simulations)) * seconds > 4 * simulations:
        simulations *= 4
    return max(100, int(speed * seconds))


def compare(run: Run, other: Run, seconds: float) -> tuple[float, float, float]:
    """Our rate, that of the other, and the median of the ratios."""
    counts = [calibrated(each, seconds) for each in (run, other)]
    rows = [(rate(run, counts[0]), rate(other, counts[1])) for _ in range(REPEATS)]
    mine, theirs = (median(column) for column in zip(*rows, strict=True))
    return mine, theirs, median(a / b for a, b in rows)


COMPARISONS: list[tuple[str, str, str | None, Callable[[], Run] | None, float]] = [
    ("tic-tac-toe", "tictactoe", "open_spiel", lambda: open_spiel("tic_tac_toe"), 2),
    ("Othello", "othello", "rust-reversi", rust_reversi, 5),
    ("Othello", "othello", "open_spiel", lambda: open_spiel("othello"), 100),
    ("honeymoon bridge, a new world each", "honeymoon", None, None, 0),
    ("mosaic", "mosaic", None, None, 0),
    ("quo", "quo", None, None, 0),
    ("five in a row, 9 x 9", "mnk:9,9,5", None, None, 0),
]
"""What is searched, our spec, the peer's package, its search, and the ratio promised."""


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=str(__doc__).partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="shorter runs, rougher figures")
    measured.add_option(parser)
    given = parser.parse_args()
    seconds = 0.1 if given.quick else 1.0
    figures = []
    print(f"{generator()}, one core of {processor()}")
    print(f"{'playouts a second':36}{'ours':>12}  {'peer':24}{'theirs':>12}{'ratio':>9}  promised")
    conditions = f"one thread, from the start; medians of {REPEATS} repeats"
    for words, spec, package, make, promised in COMPARISONS:
        run = ours(spec)
        if package is None or make is None:
            speed = median(rate(run, calibrated(run, seconds)) for _ in range(REPEATS))
            print(f"{words:36}{speed:12,.0f}", flush=True)
            figures.append(
                measured.Figure(
                    name=f"mcts.{spec}",
                    value=speed,
                    unit="playouts/s",
                    what=f"tree search, {words}",
                    conditions=conditions,
                )
            )
            continue
        try:
            peer = f"{package} {version(package)}"
        except PackageNotFoundError:
            print(f"{words:36}{'':12}  {package} is not installed", flush=True)
            continue
        mine, theirs, ratio = compare(run, make(), seconds)
        numbers = f"{mine:12,.0f}  {peer:24}{theirs:12,.0f}{ratio:8,.1f} x"
        print(f"{words:36}{numbers}  {promised:g} x", flush=True)
        figures.append(
            measured.Figure(
                name=f"mcts.{spec}.{package}",
                value=ratio,
                unit="times",
                what=f"playouts of a tree search, {words}",
                against=peer,
                conditions=conditions,
            )
        )
    measured.save(given.json, figures)


if __name__ == "__main__":
    main()
