"""The games by name: the native registry as Python functions."""

from bitgames import _core
from bitgames._core import Facts, Move, Position, Unit


def names() -> list[str]:
    """Return the names of all games, in the order of the registry.

    >>> from bitgames import games
    >>> games.names()[0]
    'tictactoe'
    """
    return list(_core.game_names())


def examples(name: str) -> list[str]:
    """Return specs of various sizes of a game, the usual size first.

    Case, spaces and hyphens do not count, and titles and other usual names are names, too. Raises
    ``UnknownGameError`` for any other, and ``ParameterError`` for more than a name.

    >>> from bitgames import games
    >>> games.examples("tictactoe")[0]
    'tictactoe'
    """
    return list(_core.game_examples(name))


def facts(spec: str) -> Facts:
    """Return the facts of the game that ``spec`` names.

    A spec is a name with its sizes, like ``tictactoe``, ``tictactoe:5`` or ``mnk:6,5,4``. Raises
    ``UnknownGameError`` for an unknown name, ``ParameterError`` for sizes out of range.

    >>> from bitgames import games
    >>> games.facts("mnk:6,5,4").player_names, games.facts("Mosaic Quo:5").spec
    (('o', 'x'), 'quo:5')
    """
    return _core.game_facts(spec)


def get(spec: str) -> Position:
    """Return the starting position of the game that ``spec`` names.

    Raises ``UnknownGameError`` or ``ParameterError`` as ``facts`` does.

    >>> from bitgames import games
    >>> games.get("tictactoe").to_string()
    'tictactoe .../.../...'
    """
    return _core.position(facts(spec).spec)


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


def aim(game: str | Position) -> str:
    """Return the aim of a game, a spec or a position, in a few words. Raises as ``start``.

    >>> from bitgames import games
    >>> games.aim("mnk:6,5,4")
    '4 in a row on a board of 6 x 5'
    """
    return _core.aim(start(game))


def unit(game: str | Position) -> Unit:
    """Return the unit of the values of a game, a spec or a position. Raises as ``start``.

    >>> from bitgames import games
    >>> games.unit("othello").plural, str(games.unit("othello").amount(-2.54))
    ('discs', '2.5 discs')
    """
    return _core.unit(start(game))


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
    return _core.strongest(start(game))
