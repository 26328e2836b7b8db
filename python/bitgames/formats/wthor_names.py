"""Tables of names for WTHOR games: players in ``.jou``, tournaments in ``.trn``.

A file has a header of 16 bytes and then the names by their number, from 0, in Latin-1 and padded
with zeros to a fixed width. See ``bitgames.formats.wthor`` for the games.
"""

import datetime
import os
import struct
from collections.abc import Iterable
from typing import Literal

from bitgames._core import ParameterError, UnsupportedError
from bitgames.files import read_regular, write_atomic
from bitgames.formats.parsing import ErrorCollector, Loaded, Path, as_bytes, shown

__all__ = ["HEADER", "Kind", "WthorNames", "date_bytes", "dumps", "load", "loads", "save"]

Kind = Literal["players", "tournaments"]
"""The kind of a table."""

HEADER = struct.Struct("<4BIH H4B")
"""The header of all files of the format.

Century, year, month and day when the file was made; number of games; number of names; year of
the games; size of the board; type of the games; depth of the theoretical scores; nothing.
"""

_WIDTHS: dict[Kind, int] = {"players": 20, "tournaments": 26}
_SUFFIXES: dict[str, Kind] = {".jou": "players", ".trn": "tournaments"}


class WthorNames(Loaded[str]):
    """Names by their number, and the date of the table if it is known.

    >>> from bitgames.formats import wthor_names
    >>> names = wthor_names.loads(wthor_names.dumps(["ann", "ben"], "players"), "players")
    >>> names, names.created
    (['ann', 'ben'], None)
    """

    created: datetime.date | None = None


def read_header(
    data: bytes, errors: ErrorCollector
) -> tuple[datetime.date | None, tuple[int, ...]] | None:
    """Return the date of a file, and the other fields of its header; ``None`` without a header."""
    if len(data) < HEADER.size:
        errors.at_byte(0, f"a header must have 16 bytes, but there are {len(data)}")
        return None
    created = None
    century, year, month, day, *others = HEADER.unpack_from(data)
    try:
        if year > 99:
            raise ValueError
        created = datetime.date(100 * century + year, month, day) if any(data[:4]) else None
    except ValueError:
        wrong = f"century {century}, year {year}, month {month}, day {day}"
        errors.at_byte(0, f"{wrong} is not a valid day")
    return created, tuple(others)


def date_bytes(day: datetime.date | None) -> bytes:
    """Write a date as four bytes; ``None`` as zeros."""
    return bytes(4) if day is None else bytes([*divmod(day.year, 100), day.month, day.day])


def loads(data: bytes, kind: Kind, *, strict: bool = True, name: str = "") -> WthorNames:
    """Read a table of ``"players"`` or ``"tournaments"``.

    Raises ``ParseError``, which names the byte, and ``name`` if it is given. With ``strict=False``
    a table that is cut short gives its complete names, and ``complaints`` of the result has the
    error.

    >>> from bitgames.formats import wthor_names
    >>> wthor_names.loads(bytes(15), "players")
    Traceback (most recent call last):
        ...
    bitgames.ParseError: byte 0: a header must have 16 bytes, but there are 15
    """
    data = as_bytes(data)
    width = _width(kind)
    names = WthorNames([], errors := ErrorCollector(name, strict=strict))
    header = read_header(data, errors)
    if header is None:
        return names
    names.created, (_, count, *_) = header
    wanted = HEADER.size + width * count
    if len(data) != wanted:
        errors.at_byte(
            8, f"{count} {kind} are announced, which is {wanted} bytes, but there are {len(data)}"
        )
    for at in range(HEADER.size, min(wanted, len(data)) - width + 1, width):
        names.append(data[at : at + width].partition(b"\0")[0].decode("latin-1"))
    return names


def dumps(names: Iterable[str], kind: Kind, *, created: datetime.date | None = None) -> bytes:
    """Write a table of ``"players"`` or ``"tournaments"``.

    Raises ``UnsupportedError`` for a name that is too long (19 characters for a player, 25 for a
    tournament), that is not Latin-1 or has a NUL character, and for more than 65,535 names.

    >>> from bitgames.formats import wthor_names
    >>> len(wthor_names.dumps(["ann"], "players"))
    36
    """
    width = _width(kind)
    rows = [_field(each, width) for each in names]
    if len(rows) > 0xFFFF:
        raise UnsupportedError(f"a table of WTHOR must have at most 65535 {kind}, not {len(rows)}")
    header = HEADER.pack(*date_bytes(created), 0, len(rows), 0, 0, 0, 0, 0)
    return header + b"".join(rows)


def _width(kind: Kind) -> int:
    if kind not in _WIDTHS:
        raise ParameterError(
            f"{kind!r} is not a valid kind of table: allowed are players and tournaments"
        )
    return _WIDTHS[kind]


def _field(text: str, width: int) -> bytes:
    try:
        data = text.encode("latin-1")
    except UnicodeEncodeError:
        raise UnsupportedError(
            f"{shown(text)} is not a valid name: names in WTHOR are Latin-1"
        ) from None
    if len(data) >= width or b"\0" in data:
        raise UnsupportedError(
            f"{shown(text)} is not a valid name: allowed are at most {width - 1} characters "
            "without NUL"
        )
    return data.ljust(width, b"\0")


def _kind_of(path: Path) -> Kind:
    kind = _SUFFIXES.get(os.path.splitext(path)[1].lower())
    if kind is None:
        raise ParameterError(
            f"{os.fspath(path)}: the suffix of a table of names must be .jou or .trn"
        )
    return kind


def load(path: Path, *, strict: bool = True) -> WthorNames:
    """Read a table from a file with the suffix ``.jou`` or ``.trn``, in either case.

    >>> from bitgames.formats import wthor_names
    >>> wthor_names.save("WTHOR.TRN", ["Open 1990"])
    >>> wthor_names.load("WTHOR.TRN")
    ['Open 1990']
    """
    kind = _kind_of(path)
    return loads(read_regular(path), kind, strict=strict, name=str(path))


def save(path: Path, names: Iterable[str], *, created: datetime.date | None = None) -> None:
    """Write a table to a file with the suffix ``.jou`` or ``.trn``, atomically.

    >>> from bitgames.formats import wthor_names
    >>> wthor_names.save("wthor.jou", ["ann", "ben"])
    """
    write_atomic(path, dumps(names, _kind_of(path), created=created))
