"""Simulates tournaments and tests: do intervals cover the truth, and how often do tests err.

``python benches/ratings.py`` simulates 500 tournaments of each kind and prints how many of the 95 %
intervals cover the true rating (92 to 98 % are asked for), and 1,000 sequential tests under either
hypothesis, with openings that favour one side, and prints how many accept the wrong one (alpha and
beta, 2 % more at most). ``--scale 0.1`` does a tenth of it. The exit code is 1 if a figure is out.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from dataclasses import dataclass

import measured
import numpy as np
from numpy.typing import NDArray

import bitgames as bg
from bitgames.files import generator
from bitgames.tournaments.davidson import Counts, fit
from bitgames.tournaments.outcomes import Outcome

ELO = 400 / math.log(10)
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Kind:
    """A kind of tournament: players, pairs of each two, and how unlike players and openings are."""

    name: str
    players: int
    pairs: int
    spread: float  # standard deviation of the ratings
    first_seat: float = 30.0
    draws: float = 1.0  # nu: the weight of a draw against that of a win between equals
    opening: float = 0.0  # every opening favours one side by so much
    gauntlet: bool = False


KINDS = (
    Kind("6 players, 20 pairs", 6, 20, 150),
    Kind("2 players, 10 pairs", 2, 10, 60),
    Kind("4 players, 5 pairs", 4, 5, 120),
    Kind("4 players, 3 pairs", 4, 3, 120),
    Kind("12 players, 2 pairs", 12, 2, 200),
    Kind("gauntlet of 8, 25 pairs", 8, 25, 120, gauntlet=True),
    Kind("few draws", 6, 20, 150, draws=0.1),
    Kind("nearly all drawn", 4, 50, 100, draws=20.0),
    Kind("openings of 200 points", 4, 25, 100, opening=200),
    Kind("openings of 500 points", 3, 40, 60, opening=500),
)


def chances(away: Floats, nu: float) -> tuple[Floats, Floats]:
    """The probabilities of a win and a draw of the first side, ``away`` points stronger."""
    odds = np.exp(away / (2 * ELO))
    total = odds + nu + 1 / odds
    return odds / total, nu / total


def simulated(kind: Kind, rng: np.random.Generator) -> tuple[list[Outcome], Floats]:
    """The games of a tournament, and the true ratings, which have the mean 0."""
    ratings = rng.normal(0, kind.spread, kind.players)
    ratings -= ratings.mean()
    met = [
        (i, j)
        for i in range(kind.players)
        for j in range(i + 1, kind.players)
        if i == 0 or not kind.gauntlet
    ]
    games = []
    for i, j in met:
        bias = kind.first_seat + kind.opening * rng.choice((-1.0, 1.0), kind.pairs)
        for first, second in ((i, j), (j, i)):
            win, draw = chances(ratings[first] - ratings[second] + bias, kind.draws)
            drawn = rng.random(kind.pairs)
            scores = np.where(drawn < win, 1.0, np.where(drawn < win + draw, 0.5, 0.0))
            games += [
                Outcome(f"p{first}", f"p{second}", score, pair)
                for pair, score in enumerate(scores.tolist())
            ]
    return games, ratings if kind.opening == 0 else endless(kind, ratings, met)


def endless(kind: Kind, ratings: Floats, met: list[tuple[int, int]]) -> Floats:
    """The ratings that endless games would give: unfair openings make all differences smaller."""
    games = np.zeros((1, kind.players, kind.players))
    net, drawn = np.zeros_like(games), 0.0
    for pair in met:
        for i, j in (pair, pair[::-1]):
            bias = kind.first_seat + kind.opening * np.array([-1.0, 1.0])
            win, draw = (
                each.mean() for each in chances(ratings[i] - ratings[j] + bias, kind.draws)
            )
            games[0, i, j] = 1e9
            net[0, i, j] = 1e9 * (win - (1 - win - draw)) / 2
            drawn += 1e9 * draw
    best = fit(Counts(games, net, np.array([drawn])))
    truth: Floats = ELO * best.values[0, :-2]
    return truth


def coverage(kind: Kind, tournaments: int, seed: int, samples: int = 1000) -> float:
    """The part of the intervals that cover the true rating."""
    rng = np.random.default_rng(seed)
    inside = total = 0
    for number in range(tournaments):
        games, truth = simulated(kind, rng)
        for player in bg.ratings(games, samples=samples, seed=number).players:
            inside += player.low <= truth[int(player.name[1:])] <= player.high
            total += 1
    return inside / total


def pair_chances(elo: float, nu: float, opening: float) -> Floats:
    """The probabilities of 0, 1/2, 1, 3/2 and 2 points in a pair, with the score of ``elo``.

    Half of the openings favour the first side by ``opening`` points, the others the second side.
    """

    def results(away: float) -> Floats:
        total = np.zeros(5)
        for bias in (-opening, opening):
            single = []
            for side in (bias, -bias):
                win, draw = chances(np.array(away + side), nu)
                single.append(np.array([float(1 - win - draw), float(draw), float(win)]))
            total += np.convolve(*single) / 2
        return total

    score = 1 / (1 + 10 ** (-elo / 400))
    low, high = -4000.0, 4000.0
    for _ in range(100):
        middle = (low + high) / 2
        if results(middle) @ np.arange(5) / 4 < score:
            low = middle
        else:
            high = middle
    return results(low)


def errors(
    test: bg.Sprt, elo: float, tests: int, seed: int, *, nu: float = 1.0, opening: float = 200.0
) -> tuple[float, float]:
    """The part of tests that accept ``elo1`` if ``elo`` is true, and their pairs on average."""
    rng = np.random.default_rng(seed)
    rates = pair_chances(elo, nu, opening)
    accepted = pairs = 0
    for _ in range(tests):
        result = test.after((0,) * 5, ())
        while result.verdict is None:
            points = rng.choice(5, 1024, p=rates / rates.sum())
            result = test.after(result.counts, points.tolist())
        accepted += result.verdict == "H1"
        pairs += result.pairs
    return accepted / tests, pairs / tests


def main() -> int:
    """Simulate and print."""
    parser = argparse.ArgumentParser(description=str(__doc__).partition("\n")[0])
    parser.add_argument("--scale", type=float, default=1.0, help="part of the simulations")
    parser.add_argument("--seed", type=int, default=1, help="seed of the simulations")
    measured.add_option(parser)
    given = parser.parse_args()
    figures = []
    tournaments, tests = (max(10, round(given.scale * each)) for each in (500, 1000))
    print(f"{generator()}, seed {given.seed}")
    print(f"95 % intervals, {tournaments} tournaments of each kind; 92 to 98 % are asked for")
    is_met = True
    for kind in KINDS:
        begin = time.perf_counter()
        part = coverage(kind, tournaments, given.seed)
        is_met &= 0.92 <= part <= 0.98
        print(f"{kind.name:26}{part:8.1%}  ({time.perf_counter() - begin:,.0f} s)", flush=True)
        figures.append(
            measured.Figure(
                name=f"ratings.{kind.name.replace(',', '').replace(' ', '-')}",
                value=100 * part,
                unit="%",
                what=f"95 % intervals that hold the truth, {kind.name}",
                conditions=f"{tournaments} tournaments, seed {given.seed}",
            )
        )
    print(f"\nSPRT, alpha 5 %, beta 5 %, {tests} tests each; at most 7 % are asked for")
    print(f"{'hypotheses':>12}{'openings':>10}{'draws':>7}{'alpha':>8}{'beta':>8}{'pairs':>14}")
    for elo0, elo1, opening, nu in (
        (0, 20, 200, 1.0),
        (0, 20, 0, 1.0),
        (-10, 10, 400, 1.0),
        (0, 100, 200, 0.1),
    ):
        test = bg.Sprt(elo0, elo1)
        wrong, few = errors(test, elo0, tests, given.seed, nu=nu, opening=opening)
        right, many = errors(test, elo1, tests, given.seed, nu=nu, opening=opening)
        is_met &= wrong <= 0.07 and 1 - right <= 0.07
        rates = f"{wrong:8.1%}{1 - right:8.1%}{f'{few:,.0f}, {many:,.0f}':>14}"
        print(f"{f'{elo0} or {elo1}':>12}{opening:10}{nu:7}{rates}", flush=True)
        figures += [
            measured.Figure(
                name=f"ratings.sprt.{elo0}-{elo1}-{opening}.{key}",
                value=value,
                unit=unit,
                what=f"SPRT of {elo0} or {elo1}, openings of {opening} points, {words}",
                conditions=f"{tests} tests, weight of a draw {nu}, seed {given.seed}",
            )
            for key, value, unit, words in (
                ("alpha", 100 * wrong, "%", "wrong if the first is true"),
                ("beta", 100 - 100 * right, "%", "wrong if the second is true"),
                ("pairs", few, "pairs", "pairs if the first is true"),
                ("pairs-beta", many, "pairs", "pairs if the second is true"),
            )
        ]
    measured.save(given.json, figures)
    return 0 if is_met else 1


if __name__ == "__main__":
    sys.exit(main())
