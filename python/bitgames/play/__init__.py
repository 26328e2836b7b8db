"""Games between people and players, independent of terminal, web page and notebook.

A ``Room`` takes messages and emits answers, both JSON data; a ``Tree`` keeps every move that was
tried.

>>> import bitgames as bg
>>> tree = bg.play.Tree(bg.TicTacToe())
>>> str(tree.play("b2").move), len(tree)
('b2', 2)
"""

from bitgames.lazy import attach

__getattr__, __dir__ = attach(__name__)
