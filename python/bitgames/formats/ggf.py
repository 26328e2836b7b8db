"""GGF, the Generic Game Format of game servers: any start, moves, clocks, evaluations.

A game is a list of tags, each with a value in brackets. A file is a list of games; line breaks do
not matter::

    (;GM[Othello]PC[GGS/os]DT[2003.12.15]PB[ann]PW[ben]RE[+4.000]TI[05:00//02:00]TY[8]
    BO[8 ---------------------------O*------*O--------------------------- *]
    B[F5//1.20]W[F6/-1.50/0.02];)

``BO`` is the board at the start with its size and the side to move, ``*`` black and ``O`` white.
``B`` and ``W`` are moves, with an evaluation and the seconds used, each after a ``/``; ``PA`` is a
pass. All other tags are kept unchanged. A number before games is the number of games of a match,
and must be right.
"""

import math
import re
from bisect import bisect
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Self, TypeVar

from bitgames._core import (
    GameError,
    Move,
    Othello,
    ParameterError,
    ParseError,
    UnsupportedError,
)
from bitgames._core import position as parse_position
from bitgames.arguments import shortened
from bitgames.files import read_regular, write_atomic
from bitgames.formats.parsing import (
    ErrorCollector,
    FormatError,
    Loaded,
    Path,
    capitals,
    decode,
    described,
    othello,
    play,
    shown,
    skip,
)
from bitgames.record import Record

__all__ = [
    "GgfGame",
    "GgfMove",
    "board",
    "dumps",
    "items",
    "load",
    "loads",
    "parse",
    "save",
    "to_text",
]

T = TypeVar("T")

SIZES = (4, 6, 8)
COLORS = "BW"

# Possessive repeats (`++`) do not backtrack, so every match takes linear time.
_COUNT = re.compile(r"[0-9]++(?=\s*+\(;)", re.ASCII)
_TAG = re.compile(r"\s*+([A-Za-z]++)\[([^\[\]]*+)\]", re.ASCII)
_WHOLE = re.compile(r"\(;(?:\s*+[A-Za-z]++\[[^\[\]]*+\])*+\s*+;\)", re.ASCII)
_OPENED = re.compile(r"\s*+([A-Za-z]++)\[", re.ASCII)
_TIME = re.compile(r"[0-9]{1,6}(?::[0-9]{1,6}){1,2}", re.ASCII)
_NAME = re.compile(r"[A-Za-z]++", re.ASCII)
_NUMBER = re.compile(
    r"[+-]?(?:[0-9]++\.?[0-9]*+|\.[0-9]++)(?:e[+-]?[0-9]++)?", re.ASCII | re.IGNORECASE
)
_RESIGNED = re.compile(r"\s*+([+-])[0-9.]++:r\s*+", re.ASCII)
_MAX_DIGITS = 18  # of a count of games
_OWN = ("GM", "BO", "B", "W")  # tags that are not among `GgfGame.tags`


@dataclass(frozen=True)
class GgfMove:
    """A move with the player's evaluation and the seconds used, or ``None`` for each.

    >>> import bitgames as bg
    >>> from bitgames.formats.ggf import GgfMove
    >>> GgfMove(bg.Othello().parse_move("f5"), eval=-1.5).time is None
    True
    """

    move: Move
    eval: float | None = None
    time: float | None = None


