"""An index as a file: arrays of bytes in SQLite, each with a checksum."""

import json
import os
import sqlite3
import threading
import zlib
from collections.abc import Callable, Iterable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from bitgames.files import generator, replacement, sync

FORMAT = "bitgames archive index"
VERSION = 1
"""Format name and version; an index of another version is made again."""

_PAGE = 16 << 10
_LOCK = threading.Lock()
"""Held by every use of SQLite, and while a process forks: no child inherits a lock of SQLite that
another thread has."""

if hasattr(os, "register_at_fork"):
    os.register_at_fork(
        before=_LOCK.acquire, after_in_parent=_LOCK.release, after_in_child=_LOCK.release
    )

_SCHEMA = (
    "create table facts (name text primary key, crc integer not null, value text not null)",
    "create table blobs (kind text not null, number integer not null, part integer not null,"
    " crc integer not null, data blob not null, primary key (kind, number, part))",
)


class Damaged(Exception):
    """The file is no index, or a damaged one; the caller makes it again."""


class Blobs:
    """An open index: facts by name, and arrays of bytes by kind, number and part.

    Threads may share it, and a forked child has a connection of its own.

    >>> blobs = Blobs(":memory:")
    >>> blobs.create()
    >>> blobs.put("marks", 7, 0, b"o x o")
    >>> blobs.get("marks", 7, 0), blobs.has("marks", 7, 1), blobs.numbers("marks")
    (b'o x o', False, [7])
    """

    def __init__(self, database: str, **options: Any) -> None:
        """Open a database; ``options`` are those of ``sqlite3.connect``."""
        self._database, self._options = database, options
        self._connections: dict[int, sqlite3.Connection] = {}
        # What was written; `None` for an index that is read.
        self._known: dict[str, set[tuple[int, int]]] | None = None
        self._lists: dict[str, set[tuple[int, int]]] = {}
        self.run("select 1")

    @classmethod
    def open(cls, path: str) -> "Blobs":
        """Open an index that exists. Raises ``Damaged`` for anything else."""
        if not os.path.isfile(path):
            raise Damaged(f"{path}: no index")
        try:
            blobs = cls(f"{Path(path).absolute().as_uri()}?mode=rw", uri=True)
        except sqlite3.Error as error:
            raise Damaged(f"{path}: {error}") from None
        try:
            if (blobs.fact("format"), blobs.fact("version")) != (FORMAT, VERSION):
                raise Damaged(f"{path}: another format or version")
        except Damaged:
            blobs.close()
            raise
        return blobs

    def close(self) -> None:
        """Close the database; a second call does nothing."""
        with _LOCK:
            if self._process in self._connections:
                self._connections[self._process].close()

    @property
    def _process(self) -> int:
        """The process whose connection is used; a database in memory has one for all."""
        return 0 if self._database == ":memory:" else os.getpid()

    def run(self, query: str, rows: Iterable[tuple[object, ...]] = ((),)) -> list[Any]:
        """Run a statement of SQL for each row of values, and return what it finds."""
        with _LOCK:
            process = self._process
            if process not in self._connections:
                # That of a parent stays open: to close it here would end its locks there.
                self._connections[process] = sqlite3.connect(
                    self._database, check_same_thread=False, isolation_level=None, **self._options
                )
            found: list[Any] = []
            for values in rows:
                found += self._connections[process].execute(query, values)
            return found

    def create(self) -> None:
        """Make the tables in an empty database."""
        for statement in _SCHEMA:
            self.run(statement)
        self._known = {}
        self.set_facts(format=FORMAT, version=VERSION, generator=generator())

    def put(self, kind: str, number: int, part: int, data: bytes) -> None:
        """Add an array of bytes."""
        assert self._known is not None, "an index is written once"
        self._known.setdefault(kind, set()).add((number, part))
        row = (kind, number, part, zlib.crc32(data, _key(kind, number, part)), data)
        self.run("insert into blobs values (?, ?, ?, ?, ?)", [row])

    def get(self, kind: str, number: int, part: int) -> bytes:
        """Return an array of bytes. Raises ``Damaged`` if it is not there, or not what it was."""
        key = (kind, number, part)
        rows = self._rows(
            "select crc, data from blobs where kind = ? and number = ? and part = ?", key
        )
        crc, data = rows[0] if len(rows) == 1 else (None, None)
        if not isinstance(data, bytes) or zlib.crc32(data, _key(*key)) != crc:
            raise Damaged(f"{kind} {number}, part {part}")
        return data

    def list_kinds(self, *kinds: str) -> None:
        """Write down which arrays of these kinds there are, so that a lost one is missed."""
        for kind in kinds:
            self.set_facts(**{f"list of {kind}": sorted(self._listed(kind))})

    def has(self, kind: str, number: int, part: int) -> bool:
        """Whether there is an array; of an index that is read its kind must be listed."""
        return (number, part) in self._listed(kind)

    def numbers(self, kind: str) -> list[int]:
        """Return the numbers of the arrays of a kind, in order; as for ``has``."""
        return sorted({number for number, _ in self._listed(kind)})

    def _listed(self, kind: str) -> set[tuple[int, int]]:
        if self._known is not None:
            return self._known.get(kind, set())
        if kind not in self._lists:
            rows = self.fact(f"list of {kind}")
            if not isinstance(rows, list):
                raise Damaged(f"the list of {kind}")
            self._lists[kind] = {(number, part) for number, part in rows}
        return self._lists[kind]

    def fact(self, name: str) -> Any:
        """Return a fact. Raises ``Damaged`` if it is not there, or not what it was."""
        rows = self._rows("select crc, value from facts where name = ?", (name,))
        if len(rows) != 1 or type(rows[0][1]) is not str or _crc(name, rows[0][1]) != rows[0][0]:
            raise Damaged(f"the fact {name}")
        return json.loads(rows[0][1])

    def set_facts(self, **facts: Any) -> None:
        """Write facts, values of JSON."""
        texts = {name: json.dumps(value) for name, value in facts.items()}
        rows = [(name, _crc(name, text), text) for name, text in texts.items()]
        self.run("insert or replace into facts values (?, ?, ?)", rows)

    def try_facts(self, **facts: Any) -> None:
        """Write facts to an index that others may read; without the right to write do nothing."""
        with suppress(sqlite3.Error):
            self.set_facts(**facts)

    def _rows(self, query: str, values: tuple[object, ...]) -> list[Any]:
        try:
            return self.run(query, [values])
        except (sqlite3.Error, OverflowError, UnicodeDecodeError) as error:
            raise Damaged(str(error)) from None


