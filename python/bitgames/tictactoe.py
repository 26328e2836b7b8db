"""What belongs to tic-tac-toe alone: the judge of games that are written as digits.

>>> from bitgames.tictactoe import judge
>>> print(judge("79538246"))
x won.
"""

from bitgames._core import Judgement, judge

__all__ = ["Judgement", "judge"]