@dataclass(frozen=True)
class GgfGame:
    """A game of a GGF file: its start, its moves, and all other tags in their order.

    >>> import bitgames as bg
    >>> from bitgames.formats.ggf import GgfGame
    >>> game = GgfGame.from_record(bg.Record("othello", ["f5", "d6"]), black="ann", white="ben")
    >>> game.black, game.result, game.record().moves
    ('ann', '?', [f5, d6])
    """

    start: Othello
    moves: tuple[GgfMove, ...] = ()
    tags: tuple[tuple[str, str], ...] = ()

    @classmethod
    def from_record(
        cls,
        record: Record,
        *,
        black: str = "",
        white: str = "",
        place: str = "",
        date: str = "",
        tags: Iterable[tuple[str, str]] = (),
    ) -> Self:
        """Make a game from a record; ``tags`` follow the usual tags.

        Names, place and date that are not given are those of the record, its event as the place.
        The result is that of the record: the disc difference for black, with empty squares for the
        winner, or ``?`` for an unfinished game. A resignation is ``:r`` after it.

        >>> import bitgames as bg
        >>> from bitgames.formats import ggf
        >>> ggf.GgfGame.from_record(bg.Record("othello"), place="home", tags=[("TI", "5:00")]).tags
        (('PC', 'home'), ('PB', ''), ('PW', ''), ('RE', '?'), ('TY', '8'), ('TI', '5:00'))
        """
        start = othello(record.start)
        names = [each or "" for each in record.players or ("", "")]
        black, white = black or names[0], white or names[1]
        place, date = place or record.event or "", date or record.date or ""
        outcome = record.result
        result = "?" if outcome is None else f"{outcome.scores[0]:+.3f}"
        if record.resigned is not None:
            # The whole board for the other side.
            cells = start.facts.width * start.facts.height
            result = f"{cells if record.resigned else -cells:+.3f}:r"
        known = [("PC", place), ("DT", date)]
        usual = [("PB", black), ("PW", white), ("RE", result), ("TY", str(start.facts.width))]
        return cls(
            start,
            tuple(GgfMove(move) for move in record.moves),
            (*(tag for tag in known if tag[1]), *usual, *tags),
        )

    def record(self) -> Record:
        """Return the game as a new record, with the names of its players, its date and its place.

        A game that ended by a resignation, ``:r`` after its result, does so in the record, too.

        >>> import bitgames as bg
        >>> from bitgames.formats import ggf
        >>> ggf.GgfGame(bg.Othello()).record() == bg.Record("othello")
        True
        """
        record: Record = Record(self.start, (each.move for each in self.moves))
        resigned = _RESIGNED.fullmatch(self.result)
        if resigned is not None and not record.is_over:
            record.resign(0 if resigned[1] == "-" else 1)
        return described(record, [self.black, self.white], date=self.date, event=self.place)

    def tag(self, name: str, default: str = "") -> str:
        """Return the value of the first tag with this name, or ``default`` if there is none.

        >>> import bitgames as bg
        >>> from bitgames.formats import ggf
        >>> ggf.GgfGame(bg.Othello(), tags=(("RB", "2197.01"),)).tag("RB")
        '2197.01'
        """
        return next((value for each, value in self.tags if each == name), default)

    @property
    def black(self) -> str:
        """Name of the black player, the tag ``PB``."""
        return self.tag("PB")

    @property
    def white(self) -> str:
        """Name of the white player, the tag ``PW``."""
        return self.tag("PW")

    @property
    def place(self) -> str:
        """Place of the game, the tag ``PC``."""
        return self.tag("PC")

    @property
    def date(self) -> str:
        """Date of the game, the tag ``DT``, in any form."""
        return self.tag("DT")

    @property
    def result(self) -> str:
        """Result for black as text, the tag ``RE``; ``?`` if it is not known."""
        return self.tag("RE", "?")

    @property
    def main_time(self) -> float | None:
        """Seconds that each player has for the game, the first time of the tag ``TI``.

        ``None`` if it does not read as ``minutes:seconds`` or ``hours:minutes:seconds``.

        >>> import bitgames as bg
        >>> from bitgames.formats import ggf
        >>> ggf.GgfGame(bg.Othello(), tags=(("TI", "05:00//02:00"),)).main_time
        300.0
        """
        text = self.tag("TI").partition("/")[0].strip()
        if _TIME.fullmatch(text) is None:
            return None
        seconds = 0.0
        for part in text.split(":"):
            seconds = 60 * seconds + float(part)
        return seconds


