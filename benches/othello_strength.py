"""Measures the strength at Othello: matches in pairs of games from own openings, colours swapped.

    OLD="engine[name=the search of 4933af9]:PYTHON -m bitgames engine othello"
    python benches/othello_strength.py --pairs 500 --seconds 0.1 --peer "$OLD --seconds 0.1"
    python benches/othello_strength.py --pairs 500 --ours alphabeta:level=10 --peer "$OLD --depth 8"
    python benches/othello_strength.py --pairs 50 --seconds 0.1 --peer engine:gtp-rhino \\
        --peer "engine[seconds=900]:gtp-rhino -l 4"
    python benches/othello_strength.py --pairs 100 --seconds 0.05

An opening is eight random moves that a search finds within two discs of even. `PYTHON` is the
interpreter of an environment with an older release, built from a worktree of its commit.
`gtp-rhino` is Debian's package `grhino`; it has no clock. Its level 4 takes up to ten seconds for a
move, and its level 5 up to two minutes (`engine[seconds=900]:gtp-rhino -l 5`). Any player's spec is
a peer; without one, the searches of rust-reversi (`pip install rust-reversi`) are, and the same
search of ours that counts discs only. Each line has wins, losses, draws, the share of the points,
and the mean discs of a pair with their 95 % interval.
"""

from __future__ import annotations

import argparse
import random
import statistics
from collections.abc import Callable
from typing import Any

import measured

import bitgames as bg

try:
    import rust_reversi
except ImportError:
    rust_reversi = None

OPENING_PLIES = 8
# Weights of squares as hand-made engines have them: corners good, their neighbours bad.
MATRIX = [
    [100, -20, 10, 5, 5, 10, -20, 100],
    [-20, -50, -2, -2, -2, -2, -50, -20],
    [10, -2, -1, -1, -1, -1, -2, 10],
    [5, -2, -1, -1, -1, -1, -2, 5],
    [5, -2, -1, -1, -1, -1, -2, 5],
    [10, -2, -1, -1, -1, -1, -2, 10],
    [-20, -50, -2, -2, -2, -2, -50, -20],
    [100, -20, 10, 5, 5, 10, -20, 100],
]


def board_of(position: bg.Position) -> Any:
    """The same position as rust-reversi has it."""
    turn = rust_reversi.Turn.BLACK if position.turn == 0 else rust_reversi.Turn.WHITE
    board = rust_reversi.Board()
    board.set_board_str(position.to_obf()[:64], turn)
    return board


class Peer(bg.players.Player):
    """A search of rust-reversi with a time limit."""

    def __init__(self, name: str, search: object, seconds: float) -> None:
        self.name = name
        self.search = search
        self.milliseconds = round(1000 * seconds)

    def choose(self, position: bg.Position) -> bg.Move | int | str:
        if position.must_pass:
            return "pass"
        return self.search.get_move_with_timeout(board_of(position), self.milliseconds)


class DiscCounter(bg.players.Player):
    """A plain full-width search that counts discs."""

    def __init__(self, depth: int) -> None:
        self.name = f"discs:depth={depth}"
        self.depth = depth
        evaluator = rust_reversi.PieceEvaluator()
        self.search = rust_reversi.AlphaBetaSearch(evaluator, depth, 10_000)

    def choose(self, position: bg.Position) -> bg.Move | int | str:
        if position.must_pass:
            return "pass"
        return self.search.get_move(board_of(position))


def peers(seconds: float) -> dict[str, Callable[[], bg.players.Player]]:
    """The searches of rust-reversi, each as strong as it gets in the time."""
    rr = rust_reversi
    deep = 60
    return {
        "mobility": lambda: Peer(
            "alpha-beta, mobility",
            rr.AlphaBetaSearch(rr.LegalNumEvaluator(), deep, 10_000),
            seconds,
        ),
        "matrix": lambda: Peer(
            "alpha-beta, matrix",
            rr.AlphaBetaSearch(rr.MatrixEvaluator(MATRIX), deep, 10_000),
            seconds,
        ),
        "mcts": lambda: Peer("mcts", rr.MctsSearch(10_000_000, 1.0, 10), seconds),
    }


