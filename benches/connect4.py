"""Times exact scores of Connect Four against bitbully: the same positions, taking turns.

    maturin develop --release
    pip install bitbully==0.0.79
    python benches/connect4.py --plies 12 16 24 32 --json connect4.json

Positions are made by random play that nobody has won, without a win at once, and both programs say
the score of each: no book, one thread, a table of their own that stays from one position to the
next. What is printed and kept are medians over the rounds of processor seconds for all positions of
a number of plies, and the ratio: this package divided by the other program. A score that differs
ends the run. `--empty` adds the empty board, with a table of 1 GiB.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable
from statistics import median
from typing import Any

import measured

import bitgames as bg


def positions(plies: int, count: int, seed: int) -> list[list[int]]:
    """Random games of so many plies, as columns counted from 0, without a win at once."""
    chance = random.Random(seed)
    found: list[list[int]] = []
    while len(found) < count:
        position, line = bg.ConnectFour(), []
        while len(line) < plies and not position.is_over:
            move = chance.choice(position.legal_moves)
            position, line = position.play(move), [*line, int(move)]
        wins = any(position.play(move).is_over for move in position.legal_moves)
        if not position.is_over and not wins:
            found.append(line)
    return found


Program = tuple[Callable[[list[int]], Any], Callable[[Any], int]]
"""How a program sets up a position, and its score."""


def ours(table_mib: int) -> Program:
    """Scores by this package, each with a whole line of best play."""
    solver = bg.Solver("connect4", table_mib=table_mib)

    def board(line: list[int]) -> bg.Position:
        position: bg.Position = bg.ConnectFour()
        for move in line:
            position = position.play(move)
        return position

    return board, lambda position: solver.solve(position).value


def bitbully() -> Program:
    """Scores by bitbully, whose scale is the same."""
    from bitbully import bitbully_core as core

    solver = core.BitBullyCore()

    def board(line: list[int]) -> Any:
        made = core.BoardCore()
        for column in line:
            made.play(column)
        return made

    return board, lambda made: int(solver.mtdf(made, first_guess=0))


def timed(program: Program, lines: list[list[int]]) -> tuple[float, list[int]]:
    """Processor seconds, and the scores."""
    board, score = program
    boards = [board(line) for line in lines]
    began = time.process_time()
    scores = [score(each) for each in boards]
    return time.process_time() - began, scores


def main() -> None:
    """Run the comparison."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--plies", type=int, nargs="*", default=[12, 16, 24, 32])
    parser.add_argument("--count", type=int, default=1000, help="positions of each number of plies")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--empty", action="store_true", help="the empty board, too")
    measured.add_option(parser)
    arguments = parser.parse_args()
    sets = {
        f"{plies} plies": positions(plies, arguments.count, arguments.seed)
        for plies in arguments.plies
    }
    if arguments.empty:
        sets["empty board"] = [[]]
    figures = []
    for name, lines in sets.items():
        mib = 1024 if name == "empty board" else 64
        seconds: dict[str, list[float]] = {"ours": [], "bitbully": []}
        for _ in range(arguments.rounds):
            programs = {"ours": ours(mib), "bitbully": bitbully()}
            found = {each: timed(program, lines) for each, program in programs.items()}
            for line, mine, theirs in zip(
                lines, found["ours"][1], found["bitbully"][1], strict=True
            ):
                if mine != theirs:
                    raise SystemExit(f"{line}: {mine} here, {theirs} there")
            for each, (taken, _) in found.items():
                seconds[each].append(taken)
        mine, theirs = (median(each) for each in seconds.values())
        ratio = mine / theirs
        times = f"{mine:8.2f} s  bitbully {theirs:8.2f} s  {ratio:6.3f}"
        print(f"{name:12} {len(lines):5} positions  {times}")
        figures.append(
            measured.Figure(
                name=f"connect4.{name.replace(' ', '_')}",
                value=1 / ratio,
                unit="times",
                what=f"exact scores of {len(lines)} positions, {name}",
                against="bitbully 0.0.79",
                conditions=f"one thread, no book, medians of {arguments.rounds}",
            )
        )
    measured.save(arguments.json, figures)


if __name__ == "__main__":
    main()