def parse(text: str) -> GgfGame:
    """Read a text with exactly one game.

    Raises ``ParseError``, which names line and move.

    >>> from bitgames.formats import ggf
    >>> board = "-" * 27 + "O*------*O" + "-" * 27
    >>> game = ggf.parse(f"(;GM[Othello]PB[ann]PW[ben]BO[8 {board} *]B[F5//1.2]W[d6/-0.5];)")
    >>> game.moves
    (GgfMove(move=f5, eval=None, time=1.2), GgfMove(move=d6, eval=-0.5, time=None))
    """
    games = loads(text)
    if len(games) != 1:
        raise ParseError(f"the text must hold one game, from (; to ;), not {len(games)}")
    return games[0]


def loads(data: str | bytes, *, strict: bool = True, name: str = "") -> Loaded[GgfGame]:
    """Read all games of a text.

    Raises ``ParseError``, which names line, game and move, and ``name`` if it is given. With
    ``strict=False`` bad games are left out, and their errors are in ``complaints`` of the result.

    >>> from bitgames.formats import ggf
    >>> ggf.loads("(;GM[Amazons]BO[10];)")
    Traceback (most recent call last):
        ...
    bitgames.ParseError: line 1: game 1: GM[Amazons] is another game; only Othello is read
    """
    text = decode(data)
    games: Loaded[GgfGame] = Loaded([], errors := ErrorCollector(name, strict=strict))
    line_ends = [found.start() for found in re.finditer("\n", text)]
    for item in items(text):
        if isinstance(item, FormatError):
            errors.at_line(bisect(line_ends, item.place or 0) + 1, str(item))
        else:
            games.append(item)
    return games


def items(
    text: str, quick: Callable[[list[tuple[str, str]]], T | None] | None = None
) -> Iterator[GgfGame | FormatError | T]:
    """Yield each game of a text, or a refusal; after a bad game continue at the next ``(;``.

    ``quick`` gets the tags of a game, names and values, and returns what to yield instead of it, or
    ``None``: for those who do not need the moves played.

    >>> from bitgames.formats import ggf
    >>> [str(item) for item in ggf.items("(;GM[Amazons]BO[10];)")]
    ['game 1: GM[Amazons] is another game; only Othello is read']
    >>> list(ggf.items("(;GM[Amazons]BO[10];)", len))
    [2]
    """
    at = number = 0
    # The match of the last count: place of the count, its value, number of games before it.
    match: tuple[int, int, int] | None = None
    while (at := skip(text, at)) < len(text):
        if found := _COUNT.match(text, at):
            yield from _miscounted(match, number)
            # A count with more digits is never right.
            match = at, int(found[0][-_MAX_DIGITS:]), number
            if len(found[0].lstrip("0")) > _MAX_DIGITS:
                yield FormatError(f"{shown(found[0])} is not a valid count of games", at)
                match = None
            at = skip(text, found.end())
        if not text.startswith("(;", at):
            between = text[at : at + 10]
            yield FormatError(f"{between!r} is not a game: a game begins with (;", at)
            if (at := text.find("(;", at)) < 0:
                break
        number += 1
        begin = at
        if quick is not None and (whole := _WHOLE.match(text, at)):
            made = quick(_TAG.findall(text, at + 2, whole.end() - 2))
            if made is not None:
                yield made
                at = whole.end()
                continue
        try:
            tags, at = _tags(text, begin)
            yield _game(tags, begin)
        except FormatError as error:
            if at == begin:  # the end of this game is not known
                at = text.find("(;", begin + 2)
                at = len(text) if at < 0 else at
            yield FormatError(f"game {number}: {error}", error.place)
    yield from _miscounted(match, number)


def _miscounted(match: tuple[int, int, int] | None, number: int) -> Iterator[FormatError]:
    if match is not None and number - match[2] != match[1]:
        offset, count, before = match
        yield FormatError(
            f"a match of {count} games is announced, but it has {number - before}", offset
        )


