"""Measures the strength at Othello: matches at equal time against rust-reversi (from PyPI).

    pip install rust-reversi
    python benches/othello_strength.py --games 200 --seconds 0.05

Every pair of games begins with the same eight random moves, colours swapped. A second match, at
equal depth, is against the same search of ours that counts discs only.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable

import rust_reversi

import bitgames as bg

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


def board_of(position: bg.Position) -> rust_reversi.Board:
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


def opening(number: int) -> bg.Position:
    """Eight random moves from the start."""
    rng = random.Random(number)
    position = bg.Othello()
    for _ in range(OPENING_PLIES):
        position = position.play(rng.choice(position.legal_moves))
    return position


def play(ours: bg.players.Player, other: bg.players.Player, games: int) -> str:
    """The score of `ours` over pairs of games."""
    wins = losses = draws = 0
    for pair in range(games // 2):
        result = bg.match(ours, other, game=opening(pair), games=2, seed=pair)
        wins += sum(result.wins)
        losses += sum(result.losses)
        draws += sum(result.draws)
    share = (wins + draws / 2) / (wins + losses + draws)
    return f"{ours.name} VS {other.name}: +{wins} -{losses} ={draws}, {share:.1%}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=0.05)
    parser.add_argument("--depth", type=int, default=5)
    parser.add_argument("--peer", choices=["mobility", "matrix", "mcts", "discs"], action="append")
    options = parser.parse_args()
    makers = peers(options.seconds)
    for name in options.peer or [*makers, "discs"]:
        if name == "discs":
            ours = bg.players.get(f"alphabeta:depth={options.depth}", seed=0)
            print(play(ours, DiscCounter(options.depth), options.games), flush=True)
        else:
            ours = bg.players.get(f"alphabeta:seconds={options.seconds},table=64", seed=0)
            print(play(ours, makers[name](), options.games), flush=True)


if __name__ == "__main__":
    main()
