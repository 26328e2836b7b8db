"""What a room offers: the games and their players, as data for a page on which people choose."""

from functools import lru_cache
from typing import Any, TypedDict

from bitgames import games, players
from bitgames._core import Position, __version__
from bitgames.play.seating import Known, strongest
from bitgames.play.tree import MAX_NODES

_NOT_OFFERED = ("human", "engine", "python")
"""Players that a person at a distance cannot choose: people have words of their own."""


class GameOffer(TypedDict):
    """A game that can be chosen: its names, sizes and seats, and the players that can play it."""

    name: str
    title: str
    aim: str
    rules: str
    sizes: list[str]
    seats: list[str]
    teams: list[int]
    hidden: bool
    chance: bool
    players: dict[str, str]


@lru_cache
def catalogue() -> tuple[GameOffer, ...]:
    """Return every game: name, title, aim, rules, sizes, seats, and the players that can play it.

    >>> entry = catalogue()[0]
    >>> entry["name"], entry["title"], entry["seats"], entry["sizes"][:2]
    ('tictactoe', 'Tic-tac-toe', ['o', 'x'], ['tictactoe', 'tictactoe:4'])
    """
    return tuple(map(_entry, games.names()))


def _entry(name: str) -> GameOffer:
    sizes = games.examples(name)
    start = games.get(sizes[0])
    facts = start.facts
    return {
        "name": name,
        "title": facts.title,
        "aim": games.aim(start),
        "rules": games.rules(start).paragraphs,
        "sizes": list(sizes),
        "seats": list(facts.player_names),
        "teams": list(facts.teams),
        "hidden": facts.hidden,
        "chance": facts.chance,
        "players": _players(start, sizes[0]),
    }


def _players(start: Position, spec: str) -> dict[str, str]:
    levels = {level.spec: level.words for level in players.levels(start)}
    others = {
        name: words
        for name, words in players.rules(spec).items()
        if name not in (*_NOT_OFFERED, "level")
    }
    return {**levels, **strongest(start), **others}


def welcome(role: str, seats: list[int], known: Known) -> dict[str, Any]:
    """Return the data of the answer ``welcome``.

    >>> sorted(welcome("owner", [], {}))
    ['games', 'limits', 'players', 'role', 'seat', 'seats', 'version']
    """
    return {
        "version": __version__,
        "role": role,
        "seat": seats[0] if seats else None,
        "seats": seats,
        "games": list(catalogue()),
        "players": list(known),
        "limits": {"nodes": MAX_NODES},
    }
