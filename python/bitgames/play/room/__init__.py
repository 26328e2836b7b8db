"""A room for one game: viewers, messages and answers around the games of ``bitgames.play``."""

from bitgames.play.room.audience import Emit
from bitgames.play.room.room import Room

__all__ = ["Emit", "Room"]
