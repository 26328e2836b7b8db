"""Plays the tree search against alpha-beta at equal time: who is the stronger opponent where.

``python benches/mcts_strength.py`` plays 200 games of each board at 0.1 seconds a move, from
openings of 4 random plies with the seats swapped, and prints the score of ``mcts`` with its 95 %
interval. That takes hours; ``--games`` and ``--seconds`` make it shorter, and boards may be named.
"""

from __future__ import annotations

import argparse
import time

import measured
from machine import processor

import bitgames as bg
from bitgames.files import generator

BOARDS = ("mosaic:5", "mosaic", "quo:5", "mnk:9,9,5", "othello")


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=str(__doc__).partition("\n")[0])
    parser.add_argument("boards", nargs="*", default=BOARDS, help="specs of games")
    parser.add_argument(
        "--games", type=int, default=200, help="games of each board, an even number"
    )
    parser.add_argument("--seconds", type=float, default=0.1, help="time of a move")
    parser.add_argument("--options", default="", help="further options of mcts, such as exact=8")
    parser.add_argument("--against", default="alphabeta", help="the other player, without limit")
    parser.add_argument("--limit", help="of both players instead of a time, such as sims=1000")
    parser.add_argument("--name", default="mcts-strength", help="what the figures are called by")
    parser.add_argument("--seed", type=int, default=1, help="seed of the games")
    measured.add_option(parser)
    given = parser.parse_args()
    figures = []
    limit = given.limit or f"seconds={given.seconds:g}"
    ours = f"mcts:{limit}" + (f",{given.options}" if given.options else "")
    theirs = f"{given.against}{',' if ':' in given.against else ':'}{limit}"
    print(f"{generator()}, one core of {processor()}")
    print(f"{ours} against {theirs}, {given.games} games each")
    print(f"{'board':12}{'won':>6}{'drawn':>7}{'lost':>6}{'score':>9}  95 % interval")
    for board in given.boards:
        begin = time.perf_counter()
        result = bg.match(
            ours, theirs, board, games=given.games, seed=given.seed, openings="random:4", threads=1
        )
        low, high = result.score_interval
        wins, losses, draws = result.counts["total"]
        counts = f"{wins:6}{draws:7}{losses:6}{result.score:9.1%}"
        took = time.perf_counter() - begin
        print(f"{board:12}{counts}  {low:.1%} to {high:.1%}  ({took:,.0f} s)", flush=True)
        name, conditions = f"{given.name}.{board}", f"{limit} a move, openings of 4 random plies"
        figures.append(
            measured.Figure(
                name=f"{name}.score",
                value=100 * result.score,
                unit="%",
                what=f"score of {ours}, {board}",
                against=theirs,
                conditions=f"{given.games} games, {conditions}",
                interval=(100 * low, 100 * high),
            )
        )
        figures += [
            measured.Figure(
                name=f"{name}.{key}",
                value=count,
                unit=f"of {given.games} games",
                what=f"{ours}, {board}, {key}",
                against=theirs,
                conditions=conditions,
            )
            for key, count in (("won", wins), ("drawn", draws), ("lost", losses))
        ]
    measured.save(given.json, figures)


if __name__ == "__main__":
    main()
