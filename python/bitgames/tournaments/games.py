"""The games of a tournament, as the lines of its results file have them."""

import json
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from bitgames._core import DamagedFileError, checksum, position
from bitgames.formats.parsing import described
from bitgames.journal import Line, Path, lines, read_header, shown
from bitgames.record import Record

__all__ = ["Game", "distinct", "games", "read", "read_line"]


class Game(NamedTuple):
    """A finished game of a tournament, as a line of its results file.

    >>> game = Game("0" * 16, 0, 1, "A", "B", 0.0, "3 in a row", False, 6, 2, (0.0, 0.0), (1, 2),
    ...             "tictactoe .../.../...", "a1 a2 c3 b2 b1 c2")
    >>> game.record.result.reason, game.winner
    ('3 in a row', 'B')
    """

    key: str
    """Key of the game, 16 hexadecimal digits: the game, the opening, the seed, the players and who
    begins decide it. Games with one key are one game."""
    pair: int
    """Number of the pair within the games of these two players, from 0."""
    game: int
    """Number of the game within the games of these two players: ``2 * pair`` or one more."""
    first: str
    """Name of the player of the first side."""
    second: str
    """Name of the player of the second side."""
    score: float
    """Points of ``first``: 1 for a win, 0.5 for a draw, 0 for a loss."""
    reason: str
    """Why the game ended, in a few words."""
    forfeit: bool
    """True if the loser lost by an invalid move or a failure."""
    plies: int
    """Number of all moves."""
    given: int
    """Number of moves of the opening."""
    seconds: tuple[float, float]
    """The time that ``first`` and ``second`` used, in seconds."""
    seeds: tuple[int, int]
    """The seeds of ``first`` and ``second`` for this game."""
    start: str
    """The start position as text."""
    moves: str
    """All moves, the opening's moves first, with spaces between them."""

    @property
    def hashes(self) -> tuple[int, int]:
        """Hashes of the start with the opening, and of the start with all moves."""
        moves = self.moves.split()
        texts = (f"{self.start} {' '.join(each)}" for each in (moves[: self.given], moves))
        begin, played = (checksum(text.encode()) for text in texts)
        return begin, played

    @property
    def winner(self) -> str | None:
        """The name of the winner; ``None`` for a draw."""
        return {1.0: self.first, 0.0: self.second}.get(self.score)

    @property
    def loser(self) -> str | None:
        """The name of the loser; ``None`` for a draw."""
        return {1.0: self.second, 0.0: self.first}.get(self.score)

    @property
    def record(self) -> Record:
        """The game as a ``Record``, with the name of the player of each seat."""
        start = position(self.start)
        players = [(self.first, self.second)[team] for team in start.facts.teams]
        return described(Record(start, self.moves.split()), players)


def read_line(line: Line, name: str) -> Game:
    """Return the game of a line; ``name`` is that of the file, for errors."""
    try:
        document = json.loads(line.data)
        game = Game._make([document[field] for field in Game._fields])
        (first, second), (first_seed, second_seed) = game.seconds, game.seeds
        game = game._replace(
            score=float(game.score), seconds=(first, second), seeds=(first_seed, second_seed)
        )
        if not _is_game(game):
            raise ValueError
    except (ValueError, TypeError, KeyError, RecursionError):
        raise DamagedFileError(f"{name}: line {line.number} is not a game") from None
    return game


def _is_game(game: Game) -> bool:
    texts = (game.key, game.first, game.second, game.reason, game.start, game.moves)
    numbers = (game.pair, game.game, game.plies, game.given, *game.seeds)
    return (
        all(isinstance(text, str) for text in texts)
        and all(type(number) is int and number >= 0 for number in numbers)
        and all(isinstance(number, int | float) for number in game.seconds)
        and isinstance(game.forfeit, bool)
        and game.score in (0, 0.5, 1)
        and game.game // 2 == game.pair
    )


def games(path: Path) -> Iterator[Game]:
    """Yield the games of a results file, in the order of its lines; a repeated game comes once.

    Raises as ``read_header``.
    """
    return distinct((line for line in lines(path) if line.number > 1), shown(path))


def distinct(found: Iterable[Line], name: str) -> Iterator[Game]:
    """Yield the games of lines of the file ``name``; a repeated game comes once."""
    seen: set[str] = set()
    for line in found:
        game = read_line(line, name)
        if game.key not in seen:
            seen.add(game.key)
            yield game


def read(path: Path) -> tuple[dict[str, Any], list[Game]]:
    """Return the configuration and the games of a results file.

    Raises as ``read_header``.

    >>> import bitgames as bg, pathlib, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp(), "r.jsonl")
    >>> _ = bg.tournament(["first", "ai14"], "tictactoe", pairs=1, results=path)
    >>> config, games = read(path)
    >>> config["players"], games[0].winner
    (['first', 'ai14'], 'ai14')
    """
    return read_header(path).config, list(games(path))
