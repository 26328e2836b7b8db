"""Conversion between a game of a room and the text of a file."""

import json

from bitgames._core import ParseError
from bitgames.arguments import parameter_error
from bitgames.play.game import Game
from bitgames.play.tree import Tree
from bitgames.record import Record

__all__ = ["FORMATS", "read", "write"]

FORMATS = ("record", "tree")
"""The formats: the moves to the current position and a resignation, or all moves tried."""


def write(game: Game, form: str) -> str:
    """Return the text of a file. Raises ``ParameterError`` for an unknown format."""
    _check(form)
    return game.record.dumps() if form == "record" else json.dumps(game.tree.to_dict())


def read(text: str, form: str) -> Record | Tree:
    """Return the moves of a file. Raises ``ParameterError`` and ``ParseError``."""
    _check(form)
    if form == "record":
        return Record.loads(text)
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise ParseError("not a tree of moves: not valid JSON") from None
    return Tree.from_dict(data)


def _check(form: str) -> None:
    if form not in FORMATS:
        raise parameter_error("format", f"one of {', '.join(FORMATS)}", repr(form))
