"""A sequential test of two players, on pairs of games: GSPRT with five results of a pair."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from operator import index
from typing import TYPE_CHECKING, Literal, TypeAlias

from bitgames._core import ParameterError
from bitgames.arguments import parameter_error, real
from bitgames.tournaments.outcomes import Outcome, prefix

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Verdict: TypeAlias = Literal["H0", "H1"] | None
"""The hypothesis that a test accepts, or ``None`` while it has to go on."""

MAX_ELO = 2000.0
"""Largest Elo difference of a hypothesis, either way."""

_MAX_PAIRS = 10**9  # of a kind: an empty one beside them is not lost in rounding
_MAX_POINTS = 2**24
_EMPTY = 1e-3  # what an empty cell counts, as on fishtest
_STEPS = 80  # of a bisection: to the last bit, and never more
_BLOCK = 1024  # pairs that are looked at together


@dataclass(frozen=True, slots=True)
class SprtResult:
    """How far a sequential test has come.

    >>> import bitgames as bg
    >>> result = bg.Sprt(elo0=0, elo1=20).test([10, 80, 200, 150, 60])
    >>> result.verdict, round(result.llr, 2), round(result.upper, 2)
    ('H1', 16.71, 2.94)
    """

    llr: float
    """Logarithm of the likelihood ratio: above 0 the games speak for ``elo1``, below for
    ``elo0``."""
    lower: float
    """At this ratio or below it ``H0`` is accepted."""
    upper: float
    """At this ratio or above it ``H1`` is accepted."""
    verdict: Verdict
    """``"H1"``: the player is better, as ``elo1`` says; ``"H0"``: as ``elo0`` says; ``None``: the
    games do not tell yet."""
    counts: tuple[int, int, int, int, int] = (0, 0, 0, 0, 0)
    """Pairs in which the player made 0, 1/2, 1, 3/2 and 2 points, up to the verdict."""

    @property
    def pairs(self) -> int:
        """Number of pairs that led to the verdict, or all pairs without a verdict.

        >>> import bitgames as bg
        >>> bg.Sprt(elo0=0, elo1=20).test([1, 2, 3, 2, 1]).pairs
        9
        """
        return sum(self.counts)


@dataclass(frozen=True, slots=True)
class Sprt:
    """A sequential probability ratio test: is a player better by ``elo1`` or only by ``elo0``?

    The test looks at the pairs of games one by one and stops as soon as they tell. ``alpha`` is the
    probability that it accepts ``elo1`` although ``elo0`` is true, ``beta`` that of the other
    error. Elo differences are logistic: the score ``1 / (1 + 10 ** (-elo / 400))`` in points per
    game. A difference between the two hypotheses is decided either way.

    It is the generalized test of Michel Van den Bergh ("A practical introduction to the GSPRT") as
    the testing framework Fishtest has it. An observation is a pair of games with one opening and
    swapped sides, so an unfair opening does no harm. The likelihood of a score is that of the most
    likely distribution of the five results that has this mean; an empty cell counts 1/1000.

    Raises ``ParameterError`` if ``elo0`` is not less than ``elo1``, if one of them is not a number
    from -2000 to 2000, and for an ``alpha`` or ``beta`` outside 0 to 0.5.

    >>> import bitgames as bg
    >>> bg.Sprt(elo0=0, elo1=20).test([0, 0, 40, 0, 0]).verdict is None
    True
    >>> bg.Sprt(elo0=20, elo1=0)
    Traceback (most recent call last):
    ...
    bitgames.ParameterError: elo1 must be more than elo0 (20), not 0
    """

    elo0: float
    """Elo difference of the hypothesis that the test wants to reject."""
    elo1: float
    """Elo difference of the hypothesis that the test wants to accept."""
    alpha: float = 0.05
    """Probability of accepting ``elo1`` although ``elo0`` is true."""
    beta: float = 0.05
    """Probability of accepting ``elo0`` although ``elo1`` is true."""

    def __post_init__(self) -> None:
        for name in ("elo0", "elo1"):
            real(name, getattr(self, name), -MAX_ELO, MAX_ELO)
        for name in ("alpha", "beta"):
            value = real(name, getattr(self, name), 0.0, 0.5)
            if value in (0.0, 0.5):
                raise parameter_error(name, "between 0 and 0.5", f"{value:g}")
        if not self.elo0 < self.elo1:
            raise parameter_error("elo1", f"more than elo0 ({self.elo0:g})", f"{self.elo1:g}")

    @property
    def bounds(self) -> tuple[float, float]:
        """The ratios at which the test ends, as Abraham Wald has them.

        >>> import bitgames as bg
        >>> low, high = bg.Sprt(elo0=0, elo1=20).bounds
        >>> f"{low:.2f} {high:.2f}"
        '-2.94 2.94'
        """
        lower = math.log(self.beta / (1.0 - self.alpha))
        return lower, math.log((1.0 - self.beta) / self.alpha)

    def test(self, pairs: Sequence[int]) -> SprtResult:
        """Test the numbers of pairs with 0, 1/2, 1, 3/2 and 2 points of the player.

        That is one look at these pairs together. Of a test that runs, ask ``over``: it ends at
        the first pair that decides. Raises ``ParameterError`` unless there are five counts from 0.

        >>> import bitgames as bg
        >>> bg.Sprt(elo0=0, elo1=20).test([3, 9, 60, 21, 7]).verdict is None
        True
        """
        counts = _counts(pairs)
        if not any(counts):
            return self._result(0.0, counts)
        import numpy as np

        return self._result(float(self._ratios(np.array([counts], dtype=float))[0]), counts)

    def over(self, outcomes: Iterable[Outcome], player: str) -> SprtResult:
        """Test the games of two players pair by pair, in the order of the pairs' numbers.

        ``player`` is the one who may be better. Only the pairs before the first incomplete one
        count, and those after the verdict do not, so the result depends neither on the order in
        which games ended nor on games that were still played after it. Raises ``ParameterError``
        for games of a third player, and for a pair of more than two games.

        >>> import bitgames as bg
        >>> from bitgames.tournaments.outcomes import Outcome
        >>> games = [Outcome(*sides, float(sides[0] == "a"), pair)
        ...     for pair in range(100) for sides in (("a", "b"), ("b", "a"))]
        >>> result = bg.Sprt(elo0=0, elo1=20).over(games, "a")
        >>> result.verdict, result.pairs
        ('H1', 53)
        """
        return self.after((0,) * 5, prefix(outcomes, player))

    def after(self, counts: Sequence[int], points: Sequence[int]) -> SprtResult:
        """Continue a test: go on from ``counts`` pair by pair, up to the verdict.

        ``points`` are the player's points of each further pair, doubled: 0 to 4. That ``counts``
        have no verdict yet is up to the caller. Raises ``ParameterError`` for other points.

        >>> import bitgames as bg
        >>> test = bg.Sprt(elo0=0, elo1=20)
        >>> test.after(test.after([0, 0, 0, 0, 0], [4] * 50).counts, [4] * 50).pairs
        53
        """
        begin = _counts(counts)
        if len(points) > _MAX_POINTS:
            raise ParameterError(f"points must be those of at most {_MAX_POINTS} pairs")
        points = [index(each) for each in islice(points, len(points))]
        if not all(0 <= each <= 4 for each in points):
            raise ParameterError("the points of a pair, doubled, must be from 0 to 4")
        if not points:
            return self.test(begin)
        import numpy as np

        running, ratios = np.array([begin], dtype=float), np.zeros(1)
        lower, upper = self.bounds
        for first in range(0, len(points), _BLOCK):
            steps = np.eye(5)[np.asarray(points[first : first + _BLOCK])]
            running = running[-1] + np.cumsum(steps, axis=0)
            ratios = self._ratios(running)
            decided = np.flatnonzero((ratios <= lower) | (ratios >= upper))
            if len(decided):
                end = int(decided[0]) + 1
                running, ratios = running[:end], ratios[:end]
                break
        return self._result(float(ratios[-1]), tuple(int(n) for n in running[-1]))

    def _result(self, llr: float, counts: tuple[int, ...]) -> SprtResult:
        lower, upper = self.bounds
        verdict: Verdict = "H1" if llr >= upper else "H0" if llr <= lower else None
        zero, half, one, more, two = counts
        return SprtResult(llr, lower, upper, verdict, (zero, half, one, more, two))

    def _ratios(self, counts: "NDArray[np.float64]") -> "NDArray[np.float64]":
        """Return the log-likelihood ratio of each row of five counts, none of them all zeros."""
        import numpy as np

        counts = np.where(counts == 0, _EMPTY, counts)
        scores = [1.0 / (1.0 + 10.0 ** (-elo / 400.0)) for elo in (self.elo0, self.elo1)]
        logs = _log_divisors(counts / counts.sum(axis=1, keepdims=True), scores)
        ratios: NDArray[np.float64] = (counts * (logs[0] - logs[1])).sum(axis=1)
        return ratios


def _log_divisors(rates: "NDArray[np.float64]", scores: Sequence[float]) -> "NDArray[np.float64]":
    """Return for each score and each row by what its five rates are divided, as logarithms.

    The most likely distribution with a mean has the probabilities ``rate / (1 + t * (value -
    mean))``, with the one ``t`` that gives the mean. As no probability is more than 1, ``t`` lies
    between two known numbers.
    """
    import numpy as np

    away = np.arange(5) / 4.0 - np.array(scores)[:, None, None]
    low = (rates[:, 4:] - 1.0) / away[..., 4:]
    high = (rates[:, :1] - 1.0) / away[..., :1]
    weighted = rates * away
    for _ in range(_STEPS):
        middle = (low + high) / 2.0
        rising = (weighted / (1.0 + middle * away)).sum(axis=2, keepdims=True) > 0.0
        low, high = np.where(rising, middle, low), np.where(rising, high, middle)
    logs: NDArray[np.float64] = np.log1p((low + high) / 2.0 * away)
    return logs


def _counts(pairs: Sequence[int]) -> tuple[int, ...]:
    counts = tuple(index(count) for count in islice(pairs, 6))
    if len(counts) != 5 or not all(0 <= count <= _MAX_PAIRS for count in counts):
        raise ParameterError(
            "pairs must be five numbers from 0 to 10**9: of pairs with 0, 1/2, 1, 3/2 and 2 points"
        )
    return counts
