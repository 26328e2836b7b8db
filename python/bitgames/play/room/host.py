"""The course of a game: seats, forced passes, computer moves, answers to all viewers."""

import threading
from collections.abc import Callable, Sequence
from operator import index as operator_index
from time import monotonic
from typing import Any

from bitgames import games, players
from bitgames._core import (
    CancelledError,
    DamagedFileError,
    GameError,
    IllegalMoveError,
    InvalidPositionError,
    LimitError,
    Move,
    ParameterError,
    ParseError,
    Position,
    UnknownGameError,
    UnknownPlayerError,
    UnsupportedError,
)
from bitgames.analysis import Analysis
from bitgames.play.game import End, Game
from bitgames.play.jobs import STUDY, Job, Jobs, QueuedJobs, Work
from bitgames.play.moves import forced_pass
from bitgames.play.room import state
from bitgames.play.room.audience import Audience, Emit
from bitgames.play.room.bounds import UNLIMITED, Bounds
from bitgames.play.room.messages import By, Code, Message, MessageError
from bitgames.play.room.state import Asked
from bitgames.play.room.work import RoomWork, Study
from bitgames.play.seating import HUMAN, OPEN, Known, check_player
from bitgames.play.shown import NO_SEAT, viewer_seat
from bitgames.play.tree import Node
from bitgames.record import Record
from bitgames.seeding import Seed, root
from bitgames.sentences import Said, said_by, said_each


