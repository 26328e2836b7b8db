"""Davidson's model of games with draws, with a parameter for the first seat, and its best fit.

A player has a strength. With ``d`` the strength of the first side, plus what the first seat is
worth, less that of the second side, the first side wins, draws and loses in the ratio ``exp(d / 2)
: nu : exp(-d / 2)``. So ``exp(d)`` are the odds of a win against a loss. Sources: Roger Davidson,
"On extending the Bradley-Terry model to accommodate ties in paired comparison experiments", Journal
of the American Statistical Association 65 (1970); Davidson and Beaver, "On extending the
Bradley-Terry model to incorporate within-pair order effects", Biometrics 33 (1977).

Every player has besides one virtual drawn pair, shared out over the opponents. Half of it counts as
two draws, half as a win for each. So the best fit exists for any results: for a player who won all,
and for games that were all drawn.

All functions work on a batch: ``b`` sets of counts of the same ``n`` players at once.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

_MAX_STEPS = 200
_MAX_HALVES = 40
_LARGEST_STEP = 4.0  # in strength: beyond it the quadratic model of the likelihood is no guide
_ENOUGH = 1e-8  # the last step promises no more log-likelihood: the next would promise its square
_ROUNDING = 1e-13  # of a log-likelihood, relative


@dataclass(frozen=True, slots=True)
class Counts:
    """Sums over the games of each ordered pair of players: all that the likelihood depends on."""

    games: Floats
    """Games of ``i`` on the first side against ``j``: ``(b, n, n)``."""
    net: Floats
    """Wins less losses of the first side in these games, halved: ``(b, n, n)``."""
    draws: Floats
    """Draws in all games: ``(b,)``."""

    def repeated(self, times: int) -> "Counts":
        """Return the first set of the batch, ``times`` times, without a copy."""
        shape = (times, *self.games.shape[1:])
        return Counts(
            np.broadcast_to(self.games[:1], shape),
            np.broadcast_to(self.net[:1], shape),
            np.broadcast_to(self.draws[:1], (times,)),
        )


@dataclass(frozen=True, slots=True)
class Fit:
    """The parameters of greatest likelihood, for each set of a batch."""

    values: Floats
    """``(b, n + 2)``: the strengths, which have the mean 0; what the first seat is worth; the
    logarithm of ``nu``."""
    likelihood: Floats
    """``(b,)``: the logarithm of the likelihood, prior included, without a constant."""


def virtual_pairs(design: Floats) -> Floats:
    """Return how many virtual pairs each two players have, ``(n, n)``.

    ``design`` ``(n, n)`` has the games of each ordered pair. A player's pair is shared out by them.

    >>> virtual_pairs(np.array([[0.0, 5.0], [7.0, 0.0]])).tolist()
    [[0.0, 1.0], [1.0, 0.0]]
    """
    met = design + design.T
    own = met.sum(axis=1)
    pairs: Floats = (met / own[:, None] + met / own[None, :]) / 2.0
    return pairs


def with_prior(games: Floats, net: Floats, draws: Floats, design: Floats) -> Counts:
    """Return counts with the virtual pairs, the same for all of a batch.

    >>> games = np.array([[0.0, 10.0], [10.0, 0.0]])
    >>> with_prior(games[None], 0 * games[None], np.array([4.0]), games).games[0, 0, 1].item()
    11.0
    """
    pairs = virtual_pairs(design)
    # A pair has a game for each side, and half of its games are drawn.
    return Counts(games + pairs, net, draws + pairs.sum() / 2.0)


def fit(
    counts: Counts,
    *,
    fixed: Floats | None = None,
    start: Floats | None = None,
    first_seat: bool = True,
) -> Fit:
    """Find the parameters of greatest likelihood by Newton's method.

    ``fixed`` ``(b, n + 2)`` is a linear form for each set of which the value at ``start`` is kept.
    Without ``first_seat`` its value is 0. The log-likelihood is concave, and a step that would
    lower it is halved, so the method cannot fail to converge.

    >>> games = np.array([[[0.0, 1.0], [1.0, 0.0]]])
    >>> np.exp(fit(Counts(games, 0.0 * games, np.array([1.0]))).values[0, -1]).round(6).item()
    2.0
    """
    batch, players = counts.games.shape[:2]
    size = players + 2
    values = np.zeros((batch, size)) if start is None else start
    kept = _kept(batch, players, fixed, first_seat)
    here = _Place(counts, values)
    for _ in range(_MAX_STEPS):
        slope, bend = here.derivatives()
        step = _newton_step(slope, bend, kept)[:, :size]
        gain = (slope * step).sum(axis=1)
        largest = np.abs(step).max(axis=1)
        step *= np.minimum(1.0, _LARGEST_STEP / np.maximum(largest, 1e-300))[:, None]
        for _ in range(_MAX_HALVES):
            there = _Place(counts, here.values + step)
            worse = there.likelihood < here.likelihood - _ROUNDING * np.abs(here.likelihood)
            if not worse.any():
                break
            step[worse] /= 2.0
        here = there
        if np.all(gain <= _ENOUGH):
            break
    return Fit(here.values, here.likelihood)


def _kept(batch: int, players: int, fixed: Floats | None, first_seat: bool) -> Floats:
    """Return the linear forms that steps keep: the sum of the strengths, and what is fixed."""
    forms = np.zeros((batch, 1, players + 2))
    forms[:, 0, :players] = 1.0
    if not first_seat:
        seat = np.zeros_like(forms)
        seat[:, 0, players] = 1.0
        forms = np.concatenate((forms, seat), axis=1)
    if fixed is not None:
        forms = np.concatenate((forms, fixed[:, None, :]), axis=1)
    return forms


def _newton_step(slope: Floats, bend: Floats, kept: Floats) -> Floats:
    """Return the step to the top of the quadratic model along which the forms stay as they are."""
    batch, size = slope.shape
    forms = kept.shape[1]
    system = np.zeros((batch, size + forms, size + forms))
    system[:, :size, :size] = bend
    system[:, size:, :size] = kept
    system[:, :size, size:] = kept.transpose(0, 2, 1)
    right = np.concatenate((slope, np.zeros((batch, forms))), axis=1)
    return np.asarray(np.linalg.solve(system, right[..., None])[..., 0], dtype=np.float64)


class _Place:
    """The log-likelihood at some values of the parameters, for each set of a batch."""

    def __init__(self, counts: Counts, values: Floats) -> None:
        self.counts, self.values = counts, values
        strength = values[:, :-2]
        away = strength[:, :, None] - strength[:, None, :] + values[:, -2, None, None]
        size = np.abs(away)
        # In parts of the larger one of win and loss, so that nothing overflows.
        small = np.exp(-size / 2.0)
        draw = small * np.exp(values[:, -1])[:, None, None]
        total = 1.0 + small * small + draw
        self.drawn = draw / total
        """Probability of a draw."""
        self.mean = np.copysign((1.0 - small * small) / (2.0 * total), away)
        """Half of the probability of a win, less half of that of a loss."""
        logs = counts.games * (size / 2.0 + np.log(total))
        sums = (counts.net * away - logs).sum(axis=(1, 2))
        self.likelihood: Floats = sums + counts.draws * values[:, -1]

    def derivatives(self) -> tuple[Floats, Floats]:
        """Return the slope, and the bend: minus the second derivatives."""
        games, mean, drawn = self.counts.games, self.mean, self.drawn
        force = self.counts.net - games * mean
        batch, players = games.shape[:2]
        slope = np.empty((batch, players + 2))
        slope[:, :-2] = force.sum(axis=2) - force.sum(axis=1)
        slope[:, -2] = force.sum(axis=(1, 2))
        slope[:, -1] = self.counts.draws - (games * drawn).sum(axis=(1, 2))
        both = games * ((1.0 - drawn) / 4.0 - mean * mean)
        mixed = -games * mean * drawn
        bend = np.empty((batch, players + 2, players + 2))
        pairs = both + both.transpose(0, 2, 1)
        bend[:, :-2, :-2] = -pairs
        places = np.arange(players)
        bend[:, places, places] += pairs.sum(axis=2)
        bend[:, :-2, -2] = bend[:, -2, :-2] = both.sum(axis=2) - both.sum(axis=1)
        bend[:, :-2, -1] = bend[:, -1, :-2] = mixed.sum(axis=2) - mixed.sum(axis=1)
        bend[:, -2, -2] = both.sum(axis=(1, 2))
        bend[:, -2, -1] = bend[:, -1, -2] = mixed.sum(axis=(1, 2))
        bend[:, -1, -1] = (games * drawn * (1.0 - drawn)).sum(axis=(1, 2))
        return slope, bend


def profile_ends(
    counts: Counts, best: Fit, z: float, *, first_seat: bool = True
) -> tuple[Floats, Floats]:
    """Return the ends of the profile likelihood intervals: two arrays ``(n + 1,)``.

    They are those of the strengths and of the first seat. An interval has the values that a
    likelihood ratio test does not reject, the other parameters taken as likely as they can be.
    ``counts`` and ``best`` are one set, not a batch.
    """
    players = counts.games.shape[1]
    seats = players + first_seat
    rows = np.arange(2 * seats)
    which, sign = np.tile(np.arange(seats), 2), np.repeat((-1.0, 1.0), seats)
    many = counts.repeated(2 * seats)
    fixed = np.zeros((2 * seats, players + 2))
    fixed[rows, which] = 1.0
    top = np.repeat(best.values, 2 * seats, axis=0)
    center = top[rows, which]
    others = np.where(which < players, 1.0 / (players - 1), 0.0)

    def root(value: Floats) -> Floats:
        """Return the root of the deviance where each parameter has this value."""
        start = top.copy()
        start[:, :players] += (others * (center - value))[:, None]
        start[rows, which] = value
        reached = fit(many, fixed=fixed, start=start, first_seat=first_seat).likelihood
        lost: Floats = np.sqrt(np.maximum(2.0 * (best.likelihood[0] - reached), 0.0))
        return lost

    # Where the ends would be if the likelihood were that of a normal distribution.
    _, bend = _Place(counts, best.values).derivatives()
    bend[:, :players, :players] += 1.0
    if not first_seat:
        bend[:, players, players] += 1.0
    guess = z * np.sqrt(np.linalg.inv(bend[0]).diagonal()[which])
    ends = _crossings(root, center, sign, z, guess)
    low, high = np.zeros(players + 1), np.zeros(players + 1)
    low[:seats], high[:seats] = ends[:seats], ends[seats:]
    return low, high


def _crossings(
    root: Callable[[Floats], Floats], begin: Floats, sign: Floats, z: float, guess: Floats
) -> Floats:
    """Return where a function that rises from 0 at ``begin`` reaches ``z``, by false position.

    ``guess`` is about how far away that is.
    """
    inside, inner = begin, np.zeros_like(begin)
    width = 1.2 * guess
    outside = begin + sign * width
    outer = root(outside)
    while (outer < z).any():
        is_in = outer < z
        inside, inner = np.where(is_in, outside, inside), np.where(is_in, outer, inner)
        width = np.where(is_in, 2.0 * width, width)
        outside = begin + sign * width
        outer = root(outside)
    for _ in range(_MAX_STEPS):
        part = np.clip((z - inner) / (outer - inner), 0.05, 0.95)
        middle = inside + part * (outside - inside)
        found = root(middle)
        if np.all(np.abs(found - z) < 1e-6):
            break
        is_in = found < z
        inside, inner = np.where(is_in, middle, inside), np.where(is_in, found, inner)
        outside, outer = np.where(is_in, outside, middle), np.where(is_in, outer, found)
    return middle


def same_strength(counts: Counts, best: Fit, *, first_seat: bool = True) -> Floats:
    """Return for each two players the root of the deviance if they were equally strong ``(n, n)``.

    It has the sign of the difference of their strengths. ``counts`` and ``best`` are one set.
    """
    players = counts.games.shape[1]
    roots = np.zeros((players, players))
    low, high = np.triu_indices(players, 1)
    most = max(1, 2_000_000 // players**2)
    for begin in range(0, len(low), most):
        i, j = low[begin : begin + most], high[begin : begin + most]
        rows = np.arange(len(i))
        fixed = np.zeros((len(i), players + 2))
        fixed[rows, i], fixed[rows, j] = 1.0, -1.0
        start = np.repeat(best.values, len(i), axis=0)
        away = start[rows, i] - start[rows, j]
        start[rows, i] -= away / 2.0
        start[rows, j] += away / 2.0
        many = counts.repeated(len(i))
        reached = fit(many, fixed=fixed, start=start, first_seat=first_seat).likelihood
        lost = np.sqrt(np.maximum(2.0 * (best.likelihood[0] - reached), 0.0))
        roots[i, j] = np.sign(away) * lost
        roots[j, i] = -roots[i, j]
    return roots
