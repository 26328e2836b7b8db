"""Errors that the Python layer alone raises; the others come from the native module."""

from bitgames._core import GameError

__all__ = ["ClusterError", "PlayerError"]


class PlayerError(GameError):
    """A player's own code failed: it raised an exception, which is the cause of this one.

    >>> raise PlayerError("mine.py raised ValueError: no idea")
    Traceback (most recent call last):
    ...
    bitgames.PlayerError: mine.py raised ValueError: no idea
    """

    __module__ = "bitgames"


class ClusterError(GameError):
    """Workers or their scheduler failed, or are not there; the text says what to do.

    >>> raise ClusterError("no dask scheduler answers at tcp://10.0.0.7:8786")
    Traceback (most recent call last):
    ...
    bitgames.ClusterError: no dask scheduler answers at tcp://10.0.0.7:8786
    """

    __module__ = "bitgames"
