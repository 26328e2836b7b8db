"""What the parsers of formats share: lists with complaints, places in files, moves of Othello."""

import os
import re
from collections.abc import Iterable, Sequence
from typing import TypeVar

from bitgames._core import GameError, Move, Othello, ParseError, Position, UnsupportedError
from bitgames.arguments import printable, quoted, shortened
from bitgames.games import start as start_of
from bitgames.record import MAX_TEXT, Record

_GAP = re.compile(r"\s*")


Path = str | os.PathLike[str]
"""The path of a file."""

T = TypeVar("T")


class Loaded(list[T]):
    """The items read from a file, as a list, with the errors of bad items.

    ``complaints`` has an error for each item that was left out; it is empty unless ``strict`` was
    false.

    >>> from bitgames.formats import transcript
    >>> games = transcript.loads("f5d6\\nf5f5\\n", strict=False)
    >>> len(games), len(games.complaints)
    (1, 1)
    """

    complaints: list[ParseError]

    def __init__(self, items: Iterable[T] = (), complaints: list[ParseError] | None = None) -> None:
        super().__init__(items)
        self.complaints = [] if complaints is None else complaints


class FormatError(ParseError):
    """The reason why data does not follow its format, and where: its byte or line, if known."""

    def __init__(self, reason: str, place: int | None = None) -> None:
        super().__init__(reason)
        self.place = place


class ErrorCollector(list[ParseError]):
    """A collector of errors; if ``strict``, it raises them at once.

    ``name`` is the name of the data in errors, such as the path of a file; it may be empty.
    """

    def __init__(self, name: str, *, strict: bool) -> None:
        super().__init__()
        self._name = name
        self._strict = strict

    def at_line(self, line: int, reason: str) -> None:
        """Report an error in a line, counted from 1."""
        self._add(f"{self._name}:{line}" if self._name else f"line {line}", reason)

    def at_byte(self, offset: int, reason: str) -> None:
        """Report an error at a byte, counted from 0."""
        self._add(f"{self._name}: byte {offset}" if self._name else f"byte {offset}", reason)

    def _add(self, place: str, reason: str) -> None:
        error = ParseError(f"{place}: {printable(reason)}")
        if self._strict:
            raise error
        self.append(error)


def shown(text: str) -> str:
    """Return text from a file in quotes, shortened, for an error."""
    return quoted(text, 40)


def skip(text: str, at: int) -> int:
    """Return the end of the white space that starts at ``at``."""
    found = _GAP.match(text, at)
    assert found is not None  # it also matches the empty text
    return found.end()


def as_bytes(data: object, allowed: str = "bytes") -> bytes:
    """Return bytes as they are. Raises ``TypeError`` for anything else."""
    if not isinstance(data, bytes | bytearray | memoryview):
        raise TypeError(f"data must be {allowed}, not {type(data).__name__}")
    return bytes(data)


def decode(data: str | bytes) -> str:
    """Return text unchanged; decode bytes as UTF-8, or as Latin-1 if they are not UTF-8.

    Raises ``TypeError`` for anything else.
    """
    if isinstance(data, str):
        return data.removeprefix("\ufeff")
    data = as_bytes(data, "text or bytes")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def othello(game: Position | str) -> Othello:
    """Return a position of Othello, or the start of the game of a spec.

    Raises ``UnsupportedError`` for another game.
    """
    position = start_of(game)
    if not isinstance(position, Othello):
        raise UnsupportedError(f"the formats of Othello cannot hold a game of {position.game}")
    return position


def described(record: Record, players: Sequence[str], *, date: str = "", event: str = "") -> Record:
    """Give a record the names of its players, its date and its event, and return it.

    Empty texts and ``?`` mean unknown. Texts that a record cannot hold are made printable and
    shortened.
    """
    names = [_kept(name) for name in players]
    record.players = names if any(names) else None
    record.date, record.event = _kept(date), _kept(event)
    return record


def _kept(text: str) -> str | None:
    if not text.strip("? "):
        return None
    whole = printable(text.strip())
    # One character is for the sign that something was left out.
    return whole if len(whole) <= MAX_TEXT else shortened(whole, MAX_TEXT - 1)


def is_pass(move: object) -> bool:
    """Whether a move is a pass, by its text."""
    return str(move) == "pass"


def capitals(move: Move) -> str:
    """Return a move as other programs write it: ``F5``, and ``PA`` for a pass."""
    return "PA" if is_pass(move) else str(move).upper()


def play(record: Record, move: str, *, forced_passes: bool = False) -> Move:
    """Play a move in a record of Othello and return it; with ``forced_passes`` also a missing pass.

    Raises ``ParseError``, which names the number of the move, for a move that cannot be played.
    """
    position = othello(record.position)
    try:
        found = position.parse_move(move)
        if forced_passes and position.must_pass and not is_pass(found):
            record.play("pass")
        record.play(found)
        return found
    except GameError as error:
        raise ParseError(f"move {len(record) + 1}: {error}") from None
