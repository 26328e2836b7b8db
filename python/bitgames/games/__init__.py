"""The games by name, their rules, and the scenes of their positions.

The names and facts come from the native registry. Each game has one file here, which makes the
scenes of its positions and says which text has its rules; ``bitgames.scene`` calls it.

>>> from bitgames import games
>>> "tictactoe" in games.names()
True
>>> games.get("tictactoe:5").num_moves
25
"""

from bitgames.games import honeymoon as honeymoon  # registers its scenes and its rules
from bitgames.games import mosaic as mosaic  # registers its scenes and its rules
from bitgames.games import othello as othello  # registers its scenes and its rules
from bitgames.games import tictactoe as tictactoe  # registers its scenes and its rules
from bitgames.games.registry import examples, facts, get, names, start, strongest
from bitgames.games.rulebook import Rules, rules, rules_text

__all__ = [
    "Rules",
    "examples",
    "facts",
    "get",
    "names",
    "rules",
    "rules_text",
    "start",
    "strongest",
]
