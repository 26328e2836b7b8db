"""The seats of a game and their players: sides and opponents to choose from, seeds."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from bitgames import players
from bitgames._core import (
    Position,
    UnknownPlayerError,
    UnsupportedError,
    child_seed,
)
from bitgames.arguments import parameter_error
from bitgames.players.engine import is_engine

__all__ = [
    "HUMAN",
    "OPEN",
    "Known",
    "Seat",
    "Seating",
    "check_player",
    "dealt",
    "names_of_sides",
    "read_choice",
    "read_opponent",
    "sides",
    "usual_opponents",
]

HUMAN = "human"
"""The name of a seat's player where that is a person."""
OPEN = "open"
"""The same where the seat waits for a person."""

_BOTH, _RANDOM = "both", "random"
_USUAL = {
    "human": "another person at this keyboard",
    "random": "plays anything",
    "alphabeta:depth=1": "easy",
    "alphabeta:depth=4": "medium",
    "alphabeta:seconds=1": "strong",
    "rule": "easy",
    "montecarlo": "strong",
}
# Children of the seed from which random sides are drawn lie here, far from those of the games.
_SIDE_CHILD = 2**62
# And those that deal here.
_DEAL_CHILD = 2**62 + 2**61

Known: TypeAlias = Mapping[str, players.Player | str]
"""Players of this program by a name of their own: objects, or specs."""


@dataclass(slots=True)
class Seat:
    """A seat of a game."""

    name: str
    """How the game calls it."""
    holder: str | None = None
    """The viewer who plays it; ``None`` for a computer's seat and for an open one."""
    player: players.Player | None = None
    """The player of a computer's seat."""
    spec: str = OPEN
    """The name of the seat's player: ``human``, ``open``, or the name by which it was asked for."""

    @property
    def is_person(self) -> bool:
        """Whether a person plays here, present or awaited."""
        return self.player is None


class Seating:
    """The seats of a game, and the seeds of the players on them.

    A spec gives each seat a player of its own. An object may sit on several seats; each game
    begins for it once, with the seed of the first of these seats.
    """

    def __init__(self, start: Position, known: Known | None = None) -> None:
        """Begin with open seats. ``known`` are players that messages may name besides specs."""
        self.seats = [Seat(name) for name in start.facts.player_names]
        self._known = dict(known or {})
        self.seeds: dict[int, int] = {}
        """Seeds of players, by their ``id``, that have to be told of this game when first asked."""

    def player(self, name: str, start: Position, *, engines: bool = False) -> players.Player:
        """Return the player of this name, who must know the game.

        Raises ``UnknownPlayerError``, ``ParameterError``, ``UnsupportedError``, the last for
        ``engine:COMMAND`` too unless ``engines`` allows it.
        """
        found = self._known.get(name, name)
        if isinstance(found, players.Player):
            check_player(found, start)
            return found
        if found is name and is_engine(name) and not engines:
            raise UnsupportedError("programs of others are named by the owner of the program only")
        player = read_opponent(found, start)
        if player is None:
            raise UnsupportedError("a person takes a seat as human")
        return player

    def begin(self, seed: int, game: int, numbers: Sequence[int] | None = None) -> None:
        """Let game number ``game`` begin for all seats, or for the players new to some of them.

        Seat ``s`` draws from child ``seats*game + s`` of the seed.
        """
        if numbers is None:
            self.seeds = {}
        for number in range(len(self.seats)) if numbers is None else numbers:
            seat = self.seats[number]
            if seat.player is not None:
                child = child_seed(seed, len(self.seats) * game + number)
                self.seeds.setdefault(id(seat.player), child)


def dealt(start: Position, seed: int, game: int) -> Position:
    """Return the start of game number ``game``: where there is chance, a deal of its own.

    >>> import bitgames as bg
    >>> dealt(bg.Othello(), 1, 2) == bg.Othello()
    True
    """
    return start.deal(child_seed(seed, _DEAL_CHILD + game)) if start.facts.chance else start


def usual_opponents(start: Position) -> dict[str, str]:
    """Return players for a person to choose from, those that know the game, each with a word.

    >>> import bitgames as bg
    >>> list(usual_opponents(bg.Othello()))[:3]
    ['human', 'random', 'alphabeta:depth=1']
    """
    return {spec: words for spec, words in _USUAL.items() if _knows(spec, start)}


def _knows(spec: str, start: Position) -> bool:
    try:
        read_opponent(spec, start)
    except (UnknownPlayerError, UnsupportedError):
        return False
    return True


def read_opponent(spec: str, start: Position) -> players.Player | None:
    """Return the player that ``spec`` names, who must know the game; ``None`` for a person."""
    try:
        player = players.get(spec)
    except UnknownPlayerError:
        known = ", ".join(players.names(start.game))
        message = f"no player of {start.game} is named {spec!r}; known are {known}"
        raise UnknownPlayerError(message) from None
    check_player(player, start)
    return None if isinstance(player, players.Human) else player


def check_player(player: players.Player | None, start: Position) -> None:
    """Raise ``UnsupportedError`` for a player that does not know the game, if it can tell."""
    if player is not None:
        player.check(start)


def sides(start: Position) -> tuple[str, ...]:
    """Return what a person may ask to be: a player of the game, a random one, or all of them.

    >>> import bitgames as bg
    >>> sides(bg.Othello())
    ('black', 'white', 'random', 'both')
    """
    return (*start.facts.player_names, _RANDOM, _BOTH)


def read_choice(text: str, choices: Sequence[str], what: str) -> str:
    """Return the one of ``choices`` that is named, in either case, or numbered from 1.

    Raises ``ParameterError`` for another text, saying ``what`` was asked.

    >>> read_choice("White", ("black", "white"), "side"), read_choice("1", ("black",), "side")
    ('white', 'black')
    """
    named = {str(number): choice for number, choice in enumerate(choices, 1)}
    named |= {choice.lower(): choice for choice in choices}
    if text.lower() not in named:
        raise parameter_error(what, f"one of {', '.join(choices)}", repr(text))
    return named[text.lower()]


def names_of_sides(
    start: Position, side: str, rival: str | None, seed: int, game: int
) -> list[str]:
    """Return the player of each seat for a person on ``side``, one of ``sides(start)``.

    The other seats are those of the player named ``rival``; without one, all are the person's.
    A random side depends on ``seed`` and on the number of the game.

    >>> import bitgames as bg
    >>> names_of_sides(bg.Othello(), "white", "first", 0, 0)
    ['first', 'human']
    """
    names = start.facts.player_names
    if rival is None or side == _BOTH:
        return [HUMAN] * len(names)
    if side == _RANDOM:
        side = names[child_seed(seed, _SIDE_CHILD + game) % len(names)]
    return [HUMAN if name == side else rival for name in names]
