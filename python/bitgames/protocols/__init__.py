"""The protocols GTP and NBoard between playing programs, both sides of each.

``gtp`` and ``nboard`` are the engine's side: they serve a controller such as GoGui or NBoard.
``control`` is the controller's side: it uses an external program. They do not depend on players: a
chooser is any object that has a name, prepares for a game and chooses moves.

>>> import bitgames as bg
>>> from bitgames.protocols import gtp
>>> print(gtp.Server(bg.TicTacToe()).handle("1 protocol_version"), end="")
=1 2
<BLANKLINE>
"""

from bitgames.protocols import gtp, nboard
from bitgames.protocols.engine_search import Chooser, Limits
from bitgames.protocols.lines import Lines

__all__ = ["PROTOCOLS", "Chooser", "Limits", "Lines", "gtp", "nboard"]

PROTOCOLS = ("gtp", "nboard")
"""Names of the protocols."""
