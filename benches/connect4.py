"""Times exact scores of Connect Four against other programs: the same positions, taking turns.

    maturin develop --release
    pip install bitbully==0.0.79
    cargo build --release -p bitgames-benches --example connect_four_ai
    python benches/connect4.py --connect-four-ai target/release/examples/connect_four_ai
    python benches/connect4.py --plies 8 --rounds 1 --keep parts.jsonl --json connect4.json

Positions are made by random play that nobody has won, without a win at once, and all programs say
the score of each: no book, one thread, a table of their own that stays from one position to the
next. Positions go to the programs by parts of 20, one program after the other. A time is the sum
over the parts of the median over the rounds, in processor seconds, and the ratio is this package
divided by the other program, with the 95 % interval that resampling the parts gives. A score that
differs ends the run. `--empty` adds the empty board, with a table of 1 GiB for this package; those
of the others have one size. `--keep` writes each part to a file as soon as it is done, and goes on
after those that are there: a run that was stopped tells of them with a smaller `--count`.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import measured
import numpy as np

import bitgames as bg

PART = 20
"""Positions between two turns."""

Line = list[int]
"""A game as columns counted from 0."""


def positions(plies: int, count: int, seed: int) -> list[Line]:
    """Random games of so many plies, as columns counted from 0, without a win at once."""
    chance = random.Random(seed)
    found: list[Line] = []
    while len(found) < count:
        position: bg.Position = bg.ConnectFour()
        line: Line = []
        while len(line) < plies and not position.is_over:
            move = chance.choice(position.legal_moves)
            position, line = position.play(move), [*line, int(move)]
        wins = any(position.play(move).is_over for move in position.legal_moves)
        if not position.is_over and not wins:
            found.append(line)
    return found


class Part(NamedTuple):
    """What a program said of some positions."""

    scores: list[int]
    seconds: float
    """Processor time."""


Program = Callable[[list[Line]], Part]


def ours(table_mib: int) -> Program:
    """Scores by this package, each with a whole line of best play."""
    solver = bg.Solver("connect4", table_mib=table_mib, threads=1, book=False)

    def board(line: Line) -> bg.Position:
        position: bg.Position = bg.ConnectFour()
        for move in line:
            position = position.play(move)
        return position

    return in_turn(board, lambda position: solver.solve(position).value)


def bitbully() -> Program:
    """Scores by bitbully, whose scale is the same."""
    from bitbully import bitbully_core as core

    solver = core.BitBullyCore()

    def board(line: Line) -> Any:
        made = core.BoardCore()
        for column in line:
            made.play(column)
        return made

    return in_turn(board, lambda made: int(solver.mtdf(made, first_guess=0)))


def in_turn(board: Callable[[Line], Any], score: Callable[[Any], int]) -> Program:
    """A program in this process: how it sets up a position, and its score."""

    def run(lines: list[Line]) -> Part:
        boards = [board(line) for line in lines]
        began = time.process_time()
        scores = [score(each) for each in boards]
        return Part(scores, time.process_time() - began)

    return run


def connect_four_ai(path: Path) -> Program:
    """Scores by the crate, in a process of its own."""
    process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    # The clock of the processor time of another process, as Linux numbers it.
    clock = ~process.pid << 3 | 2

    def run(lines: list[Line]) -> Part:
        assert process.stdin and process.stdout
        games = ("".join(str(column + 1) for column in line) for line in lines)
        began = time.clock_gettime(clock)
        print(*games, file=process.stdin, flush=True)
        scores = [int(score) for score in process.stdout.readline().split()]
        return Part(scores, time.clock_gettime(clock) - began)

    return run


class Kept:
    """The parts that are done, also by earlier runs if there is a file."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._parts: dict[tuple[str, str], Part] = {}
        if path and path.exists():
            for line in path.read_text().splitlines():
                (name, games), part = json.loads(line)
                self._parts[name, games] = Part(*part)

    def part(self, name: str, run: Program, lines: list[Line]) -> Part:
        """What the run of this name said of these positions, asked if it is not there."""
        key = name, " ".join("".join(map(str, line)) for line in lines)
        if key not in self._parts:
            self._parts[key] = run(lines)
            if self._path:
                with self._path.open("a") as file:
                    print(json.dumps([key, self._parts[key]]), file=file)
        return self._parts[key]


