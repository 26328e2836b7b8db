"""Games from files of any format, recognised by their content.

``read_any`` reads all games of a file, ``read_one`` one of them by its number.
"""

import os
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import SupportsIndex

from bitgames._core import GameError, LimitError, ParameterError, ParseError, Position
from bitgames.arguments import integer
from bitgames.files import path_text, read_regular
from bitgames.formats import ggf, obf, pbn, pons, sgf, transcript, wthor
from bitgames.formats.parsing import ErrorCollector, decode
from bitgames.formats.text import is_obf, read_moves, read_position
from bitgames.formats.wthor_names import HEADER
from bitgames.games import names
from bitgames.games import start as start_of
from bitgames.record import Record

_MAX_BYTES = 256 << 20
HEAD = 1 << 16
"""A format shows in this many bytes at the beginning of a file."""

_NUMBERED = re.compile(r"(.+)#([0-9]{1,9})", re.ASCII | re.DOTALL)
# Possessive repeats (`++`) do not backtrack, so every match takes linear time.
_TAG = re.compile(r'\[\s*+\w++\s++"', re.ASCII)
_GAME = re.compile(r"[0-9]*+\s*+\(;", re.ASCII)
_TREE = re.compile(r"\(\s*+(?:;|$)", re.ASCII)
_GGF = re.compile(rb"GM\s*+\[\s*+[A-Za-z]")
_SQUARE = re.compile(r"[a-h][1-8]", re.ASCII | re.IGNORECASE)
_WORD = re.compile(r"[a-z]++", re.ASCII)


@dataclass(frozen=True)
class _Source:
    """The content, and the name of its file if it has one; the wanted game, and its start."""

    data: bytes
    name: str = ""
    game: str | None = None
    start: Position | None = None


class _Replayed(Sequence[Record]):
    """The games of a WTHOR base; each is replayed when it is asked for."""

    def __init__(self, base: wthor.WthorBase, name: str) -> None:
        self._base = base
        self._name = name

    def __len__(self) -> int:
        return len(self._base)

    def __getitem__(self, number: int) -> Record:  # type: ignore[override]
        game = self._base[number]
        try:
            return game.record()
        except ParseError as error:
            where = f"{self._name}: " if self._name else ""
            raise ParseError(f"{where}game {number + 1}: {error}") from None


def _read_record(source: _Source) -> Sequence[Record]:
    first, _, rest = source.data.strip().partition(b"\n")
    if rest and first.rstrip().endswith(b"}"):
        return _lines(source, Record.loads)
    return [read_record(source.data, source.name)]


def read_record(data: bytes, name: str = "") -> Record:
    """Read a saved record; an error begins with the ``name`` of the file."""
    try:
        return Record.loads(data)
    except ParseError as error:
        raise ParseError(f"{name}: {error}" if name else str(error)) from None


def _read_wthor(source: _Source) -> Sequence[Record]:
    name = source.name
    return _Replayed(wthor.load(name) if name else wthor.loads(source.data), name)


def _read_ggf(source: _Source) -> Sequence[Record]:
    return [game.record() for game in ggf.loads(source.data, name=source.name)]


def _read_sgf(source: _Source) -> Sequence[Record]:
    return [game.record() for game in sgf.loads(source.data, name=source.name)]


def _read_pbn(source: _Source) -> Sequence[Record]:
    return [game.record for game in pbn.loads(source.data, name=source.name)]


def _read_positions(source: _Source) -> Sequence[Record]:
    return _lines(source, lambda line: Record(_position(line)))


def _read_pons(source: _Source) -> Sequence[Record]:
    start = "connect4" if source.start is None else source.start
    return _lines(source, lambda line: pons.parse(line, start).record)


def _position(line: str) -> Position:
    """Read a position, or a problem with its scores: of 8 x 8, as OBF has no other boards."""
    squares = len(line.split(maxsplit=1)[0])
    return obf.parse(line).position if squares == obf.CELLS else read_position(line)


def _read_transcript(source: _Source) -> Sequence[Record]:
    def read(line: str) -> Record:
        start = transcript.usual_start(line) if source.start is None else source.start
        return Record(start, read_moves(start, line))

    return _lines(source, read)


def _lines(source: _Source, read: Callable[[str], Record]) -> Sequence[Record]:
    """Read a game from each line that is neither empty nor a comment."""
    complaints = ErrorCollector(source.name, strict=True)
    records = []
    for number, line in enumerate(decode(source.data).split("\n"), 1):
        if not line.strip() or line.lstrip()[0] == "%":
            continue
        try:
            records.append(read(line))
        except GameError as error:
            complaints.at_line(number, str(error))
    return records


