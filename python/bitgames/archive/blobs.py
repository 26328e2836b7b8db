"""An index as a file: arrays of bytes in SQLite, each with a checksum."""

import json
import os
import sqlite3
import time
import zlib
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from bitgames.files import generator, sync_folder

__all__ = ["FORMAT", "VERSION", "Blobs", "Damaged", "write"]

FORMAT = "bitgames archive index"
VERSION = 1
"""Format name and version; an index of another version is made again."""

_PAGE = 16 << 10
_STALE_SECONDS = 3600.0
"""Age from which the temporary file of another process is one that was killed."""

_SCHEMA = """
create table facts (name text primary key, value text not null);
create table blobs (
    kind text not null, number integer not null, part integer not null,
    crc integer not null, data blob not null, primary key (kind, number, part)
);
"""


class Damaged(Exception):
    """The file is no index, or a damaged one; the caller makes it again."""


class Blobs:
    """An open index: facts by name, and arrays of bytes by kind, number and part.

    >>> blobs = Blobs(sqlite3.connect(":memory:"))
    >>> blobs.create()
    >>> blobs.put("marks", 7, 0, b"o x o")
    >>> blobs.get("marks", 7, 0), blobs.numbers("marks"), blobs.parts("marks", 7)
    (b'o x o', [7], 1)
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        """Take an open database."""
        self._connection = connection

    @classmethod
    def open(cls, path: str) -> "Blobs":
        """Open an index that exists. Raises ``Damaged`` for anything else."""
        if not os.path.isfile(path):
            raise Damaged(f"{path}: no index")
        try:
            connection = sqlite3.connect(f"{Path(path).absolute().as_uri()}?mode=rw", uri=True)
        except sqlite3.Error as error:
            raise Damaged(f"{path}: {error}") from None
        blobs = cls(connection)
        try:
            if (blobs.fact("format"), blobs.fact("version")) != (FORMAT, VERSION):
                raise Damaged(f"{path}: another format or version")
        except Damaged:
            connection.close()
            raise
        return blobs

    def close(self) -> None:
        """Close the database; a second call does nothing."""
        self._connection.close()

    def create(self) -> None:
        """Make the tables in an empty database."""
        self._connection.executescript(_SCHEMA)
        self.set_facts(format=FORMAT, version=VERSION, generator=generator())

    def put(self, kind: str, number: int, part: int, data: bytes) -> None:
        """Add an array of bytes."""
        row = (kind, number, part, zlib.crc32(data), data)
        self._connection.execute("insert into blobs values (?, ?, ?, ?, ?)", row)

    def get(self, kind: str, number: int, part: int) -> bytes:
        """Return an array of bytes. Raises ``Damaged`` if it is not there, or not what it was."""
        key = (kind, number, part)
        rows = self._rows(
            "select crc, data from blobs where kind = ? and number = ? and part = ?", key
        )
        if len(rows) != 1 or type(rows[0][1]) is not bytes or zlib.crc32(rows[0][1]) != rows[0][0]:
            raise Damaged(f"{kind} {number}, part {part}")
        data: bytes = rows[0][1]
        return data

    def numbers(self, kind: str) -> list[int]:
        """Return the numbers of a kind, in order."""
        rows = self._rows("select distinct number from blobs where kind = ? order by number", (kind,))
        return [number for (number,) in rows]

    def has(self, kind: str, number: int, part: int) -> bool:
        """Tell whether there is an array."""
        query = "select 1 from blobs where kind = ? and number = ? and part = ?"
        return bool(self._rows(query, (kind, number, part)))

    def parts(self, kind: str, number: int) -> int:
        """Return how many parts an array has."""
        query = "select count(*) from blobs where kind = ? and number = ?"
        count: int = self._rows(query, (kind, number))[0][0]
        return count

    def fact(self, name: str) -> Any:
        """Return a fact; ``None`` if it is not there."""
        rows = self._rows("select value from facts where name = ?", (name,))
        try:
            return json.loads(rows[0][0]) if rows else None
        except (ValueError, TypeError):
            raise Damaged(f"the fact {name}") from None

    def set_facts(self, **facts: Any) -> None:
        """Write facts, values of JSON."""
        rows = [(name, json.dumps(value)) for name, value in facts.items()]
        self._connection.executemany("insert or replace into facts values (?, ?)", rows)

    def try_facts(self, **facts: Any) -> None:
        """Write facts to an index that others may read; without the right to write do nothing."""
        with suppress(sqlite3.Error), self._connection:
            self.set_facts(**facts)

    def _rows(self, query: str, values: tuple[object, ...]) -> list[Any]:
        try:
            return self._connection.execute(query, values).fetchall()
        except (sqlite3.Error, OverflowError, UnicodeDecodeError) as error:
            raise Damaged(str(error)) from None


def write(path: str | None, fill: Callable[[Blobs], None]) -> Blobs:
    """Make an index: fill a new file, move it to its place whole, and open it.

    Without a path it is made in memory. Raises ``OSError`` if the file cannot be written; then
    nothing stays of it, and an index that was there is as it was.
    """
    if path is None:
        made = Blobs(sqlite3.connect(":memory:"))
        made.create()
        fill(made)
        return made
    target = Path(path)
    for old in target.parent.glob(f".{target.name}.*.tmp"):
        with suppress(OSError):
            if time.time() - old.stat().st_mtime > _STALE_SECONDS:
                old.unlink()
    temporary = target.with_name(f".{target.name}.{os.getpid()}-{os.urandom(4).hex()}.tmp")
    # SQLite has its own words for a folder that cannot be written; the system's are better known.
    os.close(os.open(temporary, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o666))
    try:
        with closing(sqlite3.connect(temporary, isolation_level=None)) as connection:
            # The file is thrown away unless all of it was written.
            connection.execute(f"pragma page_size = {_PAGE}")
            connection.execute("pragma journal_mode = off")
            connection.execute("pragma synchronous = off")
            blobs = Blobs(connection)
            try:
                blobs.create()
                connection.execute("begin")
                fill(blobs)
                connection.execute("commit")
            except sqlite3.OperationalError as error:
                raise OSError(0, str(error), path) from None
        with open(temporary, "rb+") as file:
            os.fsync(file.fileno())
        temporary.replace(target)
    except BaseException:
        with suppress(OSError):
            temporary.unlink()
        raise
    sync_folder(path)
    return Blobs.open(path)