def parts(lines: list[Line]) -> Iterator[list[Line]]:
    """The positions between two turns, one part after the other."""
    return (lines[at : at + PART] for at in range(0, len(lines), PART))


def interval(mine: np.ndarray, theirs: np.ndarray) -> tuple[float, float] | None:
    """The 95 % interval of how many times the time of theirs is that of mine, over all parts."""
    if len(mine) < 10:
        return None
    drawn = np.random.default_rng(0).integers(len(mine), size=(10_000, len(mine)))
    low, high = np.quantile(theirs[drawn].sum(1) / mine[drawn].sum(1), [0.025, 0.975])
    return float(low), float(high)


def compare(
    lines: list[Line], rounds: int, makers: dict[str, Callable[[], Program]], kept: Kept
) -> dict[str, np.ndarray]:
    """Processor seconds of each program and part: medians over the rounds."""
    seconds: dict[str, list[list[float]]] = {program: [] for program in makers}
    for turn in range(rounds):
        programs = {each: make() for each, make in makers.items()}
        for taken in seconds.values():
            taken.append([])
        for part in parts(lines):
            found = {
                each: kept.part(f"{each}, round {turn + 1}", run, part)
                for each, run in programs.items()
            }
            for each, (scores, taken_now) in found.items():
                if scores != found["ours"].scores:
                    raise SystemExit(f"{part}: {found['ours'].scores} here, {scores} by {each}")
                seconds[each][-1].append(taken_now)
    return {each: np.median(taken, axis=0) for each, taken in seconds.items()}


def main() -> None:
    """Run the comparison."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--plies", type=int, nargs="*", default=[12, 16, 24, 32])
    parser.add_argument("--count", type=int, default=1000, help="positions of each number of plies")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--empty", action="store_true", help="the empty board, too")
    parser.add_argument("--connect-four-ai", type=Path, metavar="PROGRAM", help="its program, too")
    parser.add_argument("--no-bitbully", action="store_true", help="leave out bitbully")
    parser.add_argument("--keep", type=Path, metavar="FILE", help="go on with the parts of FILE")
    measured.add_option(parser)
    arguments = parser.parse_args()
    sets = {
        f"{plies} plies": positions(plies, arguments.count, arguments.seed)
        for plies in arguments.plies
    }
    if arguments.empty:
        sets["empty board"] = [[]]
    peers: dict[str, tuple[str, Callable[[], Program]]] = {}
    if not arguments.no_bitbully:
        peers["bitbully"] = "0.0.79", bitbully
    if arguments.connect_four_ai:
        peers["connect-four-ai"] = "1.0.0", partial(connect_four_ai, arguments.connect_four_ai)
    kept, figures = Kept(arguments.keep), []
    for name, lines in sets.items():
        mib = 1024 if name == "empty board" else 64
        makers = {"ours": partial(ours, mib)} | {peer: make for peer, (_, make) in peers.items()}
        seconds = compare(lines, arguments.rounds, makers, kept)
        mine = seconds["ours"]
        for peer, (version, _) in peers.items():
            theirs = seconds[peer]
            times = f"{mine.sum():8.2f} s  {peer} {theirs.sum():8.2f} s"
            print(f"{name:12} {len(lines):5} positions  {times}  {mine.sum() / theirs.sum():6.3f}")
            key = name.replace(" ", "_")
            figures.append(
                measured.Figure(
                    name=f"connect4.{key}" if peer == "bitbully" else f"connect4.{peer}.{key}",
                    value=float(theirs.sum() / mine.sum()),
                    unit="times",
                    what=f"exact scores of {len(lines)} positions, {name}",
                    against=f"{peer} {version}",
                    conditions=f"one thread, no book, medians of {arguments.rounds}",
                    interval=interval(mine, theirs),
                )
            )
    measured.save(arguments.json, figures)


if __name__ == "__main__":
    main()
