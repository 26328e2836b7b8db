"""Davidson's model: the fit against plain loops, what has no finite best fit, and its intervals."""

from __future__ import annotations

import math
import random
from types import ModuleType

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bitgames as bg
from bitgames.intervals import Z95
from bitgames.tournaments import davidson
from bitgames.tournaments.bootstrap import replicates
from bitgames.tournaments.outcomes import Outcome
from bitgames.tournaments.pools import pools
from tests.benches import bench


def slow_likelihood(
    outcomes: list[Outcome], strength: dict[str, float], seat: float, log_nu: float
) -> float:
    """The logarithm of the likelihood by loops over games, the virtual pairs included."""

    def result(first: str, second: str, score: float) -> float:
        away = strength[first] + seat - strength[second]
        weights = {1.0: math.exp(away / 2), 0.5: math.exp(log_nu), 0.0: math.exp(-away / 2)}
        return math.log(weights[score] / sum(weights.values()))

    total = sum(result(each.first, each.second, each.score) for each in outcomes)
    for name in strength:
        own = [each for each in outcomes if name in (each.first, each.second)]
        for each in own:
            # Half of a virtual pair for each player, as the other half is the other player's.
            part = 0.5 / len(own)
            for sides in ((each.first, each.second), (each.second, each.first)):
                total += part * 0.5 * result(*sides, 0.5)
                total += part * 0.25 * (result(*sides, 1.0) + result(*sides, 0.0))
    return total


def fitted(outcomes: list[Outcome]) -> tuple[davidson.Counts, davidson.Fit, tuple[str, ...]]:
    """The counts of the only pool, its fit and its names."""
    (pool,) = pools(outcomes)
    games = pool.tally.sum(axis=2).astype(float)
    net = (pool.tally[..., 0] - pool.tally[..., 2]) / 2.0
    draws = np.array([float(pool.tally[..., 1].sum())])
    counts = davidson.with_prior(games[None], net[None], draws, games)
    return counts, davidson.fit(counts), pool.names


def random_games(rng: random.Random, players: int, games: int) -> list[Outcome]:
    """Games of players who are all joined, with any results."""
    names = [f"p{number}" for number in range(players)]
    pairs = [(names[i], names[i + 1]) for i in range(players - 1)]
    pairs += [tuple(rng.sample(names, 2)) for _ in range(games)]  # type: ignore[misc]
    weights = rng.choice([(1, 1, 1), (5, 1, 1), (1, 0, 0), (0, 1, 0), (1, 20, 1)])
    return [
        Outcome(*rng.sample(pair, 2), rng.choices((1.0, 0.5, 0.0), weights)[0], number)
        for number, pair in enumerate(pairs)
    ]


@given(st.integers(0, 2**32), st.integers(2, 5), st.integers(0, 30))
@settings(max_examples=15)
def test_the_fit_is_the_top_of_the_slow_likelihood(seed: int, players: int, games: int) -> None:
    rng = random.Random(seed)
    outcomes = random_games(rng, players, games)
    _, best, names = fitted(outcomes)
    *strengths, seat, log_nu = best.values[0].tolist()
    assert sum(strengths) == pytest.approx(0, abs=1e-9)

    def height(steps: list[float]) -> float:
        *moved, seat_step, nu_step = steps
        strength = {name: strengths[at] + moved[at] for at, name in enumerate(names)}
        return slow_likelihood(outcomes, strength, seat + seat_step, log_nu + nu_step)

    top = height([0.0] * (players + 2))
    for size in (1e-3, 0.1, 1.0):
        for _ in range(4):
            step = [size * rng.gauss(0, 1) for _ in range(players + 2)]
            assert height(step) < top + 1e-9 * len(outcomes)
    # Flat in every direction, so the top.
    for at in range(players + 2):
        ends = []
        for sign in (-1e-4, 1e-4):
            step = [0.0] * (players + 2)
            step[at] = sign
            ends.append(height(step))
        assert ends[1] - ends[0] == pytest.approx(0, abs=1e-6 * len(outcomes))


def test_two_players_without_a_seat_have_the_odds_of_their_games() -> None:
    """Many games of the same kind on both sides: the odds are those of wins against losses."""
    scores = [1.0] * 3000 + [0.5] * 2000 + [0.0] * 1000
    outcomes = [
        Outcome(*sides, score if sides[0] == "a" else 1 - score, pair)
        for pair, score in enumerate(scores)
        for sides in (("a", "b"), ("b", "a"))
    ]
    _, best, _ = fitted(outcomes)
    a, b, seat, log_nu = best.values[0].tolist()
    assert (math.exp(a - b), seat) == pytest.approx((3.0, 0.0), abs=0.01)
    assert math.exp(log_nu) / (math.exp((a - b) / 2) + math.exp((b - a) / 2)) == pytest.approx(
        0.5, abs=0.01
    )


def test_the_first_seat_is_told_from_the_players() -> None:
    rng = np.random.default_rng(1)
    kind = bench("ratings").Kind("", 3, 1500, 100, first_seat=80.0, draws=0.5)
    games, truth = bench("ratings").simulated(kind, rng)
    found = bg.ratings(games, samples=50, seed=0)
    (pool,) = found.pools
    assert pool.first_seat == pytest.approx(80, abs=15)
    assert pool.draw_rate == pytest.approx(0.5 / 2.5, abs=0.02)
    for player in found.players:
        assert player.rating == pytest.approx(truth[int(player.name[1:])], abs=15)


