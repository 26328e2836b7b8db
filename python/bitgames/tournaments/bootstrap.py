"""The spread of a fit, by the bootstrap over pairs: what if other pairs had been played?

Each replicate fits the model to pairs drawn from those that were played; a pair stays whole,
because its games share their opening. A pair comes as often as a random number of Poisson's
distribution with mean 1 says, so the pairs of a kind together come with the mean of their number.
The virtual pair of each player is drawn, too, and is then won, lost or drawn: otherwise pairs that
all ended alike would have no spread. Sources: Bradley Efron, "Bootstrap methods: another look at
the jackknife", Annals of Statistics 7 (1979); Chamandy and others, "Estimating uncertainty for
massive data streams" (2012), for Poisson's numbers.
"""

import numpy as np

from bitgames.tournaments.davidson import Counts, Fit, Floats, fit, virtual_pairs, with_prior
from bitgames.tournaments.pools import Pool

_VIRTUAL = np.array((0.25, 0.25, 0.5))  # of the virtual pairs: both games won, lost, drawn
_CHUNK = 1_000_000  # numbers in the largest array


def replicates(pool: Pool, best: Fit, samples: int, seed: int, *, first_seat: bool) -> Floats:
    """Return the parameters of ``samples`` replicates: ``(samples, n + 2)``, as ``Fit.values``.

    >>> from bitgames.tournaments.outcomes import Outcome
    >>> from bitgames.tournaments.pools import pools
    >>> games = [Outcome("a", "b", float(pair % 2), pair) for pair in range(100)]
    >>> (pool,) = pools(games + [Outcome("b", "a", 0.5, pair) for pair in range(100)])
    >>> start = Fit(np.zeros((1, 4)), np.zeros(1))
    >>> replicates(pool, start, 200, 0, first_seat=True).std(axis=0)[0].round(1).item()
    0.1
    """
    rng = np.random.default_rng(seed)
    largest = max(len(pool.names) ** 2, len(pool.kinds.number))
    most = max(1, _CHUNK // largest)
    found = []
    for begin in range(0, samples, most):
        size = min(most, samples - begin)
        counts = _resampled(pool, size, rng)
        start = np.repeat(best.values, size, axis=0)
        found.append(fit(counts, start=start, first_seat=first_seat).values)
    return np.concatenate(found)


def _resampled(pool: Pool, size: int, rng: np.random.Generator) -> Counts:
    kinds, players = pool.kinds, len(pool.names)
    weights = rng.poisson(kinds.number, (size, len(kinds.number))).astype(float)
    begins = np.flatnonzero(np.diff(kinds.low * players + kinds.high, prepend=-1))
    low, high = kinds.low[begins], kinds.high[begins]
    games, net = np.zeros((2, size, players, players))
    for side, (first, second) in enumerate(((low, high), (high, low))):
        games[:, first, second] = np.add.reduceat(weights * kinds.games[:, side], begins, axis=1)
        net[:, first, second] = np.add.reduceat(weights * kinds.net[:, side], begins, axis=1)
    design = pool.tally.sum(axis=2).astype(float)
    pairs = virtual_pairs(design)[low, high]
    virtual = rng.poisson(pairs[:, None] * _VIRTUAL, (size, len(pairs), 3))
    won, lost, drawn = virtual.transpose(2, 0, 1)
    games[:, low, high] += won + lost + drawn
    games[:, high, low] += won + lost + drawn
    net[:, low, high] += (won - lost) / 2.0
    net[:, high, low] -= (won - lost) / 2.0
    draws = weights @ kinds.draws + 2.0 * drawn.sum(axis=1)
    return with_prior(games, net, draws, design)
