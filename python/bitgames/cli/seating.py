"""Who sits where in a game: the opponents to choose from, the sides, the seats."""

from collections.abc import Sequence

from bitgames import players
from bitgames._core import (
    Position,
    UnknownPlayerError,
    UnsupportedError,
    child_seed,
)
from bitgames.arguments import parameter_error

__all__ = ["dealt", "read_choice", "read_opponent", "seats", "sides", "usual_opponents"]

_BOTH, _RANDOM = "both", "random"
_USUAL = {
    "human": "somebody else at this keyboard",
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
    check_rival(player, start)
    return None if isinstance(player, players.Human) else player


def check_rival(rival: players.Player | None, start: Position) -> None:
    """Raise ``UnsupportedError`` for a player that does not know the game."""
    if isinstance(rival, players.NativePlayer):
        rival.agent.check(start)


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


def seats(
    start: Position, side: str, rival: players.Player | None, seed: int, game: int
) -> list[players.Player | None]:
    """Say who sits where: ``None`` is a person. A random side depends on ``seed`` and ``game``.

    >>> import bitgames as bg
    >>> rival = bg.players.get("first")
    >>> [seat and seat.name for seat in seats(bg.Othello(), "white", rival, 0, 0)]
    ['first', None]
    """
    names = start.facts.player_names
    if rival is None or side == _BOTH:
        return [None] * len(names)
    if side == _RANDOM:
        side = names[child_seed(seed, _SIDE_CHILD + game) % len(names)]
    return [None if name == side else rival for name in names]
