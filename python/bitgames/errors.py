"""Errors that the Python layer alone raises; the others come from the native module."""

from bitgames._core import GameError

__all__ = ["PlayerError"]


class PlayerError(GameError):
    """A player's own code failed: it raised an exception, which is the cause of this one.

    >>> raise PlayerError("mine.py raised ValueError: no idea")
    Traceback (most recent call last):
    ...
    bitgames.PlayerError: mine.py raised ValueError: no idea
    """

    __module__ = "bitgames"