def _key(kind: str, number: int, part: int) -> int:
    """Return where the checksum of an array begins: it is that of its place, too."""
    return zlib.crc32(f"{kind} {number} {part}".encode())


def _crc(name: str, text: str) -> int:
    return zlib.crc32(f"{name} {text}".encode())


def write(path: str | None, fill: Callable[[Blobs], None], mode: int = 0o666) -> Blobs:
    """Make an index: fill a new file, move it to its place whole, and open it.

    ``mode`` has the permissions that the file may have. Without a path it is made in memory. Raises
    ``OSError`` if the file cannot be written; then nothing stays of it, and an index that was there
    is as it was.
    """
    if path is None:
        made = Blobs(":memory:")
        made.create()
        fill(made)
        return made
    target = Path(path)
    # SQLite has its own words for a folder that cannot be written; the system's are better known.
    with replacement(target, mode) as temporary:
        with closing(Blobs(str(temporary))) as blobs:
            # The file is thrown away unless all of it was written.
            blobs.run(f"pragma page_size = {_PAGE}")
            blobs.run("pragma journal_mode = off")
            blobs.run("pragma synchronous = off")
            try:
                blobs.create()
                blobs.run("begin")
                fill(blobs)
                blobs.run("commit")
            except sqlite3.OperationalError as error:
                raise OSError(0, str(error), path) from None
        sync(temporary)
    return Blobs.open(path)
