"""What belongs to honeymoon bridge alone: endings of open cards and their tables, views, scores.

>>> from bitgames.honeymoon import Ending
>>> Ending(["1101", "10", "", "0010"], trump=0).trump
0
"""

from bitgames._core import Ending, EndingDatabase, EndingLayer, HoneymoonView, Par, Rubber

__all__ = ["Ending", "EndingDatabase", "EndingLayer", "HoneymoonView", "Par", "Rubber"]
