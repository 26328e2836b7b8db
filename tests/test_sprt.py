"""The sequential test: Fishtest's ratio, the first pair that decides, any order, errors."""

from __future__ import annotations

import math
import random
from fractions import Fraction
from itertools import pairwise
from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bitgames as bg
from bitgames.tournament.outcomes import Outcome
from tests.benches import bench

ANY_COUNTS = st.lists(
    st.one_of(st.integers(0, 3), st.integers(0, 100_000)), min_size=5, max_size=5
).filter(any)


def likeliest(counts: list[float], score: float) -> list[float]:
    """The likeliest distribution of the five results with a mean: Fishtest's secular equation.

    In whole fractions, so that nothing is rounded where the equation is steep.
    """
    total = sum(map(Fraction, counts))
    rates = [Fraction(count) / total for count in counts]
    away = [Fraction(i, 4) - Fraction(score) for i in range(5)]
    low, high = -1 / away[4], -1 / away[0]
    for _ in range(100):
        # Short fractions: halving a float would stop too early, halving fractions grows them.
        middle = Fraction(round((low + high) / 2 * 2**110), 2**110)
        if sum(p * a / (1 + middle * a) for p, a in zip(rates, away, strict=True)) > 0:
            low = middle
        else:
            high = middle
    return [float(p / (1 + low * a)) for p, a in zip(rates, away, strict=True)]


def slow_ratio(elo0: float, elo1: float, pairs: list[int]) -> float:
    """The generalized log-likelihood ratio as Fishtest publishes it, in its own words."""
    counts = [float(count) if count else 1e-3 for count in pairs]
    one, two = (likeliest(counts, 1 / (1 + 10 ** (-elo / 400))) for elo in (elo0, elo1))
    return sum(n * (math.log(b) - math.log(a)) for n, a, b in zip(counts, one, two, strict=True))


@pytest.mark.parametrize(
    ("elo0", "elo1", "pairs", "ratio"),
    [
        (0, 5, [100, 500, 1200, 520, 110], 0.189249221),
        (-1.75, 0.25, [313, 6010, 15030, 6200, 330], 7.476942841),
        (0, 20, [10, 80, 200, 150, 60], 16.705076795),
        (0, 2, [0, 0, 1000, 0, 0], -5.763795815),
        (0, 10, [0, 3, 40, 9, 0], 1.160879831),
        (-5, 0, [5, 0, 0, 0, 300], 4.277015258),
        (0, 50, [40, 0, 0, 0, 1], -6.03609667),
    ],
)
def test_the_ratio_is_that_of_fishtest(
    elo0: float, elo1: float, pairs: list[int], ratio: float
) -> None:
    """What `LLR_logistic` of Fishtest's `server/fishtest/stats/LLRcalc.py` returned."""
    assert bg.Sprt(elo0, elo1).test(pairs).llr == pytest.approx(ratio, abs=1e-6)
    assert slow_ratio(elo0, elo1, pairs) == pytest.approx(ratio, abs=1e-6)


@given(ANY_COUNTS, st.floats(-200, 200), st.floats(0.5, 200))
def test_the_ratio_is_that_of_the_slow_twin(pairs: list[int], elo0: float, more: float) -> None:
    ratio = slow_ratio(elo0, elo0 + more, pairs)
    assert bg.Sprt(elo0, elo0 + more).test(pairs).llr == pytest.approx(ratio, abs=1e-6)


@pytest.mark.parametrize("elos", [(-2000, 2000), (-2000, -1999), (1999, 2000), (0, 0.001)])
@pytest.mark.parametrize(
    "pairs",
    [
        [0, 0, 0, 0, 10**9],
        [10**9, 0, 0, 0, 0],
        [0, 0, 10**9, 0, 0],
        [1, 0, 0, 0, 0],
        [10**9, 0, 0, 0, 1],
        [10**9] * 5,
    ],
)
def test_extreme_scores_have_a_ratio(elos: tuple[float, float], pairs: list[int]) -> None:
    assert math.isfinite(bg.Sprt(*elos).test(pairs).llr)


def test_without_pairs_there_is_no_evidence() -> None:
    assert bg.Sprt(0, 20).test([0] * 5).llr == 0
    assert bg.Sprt(0, 20).over([], "a") == bg.Sprt(0, 20).test([0] * 5)


def games_of(points: list[int]) -> list[Outcome]:
    """The games of pairs with these points of player a, doubled."""
    halves = {0: (0.0, 0.0), 1: (0.5, 0.0), 2: (0.5, 0.5), 3: (1.0, 0.5), 4: (1.0, 1.0)}
    games = []
    for pair, each in enumerate(points):
        one, two = halves[each]
        games += [Outcome("a", "b", one, pair), Outcome("b", "a", 1 - two, pair)]
    return games


