"""Players as agents of ConnectX, the Connect Four of Kaggle."""

from collections.abc import Callable, Mapping, Sequence
from operator import index
from typing import Any

from bitgames._core import ConnectFour, ParameterError, UnsupportedError
from bitgames.arguments import shortened
from bitgames.players.connectx import LINE
from bitgames.players.player import PlayerLike, as_player, ask
from bitgames.players.registry import get
from bitgames.record import Record
from bitgames.seeding import Seed, child_seed, root

_MARKS = ".ox"


def connectx_agent(player: PlayerLike, seed: Seed = None) -> Callable[[Any, Any], int]:
    """Return an agent of ConnectX that plays like ``player``: a function for Kaggle.

    ``player`` is a spec, a player, or a function from a position to a move; random numbers come
    from ``seed``. A file for Kaggle is two lines, as the last function of a file is its agent::

        import bitgames
        agent = bitgames.players.connectx_agent("level:best")

    The agent takes boards of 4 to 12 columns and rows. It raises ``UnsupportedError`` where
    ``inarow`` is not 4, and ``ParameterError`` or ``InvalidPositionError`` for a board that does
    not fit ``columns``, ``rows`` and ``mark``.

    >>> import bitgames as bg
    >>> agent = bg.players.connectx_agent("alphabeta:depth=2")
    >>> board = [0] * 35 + [2, 2, 2, 0, 1, 1, 1]
    >>> agent({"board": board, "mark": 1}, {"columns": 7, "rows": 6, "inarow": 4})
    3
    """
    source = root(seed)
    chooser = get(player, source) if isinstance(player, str) else as_player(player)
    chooser.check(ConnectFour())
    games = 0

    def agent(observation: Any, configuration: Any) -> int:
        nonlocal games
        position = _position(observation, configuration)
        if position.ply < 2:
            chooser.start_game(child_seed(source, games))
            games += 1
        answer = ask(chooser, Record(position))
        return int(position.parse_move(answer)) if isinstance(answer, str) else index(answer)

    return agent


def _position(observation: Any, configuration: Any) -> ConnectFour:
    """Return the position that an agent is shown."""
    columns, rows, line = (
        _number(configuration, "configuration", name) for name in ("columns", "rows", "inarow")
    )
    if line != LINE:
        raise UnsupportedError(f"configuration.inarow must be {LINE}, not {line}")
    start = ConnectFour(columns, rows)
    board = _field(observation, "observation", "board")
    marks = [_MARKS[mark] for mark in board if mark in (0, 1, 2)] if _is_list(board) else []
    if len(marks) != columns * rows or len(board) != len(marks):
        raise ParameterError(
            f"observation.board must be a list of {columns * rows} numbers 0, 1 or 2, not "
            f"{shortened(repr(board), 60)}"
        )
    lines = ("".join(marks[at : at + columns]) for at in range(0, len(marks), columns))
    position = ConnectFour.from_string(f"{start.game} {'/'.join(lines)}")
    if position.is_over:
        raise ParameterError("observation.board must be one on which the game goes on")
    mark = _number(observation, "observation", "mark")
    if mark != position.turn + 1:
        raise ParameterError(
            f"observation.mark must be {position.turn + 1}, the side to move, not {mark}"
        )
    return position


def _field(given: Any, what: str, name: str) -> Any:
    found = given.get(name) if isinstance(given, Mapping) else getattr(given, name, None)
    if found is None:
        raise ParameterError(f"{what}.{name} is missing")
    return found


def _number(given: Any, what: str, name: str) -> int:
    found = _field(given, what, name)
    try:
        return index(found)
    except TypeError:
        raise ParameterError(
            f"{what}.{name} must be a whole number, not {shortened(repr(found), 40)}"
        ) from None


def _is_list(board: object) -> bool:
    return isinstance(board, Sequence) and not isinstance(board, str | bytes)
