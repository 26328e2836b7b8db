"""The opening book of Edax 4, ``book.dat``.

All numbers are little endian. A header of 42 bytes has the letters ``XADEKOOB``, version and
release, a date, five settings and the number of positions. A position has the discs of the side to
move and those of the other side (bit 0 is a1), counts of won, drawn and lost games and of lines,
its value with a lower and an upper bound, the number of its links, its level, its links, and its
leaf.
A link is a move that stays in the book; the leaf is the best of all other moves. Both have a value
for the side that makes the move. Values are in whole discs. Of symmetric positions the book has the
one whose two numbers are the least.

The layout is that of ``book_load`` and ``book_save`` in Edax 4.6, by Richard Delorme
(https://github.com/abulmo/edax-reversi, ``src/book.c``).
"""

import datetime
import struct
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from bitgames._core import Move, Othello, ParameterError, ParseError
from bitgames.files import read_regular, write_atomic
from bitgames.formats import bits
from bitgames.formats.parsing import ErrorCollector, FormatError, Path, as_bytes

__all__ = ["EdaxBook", "EdaxPosition", "dumps", "load", "loads", "save"]

MAGIC = b"XADEKOOB"
VERSION = 4
UNKNOWN = 127
"""Edax writes -127 for no value, and -127 and 127 for no bounds."""

_HEADER = struct.Struct("<8s2BH5Bx5iI")
_POSITION = struct.Struct("<2Q4I3h2B")
_LINK = struct.Struct("<bB")
_MAX_LEVEL = 60


@dataclass(frozen=True, slots=True)
class EdaxPosition:
    """A position of the book.

    ``value`` and its bounds are in discs for the side to move, -127 and 127 where nothing is known;
    ``links`` maps moves to values. ``leaf_move`` is ``None`` if the book has all moves, or if the
    game is over: then ``leaf_value`` is its result. ``games`` counts won, drawn and lost ones.

    >>> from bitgames.formats.edax_book import EdaxPosition
    >>> import bitgames as bg
    >>> EdaxPosition(bg.Othello(), value=0).leaf is None
    True
    """

    position: Othello
    value: int
    lower: int = -UNKNOWN
    upper: int = UNKNOWN
    links: Mapping[Move, int] = field(default_factory=dict)
    leaf_move: Move | None = None
    leaf_value: int = -UNKNOWN
    level: int = 0
    lines: int = 0
    games: tuple[int, int, int] = (0, 0, 0)

    @property
    def leaf(self) -> tuple[Move, int] | None:
        """The best move that leaves the book, with its value; ``None`` if there is none."""
        return None if self.leaf_move is None else (self.leaf_move, self.leaf_value)


@dataclass(frozen=True)
class EdaxBook:
    """A book: its positions in the order of the file, and its header.

    ``level`` is that of its searches, ``empties`` the number of empty squares at which it ends,
    ``midgame_error`` and ``endcut_error`` are in discs. ``saved`` is its date, if it has one.

    >>> from bitgames.formats.edax_book import EdaxBook
    >>> EdaxBook().release
    6
    """

    positions: tuple[EdaxPosition, ...] = ()
    level: int = 0
    empties: int = 0
    midgame_error: int = 0
    endcut_error: int = 0
    verbosity: int = 0
    release: int = 6
    saved: datetime.datetime | None = None


def loads(data: bytes, *, name: str = "") -> EdaxBook:
    """Read a book.

    Raises ``ParseError``, which names the byte, and ``name`` if it is given, for data of another
    format or version, of another length than its header and its counts say, for an impossible
    board, a move that cannot be played, and a value or a level out of range.

    >>> import bitgames as bg
    >>> from bitgames.formats import edax_book
    >>> start = edax_book.EdaxPosition(bg.Othello(), value=0, level=1)
    >>> edax_book.loads(edax_book.dumps(edax_book.EdaxBook((start,)))).positions == (start,)
    True
    >>> edax_book.loads(b"XADEKOOB")
    Traceback (most recent call last):
        ...
    bitgames.ParseError: byte 0: a book of Edax begins with a header of 42 bytes, not 8
    """
    data, errors, at = as_bytes(data), ErrorCollector(name, strict=True), 0
    try:
        header, count = _read_header(data)
        at = _HEADER.size
        positions = []
        for _ in range(count):
            found, end = _read(data, at)
            positions.append(found)
            at = end
        if at != len(data):
            raise FormatError(f"{len(data) - at:,} bytes after the last of {count:,} positions")
    except ParseError as error:
        errors.at_byte(at, str(error))
        raise  # the collector has raised: it is strict
    return replace(header, positions=tuple(positions))


