"""WTHOR: the game base of the French Othello federation, 68 bytes for each game.

A ``.wtb`` file has a header of 16 bytes, and for each game the numbers of its tournament and its
players, the discs of black, and 60 squares. It has no passes, and all games begin at the usual
start. The names for the numbers are in two further files, see ``bitgames.formats.wthor_names``;
``load`` reads them from the same folder.
"""

import datetime
import os
import pathlib
import struct
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Self

from bitgames._core import Othello, ParameterError, ParseError, UnsupportedError
from bitgames.files import read_regular, write_atomic
from bitgames.formats import wthor_names
from bitgames.formats.parsing import (
    ErrorCollector,
    FormatError,
    Loaded,
    Path,
    as_bytes,
    described,
    is_pass,
    othello,
    play,
)
from bitgames.formats.wthor_names import HEADER, date_bytes, read_header
from bitgames.record import Record

__all__ = [
    "GAME",
    "SQUARES",
    "WthorBase",
    "WthorGame",
    "WthorHeader",
    "beside",
    "dumps",
    "load",
    "loads",
    "save",
    "tabulate",
]

GAME = struct.Struct("<3H2B60s")
"""A game: tournament, black, white, discs of black, the same with best play, squares."""

SQUARES = {
    10 * row + column: f"{'abcdefgh'[column - 1]}{row}"
    for row in range(1, 9)
    for column in range(1, 9)
}
"""The squares by their codes in a file."""

_CODES = {square: code for code, square in SQUARES.items()}
_MAX_DISCS = 64


@dataclass(frozen=True)
class WthorGame:
    """A game of a WTHOR base.

    ``tournament``, ``black`` and ``white`` are numbers in the tables of names; ``..._name`` has the
    names if the tables are known. ``score`` is the number of black discs at the end, with empty
    squares for the winner; ``theoretical`` is the same with best play of both sides from the depth
    in the header. ``squares`` are the moves without spaces and passes.

    >>> from bitgames.formats.wthor import WthorGame
    >>> WthorGame(squares="f5d6").record().moves
    [f5, d6]
    """

    tournament: int = 0
    black: int = 0
    white: int = 0
    score: int = 0
    theoretical: int = 0
    squares: str = ""
    tournament_name: str = ""
    black_name: str = ""
    white_name: str = ""

    @classmethod
    def from_record(
        cls, record: Record, *, black: str = "", white: str = "", tournament: str = ""
    ) -> Self:
        """Make a game from a record; its names have no numbers yet, see ``tabulate``.

        Names and tournament that are not given are those of the record, its event as the
        tournament. The score of an unfinished game, and after a resignation, is the number of
        black discs. Raises ``UnsupportedError`` for a record that does not begin at the usual
        start.

        >>> import bitgames as bg
        >>> from bitgames.formats.wthor import WthorGame
        >>> game = WthorGame.from_record(bg.Record("othello", ["f5", "d6"]), black="ann")
        >>> game.squares, game.score, game.black_name
        ('f5d6', 3, 'ann')
        """
        if othello(record.start) != Othello():
            raise UnsupportedError(
                f"WTHOR holds games from the usual start, not from {record.start.to_string()!r}"
            )
        names = [each or "" for each in record.players or ("", "")]
        black, white = black or names[0], white or names[1]
        tournament = tournament or record.event or ""
        discs = othello(record.position).counts[0]
        whole = None if record.resigned is not None else record.position.outcome
        score = discs if whole is None else (_MAX_DISCS + whole.scores[0]) // 2
        squares = "".join(str(move) for move in record.moves if not is_pass(move))
        return cls(0, 0, 0, score, score, squares, tournament, black, white)

    def record(self) -> Record:
        """Replay the game with its passes; the record has the names that are known.

        Raises ``ParseError`` for an illegal move.

        >>> from bitgames.formats.wthor import WthorGame
        >>> WthorGame(squares="f5c4").record()
        Traceback (most recent call last):
            ...
        bitgames.ParseError: move 2: illegal move c4 in ...
        """
        try:
            record = _replay(self.squares)
        except FormatError as error:
            raise ParseError(str(error)) from None
        names = [self.black_name, self.white_name]
        return described(record, names, event=self.tournament_name)


@dataclass(frozen=True)
class WthorHeader:
    """The header of a base.

    ``created`` is the date of the file, ``year`` the year of the games, ``depth`` the number of
    empty squares from which theoretical scores hold; ``solitaires`` marks games of one person.

    >>> from bitgames.formats.wthor import WthorHeader
    >>> WthorHeader(year=1990).depth
    0
    """

    created: datetime.date | None = None
    year: int = 0
    depth: int = 0
    solitaires: bool = False


class WthorBase(Loaded[WthorGame]):
    """The games of a base, a list, with its ``header``.

    >>> from bitgames.formats import wthor
    >>> wthor.loads(wthor.dumps([], wthor.WthorHeader(year=1990))).header.year
    1990
    """

    header: WthorHeader = WthorHeader()


