"""Ratings of players who change partners: games of teams, such as Mosaic Quo, between people.

A tournament gives all seats of a side to one player. Where people sit down in other teams each
time, a team's result has to be shared out among them. The library openskill does that, by the model
of Plackett and Luce: Ruby Weng and Chih-Jen Lin, "A Bayesian approximation method for online
ranking", Journal of Machine Learning Research 12 (2011). It is an extra: ``pip install
'bitgames[partners]'``.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple

from bitgames._core import ParameterError, UnsupportedError
from bitgames.arguments import instance
from bitgames.record import Record
from bitgames.tournaments.outcomes import shown_name

__all__ = ["PartnerRating", "partner_ratings"]


class PartnerRating(NamedTuple):
    """The rating of a player in teams.

    >>> PartnerRating("Ada", 31.0, 2.0, 40).low
    27.0
    """

    name: str
    """The player."""
    mean: float
    """Most likely strength; every player begins at 25, with the deviation 25 / 3."""
    deviation: float
    """Standard deviation of the strength: smaller with each game."""
    games: int
    """Number of games."""

    @property
    def low(self) -> float:
        """A strength that the player has with 97.7 % probability at least: two deviations lower."""
        return self.mean - 2.0 * self.deviation


def partner_ratings(records: Iterable[Record]) -> list[PartnerRating]:
    """Rate the players of finished games of teams, the best first.

    The games count in the order given, each on the ratings before it. Each record names the players
    of all its seats (``Record.players``); a game of two players has teams of one. Raises
    ``ParameterError``, with the number of the record from 0, for a game that is not over, a seat
    without a name, and a player in two teams; ``UnsupportedError`` without openskill; ``TypeError``
    for things that are no records.
    """
    try:
        from openskill.models import PlackettLuce
    except ModuleNotFoundError:
        raise UnsupportedError(
            "ratings of partners need openskill: pip install 'bitgames[partners]'"
        ) from None
    model: Any = PlackettLuce()
    known: dict[str, Any] = {}
    games: Counter[str] = Counter()
    for number, record in enumerate(records):
        instance(f"record {number}", record, Record)
        teams, ranks = _teams(number, record)
        before = [[known.get(name) or model.rating() for name in team] for team in teams]
        for team, after in zip(teams, model.rate(before, ranks=ranks), strict=True):
            for name, rating in zip(team, after, strict=True):
                known[name] = rating
                games[name] += 1
    rated = [PartnerRating(name, each.mu, each.sigma, games[name]) for name, each in known.items()]
    return sorted(rated, key=lambda each: (-each.mean, each.name))


def _teams(number: int, record: Record) -> tuple[list[list[str]], list[int]]:
    """Return the names of each team, and the place of each: 0 for the winners, else 1."""
    result = record.result
    if result is None:
        raise ParameterError(f"record {number}: the game is not over")
    facts = record.start.facts
    members: dict[int, list[str]] = {team: [] for team in sorted(set(facts.teams))}
    for seat, team in enumerate(facts.teams):
        name = None if record.players is None else record.players[seat]
        if name is None:
            raise ParameterError(f"record {number}: {facts.player_names[seat]} has no name")
        if name not in members[team]:
            members[team].append(name)
    for name, teams in Counter(name for team in members.values() for name in team).items():
        if teams > 1:
            raise ParameterError(f"record {number}: {shown_name(name)} plays in {teams} teams")
    winners = {facts.teams[seat] for seat in result.winners}
    return list(members.values()), [0 if not winners or team in winners else 1 for team in members]