_Tag = tuple[str, str, int]  # name, value, offset


def _tags(text: str, begin: int) -> tuple[list[_Tag], int]:
    """Split a game into tags with their values and offsets; also return its end."""
    at = begin + 2
    tags: list[_Tag] = []
    while found := _TAG.match(text, at):
        tags.append((found[1], found[2], found.start(1)))
        at = found.end()
    if opened := _OPENED.match(text, at):
        tag = shortened(opened[1], 40)
        raise FormatError(f"the value of {tag} has no closing ]", opened.start(1))
    at = skip(text, at)
    if text.startswith(";)", at):
        return tags, at + 2
    if at == len(text) or text.startswith("(;", at):
        raise FormatError("cut short: it has no closing ;)", begin)
    raise FormatError(
        f"{text[at : at + 10]!r} is not a valid tag: tags look like PB[name], and ;) ends the game",
        at,
    )


def _game(tags: list[_Tag], begin: int) -> GgfGame:
    heads = {name: (value, offset) for name, value, offset in tags if name in ("GM", "BO")}
    for name in ("GM", "BO"):
        count = sum(each == name for each, _, _ in tags)
        if count != 1:
            raise FormatError(f"it must have one tag {name}, not {count}", begin)
    kind, offset = heads["GM"]
    if kind.strip().lower() != "othello":
        raise FormatError(
            f"GM[{shortened(kind, 40)}] is another game; only Othello is read", offset
        )
    cells, offset = heads["BO"]
    start = board(cells, offset)
    record = Record(start)
    moves: list[GgfMove] = []
    for name, value, offset in tags:
        if name in ("B", "W"):
            moves += _play(record, name, value, offset)
    others = tuple((name, value) for name, value, _ in tags if name not in _OWN)
    return GgfGame(start, tuple(moves), others)


def board(value: str, offset: int = 0) -> Othello:
    """Read a board, the value of ``BO``, with its size and the side to move.

    Raises ``FormatError`` with ``offset`` for anything else.

    >>> board("4 -----O*--*O----- *").to_string()
    'othello:4 ----/-OX-/-XO-/---- X'
    """
    words = value.split()
    if len(words) < 3 or words[0] not in map(str, SIZES):
        raise FormatError(
            f"BO[{shortened(value, 40)}] is not a valid board: it needs a size of 4, 6 or 8, the "
            "squares and the side",
            offset,
        )
    size, side, cells = int(words[0]), words[-1], "".join(words[1:-1])
    if side not in ("*", "O"):
        raise FormatError(f"the side to move in BO is * or O, not {shown(side)}", offset)
    if wrong := cells.strip("-*O"):
        raise FormatError(f"squares in BO are -, * and O, not {wrong[0]!r}", offset)
    if len(cells) != size * size:
        raise FormatError(f"BO of size {size} has {size * size} squares, not {len(cells)}", offset)
    spec = "othello" if size == 8 else f"othello:{size}"
    rows = "/".join(cells[row : row + size] for row in range(0, size * size, size))
    try:
        return othello(parse_position(f"{spec} {rows} {side}".replace("*", "X")))
    except GameError as error:
        raise FormatError(f"BO: {error}", offset) from None


def _play(record: Record, color: str, value: str, offset: int) -> list[GgfMove]:
    """Play a move, and a missing pass before it; return the moves played."""
    text, *said = (part.strip() for part in value.split("/"))
    position = othello(record.position)
    played = []
    try:
        if len(said) > 2:
            raise ParseError(
                f"move {len(record) + 1}: {shown(value)} is not move/evaluation/seconds"
            )
        if position.turn != COLORS.index(color) and not position.is_over:
            if not position.must_pass:
                move = f"{color}[{shortened(value, 40)}]"
                raise ParseError(f"move {len(record) + 1}: {move} is out of turn")
            forced = position.legal_moves[0]
            record.play(forced)
            played.append(GgfMove(forced))
        numbers = [_number(part, len(record) + 1) for part in said]
        played.append(GgfMove(play(record, text), *numbers))
    except ParseError as error:
        raise FormatError(str(error), offset) from None
    return played


