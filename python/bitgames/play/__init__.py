"""Games between people and players, independent of terminal, web page and notebook.

A ``Room`` takes messages and emits answers, both JSON data; a ``Tree`` keeps every move that was
tried.

>>> import bitgames as bg
>>> tree = bg.play.Tree(bg.TicTacToe())
>>> str(tree.play("b2").move), len(tree)
('b2', 2)
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bitgames.play.answers import Answer
    from bitgames.play.game import End, Game
    from bitgames.play.jobs import Job, Jobs, QueuedJobs, ThreadJobs
    from bitgames.play.messages import FIELDS, PROTOCOL, Message, Refused
    from bitgames.play.offers import catalogue, welcome
    from bitgames.play.room import Room
    from bitgames.play.tree import Node, Tree

__all__ = [
    "FIELDS",
    "PROTOCOL",
    "Answer",
    "End",
    "Game",
    "Job",
    "Jobs",
    "Message",
    "Node",
    "QueuedJobs",
    "Refused",
    "Room",
    "ThreadJobs",
    "Tree",
    "catalogue",
    "welcome",
]

# Loaded at first use: the commands need a few parts, and the room brings all others with it.
_PLACES = {
    "Answer": "answers",
    "End": "game",
    "FIELDS": "messages",
    "Game": "game",
    "Job": "jobs",
    "Jobs": "jobs",
    "Message": "messages",
    "Node": "tree",
    "PROTOCOL": "messages",
    "QueuedJobs": "jobs",
    "Refused": "messages",
    "Room": "room",
    "ThreadJobs": "jobs",
    "Tree": "tree",
    "catalogue": "offers",
    "welcome": "offers",
}


def __getattr__(name: str) -> Any:
    """Load a public name at its first use."""
    if name not in _PLACES:
        raise AttributeError(f"module 'bitgames.play' has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(f"bitgames.play.{_PLACES[name]}"), name)
    return value


def __dir__() -> list[str]:
    """List the public names, also those not loaded yet."""
    return sorted(__all__)