def _read_header(data: bytes) -> tuple[EdaxBook, int]:
    if not data.startswith(MAGIC):
        raise FormatError(f"a book of Edax begins with {MAGIC.decode()}")
    if len(data) < _HEADER.size:
        raise FormatError(
            f"a book of Edax begins with a header of {_HEADER.size} bytes, not {len(data)}"
        )
    _, version, release, *date, level, empties, middle, end, verbosity, count = _HEADER.unpack_from(
        data
    )
    if version != VERSION:
        raise FormatError(f"version {version} of Edax is not supported: allowed is {VERSION}")
    least = _HEADER.size + count * (_POSITION.size + _LINK.size)
    if least > len(data):
        raise FormatError(
            f"{count:,} positions take {least:,} bytes or more, not {len(data):,}: "
            "it is damaged or cut short"
        )
    try:
        saved = datetime.datetime(*date) if any(date) else None
    except ValueError:
        raise FormatError(f"{'-'.join(map(str, date))} is not a valid date") from None
    return EdaxBook((), level, empties, middle, end, verbosity, release, saved), count


def _read(data: bytes, at: int) -> tuple[EdaxPosition, int]:
    if at + _POSITION.size > len(data):
        raise FormatError("the data ends within a position: it is damaged or cut short")
    own, other, *games, lines, value, lower, upper, links, level = _POSITION.unpack_from(data, at)
    start, at = at + _POSITION.size, at + _POSITION.size + _LINK.size * (links + 1)
    if at > len(data):
        raise FormatError("the data ends within a position: it is damaged or cut short")
    position = bits.position_of(own, other)
    if level > _MAX_LEVEL:
        raise FormatError(f"a level is from 0 to {_MAX_LEVEL}, not {level}")
    if value != -UNKNOWN:
        bits.checked_value(value, "a value")
    if not max(-UNKNOWN, lower) <= upper <= UNKNOWN or lower < -UNKNOWN:
        raise FormatError(f"{lower} to {upper} are not valid bounds")
    *rows, (leaf_value, leaf) = _LINK.iter_unpack(data[start:at])
    moves: dict[Move, int] = {}
    for worth, code in rows:
        move = bits.move_of(position, code, "link")
        if move in moves:
            raise FormatError(f"{move} is linked twice")
        moves[move] = bits.checked_value(worth, "the value of a link")
    leaf_move = None if leaf == bits.NO_MOVE else bits.move_of(position, leaf, "leaf")
    if leaf_move in moves:
        raise FormatError(f"{leaf_move} is a link and the leaf")
    if leaf_move is not None or abs(leaf_value) <= bits.MOST:
        bits.checked_value(leaf_value, "the value of a leaf")
    return EdaxPosition(
        position, value, lower, upper, moves, leaf_move, leaf_value, level, lines, tuple(games)
    ), at  # fmt: skip


def dumps(book: EdaxBook) -> bytes:
    """Write a book. Raises ``ParameterError`` for what its format cannot hold.

    >>> from bitgames.formats import edax_book
    >>> len(edax_book.dumps(edax_book.EdaxBook(level=21)))
    42
    """
    saved = (0,) * 6 if book.saved is None else book.saved.timetuple()[:6]
    settings = (book.level, book.empties, book.midgame_error, book.endcut_error, book.verbosity)
    try:
        head = _HEADER.pack(
            MAGIC, VERSION, book.release, *saved, *settings, len(book.positions)
        )  # fmt: skip
        return head + b"".join(map(_written, book.positions))
    except struct.error as error:
        raise ParameterError(f"a book of Edax cannot hold a number: {error}") from None


def _written(each: EdaxPosition) -> bytes:
    leaves = () if each.leaf_move is None else (each.leaf_move,)
    bits.check_board(each.position, (*each.links, *leaves))
    for value in (each.value, *each.links.values(), each.leaf_value):
        if value != -UNKNOWN:
            bits.writable(value, "a value", -bits.MOST, bits.MOST)
    bits.writable(each.level, "a level", 0, _MAX_LEVEL)
    front = _POSITION.pack(
        *bits.bits_of(each.position), *each.games, each.lines, each.value, each.lower, each.upper,
        len(each.links), each.level,
    )  # fmt: skip
    links = [
        _LINK.pack(value, bits.code_of(each.position, move)) for move, value in each.links.items()
    ]
    code = bits.NO_MOVE if not leaves else bits.code_of(each.position, leaves[0])
    return front + b"".join(links) + _LINK.pack(each.leaf_value, code)


def load(path: Path) -> EdaxBook:
    """Read a book from a file as ``loads`` does. Raises ``OSError`` for an error of the system.

    >>> from bitgames.formats import edax_book
    >>> edax_book.save("book.dat", edax_book.EdaxBook(level=21))
    >>> edax_book.load("book.dat").level
    21
    """
    return loads(read_regular(path), name=str(path))


def save(path: Path, book: EdaxBook) -> None:
    """Write a book to a file, which is complete or absent.

    >>> from bitgames.formats import edax_book
    >>> edax_book.save("book.dat", edax_book.EdaxBook())
    """
    write_atomic(path, dumps(book))