def loads(
    data: bytes,
    *,
    players: Sequence[str] = (),
    tournaments: Sequence[str] = (),
    replay: bool = False,
    strict: bool = True,
    name: str = "",
) -> WthorBase:
    """Read the games of a base; with tables of names, the games get their names.

    The size, the numbers and the squares are checked; with ``replay`` the moves are played too.
    Raises ``ParseError``, which names the byte, and ``name`` if it is given. With ``strict=False``
    bad games are left out, and their errors are in ``complaints`` of the result; a base that is cut
    short gives its complete games.

    >>> from bitgames.formats import wthor
    >>> data = wthor.dumps([wthor.WthorGame(squares="f5d6")])
    >>> wthor.loads(data)[0].squares
    'f5d6'
    >>> wthor.loads(data[:-1])
    Traceback (most recent call last):
        ...
    bitgames.ParseError: byte 4: 1 games are announced, which is 84 bytes, but there are 83
    """
    data = as_bytes(data)
    base = WthorBase([], errors := ErrorCollector(name, strict=strict))
    header = read_header(data, errors)
    if header is None:
        return base
    created, (count, _, year, size, solitaires, depth, _) = header
    if size not in (0, 8):
        errors.at_byte(12, f"the size of the board must be 8 (or 0, the same), not {size}")
        return base
    if solitaires not in (0, 1):
        errors.at_byte(13, f"the type of the games must be 0 or 1, not {solitaires}")
    base.header = WthorHeader(created, year, depth, solitaires == 1)
    wanted = HEADER.size + GAME.size * count
    if len(data) != wanted:
        errors.at_byte(
            4, f"{count} games are announced, which is {wanted} bytes, but there are {len(data)}"
        )
    for at in range(HEADER.size, min(wanted, len(data)) - GAME.size + 1, GAME.size):
        try:
            game = _read(data, at, players, tournaments)
            if replay:
                _replay(game.squares, at + 8)
            base.append(game)
        except FormatError as error:
            number = (at - HEADER.size) // GAME.size + 1
            errors.at_byte(error.place or at, f"game {number}: {error}")
    return base


def _read(data: bytes, at: int, players: Sequence[str], tournaments: Sequence[str]) -> WthorGame:
    tournament, black, white, score, theoretical, moves = GAME.unpack_from(data, at)
    if score > _MAX_DISCS:
        raise FormatError(f"the discs of black must be at most 64, not {score}", at + 6)
    if theoretical > _MAX_DISCS:
        raise FormatError(
            f"the theoretical discs of black must be at most 64, not {theoretical}", at + 7
        )
    used = moves.rstrip(b"\0")
    for ply, code in enumerate(used):
        if code not in SQUARES:
            raise FormatError(
                f"{code} is not a valid square: 11 is a1, 88 is h8, and 0 stands only after the "
                "last move",
                at + 8 + ply,
            )
    return WthorGame(
        tournament,
        black,
        white,
        score,
        theoretical,
        "".join(SQUARES[code] for code in used),
        _name(tournaments, tournament, "tournament", at),
        _name(players, black, "player", at + 2),
        _name(players, white, "player", at + 4),
    )


def _name(names: Sequence[str], number: int, what: str, offset: int) -> str:
    if not names:
        return ""
    if number >= len(names):
        raise FormatError(f"{what} {number} is not among the {len(names)} of the table", offset)
    return names[number]


def _split(squares: str) -> list[str]:
    return [squares[at : at + 2] for at in range(0, len(squares), 2)]


def _replay(squares: str, offset: int = 0) -> Record:
    """Play squares from the start; an error has the place of the bad square from ``offset`` on."""
    record = Record(Othello())
    for ply, square in enumerate(_split(squares)):
        try:
            play(record, square, forced_passes=True)
        except ParseError as error:
            raise FormatError(str(error), offset + ply) from None
    return record


def tabulate(
    games: Iterable[WthorGame],
) -> tuple[list[WthorGame], wthor_names.WthorNames, wthor_names.WthorNames]:
    """Number the names of games: return the numbered games, the players, the tournaments.

    Names are numbered from 0 in order of appearance; the empty name gets a number too.

    >>> from bitgames.formats.wthor import WthorGame, tabulate
    >>> games = [WthorGame(black_name="ann", white_name="ben"), WthorGame(black_name="ben")]
    >>> numbered, players, tournaments = tabulate(games)
    >>> [(game.black, game.white) for game in numbered], players, tournaments
    ([(0, 1), (1, 2)], ['ann', 'ben', ''], [''])
    """
    players: dict[str, int] = {}
    tournaments: dict[str, int] = {}
    numbered = [
        replace(
            game,
            tournament=tournaments.setdefault(game.tournament_name, len(tournaments)),
            black=players.setdefault(game.black_name, len(players)),
            white=players.setdefault(game.white_name, len(players)),
        )
        for game in games
    ]
    return (
        numbered,
        wthor_names.WthorNames(list(players)),
        wthor_names.WthorNames(list(tournaments)),
    )


