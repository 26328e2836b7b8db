"""The games of files, in batches, as an index takes them: results files, WTHOR, GGF and others."""

import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from bitgames import journal
from bitgames._core import Othello, ParseError
from bitgames.arguments import printable
from bitgames.files import open_to_read, path_text, read_regular
from bitgames.formats import ggf, read_any, wthor, wthor_names
from bitgames.formats.parsing import FormatError, decode
from bitgames.formats.reading import HEAD, recognise
from bitgames.formats.wthor_names import HEADER
from bitgames.record import Record
from bitgames.tournaments import games as kept

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

BATCH = 1 << 16
"""Most games of a batch."""

TEXT_COLUMNS = ("first", "second", "event", "date", "reason")
"""What a file tells of a game in texts."""

UNKNOWN = 3
"""The points of a game without a known result; otherwise they are twice those of the first side."""

NO_MARGIN = -(1 << 15)
"""The score of a game without a known score."""

RESIGNED = "resignation"
"""The reason of a game that a player resigned."""

# Moves of GGF, each with an evaluation and the seconds used, without what makes them hard to read.
_NUMERAL = r"(?:[+-]?(?:[0-9]{1,18}+(?:\.[0-9]{0,18}+)?|\.[0-9]{1,18}+))?"
_MOVE = rf"(?:[A-Ha-h][1-8]|[Pp][Aa])(?:/{_NUMERAL}){{0,2}}+"
_MOVES = re.compile(rf"(?:{_MOVE}(?: {_MOVE})*+)?+", re.ASCII)
_SAID = re.compile(r"/[^ ]*+")
_ALTERNATE = ("BW" * 128, "WB" * 128)

_NUMBER = re.compile(r"\s*+([+-]?[0-9]{1,4}(?:\.[0-9]*+)?)(:r)?", re.ASCII)


class Texts:
    """Texts by number, each once; number 0 is the empty text.

    >>> texts = Texts()
    >>> texts.number("ann"), texts.number("ben"), texts.number("ann"), texts.all
    (1, 2, 1, ['', 'ann', 'ben'])
    """

    def __init__(self) -> None:
        self.all = [""]
        self._numbers = {"": 0}

    def number(self, text: str) -> int:
        """Return the number of a text."""
        found = self._numbers.setdefault(text, len(self.all))
        if found == len(self.all):
            self.all.append(text)
        return found


@dataclass(frozen=True, slots=True)
class Batch:
    """Games, with an item for each in every array; texts and starts by their numbers."""

    first: "NDArray[np.uint32]"
    """The player of the first side."""
    second: "NDArray[np.uint32]"
    """The player of the second side."""
    event: "NDArray[np.uint32]"
    date: "NDArray[np.uint32]"
    reason: "NDArray[np.uint32]"
    """Why the game ended."""
    points: "NDArray[np.uint8]"
    """Twice the points of the first side, or ``UNKNOWN``."""
    margin: "NDArray[np.int16]"
    """The score of the first side, or ``NO_MARGIN``."""
    start: "NDArray[np.uint32]"
    """The text of the position in which the game starts."""
    moves: bytes
    """The moves of all games: text, or an index in each byte."""
    ends: "NDArray[np.uint32]"
    """Where the moves of each game end."""
    complaints: tuple[str, ...] = ()
    """Errors of games that are left out."""

    def __len__(self) -> int:
        return len(self.points)


@dataclass(frozen=True, slots=True)
class Source:
    """A file of games."""

    path: str
    kind: str
    """``results``, or one of ``formats.reading.FORMATS``."""
    is_text: bool
    """True if moves are text."""
    files: tuple[str, ...]
    """The files that are read; names of WTHOR are in files of their own."""
    batches: Callable[[Texts], Iterator[Batch]]
    """Reads the games."""
    games: int = 0
    """Number of games if it is known before they are read, else 0."""


