"""Conversion of games between formats.

Games of Othello become ``GgfGame``, which holds most information, deals of honeymoon bridge
``PbnGame``, trees of SGF ``SgfGame``, and games of other kinds are a ``Record``. Names, place and
date are kept if the other format has them: the tournament of a WTHOR game is the place, the year of
a base comes from a date that begins with a year, and a transcript has moves only. Of a tree other
formats hold the main line.
"""

import datetime
import os
import re
from collections.abc import Iterable, Sequence
from typing import TypeAlias, TypeVar

from bitgames._core import (
    GameError,
    Honeymoon,
    Othello,
    ParameterError,
    ParseError,
    UnsupportedError,
)
from bitgames.arguments import instance
from bitgames.files import open_to_read, read_regular, write_atomic
from bitgames.formats import ggf, pbn, sgf, transcript, wthor
from bitgames.formats.ggf import GgfGame
from bitgames.formats.parsing import Loaded, Path, shown
from bitgames.formats.pbn import PbnGame
from bitgames.formats.reading import HEAD, read_record, recognise
from bitgames.formats.sgf import SgfGame
from bitgames.record import Record

__all__ = [
    "FORMATS",
    "Game",
    "dumps",
    "fitting",
    "format_of",
    "format_of_data",
    "format_of_file",
    "load",
    "loads",
    "save",
]

FORMATS = ("transcript", "ggf", "wthor", "record", "pbn", "sgf")
"""The formats of games; a ``record`` file holds one game."""

Game: TypeAlias = GgfGame | PbnGame | SgfGame | Record
"""A game of Othello, a deal of honeymoon bridge, a tree of moves, or a game of another kind."""

GameOrRecord = TypeVar("GameOrRecord", bound=GgfGame | PbnGame | SgfGame | Record)
GameOfKind = TypeVar("GameOfKind", GgfGame, PbnGame)

_SUFFIXES = {
    ".txt": "transcript",
    ".ggf": "ggf",
    ".wtb": "wthor",
    ".json": "record",
    ".pbn": "pbn",
    ".sgf": "sgf",
}
_YEAR = re.compile(r"[0-9]{4}(?![0-9])", re.ASCII)


def format_of(path: Path, format: str | None = None) -> str:
    """Return the format of a file: ``format`` if it is given, else by its suffix.

    Raises ``ParameterError`` for an unknown format or suffix.

    >>> from bitgames.formats import convert
    >>> convert.format_of("games.GGF"), convert.format_of("games.dat", "wthor")
    ('ggf', 'wthor')
    """
    if format is not None:
        return _checked(format)
    suffix = os.path.splitext(path)[1].lower()
    if suffix not in _SUFFIXES:
        known = ", ".join(f"{each} ({name})" for each, name in _SUFFIXES.items())
        raise ParameterError(
            f"{shown(str(path))} has no known suffix: allowed are {known}; "
            "for other files name the format"
        )
    return _SUFFIXES[suffix]


def _checked(format: str) -> str:
    if instance("format", format, str, "text") not in FORMATS:
        raise ParameterError(
            f"{shown(format)} is not a valid format: allowed are {', '.join(FORMATS)}"
        )
    return format


def format_of_data(data: bytes, name: str = "") -> str:
    """Return the format of data by its content, else by the suffix of its ``name``.

    Raises ``ParseError`` for data of no format of games.

    >>> from bitgames.formats import convert
    >>> convert.format_of_data(b"(;GM[Othello]"), convert.format_of_data(b"", "empty.txt")
    ('ggf', 'transcript')
    """
    found = (recognise(data) or "").lower()
    if found in FORMATS:
        return found
    suffix = os.path.splitext(name)[1].lower()
    if not found and suffix in _SUFFIXES:
        return _SUFFIXES[suffix]
    reason = f"has {found}, not games" if found else "has no known format"
    raise ParseError(f"{name or 'the data'} {reason}: allowed are {', '.join(FORMATS)}")


