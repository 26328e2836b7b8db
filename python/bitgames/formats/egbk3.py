"""The opening book of Egaroucid, ``.egbk3``: 25 bytes for each position.

All numbers are little endian. A header of 14 bytes has the letters ``DICUORAGE``, the version 3 and
the number of positions. A position has the discs of the side to move and those of the other side,
its value, its level, its number of lines, and its leaf: the value, the square and the level of the
best move that leaves the book. Values are in whole discs for the side to move. The other moves of a
position are those whose successors are in the book. Of symmetric positions it has the one whose two
numbers are the least. Positions whose side to move must pass are not in it: their value is that of
the position after the pass.

The meaning of the fields is that of *Egaroucid Book Detailed Explanation*
(https://www.egaroucid.nyanyan.dev/en/usage/book/), the layout that of ``import_file_egbk3`` and
``save_egbk3`` in Egaroucid, by Takuto Yamana (https://github.com/Nyanyan/Egaroucid,
``src/engine/book.hpp``).
"""

import struct
from collections.abc import Iterable
from dataclasses import dataclass

from bitgames._core import Move, Othello, ParameterError, ParseError
from bitgames.files import read_regular, write_atomic
from bitgames.formats import bits
from bitgames.formats.parsing import ErrorCollector, FormatError, Path, as_bytes

__all__ = ["EgaroucidPosition", "dumps", "load", "loads", "save"]

MAGIC = b"DICUORAGE"
VERSION = 3
NO_VALUE = -126
NO_LEAF = 125
"""Egaroucid writes these for the value and the move of a leaf that it does not know."""

_HEADER = struct.Struct("<9sBI")
_POSITION = struct.Struct("<2Q2bI3b")


@dataclass(frozen=True, slots=True)
class EgaroucidPosition:
    """A position of the book.

    Values are in discs for the side to move. ``level`` and ``leaf_level`` are levels of Egaroucid,
    -1 if unknown. ``leaf_move`` is ``None`` if no leaf is known; ``leaf_code`` is what the file has
    in its place.

    >>> import bitgames as bg
    >>> from bitgames.formats.egbk3 import EgaroucidPosition
    >>> EgaroucidPosition(bg.Othello(), value=0).leaf is None
    True
    """

    position: Othello
    value: int
    level: int = -1
    lines: int = 0
    leaf_move: Move | None = None
    leaf_value: int = NO_VALUE
    leaf_level: int = -1
    leaf_code: int = NO_LEAF

    @property
    def leaf(self) -> tuple[Move, int] | None:
        """The best move that leaves the book, with its value; ``None`` if it is not known."""
        return None if self.leaf_move is None else (self.leaf_move, self.leaf_value)


def loads(data: bytes, *, name: str = "") -> tuple[EgaroucidPosition, ...]:
    """Read the positions of a book, in the order of the file.

    Raises ``ParseError``, which names the byte, and ``name`` if it is given, for data of another
    format, version or length, for an impossible board, a leaf that cannot be played, and a value or
    a level out of range.

    >>> import bitgames as bg
    >>> from bitgames.formats import egbk3
    >>> start = egbk3.EgaroucidPosition(bg.Othello(), value=0, level=21)
    >>> egbk3.loads(egbk3.dumps([start])) == (start,)
    True
    """
    data, errors, at = as_bytes(data), ErrorCollector(name, strict=True), 0
    try:
        count = _read_header(data)
        positions = []
        for at in range(_HEADER.size, _HEADER.size + count * _POSITION.size, _POSITION.size):
            positions.append(_read(data, at))
    except ParseError as error:
        errors.at_byte(at, str(error))
        raise  # the collector has raised: it is strict
    return tuple(positions)


def _read_header(data: bytes) -> int:
    if not data.startswith(MAGIC):
        raise FormatError(f"a book of Egaroucid begins with {MAGIC.decode()}")
    if len(data) < _HEADER.size:
        raise FormatError(
            f"a book of Egaroucid begins with a header of {_HEADER.size} bytes, not {len(data)}"
        )
    _, version, count = _HEADER.unpack_from(data)
    if version != VERSION:
        raise FormatError(f"version {version} of the book is not supported: allowed is {VERSION}")
    if (size := _HEADER.size + count * _POSITION.size) != len(data):
        raise FormatError(
            f"{count:,} positions take {size:,} bytes, not {len(data):,}: it is damaged or cut "
            "short"
        )
    return int(count)


def _read(data: bytes, at: int) -> EgaroucidPosition:
    own, other, value, level, lines, worth, leaf, leaf_level = _POSITION.unpack_from(data, at)
    position = bits.position_of(own, other)
    bits.checked_value(value, "a value")
    if min(level, leaf_level) < -1:
        raise FormatError(f"a level is from -1 to 127, not {min(level, leaf_level)}")
    # Without a value, what stands for the move has no meaning.
    move = None
    if abs(worth) <= bits.MOST and 0 <= leaf < bits.SQUARES:
        move = bits.move_of(position, leaf, "leaf")
    return EgaroucidPosition(position, value, level, lines, move, worth, leaf_level, leaf)


def dumps(positions: Iterable[EgaroucidPosition]) -> bytes:
    """Write a book. Raises ``ParameterError`` for what its format cannot hold.

    >>> from bitgames.formats import egbk3
    >>> egbk3.dumps([])
    b'DICUORAGE\\x03\\x00\\x00\\x00\\x00'
    """
    rows = [_written(each) for each in positions]
    return _HEADER.pack(MAGIC, VERSION, len(rows)) + b"".join(rows)


def _written(each: EgaroucidPosition) -> bytes:
    bits.check_board(each.position, () if each.leaf_move is None else (each.leaf_move,))
    bits.writable(each.value, "a value", -bits.MOST, bits.MOST)
    leaf = each.leaf_code
    if each.leaf_move is not None:
        bits.writable(each.leaf_value, "the value of a leaf", -bits.MOST, bits.MOST)
        leaf = bits.code_of(each.position, each.leaf_move)
    try:
        return _POSITION.pack(
            *bits.bits_of(each.position), each.value, each.level, each.lines, each.leaf_value, leaf,
            each.leaf_level,
        )  # fmt: skip
    except struct.error as error:
        raise ParameterError(f"a book of Egaroucid cannot hold a number: {error}") from None


def load(path: Path) -> tuple[EgaroucidPosition, ...]:
    """Read a book from a file as ``loads`` does. Raises ``OSError`` for an error of the system.

    >>> from bitgames.formats import egbk3
    >>> egbk3.save("book.egbk3", [])
    >>> egbk3.load("book.egbk3")
    ()
    """
    return loads(read_regular(path), name=str(path))


def save(path: Path, positions: Iterable[EgaroucidPosition]) -> None:
    """Write a book to a file, which is complete or absent.

    >>> from bitgames.formats import egbk3
    >>> egbk3.save("book.egbk3", [])
    """
    write_atomic(path, dumps(positions))
