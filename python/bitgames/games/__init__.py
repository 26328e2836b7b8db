"""The games by name, and how they are shown to people.

The names and facts come from the native registry. Each game has one file here: its presenter,
which knows its units, reasons and rules.

>>> from bitgames import games
>>> "tictactoe" in games.names()
True
>>> games.get("tictactoe:5").num_moves
25
"""

from bitgames._core import Facts
from bitgames.games.registry import (
    digits,
    examples,
    facts,
    get,
    names,
    presenter,
    start,
    strongest,
)
from bitgames.games.rulebook import Rules, rules, rules_text

__all__ = [
    "Facts",
    "Rules",
    "digits",
    "examples",
    "facts",
    "get",
    "names",
    "presenter",
    "rules",
    "rules_text",
    "start",
    "strongest",
]
