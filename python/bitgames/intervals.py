"""Confidence intervals of a score, and Elo differences."""

import math
from collections.abc import Iterable

from bitgames.arguments import real

__all__ = ["elo_difference", "score_interval"]

Z95 = 1.959963984540054
"""Quantile of the normal distribution for two-sided 95 %."""

_STEPS = 45  # of a bisection, to within 1e-13


def score_interval(counts: Iterable[tuple[float, int]], z: float = Z95) -> tuple[float, float]:
    """Return the score interval of a mean of independent observations from 0 to 1.

    ``counts`` are pairs of a value and the number of observations that have it; values may repeat.
    The interval has the confidence of ``z``, by default 95 %. Without observations it is 0 to 1.
    Raises ``TypeError`` for anything but such pairs.

    For the values 0 and 1 it is the interval of Edwin Wilson ("Probable inference, the law of
    succession, and statistical inference", Journal of the American Statistical Association 22,
    1927): all means that a test of the observed mean does not reject, where the test takes the
    variance that the observations would have under that mean. With more values this variance is
    that of the most likely distribution with that mean, as in Michel Van den Bergh, "A practical
    introduction to the GSPRT" (the pentanomial model of the testing framework Fishtest). So the
    interval stays inside 0 to 1, and equal observations do not make it empty.

    >>> low, high = score_interval([(0.0, 0), (1.0, 10)])
    >>> f"{low:.3f} {high:.3f}"
    '0.722 1.000'
    >>> low, high = score_interval([(0.25, 20), (0.5, 60), (0.75, 20)])
    >>> f"{low:.3f} {high:.3f}"
    '0.469 0.531'
    """
    number: dict[float, int] = {}
    try:
        for value, count in counts:
            if count > 0:
                number[value] = number.get(value, 0) + count
    except (TypeError, ValueError):
        raise TypeError("counts must be pairs of a value and a number of observations") from None
    observed = list(number.items())
    total = sum(count for _, count in observed)
    if not total:
        return 0.0, 1.0
    mean = sum(value * count for value, count in observed) / total

    def is_rejected(other: float) -> bool:
        return (mean - other) ** 2 > z * z * _variance(observed, total, other) / total

    def end(outside: float) -> float:
        inside = mean
        for _ in range(_STEPS):
            middle = (inside + outside) / 2
            if is_rejected(middle):
                outside = middle
            else:
                inside = middle
        return inside

    return (end(0.0) if mean > 0 else 0.0), (end(1.0) if mean < 1 else 1.0)


def _variance(observed: list[tuple[float, int]], total: int, mean: float) -> float:
    """Return the variance of the most likely distribution on 0 to 1 with this mean.

    An observed value ``x`` has the probability ``count / total / (1 + t * (x - mean))``; the one
    ``t`` is found that gives this mean. If there is none, the rest of the probability is at 0 or 1.
    """
    low, high = -1 / (1 - mean), 1 / mean
    for _ in range(_STEPS):
        middle = (low + high) / 2
        slope = sum(n * (x - mean) / (1 + middle * (x - mean)) for x, n in observed)
        if slope > 0:
            low = middle
        else:
            high = middle
    t = (low + high) / 2
    weights = [(x, n / total / (1 + t * (x - mean))) for x, n in observed]
    rest = max(1.0 - sum(weight for _, weight in weights), 0.0)
    edge = 0.0 if t > 0 else 1.0
    return sum(w * (x - mean) ** 2 for x, w in weights) + rest * (edge - mean) ** 2


def elo_difference(score: float) -> float:
    """Return the difference of ratings from which Elo's formula expects ``score``, from 0 to 1.

    ``400 * log10(score / (1 - score))``, as in Arpad Elo, "The Rating of Chessplayers, Past and
    Present" (1978); infinite for 0 and 1. Raises ``TypeError`` for anything but a number, and
    ``ParameterError`` for one out of the range.

    >>> round(elo_difference(0.75)), elo_difference(1.0), elo_difference(0.5)
    (191, inf, 0.0)
    """
    if real("score", score, 0.0, 1.0) in (0, 1):
        return math.copysign(math.inf, score - 0.5)
    return 400 * math.log10(score / (1 - score))
