"""Players written in Python, named in specs: ``python:FILE.py:NAME`` and ``python:MODULE:NAME``.

``python:FILE.py`` is the last function of a file, as of an agent of ConnectX on Kaggle.

A spec runs the code of the file, as ``python FILE.py`` does. So only the owner of the program names
such players: on the command line, or in a call. Messages to a game room cannot.
"""

import importlib
import importlib.util
import os
import sys
import traceback
from collections.abc import Callable
from functools import cache
from types import ModuleType
from typing import Any, TypeVar

from bitgames._core import CancelledError, ForfeitError, ParameterError, Position
from bitgames.arguments import printable, quoted, shortened
from bitgames.clock import MoveLimits
from bitgames.errors import PlayerError
from bitgames.players.connectx import AgentPlayer, is_agent
from bitgames.players.player import Answer, Player, as_player, wants_limits

_HELP = "write python:FILE.py:NAME or python:MODULE:NAME, or python:FILE.py for its last function"
_Result = TypeVar("_Result")


class ScriptPlayer(Player):
    """A player of a spec ``python:...``; its exceptions become ``PlayerError``."""

    def __init__(self, player: Player, name: str, file: str | None) -> None:
        """Wrap ``player`` with the ``name`` of the spec; its code is in ``file``."""
        player = self.player = as_player(player)
        has_own_name = "name" in vars(player) or type(player).name != Player.name
        self.name = player.name if has_own_name else name
        self.sees = player.sees
        self.deterministic = player.deterministic
        self.speaks = player.speaks
        self.wants_limits = wants_limits(player)
        self._label = name
        self._file = file

    def choose(self, at: Any, **limits: MoveLimits) -> Answer:
        """Return what the player chooses."""
        return self._guard(lambda: self.player.choose(at, **limits))

    def start_game(self, seed: int) -> None:
        """Tell the player about a new game."""
        self._guard(lambda: self.player.start_game(seed))

    def get_ready(self, position: Position) -> None:
        """Let the player get ready."""
        self._guard(lambda: self.player.get_ready(position))

    def check(self, position: Position) -> None:
        """Ask the player whether it plays this game."""
        self.player.check(position)

    def _guard(self, call: Callable[[], _Result]) -> _Result:
        try:
            return call()
        except (ForfeitError, CancelledError, PlayerError):
            raise
        except (Exception, SystemExit) as error:
            raise _failure(f"the player {self._label}", error, self._file) from error


def script(spec: str) -> Player:
    """a player of your own in Python: python:FILE.py:NAME or python:MODULE:NAME, see the docs

    ``NAME`` is a class, which is called without arguments, an object or a function. Anything with a
    method ``choose`` is a player, and so is any other function from a position to a move, from a
    prompt to an answer in text, or an agent of ConnectX, ``agent(observation, configuration)``.
    Without ``NAME`` it is the last function or class of the file, as on Kaggle. A module is looked
    for in the current folder, too. Raises ``ParameterError`` for a file or name that does not exist
    or is no player, and ``PlayerError`` if its code raises an exception.

    >>> import pathlib, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp(), "mine.py")
    >>> _ = path.write_text("def last(position): return position.legal_moves[-1]")
    >>> import bitgames as bg
    >>> bg.players.get(f"python:{path}:last").choose(bg.TicTacToe())
    c3
    """
    rest = spec.partition(":")[2]
    where, _, name = (rest, "", "") if rest.endswith(".py") else rest.rpartition(":")
    if not where or not (name or rest.endswith(".py")):
        raise ParameterError(f"{quoted(spec)} is not a valid player: {_HELP}")
    is_file = where.endswith(".py") or os.path.basename(where) != where
    module = _file(where) if is_file else _module(where)
    found: Any = module
    name = name or _last(module, where)
    for part in name.split("."):
        if not hasattr(found, part):
            players = ", ".join(_players(module)) or "none"
            raise ParameterError(
                f"{quoted(name)} is not a valid player of {quoted(where)}: allowed are {players}"
            )
        found = getattr(found, part)
    file = module.__file__
    try:
        found = AgentPlayer(found) if is_agent(found) else found
        player = as_player(found() if isinstance(found, type) else found)
    except (Exception, SystemExit) as error:
        if isinstance(found, type):
            raise _failure(f"the player {name}", error, file) from error
        kind = type(found).__name__
        raise ParameterError(
            f"{quoted(name)} of {quoted(where)} is not a valid player: allowed are classes and "
            f"objects with a method choose, and functions, not {kind}"
        ) from None
    return ScriptPlayer(player, name, file)


def _last(module: ModuleType, where: str) -> str:
    """Return the name of what Kaggle takes for the agent of a file: the last that can be called."""
    names = [name for name, value in vars(module).items() if callable(value)]
    if not names:
        raise ParameterError(f"{quoted(where)} has no function, which its player must be")
    return names[-1]


def _players(module: ModuleType) -> list[str]:
    """Return the names of what a module defines and what may be a player."""
    return [
        name
        for name, value in vars(module).items()
        if not name.startswith("_")
        and getattr(value, "__module__", None) == module.__name__
        and callable(getattr(value, "choose", None if isinstance(value, type) else value))
    ]


def _file(path: str) -> ModuleType:
    if not os.path.isfile(path):
        raise ParameterError(f"{quoted(path)} is not a file: {_HELP}")
    path = os.path.abspath(path)
    changed = os.stat(path)
    return _load(path, changed.st_mtime_ns, changed.st_size)


@cache
def _load(path: str, changed: int, size: int) -> ModuleType:
    """Run a file as a module, once for each state of the file."""
    # The file may import its neighbours; they do not hide other modules.
    _add_folder(os.path.dirname(path))
    name = f"bitgames_player_{os.path.basename(path).removesuffix('.py')}_{len(sys.modules)}"
    description = importlib.util.spec_from_file_location(name, path)
    if description is None or description.loader is None:
        raise ParameterError(f"{quoted(path)} is not a file of Python: {_HELP}")
    module = importlib.util.module_from_spec(description)
    sys.modules[name] = module  # before it runs, as dataclasses and pickle expect
    try:
        description.loader.exec_module(module)
    except BaseException as error:
        del sys.modules[name]
        if not isinstance(error, Exception | SystemExit):
            raise
        raise _failure(os.path.basename(path), error, path) from error
    return module


def _module(name: str) -> ModuleType:
    if not all(part.isidentifier() for part in name.split(".")):
        raise ParameterError(f"{quoted(name)} is not the name of a module of Python: {_HELP}")
    _add_folder(os.getcwd())
    try:
        return importlib.import_module(name)
    except (Exception, SystemExit) as error:
        missing = error.name if isinstance(error, ModuleNotFoundError) else None
        if missing is not None and f"{name}.".startswith(f"{missing}."):
            raise ParameterError(f"{quoted(name)} is not a module of Python: {_HELP}") from None
        raise _failure(name, error, None) from error


def _add_folder(folder: str) -> None:
    if folder not in sys.path:
        sys.path.append(folder)


def _failure(what: str, error: BaseException, file: str | None) -> PlayerError:
    """Return the error for an exception of the user's code, with its place in ``file``."""
    trace = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno for frame in trace if frame.filename == file]
    place = "" if not lines or file is None else f" in {os.path.basename(file)}, line {lines[-1]}"
    text = str(error)
    words = f"{type(error).__name__}: {text}" if text else type(error).__name__
    return PlayerError(printable(f"{what} raised {shortened(words, 200)}{place}"))