@dataclass(frozen=True)
class _Format:
    """A format: its name, its suffix, how its beginning looks, and how its games become records.

    ``fits`` gets the beginning of a file as bytes, and its first line that is not a comment.
    """

    name: str
    suffix: str
    fits: Callable[[bytes, str], bool]
    read: Callable[[_Source], Sequence[Record]]


def _is_record(data: bytes, line: str) -> bool:
    return line.startswith("{") and b"bitgames record" in data


def _is_wthor(data: bytes, _: str) -> bool:
    if len(data) < HEADER.size:
        return False
    size, kind, _depth, last = data[12 : HEADER.size]
    return size in (0, 8, 10) and kind in (0, 1) and last == 0


def _is_sgf(data: bytes, line: str) -> bool:
    # The format of game servers has the name of the game where SGF has a number.
    return line.startswith("(") and bool(_TREE.match(line)) and not _GGF.search(data)


def _is_transcript(_: bytes, line: str) -> bool:
    return bool(_SQUARE.match(line)) or transcript.is_columns(line)


def _is_positions(_: bytes, line: str) -> bool:
    word = _WORD.match(line)
    return word is not None and word[0] in names()


_FORMATS = (
    _Format("record", ".json", _is_record, _read_record),
    _Format("WTHOR", ".wtb", _is_wthor, _read_wthor),
    _Format("SGF", ".sgf", _is_sgf, _read_sgf),
    _Format("GGF", ".ggf", lambda _, line: bool(_GAME.match(line)), _read_ggf),
    _Format("PBN", ".pbn", lambda _, line: bool(_TAG.match(line)), _read_pbn),
    _Format("OBF", ".obf", lambda _, line: is_obf(line), _read_positions),
    _Format("positions", "", _is_positions, _read_positions),
    _Format("Pons", "", lambda _, line: pons.is_problem(line), _read_pons),
    _Format("transcript", ".txt", _is_transcript, _read_transcript),
)

FORMATS = tuple(each.name for each in _FORMATS)
"""The formats that are recognised; ``positions`` has a position as text on each line."""


def read_any(
    text_or_path: str | bytes | os.PathLike[str],
    *,
    game: str | None = None,
    start: str | Position | None = None,
) -> list[Record]:
    """Read all games of a file or a text, of any format, recognised by the content.

    A path and the name of a file that exists mean the file; bytes and other text mean the content.
    The formats are those of ``FORMATS``: a saved record, WTHOR, SGF (its main lines), GGF, PBN, OBF
    and positions in one line (games without moves), Pons (problems of Connect Four), and
    transcripts. ``game`` is the spec of the game that is wanted. ``start`` is where the games of a
    transcript start, a position or a spec: by default at the start of ``game``, or of Othello or
    Connect Four.

    Raises ``ParseError`` for content of no format and for damaged content, ``ParameterError`` for
    games other than ``game``, ``LimitError`` for more than 256 MiB, and ``OSError`` for a file that
    the system cannot read.

    >>> from bitgames import formats
    >>> [record.moves for record in formats.read_any("f5d6c3\\nf5f6e6")]
    [[f5, d6, c3], [f5, f6, e6]]
    >>> formats.read_any("b2a1", game="tictactoe")[0].position.to_string()
    'tictactoe x../.o./...'
    >>> formats.read_any("44444221")[0].position.ply
    8
    """
    return list(_games(_source(text_or_path, game, start)))


def read_one(
    path: str | os.PathLike[str],
    number: SupportsIndex | None = None,
    *,
    game: str | None = None,
    start: str | Position | None = None,
) -> Record:
    """Read one game of a file of any format: its only game, or game ``number``, counted from 1.

    The number may also be part of the name, ``1990.wtb#12``. Raises ``ParameterError`` for a number
    that the file does not have, and for no number if it has several games; otherwise the errors are
    those of ``read_any``.

    >>> from pathlib import Path
    >>> from bitgames import formats
    >>> _ = Path("games.txt").write_text("f5d6c3\\nf5f6e6")
    >>> formats.read_one("games.txt", 2).moves, formats.read_one("games.txt#1").moves
    ([f5, f6, e6], [f5, d6, c3])
    """
    name, in_name = split_number(path_text(path)) if number is None else (path_text(path), None)
    number = in_name if number is None else number
    records = _games(_file(name, game, start))
    return records[place(number, len(records), name)]


