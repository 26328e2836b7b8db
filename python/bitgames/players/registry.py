"""Players by name: native players, ``human``, programs, files of Python, registered players."""

import re
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from typing import TypeAlias

from bitgames._core import (
    Agent,
    ParameterError,
    Position,
    UnknownPlayerError,
    UnsupportedError,
    agent_names,
    child_seed,
)
from bitgames.arguments import did_you_mean, flag, instance, quoted, shortened
from bitgames.games import examples
from bitgames.games import get as start_of
from bitgames.games import names as game_names
from bitgames.players.engine import engine
from bitgames.players.human import Human
from bitgames.players.levels import LEVEL_NAMES
from bitgames.players.nets import OnnxPlayer, is_onnx
from bitgames.players.player import NativePlayer, Player
from bitgames.players.script import script
from bitgames.players.text import text
from bitgames.seeding import Seed, root

Factory: TypeAlias = Callable[..., Player]
"""Makes a player; the options of a spec, ``name:depth=3``, are keywords of type ``str``."""


def _human() -> Player:
    """a person, asked for every move in the terminal"""
    return Human()


# What runs code of the user: a factory gets the whole spec.
_external: dict[str, Callable[[str], Player]] = {"engine": engine, "text": text, "python": script}
_factories: dict[str, Factory] = {"human": _human, **_external}
_EXTERNAL = re.compile(rf"({'|'.join(_external)})([:\[]|$)")
_NAME = re.compile(r"[a-z][a-z0-9_-]*")


def register(name: str, factory: Factory, *, replace: bool = False) -> None:
    """Register a Python player under a name, for ``get``, ``match`` and all that takes a spec.

    ``name`` consists of lower-case letters, digits, ``_`` and ``-``. Raises ``ParameterError`` for
    an invalid name and for a name in use; with ``replace`` a registered player, but not a native
    one, can be replaced.

    >>> import bitgames as bg
    >>> class Last(bg.players.Player):
    ...     "The last legal move."
    ...     name = "last"
    ...
    ...     def choose(self, position):
    ...         return position.legal_moves[-1]
    >>> bg.players.register("last", Last, replace=True)
    >>> bg.players.get("last").choose(bg.TicTacToe())
    c3
    """
    if not isinstance(name, str) or not callable(factory):
        raise TypeError("register takes a name (text) and a callable that makes a player")
    replace = flag("replace", replace)
    if not _NAME.fullmatch(name):
        raise ParameterError(
            f"player name {quoted(name)} must be lower-case letters, digits, '_' and '-', "
            "letter first"
        )
    if name in _native() or (name in _factories and not replace):
        raise ParameterError(f"a player named {name!r} exists already")
    _factories[name] = factory


def names(game: str | None = None) -> list[str]:
    """Return the names of all players, or of those that can play ``game``.

    Python players come last, whatever games they can play. Raises ``UnknownGameError`` for an
    unknown game.

    >>> import bitgames as bg
    >>> "ai14" in bg.players.names("tictactoe")
    True
    """
    return list(rules(game))


def rules(game: str | None = None) -> dict[str, str]:
    """Return the players of ``names(game)``, each with its rule in one line.

    >>> import bitgames as bg
    >>> "human" in bg.players.rules()
    True
    """
    if game is None:
        found = {name: rule for name, (rule, _) in _native().items()}
    else:
        start = start_of(game)
        found = {name: rule for name, rule in agent_names(game) if _knows(name, start)}
    for name, factory in _factories.items():
        found[name] = (factory.__doc__ or "a Python player").strip().splitlines()[0]
    return found


def is_native(spec: str) -> bool:
    """Whether ``spec`` names a native player; false for unknown names.

    >>> import bitgames as bg
    >>> bg.players.is_native("alphabeta:depth=4"), bg.players.is_native("human")
    (True, False)
    """
    return _split(spec)[0] in _native() and not is_onnx(spec)


