"""Compares the package with plain Python, like for like, in one run on one machine.

Every figure is the median of several repeats; the repeats of the baseline and of the package take
turns, so that a busy moment of the machine hits both. Garbage collection runs as it always does.

`comparisons()` gives the rows; `python benches/compare.py` prints them, and writes them as JSON
or as a chart on request.
"""

from __future__ import annotations

import argparse
import platform
import random
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import repeat
from pathlib import Path
from statistics import median
from typing import Any

# The sibling module is found wherever this file is loaded from.
sys.path.insert(0, str(Path(__file__).resolve().parent))

import baselines
import chart
import measured
import mosaic_baseline

import bitgames as bg

REPEATS = 7

# A whole drawn game: its nine positions but the last have 0 to 8 marks and none is over.
DRAWN_GAME = (4, 0, 2, 6, 3, 5, 1, 7, 8)


@dataclass(frozen=True, slots=True)
class Comparison:
    """One row: seconds for one operation on both sides, and the target ratio."""

    name: str
    what: str
    baseline: float | None
    ours: float
    ratio: float | None
    target: float | None = None
    least_per_second: float | None = None

    @property
    def per_second(self) -> float:
        """Operations of the package in one second."""
        return 1 / self.ours

    @property
    def met(self) -> bool | None:
        """Whether the ratio reaches the target; None without a target."""
        if self.least_per_second is not None:
            return self.per_second >= self.least_per_second
        if self.target is None or self.ratio is None:
            return None
        return self.ratio >= self.target


Timed = Callable[[], float]


def _seconds(call: Callable[[], object], operations: int, calls: int = 1) -> float:
    """Seconds for one operation, when one call does `operations` of them."""
    begin = time.perf_counter()
    for _ in repeat(None, calls):
        call()
    return (time.perf_counter() - begin) / (calls * operations)


def _medians(sides: Sequence[Timed]) -> list[float]:
    """The median of each side over repeats that take turns, after one round to warm up."""
    rounds = [[side() for side in sides] for _ in range(REPEATS + 1)]
    return [median(column) for column in zip(*rounds[1:], strict=True)]


def _row(
    name: str,
    what: str,
    baseline: Timed,
    ours: Timed,
    *,
    target: float | None = None,
    least_per_second: float | None = None,
) -> Comparison:
    slow, fast = _medians([baseline, ours])
    return Comparison(name, what, slow, fast, slow / fast, target, least_per_second)


def legal_moves(quick: bool) -> list[Comparison]:
    """Lists of legal moves, averaged over positions with 0 to 8 marks.

    Both sides build a Python list of moves: bits on the baseline, `Move` objects on ours. The
    loop over the nine positions is the same and is timed on both sides.
    """
    calls = 2_000 if quick else 20_000
    boards, positions = [], [bg.TicTacToe()]
    for count in range(9):
        board = baselines.BitBoard()
        for index, cell in enumerate(DRAWN_GAME[:count]):
            board.board[index % 2] |= 1 << cell
        boards.append(board)
        positions.append(positions[-1].play(DRAWN_GAME[count]))
    positions.pop()
    assert [len(board.legal_moves()) for board in boards] == list(range(9, 0, -1))
    assert [len(position.legal_moves) for position in positions] == list(range(9, 0, -1))

    def baseline() -> None:
        for board in boards:
            board.legal_moves()

    def ours() -> None:
        for position in positions:
            _ = position.legal_moves

    return [
        _row(
            "legal_moves",
            "pos.legal_moves averaged over 0 to 8 marks, against two-integer bitboards in Python",
            lambda: _seconds(baseline, 9, calls),
            lambda: _seconds(ours, 9, calls),
            target=4,
        )
    ]


def play(quick: bool) -> list[Comparison]:
    """One play, averaged over the nine plays of a drawn game.

    The baseline changes a list board in place and judges the game after each move; making the
    boards is not timed. Ours gives a new position each time, and its judgement is made when asked,
    hence a second row that also asks `is_over` after each play. Both are given moves in the form
    in which their own legal moves come. The third row is against the leanest list board.
    """
    games = 500 if quick else 5_000
    start = bg.TicTacToe()
    moves = [start.legal_moves[cell] for cell in DRAWN_GAME]

    def plays_on(new_board: Callable[[], baselines.Board]) -> float:
        boards = [new_board() for _ in range(games)]

        def run() -> None:
            for board in boards:
                for cell in DRAWN_GAME:
                    board.play(cell)

        seconds = _seconds(run, 9 * games)
        assert all(board.status == baselines.DRAW for board in boards)
        return seconds

    def ours() -> None:
        for _ in repeat(None, games):
            position = start
            for move in moves:
                position = position.play(move)

    def ours_judged() -> None:
        for _ in repeat(None, games):
            position = start
            for move in moves:
                position = position.play(move)
                _ = position.is_over

    slow, lean, fast, judged = _medians(
        [
            lambda: plays_on(baselines.ListBoard),
            lambda: plays_on(baselines.LeanBoard),
            lambda: _seconds(ours, 9 * games),
            lambda: _seconds(ours_judged, 9 * games),
        ]
    )
    what = "against a list board in Python that is judged after each move"
    return [
        Comparison("play", f"pos.play(move), {what}", slow, fast, slow / fast, target=4),
        Comparison(
            "play_is_over", f"pos.play(move) and pos.is_over, {what}", slow, judged, slow / judged
        ),
        Comparison(
            "play_lean", "pos.play(move), against the leanest list board", lean, fast, lean / fast
        ),
    ]


