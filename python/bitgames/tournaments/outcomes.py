"""Outcomes of games between named players: all that the statistics need to know.

SPRT, ratings and intervals work on lists of ``Outcome``, wherever the games come from.
"""

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from numbers import Real
from typing import Any, NamedTuple, Protocol, runtime_checkable

from bitgames._core import ParameterError
from bitgames.arguments import instance, printable, shortened
from bitgames.results import MatchResult


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
    0.5 and 0, for a negative pair, for a player on both sides, and ``TypeError`` for other things.

    >>> checked([("a", "b", 1, 0)])
    [Outcome(first='a', second='b', score=1.0, pair=0)]
    >>> checked([("a", "b", float("nan"), 0)])
    Traceback (most recent call last):
    ...
    bitgames.ParameterError: outcome 0: nan is not a valid score: allowed are 1, 0.5 and 0
    """
    return [each if _is_valid(each) else _checked(row, each) for row, each in enumerate(outcomes)]


def _is_valid(given: object) -> bool:
    """Tell quickly of what is as it should be in every respect."""
    if type(given) is not Outcome or type(given.score) is not float or type(given.pair) is not int:
        return False
    return (
        given.score in (1.0, 0.5, 0.0)
        and given.pair >= 0
        and type(given.first) is type(given.second) is str
        and "" != given.first != given.second != ""
    )


def _checked(row: int, given: Outcome) -> Outcome:
    if isinstance(given, str) or not isinstance(given, Sequence) or len(given) != 4:
        raise TypeError(
            f"outcome {row} must be (first, second, score, pair), not {type(given).__name__}"
        )
    first, second, score, pair = (given[field] for field in range(4))
    if not (isinstance(first, str) and isinstance(second, str)):
        raise TypeError(f"outcome {row}: the names of the players must be text")
    if first == second:
        raise ParameterError(f"outcome {row}: {shown_name(first)} plays on both sides")
    if not (first and second):
        raise ParameterError(f"outcome {row}: a player has an empty name")
    if isinstance(score, bool) or not isinstance(score, Real):
        raise TypeError(f"outcome {row}: the score must be a number, not {type(score).__name__}")
    if score not in (1.0, 0.5, 0.0):
        shown = shortened(str(score), 40) if isinstance(score, float) else "another number"
        raise ParameterError(
            f"outcome {row}: {shown} is not a valid score: allowed are 1, 0.5 and 0"
        )
    if isinstance(pair, bool) or not isinstance(pair, int):
        raise TypeError(f"outcome {row}: the pair must be an integer, not {type(pair).__name__}")
    if not 0 <= pair < 2**63:
        raise ParameterError(f"outcome {row}: the number of the pair must be from 0 to 2**63 - 1")
    return Outcome(first, second, float(score), pair)


def shown_name(name: str) -> str:
    """Return the name of a player for an error: printable, of at most 60 characters."""
    return shortened(printable(name), 60)


def of_match(result: MatchResult, *, first_pair: int = 0) -> list[Outcome]:
    """Return the outcomes of a match that kept its games.

    Games ``2 i`` and ``2 i + 1`` are pair ``first_pair + i``. Raises ``ParameterError`` for a match
    that was played without ``keep_games``.

    >>> import bitgames as bg
    >>> of_match(bg.match("first", "ai14", "tictactoe", games=2, seed=0, keep_games=True))[1]
    Outcome(first='ai14', second='first', score=1.0, pair=0)
    """
    if result.num_games and not result.games:
        raise ParameterError(
            f"the match {shown_name(result.a)} - {shown_name(result.b)} has no games: "
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
    >>> options = {"game": "tictactoe", "games": 2, "keep_games": True}
    >>> matches = [bg.match("first", "ai14", **options, seed=seed) for seed in (0, 1)]
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


class Games(NamedTuple):
    """The outcomes of a source, and what else it tells."""

    outcomes: list[Outcome]
    """The outcomes."""
    players: list[str]
    """The names of its players, as far as it tells them."""
    repeats: bool = False
    """True if it says that players repeat their games."""


def games_of(source: object) -> Games:
    """Return the outcomes of a source with what else it tells.

    A source is the name of a results file, an object with ``outcomes``, a match or several that
    kept their games, or outcomes. Raises ``TypeError`` for anything else, and what reading a file
    raises.

    >>> games_of([("a", "b", 0, 0)]).outcomes
    [Outcome(first='a', second='b', score=0.0, pair=0)]
    """
    if isinstance(source, str | os.PathLike):
        from bitgames.tournaments.tournament import Tournament

        source = Tournament.read(source)
    if isinstance(source, MatchResult):
        source = [source]
    if isinstance(source, HasOutcomes):
        players = list(getattr(source, "players", ()))
        return Games(checked(source.outcomes), players, bool(getattr(source, "repeats", False)))
    if not isinstance(source, Iterable):
        raise TypeError(
            "games must be the name of a results file, a tournament, matches or outcomes, "
            f"not {type(source).__name__}"
        )
    items: Iterator[Any] = iter(source)
    results = list(islice(items, 1))
    if not (results and isinstance(results[0], MatchResult)):
        return Games(checked(chain(results, items)), [])
    for each in items:
        results.append(instance("matches", each, MatchResult, "MatchResult"))
    players = [name for each in results for name in (each.a, each.b)]
    return Games(of_matches(results), players, any(each.repeats for each in results))


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


def prefix(outcomes: Iterable[Outcome], player: str) -> list[int]:
    """Return twice the points of a player in each pair, up to the first that is not complete.

    Pairs count by their numbers from 0, so the list does not depend on the order in which games
    ended. All games must be those of one pairing. Raises ``ParameterError`` for games of a third
    player, and for a pair of more than two games.

    >>> games = [Outcome("a", "b", 1.0, 0), Outcome("b", "a", 0.5, 0), Outcome("a", "b", 1.0, 1)]
    >>> prefix(games, "a")
    [3]
    """
    games = checked(outcomes)
    names = {each.first for each in games} | {each.second for each in games}
    instance("player", player, str, "a name")
    if games and player not in names:
        raise ParameterError(f"{shown_name(player)!r} is not a player of these games")
    if len(names) > 2:
        raise ParameterError(f"the games of a test must be those of 2 players, not {len(names)}")
    twice: dict[int, int] = {}
    number: Counter[int] = Counter()
    for each in games:
        own = each.score if player == each.first else 1.0 - each.score
        twice[each.pair] = twice.get(each.pair, 0) + round(2 * own)
        number[each.pair] += 1
    points = []
    for pair in range(len(twice)):
        if number[pair] > 2:
            raise ParameterError(f"pair {pair} has {number[pair]} games: allowed are 2")
        if number[pair] < 2:
            break
        points.append(twice[pair])
    return points