@given(st.integers(0, 2**32), st.integers(2, 5), st.integers(0, 20))
@settings(max_examples=10)
def test_profile_ends_lose_what_the_test_allows(seed: int, players: int, games: int) -> None:
    """At an end of an interval the best likelihood is lower by z squared / 2."""
    counts, best, _ = fitted(random_games(random.Random(seed), players, games))
    for ends in davidson.profile_ends(counts, best, Z95):
        for at in range(players + 1):
            # The other parameters climb from another place than inside the function.
            start = np.zeros_like(best.values)
            start[0, :players] = -ends[at] / (players - 1) if at < players else 0.0
            start[0, at] = ends[at]
            form = np.zeros_like(start)
            form[0, at] = 1.0
            there = davidson.fit(counts, fixed=form, start=start)
            assert there.values[0, at] == pytest.approx(ends[at], abs=1e-9)
            lost = best.likelihood[0] - there.likelihood[0]
            assert lost == pytest.approx(Z95**2 / 2, abs=1e-4)


def test_equal_strengths_lose_as_much_as_the_root_says() -> None:
    counts, best, _ = fitted(random_games(random.Random(5), 4, 30))
    roots = davidson.same_strength(counts, best)
    form = np.zeros_like(best.values)
    form[0, 0], form[0, 3] = 1.0, -1.0
    equal = davidson.fit(counts, fixed=form)
    assert equal.values[0, 0] == pytest.approx(equal.values[0, 3])
    lost = 2 * (best.likelihood[0] - equal.likelihood[0])
    assert roots[0, 3] ** 2 == pytest.approx(lost, abs=1e-6)
    assert roots[3, 0] == -roots[0, 3]
    assert (roots[0, 3] > 0) == (best.values[0, 0] > best.values[0, 3])


@pytest.mark.parametrize(
    "scores",
    [[1.0] * 2000, [0.5] * 2000, [0.0] * 2000, [1.0, 0.0] * 1000],
    ids=["won", "drawn", "lost", "first seat"],
)
def test_results_without_a_finite_best_fit_have_finite_ratings(scores: list[float]) -> None:
    """Also where one side wins every game, or all are drawn: the virtual pair holds them."""
    games = [
        Outcome("a" if number % 2 else "b", "b" if number % 2 else "a", score, number // 2)
        for number, score in enumerate(scores)
    ]
    games = [*games, Outcome("b", "c", 0.5, 0), Outcome("c", "b", 0.5, 0)]
    found = bg.ratings(games, samples=50, seed=0)
    for player in found.players:
        assert all(map(math.isfinite, (player.low, player.rating, player.high)))
        assert player.low < player.rating < player.high


def test_the_bootstrap_is_that_of_whole_pairs() -> None:
    """The spread of a slow one: pairs drawn one by one, and fitted one by one."""
    rng = random.Random(2)
    results = [rng.choices(((1.0, 1.0), (1.0, 0.5), (0.5, 0.5), (0.0, 0.5)), (2, 2, 4, 1))[0]
               for _ in range(40)]  # fmt: skip
    pairs = [
        [Outcome("a", "b", first, pair), Outcome("b", "a", 1 - second, pair)]
        for pair, (first, second) in enumerate(results)
    ]
    games = [game for pair in pairs for game in pair]
    _, best, _ = fitted(games)
    (pool,) = pools(games)
    drawn = replicates(pool, best, 2000, 1, first_seat=True)[:, 0]
    slow = []
    for _ in range(150):
        chosen = [game for pair in rng.choices(pairs, k=len(pairs)) for game in pair]
        if pools(chosen)[0].has_seats:
            slow.append(fitted(chosen)[1].values[0, 0])
    # The virtual pair adds some, and 150 draws tell a spread within 6 %.
    assert 0.85 < drawn.std() / np.std(slow) < 1.35
    assert drawn.mean() == pytest.approx(best.values[0, 0], abs=0.3 * drawn.std())


@pytest.fixture(scope="module")
def simulations() -> ModuleType:
    return bench("ratings")


@pytest.mark.parametrize("kind", ["4 players, 5 pairs", "openings of 500 points"])
def test_intervals_cover_the_truth(simulations: ModuleType, kind: str) -> None:
    """Of simulated tournaments; `benches/ratings.py` does many more."""
    (wanted,) = (each for each in simulations.KINDS if each.name == kind)
    part = simulations.coverage(wanted, 25, 4, samples=200)
    assert part >= 0.86


@pytest.mark.deep
def test_intervals_cover_as_often_as_they_say(simulations: ModuleType) -> None:
    for kind in simulations.KINDS:
        assert 0.92 <= simulations.coverage(kind, 500, 2) <= 0.98, kind.name


@given(st.integers(0, 2**32), st.integers(2, 5), st.integers(0, 12))
def test_pools_know_what_their_games_can_tell(seed: int, players: int, games: int) -> None:
    """By all ways to part the players, and by the rank of the equations."""
    (pool,) = pools(random_games(random.Random(seed), players, games))
    scored = pool.tally[..., 0] + pool.tally[..., 1] + (pool.tally[..., 2] + pool.tally[..., 1]).T
    parts = [[at for at in range(players) if kind >> at & 1] for kind in range(1, 2**players - 1)]
    others = [[at for at in range(players) if at not in part] for part in parts]
    is_split = any(
        not scored[np.ix_(part, rest)].any() for part, rest in zip(parts, others, strict=True)
    )
    assert pool.is_comparable == (not is_split)
    rows = [
        [float(at == i) - float(at == j) for at in range(players)]
        for i, j in zip(*np.nonzero(pool.tally.sum(axis=2)), strict=True)
    ]
    with_seat = np.linalg.matrix_rank([[*row, 1.0] for row in rows])
    assert pool.has_seats == (with_seat > np.linalg.matrix_rank(rows))
