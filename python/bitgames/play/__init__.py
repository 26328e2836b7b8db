"""Games between people and players, independent of terminal, web page and notebook.

A ``Room`` takes messages and emits answers, both JSON data; a ``Tree`` keeps every move that was
tried.

>>> import bitgames as bg
>>> tree = bg.play.Tree(bg.TicTacToe())
>>> str(tree.play("b2").move), len(tree)
('b2', 2)
"""

from bitgames.play.answers import Answer
from bitgames.play.catalogue import catalogue, welcome
from bitgames.play.game import End, Game
from bitgames.play.jobs import Job, Jobs, QueuedJobs, ThreadJobs
from bitgames.play.messages import FIELDS, PROTOCOL, Message, Refused
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
