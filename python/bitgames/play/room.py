"""A room for one game: it takes messages and emits answers, without a terminal or network.

A front end (a terminal, a web page, a notebook) admits viewers by ``Room.admit``, passes each
message of a viewer to ``Room.handle``, and sends the answers that the room gives to ``emit``. Every
answer is for one viewer and holds only what that viewer may know.
"""

from collections.abc import Sequence

from bitgames import games
from bitgames._core import (
    GameError,
    IllegalMoveError,
    Move,
    ParameterError,
    child_seed,
)
from bitgames._core import position as parse_position
from bitgames.analysis import Advice, hint
from bitgames.play import announcements
from bitgames.play.clock import TimeControl
from bitgames.play.exchange import Exchange
from bitgames.play.explorer import FIRST
from bitgames.play.game import End, Game
from bitgames.play.hints import hint_data
from bitgames.play.host import NO_THREAD, Emit, Host, Viewer, code_of
from bitgames.play.jobs import HINT, Job
from bitgames.play.messages import By, Message, Refused, read_message
from bitgames.play.moves import read_move
from bitgames.play.offers import welcome
from bitgames.play.seating import HUMAN, OPEN, Seat, dealt
from bitgames.play.study import Studies
from bitgames.play.tree import MAX_NODES, Node
from bitgames.scene import geometry
from bitgames.seeding import root

__all__ = ["Emit", "Room", "Viewer"]

_HINT_CHILD = 2**62 + 2**61 + 2**60
_KEPT_IDS = 64