def format_of_file(path: Path) -> str:
    """Return the format of a file by its content, as ``format_of_data`` does.

    Raises ``OSError`` for an error of the system.

    >>> from pathlib import Path
    >>> from bitgames.formats import convert
    >>> _ = Path("games.dat").write_text("f5d6c3")
    >>> convert.format_of_file("games.dat")
    'transcript'
    """
    with open_to_read(path) as file:
        return format_of_data(file.read(HEAD), str(path))


def loads(
    data: bytes,
    format: str | None = None,
    *,
    hands: str | None = None,
    strict: bool = True,
    name: str = "",
) -> Loaded[Game]:
    """Read games from data in a format, by default the one that the content shows.

    Errors and ``strict`` are those of the format's own ``loads``; games of a WTHOR base are
    replayed. ``strict`` has no effect on a record, which is one game. ``hands`` are those of
    ``pbn.loads``.

    >>> from bitgames.formats import convert
    >>> convert.loads(b"f5d6\\n")[0].record().moves
    [f5, d6]
    """
    kind = format_of_data(data, name) if format is None else _checked(format)
    if kind == "record":
        return Loaded([_as_game(read_record(data, name), name)])
    if kind == "wthor":
        return _from_wthor(wthor.loads(data, replay=True, strict=strict, name=name))
    if kind == "sgf":
        trees = sgf.loads(data, strict=strict, name=name)
        return Loaded(trees, trees.complaints)
    found: Loaded[GgfGame] | Loaded[PbnGame] | Loaded[Record]
    if kind == "pbn":
        found = pbn.loads(data, hands=hands, strict=strict, name=name)
    else:
        found = (ggf if kind == "ggf" else transcript).loads(data, strict=strict, name=name)
    return Loaded(map(_as_game, found), found.complaints)


def load(
    path: Path, format: str | None = None, *, hands: str | None = None, strict: bool = True
) -> Loaded[Game]:
    """Read the games of a file as ``loads`` does; a WTHOR base gets the names beside it.

    Raises ``OSError`` for an error of the system.

    >>> import bitgames as bg
    >>> from bitgames.formats import convert
    >>> bg.Record("othello", ["f5", "d6"]).save("game.json")
    >>> convert.load("game.json")[0].record().moves
    [f5, d6]
    """
    kind = format_of_file(path) if format is None else _checked(format)
    if kind == "wthor":
        return _from_wthor(wthor.load(path, replay=True, strict=strict))
    return loads(read_regular(path), kind, hands=hands, strict=strict, name=str(path))


def _as_game(game: Game, name: str = "") -> Game:
    """Return a record of honeymoon bridge as a deal, and one of Othello as a game of GGF.

    Of a tree it is the main line.
    """
    if isinstance(game, SgfGame):
        game = game.record()
    if not isinstance(game, Record):
        return game
    if isinstance(game.start, Honeymoon):
        return PbnGame(game)
    if not isinstance(game.start, Othello):
        return game
    try:
        return GgfGame.from_record(game)
    except GameError as error:
        raise UnsupportedError(f"{name}: {error}" if name else str(error)) from None


def dumps(games: Iterable[Game], format: str) -> bytes:
    """Return games as data in a format; WTHOR without the tables of names.

    A game may be a ``Record``, too. Raises ``UnsupportedError`` for games that the format cannot
    hold; if it can hold others, the error names the first one by its number from 1.

    >>> from bitgames.formats import convert
    >>> convert.dumps(convert.loads(b"F5D6", "transcript"), "transcript")
    b'f5d6\\n'
    """
    kind = _checked(format)
    listed = list(games)
    if kind == "record" and len(listed) != 1:
        raise UnsupportedError(
            f"a record must hold one game, not {len(listed)}: sgf and others hold several"
        )
    try:
        return _dumps(listed, kind)
    except UnsupportedError:
        good, errors = fitting(listed, kind)
        if good and errors:
            raise errors[0] from None
        raise