def dumps(games: Iterable[WthorGame], header: WthorHeader | None = None) -> bytes:
    """Write a base; the default ``header`` is that of the games if they are a base, or empty.

    Only the numbers of names are written. Raises ``ParameterError`` for numbers out of range and
    for invalid squares.

    >>> from bitgames.formats import wthor
    >>> len(wthor.dumps([wthor.WthorGame(squares="f5d6")]))
    84
    """
    if header is None:
        header = games.header if isinstance(games, WthorBase) else WthorHeader()
    rows = [_write(game, number) for number, game in enumerate(games, 1)]
    for what, value, most in (("year", header.year, 0xFFFF), ("depth", header.depth, 0xFF)):
        if not 0 <= value <= most:
            raise ParameterError(f"the {what} of a base is from 0 to {most}, not {value}")
    fields = len(rows), 0, header.year, 8, header.solitaires, header.depth, 0
    return HEADER.pack(*date_bytes(header.created), *fields) + b"".join(rows)


def _write(game: WthorGame, number: int) -> bytes:
    squares = _split(game.squares)
    unknown = [square for square in squares if square not in _CODES]
    if unknown or len(squares) > 60:
        wrong = repr(unknown[0]) if unknown else f"{len(squares)} moves"
        raise ParameterError(f"game {number}: allowed are at most 60 squares like f5, not {wrong}")
    for what, value, most in (
        ("tournament", game.tournament, 0xFFFF),
        ("black", game.black, 0xFFFF),
        ("white", game.white, 0xFFFF),
        ("score", game.score, _MAX_DISCS),
        ("theoretical", game.theoretical, _MAX_DISCS),
    ):
        if not 0 <= value <= most:
            raise ParameterError(f"game {number}: {what} is from 0 to {most}, not {value}")
    moves = bytes(_CODES[square] for square in squares)
    return GAME.pack(game.tournament, game.black, game.white, game.score, game.theoretical, moves)


def load(
    path: Path,
    *,
    players: Sequence[str] | None = None,
    tournaments: Sequence[str] | None = None,
    replay: bool = False,
    strict: bool = True,
) -> WthorBase:
    """Read a base from a file, as ``loads`` does.

    If tables of names are not given, they are read from the same folder: with the name of the file
    or ``WTHOR``, and the suffix ``.jou`` or ``.trn`` in either case.

    >>> from bitgames.formats import wthor
    >>> wthor.save("1990.wtb", [wthor.WthorGame(squares="f5d6", black_name="ann")], names=True)
    >>> wthor.load("1990.wtb")[0].black_name
    'ann'
    """
    data = read_regular(path)
    complaints: list[ParseError] = []
    tables = {".jou": players, ".trn": tournaments}
    for suffix, names in tables.items():
        if names is None and (table := beside(path, suffix)) is not None:
            tables[suffix] = found = wthor_names.load(table, strict=strict)
            complaints += found.complaints
    people, events = (names or () for names in tables.values())
    options = {"replay": replay, "strict": strict}
    base = loads(data, players=people, tournaments=events, name=str(path), **options)
    base.complaints = [*complaints, *base.complaints]
    return base


def beside(path: Path, suffix: str) -> pathlib.Path | None:
    """Return the table of names for a base, with suffix ``.jou`` or ``.trn``, if there is one.

    It lies in the folder of the base: the table with its name, or that of all years.

    >>> from bitgames.formats import wthor
    >>> wthor.save("1990.wtb", [wthor.WthorGame(squares="f5d6")], names=True)
    >>> wthor.beside("1990.wtb", ".jou").name
    '1990.jou'
    """
    base = pathlib.Path(path)
    there = {each.name.lower(): each for each in sorted(base.parent.iterdir())}
    names = (f"{base.stem}{suffix}".lower(), f"wthor{suffix}")
    return next((there[name] for name in names if name in there), None)


def save(
    path: Path,
    games: Iterable[WthorGame],
    header: WthorHeader | None = None,
    *,
    names: bool = False,
) -> None:
    """Write a base to a file, atomically.

    With ``names`` the games are numbered by ``tabulate``, and the tables are written first, beside
    the base, with the same name and the suffixes ``.jou`` and ``.trn``.

    >>> from bitgames.formats import wthor
    >>> wthor.save("games.wtb", [wthor.WthorGame(squares="f5d6", white_name="ben")], names=True)
    >>> wthor.wthor_names.load("games.jou")
    ['', 'ben']
    """
    if header is None and isinstance(games, WthorBase):
        header = games.header
    tables: dict[str, bytes] = {}
    if names:
        games, players, tournaments = tabulate(games)
        created = None if header is None else header.created
        stem = os.path.splitext(path)[0]
        tables = {
            f"{stem}.jou": wthor_names.dumps(players, "players", created=created),
            f"{stem}.trn": wthor_names.dumps(tournaments, "tournaments", created=created),
        }
    data = dumps(games, header)
    for table, content in tables.items():
        write_atomic(table, content)
    write_atomic(path, data)
