"""Conversion of games between formats, by the suffixes of the files.

The common form is ``GgfGame``, which holds most information. Names, place and date are kept if the
other format has them: the tournament of a WTHOR game is the place, the year of a base comes from a
date that begins with a year, and a transcript or a record has moves only.
"""

import datetime
import os
import re
from collections.abc import Iterable, Sequence

from bitgames._core import GameError, ParameterError, UnsupportedError
from bitgames.files import write_atomic
from bitgames.formats import ggf, transcript, wthor
from bitgames.formats.base import Loaded, Path, read, shown
from bitgames.formats.ggf import GgfGame
from bitgames.record import Record

__all__ = ["FORMATS", "dumps", "format_of", "load", "loads", "save"]

FORMATS = ("transcript", "ggf", "wthor", "record")
"""The formats of games; a ``record`` file holds one game."""

_SUFFIXES = {".txt": "transcript", ".ggf": "ggf", ".wtb": "wthor", ".json": "record"}
_YEAR = re.compile(r"[0-9]{4}(?![0-9])", re.ASCII)


def format_of(path: Path, format: str | None = None) -> str:
    """Return the format of a file: ``format`` if it is given, else by its suffix.

    Raises ``ParameterError`` for an unknown format or suffix.

    >>> from bitgames.formats import convert
    >>> convert.format_of("games.GGF"), convert.format_of("games.dat", "wthor")
    ('ggf', 'wthor')
    """
    if format is not None:
        if format not in FORMATS:
            raise ParameterError(
                f"{shown(format)} is not a valid format: allowed are {', '.join(FORMATS)}"
            )
        return format
    suffix = os.path.splitext(path)[1].lower()
    if suffix not in _SUFFIXES:
        known = ", ".join(f"{each} ({name})" for each, name in _SUFFIXES.items())
        raise ParameterError(
            f"{shown(str(path))} has no known suffix: allowed are {known}; "
            "for other files name the format"
        )
    return _SUFFIXES[suffix]


def loads(data: bytes, format: str, *, strict: bool = True, name: str = "") -> Loaded[GgfGame]:
    """Read games from data in the format ``transcript``, ``ggf`` or ``wthor``.

    Errors and ``strict`` are those of the format's own ``loads``; games of a WTHOR base are
    replayed.

    >>> from bitgames.formats import convert
    >>> convert.loads(b"f5d6\\n", "transcript")[0].record().moves
    [f5, d6]
    """
    if format == "transcript":
        records = transcript.loads(data, strict=strict, name=name)
        games = Loaded([GgfGame.from_record(record) for record in records])
        games.complaints = records.complaints
        return games
    if format == "wthor":
        return _from_wthor(wthor.loads(data, replay=True, strict=strict, name=name))
    if format == "ggf":
        return ggf.loads(data, strict=strict, name=name)
    raise ParameterError(
        f"{format!r} is not a valid format of data: allowed are transcript, ggf and wthor"
    )


def load(path: Path, format: str | None = None, *, strict: bool = True) -> Loaded[GgfGame]:
    """Read the games of a file; ``format`` is by default that of its suffix.

    Errors and ``strict`` are those of the format's own ``load``; ``strict`` has no effect on a
    record, which is one game.

    >>> import bitgames as bg
    >>> from bitgames.formats import convert
    >>> bg.Record("othello", ["f5", "d6"]).save("game.json")
    >>> convert.load("game.json")[0].record().moves
    [f5, d6]
    """
    kind = format_of(path, format)
    if kind == "record":
        record = Record.load(path)
        try:
            return Loaded([GgfGame.from_record(record)])
        except GameError as error:
            raise UnsupportedError(f"{os.fspath(path)}: {error}") from None
    if kind == "wthor":
        return _from_wthor(wthor.load(path, replay=True, strict=strict))
    return loads(read(path), kind, strict=strict, name=str(path))


def dumps(games: Iterable[GgfGame], format: str) -> bytes:
    """Return games as data in the format ``transcript``, ``ggf`` or ``wthor`` (without names).

    Raises ``UnsupportedError`` for games that the format cannot hold.

    >>> from bitgames.formats import convert
    >>> convert.dumps(convert.loads(b"F5D6", "transcript"), "transcript")
    b'f5d6\\n'
    """
    if format == "transcript":
        return transcript.dumps(game.record() for game in games).encode()
    if format == "wthor":
        listed = list(games)
        return wthor.dumps(wthor.tabulate(_to_wthor(listed))[0], _header(listed))
    if format == "ggf":
        return ggf.dumps(games).encode()
    raise ParameterError(
        f"{format!r} is not a valid format of data: allowed are transcript, ggf and wthor"
    )


def save(path: Path, games: Iterable[GgfGame], format: str | None = None) -> None:
    """Write games to a file; ``format`` is by default that of its suffix.

    A WTHOR base gets its tables of names in files beside it. Raises ``UnsupportedError`` for games
    that the format cannot hold, such as more than one game in a record; then no file is written.

    >>> from bitgames.formats import convert
    >>> games = convert.loads(b"f5d6\\nc4c3", "transcript")
    >>> convert.save("games.wtb", games)
    >>> len(convert.load("games.wtb"))
    2
    """
    kind = format_of(path, format)
    listed = list(games)
    if kind == "record":
        if len(listed) != 1:
            raise UnsupportedError(
                f"{os.fspath(path)}: a record must hold one game, not {len(listed)}"
            )
        listed[0].record().save(path)
    elif kind == "wthor":
        wthor.save(path, _to_wthor(listed), _header(listed), names=True)
    else:
        write_atomic(path, dumps(listed, kind))


def _from_wthor(base: wthor.WthorBase) -> Loaded[GgfGame]:
    date = str(base.header.year) if base.header.year else ""
    games = Loaded(
        [
            GgfGame.from_record(
                game.record(),
                black=game.black_name,
                white=game.white_name,
                place=game.tournament_name,
                date=date,
            )
            for game in base
        ]
    )
    games.complaints = base.complaints
    return games


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
