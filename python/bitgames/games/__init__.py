"""The games by name, and how they are shown to people.

The names, facts and units come from the core, the rules and the names of openings from files.

>>> from bitgames import games
>>> "tictactoe" in games.names()
True
>>> games.get("tictactoe:5").num_moves
25
"""

from bitgames._core import Facts
from bitgames.games.named import Opening, opening, openings
from bitgames.games.registry import (
    aim,
    digits,
    examples,
    facts,
    get,
    names,
    start,
    strongest,
    unit,
)
from bitgames.games.rulebook import Rules, rules, rules_text

__all__ = [
    "Facts",
    "Opening",
    "Rules",
    "aim",
    "digits",
    "examples",
    "facts",
    "get",
    "names",
    "opening",
    "openings",
    "rules",
    "rules_text",
    "start",
    "strongest",
    "unit",
]
