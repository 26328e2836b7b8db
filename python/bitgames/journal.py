"""Results files: a header and one line for each result, JSON Lines that only grow.

Line 1 is the header: format, version, generator and the configuration of the run. Each other line
is what is finished: a game of a tournament, or the result of a task. The last field of a line,
``check``, is the XXH3 of the bytes before it, so a damaged line is found. A process that is killed
leaves at most a last line without its end, which readers drop; what stands before it stays as it
is.
"""

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import chain, islice
from typing import Any, NamedTuple, Self, TypeAlias

from bitgames._core import DamagedFileError, ParameterError, ParseError, RunLock, checksum
from bitgames.arguments import printable, shortened
from bitgames.files import check_regular, generator, open_to_read, path_text, sync_folder
from bitgames.seeding import Seed, root

__all__ = [
    "FORMAT",
    "MAX_LINE",
    "VERSION",
    "Header",
    "Journal",
    "Line",
    "begins",
    "header_of",
    "is_results",
    "is_whole",
    "line_of",
    "lines",
    "read_header",
    "root_of_run",
    "whole_line",
]

FORMAT = "bitgames results"
VERSION = 1
"""Format name and version of results files."""

Path: TypeAlias = str | os.PathLike[str]

_BEGIN = b'{"format":"' + FORMAT.encode() + b'"'
_TAIL = b',"check":"%016x"}'
_TAIL_BYTES = len(_TAIL % 0)
MAX_LINE = 16 << 20
"""Bytes of a line; no game is as long."""


class Header(NamedTuple):
    """The first line of a results file."""

    config: dict[str, Any]
    """The configuration of the run."""
    generator: str
    """The program that wrote the file, with its version."""


class Line(NamedTuple):
    """A whole line of a results file."""

    number: int
    """Number of the line, from 1; the header is line 1."""
    offset: int
    """Number of bytes before the line."""
    data: bytes
    """The bytes of the line, without its end."""


def line_of(document: Mapping[str, Any]) -> bytes:
    r"""Return a line, with its check and its end.

    >>> line_of({"key": "00"})
    b'{"key":"00","check":"a8d893cf15c9758e"}\n'
    """
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
    body = text[:-1].encode("utf-8", "backslashreplace")
    return body + _TAIL % checksum(body) + b"\n"


def begins(data: bytes) -> bool:
    """Whether the first line of a file is still being written: a part of a header, or none."""
    return _BEGIN.startswith(data[: len(_BEGIN)]) and not data.endswith(b"\n")


def is_results(path: Path) -> bool:
    """Whether a file begins as a results file does; false for what cannot be read."""
    try:
        with open_to_read(path) as file:
            return file.read(len(_BEGIN)) == _BEGIN
    except (OSError, ParameterError):
        return False


def read_header(path: Path) -> Header:
    """Return the header of a results file.

    Raises ``ParseError`` for another kind of file and another version, ``DamagedFileError`` for a
    damaged line, and ``OSError`` for a file that the system cannot read.
    """
    with open_to_read(path) as file:
        return header_of(file.readline(MAX_LINE), shown(path))


def lines(path: Path, offset: int = 0, number: int = 1) -> Iterator[Line]:
    """Yield the whole lines of a results file, header first, each found undamaged.

    A last line without its end is left out. ``offset`` and ``number`` begin at a later line: its
    place in bytes, and its number. Raises as ``read_header``.
    """
    name = shown(path)
    with open_to_read(path) as file:
        if offset == 0:
            header_of(file.readline(MAX_LINE), name)
        file.seek(offset)
        for data in iter(file.readline, b""):
            if not data.endswith(b"\n"):
                return
            yield whole_line(number, offset, data, name)
            number, offset = number + 1, offset + len(data)


def whole_line(number: int, offset: int, data: bytes, name: str) -> Line:
    """Return a line from its bytes, its end included, after a look at its check.

    Raises ``DamagedFileError``.
    """
    if not is_whole(data):
        raise DamagedFileError(
            f"{name}: line {number} is damaged: its check does not fit; "
            "without this line the file can be used, and its game is played again"
        )
    return Line(number, offset, data[:-1])


def shown(path: Path) -> str:
    """Return the name of a file for an error."""
    return shortened(printable(path_text(path)), 200)


def is_whole(line: bytes) -> bool:
    r"""Whether the check at the end of a line fits what stands before it.

    >>> is_whole(line_of({"key": "00"})), is_whole(b'{"key":"01","check":"a8d893cf15c9758e"}\n')
    (True, False)
    """
    body, tail = line[: -1 - _TAIL_BYTES], line[-1 - _TAIL_BYTES : -1]
    return tail == _TAIL % checksum(body)


def header_of(data: bytes, name: str) -> Header:
    """Return the header in the first line of a file, with its end; raises as ``read_header``."""
    if not data.startswith(_BEGIN):
        raise ParseError(f"{name}: not a results file of bitgames: its first line is no header")
    if not data.endswith(b"\n"):
        raise ParseError(f"{name}: not a results file of bitgames: its header is cut short")
    try:
        document = json.loads(data)
        version = document["version"]
    except (ValueError, KeyError, RecursionError):
        raise DamagedFileError(f"{name}: line 1 is damaged: it is no header") from None
    if version != VERSION or isinstance(version, bool):
        raise ParseError(
            f"{name}: {shortened(repr(version))} is not a valid version of a results file: allowed "
            f"is {VERSION}; {shortened(repr(document.get('generator')))} wrote it"
        )
    if not is_whole(data):
        raise DamagedFileError(f"{name}: line 1 is damaged: its check does not fit")
    config, program = document.get("config"), document.get("generator")
    if not isinstance(config, dict) or not isinstance(program, str):
        raise DamagedFileError(f"{name}: line 1 is damaged: it has no configuration")
    return Header(config, program)