def split_number(name: str) -> tuple[str, int | None]:
    """Return the name of a file, and the number of a game that follows it as in ``FILE#12``."""
    found = _NUMBERED.fullmatch(name)
    if found is None or os.path.lexists(name):
        return name, None
    return found[1], int(found[2])


def place(number: SupportsIndex | None, count: int, name: str) -> int:
    """Return the place of game ``number`` among ``count`` games of a file, from 0.

    ``None`` is the only game. Raises ``ParameterError`` for a number that the file does not have,
    and for ``None`` if it has several games.
    """
    if number is not None:
        games = f"from 1 to {count:,}, the games" if count else "one of 0 games"
        return integer("number", number, 1, count, f"{games} of {name}") - 1
    if count != 1:
        choice = f": name one of them, {name}#1 to {name}#{count}; bitgames show {name} lists them"
        raise ParameterError(f"{name} holds {count:,} games, not one{choice if count else ''}")
    return 0


def _source(
    given: str | bytes | os.PathLike[str], game: str | None, start: str | Position | None
) -> _Source:
    """Take the content that is given, or that of a file."""
    if isinstance(given, str) and not _is_name(given):
        given = given.encode(errors="replace")
    if isinstance(given, bytes | bytearray | memoryview):
        return _wanted(bytes(given), "", game, start)
    return _file(path_text(given), game, start)


def _file(name: str, game: str | None, start: str | Position | None) -> _Source:
    return _wanted(read_regular(name, _MAX_BYTES), name, game, start)


def _wanted(data: bytes, name: str, game: str | None, start: str | Position | None) -> _Source:
    """Return content with the wanted game."""
    if len(data) > _MAX_BYTES:
        what = name or "the text"
        raise LimitError(f"{what} is larger than the {_MAX_BYTES >> 20} MiB that can be read")
    spec = None if game is None else start_of(game).game
    begin = game if start is None else start
    return _Source(data, name, spec, None if begin is None else start_of(begin))


def _is_name(text: str) -> bool:
    """Whether a text is the name of a file, not the content of one."""
    try:
        if os.path.lexists(text):
            return True
    except ValueError:  # a character that no name can have
        return False
    return "\n" not in text and _recognised(text.encode(errors="replace")) is None


def recognise(data: bytes) -> str | None:
    """Return the format, one of ``FORMATS``, that the beginning of data shows."""
    found = _recognised(data)
    return None if found is None else found.name


def _recognised(data: bytes) -> _Format | None:
    head = data[:HEAD]
    lines = (line for line in decode(head).split("\n") if line.strip() and line.lstrip()[0] != "%")
    first = next(lines, "").strip()
    return next((each for each in _FORMATS if each.fits(head, first)), None)


def _games(source: _Source) -> Sequence[Record]:
    """Return the games of a source, after a check that they are of the wanted game."""
    name = source.name or "the text"
    allowed = f"allowed are games as {', '.join(FORMATS[:-1])} or {FORMATS[-1]}"
    if not source.data.strip():
        raise ParseError(f"{name} is empty: {allowed}")
    known = _recognised(source.data)
    kind = known or _nearest(source)
    try:
        records = kind.read(source)
    except GameError as error:
        if known is not None:
            raise ParseError(f"{error} (read as {kind.name})") from None
        raise ParseError(
            f"{name} has no known format: {allowed}; as {kind.name}: {error}"
        ) from None
    if source.game is not None:
        check_game(records, source.game, name)
    return records


def _nearest(source: _Source) -> _Format:
    """Return the format to try on content that shows none: by its suffix, else by its bytes."""
    suffix = os.path.splitext(source.name)[1].lower()
    usual = "WTHOR" if b"\0" in source.data[:HEAD] else "transcript"
    by_suffix = (each for each in _FORMATS if suffix and each.suffix == suffix)
    return next(by_suffix, next(each for each in _FORMATS if each.name == usual))


def check_game(records: Sequence[Record], game: str, name: str) -> None:
    """Raise ``ParameterError`` if the games of a file are not all games of this spec."""
    if isinstance(records, _Replayed):
        found = {"othello"}
    else:
        found = {record.start.game for record in records}
    if other := found - {game}:
        verb = "is" if len(records) == 1 else "has"
        raise ParameterError(f"{name} {verb} a game of {min(other)}, not of {game}")
