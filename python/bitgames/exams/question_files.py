"""The questions of an exam, and the files that hold them.

A file is a line of JSON, the header, and then the compressed questions: first all positions, then
all values. A position is the number of its moves and each move as its place among the legal ones,
or its text with a line end; a value is its place in the header's list of values. The header has the
XXH3 of what follows it, and its own.
"""

import bz2
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from bitgames._core import (
    DamagedFileError,
    GameError,
    ParseError,
    Position,
    UnsupportedError,
    checksum,
    position,
)
from bitgames.files import generator, read_regular
from bitgames.games import start as start_of
from bitgames.journal import is_whole, line_of, shown
from bitgames.record import Record

FORMAT = "bitgames exam"
VERSION = 1
"""Format name and version of the files."""

_FOLDER = Path(__file__).parent
_MOST_BYTES = 16 << 20


@dataclass(frozen=True, slots=True)
class Question:
    """A position and the exact value of each of its moves.

    >>> question = questions("connect4").questions[0]
    >>> len(question.values) == len(question.position.legal_moves)
    True
    """

    number: int
    """Its number in the exam, from 0."""
    record: Record
    """The position, with the moves that led to it where the exam has them."""
    values: tuple[int, ...]
    """The value of each legal move, in their order, for the side to move: points of the game."""

    @property
    def position(self) -> Position:
        """The position."""
        return self.record.position

    @property
    def top(self) -> int:
        """The value of the best moves."""
        return max(self.values)

    @property
    def left(self) -> int:
        """Empty cells, or cards left in both hands: how far the end of the game is."""
        return left(self.position)

    def by_move(self) -> Mapping[Any, int]:
        """Return the value of each legal move, by ``Move``."""
        return dict(zip(self.position.legal_moves, self.values, strict=True))


def left(position: Position) -> int:
    """Return the empty cells of a position, or the cards left in both hands.

    >>> left(position("othello"))
    60
    """
    return len(position.occupied if position.facts.hidden else position.empty)


@dataclass(frozen=True, slots=True)
class QuestionSet:
    """The questions of a game, as a file holds them."""

    game: str
    """The spec of the game."""
    edition: int
    """The version of the exam: other questions have another one."""
    seal: str
    """The XXH3 of the questions, 16 hexadecimal digits."""
    seed: int
    """The seed from which the questions were made."""
    questions: tuple[Question, ...]
    """The questions, those with most cells or cards left first."""


def games() -> list[str]:
    """Return the games that have an exam.

    >>> "othello:6" in games()
    True
    """
    return sorted(_header(_parts(path)[0], path)["game"] for path in _FOLDER.glob("*.bin"))


@cache
def questions(game: str) -> QuestionSet:
    """Return the published questions of a game, which come with the package.

    Raises ``UnsupportedError`` for a game without an exam, ``UnknownGameError`` for an unknown one,
    and ``DamagedFileError`` for a damaged file.

    >>> len(questions("othello:6").questions)
    1000
    """
    name = start_of(game).game
    path = _FOLDER / file_name(name)
    if not path.exists():
        raise UnsupportedError(f"{name} has no exam: allowed are {' '.join(games())}")
    return read(path)


def file_name(game: str) -> str:
    """Return the name of the file for a game.

    >>> file_name("mnk:5,5,4")
    'mnk-5-5-4.bin'
    """
    return f"{game.replace(':', '-').replace(',', '-')}.bin"


def to_bytes(game: str, edition: int, seed: int, made: Sequence[Question]) -> bytes:
    """Return the bytes of a file of questions."""
    start = start_of(game)
    scale = sorted({value for each in made for value in each.values})
    places = {value: place for place, value in enumerate(scale)}
    body = b"".join(_position_bytes(each.record, start) for each in made)
    body += bytes(places[value] for each in made for value in each.values)
    packed = bz2.compress(body)
    header = {
        "format": FORMAT,
        "version": VERSION,
        "generator": generator(),
        "game": game,
        "edition": edition,
        "seed": seed,
        "told": any(each.record.moves for each in made),
        "questions": len(made),
        "values": scale,
        "body": f"{checksum(packed):016x}",
    }
    return line_of(header) + packed


def _position_bytes(record: Record, start: Position) -> bytes:
    if not record.moves:
        return record.position.to_string().encode() + b"\n"
    at, places = start, list[int]()
    for move in record.moves:
        places.append(at.legal_moves.index(move))
        at = at.play(move)
    return bytes([len(places), *places])


def read(path: Path) -> QuestionSet:
    """Read a file of questions.

    Raises ``ParseError`` for another kind of file or version, ``DamagedFileError`` for a damaged
    one, and ``OSError`` for one that the system cannot read.
    """
    head, packed = _parts(path)
    header = _header(head, path)
    if f"{checksum(packed):016x}" != header["body"]:
        raise DamagedFileError(f"{shown(path)} is damaged: its check does not fit")
    try:
        found = _questions(header, bz2.decompress(packed))
        return QuestionSet(
            header["game"], header["edition"], header["body"], header["seed"], tuple(found)
        )
    except (OSError, EOFError, LookupError, TypeError, ValueError, GameError):
        raise DamagedFileError(f"{shown(path)} is damaged: it does not hold questions") from None


def _parts(path: Path) -> tuple[bytes, bytes]:
    head, _, packed = read_regular(path, _MOST_BYTES).partition(b"\n")
    return head, packed


def _header(head: bytes, path: Path) -> dict[str, Any]:
    try:
        header: dict[str, Any] = json.loads(head)
        kind, version = header["format"], header["version"]
    except (ValueError, LookupError, TypeError):
        kind, version = None, None
    if (kind, version) != (FORMAT, VERSION):
        raise ParseError(f"{shown(path)} is not a file of exam questions of version {VERSION}")
    if not is_whole(head + b"\n"):
        raise DamagedFileError(f"{shown(path)}: its header is damaged: its check does not fit")
    return header


def _questions(header: dict[str, Any], body: bytes) -> list[Question]:
    start, cursor, records = start_of(header["game"]), 0, list[Record]()
    for _ in range(header["questions"]):
        if not header["told"]:
            end = body.index(b"\n", cursor)
            records.append(Record(position(body[cursor:end].decode())))
            cursor = end + 1
            continue
        end = cursor + 1 + body[cursor]
        record = Record(start)
        for place in body[cursor + 1 : end]:
            record.play(record.position.legal_moves[place])
        records.append(record)
        cursor = end
    found: list[Question] = []
    for number, record in enumerate(records):
        size = len(record.position.legal_moves)
        values = tuple(header["values"][place] for place in body[cursor : cursor + size])
        if len(values) != size:
            raise ValueError
        found.append(Question(number, record, values))
        cursor += size
    if cursor != len(body):
        raise ValueError
    return found
