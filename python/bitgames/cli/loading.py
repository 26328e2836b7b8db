"""Games and positions that a command line names: files, positions, moves of Othello, stdin."""

import os
import re
import sys
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from bitgames._core import GameError, Honeymoon, ParameterError, ParseError, Position
from bitgames.arguments import quoted
from bitgames.cli.errors import Failure
from bitgames.deals import Conditions
from bitgames.deals import read as read_conditions
from bitgames.formats.reading import (
    check_game,
    place,
    read_any,
    read_one,
    recognise,
    split_number,
)
from bitgames.formats.text import read_moves, read_position
from bitgames.formats.transcript import is_columns
from bitgames.games import start as start_of
from bitgames.record import Record

if TYPE_CHECKING:
    from bitgames.tournaments.games import Game

_FOLDER = re.compile(r"(?:[A-Za-z]:|~|\.{1,2})?[\\/]|[^/]*\\")
"""How the name of a file in a folder begins."""

_SUFFIX = re.compile(
    r"(?:\S*\.[a-z]\w+|.*\.(?i:json|jsonl|txt|ggf|wtb|pbn|obf))(?:#[0-9]+)?", re.ASCII
)
"""A name with a suffix; with spaces in it, a suffix of a format."""


def load_game(path: Path, number: int | None = None, *, game: str | None = None) -> Record:
    """Load a game from a file of any format; a damaged file is a failure, not a wrong usage.

    A results file of a tournament is one, too. Raises ``Failure`` with the reason; a number that
    the file does not have is a wrong usage.
    """
    try:
        found = replayed(path, number)
        if found is None:
            return read_one(path, number, game=game)
    except ParseError as error:
        raise Failure(str(error)) from None
    if game is not None:
        check_game([found.record], game, str(path))
    return found.record


def replayed(path: Path, number: int | None = None) -> "Game | None":
    """Return a game of a results file, played again by the rules; ``None`` for other files."""
    from bitgames.journal import is_results
    from bitgames.tournaments.games import games

    name, in_name = split_number(str(path))
    number = in_name if number is None else number
    if not is_results(name):
        return None
    found = list(islice(games(name), max(number or 0, 0) or None))
    game = found[place(number, len(found), name)]
    try:
        result = game.record.result
    except GameError as error:
        raise Failure(f"the game does not follow the rules: {error}") from None
    if result is not None and not game.forfeit:
        first = game.record.start.facts.teams.index(0)
        score = 0.5 if not result.winners else float(first in result.winners)
        if score != game.score:
            raise Failure(
                f"the moves end with {score:g} points of the first side, not {game.score:g}"
            )
    return game


def typed_game(text: str, number: int | None = None) -> Record:
    """Return the game that a text names.

    It is a position, without moves; a file, or one of its games; moves of Othello or of Connect
    Four; a game and its moves; or stdin for ``-``.

    >>> typed_game("f5d6c3").moves, typed_game("tictactoe o../.x./...").moves
    ([f5, d6, c3], [])
    >>> typed_game("4453").moves, typed_game("connect4:8,7 8 8").moves
    ([4, 4, 5, 3], [8, 8])
    """
    if text == "-":
        try:
            games = read_any(sys.stdin.buffer.read())
        except ParseError as error:
            raise Failure(f"stdin: {error}") from None
        if number is None and len(games) != 1:
            raise ParameterError(f"stdin holds {len(games):,} games, not one: name one by --number")
        return games[place(number, len(games), "stdin")]
    try:
        position = read_position(text)
    except GameError:
        if is_file_name(text):
            return load_game(Path(text), number)
        data = text.encode(errors="replace")
        if number is not None or "\n" in text:
            raise
        if recognise(data) == "transcript":
            return read_any(data)[0]
        played = _played(text)
        if played is None:
            raise
        return played
    if number is not None:
        raise ParameterError("--number needs a file of games")
    return Record(position)


def _played(text: str) -> Record | None:
    """Return the game of a spec and its moves; ``None`` for other text."""
    spec, _, moves = text.strip().partition(" ")
    try:
        start = start_of(spec)
        return Record(start, read_moves(start, moves))
    except GameError:
        if is_columns(moves):
            raise
        return None


def asked_position(text: str) -> Position:
    """Return the position that a text names as in ``typed_game``: the last one of its game.

    >>> from pathlib import Path
    >>> _ = Path("opening.txt").write_text("f5d6")
    >>> asked_position("opening.txt") == asked_position("f5d6")
    True
    """
    return typed_game(text).position


def match_start(text: str) -> Position:
    """Return the start of a match or a tournament; say so where a player stands in its place.

    >>> match_start("ai14")
    Traceback (most recent call last):
    ...
    bitgames.ParameterError: 'ai14' is a player, and the game comes first: 'othello', then players
    """
    try:
        return asked_position(text)
    except (Failure, GameError, OSError):
        from bitgames.players.registry import is_external, names

        if not (is_external(text) or text.endswith(".py") or text.partition(":")[0] in names()):
            raise
    raise ParameterError(
        f"{quoted(text)} is a player, and the game comes first: 'othello', then players"
    )


def wanted_deal(start: Position, text: str) -> Conditions:
    """Return the conditions of ``--deal`` for a game.

    >>> import bitgames as bg
    >>> str(wanted_deal(bg.Honeymoon(), "S:5+"))
    'spades:5+'
    """
    if not isinstance(start, Honeymoon):
        raise ParameterError(f"--deal is for honeymoon, not for {start.game}")
    try:
        return read_conditions(text)
    except ParseError as error:
        raise ParameterError(f"--deal: {error}") from None


def is_file_name(text: str) -> bool:
    r"""Whether a text is the name of a file, or of one of its games as in ``FILE#12``.

    It is that of a file that exists, or looks like one.

    >>> is_file_name("game.json#2"), is_file_name(r"C:\games\x"), is_file_name("xo./.x./..o")
    (True, True, False)
    """
    if "\0" in text or "\n" in text:
        return False
    if os.path.isfile(split_number(text)[0]):
        return True
    is_board = set(text.lower()) <= set("xo.-*/12 ")
    return not is_board and bool(_FOLDER.match(text) or _SUFFIX.fullmatch(text))
