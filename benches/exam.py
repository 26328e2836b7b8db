"""Measures our players against exact values: the marks of the exams of all games.

python benches/exam.py --games connect4
"""

from __future__ import annotations

import argparse

import measured

import bitgames as bg
from bitgames import exams

SEED = 20_211_019
OTHERS = ("random", "first", "greedy", "mcts:sims=1000")
MARKS = (("best", "best moves", "%", 100), ("kept", "moves that keep the result", "%", 100))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", nargs="*", default=exams.games(), help="specs; all if none")
    parser.add_argument("--count", type=int, help="positions of a game; all if none")
    measured.add_option(parser)
    given = parser.parse_args()
    figures = []
    for game in given.games:
        players = [*OTHERS, *(level.spec for level in bg.players.levels(game))]
        found = bg.exam(players, game, count=given.count, seed=SEED)
        print(found, flush=True)
        conditions = f"exam {found.edition}, {len(found.marks[0].answers)} positions"
        kinds = (*MARKS, ("loss", "mean loss", found.unit.plural, 1))
        for each in found.marks:
            name = f"exam.{game}.{each.player}".replace("=", "-")
            for kind, words, unit, times in kinds:
                mean, low, high = (times * part for part in getattr(each, kind))
                figures.append(
                    measured.Figure(
                        name=f"{name}.{kind}",
                        value=mean,
                        unit=unit,
                        what=f"{game}, {each.player}, {words}",
                        conditions=conditions,
                        interval=(low, high),
                    )
                )
    measured.save(given.json, figures)


if __name__ == "__main__":
    main()
