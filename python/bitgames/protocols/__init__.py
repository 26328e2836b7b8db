"""The protocols by which programs that play talk to each other: GTP and NBoard, from both sides.

``gtp`` and ``nboard`` answer a program that uses this package, such as GoGui or NBoard; ``control``
is the other side, by which this package uses a program. Neither knows of players: a chooser is
anything that has a name, gets ready for a game and chooses a move.

>>> import bitgames as bg
>>> from bitgames.protocols import gtp
>>> print(gtp.Server(bg.TicTacToe()).handle("1 protocol_version"), end="")
=1 2
<BLANKLINE>
"""

from bitgames.protocols import gtp, nboard
from bitgames.protocols.lines import Lines
from bitgames.protocols.thinking import Chooser, Limits

__all__ = ["PROTOCOLS", "Chooser", "Limits", "Lines", "gtp", "nboard"]

PROTOCOLS = ("gtp", "nboard")
"""Names of the protocols."""
