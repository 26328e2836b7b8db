"""Measures the Monte Carlo player of honeymoon bridge against the heuristic player.

    python benches/honeymoon_strength.py --deals 1000 --rules taiwan

Every deal is played twice, from either side. What counts is the mean over the deals of half the
difference of scores: the points a deal that the first player wins from the second, with its 95 %
confidence interval.
"""

from __future__ import annotations

import argparse
import math
import statistics
import time

import measured

import bitgames as bg

SEED = 20_211_019


def won(start: bg.Honeymoon, player: bg.Agent, rival: bg.Agent) -> float:
    """The points that ``player`` wins from ``rival`` on a deal, the mean of both sides."""
    as_south, as_north = played(start, [player, rival]), played(start, [rival, player])
    return (as_south.outcome.scores[0] + as_north.outcome.scores[1]) / 2


def played(position: bg.Position, seats: list[bg.Agent]) -> bg.Position:
    """The end of the deal as these players play it."""
    while not position.is_over:
        position = position.play(seats[position.turn].choose(position))
    return position


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--rules", default="taiwan")
    parser.add_argument("--player", default="montecarlo")
    parser.add_argument("--rival", default="rule")
    measured.add_option(parser)
    given = parser.parse_args()
    player, rival = bg.Agent(given.player, seed=0), bg.Agent(given.rival, seed=0)
    start = bg.Honeymoon(rules=given.rules)
    started = time.perf_counter()
    points = [
        won(start.deal(bg.seeding.child_seed(SEED, number)), player, rival)
        for number in range(given.deals)
    ]
    seconds = time.perf_counter() - started
    margin = 1.96 * statistics.stdev(points) / math.sqrt(given.deals)
    samples = given.player.partition("samples=")[2]
    figure = measured.Figure(
        name=f"honeymoon-strength.{given.rules}.{samples or 'default'}",
        value=statistics.mean(points),
        unit="points a deal",
        what=f"{given.rules}, {given.player}",
        against=given.rival,
        conditions=f"{given.deals} deals from both sides",
        interval=(statistics.mean(points) - margin, statistics.mean(points) + margin),
    )
    measured.save(given.json, [figure])
    print(
        f"{given.rules}: {given.player} wins {statistics.mean(points):+.1f} +- {margin:.1f} points "
        f"a deal from {given.rival} ({given.deals} deals from both sides, {seconds:.0f} s)"
    )


if __name__ == "__main__":
    main()
