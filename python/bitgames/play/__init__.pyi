"""The public names of the package, each with its place."""

from bitgames.play.room.answers import Answer as Answer
from bitgames.play.game import End as End, Game as Game
from bitgames.play.jobs import (
    Job as Job,
    Jobs as Jobs,
    QueuedJobs as QueuedJobs,
    ThreadJobs as ThreadJobs,
)
from bitgames.play.room.messages import (
    FIELDS as FIELDS,
    PROTOCOL as PROTOCOL,
    Message as Message,
    MessageError as MessageError,
)
from bitgames.play.room.offers import catalogue as catalogue, welcome as welcome
from bitgames.play.room import Room as Room
from bitgames.play.tree import Node as Node, Tree as Tree
