"""Tic-tac-toe: a ladder of players, a proof by tree search, and the judge."""

import random
import time
from itertools import combinations
from typing import Any, SupportsIndex

from bitgames import _core
from bitgames.cli.console import bold, dim, styled, use_color
from bitgames.cli.demo.page import Shown, beside
from bitgames.cli.output import rate
from bitgames.matches import match
from bitgames.seeding import child_seed

LADDER = ("ai2", "ai4", "ai6", "ai8", "ai10", "ai12", "ai14")
LADDER_GAMES = 4_000
RECORDS = 20_000
RESULTS = {1: "a win", 0: "a draw", -1: "a loss"}


def _points(points: float) -> str:
    """Return points in a hundred games, coloured where one of the two is clearly better."""
    text = f"{points:6.1f}"
    return styled(text, "green" if points > 55 else "red") if abs(points - 50) > 5 else text


def ladder(seed: int, *, quiet: bool) -> Shown:
    """Play each of some players against each other."""
    began = time.perf_counter()
    pairs = list(combinations(LADDER, 2))
    points: dict[tuple[str, str], float] = {}
    for number, (low, high) in enumerate(pairs):
        played = match(low, high, "tictactoe", LADDER_GAMES, child_seed(seed, number))
        points[low, high], points[high, low] = 100 * played.score, 100 - 100 * played.score
    seconds = time.perf_counter() - began
    games = len(pairs) * LADDER_GAMES
    order = LADDER[::-1]
    table = {row: {each: points[row, each] for each in order if each != row} for row in order}
    lines = [bold(" " * 6 + "".join(name.rjust(6) for name in order) + "mean".rjust(9))]
    for row, scores in table.items():
        cells = "".join(_points(scores[each]) if each in scores else "     -" for each in order)
        lines.append(f"{row.ljust(6)}{cells}{sum(scores.values()) / len(scores):9.1f}")
    spent = dim(f"{games:,} games in {seconds:.2f} s, {rate(games, seconds, 'games')}")
    return Shown([*lines, spent], {"points": table, "games": games, "seconds": seconds})


def tree(seed: int, *, quiet: bool) -> Shown:
    """Search the empty board by random games until its value is proven."""
    start = _core.TicTacToe()
    search = _core.Mcts(start, seed=seed)
    lines = [bold("simulations   value   proven bounds   best move")]
    steps: list[dict[str, Any]] = []
    done, goal, seconds = 0, 10, 0.0
    while True:
        found = search.run(simulations=goal - done)
        done, goal, seconds = done + found.simulations, goal * 10, seconds + found.seconds
        low, high = (f"{bound:+d}" if bound else "0" for bound in found.bounds)
        value, bounds = f"{found.value:+.2f}", f"{low} to {high}"
        if found.proven:
            value = bounds = low
        lines.append(f"{done:11,}{value:>8}   {bounds:13}   {found.best_move}")
        steps.append({"simulations": done, "value": found.value, "bounds": list(found.bounds)})
        if found.proven:
            break
    visits: dict[_core.Move | SupportsIndex | str, float | str] = {
        move: str(found.visits[int(move)]) for move in start.legal_moves
    }
    board = start.to_text(values=visits, color=use_color()).splitlines()[:-1]
    spent = dim(f"{RESULTS[found.bounds[0]]}, proven in {1000 * seconds:.1f} ms")
    data = {
        "position": start.to_string(),
        "steps": steps,
        "visits": {str(move): int(times) for move, times in visits.items()},
        "best_move": str(found.best_move),
        "seconds": seconds,
    }
    return Shown([*beside([*board, dim("visits of each move")], lines, gap=6), spent], data)


def _random_record(chance: random.Random) -> str:
    """Return a game as digits, whose last move often is on an occupied cell."""
    position = _core.TicTacToe()
    cells: list[int] = []
    while not position.is_over:
        if cells and chance.random() < 0.05:
            cells.append(chance.choice(cells))
            break
        cells.append(int(chance.choice(position.legal_moves)))
        position = position.play(cells[-1])
    return "".join(str(cell + 1) for cell in cells)


def judge(seed: int, *, quiet: bool) -> Shown:
    """Judge many random records, some of them with a foul."""
    chance = random.Random(seed)
    records = [_random_record(chance) for _ in range(RECORDS)]
    began = time.perf_counter()
    verdicts = [_core.judge(record) for record in records]
    seconds = time.perf_counter() - began
    found: dict[str, list[str]] = {}
    for record, verdict in zip(records, verdicts, strict=True):
        found.setdefault(str(verdict), []).append(record)
    lines = [bold(f"{'result':16}{'games':>8}   for example")]
    for words, games in sorted(found.items()):
        lines.append(f"{words:16}{len(games):8,}   {'  '.join(games[:3])}")
    spent = dim(f"{RECORDS:,} calls in {seconds:.3f} s, {rate(RECORDS, seconds, 'games')}")
    data = {
        "results": {words: len(games) for words, games in sorted(found.items())},
        "seconds": seconds,
    }
    return Shown([*lines, spent], data)
