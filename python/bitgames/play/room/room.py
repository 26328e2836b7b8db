"""A room for one game: it takes messages and emits answers, without a terminal or network.

A front end (a terminal, a web page, a notebook) admits viewers by ``Room.admit``, passes each
message of a viewer to ``Room.handle``, and sends the answers that the room gives to ``emit``. Every
answer is for one viewer and holds only what that viewer may know.
"""

from collections.abc import Mapping
from typing import ClassVar

from bitgames._core import GameError, IllegalMoveError, Move
from bitgames.play.moves import read_move
from bitgames.play.room import exchange, playing, studies
from bitgames.play.room.host import Host, code_of
from bitgames.play.room.messages import Message, MessageError, read_message
from bitgames.play.tree import Node
from bitgames.sentences import Said, said_by


class Room(Host):
    """A game with its viewers and computer players.

    ``emit(viewer, answer)`` sends an answer; ``start`` is a position or the spec of a game.
    ``known`` maps further names that messages may use to player objects or specs. Messages may use
    ``engine:COMMAND``, ``text:COMMAND``, ``python:FILE.py:NAME`` and ``net:FILE`` only if
    ``engines`` is true.
    ``jobs`` runs the players' thinking (default: a queue, which its owner runs). ``bounds`` are the
    most that a job may take, ``now`` the time of the clocks, for which the front calls ``tick``;
    then a game without people takes ``pace`` seconds a move, so that they can watch it.

    >>> import bitgames as bg
    >>> answers = []
    >>> jobs = bg.play.QueuedJobs()
    >>> room = Room(lambda viewer, answer: answers.append(answer), "tictactoe", seed=1, jobs=jobs)
    >>> room.admit("me", owner=True)
    >>> room.handle("me", {"do": "new", "seats": ["human", "first"]})
    >>> room.handle("me", {"do": "play", "text": "b2"})
    >>> jobs.run_all()
    >>> [answer["text"] for answer in answers if answer["is"] == "played"]
    ['b2', 'a1']
    """

    handlers: ClassVar[Mapping[str, playing.Handler]] = {
        handler.__name__.removeprefix("_"): handler
        for handler in (*playing.HANDLERS, *studies.HANDLERS, *exchange.HANDLERS)
    }
    """What carries out each kind of message."""
    lacking: ClassVar[str] = Said("no-tournament")
    """Why a kind of message is not carried out."""

    def handle(self, viewer: str, message: Message) -> None:
        """Carry out a message of a viewer, or answer with a ``note`` that has the reason."""
        with self.lock:
            if viewer not in self.audience.viewers:
                return
            with self.audience.replying(viewer, message):
                try:
                    self._handle(viewer, read_message(message))
                except MessageError as error:
                    self.audience.note(viewer, error.code, said_by(error))
                except GameError as error:
                    self.audience.note(viewer, code_of(error), self.words(error))

    def _handle(self, viewer: str, message: Message) -> None:
        kind = message["do"]
        if kind not in self.handlers:
            raise MessageError("denied", self.lacking)
        if kind != "hello" and self.audience.is_repeated(viewer, message.get("id")):
            self.tell_state(viewer)
            return
        self.check_clock()
        seen = self.serial, self.game.node.number
        if (message.get("serial", seen[0]), message.get("at", seen[1])) != seen:
            self.tell_state(viewer)
            raise MessageError("stale", Said("changed"))
        self.handlers[kind](self, viewer, message)

    # For the owner of the room, in the same program.

    def play(self, move: Move | int | str) -> None:
        """Play a move for the seat to move, also a player's; a player's thinking ends.

        Raises ``IllegalMoveError`` or ``ParseError``, and ``GameError`` if the game is over.
        """
        with self.lock:
            game = self.game
            if game.is_over:
                raise GameError(Said("over"))
            found = read_move(game.position, move) if isinstance(move, str) else move
            if not game.position.is_legal(found):
                raise IllegalMoveError(Said("not-legal"))
            self.cancel()
            self.play_move(found, "person")
            self.settle()

    def stand_at(self, node: Node) -> None:
        """Go to a node of the tree, whatever the seats; at the end of a line the game continues."""
        with self.lock:
            self.go_to(node)
