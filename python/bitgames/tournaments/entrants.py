"""The players of a tournament: their names, and what workers make them from."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple, TypeAlias

from bitgames._core import ParameterError, position
from bitgames.arguments import instance, printable, shortened
from bitgames.matches import check_ready
from bitgames.players.nets import seal
from bitgames.players.player import Player, PlayerLike, as_player
from bitgames.players.registry import get

Entrants: TypeAlias = Sequence[PlayerLike] | Mapping[str, PlayerLike]
"""The players of a tournament: a list, or a dictionary of their names."""

MAX = 1000
_MAX_NAME = 1000
_NAMED = re.compile(r"([^\W\d][\w .+-]*)=(.+)", re.DOTALL)


class Entrant(NamedTuple):
    """A player of a tournament."""

    name: str
    """Its name in the results."""
    spec: str | None
    """What other processes make it from; ``None`` for an object of this process."""
    player: Player
    """The player."""


def entrants(players: Entrants, *, least: int = 2, what: str = "a tournament") -> list[Entrant]:
    """Return the players of ``what``; text is a spec, with a name before it or not.

    Raises ``ParameterError`` for fewer players than ``least`` and for two of the same name.

    >>> [each.name for each in entrants(["ai14", "deep=alphabeta:depth=4"])]
    ['ai14', 'deep']
    """
    if isinstance(players, str) or not isinstance(players, Sequence | Mapping):
        raise TypeError(f"players must be a list or a dictionary, not {type(players).__name__}")
    if isinstance(players, Mapping):
        found = [_entrant(player, name) for name, player in players.items()]
    else:
        found = [_entrant(player, None) for player in players]
    if not least <= len(found) <= MAX:
        raise ParameterError(f"{what} needs from {least} to {MAX} players, not {len(found)}")
    names = set[str]()
    for each in found:
        if each.name in names:
            raise ParameterError(
                f"two players have the name {shortened(printable(each.name), 80)}: give each a name"
                " of its own, as in mine=SPEC"
            )
        names.add(each.name)
    return found


def networks(found: Sequence[Entrant]) -> dict[str, dict[str, str]]:
    """Return what a configuration says of trained networks: nothing where there are none.

    A results file goes on with the same networks only, whatever their files are called.

    >>> networks(entrants(["random", "first"]))
    {}
    >>> [*networks(entrants(["random", "net:connect4"]))["networks"]]
    ['net:connect4']
    """
    seals = ((each.name, seal(each.spec)) for each in found if each.spec is not None)
    known = {name: value for name, value in seals if value is not None}
    return {"networks": known} if known else {}


def named(spec: str) -> tuple[str | None, str]:
    """Return the name before a spec, if there is one, and the spec.

    >>> named("deep=alphabeta:depth=4"), named("alphabeta:depth=4")
    (('deep', 'alphabeta:depth=4'), (None, 'alphabeta:depth=4'))
    """
    found = _NAMED.fullmatch(spec)
    return (None, spec) if found is None else (found[1].strip(), found[2])


def _entrant(given: PlayerLike, name: str | None) -> Entrant:
    spec = None
    if isinstance(given, str):
        own, spec = named(given)
        name = own if name is None else name
        player = get(spec, seed=0)
    else:
        player = as_player(given)
    name = player.name if name is None else name
    instance("the name of a player", name, str, "text")
    if not 1 <= len(name) <= _MAX_NAME or name != name.strip():
        raise ParameterError(
            f"{shortened(repr(name), 80)} is not a valid name of a player: allowed are 1 to "
            f"{_MAX_NAME} characters without spaces around them"
        )
    return Entrant(name, spec, player)


@cache
def task_player(spec: str, start: str) -> Player:
    """Return the player of a spec, one for all tasks of this process: a program starts once.

    ``start`` is the text or the spec of a position that it has to be able to play.
    """
    player = get(spec, seed=0)
    check_ready([player], position(start))
    return player
