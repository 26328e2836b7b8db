"""Outcomes of games between named players: all that the statistics need to know.

SPRT, ratings and intervals work on lists of ``Outcome``, wherever the games come from.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from numbers import Real
from typing import NamedTuple, Protocol, runtime_checkable

from bitgames._core import ParameterError
from bitgames.arguments import printable, shortened
from bitgames.results import MatchResult

__all__ = ["HasOutcomes", "Outcome", "checked", "of_match", "of_matches", "pairings", "pentanomial"]


class Outcome(NamedTuple):
    """A finished game: who played the first side, who the second, and how it ended.

    >>> Outcome("ai14", "ai2", 1.0, 0).first
    'ai14'
    """

    first: str
    """Name of the player of the first side, which begins."""
    second: str
    """Name of the player of the second side."""
    score: float
    """Points of ``first``: 1 for a win, 0.5 for a draw, 0 for a loss."""
    pair: int
    """Number of the pair within the games of these two players, from 0: the two games of a pair
    share their opening, with the sides swapped."""


@runtime_checkable
class HasOutcomes(Protocol):
    """An object that knows the outcomes of its games, such as a tournament."""

    @property
    def outcomes(self) -> Iterable[Outcome]:
        """The outcomes of the finished games."""


def checked(outcomes: Iterable[Outcome]) -> list[Outcome]:
    """Return outcomes as a list in which every value is valid.

    Tuples of four values will do. Raises ``ParameterError`` with the row for a score other than 1,
    0.5 and 0, for a negative pair, for a player against itself, and ``TypeError`` for other things.

    >>> checked([("a", "b", 1, 0)])
    [Outcome(first='a', second='b', score=1.0, pair=0)]
    >>> checked([("a", "b", float("nan"), 0)])
    Traceback (most recent call last):
    ...
    bitgames.ParameterError: outcome 0: nan is not a valid score: allowed are 1, 0.5 and 0
    """
    return [_checked(row, each) for row, each in enumerate(outcomes)]


def _checked(row: int, given: Outcome) -> Outcome:
    if isinstance(given, str) or not isinstance(given, Sequence) or len(given) != 4:
        raise TypeError(
            f"outcome {row} must be (first, second, score, pair), not {type(given).__name__}"
        )
    first, second, score, pair = given
    if not (isinstance(first, str) and isinstance(second, str)):
        raise TypeError(f"outcome {row}: the names of the players must be text")
    if first == second:
        raise ParameterError(f"outcome {row}: {_named(first)} plays against itself")
    if not (first and second):
        raise ParameterError(f"outcome {row}: a player has an empty name")
    if isinstance(score, bool) or not isinstance(score, Real):
        raise TypeError(f"outcome {row}: the score must be a number, not {type(score).__name__}")
    if score not in (1.0, 0.5, 0.0):
        raise ParameterError(
            f"outcome {row}: {float(score):g} is not a valid score: allowed are 1, 0.5 and 0"
        )
    if isinstance(pair, bool) or not isinstance(pair, int):
        raise TypeError(f"outcome {row}: the pair must be an integer, not {type(pair).__name__}")
    if pair < 0:
        raise ParameterError(
            f"outcome {row}: {pair} is not a valid pair: allowed are numbers from 0"
        )
    return Outcome(first, second, float(score), pair)


def _named(name: str) -> str:
    return shortened(printable(name), 60)


def of_match(result: MatchResult, *, first_pair: int = 0) -> list[Outcome]:
    """Return the outcomes of a match that kept its games.

    Games ``2 i`` and ``2 i + 1`` are pair ``first_pair + i``. Raises ``ParameterError`` for a match
    that was played without ``keep_games``.

    >>> import bitgames as bg
    >>> of_match(bg.match("first", "ai14", games=2, seed=0, keep_games=True))[1]
    Outcome(first='ai14', second='first', score=1.0, pair=0)
    """
    if result.num_games and not result.games:
        raise ParameterError(
            f"the match {_named(result.a)} - {_named(result.b)} has no games: "
            "play it with keep_games=True"
        )
    points = {"a": 1.0, "b": 0.0, None: 0.5}
    found = []
    for game in result.games:
        score, pair = points[game.winner], first_pair + game.game // 2
        if game.game % 2 == 0:
            found.append(Outcome(result.a, result.b, score, pair))
        else:
            found.append(Outcome(result.b, result.a, 1.0 - score, pair))
    return found


def of_matches(results: Iterable[MatchResult]) -> list[Outcome]:
    """Return the outcomes of several matches.

    Parts of one match keep the numbers of their pairs. Another match of the same two players
    continues the count, so that its pairs are its own.

    >>> import bitgames as bg
    >>> matches = [bg.match("first", "ai14", games=2, seed=s, keep_games=True) for s in (0, 1)]
    >>> [outcome.pair for outcome in of_matches(matches)]
    [0, 0, 1, 1]
    """
    by_match: dict[tuple[object, ...], list[MatchResult]] = {}
    for each in results:
        same = (each.a, each.b, each.start, each.seed, each.openings, each.opening_rule)
        by_match.setdefault(same, []).append(each)
    free: Counter[frozenset[str]] = Counter()
    found: list[Outcome] = []
    for parts in by_match.values():
        players = frozenset((parts[0].a, parts[0].b))
        begin = free[players]
        for part in parts:
            own = of_match(part, first_pair=begin)
            found += own
            free[players] = max([free[players], *(each.pair + 1 for each in own)])
    return found


def pairings(outcomes: Iterable[Outcome]) -> dict[tuple[str, str], dict[int, list[Outcome]]]:
    """Group outcomes by the two players, whose names are in order, and then by pair.

    >>> found = pairings([Outcome("b", "a", 1.0, 0), Outcome("a", "b", 0.5, 0)])
    >>> list(found), len(found["a", "b"][0])
    ([('a', 'b')], 2)
    """
    groups: dict[tuple[str, str], dict[int, list[Outcome]]] = {}
    for each in outcomes:
        low, high = min(each.first, each.second), max(each.first, each.second)
        groups.setdefault((low, high), {}).setdefault(each.pair, []).append(each)
    return groups


def pentanomial(outcomes: Iterable[Outcome], player: str, *, prefix: bool = False) -> list[int]:
    """Count the pairs in which a player made 0, 1/2, 1, 3/2 and 2 points.

    A pair with one game is left out. With ``prefix`` only the pairs before the first incomplete one
    count, by their numbers, so that the counts do not depend on the order in which games end. All
    games must be those of one pairing; ``ParameterError`` names a pair with more than two games.

    >>> games = [Outcome("a", "b", 1.0, 0), Outcome("b", "a", 0.5, 0), Outcome("a", "b", 1.0, 1)]
    >>> pentanomial(games, "a")
    [0, 0, 0, 1, 0]
    """
    points: dict[int, list[float]] = {}
    for each in outcomes:
        if player not in (each.first, each.second):
            raise ParameterError(f"{_named(player)} is not a player of pair {each.pair}")
        own = each.score if player == each.first else 1.0 - each.score
        points.setdefault(each.pair, []).append(own)
    counts = [0] * 5
    for place, pair in enumerate(sorted(points)):
        games = points[pair]
        if len(games) > 2:
            raise ParameterError(f"pair {pair} has {len(games)} games: allowed are 2")
        if prefix and (place != pair or len(games) < 2):
            break
        if len(games) == 2:
            counts[round(2 * sum(games))] += 1
    return counts
