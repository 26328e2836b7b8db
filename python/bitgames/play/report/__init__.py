"""A game as one HTML file, which replays it on a board without a network.

It holds the moves, their values, comments and the last position as plain HTML too, for readers
without scripts.
"""

from bitgames.play.report.page import of_game, to_html

__all__ = ["of_game", "to_html"]