def _native_match(first: str, second: str, games: int) -> Timed:
    def run() -> float:
        begin = time.perf_counter()
        result = bg.match(first, second, game="tictactoe", games=games, seed=1, threads=1)
        seconds = (time.perf_counter() - begin) / games
        assert result.num_games == games
        return seconds

    return run


def _python_match(
    first: Callable[[Any], int],
    second: Callable[[Any], int],
    games: int,
    new_board: Callable[[], baselines.Board] = baselines.ListBoard,
) -> Timed:
    def run() -> None:
        counts = baselines.match(first, second, games, new_board)
        assert sum(map(sum, counts.values())) == games

    return lambda: _seconds(run, games)


def ai2_match(quick: bool) -> list[Comparison]:
    """One game of `ai2` against `ai2`, in a match on one thread.

    Ours plays 50,000 games a repeat through `bg.match`, its start and its result included; the
    baseline plays fewer with `random.choice` on a list board, and seconds for one game are
    compared. A second row is against the leanest list board.
    """
    games, fewer = (5_000, 200) if quick else (50_000, 4_000)
    ai2 = baselines.ai2
    slow, lean, fast = _medians(
        [
            _python_match(ai2, ai2, fewer),
            _python_match(ai2, ai2, fewer, baselines.LeanBoard),
            _native_match("ai2", "ai2", games),
        ]
    )
    what = "a game of ai2 against ai2 in bg.match on one thread, against"
    return [
        Comparison(
            "ai2_ai2", f"{what} a list board in Python", slow, fast, slow / fast, target=200
        ),
        Comparison("ai2_ai2_lean", f"{what} the leanest list board", lean, fast, lean / fast),
    ]


def ai14_match(quick: bool) -> list[Comparison]:
    """One game of `ai14` against `ai2`, as `ai2_match`."""
    games, fewer = (5_000, 40) if quick else (50_000, 600)
    return [
        _row(
            "ai14_ai2",
            "a game of ai14 against ai2 in bg.match on one thread, against a list board in Python",
            _python_match(baselines.ai14, baselines.ai2, fewer),
            _native_match("ai14", "ai2", games),
            target=300,
        )
    ]


class PythonRandom(bg.players.Player):
    """A random player as a user writes one."""

    name = "python_random"

    def choose(self, position: bg.Position) -> bg.Move:
        return random.choice(position.legal_moves)


def python_match(quick: bool) -> list[Comparison]:
    """One game between two players written in Python, each `random.choice` of the legal moves.

    Both sides call back into Python for every move; only the board differs.
    """
    games = 200 if quick else 2_500
    one, other = PythonRandom(), PythonRandom()

    def ours() -> object:
        return bg.match(one, other, game="tictactoe", games=games, seed=1)

    return [
        _row(
            "python_players",
            "a game of two random players written in Python, against a list board in Python",
            _python_match(baselines.ai2, baselines.ai2, games),
            lambda: _seconds(ours, games),
            target=3,
        )
    ]


def perft(quick: bool) -> list[Comparison]:
    """One leaf of the whole game tree, all 255,168 games counted one by one.

    The baseline counts them once a repeat on two integers; in a quick run only the games that
    begin in the centre, a tenth of all.
    """
    start, leaves, calls = bg.TicTacToe(), 255_168, 3 if quick else 20

    def baseline() -> None:
        assert baselines.perft(0, 1 << 4) == 25_872 if quick else baselines.perft() == leaves

    def ours() -> None:
        assert bg.perft(start, 9) == leaves

    return [
        _row(
            "perft",
            "a leaf of all 255,168 games by bg.perft, against two-integer bitboards in Python",
            lambda: _seconds(baseline, 25_872 if quick else leaves),
            lambda: _seconds(ours, leaves, calls),
            least_per_second=30e6,
        )
    ]


