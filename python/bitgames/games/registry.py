"""The games by name: the native registry as Python functions, and each game's presenter."""

from typing import Any

from bitgames._core import (
    ConnectFour,
    Facts,
    Honeymoon,
    Mosaic,
    Move,
    Othello,
    Position,
    Quo,
    TicTacToe,
)
from bitgames._core import game_examples as _native_examples
from bitgames._core import game_facts as _native_facts
from bitgames._core import game_names as _native_names
from bitgames._core import position as _native_position
from bitgames.games.connect4 import ConnectFourPresenter
from bitgames.games.honeymoon import HoneymoonPresenter
from bitgames.games.mosaic import MosaicPresenter, QuoPresenter
from bitgames.games.othello import OthelloPresenter
from bitgames.games.presenter import Presenter
from bitgames.games.tictactoe import TicTacToePresenter

_ANY: Presenter[Any] = Presenter()
_PRESENTERS: dict[type[Position], Presenter[Any]] = {
    TicTacToe: TicTacToePresenter(),
    Othello: OthelloPresenter(),
    ConnectFour: ConnectFourPresenter(),
    Mosaic: MosaicPresenter(),
    Quo: QuoPresenter(),
    Honeymoon: HoneymoonPresenter(),
}


def names() -> list[str]:
    """Return the names of all games, in the order of the registry.

    >>> from bitgames import games
    >>> games.names()[0]
    'tictactoe'
    """
    return list(_native_names())


def examples(name: str) -> list[str]:
    """Return specs of various sizes of a game, the usual size first.

    Case, spaces and hyphens do not count, and titles and other usual names are names, too. Raises
    ``UnknownGameError`` for any other, and ``ParameterError`` for more than a name.

    >>> from bitgames import games
    >>> games.examples("tictactoe")[0]
    'tictactoe'
    """
    return list(_native_examples(name))


def facts(spec: str) -> Facts:
    """Return the facts of the game that ``spec`` names.

    A spec is a name with its sizes, like ``tictactoe``, ``tictactoe:5`` or ``mnk:6,5,4``. Raises
    ``UnknownGameError`` for an unknown name, ``ParameterError`` for sizes out of range.

    >>> from bitgames import games
    >>> games.facts("mnk:6,5,4").player_names, games.facts("Mosaic Quo:5").spec
    (('o', 'x'), 'quo:5')
    """
    return _native_facts(spec)


def get(spec: str) -> Position:
    """Return the starting position of the game that ``spec`` names.

    Raises ``UnknownGameError`` or ``ParameterError`` as ``facts`` does.

    >>> from bitgames import games
    >>> games.get("tictactoe").to_string()
    'tictactoe .../.../...'
    """
    return _native_position(facts(spec).spec)


def start(game: str | Position) -> Position:
    """Return ``game`` itself if it is a position, else the start of the game that it names.

    >>> from bitgames import games
    >>> games.start("tictactoe") == games.get("tictactoe")
    True
    """
    if isinstance(game, Position):
        return game
    if isinstance(game, str):
        return get(game)
    raise TypeError(f"expected a position or the name of a game, not {type(game).__name__}")


def presenter(game: str | Position) -> Presenter[Any]:
    """Return how a game is shown to people: scenes, units, reasons, what is said at its table.

    ``game`` is a spec or a position. Raises as ``start``.

    >>> from bitgames import games
    >>> games.presenter("othello").unit(games.get("othello")).plural
    'discs'
    """
    return _PRESENTERS.get(type(start(game)), _ANY)


def digits(game: str | Position) -> int:
    """Return the most digits of a move, where moves are numbers, else 0.

    Moves of one digit can be told apart without spaces. ``game`` is a spec or a position. Raises as
    ``start``.

    >>> from bitgames import games
    >>> [games.digits(game) for game in ("connect4", "connect4:12,4", "othello")]
    [1, 2, 0]
    """
    position = start(game)
    last = str(Move(position.game, position.num_moves - 1))
    return len(last) if last.isdecimal() else 0


def strongest(game: str | Position) -> str | None:
    """Return the player of a game that plays best with a second a move, as a spec.

    ``game`` is a spec or a position. ``benches/mcts_strength.py`` measured it: 200 games of
    ``mcts`` against ``alphabeta`` at equal time. ``None`` where no player of that kind beats the
    game's own ones. Raises as ``start``.

    >>> from bitgames import games
    >>> [games.strongest(game) for game in ("othello", "mosaic", "tictactoe")]
    ['alphabeta:seconds=1', 'mcts:seconds=1', None]
    """
    return presenter(game).strongest(start(game))