def source_of(path: str | os.PathLike[str]) -> Source:
    """Return the source for a file, by its content.

    Raises ``ParseError`` for a file of no known format, and ``OSError`` for a file that the system
    cannot read.

    >>> from bitgames.formats import wthor
    >>> wthor.save("games.wtb", [wthor.WthorGame(squares="f5d6", black_name="ann")], names=True)
    >>> source = source_of("games.wtb")
    >>> source.kind, source.games, source.files
    ('WTHOR', 1, ('games.wtb', 'games.jou', 'games.trn'))
    """
    name = path_text(path)
    if journal.is_results(name):
        return Source(name, "results", True, (name,), lambda texts: _results(name, texts))
    with open_to_read(name) as file:
        head = file.read(HEAD)
        size = os.fstat(file.fileno()).st_size
    kind = recognise(head)
    if kind == "WTHOR":
        games = max(0, size - HEADER.size) // wthor.GAME.size
        tables = [wthor.beside(name, suffix) for suffix in (".jou", ".trn")]
        files = (name, *(str(table) for table in tables if table is not None))
        return Source(name, kind, False, files, lambda texts: _wthor(name, texts), games)
    if kind == "GGF":
        return Source(name, kind, True, (name,), lambda texts: _gathered(_ggf_rows(name), texts))
    if kind in ("record", "transcript", "PBN", "SGF"):
        # Their own reader keeps all games in memory.
        def batches(texts: Texts) -> Iterator[Batch]:
            return _gathered(map(_record_row, read_any(Path(name))), texts)

        return Source(name, kind, True, (name,), batches)
    raise ParseError(
        f"{printable(name)} is not a valid file of games: allowed are results files of "
        "tournaments, WTHOR, GGF, SGF, transcripts, records and PBN"
    )


@dataclass(slots=True)
class _Row:
    first: str
    second: str
    points: int
    start: str
    moves: str
    margin: int = NO_MARGIN
    event: str = ""
    date: str = ""
    reason: str = ""


def _gathered(rows: Iterable[_Row | ParseError], texts: Texts) -> Iterator[Batch]:
    """Make batches of games that come one by one."""
    import numpy as np

    games: list[_Row] = []
    complaints: list[str] = []

    def batch() -> Batch:
        written = [each.moves.encode() for each in games]

        def numbers(name: str) -> "NDArray[np.uint32]":
            return np.array([texts.number(getattr(each, name)) for each in games], np.uint32)

        return Batch(
            **{name: numbers(name) for name in TEXT_COLUMNS},
            points=np.array([each.points for each in games], np.uint8),
            margin=np.array([each.margin for each in games], np.int16),
            start=numbers("start"),
            moves=b"".join(written),
            ends=np.cumsum([len(each) for each in written], dtype=np.uint32),
            complaints=tuple(complaints),
        )

    for row in rows:
        if isinstance(row, _Row):
            games.append(row)
        else:
            complaints.append(str(row))
        if len(games) == BATCH:
            yield batch()
            games.clear()
            complaints.clear()
    if games or complaints:
        yield batch()


def _results(path: str, texts: Texts) -> Iterator[Batch]:
    """Read a results file of a tournament; a line that its writer has not finished is left out."""
    rows = (
        _Row(
            game.first,
            game.second,
            round(2 * game.score),
            game.start,
            game.moves,
            reason=game.reason,
        )
        for game in kept.games(path)
    )
    return _gathered(rows, texts)


def _ggf_rows(path: str) -> Iterator[_Row | ParseError]:
    text = decode(read_regular(path))
    starts: dict[str, tuple[str, int] | None] = {}

    def quick(tags: list[tuple[str, str]]) -> _Row | None:
        """Take a plain game as it stands: the index plays its moves."""
        known = dict(reversed(tags))  # of tags with one name the first one
        cells = known.get("BO", "")
        if cells not in starts:
            try:
                begin = ggf.board(cells)
                starts[cells] = begin.to_string(), begin.turn
            except FormatError:
                starts[cells] = None
        start = starts[cells]
        played = [tag for tag in tags if tag[0] in ("B", "W")]
        colors = "".join([name for name, _ in played])
        if (
            start is None
            or known.get("GM", "").strip().lower() != "othello"
            or sum(name in ("GM", "BO") for name, _ in tags) != 2
            or not _ALTERNATE[start[1]].startswith(colors)
        ):
            return None
        moves = " ".join([move for _, move in played])
        if _MOVES.fullmatch(moves) is None:
            return None
        return _ggf_row(known.get, start[0], _SAID.sub("", moves))

    for item in ggf.items(text, quick):
        if isinstance(item, _Row):
            yield item
        elif isinstance(item, FormatError):
            line = text.count("\n", 0, item.place or 0) + 1
            yield ParseError(f"{printable(path)}:{line}: {printable(str(item))}")
        else:
            moves = " ".join(str(each.move) for each in item.moves)
            yield _ggf_row(item.tag, item.start.to_string(), moves)