def openings(count: int, depth: int) -> list[bg.Record]:
    """Eight random moves from the start each, that a search to this depth finds about even."""
    searcher = bg.Searcher("othello")
    rng = random.Random(8)
    found: dict[str, bg.Record] = {}
    while len(found) < count:
        record = bg.Record(bg.Othello())
        for _ in range(OPENING_PLIES):
            record.play(rng.choice(record.position.legal_moves))
        key = record.position.to_string()
        if key not in found and abs(searcher.search(record.position, depth=depth).value) <= 2:
            found[key] = record
    return list(found.values())


def play(
    ours: bg.players.Player, other: Any, starts: list[bg.Record], seconds: float
) -> list[measured.Figure]:
    """Print the score of `ours` over pairs of games."""
    result = bg.match(
        ours, other, "othello", 2 * len(starts), 1, openings=starts, threads=1, keep_games=True
    )
    sums = [0.0] * len(starts)
    for played in result.games:
        end = bg.Record(bg.position(played.start), played.moves).position
        sums[played.game // 2] += end.outcome.scores[played.game % 2] / 2 if end.outcome else 0.0
    wins, losses, draws = sum(result.wins), sum(result.losses), sum(result.draws)
    forfeits = sum(played.forfeit for played in result.games)
    share = (wins + draws / 2) / (wins + losses + draws)
    error = 1.96 * statistics.stdev(sums) / len(sums) ** 0.5 if len(sums) > 1 else float("nan")
    name = bg.players.get(other, seed=0).name if isinstance(other, str) else other.name
    print(
        f"{ours.name} VS {name}: +{wins} -{losses} ={draws}, {share:.1%}, "
        f"{statistics.mean(sums):+.2f} +- {error:.2f} discs"
        + (f", {forfeits} games ended by a fault of a player" if forfeits else ""),
        flush=True,
    )
    games, discs = wins + losses + draws, statistics.mean(sums)
    conditions = f"{games} games from even openings of {OPENING_PLIES} moves, one thread"
    if "seconds" in ours.name:
        conditions += f", {seconds} s a move"
    what = f"Othello, {ours.name}"
    short = name.replace(" ", "-").replace(",", "")
    if "seconds" not in ours.name:
        short = f"{ours.name}.{short}"
    return [
        measured.Figure(
            name=f"othello-strength.{short}.{key}",
            value=value,
            unit=unit,
            what=f"{what}, {words}",
            against=f"{name} of rust-reversi" if isinstance(other, Peer) else name,
            conditions=conditions,
            interval=interval,
        )
        for key, value, unit, words, interval in (
            ("won", wins, f"of {games} games", "games won", None),
            ("score", 100 * share, "%", "score", None),
            ("discs", discs, "discs", "discs of a game", (discs - error, discs + error)),
        )
        if value == value and (interval is None or error == error)
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--pairs", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=0.05, help="a move, of both")
    parser.add_argument("--ours", help="our player; by default a search for the seconds")
    parser.add_argument("--depth", type=int, default=5, help="of the match against discs")
    parser.add_argument("--balance", type=int, default=16, help="depth of the openings' search")
    parser.add_argument("--peer", action="append", help="mobility, matrix, mcts, discs or a spec")
    measured.add_option(parser)
    options = parser.parse_args()
    of_rust = peers(options.seconds) if rust_reversi else {}
    named = options.peer or [*of_rust, *(["discs"] if rust_reversi else [])]
    if not named:
        parser.error("no --peer is given, and rust-reversi is not installed")
    starts = openings(options.pairs, options.balance)
    figures = []
    for name in named:
        spec = options.ours or f"alphabeta:seconds={options.seconds},table=64"
        if name == "discs":
            ours = bg.players.get(f"alphabeta:depth={options.depth}", seed=0)
            figures += play(ours, DiscCounter(options.depth), starts, options.seconds)
        else:
            other = of_rust[name]() if name in of_rust else name
            figures += play(bg.players.get(spec, seed=0), other, starts, options.seconds)
    measured.save(options.json, figures)


if __name__ == "__main__":
    main()
