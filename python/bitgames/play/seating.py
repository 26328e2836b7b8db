"""The seats of a game and their players: sides, opponents, seeds."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from bitgames import deals, games, players
from bitgames._core import Position, UnknownPlayerError, UnsupportedError, child_seed, own_agents
from bitgames.arguments import Progress, parameter_error
from bitgames.deals import Conditions
from bitgames.players.nets import reads_file
from bitgames.players.registry import is_external, unknown_player

HUMAN = "human"
"""The name of a seat's player that is a person."""
OPEN = "open"
"""The name of a seat that waits for a person."""

_BOTH, _RANDOM = "both", "random"
_PERSON = "another person at this keyboard"
# First child of the seed for random sides, far from the children for games.
_SIDE_CHILD = 2**62
# First child of the seed for deals.
_DEAL_CHILD = 2**62 + 2**61

Known: TypeAlias = Mapping[str, players.Player | str]
"""Players by further names: objects or specs."""


@dataclass(slots=True)
class Seat:
    """A seat of a game."""

    name: str
    """The game's name of the seat."""
    holder: str | None = None
    """The viewer who plays; ``None`` for a computer's seat and for an open seat."""
    player: players.Player | None = None
    """The player of a computer's seat; else ``None``."""
    spec: str = OPEN
    """The name of the seat's player: ``human``, ``open``, or a player's name as requested."""

    @property
    def is_person(self) -> bool:
        """True if a person plays here, or the seat waits for one."""
        return self.player is None


class Seating:
    """The seats of a game, and the seeds of their players.

    A spec gives each seat a new player. An object may have several seats; it starts each game once,
    with the seed of the first of these seats.
    """

    def __init__(self, start: Position, known: Known | None = None) -> None:
        """Begin with open seats. ``known`` has further players that messages may name."""
        self.seats = [Seat(name) for name in start.facts.player_names]
        self._known = dict(known or {})
        self.seeds: dict[int, int] = {}
        """Seeds by player ``id``, for players that have not started this game yet."""

    def player(self, name: str, start: Position, *, engines: bool = False) -> players.Player:
        """Return the player with this name, if it can play the game.

        Raises ``UnknownPlayerError``, ``ParameterError`` or ``UnsupportedError``; the last also for
        ``engine:COMMAND``, ``text:COMMAND`` and ``python:FILE.py:NAME``, which run programs, and
        for ``net:FILE``, which reads a file, unless ``engines`` is true.
        """
        found = self._known.get(name, name)
        if isinstance(found, players.Player):
            check_player(found, start)
            return found
        if found is name and not engines and is_external(name):
            raise UnsupportedError(
                "external programs are not allowed here: only the owner of the room can name them"
            )
        if found is name and not engines and reads_file(name):
            raise UnsupportedError(
                "files are not allowed here: only the owner of the room can name them"
            )
        player = read_player(found, start)
        if player is None:
            raise UnsupportedError("a person must take a seat as human")
        return player

    def begin(self, seed: int, game: int, numbers: Sequence[int] | None = None) -> None:
        """Begin game number ``game`` for all seats, or only for new players.

        Seat ``s`` draws from child ``seats*game + s`` of the seed.
        """
        if numbers is None:
            self.seeds = {}
        for number in range(len(self.seats)) if numbers is None else numbers:
            seat = self.seats[number]
            if seat.player is not None:
                child = child_seed(seed, len(self.seats) * game + number)
                self.seeds.setdefault(id(seat.player), child)


def dealt(
    start: Position,
    seed: int,
    game: int,
    conditions: Conditions | None = None,
    progress: Progress | None = None,
) -> Position:
    """Return the start of game number ``game``; a game of chance is dealt, by conditions if any.

    Raises ``LimitError`` as ``deals.deal``.

    >>> import bitgames as bg
    >>> dealt(bg.Othello(), 1, 2) == bg.Othello()
    True
    """
    child = child_seed(seed, _DEAL_CHILD + game)
    if conditions is not None:
        return deals.deal(start, conditions, child, progress=progress)
    return start.deal(child) if start.facts.chance else start


def player_choices(start: Position) -> dict[str, str]:
    """Return players for a person to choose from, each with a short description.

    They are another person, the levels, the game's own players, and the strongest engine with a
    second for each move.

    >>> import bitgames as bg
    >>> list(player_choices(bg.Othello()))[:3]
    ['human', 'level:easy', 'level:casual']
    """
    levels = {level.spec: level.words for level in players.levels(start)}
    return {HUMAN: _PERSON, **levels, **dict(own_agents(start)), **strongest(start)}


def strongest(start: Position) -> dict[str, str]:
    """Return the strongest player with a second for each move, and what to say of it.

    Empty where no such player beats the game's own ones.

    >>> import bitgames as bg
    >>> strongest(bg.Mosaic())
    {'mcts:seconds=1': 'the strongest of all: thinks for a second'}
    """
    spec = games.strongest(start)
    return {} if spec is None else {spec: "the strongest of all: thinks for a second"}


def read_player(spec: str, start: Position) -> players.Player | None:
    """Return the player of a spec, if it can play the game; ``None`` for a person."""
    try:
        player = players.get(spec)
    except UnknownPlayerError:
        raise unknown_player(spec, start.game) from None
    check_player(player, start)
    return None if isinstance(player, players.Human) else player


def check_player(player: players.Player | None, start: Position) -> None:
    """Raise ``UnsupportedError`` if a player says that it cannot play the game."""
    if player is not None:
        player.check(start)


def sides(start: Position) -> tuple[str, ...]:
    """Return the sides that a person may choose: a seat's name, ``random`` or ``both``.

    >>> import bitgames as bg
    >>> sides(bg.Othello())
    ('black', 'white', 'random', 'both')
    """
    return (*start.facts.player_names, _RANDOM, _BOTH)


def read_choice(text: str, choices: Sequence[str], what: str) -> str:
    """Return one of ``choices`` by its name, in either case, or its number from 1.

    Raises ``ParameterError``, which names ``what``, for another text.

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
    """Return the name of each seat's player, with a person on ``side``, one of ``sides(start)``.

    The other seats get the player ``rival``; without a rival the person has all seats. A random
    side depends on ``seed`` and on the number of the game.

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
