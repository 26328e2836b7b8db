"""A game of a room as the text of a file, and back."""

import json

from bitgames._core import ParseError
from bitgames.arguments import parameter_error
from bitgames.play.game import Game
from bitgames.play.tree import Tree
from bitgames.record import Record

__all__ = ["FORMATS", "read", "write"]

FORMATS = ("record", "tree")
"""The formats: the moves to where the game stands with a resignation, or all that were tried."""


def write(game: Game, form: str) -> str:
    """Return the text of a file. Raises ``ParameterError`` for another format."""
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
