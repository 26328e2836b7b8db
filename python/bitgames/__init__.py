"""Board and card games on bits: play, solve, count, match and draw them.

The rules, searches and matches are native. This package adds their names, saved games, players
written in Python, pictures and the ``bitgames`` command.

>>> import bitgames as bg
>>> position = bg.TicTacToe().play("b2").play("a1")
>>> position.legal_moves
[b1, c1, a2, c2, a3, b3, c3]
>>> bg.solve(position).value
0
"""

from bitgames.lazy import attach

__getattr__, __dir__ = attach(__name__)
