"""A board in a notebook: ``bg.Board``, to look at and to click.

It needs ``pip install 'bitgames[notebook]'``, which brings anywidget, when a board is made.
"""

from bitgames.notebook.board import Board

__all__ = ["Board"]
