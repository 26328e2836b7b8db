"""Transcripts: the moves of a game without spaces, ``f5d6c3`` or ``44444221``; one game on a line.

Squares of Othello are read in either case, with or without white space, and written in lower case.
A pass is ``pass``, ``pa``, ``ps`` or ``--`` and may be left out, because it is always forced.
Columns of Connect Four are digits, which may stand together where a board has at most nine of them,
and numbers with blanks between them elsewhere. Empty lines are skipped.

Without a start a transcript that begins with a digit is a game of Connect Four from the empty board
of 7 x 6, and any other one a game of Othello.
"""

import re
from collections.abc import Iterable

from bitgames._core import ConnectFour, GameError, Othello, ParseError, Position, UnsupportedError
from bitgames.files import read_regular, write_atomic
from bitgames.formats.parsing import (
    ErrorCollector,
    Loaded,
    Path,
    decode,
    is_pass,
    play,
    skip,
)
from bitgames.formats.text import read_moves
from bitgames.games import digits
from bitgames.games import start as start_of
from bitgames.record import Record

__all__ = ["dumps", "load", "loads", "parse", "save", "to_text"]

_MOVE = re.compile(r"pass|pa|ps|--|[a-z][0-9]", re.IGNORECASE | re.ASCII)
_PASS = "--"  # as wide as a square
_COLUMNS = re.compile(r"[1-9][0-9]*+(?:[\s,]++[1-9][0-9]*+)*+", re.ASCII)


def is_columns(line: str) -> bool:
    """Whether a line is a transcript of Connect Four, by its form.

    >>> is_columns("44444221"), is_columns("10 3 4"), is_columns("f5d6"), is_columns("4421 -2")
    (True, True, False, False)
    """
    return _COLUMNS.fullmatch(line.strip()) is not None


def parse(text: str, start: Position | str | None = None) -> Record:
    """Read one game from ``start``, a position or the spec of a game; by default the text tells it.

    Raises ``ParseError``, which names the move, and in a game of Othello its column.

    >>> from bitgames.formats import transcript
    >>> transcript.parse("f5 D6 c3").moves, transcript.parse("4453").moves
    ([f5, d6, c3], [4, 4, 5, 3])
    >>> transcript.parse("f5d6x")
    Traceback (most recent call last):
        ...
    bitgames.ParseError: column 5: 'x' is not a valid move: allowed are squares like f5 and the passes pass, pa, ps and --
    """  # noqa: E501 - one line of output
    text = decode(text)
    begin = usual_start(text) if start is None else _held(start)
    if isinstance(begin, ConnectFour):
        try:
            return Record(begin, read_moves(begin, text))
        except GameError as error:
            raise ParseError(str(error)) from None
    record = Record(begin)
    at = 0
    while (at := skip(text, at)) < len(text):
        found = _MOVE.match(text, at)
        if found is None:
            raise ParseError(
                f"column {at + 1}: {text[at : at + 2]!r} is not a valid move: allowed are squares "
                "like f5 and the passes pass, pa, ps and --"
            )
        try:
            play(record, found[0], forced_passes=True)
        except ParseError as error:
            raise ParseError(f"column {at + 1}: {error}") from None
        at = found.end()
    return record


def usual_start(text: str) -> Position:
    """Return where a transcript starts that does not say it, by its first character.

    >>> usual_start("44444221").game, usual_start("f5d6c3").game
    ('connect4', 'othello')
    """
    return start_of("connect4" if text.lstrip()[:1].isdigit() else "othello")


def _held(start: Position | str) -> Position:
    """Return the start of a game. Raises ``UnsupportedError`` for one that has no transcript."""
    position = start_of(start)
    if not isinstance(position, ConnectFour | Othello):
        raise UnsupportedError(
            f"a transcript cannot hold a game of {position.game}: allowed are games of Othello "
            "and Connect Four"
        )
    return position


def to_text(record: Record, *, passes: bool = False, start: Position | str | None = None) -> str:
    """Write one game, squares in lower case.

    With ``passes`` each pass is written as ``--``; without it only passes at the end are written,
    because no later move implies them. ``start`` is the start that a reader will use, by default
    the usual one of the game; a record with another start raises ``UnsupportedError``.

    >>> import bitgames as bg
    >>> from bitgames.formats import transcript
    >>> transcript.to_text(bg.Record("othello", ["f5", "d6"]))
    'f5d6'
    >>> transcript.to_text(bg.Record("connect4", ["4", "4", "5"]))
    '445'
    """
    begin = _held(record.start)
    expected = _held(begin.facts.name if start is None else start)
    if begin != expected:
        raise UnsupportedError(
            f"a transcript cannot hold the start {begin.to_string()!r}: allowed is "
            f"{expected.to_string()!r}"
        )
    moves = record.moves
    if isinstance(begin, ConnectFour):
        return ("" if digits(begin) == 1 else " ").join(map(str, moves))
    last = len(moves) - 1
    return "".join(
        _PASS if is_pass(move) else str(move)
        for ply, move in enumerate(moves)
        if passes or ply == last or not is_pass(move)
    )


def loads(
    data: str | bytes, start: Position | str | None = None, *, strict: bool = True, name: str = ""
) -> Loaded[Record]:
    """Read the games of a text, one on each line; by default the first line tells the game.

    Raises ``ParseError``, which names the line, and ``name`` if it is given. With ``strict=False``
    bad lines are left out, and their errors are in ``complaints`` of the result.

    >>> from bitgames.formats import transcript
    >>> [len(record) for record in transcript.loads("f5d6\\n\\nF5F6E6\\n")]
    [2, 3]
    """
    text = decode(data)
    first = usual_start(text) if start is None else _held(start)
    games: Loaded[Record] = Loaded([], errors := ErrorCollector(name, strict=strict))
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            games.append(parse(line, first))
        except ParseError as error:
            errors.at_line(number, str(error))
    return games


def dumps(
    records: Iterable[Record], *, passes: bool = False, start: Position | str | None = None
) -> str:
    """Write games as text, one on each line; the options are those of ``to_text``.

    Raises ``UnsupportedError`` for a game without moves, whose line would be empty.

    >>> import bitgames as bg
    >>> from bitgames.formats import transcript
    >>> transcript.dumps([bg.Record("othello", ["f5", "d6"]), bg.Record("othello", ["c4"])])
    'f5d6\\nc4\\n'
    """
    lines = []
    for number, record in enumerate(records, 1):
        if not len(record):
            raise UnsupportedError(f"game {number} has no moves: its line would be empty")
        lines.append(to_text(record, passes=passes, start=start) + "\n")
    return "".join(lines)


def load(path: Path, start: Position | str | None = None, *, strict: bool = True) -> Loaded[Record]:
    """Read the games of a file as ``loads`` does. Raises ``OSError`` for an error of the system.

    >>> import bitgames as bg
    >>> from bitgames.formats import transcript
    >>> transcript.save("games.txt", [bg.Record("othello", ["f5", "d6"])])
    >>> transcript.load("games.txt")[0].moves
    [f5, d6]
    """
    return loads(read_regular(path), start, strict=strict, name=str(path))


def save(
    path: Path,
    records: Iterable[Record],
    *,
    passes: bool = False,
    start: Position | str | None = None,
) -> None:
    """Write games to a file, atomically; the options are those of ``to_text``.

    >>> import bitgames as bg
    >>> from bitgames.formats import transcript
    >>> transcript.save("games.txt", [bg.Record("othello", ["f5"])], passes=True)
    """
    write_atomic(path, dumps(records, passes=passes, start=start).encode())
