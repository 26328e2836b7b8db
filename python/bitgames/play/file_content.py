"""Conversion between a game of a room and the content of a file."""

import binascii
import json
from base64 import b64decode, b64encode
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from bitgames._core import GameError, LimitError, ParseError
from bitgames.arguments import integer, parameter_error, printable, shortened
from bitgames.files import attributes
from bitgames.formats import convert, obf, read_any, sgf
from bitgames.formats.reading import recognise
from bitgames.games import start as start_of
from bitgames.journal import FORMAT as RESULTS
from bitgames.journal import Line
from bitgames.play.announcements import names, result
from bitgames.play.explorer import PAGE
from bitgames.play.game import Game
from bitgames.play.tree import FORMAT, Tree
from bitgames.play.tree_sgf import from_sgf, to_sgf
from bitgames.record import Record
from bitgames.render import to_svg, to_text
from bitgames.scene import Scene
from bitgames.sentences import Said, said
from bitgames.tournaments.games import read_line

FORMATS = ("record", "tree", "sgf", "transcript", "ggf", "wthor", "obf", "pbn")
"""The formats of games: ``record`` has the moves to the current position and a resignation,
``tree`` and ``sgf`` all moves tried; the others are those of other programs."""
PICTURES = ("svg", "text", "html")
"""Pictures of the position, as far as the viewer sees it; ``html`` is the whole game, replayed."""

SUFFIXES = {
    "record": "json",
    "tree": "tree.json",
    "sgf": "sgf",
    "transcript": "txt",
    "ggf": "ggf",
    "wthor": "wtb",
    "obf": "obf",
    "pbn": "pbn",
    "svg": "svg",
    "text": "txt",
    "html": "html",
}
"""The suffix of a file of each format."""

MAX_GAMES = 10_000
"""Most games of a file."""

_SHOWN = 12
_HEAD = 200


@lru_cache
def formats(spec: str) -> tuple[str, ...]:
    """Return the formats that can hold games of ``spec``.

    >>> formats("othello:6"), formats("mosaic")
    (('record', 'tree', 'sgf', 'ggf'), ('record', 'tree', 'sgf'))
    """
    start = start_of(spec)
    record = Record(start)
    if not start.facts.hidden:
        # A transcript holds moves only, so it needs one.
        record.play(start.legal_moves[0])
    return tuple(each for each in FORMATS if _fits(record, each))


def _fits(record: Record, form: str) -> bool:
    try:
        _content(record, form)
    except GameError:
        return False
    return True


def write(game: Game, form: str, scene: Scene) -> bytes:
    """Return the content of a file; a picture is that of ``scene``.

    Raises ``ParameterError`` for an unknown format, ``UnsupportedError`` for one that cannot hold
    the game.
    """
    if form == "svg":
        return to_svg(scene).encode()
    if form == "text":
        return (to_text(scene) + "\n").encode()
    _check(form)
    if form == "tree":
        return json.dumps(game.tree.to_dict()).encode()
    if form == "sgf":
        return sgf.dumps([to_sgf(game.tree, game.record.resigned)]).encode()
    return _content(game.record, form)


def _content(record: Record, form: str) -> bytes:
    if form == "tree":
        return b""
    if form == "obf":
        position: Any = record.position
        if position.game != "othello":
            raise parameter_error("the game", "othello for OBF", position.game)
        return (obf.to_text(obf.ObfProblem(position)) + "\n").encode()
    return convert.dumps([record], form)


def contents(data: bytes) -> dict[str, Any]:
    r"""Return the data of a file for JSON: its text, or base64 if it is not text.

    >>> contents(b"f5d6"), contents(b"\xff")
    ({'data': 'f5d6', 'base64': False}, {'data': '/w==', 'base64': True})
    """
    try:
        return {"data": data.decode(), "base64": False}
    except UnicodeDecodeError:
        return {"data": b64encode(data).decode(), "base64": True}


class Games:
    """The games of a file; each is read when it is asked for."""

    def __init__(self, records: Sequence[Record], titles: Sequence[str] = ()) -> None:
        self._records, self._titles = records, titles

    def __len__(self) -> int:
        return len(self._records)

    def record(self, index: int) -> Record:
        """Return a game. Raises ``ParameterError`` if there is none of this number."""
        return self._records[integer("index", index, 0, len(self) - 1)]

    def page(self, offset: int) -> list[dict[str, Any]]:
        """Return the games from ``offset`` on, at most 50, as data for a list."""
        return [self._row(index) for index in range(offset, min(offset + PAGE, len(self)))]

    def _row(self, index: int) -> dict[str, Any]:
        record = self._records[index]
        moves = " ".join(map(str, record.moves[:_SHOWN]))
        title = self._titles[index] if self._titles else names(record)
        title = title or Said("game-number", index + 1)
        return {
            "index": index,
            "title": title,
            **said(title),
            "plies": len(record),
            "moves": moves,
            "game": record.start.game,
            "result": result(record),
            **attributes(record, "players", "date", "event"),
        }


def read(text: str, form: str | None = None, *, base64: bool = False) -> Tree | Games:
    r"""Return the moves of a file: a tree, or the games that it holds.

    By default the content tells the format. Raises ``ParameterError`` and ``ParseError``.

    >>> games = read("f5d6\nc4")
    >>> len(games), games.record(1).moves
    (2, [c4])
    """
    if form is not None:
        _check(form)
    data = _decoded(text) if base64 else text.encode(errors="replace")
    if form == "tree" or (form is None and _begins(data, FORMAT)):
        try:
            return Tree.from_dict(json.loads(data))
        except (ValueError, RecursionError):
            raise ParseError("not a tree of moves: not valid JSON") from None
    if form is None and _begins(data, RESULTS):
        return _results(data)
    if form == "record":
        return Games([Record.loads(data)])
    _check_size(data)
    if form == "sgf" or (form is None and recognise(data) == "SGF"):
        trees = sgf.loads(data)
        if len(trees) == 1 and trees[0].has_more:
            return from_sgf(trees[0])
        return Games([each.record() for each in trees])
    # As bytes: a text could be taken for the name of a file.
    return Games(read_any(data))


def _check_size(data: bytes) -> None:
    """Raise ``LimitError`` for more games than are read in a moment."""
    # A deal of PBN takes many lines; a game of the other formats takes one or less. The games of a
    # WTHOR base are replayed when they are asked for.
    kind = recognise(data)
    count = data.count(b"(;") if kind in ("PBN", "GGF", "SGF") else data.count(b"\n")
    if kind != "WTHOR" and count > MAX_GAMES:
        raise LimitError(f"a file must have at most {MAX_GAMES:,} games to be read here")


def _decoded(text: str) -> bytes:
    try:
        return b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise ParseError("the data is not valid base64") from None


def _begins(data: bytes, name: str) -> bool:
    return data.lstrip()[:1] == b"{" and f'"{name}"'.encode() in data[:_HEAD]


def _results(data: bytes) -> Games:
    """Read the games of a tournament; a last line that is still being written is left out."""
    lines = data.split(b"\n")[1:-1]
    games = [read_line(Line(number, 0, line), "the file") for number, line in enumerate(lines, 2)]
    records, titles = [], []
    for game in games:
        record = game.record
        teams = [shortened(printable(name), 60) for name in (game.first, game.second)]
        record.players = [teams[team] for team in record.start.facts.teams]
        records.append(record)
        titles.append(" - ".join(teams))
    return Games(records, titles)


def _check(form: str) -> None:
    if form not in FORMATS:
        raise parameter_error("format", f"one of {', '.join((*FORMATS, *PICTURES))}", repr(form))