def judge(quick: bool) -> list[Comparison]:
    """One record judged, over generated lines of 9 to 12 random digits.

    Both sides are called once a record from Python, and give the result's text.
    """
    count = 500 if quick else 10_000
    chance = random.Random(7)
    records = []
    for _ in range(count):
        game = "".join(chance.sample("123456789", 9))
        foul = chance.randrange(9)
        # Half of the records repeat a cell somewhere, which may come after the decision.
        if chance.random() < 0.5:
            game = game[:foul] + game[chance.randrange(9)] + game[foul:]
        records.append(game + "".join(chance.choices("123456789", k=chance.randrange(3))))
    assert [baselines.judge(each) for each in records] == [
        bg.tictactoe.judge(each).result for each in records
    ]

    def baseline() -> None:
        for record in records:
            baselines.judge(record)

    def ours() -> None:
        for record in records:
            _ = bg.tictactoe.judge(record).result

    return [
        _row(
            "judge",
            "bg.tictactoe.judge(record).result, against the same on a list board in Python",
            lambda: _seconds(baseline, count),
            lambda: _seconds(ours, count),
        )
    ]


def mosaic(quick: bool) -> list[Comparison]:
    """A game of Mosaic on size 7, always the first legal move: 80 moves.

    Both sides make a list of legal moves before each one, and are asked whether the game is over.
    It is the benchmark of an article on Mosaic with bitboards. Its author's libraries cannot be
    installed from a registry; measured elsewhere on such a machine, 100 games took 0.56 to 0.84 s
    with the one in PHP, and 0.14 to 0.20 s with the one in C++ driven from Python.
    """
    games = 1 if quick else 10
    calls = 10 if quick else 20

    def baseline() -> int:
        moves = 0
        for _ in range(games):
            game = mosaic_baseline.Mosaic()
            while not game.is_over:
                game.play(game.legal_moves()[0])
                moves += 1
        return moves

    def ours() -> int:
        moves = 0
        for _ in range(games):
            position = bg.Mosaic()
            while not position.is_over:
                position = position.play(position.legal_moves[0])
                moves += 1
        return moves

    assert baseline() == ours() == 80 * games
    return [
        _row(
            "mosaic",
            "a game of size 7, always the first legal move, against integers in Python",
            lambda: _seconds(baseline, games),
            lambda: _seconds(ours, games, calls),
            least_per_second=10_000,
        )
    ]


def import_time(quick: bool) -> list[Comparison]:
    """`import bitgames` against `import numpy`, each in a fresh interpreter.

    The clock runs inside the interpreter around the import alone. The promise, at most 1.5 times
    NumPy's time, is a ratio of at least 2/3.
    """

    def timed(module: str) -> float:
        code = (
            "import time; begin = time.perf_counter(); "
            f"import {module}; print(time.perf_counter() - begin)"
        )
        command = [sys.executable, "-c", code]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
        return float(done.stdout)

    return [
        _row(
            "import",
            "import bitgames in a fresh interpreter, against import numpy",
            lambda: timed("numpy"),
            lambda: timed("bitgames"),
            target=2 / 3,
        )
    ]


GROUPS: tuple[Callable[[bool], list[Comparison]], ...] = (
    legal_moves,
    play,
    ai2_match,
    ai14_match,
    python_match,
    perft,
    judge,
    mosaic,
    import_time,
)


def comparisons(
    *, quick: bool = False, progress: Callable[[str], None] | None = None
) -> list[Comparison]:
    """All rows. `quick` does fewer operations; `progress` hears the name of each group."""
    rows = []
    for group in GROUPS:
        if progress is not None:
            progress(group.__name__)
        rows += group(quick)
    return rows


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print; the figures and a chart go to files on request."""
    parser = argparse.ArgumentParser(description=str(__doc__).partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="fewer repetitions, rougher figures")
    parser.add_argument("--quiet", action="store_true", help="do not say what is being measured")
    measured.add_option(parser)
    parser.add_argument("--svg", metavar="FILE", type=Path, help="draw the ratios (matplotlib)")
    given = parser.parse_args(arguments)
    rows = comparisons(quick=given.quick, progress=None if given.quiet else _say)
    for row in rows:
        baseline = "" if row.baseline is None else f"{row.baseline * 1e9:14,.1f} ns"
        ratio = "" if row.ratio is None else f"{row.ratio:10,.2f} x"
        kept = {True: "kept", False: "NOT KEPT", None: ""}[row.met]
        print(f"{row.name:15} {baseline} {row.ours * 1e9:14,.1f} ns {ratio} {kept:8} {row.what}")
    measured.save(given.json, figures(rows))
    if given.svg is not None:
        bars = [(row.name, row.ratio, row.target) for row in rows if row.ratio is not None]
        chart.save_chart(given.svg, "times faster than plain Python", bars)


def figures(rows: Sequence[Comparison]) -> list[measured.Figure]:
    """The ratios, as the table of figures has them."""
    return [
        measured.Figure(
            name=f"python.{row.name}",
            value=row.ratio,
            unit="times",
            what=row.what,
            against="NumPy"
            if row.name == "import"
            else f"plain Python {platform.python_version()}",
            conditions=f"one thread; medians of {REPEATS} repeats that take turns",
        )
        for row in rows
        if row.ratio is not None
    ]


def _say(name: str) -> None:
    print(f"measuring {name}", file=sys.stderr)


if __name__ == "__main__":
    main()
