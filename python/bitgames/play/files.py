"""A game of a room as the text of a file, and back."""

import json

from bitgames._core import ParameterError, ParseError
from bitgames.play.game import Game
from bitgames.play.tree import Tree

__all__ = ["FORMATS", "read", "write"]

FORMATS = ("tree",)
"""The formats: all moves that were tried."""


def write(game: Game, form: str) -> str:
    """Return the text of a file. Raises ``ParameterError`` for another format."""
    _check(form)
    return json.dumps(game.tree.to_dict())


def read(text: str, form: str) -> Tree:
    """Return the moves of a file. Raises ``ParameterError`` and ``ParseError``."""
    _check(form)
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise ParseError("not a tree of moves: not valid JSON") from None
    return Tree.from_dict(data)


def _check(form: str) -> None:
    if form not in FORMATS:
        raise ParameterError(f"format {form!r} must be one of {', '.join(FORMATS)}")