def root_of_run(seed: Seed, path: Path | None) -> int:
    """Return the root of a run: without a seed that of its results file, a fresh one if it is new.

    Raises ``ParameterError`` where the file has the seed sealed, and as ``read_header``.
    """
    if seed is None and path is not None and os.path.exists(path) and not _is_new(path):
        found = read_header(path).config.get("seed")
        if isinstance(found, str):
            raise ParameterError(
                f"{shown(path)} has its seed sealed: to go on, give the seed that it began with"
            )
        seed = found if isinstance(found, int) else None
    return root(seed)


def _is_new(path: Path) -> bool:
    """Whether a file is empty, or holds no more than a part of its header."""
    with open_to_read(path) as file:
        return begins(file.readline(MAX_LINE))


class Journal:
    """A results file that grows, or the same in memory; one process at a time has it.

    ``path`` is the file, which begins with ``config`` if it is new, or ``None``. A file of another
    configuration is refused with ``ParameterError``, which names the field, and a file in use by
    another process with ``BlockingIOError``; otherwise the errors are those of ``read_header``. A
    last line without its end is removed.

    >>> with Journal(None, {"players": ["A", "B"]}) as journal:
    ...     list(journal.entries())
    []
    """

    def __init__(self, path: Path | None, config: Mapping[str, Any]) -> None:
        self.path = path
        # As a reader of the file sees it: lists instead of tuples.
        self.config: dict[str, Any] = json.loads(json.dumps(config))
        self._kept: list[bytes] = []
        self._handle: int | None = None
        self._lock: RunLock | None = None
        self._is_synced = True
        if path is not None:
            self._open(path)

    def _open(self, path: Path) -> None:
        name = path_text(path)
        with suppress(FileNotFoundError):
            check_regular(os.stat(name), name)
        self._lock = RunLock(name)
        flags = os.O_RDWR | os.O_CREAT | os.O_APPEND
        extra = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
        try:
            self._handle = handle = os.open(name, flags | extra, 0o666)
            check_regular(os.fstat(handle), name)
            if _is_new(path):
                os.ftruncate(handle, 0)
                document = {"format": FORMAT, "version": VERSION, "generator": generator()}
                self._write(line_of({**document, "config": self.config}))
                self.sync()
                sync_folder(name)
            else:
                self._check(read_header(path))
                last = max(lines(path), key=lambda line: line.offset)
                os.ftruncate(handle, last.offset + len(last.data) + 1)
        except BaseException:
            self._release()
            raise

    def _check(self, header: Header) -> None:
        old, new, name = header.config, self.config, shown(self.path or "")
        for field in dict.fromkeys(chain(new, old)):
            if old.get(field) != new.get(field):
                raise ParameterError(
                    f"{name} has another configuration: its {printable(shortened(field, 40))} is "
                    f"{_value(old.get(field))}, not {_value(new.get(field))}; "
                    "repeat its configuration, or choose another file"
                )
        if header.generator != generator():
            raise ParameterError(
                f"{name} was written by {printable(shortened(header.generator, 40))}, and this is "
                f"{generator()}: their players may differ; continue with that program, or choose "
                "another file"
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def append(self, data: Iterable[bytes]) -> None:
        """Add lines, which ``line_of`` made: they are in the hands of the system at once.

        Raises ``OSError`` if the system cannot write them; then none of them is in the file.
        """
        if self.path is None:
            self._kept += data
        else:
            self._write(b"".join(data))

    def _write(self, data: bytes) -> None:
        if self._handle is None:
            raise ValueError("the results file is closed")
        self._is_synced = False
        end, left = os.fstat(self._handle).st_size, memoryview(data)
        try:
            while left:
                left = left[os.write(self._handle, left) :]
        except OSError:
            # A full disk takes a part of it.
            with suppress(OSError):
                os.ftruncate(self._handle, end)
            raise

    def sync(self) -> None:
        """Wait until all lines are on the disk, where they outlast a failure of the machine."""
        if self._handle is not None and not self._is_synced:
            os.fsync(self._handle)
            self._is_synced = True

    def close(self) -> None:
        """Sync and unlock the file; a second call does nothing."""
        try:
            if self._handle is not None:
                os.fsync(self._handle)
        finally:
            self._release()

    def _release(self) -> None:
        handle, self._handle = self._handle, None
        if handle is not None:
            os.close(handle)
        if self._lock is not None:
            self._lock.close()

    def entries(self) -> Iterator[Line]:
        """Yield the lines so far, but for the header."""
        if self.path is not None:
            return islice(lines(self.path), 1, None)
        return (Line(number, 0, data[:-1]) for number, data in enumerate(self._kept, 2))


def _value(value: Any) -> str:
    return printable(shortened(json.dumps(value, ensure_ascii=False), 80))
