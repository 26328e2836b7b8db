"""Pictures of positions, drawn from their scenes alone.

>>> import bitgames as bg
>>> print(bg.render.to_text(bg.TicTacToe().play("b2").scene(last_move="b2")))
   a b c
1  . . .
2  .[o].
3  . . .
x to move
"""

from bitgames.render.svg import to_svg
from bitgames.render.text import to_text
from bitgames.render.theme import Theme

__all__ = ["Theme", "to_svg", "to_text"]
