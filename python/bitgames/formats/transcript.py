"""Transcripts: the squares of a game without spaces, ``f5d6c3``; one game on each line.

Squares are read in either case, with or without white space, and written in lower case. A pass is
``pass``, ``pa``, ``ps`` or ``--`` and may be left out, because it is always forced. Empty lines are
skipped.
"""

import re
from collections.abc import Iterable

from bitgames._core import ParseError, Position, UnsupportedError
from bitgames.files import read_regular, write_atomic
from bitgames.formats.parsing import (
    ErrorCollector,
    Loaded,
    Path,
    decode,
    is_pass,
    othello,
    play,
    skip,
)
from bitgames.record import Record

__all__ = ["dumps", "load", "loads", "parse", "save", "to_text"]

_MOVE = re.compile(r"pass|pa|ps|--|[a-z][0-9]", re.IGNORECASE | re.ASCII)
_PASS = "--"  # as wide as a square


def parse(text: str, start: Position | str = "othello") -> Record:
    """Read one game from ``start``, a position or the spec of a game.

    Raises ``ParseError``, which names the column and the move.

    >>> from bitgames.formats import transcript
    >>> transcript.parse("f5 D6 c3").moves
    [f5, d6, c3]
    >>> transcript.parse("f5d6x")
    Traceback (most recent call last):
        ...
    bitgames.ParseError: column 5: 'x' is not a valid move: allowed are squares like f5 and the passes pass, pa, ps and --
    """  # noqa: E501 - one line of output
    text = decode(text)
    record = Record(othello(start))
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


def to_text(record: Record, *, passes: bool = False, start: Position | str = "othello") -> str:
    """Write one game in lower case.

    With ``passes`` each pass is written as ``--``; without it only passes at the end are written,
    because no later move implies them. ``start`` is the start that a reader will use; a record with
    another start raises ``UnsupportedError``.

    >>> import bitgames as bg
    >>> from bitgames.formats import transcript
    >>> transcript.to_text(bg.Record("othello", ["f5", "d6"]))
    'f5d6'
    """
    expected = othello(start)
    if othello(record.start) != expected:
        raise UnsupportedError(
            f"a transcript cannot hold the start {record.start.to_string()!r}: allowed is "
            f"{expected.to_string()!r}"
        )
    moves = record.moves
    last = len(moves) - 1
    return "".join(
        _PASS if is_pass(move) else str(move)
        for ply, move in enumerate(moves)
        if passes or ply == last or not is_pass(move)
    )


def loads(
    data: str | bytes, start: Position | str = "othello", *, strict: bool = True, name: str = ""
) -> Loaded[Record]:
    """Read the games of a text, one on each line.

    Raises ``ParseError``, which names the line, and ``name`` if it is given. With ``strict=False``
    bad lines are left out, and their errors are in ``complaints`` of the result.

    >>> from bitgames.formats import transcript
    >>> [len(record) for record in transcript.loads("f5d6\\n\\nF5F6E6\\n")]
    [2, 3]
    """
    first = othello(start)
    games: Loaded[Record] = Loaded([], errors := ErrorCollector(name, strict=strict))
    for number, line in enumerate(decode(data).split("\n"), 1):
        if not line.strip():
            continue
        try:
            games.append(parse(line, first))
        except ParseError as error:
            errors.at_line(number, str(error))
    return games


def dumps(
    records: Iterable[Record], *, passes: bool = False, start: Position | str = "othello"
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


def load(path: Path, start: Position | str = "othello", *, strict: bool = True) -> Loaded[Record]:
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
    start: Position | str = "othello",
) -> None:
    """Write games to a file, atomically; the options are those of ``to_text``.

    >>> import bitgames as bg
    >>> from bitgames.formats import transcript
    >>> transcript.save("games.txt", [bg.Record("othello", ["f5"])], passes=True)
    """
    write_atomic(path, dumps(records, passes=passes, start=start).encode())
