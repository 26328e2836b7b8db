"""Ratings: how strong players are, and how sure the games make us of it."""

import json
import math
import os
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex, TypeAlias

from bitgames._core import ParameterError
from bitgames.arguments import did_you_mean, instance, integer, real
from bitgames.files import attributes, csv_text, generator, write_atomic
from bitgames.intervals import Z95
from bitgames.results import MatchResult
from bitgames.seeding import Seed, child_seed, root
from bitgames.tournaments.outcomes import HasOutcomes, Outcome, games_of, shown_name

if TYPE_CHECKING:
    from bitgames.render.theme import Theme
    from bitgames.tournaments.davidson import Floats
    from bitgames.tournaments.pools import Pool

FORMAT = "bitgames ratings"
VERSION = 1
"""Format name and version of the JSON of ratings."""

ELO = 400.0 / math.log(10.0)
"""Points of a rating for each unit of strength, the logarithm of the odds."""

Source: TypeAlias = (
    str | os.PathLike[str] | HasOutcomes | MatchResult | Iterable[MatchResult] | Iterable[Outcome]
)
"""Where games come from: a results file by its name, a tournament, matches that kept their games,
or outcomes."""

_MIN_SAMPLES, _MAX_SAMPLES = 50, 100_000
_MAX_RATING = 1e6
_COLUMNS = (
    "pool", "rank", "name", "rating", "low", "high", "games", "wins", "draws", "losses", "score",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Rating:
    """The rating of a player.

    >>> import bitgames as bg
    >>> match = bg.match("ai14", "ai2", "tictactoe", games=200, seed=1, keep_games=True)
    >>> best = bg.ratings(match).players[0]
    >>> best.name, round(best.rating), best.games
    ('ai14', 591, 200)
    """

    name: str
    """The player."""
    pool: int
    """Number of the pool, from 0: ratings of different pools cannot be compared."""
    rating: float
    """Points, of which 400 more mean ten times the odds of a win against a loss."""
    low: float
    """Lower end of the 95 % interval."""
    high: float
    """Upper end of the interval."""
    wins: int
    """Games won."""
    draws: int
    """Games drawn."""
    losses: int
    """Games lost."""

    @property
    def games(self) -> int:
        """Number of games."""
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        """Points per game, 0 to 1: 1 for a win, 1/2 for a draw."""
        return (self.wins + self.draws / 2) / self.games


@dataclass(frozen=True, slots=True)
class RatedPool:
    """Players joined by games, and what the model says of all their games.

    >>> import bitgames as bg
    >>> match = bg.match("ai14", "ai2", "tictactoe", games=200, seed=1, keep_games=True)
    >>> bg.ratings(match).pools[0].intervals
    'bootstrap'
    """

    names: tuple[str, ...]
    """The players, the best rating first."""
    first_seat: float | None
    """What the first seat is worth, in points of a rating; ``None`` if the games do not tell."""
    first_seat_interval: tuple[float, float] | None
    """The 95 % interval of ``first_seat``."""
    draw_rate: float
    """Probability of a draw between two equal players, 0 to 1, without the first seat's worth."""
    intervals: Literal["bootstrap", "profile"]
    """How the intervals are made: by the bootstrap over pairs, or by the profile of the likelihood
    if the games alone allow infinite ratings, as of a player who won all games."""


@dataclass(frozen=True, slots=True)
class Ratings:
    """The ratings of players, from ``ratings``. ``str`` is the table.

    >>> import bitgames as bg
    >>> match = bg.match("ai14", "ai2", "tictactoe", games=200, seed=1, keep_games=True)
    >>> print(bg.ratings(match, seed=0))
    #  player  rating  95% interval  games  score
    1  ai14      +591  +417 to +765    200  96.2%
    2  ai2       -591  -765 to -417    200   3.8%
    first seat +278 (+81 to +474); draws of equals 50.2%
    """

    players: tuple[Rating, ...]
    """The rated players: by pool, the largest first, and then by rating, the best first."""
    pools: tuple[RatedPool, ...]
    """The pools, the largest first."""
    superiority: tuple[tuple[float | None, ...], ...]
    """Row by column, in the order of ``players``: the probability, 0 to 1, that the player of the
    row is stronger; ``None`` for players of different pools and on the diagonal."""
    cross: tuple[tuple[tuple[int, int, int], ...], ...]
    """Row by column: wins, draws and losses of the player of the row against that of the column."""
    unrated: tuple[str, ...] = ()
    """Players of a tournament who have no game yet."""
    anchor: str | None = None
    """The player whose rating was given."""
    seed: int = 0
    """Root seed of the bootstrap: the same seed gives the same intervals."""
    samples: int = 0
    """Number of replicates of the bootstrap."""
    repeats: bool = False
    """True if players repeat their games, so the intervals are too narrow; outcomes alone do not
    tell."""

    def __getitem__(self, name: str) -> Rating:
        """Return the rating of a player. Raises ``ParameterError`` for a name without games."""
        instance("player", name, str, "a name")
        for player in self.players:
            if player.name == name:
                return player
        raise _unknown(name, [player.name for player in self.players])

    def expected(self, player: str, other: str) -> float:
        """Return the points per game, 0 to 1, that a player makes against another by the model.

        Both sides count alike. Raises ``ParameterError`` for a name without games, and for players
        of different pools.

        >>> import bitgames as bg
        >>> found = bg.ratings([("a", "b", 1, 0), ("b", "a", 0.5, 0)])
        >>> round(found.expected("a", "b"), 2)
        0.62
        """
        one, two = self[player], self[other]
        if one.pool != two.pool:
            raise ParameterError(f"no game joins {shown_name(player)} with {shown_name(other)}")
        pool = self.pools[one.pool]
        nu = 2.0 * pool.draw_rate / (1.0 - pool.draw_rate)
        seat = pool.first_seat or 0.0
        scores = []
        for side in (seat, -seat):
            odds = math.exp((one.rating - two.rating + side) / (2.0 * ELO))
            scores.append((odds + nu / 2.0) / (odds + nu + 1.0 / odds))
        return sum(scores) / 2.0

    def __str__(self) -> str:
        """Return the table: ratings with their intervals, games and scores, by pool."""
        from bitgames.tournaments.ratings_text import to_text

        return to_text(self)

    def to_data(self) -> dict[str, Any]:
        """Return the ratings as data for JSON.

        >>> import bitgames as bg
        >>> match = bg.match("ai14", "ai2", "tictactoe", games=200, seed=1, keep_games=True)
        >>> data = bg.ratings(match).to_data()
        >>> data["players"][0]["name"], data["pools"][0]["players"]
        ('ai14', ['ai14', 'ai2'])
        """
        return {
            "format": FORMAT,
            "version": VERSION,
            "generator": generator(),
            "players": [
                attributes(player, *(name for name in _COLUMNS if name != "rank"))
                for player in self.players
            ],
            "pools": [
                {"players": list(pool.names)}
                | attributes(pool, "first_seat", "first_seat_interval", "draw_rate", "intervals")
                for pool in self.pools
            ],
            "superiority": [list(row) for row in self.superiority],
            "cross": [[list(cell) for cell in row] for row in self.cross],
            "unrated": list(self.unrated),
            **attributes(self, "anchor", "seed", "samples", "repeats"),
        }

    def to_json(self) -> str:
        """Return the ratings as one line of JSON: the data of ``to_data``."""
        return json.dumps(self.to_data())

    def to_csv(self) -> str:
        """Return the ratings as CSV: a line of names, then a line for each player.

        >>> import bitgames as bg
        >>> match = bg.match("ai14", "ai2", "tictactoe", games=200, seed=1, keep_games=True)
        >>> bg.ratings(match).to_csv().splitlines()[0]
        'pool,rank,name,rating,low,high,games,wins,draws,losses,score'
        """
        rows = (
            (pool, rank, *attributes(self[name], *_COLUMNS[2:]).values())
            for pool, info in enumerate(self.pools)
            for rank, name in enumerate(info.names, 1)
        )
        return csv_text(_COLUMNS, rows)

    def to_svg(self, *, theme: "str | Theme" = "light") -> str:
        """Draw ratings with intervals, the cross table and the superiority as an SVG document.

        Raises ``ParameterError`` for an unknown theme.

        >>> import bitgames as bg
        >>> match = bg.match("ai14", "ai2", "tictactoe", games=200, seed=1, keep_games=True)
        >>> bg.ratings(match).to_svg()[:37]
        '<svg xmlns="http://www.w3.org/2000/sv'
        """
        from bitgames.tournaments.picture import to_svg

        return to_svg(self, theme=theme)

    def plot(self, path: str | os.PathLike[str], *, theme: "str | Theme" = "light") -> None:
        """Write the picture of ``to_svg`` to a file, whole or not at all.

        Raises ``OSError`` if the system cannot write it.
        """
        write_atomic(path, (self.to_svg(theme=theme) + "\n").encode())


def ratings(
    source: Source,
    *,
    anchor: str | None = None,
    anchor_rating: float = 0.0,
    samples: SupportsIndex = 1000,
    seed: Seed = None,
) -> Ratings:
    """Rate the players of games by Davidson's model, with 95 % intervals.

    ``source`` is the name of a results file, a tournament, a match or matches played with
    ``keep_games``, or outcomes: tuples of the first player, the second, the points of the first,
    and the number of the pair.

    Ratings of a pool have the mean 0; a player named as ``anchor`` gets the rating
    ``anchor_rating`` instead, which shifts the pool and changes no difference and no width of an
    interval. 400 points more mean ten times the odds of a win against a loss. Each player has one
    virtual drawn pair besides, so that all ratings are finite. An interval covers the difference of
    the player to the mean of the pool; it comes from ``samples`` replicates of the bootstrap over
    pairs, or from the profile of the likelihood. See ``tournament.davidson`` and
    ``tournament.bootstrap`` for the sources.

    Raises ``ParameterError`` for no games, an invalid outcome, an unknown anchor and numbers out of
    range, ``OSError`` for a file that cannot be read, and ``ParseError`` or ``DamagedFileError``
    for one with other contents.

    >>> import bitgames as bg
    >>> found = bg.ratings([("a", "b", 1, 0), ("b", "a", 0.5, 0), ("a", "c", 1, 0)])
    >>> [player.name for player in found.players]
    ['a', 'b', 'c']
    """
    outcomes, names, repeats = games_of(source)
    if not outcomes:
        raise ParameterError("there are no finished games to rate")
    count = integer("samples", samples, _MIN_SAMPLES, _MAX_SAMPLES)
    begin = root(seed)
    shift = real("anchor_rating", anchor_rating, -_MAX_RATING, _MAX_RATING)
    if not isinstance(anchor, str | None):
        raise TypeError(f"anchor must be the name of a player, not {type(anchor).__name__}")

    from bitgames.tournaments.pools import pools

    found = pools(outcomes)
    rated = sorted(name for pool in found for name in pool.names)
    if anchor is not None and anchor not in rated:
        raise _unknown(anchor, rated)
    parts = [_rate(pool, count, child_seed(begin, at)) for at, pool in enumerate(found)]
    return replace(_joined(parts, anchor, shift, names, begin, count), repeats=repeats)


def _unknown(name: str, known: list[str]) -> ParameterError:
    hint = did_you_mean(name, {each.lower(): shown_name(each) for each in known})
    return ParameterError(f"{shown_name(name)!r} is not a player with games{hint}")


@dataclass(frozen=True, slots=True)
class _Part:
    """What is known of a pool, in the order of its names."""

    pool: "Pool"
    strength: "Floats"
    low: "Floats"
    high: "Floats"
    """The players, and the first seat at the end."""
    draw_rate: float
    superiority: "Floats"
    has_seats: bool
    intervals: Literal["bootstrap", "profile"]


def _rate(pool: "Pool", samples: int, seed: int) -> _Part:
    import numpy as np

    from bitgames.tournaments import davidson
    from bitgames.tournaments.bootstrap import replicates

    tally = pool.tally.astype(float)
    games = tally.sum(axis=2)
    net = (tally[..., 0] - tally[..., 2]) / 2.0
    draws = np.array([tally[..., 1].sum()])
    counts = davidson.with_prior(games[None], net[None], draws, games)
    seats = pool.has_seats
    best = davidson.fit(counts, first_seat=seats)
    values, nu = best.values[0, :-1], math.exp(best.values[0, -1])
    if pool.is_comparable:
        drawn = replicates(pool, best, samples, seed, first_seat=seats)[:, :-1]
        half = Z95 * drawn.std(axis=0, ddof=1)
        low, high = values - half, values + half
        spread = np.cov(drawn[:, :-1], rowvar=False)
        own = np.diag(spread)
        error = np.sqrt(np.maximum(own[:, None] + own[None, :] - 2.0 * spread, 1e-300))
        deviance = (values[:-1, None] - values[None, :-1]) / error
    else:
        low, high = davidson.profile_ends(counts, best, Z95, first_seat=seats)
        deviance = davidson.same_strength(counts, best, first_seat=seats)
    normal = np.frompyfunc(lambda z: math.erfc(-z / math.sqrt(2.0)) / 2.0, 1, 1)
    superiority = normal(deviance).astype(float)
    kind: Literal["bootstrap", "profile"] = "bootstrap" if pool.is_comparable else "profile"
    return _Part(pool, values, low, high, nu / (2.0 + nu), superiority, seats, kind)


def _joined(
    parts: list[_Part],
    anchor: str | None,
    anchor_rating: float,
    names: Iterable[str],
    seed: int,
    samples: int,
) -> Ratings:
    players: list[Rating] = []
    where: list[tuple[int, int]] = []
    infos = []
    for number, part in enumerate(parts):
        own = part.pool.names
        base, shift = 0.0, 0.0
        if anchor in own:
            base, shift = float(part.strength[own.index(anchor)]), anchor_rating
        order = sorted(
            range(len(own)), key=lambda at: (-round(float(part.strength[at]), 9), own[at])
        )
        for at in order:
            rating, low, high = (
                shift + ELO * (float(each[at]) - base)
                for each in (part.strength, part.low, part.high)
            )
            tally = part.pool.tally
            results = _results(tally[at].sum(axis=0), tally[:, at].sum(axis=0))
            players.append(Rating(own[at], number, rating, low, high, *results))
            where.append((number, at))
        seat = None if not part.has_seats else ELO * float(part.strength[-1])
        ends = (ELO * float(part.low[-1]), ELO * float(part.high[-1])) if part.has_seats else None
        in_order = tuple(own[at] for at in order)
        infos.append(RatedPool(in_order, seat, ends, part.draw_rate, part.intervals))
    return Ratings(
        players=tuple(players),
        pools=tuple(infos),
        superiority=tuple(
            tuple(
                float(parts[a].superiority[i, j]) if a == b and i != j else None for b, j in where
            )
            for a, i in where
        ),
        cross=tuple(
            tuple(
                _results(parts[a].pool.tally[i, j], parts[a].pool.tally[j, i])
                if a == b
                else (0, 0, 0)
                for b, j in where
            )
            for a, i in where
        ),
        unrated=tuple(sorted(set(names) - {player.name for player in players})),
        anchor=anchor,
        seed=seed,
        samples=samples,
    )


def _results(first: Any, second: Any) -> tuple[int, int, int]:
    """Return wins, draws and losses of a player from those of the first side of their games."""
    return int(first[0] + second[2]), int(first[1] + second[1]), int(first[2] + second[0])
