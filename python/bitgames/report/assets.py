"""The board of the page and its style, as texts for one file."""

import re
from functools import cache
from importlib.resources import files

from bitgames.web.board_files import board_script, board_style

_IMPORT = 'from "../web/static/board.js";'
_COMMENT = re.compile(
    r"^[ \t]*/\*(?:(?!\*/).)*\*/\n|^[ \t]*//[^\n]*\n|/\*\* @type [^*]*\*/ ?", re.M | re.S
)
_INDENT = re.compile(r"^[ \t]+|^\n", re.M)
_AROUND = re.compile(r"\s*([{};,])\s*|(?<=:)\s+(?=[^{}]*[;}])")


@cache
def script() -> str:
    """Return the script of the file: the board, and the buttons that replay the game."""
    _, imports, around = _text("replay.js").partition(_IMPORT)
    assert imports
    return _bare(board_script() + around)


@cache
def style() -> str:
    """Return the style sheet of the file."""
    return _AROUND.sub(r"\1", _bare(board_style() + _text("replay.css")))


def _bare(text: str) -> str:
    """Return a script or a style sheet without comments and indentation."""
    return _INDENT.sub("", _COMMENT.sub("", text))


def _text(name: str) -> str:
    return (files("bitgames.report") / name).read_text(encoding="utf-8")
