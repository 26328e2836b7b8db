"""Measures the strength at Mosaic: matches against a plain search that counts pieces and random.

    python benches/mosaic_strength.py --games 100 --seconds 0.1

Every pair of games begins with the same four random moves, colours swapped. The other player looks
three moves ahead and takes the move after which its side has placed the most pieces more than the
other; of equally good moves it takes any.
"""

from __future__ import annotations

import argparse
import random

import measured

import bitgames as bg

OPENING_PLIES = 4


class PieceCounter(bg.players.Player):
    """A full-width alpha-beta search to a fixed depth that counts pieces."""

    def __init__(self, depth: int, seed: int) -> None:
        self.name = f"pieces:depth={depth}"
        self.depth = depth
        self.rng = random.Random(seed)

    def choose(self, position: bg.Position) -> bg.Move | int | str:
        moves = list(position.legal_moves)
        self.rng.shuffle(moves)
        best, best_value = moves[0], -10_000
        for move in moves:
            child = position.play(move)
            # Ties with the best so far are as good as worse: the moves are in random order.
            value = child_value(position, child, self.depth - 1, best_value, 10_000)
            if value > best_value:
                best, best_value = move, value
        return best


def child_value(parent: bg.Position, child: bg.Position, depth: int, low: int, high: int) -> int:
    """The value of a child for the side to move at its parent."""
    if child.turn % 2 == parent.turn % 2:
        return value_of(child, depth, low, high)
    return -value_of(child, depth, -high, -low)


def value_of(position: bg.Position, depth: int, low: int, high: int) -> int:
    """Pieces that the side to move has placed more, the least of it within the window."""
    if depth == 0 or position.is_over:
        left = position.pieces_left
        side = position.turn % 2
        return sum(left[1 - side :: 2]) - sum(left[side::2])
    best = -10_000
    for move in position.legal_moves:
        value = child_value(position, position.play(move), depth - 1, max(low, best), high)
        if value > best:
            best = value
            if best >= high:
                break
    return best


def opening(game: str, number: int) -> bg.Position:
    """A few random moves from the start."""
    rng = random.Random(number)
    position = bg.position(game)
    for _ in range(OPENING_PLIES):
        position = position.play(rng.choice(list(position.legal_moves)))
    return position


def play(
    game: str, ours: bg.players.Player, other: bg.players.Player, games: int
) -> tuple[int, int]:
    """Games won and drawn by `ours` in pairs of games; in the game of four each plays a team."""
    won = drawn = 0
    for number in range(games):
        position = opening(game, number // 2)
        while not position.is_over:
            player = ours if position.turn % 2 == number % 2 else other
            position = position.play(player.choose(position))
        score = position.outcome.scores[number % 2]
        won += score > 0
        drawn += score == 0
    return won, drawn


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=0.1)
    parser.add_argument("--depth", type=int, default=3, help="of the other player")
    parser.add_argument("--game", action="append", help="mosaic and quo if none is given")
    measured.add_option(parser)
    options = parser.parse_args()
    games, figures = options.games, []
    for game in options.game or ["mosaic", "quo"]:
        ours = bg.players.get(f"alphabeta:seconds={options.seconds},table=64", seed=0)
        others = [PieceCounter(options.depth, seed=0), bg.players.get("random", seed=0)]
        for other in others:
            won, drawn = play(game, ours, other, games)
            share = (won + drawn / 2) / games
            counts = f"+{won} -{games - won - drawn} ={drawn}"
            print(f"{game}: {ours.name} VS {other.name}: {counts}, {share:.1%}", flush=True)
            figures.append(
                measured.Figure(
                    name=f"mosaic-strength.{game}.{other.name.partition(':')[0]}",
                    value=won,
                    unit=f"of {games} games",
                    what=f"{game}, games won by {ours.name}",
                    against=other.name,
                    conditions=f"{options.seconds} s a move, one thread; {drawn} drawn",
                )
            )
    measured.save(options.json, figures)


if __name__ == "__main__":
    main()
