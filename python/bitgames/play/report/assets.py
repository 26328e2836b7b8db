"""The board of the page and its style, as texts for one file."""

import re
from functools import cache
from importlib.resources import files

from bitgames import bundle

_AROUND = re.compile(r"\s*([{};,])\s*|(?<=:)\s+(?=[^{}]*[;}])")


@cache
def script(live: bool = False) -> str:
    """Return the script of the file: the board, and the buttons that replay the game.

    A ``live`` one asks the engine of the file for values.
    """
    instead = {"play/report/still.js": "play/report/live.js"} if live else {}
    return bundle.script("play/report/replay.js", instead)


@cache
def style() -> str:
    """Return the style sheet of the file."""
    own = (files("bitgames.play.report") / "replay.css").read_text(encoding="utf-8")
    return _AROUND.sub(r"\1", bundle.style("theme", "board") + own)