class Room(Studies, Exchange, Host):
    """A game with its viewers and computer players.

    ``emit(viewer, answer)`` sends an answer; ``start`` is a position or the spec of a game.
    ``known`` maps further names that messages may use to player objects or specs. Messages may use
    ``engine:COMMAND`` and ``python:FILE.py:NAME`` only if ``engines`` is true.
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

    def handle(self, viewer: str, message: Message) -> None:
        """Carry out a message of a viewer, or answer with a ``note`` that has the reason."""
        with self._lock:
            try:
                if viewer not in self._viewers:
                    return
                self._reply = (viewer, _id_of(message))
                read = read_message(message)
                self._allow(read["do"])
                if read["do"] != "hello" and self._is_repeated(viewer, read.get("id")):
                    self._send(viewer, "state", **self._state(viewer))
                    return
                self._check_clock()
                if read.get("at", self.game.node.number) != self.game.node.number:
                    self._send(viewer, "state", **self._state(viewer))
                    raise Refused("stale", "the game has changed since this message")
                getattr(self, f"_do_{read['do']}")(viewer, read)
            except Refused as error:
                self._note(viewer, error.code, str(error))
            except GameError as error:
                self._note(viewer, code_of(error), self.words(error))
            finally:
                self._reply = None

    def _allow(self, do: str) -> None:
        """Refuse the kinds of messages that this room does not take; it takes all."""

    # For the owner of the room, in the same program.

    def play(self, move: Move | int | str) -> None:
        """Play a move for the seat to move, also a player's; a player's thinking ends.

        Raises ``IllegalMoveError`` or ``ParseError``, and ``GameError`` if the game is over.
        """
        with self._lock:
            game = self.game
            if game.is_over:
                raise GameError("the game is over")
            found = read_move(game.position, move) if isinstance(move, str) else move
            if not game.position.is_legal(found):
                raise IllegalMoveError("this move is not legal now")
            self._cancel()
            self._play(found, "person")
            self._settle()

    def stand_at(self, node: Node) -> None:
        """Go to a node of the tree, whatever the seats; at the end of a line the game continues."""
        with self._lock:
            self._stand_at(node)

    def _is_repeated(self, viewer: str, reply: str | int | None) -> bool:
        if reply is None:
            return False
        ids = self._viewers[viewer].ids
        if reply in ids:
            return True
        ids[reply] = None
        if len(ids) > _KEPT_IDS:
            ids.popitem(last=False)
        return False

    def _do_hello(self, viewer: str, message: Message) -> None:
        role = self._viewers[viewer].role
        answer = welcome(role, self._own(viewer), self._known)
        self._send(viewer, "welcome", **answer)
        self._send(viewer, "state", **self._state(viewer))

    def _do_new(self, viewer: str, message: Message) -> None:
        self._need_owner(viewer)
        if "game" in message and "start" in message:
            raise Refused("damaged", "new takes game or start, not both")
        seed = root(message.get("seed"))
        if "start" in message:
            start = parse_position(message["start"])
        else:
            start = self.game.start
            if "game" in message:
                start = games.get(message["game"])
            if "game" in message or "seed" in message:
                start = dealt(start, seed, 0)
        fresh = Game(start, seed=seed, known=self._known)
        fresh.set_clock(TimeControl.read(message.get("clock")), self._now)
        fresh.is_known = not {"start", "seed", "moves"}.isdisjoint(message)
        try:
            for move in message.get("moves", ()):
                fresh.play(move)
        except GameError:
            # The error's text might name hidden cards.
            raise Refused("illegal", "the moves cannot be played in this order") from None
        names = message.get("seats", [HUMAN] * len(fresh.seats))
        if OPEN in names:
            self._need_unknown(fresh)
        self._seat_all(fresh, names, viewer)
        self._cancel()
        self.game = fresh
        self._begin()

    def _is_left(self, viewer: str, seat: Seat) -> bool:
        """Tell whether the owner may give away the seat of a person who has gone."""
        holder = self._viewers.get(seat.holder or "")
        return self._is_owner(viewer) and (holder is None or not holder.online)

    def _need_unknown(self, game: Game) -> None:
        """Refuse to invite another person to cards that the owner chose."""
        if game.is_known and game.start.facts.hidden:
            raise Refused("denied", "you chose these cards: others play only with dealt ones")

    def _do_sit(self, viewer: str, message: Message) -> None:
        number, name = message["seat"], message["player"]
        if not 0 <= number < len(self.game.seats):
            raise Refused("damaged", f"seat must be from 0 to {len(self.game.seats) - 1}")
        seat = self.game.seats[number]
        others = seat.holder not in (None, viewer) and not self._is_left(viewer, seat)
        free = seat.spec == OPEN or seat.holder == viewer
        if others or not (self._is_owner(viewer) or (free and name in (HUMAN, OPEN))):
            raise Refused("denied", "the seat belongs to another player")
        if name == HUMAN and not self._may_switch(viewer, number):
            raise Refused("denied", "you have seen the cards of another seat")
        if name == OPEN and self._is_owner(viewer):
            self._need_unknown(self.game)
        player = None if name in (HUMAN, OPEN) else self._player(self.game, name)
        self._cancel()
        seat.holder, seat.player, seat.spec = viewer if name == HUMAN else None, player, name
        self.game.seating.begin(self.game.seed, self.game.number, [number])
        self._settle()

    def _do_play(self, viewer: str, message: Message) -> None:
        game = self.game
        self._need_turn_in_game(viewer)
        if "text" in message:
            try:
                move: Move | int = read_move(game.position, message["text"])
            except IllegalMoveError as error:
                raise Refused("illegal", str(error)) from None
        else:
            move = message["i"]
            if not game.position.is_legal(move):
                raise Refused("illegal", "this move is not legal now")
        self._cancel()
        self._play(move, "person")
        self._settle()

    def _do_claim(self, viewer: str, message: Message) -> None:
        self._need_turn_in_game(viewer)
        try:
            moves = announcements.claim(self.game.position, message.get("tricks"))
        except ParameterError as error:
            raise Refused("illegal", str(error)) from None
        self._play_out(moves, "claim")

    def _do_forced(self, viewer: str, message: Message) -> None:
        self._need_turn_in_game(viewer)
        moves = announcements.forced_moves(self.game.position)
        if not moves:
            raise Refused("illegal", "no move is forced: there is a choice, or cards are hidden")
        self._play_out(moves, "forced")

    def _need_turn_in_game(self, viewer: str) -> None:
        if self.game.is_over:
            raise Refused("illegal", "the game is over")
        self._need_turn(viewer)

    def _play_out(self, moves: list[Move], by: By) -> None:
        """Play the moves that follow without anybody's choice, all or none of them."""
        if len(self.game.tree) + len(moves) > MAX_NODES:
            raise Refused("limit", f"the tree is full: it can hold {MAX_NODES} positions")
        self._cancel()
        for number, move in enumerate(moves):
            # The claim is a choice, which can be taken back: that of the first move.
            self._play(move, by, is_sequel=number > 0)
        self._settle()

    def _do_geometry(self, viewer: str, message: Message) -> None:
        game = message.get("game", self.game.start.game)
        scene = games.get(game).scene("all")
        data = geometry(scene, message.get("view"), flip=message.get("flip", False))
        self._send(viewer, "geometry", **data)

    def _do_preview(self, viewer: str, message: Message) -> None:
        self._need_turn(viewer)
        position, index = self.game.position, message["i"]
        if not position.is_legal(index):
            raise Refused("illegal", "this move is not legal now")
        move = next(each for each in position.legal_moves if int(each) == index)
        filled = [sorted(cells) for cells in games.presenter(position).waves(position, move)]
        self._send(viewer, "preview", i=index, waves=filled)

    def _do_undo(self, viewer: str, message: Message) -> None:
        self._need_seat(viewer)
        target = self._undo_target(viewer)
        others = self._others(viewer)
        if others and self.game.hides:
            raise Refused("denied", "moves are not taken back where cards are hidden")
        if others:
            self._ask(viewer, others, "undo", target)
            return
        self._cancel()
        self._undo(target)

    def _undo_target(self, viewer: str) -> Node:
        if self.game.end is not None:
            return self.game.node
        target = self.game.last_choice(self._own(viewer))
        if target is None:
            raise Refused("illegal", "nothing to undo: you have not moved yet")
        return target

    def _undo(self, target: Node) -> None:
        if target is self.game.node:
            self.game.end = None
            self._settle()
        else:
            self.game.goto(target)
            self._tell()

    def _do_redo(self, viewer: str, message: Message) -> None:
        self._need_alone(viewer)
        target = self.game.next_choice
        if target is None:
            raise Refused("illegal", "nothing to redo: no move was undone here")
        self._stand_at(target)

    def _do_goto(self, viewer: str, message: Message) -> None:
        self._need_alone(viewer)
        number = message["node"]
        if number < FIRST:
            self._stand_at(self.game.tree.node(number))
            return
        place = self.game.explorer.place(number)
        self._stand_at(self._branch(self.game.tree.node(place.base), place.moves))

    def _do_branch(self, viewer: str, message: Message) -> None:
        self._need_alone(viewer)
        if not message["moves"]:
            raise Refused("damaged", "a branch has moves")
        try:
            self._branch(self.game.tree.node(message["node"]), message["moves"])
        except IllegalMoveError:
            raise Refused("illegal", "the moves cannot be played in this order") from None
        self._tell()

    def _branch(self, node: Node, moves: Sequence[int]) -> Node:
        """Add moves below a node, and return the last node; the game stays where it is."""
        game = self.game
        here, end = game.node, game.end
        steps = [each.visited for each in here.path]
        try:
            game.goto(node)
            for move in moves:
                game.play(move)
            return game.node
        finally:
            game.goto(here)
            game.end = end
            for each, visited in zip(here.path, steps, strict=True):
                each.visited = visited

    def _stand_at(self, node: Node) -> None:
        """Go to a node; at the end of a line the game continues, elsewhere the computer waits."""
        self._cancel()
        self.game.goto(node)
        if node.children:
            self._waits = not node.position.is_over and not self.game.has_choice(node)
            self._tell()
        else:
            self._settle()

    def _do_go(self, viewer: str, message: Message) -> None:
        self._need_seat(viewer)
        if not self._waits:
            raise Refused("illegal", "the computer does not wait")
        self._waits = False
        self._settle()

    def _do_promote(self, viewer: str, message: Message) -> None:
        self._need_alone(viewer)
        self.game.tree.promote(message["node"])
        self._tell()

    def _do_delete(self, viewer: str, message: Message) -> None:
        self._need_alone(viewer)
        tree = self.game.tree
        node = tree.node(message["node"])
        stands_there = node in self.game.node.path
        tree.delete(node.number)
        if stands_there:
            self._stand_at(tree.current)
        else:
            self._tell()

    def _do_comment(self, viewer: str, message: Message) -> None:
        self._need_seat(viewer)
        self.game.tree.node(message["node"]).comment = message["text"]
        self._tell()

    def _do_resign(self, viewer: str, message: Message) -> None:
        own = self._own(viewer)
        if not own:
            raise Refused("denied", "this is for players: take a seat first")
        if self.game.is_over:
            raise Refused("illegal", "the game is over already")
        turn = self.game.position.turn
        self._cancel()
        self.game.end = End("resigned", turn if turn in own else own[0])
        self._tell()

    def _do_rematch(self, viewer: str, message: Message) -> None:
        self._need_seat(viewer)
        if self._others(viewer) and not self.game.is_over:
            raise Refused("denied", "the game is not over")
        if "seats" in message:
            self._need_alone(viewer)
            self._seat_all(self.game, message["seats"], viewer)
        self._cancel()
        self.game.again()
        self._begin()

    def _do_answer(self, viewer: str, message: Message) -> None:
        question = self._question
        if question is None or question.number != message["ask"] or viewer not in question.asked:
            raise Refused("stale", "this question is closed")
        if not message["yes"]:
            self._question = None
            self._note(question.asker, "denied", "the other player does not agree")
            return
        question.asked.discard(viewer)
        if not question.asked:
            self._cancel()
            self._undo(question.target)

    def _do_hint(self, viewer: str, message: Message) -> None:
        game = self.game
        if game.is_over:
            raise Refused("illegal", "the game is over: there is nothing to hint at")
        self._need_turn(viewer)
        if any(asker == viewer for _, asker in self._hints.values()):
            raise Refused("busy", "another hint is still being computed")
        count = message.get("count", 1)
        if count < 0:
            raise Refused("damaged", "count must be from 1, or 0 for all moves")
        record, node, reply = game.record, game.node, message.get("id")
        seed = child_seed(game.seed, _HINT_CHILD + node.number)

        def done(job: Job, found: Advice | None, error: BaseException | None) -> None:
            with self._lock:
                if self._hints.pop(job.number, None) is not None and error is not None:
                    self._note(viewer, code_of(error), self.words(error), reply)

        def work(job: Job) -> Advice:
            def tell(advice: Advice) -> None:
                with self._lock:
                    if job.number in self._hints:
                        if advice.final:
                            del self._hints[job.number]
                        told = {"job": job.number, "node": node.number, **hint_data(advice)}
                        self._send(viewer, "hint", re=reply, **told)

            return hint(
                record, count or None, seed=seed, stop=job.is_cancelled, on_advice=tell,
                progress=job.report,
            )  # fmt: skip

        job = self._job(work, done, [viewer], rank=HINT)
        if not self._started(job):
            raise Refused("busy", NO_THREAD)
        self._hints[job.number] = (job, viewer)

    def _do_stop(self, viewer: str, message: Message) -> None:
        self._need_seat(viewer)
        number = message["job"]
        if number in self._hints and self._hints[number][1] == viewer:
            self._end_hint(self._hints[number][0])
        elif self._thinking is not None and self._thinking.number == number:
            self._need_alone(viewer)
            self._cancel()
            self._waits = True
            self._tell()
        elif number in self._studies and self._studies[number].viewer == viewer:
            self._end_study(self._studies[number])
            self._send(viewer, "state", **self._state(viewer))
        else:
            raise Refused("stale", f"there is no job {number}")


def _id_of(message: Message) -> str | int | None:
    """Return the id of a message, which may be anything."""
    number = message.get("id") if isinstance(message, dict) else None
    return number if isinstance(number, str | int) else None
