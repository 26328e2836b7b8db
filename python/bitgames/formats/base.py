"""What the formats share: lists with complaints, places in files, moves played in order."""

import os
import re
from typing import BinaryIO, TypeVar

from bitgames._core import (
    GameError,
    Move,
    Othello,
    ParameterError,
    ParseError,
    Position,
    UnsupportedError,
)
from bitgames.arguments import printable, shortened
from bitgames.games import start as start_of
from bitgames.record import Record

__all__ = [
    "Complaints",
    "Loaded",
    "Path",
    "Refused",
    "as_bytes",
    "decode",
    "is_pass",
    "opened",
    "othello",
    "play",
    "read",
    "shown",
    "skip",
]

_GAP = re.compile(r"\s*")


Path = str | os.PathLike[str]
"""How files are named."""

T = TypeVar("T")


class Loaded(list[T]):
    """What was read from a file: a list, and beside it what was wrong with the rest.

    ``complaints`` has an error for each item that was left out. It is empty unless the file
    was read with ``strict=False``.

    >>> from bitgames.formats import transcript
    >>> games = transcript.loads("f5d6\\nf5f5\\n", strict=False)
    >>> len(games), len(games.complaints)
    (1, 1)
    """

    complaints: list[ParseError]

    def __init__(self, items: "list[T] | tuple[T, ...]" = ()) -> None:
        """Hold ``items``, with no complaint yet."""
        super().__init__(items)
        self.complaints = []


class Refused(Exception):
    """Why something is not what its format demands; the place is added where it is known.

    ``offset`` is where in the data, if that is known more closely.

    >>> str(Refused("cut short", 12)), Refused("cut short", 12).offset
    ('cut short', 12)
    """

    def __init__(self, reason: str, offset: int | None = None) -> None:
        """Refuse for ``reason``."""
        super().__init__(reason)
        self.offset = offset


class Complaints(list[ParseError]):
    """Where errors go: raised at once when ``strict``, else collected.

    ``name`` is what the errors call the data, the path of a file; it may be empty.

    >>> complaints = Complaints("games.txt", strict=False)
    >>> complaints.at_line(3, "cut short")
    >>> complaints
    [ParseError('games.txt:3: cut short')]
    """

    def __init__(self, name: str, *, strict: bool) -> None:
        """Begin with none."""
        super().__init__()
        self._name = name
        self._strict = strict

    def at_line(self, line: int, reason: str) -> None:
        """Complain about a line, counted from 1.

        >>> Complaints("", strict=True).at_line(3, "cut short")
        Traceback (most recent call last):
            ...
        bitgames.ParseError: line 3: cut short
        """
        self._add(f"{self._name}:{line}" if self._name else f"line {line}", reason)

    def at_byte(self, offset: int, reason: str) -> None:
        """Complain about a byte, counted from 0.

        >>> Complaints("", strict=True).at_byte(16, "cut short")
        Traceback (most recent call last):
            ...
        bitgames.ParseError: byte 16: cut short
        """
        self._add(f"{self._name}: byte {offset}" if self._name else f"byte {offset}", reason)

    def _add(self, place: str, reason: str) -> None:
        error = ParseError(f"{place}: {printable(reason)}")
        if self._strict:
            raise error
        self.append(error)


def shown(text: str) -> str:
    """Quote what stands in a file for an error, shortened.

    >>> shown("ab" * 100)
    "'abababababababababababababababababababab…'"
    """
    return repr(shortened(text, 40))


def skip(text: str, at: int) -> int:
    """Return where the white space from ``at`` on ends.

    >>> skip("f5   d6", 2)
    5
    """
    found = _GAP.match(text, at)
    assert found is not None  # it matches nothing as well
    return found.end()


def opened(path: Path) -> BinaryIO:
    """Open a file to read its bytes.

    Raises ``TypeError`` for what is not a path, ``ParameterError`` for a name that no file can
    have, and ``OSError`` as the system reports it.

    >>> opened("a\\0b")
    Traceback (most recent call last):
        ...
    bitgames.ParameterError: 'a\\x00b' is not a valid file name: embedded null byte
    """
    name = os.fspath(path)  # a number would name an open file
    try:
        return open(name, "rb")
    except ValueError as error:
        reason = "it cannot be encoded" if isinstance(error, UnicodeError) else str(error)
        raise ParameterError(f"{shown(str(name))} is not a valid file name: {reason}") from None


def read(path: Path) -> bytes:
    """Return what a file holds; raises what ``opened`` raises."""
    with opened(path) as file:
        return file.read()


def as_bytes(data: object) -> bytes:
    """Return bytes as they are. Raises ``TypeError`` for anything else.

    >>> as_bytes(bytearray(b"f5d6"))
    b'f5d6'
    """
    if not isinstance(data, bytes | bytearray | memoryview):
        raise TypeError(f"data must be bytes, not {type(data).__name__}")
    return bytes(data)


def decode(data: str | bytes) -> str:
    """Return text as it is, bytes as UTF-8 or else, as in older files, as Latin-1.

    Raises ``TypeError`` for anything else.

    >>> decode(b"\\xef\\xbb\\xbff5d6"), decode(b"Andr\\xe9")
    ('f5d6', 'André')
    """
    if isinstance(data, str):
        return data.removeprefix("\ufeff")
    if not isinstance(data, bytes | bytearray | memoryview):
        raise TypeError(f"data must be text or bytes, not {type(data).__name__}")
    data = bytes(data)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def othello(game: Position | str) -> Othello:
    """Return a position of Othello, or the start that a spec names.

    Raises ``UnsupportedError`` for another game.

    >>> othello("othello:6").num_moves
    37
    """
    position = start_of(game)
    if not isinstance(position, Othello):
        raise UnsupportedError(f"the formats of Othello cannot hold a game of {position.game}")
    return position


def is_pass(move: object) -> bool:
    """Tell whether a move is the pass, by its text.

    >>> import bitgames as bg
    >>> is_pass(bg.Othello().parse_move("pa")), is_pass("f5")
    (True, False)
    """
    return str(move) == "pass"


def play(record: Record, move: str, *, forced_passes: bool = False) -> Move:
    """Play a move in a record of Othello and return it; ``Refused`` says which and why not.

    With ``forced_passes`` a pass that has to come before the move is played as well.

    >>> import bitgames as bg
    >>> record = bg.Record("othello")
    >>> play(record, "F5")
    f5
    """
    position = othello(record.position)
    try:
        found = position.parse_move(move)
        if forced_passes and position.must_pass and not is_pass(found):
            record.play("pass")
        record.play(found)
        return found
    except GameError as error:
        raise Refused(f"move {len(record) + 1}: {error}") from None