def get(spec: str, seed: Seed = None) -> Player:
    """Return a new player.

    ``spec`` is a name, a name with options like ``alphabeta:depth=4``, ``engine:COMMAND`` for a
    program, ``text:COMMAND`` for one that reads prompts and answers in text, ``net:FILE`` for a
    trained network, or ``python:FILE.py:NAME`` for a player of your own, whose file is run. The
    player's random numbers come from ``seed`` until a match seeds its games. Raises
    ``UnknownPlayerError`` for an unknown name, ``ParameterError`` for options that the player does
    not have, and ``PlayerError`` if the code of a file fails.

    >>> import bitgames as bg
    >>> player = bg.players.get("ai14", seed=7)
    >>> player.choose(bg.TicTacToe().play("a1"))
    b2
    """
    name, options = _split(spec)
    start = root(seed)
    found = _EXTERNAL.match(spec)
    if found is not None or is_onnx(spec):
        player = OnnxPlayer(spec) if found is None else _external[found[1]](spec)
        player.start_game(child_seed(start, 0))
        return player
    factory = _factories.get(name)
    if factory is None:
        if name not in _native():
            raise unknown_player(spec)
        agent = Agent(spec, seed=start)
        # Options are checked now, on a board that the player can play. Some are for other games.
        with suppress(UnsupportedError):
            agent.check(start_of(_native()[name][1]))
        return NativePlayer(agent)
    player = factory(**_options(name, factory, options))
    player.start_game(child_seed(start, 0))
    return player


def is_external(spec: str) -> bool:
    """Whether a spec is meant to run a program or a file of the user, valid or not.

    >>> is_external("engine:edax -gtp"), is_external("text[seconds=60]:agent"), is_external("first")
    (True, True, False)
    """
    return _EXTERNAL.match(spec) is not None


def unknown_player(spec: str, game: str | None = None) -> UnknownPlayerError:
    """Return the error for a player that does not exist, with the players of ``game`` or of all.

    >>> print(unknown_player("easy", "mosaic:3"))
    'easy' is not a valid player of mosaic:3: allowed are random, ...; did you mean level:easy?
    """
    name = _split(spec)[0]
    known = names(game)
    if name.endswith(".py"):
        more = f"; your own code is python:{name}:NAME"
    else:
        levels = {level: f"level:{level}" for level in LEVEL_NAMES}
        more = did_you_mean(name, levels | {each: each for each in known})
        more = more or "; your own code is python:FILE.py:NAME"
    of = "" if game is None else f" of {game}"
    return UnknownPlayerError(
        f"{quoted(name)} is not a valid player{of}: allowed are {', '.join(known)}"
        f"{shortened(more, 120)}"
    )


def _split(spec: str) -> tuple[str, str]:
    name, _, options = instance("a player spec", spec, str, "text").partition(":")
    return name, options


@cache
def _native() -> dict[str, tuple[str, str]]:
    """Return the rule of every native player of any game, and a game that it can play."""
    found: dict[str, tuple[str, str]] = {}
    for game in (example for name in game_names() for example in examples(name)):
        start = start_of(game)
        for name, rule in agent_names(game):
            if name not in found and _knows(name, start):
                found[name] = (rule, game)
    return found


def _knows(name: str, start: Position) -> bool:
    try:
        Agent(name, seed=0).check(start)
    except UnsupportedError:
        return False
    except ParameterError:
        pass  # It wants to be told more, such as a file.
    return True


def _options(name: str, factory: Factory, text: str) -> dict[str, str]:
    """Read ``key=value,key=value`` and check that the factory takes these keys."""
    options: dict[str, str] = {}
    for part in filter(None, text.split(",")):
        key, equals, value = part.partition("=")
        if not equals or not key.isidentifier():
            raise ParameterError(
                f"option {quoted(part)} of player {name!r} is not of the form key=value"
            )
        options[key] = value
    if options:
        from inspect import signature

        # Checked before the call, because a TypeError of the factory itself passes unchanged.
        try:
            signature(factory).bind(**options)
        except TypeError as error:
            raise ParameterError(f"player {name!r}: {shortened(str(error))}") from None
    return options
