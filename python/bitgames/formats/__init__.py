"""File formats of other programs for games and positions.

Each format is a module with the same functions: ``loads`` and ``dumps`` for the content of a file,
``load`` and ``save`` for a file by its path, and in text formats ``parse`` and ``to_text`` for a
single game or position. A game is a ``bitgames.Record``, or can be converted to one.

For Othello:

- ``transcript``: squares without spaces, ``f5d6c3``, one game on each line
- ``obf``: positions with the exact score of each move, one on each line
- ``ggf``: the Generic Game Format, with players, evaluations and times
- ``wthor``: the game base of the French federation; ``wthor_names``: its tables of names
- ``convert``: conversion of games between these formats
- ``edax_book`` and ``egbk3``: the opening books of Edax and Egaroucid; ``bitgames.book_files``
  converts them

For games that hide nothing:

- ``sgf``: the Smart Game Format, games with branches, comments and values

For Connect Four:

- ``transcript``: columns without spaces, ``44444221``, one game on each line
- ``pons``: games with the exact score of their last position, one on each line

For honeymoon bridge:

- ``pbn``: Portable Bridge Notation, deals with their auctions, play and results

``read_any`` reads the games of a file of any of these formats, and ``read_one`` one of them; the
content tells the format. ``save`` writes a game, or several, to a file of the format that its
suffix tells. ``read_moves`` and ``read_position`` read moves and positions as people
type them.

A bad file raises ``ParseError``, which names the file and the line or byte. With ``strict=False``
bad games are left out, and their errors are in ``complaints``.

>>> from bitgames.formats import transcript
>>> record = transcript.parse("F5D6C3")
>>> record.moves
[f5, d6, c3]
>>> transcript.to_text(record)
'f5d6c3'
"""

from bitgames.formats import (
    convert,
    edax_book,
    egbk3,
    ggf,
    obf,
    pbn,
    pons,
    sgf,
    transcript,
    wthor,
    wthor_names,
)
from bitgames.formats.convert import save
from bitgames.formats.parsing import Loaded
from bitgames.formats.reading import read_any, read_one
from bitgames.formats.text import read_moves, read_position

__all__ = [
    "Loaded",
    "convert",
    "edax_book",
    "egbk3",
    "ggf",
    "obf",
    "pbn",
    "pons",
    "read_any",
    "read_moves",
    "read_one",
    "read_position",
    "save",
    "sgf",
    "transcript",
    "wthor",
    "wthor_names",
]