def _ggf_row(tag: Callable[[str, str], str], start: str, moves: str) -> _Row:
    found = _NUMBER.match(tag("RE", ""))
    margin = NO_MARGIN if found is None else round(float(found[1]))
    points = UNKNOWN if found is None else 1 + (margin > 0) - (margin < 0)
    reason = RESIGNED if found is not None and found[2] else ""
    first, second, event, date = (tag(name, "") for name in ("PB", "PW", "PC", "DT"))
    return _Row(first, second, points, start, moves, margin, event, date, reason)


def _record_row(record: Record) -> _Row:
    names: Sequence[str | None] = record.players or ("", "")
    teams = record.start.facts.teams
    # The first seat of either side.
    sides = [names[teams.index(team)] or "" for team in (0, 1)]
    result = record.result
    points, margin = UNKNOWN, NO_MARGIN
    if result is not None:
        margin = result.scores[0]
        points = 1 if result.winner is None else 2 * (teams[result.winners[0]] == 0)
    start, moves = record.start.to_string(), " ".join(map(str, record.moves))
    reason = RESIGNED if record.resigned is not None else result.reason if result else ""
    known = (record.event or "", record.date or "", reason)
    return _Row(sides[0], sides[1], points, start, moves, margin, *known)


def _wthor(path: str, texts: Texts) -> Iterator[Batch]:
    """Read a base of WTHOR as a table; whatever is wrong with it is told by its own reader."""
    import numpy as np

    data = read_regular(path)
    tables = [wthor.beside(path, suffix) for suffix in (".jou", ".trn")]
    players, events = (() if each is None else wthor_names.load(each) for each in tables)
    if len(data) < HEADER.size or (len(data) - HEADER.size) % wthor.GAME.size:
        raise _wthor_error(path, data, players, events)
    layout = [("event", "<u2"), ("first", "<u2"), ("second", "<u2")]
    table = np.frombuffer(
        data,
        np.dtype([*layout, ("score", "u1"), ("theoretical", "u1"), ("moves", "u1", (60,))]),
        offset=HEADER.size,
    )
    # The checks of the header are those of the reader.
    header = wthor.loads(data[:4] + bytes(4) + data[8 : HEADER.size], name=path).header
    if int.from_bytes(data[4:8], "little") != len(table):
        raise _wthor_error(path, data, players, events)
    cells = np.full(256, 255, np.uint8)
    for code, square in wthor.SQUARES.items():
        cells[code] = int(Othello().parse_move(square))
    date = texts.number(str(header.year) if header.year else "")
    start = texts.number(Othello().to_string())
    for at in range(0, len(table), BATCH):
        rows = table[at : at + BATCH]
        used = rows["moves"] != 0
        lengths = np.where(used.any(1), 60 - used[:, ::-1].argmax(1), 0)
        played = cells[rows["moves"]][np.arange(60) < lengths[:, None]]
        known = [
            not names or not len(rows) or int(rows[field].max()) < len(names)
            for names, field in ((players, "first"), (players, "second"), (events, "event"))
        ]
        most = max(int(rows[field].max(initial=0)) for field in ("score", "theoretical"))
        if not all(known) or most > 64 or bool((played == 255).any()):
            raise _wthor_error(path, data, players, events)
        margin = 2 * rows["score"].astype(np.int16) - 64
        yield Batch(
            _named(rows["first"], players, texts, "#"),
            _named(rows["second"], players, texts, "#"),
            _named(rows["event"], events, texts, ""),
            np.full(len(rows), date, np.uint32),
            np.zeros(len(rows), np.uint32),
            (1 + np.sign(margin)).astype(np.uint8),
            margin,
            np.full(len(rows), start, np.uint32),
            played.tobytes(),
            np.cumsum(lengths, dtype=np.uint32),
        )


def _named(
    numbers: "NDArray[np.uint16]", names: Sequence[str], texts: Texts, sign: str
) -> "NDArray[np.uint32]":
    """Return the numbers of names among the texts; without names the number itself is one."""
    import numpy as np

    own, back = np.unique(numbers, return_inverse=True)
    found = [
        texts.number(names[number] if names else f"{sign}{number}" if sign else "")
        for number in own.tolist()
    ]
    return np.array(found, np.uint32)[back.reshape(-1)]


def _wthor_error(
    path: str, data: bytes, players: Sequence[str], events: Sequence[str]
) -> ParseError:
    """Return the error that the reader of the format finds."""
    try:
        wthor.loads(data, players=players, tournaments=events, name=path)
    except ParseError as error:
        return error
    return ParseError(f"{printable(path)}: not a base of WTHOR")