@given(st.integers(0, 2**32), st.sampled_from([(0, 20), (-5, 100), (0, 300)]))
@settings(max_examples=15)
def test_the_first_pair_that_decides_ends_the_test(seed: int, elos: tuple[float, float]) -> None:
    """As one look after each pair would find it; further pairs change nothing."""
    points = random.Random(seed).choices(range(5), (1, 2, 3, 3, 2), k=80)
    test = bg.Sprt(*elos)
    counts = [0] * 5
    expected = test.test(counts)
    for each in points:
        counts[each] += 1
        expected = test.test(counts)
        if expected.verdict is not None:
            break
    found = test.over(games_of(points), "a")
    assert (found.counts, found.verdict) == (expected.counts, expected.verdict)
    assert found.llr == pytest.approx(expected.llr, abs=1e-9)


@given(st.integers(0, 2**32), st.integers(0, 60))
def test_the_order_of_games_does_not_matter(seed: int, ends: int) -> None:
    rng = random.Random(seed)
    points = rng.choices(range(5), (1, 1, 2, 3, 3), k=60)
    test = bg.Sprt(0, 50)
    # Workers are ahead: later games are there before one of the pair `ends` is.
    games = [game for game in games_of(points) if not (game.pair == ends and game.first == "a")]
    expected = test.over(games_of(points[:ends]), "a")
    rng.shuffle(games)
    assert test.over(games, "a") == expected
    assert test.after((0,) * 5, points[:ends]) == expected


def test_a_test_goes_on_from_its_counts() -> None:
    points = random.Random(3).choices(range(5), (1, 2, 3, 2, 1), k=5000)
    test = bg.Sprt(0, 1)
    whole, part = test.after((0,) * 5, points), test.after((0,) * 5, ())
    for begin, end in pairwise((0, 1, 700, 1024, 3000, 5000)):
        part = test.after(part.counts, points[begin:end])
    assert part == whole


def test_the_other_player_has_the_other_score() -> None:
    games = games_of([4, 3, 2, 4, 0, 3])
    assert bg.Sprt(0, 20).over(games, "a").counts == (1, 0, 1, 2, 2)
    assert bg.Sprt(0, 20).over(games, "b").counts == (2, 2, 1, 0, 1)


@pytest.mark.parametrize(
    ("games", "player", "words"),
    [
        ([("a", "b", 1, 0)], "c", "'c' is not a player"),
        ([("a", "b", 1, 0), ("a", "c", 1, 0)], "a", "2 players, not 3"),
        ([("a", "b", 1, 0)] * 3, "a", "pair 0 has 3 games"),
        ([("a", "b", math.nan, 0)], "a", "nan is not a valid score"),
    ],
)
def test_games_that_are_no_test(games: list[Outcome], player: str, words: str) -> None:
    with pytest.raises(bg.ParameterError, match=words):
        bg.Sprt(0, 20).over(games, player)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((20, 0), "elo1 must be more than elo0"),
        ((0, 0), "elo1 must be more than elo0"),
        ((math.nan, 5), "elo0 must be from -2000 to 2000, not nan"),
        ((0, math.inf), "elo1 must be from -2000 to 2000, not inf"),
        ((0, 5, 0.0), "alpha must be between 0 and 0.5"),
        ((0, 5, 0.05, 0.5), "beta must be between 0 and 0.5"),
    ],
)
def test_hypotheses_are_checked(arguments: tuple[float, ...], words: str) -> None:
    with pytest.raises(bg.ParameterError, match=words):
        bg.Sprt(*arguments)


@pytest.mark.parametrize("pairs", [[1, 2, 3], [1, 2, 3, 4, -1], [1, 2, 3, 4, 5, 6], []])
def test_counts_are_five_numbers(pairs: list[int]) -> None:
    with pytest.raises(bg.ParameterError, match="five numbers from 0"):
        bg.Sprt(0, 20).test(pairs)


@pytest.fixture(scope="module")
def simulations() -> ModuleType:
    return bench("ratings")


@pytest.mark.parametrize(("elo", "wrong"), [(0, "H1"), (100, "H0")])
def test_errors_are_as_rare_as_the_test_says(
    simulations: ModuleType, elo: float, wrong: str
) -> None:
    """With openings that favour one side by 200 points; `benches/ratings.py` does many more."""
    tests = 60
    accepted, _ = simulations.errors(bg.Sprt(0, 100), elo, tests, seed=1, opening=200)
    errors = accepted if wrong == "H1" else 1 - accepted
    # 3 of 60, with a standard deviation of 1.7.
    assert errors * tests <= 8
