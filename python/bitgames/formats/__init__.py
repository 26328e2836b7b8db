"""Games and positions in the files of other programs.

Each format is a module with the same names: ``loads`` and ``dumps`` for what a file holds,
``load`` and ``save`` for files by their path, ``parse`` and ``to_text`` for a single game or
position where the format is text. Games become a ``bitgames.Record`` and come from one.

For Othello:

- ``transcript``: squares run together, ``f5d6c3``, one game on each line
- ``obf``: positions with the exact score of each move, one on each line
- ``ggf``: the Generic Game Format, with players, evaluations and times
- ``wthor``: the game base of the French federation; ``wthor_names``: its tables of names
- ``convert``: games from any of these to any other

For honeymoon bridge:

- ``pbn``: Portable Bridge Notation, deals with their auctions, play and results

What is wrong with a file is a ``ParseError`` that names the file and the line or byte. With
``strict=False`` a bad game is left out instead and the error is kept in ``complaints``.

>>> from bitgames.formats import transcript
>>> record = transcript.parse("F5D6C3")
>>> record.moves
[f5, d6, c3]
>>> transcript.to_text(record)
'f5d6c3'
"""

from bitgames.formats import convert as convert
from bitgames.formats import ggf as ggf
from bitgames.formats import obf as obf
from bitgames.formats import pbn as pbn
from bitgames.formats import transcript as transcript
from bitgames.formats import wthor as wthor
from bitgames.formats import wthor_names as wthor_names
from bitgames.formats.base import Loaded

__all__ = ["Loaded", "convert", "ggf", "obf", "pbn", "transcript", "wthor", "wthor_names"]
