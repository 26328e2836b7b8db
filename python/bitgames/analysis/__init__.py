"""Analysis: hints with reasons, and what each move of a game cost.

>>> import bitgames as bg
>>> bg.hint(bg.position("tictactoe oo./xx./..."), lines=1).words
'c1 wins: completes a line; c2 draws'
"""

from bitgames.analysis.game import Analysis, AnalyzedMove, Totals, analyze
from bitgames.analysis.hints import Advice, AdvisedMove, hint, refine
from bitgames.analysis.levels import LEVELS, Level

__all__ = [
    "LEVELS",
    "Advice",
    "AdvisedMove",
    "Analysis",
    "AnalyzedMove",
    "Level",
    "Totals",
    "analyze",
    "hint",
    "refine",
]
