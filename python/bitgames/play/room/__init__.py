"""A room for one game: viewers, messages and answers around the games of ``bitgames.play``."""

from bitgames.play.room.room import Emit, Room

__all__ = ["Emit", "Room"]
