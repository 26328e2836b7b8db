"""Measures questions to files of games: the time to index them, and to answer.

    python benches/archive.py                      # a million games as WTHOR
    python benches/archive.py --results --games 100000

Makes random games of Othello, plays 60 squares each unless they end before, and writes them as a
WTHOR base and, with `--results`, as a results file of a tournament. Then prints: the time to index
each file, once by itself and the second time with the index there; the size of the index; and the
times of questions: positions that all games have, that many, some and few have, that no game has;
an opening; a player. Each question goes to a newly opened archive (the first time) and is repeated
(the median). Seconds of the processor tell what it takes where nothing else runs.
What is being done stands on stderr.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path

import measured
import numpy as np
from machine import processor
from numpy.typing import NDArray

import bitgames as bg
from bitgames import journal
from bitgames.archive import place
from bitgames.formats import wthor
from bitgames.formats.wthor_names import HEADER
from bitgames.tournaments import games as kept

CHUNK = 1 << 16
PLAYERS = 500
REPEATS = 15


def random_games(count: int, seed: int) -> Iterator[tuple[NDArray[np.uint8], NDArray[np.int64]]]:
    """Squares of random games, 60 for each or fewer and then zeros, and their scores for black."""
    codes = np.zeros(65, np.uint8)
    for code, square in wthor.SQUARES.items():
        codes[int(bg.Othello().parse_move(square))] = code
    for first in range(0, count, CHUNK):
        rows = min(CHUNK, count - first)
        batch = bg.Batch("othello", rows, seed=seed, first=first, autoreset="disabled")
        games, used = np.zeros((rows, 60), np.uint8), np.zeros(rows, np.int64)
        over = np.zeros(rows, np.bool_)
        while not over.all():
            moves = batch.sample()
            placed = ~over & (moves < 64)
            over |= batch.step(moves).terminated
            games[placed, used[placed]] = codes[moves[placed]]
            used += placed
        discs = batch.planes(viewer=0)[:, :2].sum((2, 3)).astype(np.int64)
        empties = 64 - discs.sum(1)
        lead = discs[:, 0] - discs[:, 1]
        yield games, lead + empties * np.sign(lead)


def write_base(path: Path, count: int, seed: int) -> None:
    """Write the games as a WTHOR base."""
    rng = np.random.default_rng(seed)
    with path.open("wb") as file:
        file.write(HEADER.pack(0, 0, 0, 0, count, 0, 2026, 8, 0, 0, 0))
        for games, scores in random_games(count, seed):
            layout = [
                ("event", "<u2"),
                ("players", "<u2", 2),
                ("score", "u1", 2),
                ("moves", "u1", 60),
            ]
            table = np.zeros(len(games), np.dtype(layout))
            table["players"] = rng.integers(0, PLAYERS, (len(games), 2))
            table["score"] = ((scores + 64) // 2)[:, None]
            table["moves"] = games
            file.write(table.tobytes())


def write_results(path: Path, base: Path) -> None:
    """Write the games of a base as a results file."""
    config = {"game": "othello", "players": [f"#{number}" for number in range(PLAYERS)]}
    header = {
        "format": journal.FORMAT,
        "version": journal.VERSION,
        "generator": "benches/archive.py",
    }
    start = bg.Othello()
    squares = [f"{'abcdefgh'[cell % 8]}{cell // 8 + 1}" for cell in range(64)] + ["pass"]
    with bg.Archive(base) as archive, path.open("wb") as file:
        file.write(journal.line_of({**header, "config": config}))
        # Past the door: a million games as objects take minutes.
        reader = archive._reader
        for number in range(len(archive)):
            row, (_, moves) = reader.row(number), reader.moves(number)
            line = kept.Game(
                f"{number:016x}", number // 2, number, reader.text(row["first"]),
                reader.text(row["second"]), row["points"] / 2, "board full", False, len(moves), 0,
                (0.0, 0.0), (number, number), start.to_string(),
                " ".join(squares[move] for move in moves),
            )  # fmt: skip
            file.write(journal.line_of(line._asdict()))


def tell(what: str) -> None:
    """Say on stderr what is being done, in the place of what was said before."""
    if sys.stderr.isatty():
        print(f"{what} ...".ljust(60), end="\r", file=sys.stderr, flush=True)
    else:
        print(f"{what} ...", file=sys.stderr, flush=True)


def timed(what: Callable[[], object]) -> tuple[float, float]:
    """Seconds, and seconds of the processor."""
    started, used = time.perf_counter(), time.process_time()
    what()
    return time.perf_counter() - started, time.process_time() - used


def load() -> str:
    """The load of the machine, as far as the system tells it."""
    return f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"


def measure(path: Path, threads: int | None) -> list[measured.Figure]:
    """Index a file, ask it questions, and print the times."""
    name = f"archive.{path.suffix[1:]}"
    figures = []

    def figure(key: str, value: float, unit: str, what: str) -> None:
        conditions = f"{games:,} games, {threads or 'all'} threads; load {load()}"
        figures.append(
            measured.Figure(
                name=f"{name}.{key}", value=value, unit=unit, what=what, conditions=conditions
            )
        )

    with path.open("rb") as file:  # into the memory of the system
        while file.read(1 << 24):
            pass

    def opened() -> bg.Archive:
        return bg.Archive(path, threads=threads)

    tell(f"indexing {path.name}")
    built, used = timed(lambda: opened().close())
    again, _ = timed(lambda: opened().close())
    with opened() as archive:
        games = len(archive)
        lines = [bg.Othello()]
        for move in archive.game(games // 2 + 1).moves:
            lines.append(lines[-1].play(move))
    index = os.path.getsize(f"{path}{place.SUFFIX}")
    print(f"{path.name}: {games:,} games, {path.stat().st_size / 1e6:,.0f} MB, load {load()}")
    print(
        f"  index   {built:8.1f} s, {games / built:,.0f} games/s, {index / 1e6:,.0f} MB; "
        f"of the processor {used:.1f} s"
    )
    print(f"  opened  {again * 1e3:8.1f} ms")
    for key, value, unit, words in (
        ("index", built, "s", "time"),
        ("index.processor", used, "s", "time of the processor"),
        ("index.size", index / 1e6, "MB", "size"),
    ):
        figure(key, value, unit, f"index of {path.name}, {words}")
    tell(f"asking {path.name}")
    questions: dict[str, dict[str, object]] = {
        f"position after {plies} moves": {"position": lines[plies]}
        for plies in (0, 2, 4, 5, 6, 7, 8, 10, 15, 20, 30, 45, 58)
    }
    questions["position of no game"] = {
        "position": f"othello {'XXXXXXXX/' * 4}{'OOOOOOOO/' * 3}OOOOOOO- X"
    }
    questions["opening of 5 moves"] = {"opening": "f5 d6 c3 d3 c4"}
    questions["player"] = {"player": "#7"}
    questions["player and position"] = {"player": "#7", "position": lines[4]}
    times: dict[tuple[str, str], list[float]] = defaultdict(list)
    for question, asked in questions.items():
        for kind in ("find", "stats"):
            with opened() as archive:
                ask = getattr(archive, kind)
                first = timed(lambda ask=ask, asked=asked: ask(**asked))
                rest = [timed(lambda ask=ask, asked=asked: ask(**asked)) for _ in range(REPEATS)]
                found = len(archive.find(**asked))
            wall, used = (statistics.median(each) for each in zip(*rest, strict=True))
            print(
                f"  {kind:5} {question:24} {found:9,} games: first {first[0] * 1e3:6.1f} ms, "
                f"median {wall * 1e3:6.1f} ms; of the processor {first[1] * 1e3:5.1f} ms, "
                f"{used * 1e3:5.1f} ms"
            )
            if question == "opening of 5 moves":
                figure(f"{kind}.opening", wall * 1e3, "ms", f"{kind}, {question}, index open")
            elif question.startswith("position after"):
                times[kind, ""].append(wall * 1e3)
                times[kind, ".first"].append(first[0] * 1e3)
    for (kind, when), some in times.items():
        words = ", the first time" if when else ", index open"
        for end, value in (("least", min(some)), ("most", max(some))):
            figure(f"{kind}{when}.{end}", value, "ms", f"{kind}, a position{words}, {end}")
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=1_000_000, help="Number of games.")
    parser.add_argument("--seed", type=int, default=0, help="Seed of the games.")
    parser.add_argument("--results", action="store_true", help="Measure a results file, too.")
    parser.add_argument("--threads", type=int, help="Threads; all cores by default.")
    parser.add_argument("--folder", type=Path, help="Folder to work in; it must exist.")
    measured.add_option(parser)
    options = parser.parse_args()
    print(f"{processor()}, {os.cpu_count()} cores")
    with tempfile.TemporaryDirectory(dir=options.folder) as folder:
        base = Path(folder) / "random.wtb"
        tell(f"playing {options.games:,} random games")
        made, _ = timed(lambda: write_base(base, options.games, options.seed))
        print(f"{options.games:,} random games in {made:.1f} s", flush=True)
        figures = measure(base, options.threads)
        if options.results:
            results = Path(folder) / "random.jsonl"
            tell(f"writing them to {results.name}")
            write_results(results, base)
            figures += measure(results, options.threads)
        measured.save(options.json, figures)


if __name__ == "__main__":
    main()
