"""Intervals of scores: Wilson's for two values, their coverage for five, the ends; Elo."""

from __future__ import annotations

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bitgames.intervals import Z95, elo_difference, score_interval


def wilson(wins: int, games: int) -> tuple[float, float]:
    """Wilson's interval in closed form."""
    rate, z2 = wins / games, Z95**2
    middle = (rate + z2 / (2 * games)) / (1 + z2 / games)
    half = Z95 / (1 + z2 / games) * math.sqrt(rate * (1 - rate) / games + z2 / (4 * games**2))
    return middle - half, middle + half


@pytest.mark.parametrize(
    ("wins", "games"), [(0, 1), (1, 1), (0, 10), (3, 10), (10, 10), (499, 1000), (1000, 1000)]
)
def test_two_values_have_the_interval_of_wilson(wins: int, games: int) -> None:
    interval = score_interval([(1.0, wins), (0.0, games - wins)])
    assert interval == pytest.approx(wilson(wins, games), abs=1e-9)


PAIRS = st.lists(st.integers(0, 500), min_size=5, max_size=5).filter(any)


@given(PAIRS)
def test_the_mean_is_inside_and_sides_are_alike(pairs: list[int]) -> None:
    observed = [(points / 4, n) for points, n in enumerate(pairs)]
    low, high = score_interval(observed)
    mean = sum(value * n for value, n in observed) / sum(pairs)
    assert -1e-12 <= low <= mean + 1e-12
    assert mean - 1e-12 <= high <= 1 + 1e-12
    assert low < high
    mirrored = score_interval([(1 - value, n) for value, n in observed])
    assert mirrored == pytest.approx((1 - high, 1 - low), abs=1e-7)


@given(PAIRS, st.integers(2, 10))
def test_more_pairs_narrow_the_interval(pairs: list[int], times: int) -> None:
    def width(factor: int) -> float:
        low, high = score_interval([(points / 4, factor * n) for points, n in enumerate(pairs)])
        return high - low

    assert width(times) < width(1)


def test_nothing_is_known_without_observations() -> None:
    assert score_interval([]) == (0.0, 1.0)


@pytest.mark.parametrize(
    "weights",
    [
        (1, 2, 4, 2, 1),
        (0, 0, 10, 0, 1),
        (1, 0, 0, 0, 12),
        (0, 1, 1, 6, 30),
        (1, 0, 1, 0, 1),
    ],
    ids=str,
)
def test_the_interval_covers_the_truth_as_often_as_it_says(weights: tuple[int, ...]) -> None:
    rng = random.Random(5)
    truth = sum(points / 4 * w for points, w in enumerate(weights)) / sum(weights)
    trials, inside = 100, 0
    for _ in range(trials):
        drawn = rng.choices(range(5), weights, k=50)
        low, high = score_interval([(points / 4, drawn.count(points)) for points in range(5)])
        inside += low <= truth <= high
    # 95 % of 100 are 95, with a standard deviation of 2.2.
    assert inside >= 89


def test_pairs_that_agree_know_less_than_games_alone() -> None:
    """Both games of a pair won or both lost: half as many observations as games."""
    low, high = score_interval([(0.0, 50), (1.0, 50)])
    few, many = score_interval([(0.0, 100), (1.0, 100)])
    assert low < few < many < high


def test_pairs_that_cancel_know_more() -> None:
    """Each pair is won once and lost once: the sides differ, the players do not."""
    low, high = score_interval([(0.5, 100)])
    few, many = score_interval([(0.0, 100), (1.0, 100)])
    assert few < low < 0.5 < high < many


@given(st.floats(0.001, 0.999))
def test_elo_is_the_inverse_of_the_expected_score(score: float) -> None:
    assert 1 / (1 + 10 ** (-elo_difference(score) / 400)) == pytest.approx(score)


def test_elo_of_all_and_nothing_is_infinite() -> None:
    assert (elo_difference(0.0), elo_difference(1.0)) == (-math.inf, math.inf)
