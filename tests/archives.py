"""Files of games for tests."""

from __future__ import annotations

import random
from pathlib import Path

import bitgames as bg
from bitgames import journal
from bitgames.tournaments import games as kept
from tests.slow_archive import Slow

PLAYERS = ("ann", "ben", "Cyd")


def played(spec: str, seed: int, plies: int = 300) -> tuple[str, tuple[str, ...], float]:
    """A random game: its start, its moves and the points of the first side."""
    rng = random.Random(f"{spec} {seed}")
    start = each = bg.position(spec).deal(seed)
    moves = []
    while not each.is_over and len(moves) < plies:
        move = rng.choice(list(each.legal_moves))
        moves.append(str(move))
        each = each.play(move)
    points = 0.5 if each.outcome is None else (each.returns[0] + 1) / 2
    return start.to_string(), tuple(moves), points


def slow_games(spec: str, count: int, seed: int = 0, plies: int = 300) -> list[Slow]:
    """Random games between the players."""
    rng = random.Random(seed)
    games = []
    for number in range(count):
        start, moves, points = played(spec, 1000 * seed + number, plies)
        first, second = rng.sample(PLAYERS, 2)
        games.append(Slow(first, second, points, start, moves))
    return games


def write_results(path: Path, games: list[Slow]) -> Path:
    """Write a results file."""
    header = {"format": journal.FORMAT, "version": journal.VERSION, "generator": "test"}
    lines = [journal.line_of({**header, "config": {"players": PLAYERS}})]
    for number, game in enumerate(games):
        fields = kept.Game(
            f"{number:016x}", number // 2, number, game.first, game.second, game.score, "the end",
            False, len(game.moves), 0, (0.0, 0.0), (1, 2), game.start, " ".join(game.moves),
        )  # fmt: skip
        lines.append(journal.line_of(fields._asdict()))
    path.write_bytes(b"".join(lines))
    return path
