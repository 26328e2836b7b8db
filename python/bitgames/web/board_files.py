"""The board of the page as texts, for other front ends that join it to what they have around it."""

import re
from importlib.resources import files

_PAGE = "/* The page around the board. */"
_EXPORT = "export default { render };"
_EXPORTED = re.compile(r"^export (?=class|const|function)", re.MULTILINE)


def board_script() -> str:
    """Return the board as a script without exports, to which others are added.

    >>> "function render(" in board_script(), "export" in board_script()
    (True, False)
    """
    board, found, _ = _text("board.js").rpartition(_EXPORT)
    assert found
    return _EXPORTED.sub("", board)


def board_style() -> str:
    """Return the style of the board alone: nothing in it touches what is around it."""
    board, found, _ = _text("style.css").partition(_PAGE)
    assert found
    return board


def _text(name: str) -> str:
    return (files("bitgames.web") / "static" / name).read_text(encoding="utf-8")