def fitting(
    games: Iterable[GameOrRecord], format: str
) -> tuple[list[GameOrRecord], list[UnsupportedError]]:
    """Return the games that a format can hold, and an error for each of the others.

    >>> import bitgames as bg
    >>> from bitgames.formats import convert
    >>> games = [bg.Record("othello", ["f5"]), bg.Record("othello:6")]
    >>> good, errors = convert.fitting(games, "wthor")
    >>> len(good), len(errors), str(errors[0])[:6]
    (1, 1, 'game 2')
    """
    kind = _checked(format)
    good: list[GameOrRecord] = []
    errors = []
    for number, game in enumerate(games, 1):
        try:
            _dumps([game], kind)
            good.append(game)
        except UnsupportedError as error:
            errors.append(UnsupportedError(f"game {number}: {error}"))
    return good, errors


def _dumps(given: Sequence[Game], kind: str) -> bytes:
    if kind == "record":
        return _as_record(given[0]).dumps().encode()
    if kind == "transcript":
        return transcript.dumps(map(_as_record, given)).encode()
    if kind == "sgf":
        trees = (game if isinstance(game, SgfGame) else _as_record(game) for game in given)
        return sgf.dumps(trees).encode()
    if kind == "pbn":
        return pbn.dumps(_of_kind(given, PbnGame, "pbn holds deals of honeymoon bridge")).encode()
    othello = _of_kind(given, GgfGame, f"{kind} holds games of Othello")
    if kind == "ggf":
        return ggf.dumps(othello).encode()
    return wthor.dumps(wthor.tabulate(_to_wthor(othello))[0], _header(othello))


def _as_record(game: Game) -> Record:
    if isinstance(game, GgfGame | SgfGame):
        return game.record()
    return game.record if isinstance(game, PbnGame) else game


def _of_kind(games: Iterable[Game], kind: type[GameOfKind], holds: str) -> list[GameOfKind]:
    """Return games as those that a format holds."""
    found = []
    for game in map(_as_game, games):
        if not isinstance(game, kind):
            title = _as_record(game).start.facts.title
            other = (
                "deals of honeymoon bridge" if isinstance(game, PbnGame) else f"games of {title}"
            )
            raise UnsupportedError(f"{holds}, not {other}")
        found.append(game)
    return found


def save(path: Path, games: Iterable[Game], format: str | None = None) -> None:
    """Write games, or records, to a file; ``format`` is by default that of its suffix.

    A WTHOR base gets its tables of names in files beside it. Raises ``UnsupportedError`` for games
    that the format cannot hold, such as more than one game in a record, or games of Othello in PBN;
    then no file is written.

    >>> from bitgames.formats import convert
    >>> games = convert.loads(b"f5d6\\nc4c3", "transcript")
    >>> convert.save("games.wtb", games)
    >>> len(convert.load("games.wtb"))
    2
    """
    kind = format_of(path, format)
    listed = list(games)
    try:
        if kind == "wthor":
            dumps(listed, kind)  # names the game that the format cannot hold
            othello = _of_kind(listed, GgfGame, "wthor holds games of Othello")
            wthor.save(path, _to_wthor(othello), _header(othello), names=True)
        else:
            write_atomic(path, dumps(listed, kind))
    except UnsupportedError as error:
        raise UnsupportedError(f"{os.fspath(path)}: {error}") from None


def _from_wthor(base: wthor.WthorBase) -> Loaded[Game]:
    date = str(base.header.year) if base.header.year else ""
    games = (GgfGame.from_record(game.record(), date=date) for game in base)
    return Loaded(games, base.complaints)


def _to_wthor(games: Iterable[GgfGame]) -> list[wthor.WthorGame]:
    return [
        wthor.WthorGame.from_record(
            game.record(), black=game.black, white=game.white, tournament=game.place
        )
        for game in games
    ]


def _header(games: Sequence[GgfGame]) -> wthor.WthorHeader:
    """Make a header with today's date and the year of the games, if all have the same year."""
    years = {found[0] if (found := _YEAR.match(game.date)) else "0" for game in games}
    year = int(years.pop()) if len(years) == 1 else 0
    return wthor.WthorHeader(created=datetime.date.today(), year=year)
