"""Ratings of players who change partners, by openskill: who is better, draws, bad input."""

from __future__ import annotations

import random
import sys

import pytest

import bitgames as bg
from bitgames.tournaments.partners import partner_ratings

QUO = "quo:4"


def finished(names: list[str | None] | None, winner: int = 0) -> bg.Record:
    """A game of four in two teams that a team has won, because the other one resigned."""
    record = bg.Record(QUO, players=names)
    while record.position.facts.teams[record.position.turn] == winner:
        record = record.play(record.position.legal_moves[0])
    return record.resign()


@pytest.mark.peers("openskill")
def test_better_players_rate_higher_with_any_partners() -> None:
    rng = random.Random(1)
    skill = {name: place for place, name in enumerate("abcdefgh")}
    records = []
    for _ in range(150):
        names = rng.sample(sorted(skill), 4)
        teams = bg.position(QUO).facts.teams
        strength = [0.0, 0.0]
        for name, team in zip(names, teams, strict=True):
            strength[team] += skill[name]
        likely = 1 / (1 + 2 ** (strength[1] - strength[0]))
        records.append(finished(list(names), int(rng.random() > likely)))
    found = partner_ratings(records)
    places = [skill[each.name] for each in found]
    # Neighbours may change places.
    assert all(abs(place - want) <= 2 for place, want in zip(places, range(7, -1, -1), strict=True))
    assert sum(each.games for each in found) == 4 * len(records)
    assert all(each.low < each.mean and each.deviation < 25 / 3 for each in found)


@pytest.mark.peers("openskill")
def test_one_game_moves_both_partners_alike() -> None:
    found = {each.name: each for each in partner_ratings([finished(["a", "b", "c", "d"])])}
    teams = bg.position(QUO).facts.teams
    won = [name for name, team in zip("abcd", teams, strict=True) if team == 0]
    lost = sorted(set("abcd") - set(won))
    assert found[won[0]].mean == found[won[1]].mean > 25 > found[lost[0]].mean
    # A game that is drawn is none that the first team has won.
    drawn = bg.Record("tictactoe", ["a1", "b1", "c1", "b2", "a2", "c2", "b3", "a3", "c3"])
    drawn.players = ["x", "y"]
    assert [each.mean for each in partner_ratings([drawn])] == pytest.approx([25, 25])


@pytest.mark.peers("openskill")
@pytest.mark.parametrize(
    ("names", "words"),
    [
        (None, "record 0: .* has no name"),
        (["a", "b", None, "d"], "record 0: .* has no name"),
        (["a", "a", "b", "b"], "record 0: a plays in 2 teams"),
    ],
)
def test_seats_need_names(names: list[str | None] | None, words: str) -> None:
    with pytest.raises(bg.ParameterError, match=words):
        partner_ratings([finished(names)])


@pytest.mark.peers("openskill")
def test_things_that_are_no_finished_games() -> None:
    assert partner_ratings([]) == []
    with pytest.raises(bg.ParameterError, match="record 0: the game is not over"):
        partner_ratings([bg.Record(QUO, players=["a", "b", "c", "d"])])
    with pytest.raises(TypeError, match="record 0 must be a Record, not int"):
        partner_ratings([3])  # type: ignore[list-item]


def test_without_the_library_there_is_advice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openskill.models", None)
    with pytest.raises(bg.UnsupportedError, match=r"pip install 'bitgames\[partners\]'"):
        partner_ratings([])
