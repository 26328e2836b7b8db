"""What a game says of values and moves: its unit, and reasons for a move.

The defaults are right for every game; each game that knows more has one file here, which registers
it.
"""

from bitgames.games.advice import honeymoon as honeymoon  # registers its unit and reasons
from bitgames.games.advice import mosaic as mosaic  # registers its reasons
from bitgames.games.advice import othello as othello  # registers its unit and reasons
from bitgames.games.advice import tictactoe as tictactoe  # registers its reasons
from bitgames.games.advice.base import RESULT, Unit, amount, reasons, result, unit

__all__ = ["RESULT", "Unit", "amount", "reasons", "result", "unit"]