class Host:
    """A game, its viewers and its jobs; ``Room`` adds the messages."""

    def __init__(
        self,
        emit: Emit,
        start: Position | str = "tictactoe",
        *,
        seed: Seed = None,
        known: Known | None = None,
        engines: bool = False,
        jobs: Jobs | None = None,
        bounds: Bounds = UNLIMITED,
        now: Callable[[], float] = monotonic,
        pace: float = 0.0,
    ) -> None:
        self.lock = threading.RLock()
        self.audience = Audience(emit)
        jobs = QueuedJobs() if jobs is None else jobs
        self.work = RoomWork(jobs, bounds, self.audience, self.lock)
        self.known = dict(known or {})
        self.game = Game(games.start(start), seed=root(seed), known=self.known)
        self.is_new = True
        """True until a game was chosen: until then a file of any game is taken in."""
        self.waits = False
        """True if the computer waits for ``go``."""
        self.query: state.Query | None = None
        """The open request to other players."""
        self.matches: dict[int, Any] = {}
        """The latest matches, by the numbers of their jobs."""
        self.analyzed: Analysis | None = None
        """The last analysis of a whole game, for a report of it."""
        self.now = now
        self.pace = pace
        # When the next move of a game without people is due; None if none is.
        self.due: float | None = None
        self._engines = engines
        self._told_tree, self._serial = self.game.tree, 0
        # A lock for each player: a cancelled player may still think, and gets its next call
        # afterwards.
        self._busy: dict[int, tuple[players.Player, threading.Lock]] = {}

    @property
    def serial(self) -> int:
        """The number of the game in this room, which no other one has, a deal anew included."""
        if self.game.tree is not self._told_tree:
            self._told_tree = self.game.tree
            self._serial += 1
        return self._serial

    # Viewers.

    def admit(self, viewer: str, *, owner: bool = False, seat: int | None = None) -> None:
        """Admit a viewer, also again, to ``seat``. An owner chooses games and players."""
        with self.lock:
            self.audience.admit(viewer, owner=owner)
            if seat is not None:
                place = self.game.seats[seat]
                if place.holder not in (None, viewer) or place.player is not None:
                    raise MessageError("denied", Said("seat-taken"))
                place.holder, place.spec = viewer, HUMAN
            if seat is not None and self.deal_again_if_spoilt():
                self.settle(but=viewer)
            else:
                self.tell_all(but=viewer)

    def leave(self, viewer: str) -> None:
        """Mark a viewer as away: they keep their seats, and their hints are cancelled."""
        with self.lock:
            if viewer in self.audience.viewers:
                self.audience.viewers[viewer].online = False
                for study in list(self.work.studies.values()):
                    # A match goes on: it tells its result to those who are there then.
                    if study.viewer == viewer and study.kind != "match":
                        self.work.end(study)
                self.tell_all()

    def dismiss(self, viewer: str) -> None:
        """Forget a viewer; their seats are open again."""
        with self.lock:
            if self.audience.viewers.pop(viewer, None) is not None:
                for number in self.game.seats_of(viewer):
                    self.game.seats[number].holder, self.game.seats[number].spec = None, OPEN
                self.tell_all()

    @property
    def is_thinking(self) -> bool:
        """True while a computer player chooses its move."""
        return self.work.thinking is not None

    def close(self) -> None:
        """Cancel all jobs, and emit no more answers."""
        with self.lock:
            self.cancel()
            for study in list(self.work.studies.values()):
                self.work.end(study)
            self.audience.viewers.clear()

    def tick(self) -> None:
        """Do what is due: end the game of a seat without time, play on where nobody plays.

        A front calls it ten times a second or so. It returns at once while a message is handled.
        """
        if not self.lock.acquire(blocking=False):
            return
        try:
            self.check_clock()
            if self.due is not None and self.now() >= self.due:
                self.due = None
                self.go_on()
        finally:
            self.lock.release()

    def go_on(self) -> None:
        """Let the computer move in a game that people watch."""
        player = self.game.seats[self.game.position.turn].player
        if player is not None:
            self._think(player)
        self.tell_all()

    def check_clock(self) -> None:
        """End the game if the time of the seat to move is over."""
        game = self.game
        if game.clock is None:
            return
        game.clock.tick()
        if not game.is_over and game.clock.has_run_out(game.node):
            self.cancel()
            game.end = End("time", game.position.turn)
            self.tell_all()

    # For the owner of the room, in the same program.

    def seat(self, names: list[str], viewer: str) -> None:
        """Set the player of each seat: ``human`` (the viewer), ``open``, or a player's name."""
        with self.lock:
            self.seat_all(self.game, names, viewer)

    def begin(self) -> None:
        """Begin the game: the computer moves if it is to move, and all viewers get the state."""
        with self.lock:
            self.is_new = False
            self.game.seating.begin(self.game.seed, self.game.number)
            self.settle()

    def load(self, record: Record) -> None:
        """Continue a saved game. Raises ``UnsupportedError`` if a player cannot play it."""
        with self.lock:
            self.check_start(record.start)
            self.cancel()
            self.game.load(record)
            self.settle()

    def check_start(self, start: Position) -> None:
        """Check that the seats of this game can play from ``start``.

        Raises ``ParameterError`` for another game, ``UnsupportedError`` if a player cannot play it.
        """
        present = self.game.start
        # Deals of one series have different rules: the dealer and the state of the rubber.
        is_deal = present.facts.chance and type(start) is type(present)
        if start.game != present.game and not is_deal:
            raise ParameterError(f"the game must be {present.game}, not {start.game}")
        for seat in self.game.seats:
            check_player(seat.player, start)

    # Seats.

    def others(self, viewer: str) -> set[str]:
        """Return the other people who have a seat."""
        holders = {seat.holder for seat in self.game.seats if seat.holder is not None}
        return holders - {viewer}

    def need_seat(self, viewer: str) -> None:
        """Refuse a viewer without a seat; the owner may act if only computers play."""
        if not self.game.seats_of(viewer) and (
            self.others(viewer) or not self.audience.is_owner(viewer)
        ):
            raise MessageError("denied", Said("need-seat"))

    def need_alone(self, viewer: str) -> None:
        """Refuse a viewer who does not play, or not alone."""
        self.need_seat(viewer)
        if self.others(viewer):
            raise MessageError("denied", Said("another-plays"))

    def need_confirm(self, message: Message) -> None:
        """Refuse to put another game in the place of one that runs, unless that is confirmed."""
        if self.game.is_running and not message.get("confirm", False):
            raise MessageError("confirm", Said("confirm"))

    def need_turn(self, viewer: str) -> None:
        """Refuse a viewer whose turn it is not."""
        if self.game.position.turn not in self.game.seats_of(viewer):
            raise MessageError("denied", Said("not-your-turn"))

    def player(self, game: Game, name: str) -> players.Player:
        """Return a player for a seat, within the bounds of the room."""
        if name not in self.known:
            self.work.bounds.check(name)
        return game.seating.player(name, game.start, engines=self._engines)

    def seat_all(self, game: Game, names: list[str], viewer: str) -> None:
        """Give every seat its player; players that are named again stay."""
        if len(names) != len(game.seats):
            raise MessageError("damaged", f"seats must be a list of {len(game.seats)}")
        # Players of the seats so far: an external program need not start again.
        spare = [(seat.spec, seat.player) for seat in game.seats if seat.player is not None]
        found: list[players.Player | None] = []
        for name in names:
            if name in (HUMAN, OPEN):
                found.append(None)
                continue
            at = next((at for at, (spec, _) in enumerate(spare) if spec == name), None)
            found.append(self.player(game, name) if at is None else spare.pop(at)[1])
        for seat, name, player in zip(game.seats, names, found, strict=True):
            if name != HUMAN:
                seat.holder = None
            elif seat.holder is None:
                seat.holder = viewer
            seat.spec, seat.player = name, player

    def deal_again_if_spoilt(self) -> bool:
        """Deal other cards if a person who has come plays with cards that another has seen."""
        if not self.game.is_spoilt:
            return False
        self.cancel()
        self.game.redeal()
        self.game.seating.begin(self.game.seed, self.game.number)
        return True

    # The game.

    def play_move(
        self, move: Move | int | str, by: By, *, is_forced: bool = False, words: Sequence[str] = ()
    ) -> None:
        """Play a move and tell it to all viewers; raises only if the move cannot be played.

        ``words`` are said before what the move brought.
        """
        seat = self.game.position.turn
        node = self.game.play(move)
        node.is_forced = is_forced
        if self.game.clock is not None:
            self.game.clock.played(node)
        assert node.move is not None
        data = {"node": node.number, "seat": seat, "by": by, **state.move_data(node.move)}

        def tell(viewer: str) -> None:
            lines = [*words, *state.announcement(self.game, viewer)]
            codes = said_each(lines)
            self.audience.send(viewer, "played", words=lines, said=codes, **data)

        self.audience.tell_each(tell)

    def settle(self, *, but: str | None = None) -> None:
        """Play forced passes, start the computer if it is to move, and send the state to all."""
        game = self.game
        while not game.is_over and (passing := forced_pass(game.position)) is not None:
            try:
                self.play_move(passing, "pass")
            except LimitError as error:
                self.halt("limit", said_by(error))
                break
        if not game.is_over and not self.waits and self.work.thinking is None:
            seat = game.seats[game.position.turn]
            # After the first move of a game in which no person plays, people watch.
            is_shown = game.node.parent is not None and None not in [
                each.player for each in game.seats
            ]
            if seat.player is not None and self.pace and is_shown:
                self.due = self.now() + self.pace
            elif seat.player is not None:
                self._think(seat.player)
        self.tell_all(but=but)

    def go_to(self, node: Node) -> None:
        """Go to a node; at the end of a line the game continues, elsewhere the computer waits."""
        self.cancel()
        self.game.goto(node)
        if node.children:
            self.waits = not node.position.is_over and not self.game.has_choice(node)
            self.tell_all()
        else:
            self.settle()

    def _think(self, player: players.Player) -> None:
        game, record = self.game, self.game.record
        seeds = game.seating.seeds
        present = {id(seat.player) for seat in game.seats}
        self._busy = {key: kept for key, kept in self._busy.items() if key in present}
        busy = self._busy.setdefault(id(player), (player, threading.Lock()))[1]

        def work(job: Job) -> int | str:
            while not busy.acquire(timeout=0.05):
                if job.is_cancelled():
                    raise CancelledError("the move was not waited for")
            try:
                if job.is_cancelled():
                    raise CancelledError("the move was not waited for")
                if (seed := seeds.pop(id(player), None)) is not None:
                    player.start_game(seed)
                move = players.ask(player, record, stop=job.is_cancelled, progress=job.report)
                # Here, because the index of an object may be computed by the player's own code.
                return move if isinstance(move, str) else operator_index(move)
            finally:
                busy.release()

        hides = game.start.facts.hidden
        followers = [] if hides else list(self.audience.viewers)
        try:
            self.work.start(work, self._thought, followers, player)
        except MessageError as busy:
            self.halt(busy.code, said_by(busy))

    def _thought(self, job: Job, move: Any, error: BaseException | None) -> None:
        with self.lock:
            if self.work.thinking is not job:
                return
            self.work.thinking = None
            seat = self.game.position.turn
            if job.is_late and isinstance(error, CancelledError):
                self.halt("limit", Said("too-long", f"{job.seconds:g}"))
                self.tell_all()
                return
            if error is None:
                try:
                    self.play_move(move, "computer")
                except LimitError as full:
                    self.halt("limit", said_by(full))
                except (GameError, OverflowError) as illegal:
                    error = illegal
            if error is not None:
                hides = self.game.start.facts.hidden
                words = Said("no-move") if hides else self.words(error)
                self.game.end = End("forfeit", seat, words)
            self.settle()

    # Jobs.

    def study(
        self,
        viewer: str,
        message: Message,
        work: Work,
        on_result: Callable[[Job, Any], object] = lambda job, result: None,
        *,
        rank: int = STUDY,
        is_followed: bool = True,
    ) -> int:
        """Start the long work that a message asks for, and return the number of its job.

        ``on_result`` gets the job and its result, unless it was ended before.
        """
        reply = message.get("id")

        def done(job: Job, result: Any, error: BaseException | None) -> None:
            with self.lock:
                if self.work.studies.pop(job.number, None) is None:
                    return
                if error is None:
                    on_result(job, result)
                else:
                    self.audience.note(viewer, code_of(error), self.words(error), reply)

        def queued(job: Job, before: int) -> None:
            with self.lock:
                if job.number in self.work.studies:
                    self.audience.send(viewer, "queue", re=reply, job=job.number, before=before)

        followers = [viewer] if is_followed else []
        job = self.work.start(work, done, followers, rank=rank, queued=queued)
        self.work.studies[job.number] = Study(job, viewer, message["do"])
        return job.number

    def halt(self, code: Code, text: str) -> None:
        """Let the computer wait for ``go``, and send the reason."""
        self.waits = True
        self.audience.tell_each(lambda viewer: self.audience.note(viewer, code, text))

    def cancel(self) -> None:
        """End all jobs and requests that depend on the current position."""
        self.work.stop_thinking()
        for study in (*self.work.of("hint"), *self.work.of("analyze")):
            self.work.end(study)
        self.waits = False
        self.due = None
        self.query = None

    # Answers.

    def tell_all(self, *, but: str | None = None) -> None:
        """Send every viewer the state."""
        self._run_clock()
        self.audience.tell_each(self.tell_state, but=but)

    def tell_state(self, viewer: str) -> None:
        """Send a viewer the state."""
        self.audience.send(viewer, "state", **self.state(viewer))

    def _run_clock(self) -> None:
        game = self.game
        if game.clock is None:
            return
        is_at_end = not game.node.children
        is_full = all(seat.spec != OPEN for seat in game.seats)
        goes_on = is_at_end and is_full and not game.is_over and not self.waits
        game.clock.run(game.node, game.position.turn if goes_on else None)

    def state(self, viewer: str) -> dict[str, Any]:
        """Return the data of the answer ``state`` for a viewer."""
        if self.game.is_secret and (seat := viewer_seat(self.game, viewer)) != NO_SEAT:
            shown = range(len(self.game.seats)) if seat is None else [seat]
            self.game.seen.setdefault(viewer, set()).update(shown)
        return state.state_data(self.game, self.asked(viewer))

    def asked(self, viewer: str) -> Asked:
        """Return what the state of a viewer depends on besides the game."""
        thinking, viewers = self.work.thinking, self.audience.viewers.values()
        return Asked(
            viewer,
            {each.name for each in viewers if each.role == "owner"},
            set(self.audience.online),
            None if thinking is None else thinking.number,
            self.waits,
            self.serial,
        )

    def words(self, error: BaseException) -> str:
        """Describe an error in one line, without hidden cards."""
        hides = self.game.start.facts.hidden
        if hides and isinstance(error, IllegalMoveError | InvalidPositionError):
            return Said("illegal")
        if isinstance(words := said_by(error), Said):
            return words
        words = " ".join(words.split())
        if isinstance(error, ParseError | DamagedFileError | InvalidPositionError):
            return Said("not-read", words)
        return words if isinstance(error, GameError) else f"{type(error).__name__}: {words}"


def code_of(error: BaseException) -> Code:
    """Return the code of a note about an error."""
    # A job whose time is over is cancelled.
    if isinstance(error, LimitError | CancelledError):
        return "limit"
    if isinstance(error, UnsupportedError | UnknownGameError | UnknownPlayerError):
        return "unsupported"
    if isinstance(error, IllegalMoveError):
        return "illegal"
    return "damaged" if isinstance(error, GameError) else "failed"