def _number(text: str, move: int) -> float | None:
    if not text:
        return None
    if _NUMBER.fullmatch(text) is None or not math.isfinite(float(text)):
        raise ParseError(
            f"move {move}: {shown(text)} is not a valid number: a move is move/evaluation/seconds"
        )
    return float(text)


def to_text(game: GgfGame) -> str:
    """Write one game as a line.

    Moves are in upper case; numbers have two decimal places, or more if they need them. Raises
    ``ParameterError`` for a tag that GGF cannot hold, ``UnsupportedError`` for a board that is not
    square, and what ``Position.play`` raises for an illegal move.

    >>> import bitgames as bg
    >>> from bitgames.formats import ggf
    >>> start = bg.position("othello:4")
    >>> moves = (ggf.GgfMove(start.parse_move("b1"), time=0.5),)
    >>> ggf.to_text(ggf.GgfGame(start, moves, (("PB", "ann"),)))
    '(;GM[Othello]PB[ann]BO[4 -----O*--*O----- *]B[B1//0.50];)'
    """
    parts = ["(;GM[Othello]"]
    for name, value in game.tags:
        if name in _OWN or _NAME.fullmatch(name) is None:
            raise ParameterError(
                f"{shown(name)} is not a valid tag: allowed are letters, but not {' '.join(_OWN)}"
            )
        if "[" in value or "]" in value:
            raise ParameterError(
                f"{shown(value)} is not a valid value of {name}: brackets are not allowed"
            )
        parts.append(f"{name}[{value}]")
    cells, _, side = game.start.to_obf().partition(" ")
    if game.start.size is None:
        raise UnsupportedError(
            f"GGF holds games of Othello on square boards, not {game.start.game}"
        )
    parts.append(f"BO[{game.start.size} {cells} {side}]".replace("X", "*"))
    position = game.start
    for each in game.moves:
        said = [_said(each.eval), _said(each.time)]
        text = "/".join([capitals(each.move), *said]).rstrip("/")
        parts.append(f"{COLORS[position.turn]}[{text}]")
        position = position.play(each.move)
    return "".join([*parts, ";)"])


def _said(number: float | None) -> str:
    if number is None:
        return ""
    if not math.isfinite(number):
        raise ParameterError(f"{number} is not a valid number in GGF: allowed are finite numbers")
    text = f"{number:.2f}"
    return text if float(text) == number else repr(float(number))


def dumps(games: Iterable[GgfGame]) -> str:
    """Write games as text, one on each line.

    >>> import bitgames as bg
    >>> from bitgames.formats import ggf
    >>> game = ggf.GgfGame.from_record(bg.Record("othello", ["f5"]))
    >>> ggf.loads(ggf.dumps([game, game])) == [game, game]
    True
    """
    return "".join(to_text(game) + "\n" for game in games)


def load(path: Path, *, strict: bool = True) -> Loaded[GgfGame]:
    """Read the games of a file as ``loads`` does. Raises ``OSError`` for an error of the system.

    >>> import bitgames as bg
    >>> from bitgames.formats import ggf
    >>> ggf.save("games.ggf", [ggf.GgfGame.from_record(bg.Record("othello"), black="ann")])
    >>> ggf.load("games.ggf")[0].black
    'ann'
    """
    return loads(read_regular(path), strict=strict, name=str(path))


def save(path: Path, games: Iterable[GgfGame]) -> None:
    """Write games to a file as UTF-8, atomically.

    >>> import bitgames as bg
    >>> from bitgames.formats import ggf
    >>> ggf.save("games.ggf", [ggf.GgfGame.from_record(bg.Record("othello", ["f5"]))])
    """
    write_atomic(path, dumps(games).encode())
