"""Compares the package with other programs for Othello, in one run on one machine.

``python benches/peers.py`` needs ``pip install rust-reversi`` and a checkout, whose plain-Python
references stand in where no other program is known. Each line is a ratio: the time of the other
program for the same work, divided by ours. All use one core, and the answers are compared.
"""

from __future__ import annotations

import argparse
import platform
import random
import sys
import time
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from statistics import median

import measured
import rust_reversi
from machine import processor
from othello_strength import board_of

import bitgames as bg
from bitgames.files import generator

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests import reference

REPEATS = 5
DEEP = 60
"""More plies than an ending has."""


def ratio(other: Callable[[], object], ours: Callable[[], object]) -> float:
    """The median of the ratios of some repeats, in which both take turns."""

    def seconds(call: Callable[[], object]) -> float:
        begin = time.perf_counter()
        call()
        return time.perf_counter() - begin

    return median(seconds(other) / seconds(ours) for _ in range(REPEATS))


def othello_endings(count: int, empties: int) -> list[bg.Othello]:
    """Positions of random games with this number of empty squares and a choice of moves."""
    chance, found = random.Random(1), []
    while len(found) < count:
        position = bg.Othello()
        while position.empties > empties and not position.is_over:
            position = position.play(chance.choice(position.legal_moves))
        if not position.is_over and len(position.legal_moves) > 1:
            found.append(position)
    return found


def solved_endings(count: int, empties: int) -> float:
    """Win, loss or draw of endings."""
    positions = othello_endings(count, empties)
    boards = [board_of(position) for position in positions]
    search = rust_reversi.AlphaBetaSearch(rust_reversi.PieceEvaluator(), DEEP, 10_000)

    def sign(value: float) -> int:
        return (value > 0) - (value < 0)

    for position, board in zip(positions, boards, strict=True):
        assert sign(search.get_search_score(board)) == bg.solve(position, wld=True).value
    return ratio(
        lambda: [search.get_search_score(board) for board in boards],
        lambda: [bg.solve(position, wld=True) for position in positions],
    )


def random_games(games: int) -> float:
    """Random games of Othello, by the fastest way that each offers to Python."""

    def other() -> None:
        for _ in range(games):
            board = rust_reversi.Board()
            while not board.is_game_over():
                if board.is_pass():
                    board.do_pass()
                else:
                    board.do_move(board.get_random_move())

    return ratio(
        other, lambda: bg.match("random", "random", "othello", games=games, seed=1, threads=1)
    )


def othello_perft(depth: int) -> float:
    """Leaves of Othello against the reference in plain Python."""
    othello = reference.REFERENCES["othello"]
    start = othello.start("othello")
    assert othello.perft(start, depth) == bg.perft(bg.Othello(), depth)

    def ours() -> None:
        for _ in range(100):
            bg.perft(bg.Othello(), depth)

    return 100 * ratio(lambda: othello.perft(start, depth), ours)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=str(__doc__).partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="fewer positions, rougher figures")
    measured.add_option(parser)
    given = parser.parse_args()
    quick = given.quick
    peer = f"rust-reversi {version('rust-reversi')}"
    plain = f"plain Python {platform.python_version()}"
    print(f"{generator()}, one core of {processor()}")
    figures = []
    for name, words, other, measure in (
        (
            "endings",
            "Othello, 12 empty squares, win or loss",
            peer,
            lambda: solved_endings(5 if quick else 30, 12),
        ),
        ("random", "a random game of Othello", peer, lambda: random_games(200 if quick else 2_000)),
        ("perft", "a leaf of perft, Othello", plain, lambda: othello_perft(4 if quick else 6)),
    ):
        times = measure()
        print(f"{words:42}{other:22}{times:10,.1f} x", flush=True)
        conditions = f"one thread; median of {REPEATS} repeats that take turns"
        figures.append(
            measured.Figure(
                name=f"peers.{name}",
                value=times,
                unit="times",
                what=words,
                against=other,
                conditions=conditions,
            )
        )
    measured.save(given.json, figures)


if __name__ == "__main__":
    main()
