"""The course of a game: seats, forced passes, computer moves, answers to all viewers."""

import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from logging import getLogger
from operator import index as operator_index
from time import monotonic
from typing import Any, Literal, TypeAlias

from bitgames import games, players
from bitgames._core import (
    CancelledError,
    GameError,
    IllegalMoveError,
    InvalidPositionError,
    LimitError,
    Move,
    ParameterError,
    Position,
    UnknownGameError,
    UnknownPlayerError,
    UnsupportedError,
)
from bitgames.play import state
from bitgames.play.bounds import FREE, Bounds
from bitgames.play.game import End, Game
from bitgames.play.jobs import MOVE, STUDY, Done, Job, Jobs, QueuedJobs, Work
from bitgames.play.messages import PROTOCOL, By, Code, Refused
from bitgames.play.moves import forced_pass
from bitgames.play.seating import HUMAN, OPEN, Known, check_player
from bitgames.play.tree import Node
from bitgames.record import Record
from bitgames.seeding import Seed, root

__all__ = ["Emit", "Host", "Study", "Viewer", "code_of"]

Emit: TypeAlias = Callable[[str, Any], object]
"""Sends an answer to a viewer. Any thread calls it, one at a time; it returns soon, without calling
the room."""


_logger = getLogger(__name__)

NO_THREAD = "the machine cannot start more work"


@dataclass(frozen=True, slots=True)
class Study:
    """Long work that a viewer asked for."""

    job: Job
    viewer: str
    kind: str
    """The message that asked for it."""


@dataclass(slots=True)
class Viewer:
    """A person or a program that follows a room."""

    name: str
    role: Literal["owner", "guest"]
    online: bool = True
    ids: "OrderedDict[str | int, None]" = field(default_factory=OrderedDict)


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
        bounds: Bounds = FREE,
        now: Callable[[], float] = monotonic,
        pace: float = 0.0,
    ) -> None:
        """Open the room with a game whose seats are open; no answer is sent yet."""
        self._bounds = bounds
        self._now = now
        self._pace = pace
        # When the next move of a game without people is due; None if none is.
        self._due: float | None = None
        self._emit = emit
        self._known = dict(known or {})
        self._engines = engines
        self._jobs: Jobs = QueuedJobs() if jobs is None else jobs
        self._lock = threading.RLock()
        self._viewers: dict[str, Viewer] = {}
        self.game = Game(games.start(start), seed=root(seed), known=self._known)
        # The job of the player to move, and True if the computer waits for ``go``.
        self._thinking: Job | None = None
        self._waits = False
        # Hint jobs with the viewer who asked.
        self._hints: dict[int, tuple[Job, str]] = {}
        self.is_new = True
        """True until a game was chosen: until then a file of any game is taken in."""
        self._matches: dict[int, Any] = {}
        # Other long work, by the number of its job.
        self._studies: dict[int, Study] = {}
        self._job_count = 0
        self._question: state.Question | None = None
        # The viewer whose message is handled now, and its id, which the answers name.
        self._reply: tuple[str, str | int | None] | None = None
        # A lock for each player: a cancelled player may still think, and gets its next call
        # afterwards.
        self._busy: dict[int, tuple[players.Player, threading.Lock]] = {}
        # The seats whose knowledge each viewer has seen in this game.
        self._eyes: dict[str, set[int]] = {}

    # Viewers.

    def admit(self, viewer: str, *, owner: bool = False, seat: int | None = None) -> None:
        """Admit a viewer, also again, to ``seat``. An owner chooses games and players."""
        with self._lock:
            known = self._viewers.get(viewer)
            if known is None:
                known = self._viewers[viewer] = Viewer(viewer, "owner" if owner else "guest")
            known.online = True
            if seat is not None:
                self._hold(seat, viewer)
            self._tell(but=viewer)

    def leave(self, viewer: str) -> None:
        """Mark a viewer as away: they keep their seats, and their hints are cancelled."""
        with self._lock:
            if viewer in self._viewers:
                self._viewers[viewer].online = False
                for job, asker in list(self._hints.values()):
                    if asker == viewer:
                        self._end_hint(job)
                for study in list(self._studies.values()):
                    # A match goes on: it tells its result to those who are there then.
                    if study.viewer == viewer and study.kind != "match":
                        self._end_study(study)
                self._tell()

    def dismiss(self, viewer: str) -> None:
        """Forget a viewer; their seats are open again."""
        with self._lock:
            if self._viewers.pop(viewer, None) is not None:
                for number in self._own(viewer):
                    self.game.seats[number].holder, self.game.seats[number].spec = None, OPEN
                self._tell()

    @property
    def is_thinking(self) -> bool:
        """True while a computer player chooses its move."""
        return self._thinking is not None

    def close(self) -> None:
        """Cancel all jobs, and emit no more answers."""
        with self._lock:
            self._cancel()
            for study in list(self._studies.values()):
                self._end_study(study)
            self._viewers.clear()

    def tick(self) -> None:
        """Do what is due: end the game of a seat without time, play on where nobody plays.

        A front calls it ten times a second or so. It returns at once while a message is handled.
        """
        if not self._lock.acquire(blocking=False):
            return
        try:
            self._check_clock()
            if self._due is not None and self._now() >= self._due:
                self._due = None
                self._go_on()
        finally:
            self._lock.release()

    def _go_on(self) -> None:
        """Let the computer move in a game that people watch."""
        player = self.game.seats[self.game.position.turn].player
        if player is not None:
            self._think(player)
        self._tell()

    def _check_clock(self) -> None:
        """End the game if the time of the seat to move is over."""
        game = self.game
        if game.clock is None:
            return
        game.clock.tick()
        if not game.is_over and game.clock.has_run_out(game.node):
            self._cancel()
            game.end = End("time", game.position.turn)
            self._tell()

    # For the owner of the room, in the same program.

    def seat(self, names: list[str], viewer: str) -> None:
        """Set the player of each seat: ``human`` (the viewer), ``open``, or a player's name."""
        with self._lock:
            self._seat_all(self.game, names, viewer)

    def begin(self) -> None:
        """Begin the game: the computer moves if it is to move, and all viewers get the state."""
        with self._lock:
            self._begin()

    def load(self, record: Record) -> None:
        """Continue a saved game. Raises ``UnsupportedError`` if a player cannot play it."""
        with self._lock:
            self.check_start(record.start)
            self._cancel()
            self.game.load(record)
            self._settle()

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

    def _own(self, viewer: str) -> list[int]:
        return [n for n, seat in enumerate(self.game.seats) if seat.holder == viewer]

    def _others(self, viewer: str) -> set[str]:
        """Return the other people who have a seat."""
        holders = {seat.holder for seat in self.game.seats if seat.holder is not None}
        return holders - {viewer}

    def _is_owner(self, viewer: str) -> bool:
        return self._viewers[viewer].role == "owner"

    def _need_owner(self, viewer: str) -> None:
        if not self._is_owner(viewer):
            raise Refused("denied", "only the owner of the room can do this")

    def _need_seat(self, viewer: str) -> None:
        """Refuse a viewer without a seat; the owner may act if only computers play."""
        if not self._own(viewer) and (self._others(viewer) or not self._is_owner(viewer)):
            raise Refused("denied", "this is for players: take a seat first")

    def _need_alone(self, viewer: str) -> None:
        self._need_seat(viewer)
        if self._others(viewer):
            raise Refused("denied", "another person plays in this game")

    def _need_turn(self, viewer: str) -> None:
        if self.game.position.turn not in self._own(viewer):
            raise Refused("denied", "it is not your turn")

    def _may_switch(self, viewer: str, number: int) -> bool:
        """Tell whether a viewer may take a seat in a game with hidden information."""
        if not self.game.hides:
            return True
        return self._eyes.get(viewer, set()) <= {number}

    def _hold(self, number: int, viewer: str) -> None:
        seat = self.game.seats[number]
        if seat.holder not in (None, viewer) or seat.player is not None:
            raise Refused("denied", "the seat belongs to another player")
        seat.holder, seat.spec = viewer, HUMAN

    def _player(self, game: Game, name: str) -> players.Player:
        if name not in self._known:
            self._bounds.check(name)
        return game.seating.player(name, game.start, engines=self._engines)

    def _seat_all(self, game: Game, names: list[str], viewer: str) -> None:
        """Give every seat its player; players that are named again stay."""
        if len(names) != len(game.seats):
            raise Refused("damaged", f"seats must be a list of {len(game.seats)}")
        # Players of the seats so far: an external program need not start again.
        spare = [(seat.spec, seat.player) for seat in game.seats if seat.player is not None]
        found: list[players.Player | None] = []
        for name in names:
            if name in (HUMAN, OPEN):
                found.append(None)
                continue
            at = next((at for at, (spec, _) in enumerate(spare) if spec == name), None)
            found.append(self._player(game, name) if at is None else spare.pop(at)[1])
        for seat, name, player in zip(game.seats, names, found, strict=True):
            if name != HUMAN:
                seat.holder = None
            elif seat.holder is None:
                seat.holder = viewer
            seat.spec, seat.player = name, player

    # The game.

    def _begin(self) -> None:
        self._eyes.clear()
        self.is_new = False
        self.game.seating.begin(self.game.seed, self.game.number)
        self._settle()

    def _play(self, move: Move | int | str, by: By, *, is_sequel: bool = False) -> None:
        """Play a move and tell it to all viewers; raises only if the move cannot be played."""
        seat = self.game.position.turn
        node = self.game.play(move)
        node.is_sequel = is_sequel
        if self.game.clock is not None:
            self.game.clock.played(node)
        data = {"node": node.number, "seat": seat, "by": by, **state.move_data(node)}

        def tell(viewer: str) -> None:
            self._send(viewer, "played", words=state.announcement(self.game, viewer), **data)

        self._tell_each(tell)

    def _settle(self) -> None:
        """Play forced passes, start the computer if it is to move, and send the state to all."""
        game = self.game
        while not game.is_over and (passing := forced_pass(game.position)) is not None:
            try:
                self._play(passing, "pass")
            except LimitError as error:
                self._halt("limit", str(error))
                break
        if not game.is_over and not self._waits and self._thinking is None:
            seat = game.seats[game.position.turn]
            if seat.player is not None and self._pace and self._is_shown():
                self._due = self._now() + self._pace
            elif seat.player is not None:
                self._think(seat.player)
        self._tell()

    def _is_shown(self) -> bool:
        """Tell whether people watch a game in which none of them plays, after its first move."""
        has_begun = self.game.node.parent is not None
        return has_begun and all(seat.player is not None for seat in self.game.seats)

    def _think(self, player: players.Player) -> None:
        """Start the job in which a computer player chooses its move."""
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
        followers = [] if hides else list(self._viewers)
        self._thinking = self._job(work, self._thought, followers, player)
        if not self._started(self._thinking):
            self._thinking = None
            self._halt("busy", NO_THREAD)

    def _thought(self, job: Job, move: Any, error: BaseException | None) -> None:
        """Play the move that a computer player has chosen."""
        with self._lock:
            if self._thinking is not job:
                return
            self._thinking = None
            seat = self.game.position.turn
            if job.is_late and isinstance(error, CancelledError):
                self._halt("limit", f"the player thought longer than {job.seconds:g} s and waits")
                self._tell()
                return
            if error is None:
                try:
                    self._play(move, "computer")
                except LimitError as full:
                    self._halt("limit", str(full))
                except (GameError, OverflowError) as illegal:
                    error = illegal
            if error is not None:
                hides = self.game.start.facts.hidden
                words = "the player gave no legal move" if hides else self.words(error)
                self.game.end = End("forfeit", seat, words)
            self._settle()

    def _ask(self, viewer: str, others: set[str], what: str, target: Node) -> None:
        self._job_count += 1
        self._question = state.Question(self._job_count, viewer, set(others), target)
        for other in others:
            self._send(other, "ask", ask=self._job_count, text=f"{what}?")

    # Jobs.

    def _job(
        self,
        work: Work,
        done: Done,
        followers: list[str],
        player: players.Player | None = None,
        *,
        rank: int = MOVE,
    ) -> Job:
        """Describe work, in which ``player`` thinks; the followers get its progress."""
        self._job_count += 1
        number = self._job_count

        def progress(steps: int, total: int) -> None:
            with self._lock:
                for viewer in followers:
                    if viewer in self._viewers and self._viewers[viewer].online:
                        depth = getattr(player, "depth", 0)
                        data = {"job": number, "done": steps, "total": total, "depth": depth}
                        self._send(viewer, "progress", **data)

        seconds = self._bounds.seconds if rank != STUDY else None
        return Job(number, work, done, progress, rank=rank, seconds=seconds)

    def _started(self, job: Job) -> bool:
        """Start a job; return whether it could be started."""
        try:
            self._jobs.start(job)
        except RuntimeError:
            return False
        return True

    def _halt(self, code: Code, text: str) -> None:
        """Let the computer wait for ``go``, and send the reason."""
        self._waits = True
        self._tell_each(lambda viewer: self._note(viewer, code, text))

    def _cancel(self) -> None:
        """End all jobs and questions that depend on the current position."""
        if self._thinking is not None:
            self._thinking.cancel()
            self._thinking = None
        for job, _ in list(self._hints.values()):
            self._end_hint(job)
        for study in list(self._studies.values()):
            if study.kind == "analyze":
                self._end_study(study)
        self._waits = False
        self._due = None
        self._question = None

    def _end_hint(self, job: Job) -> None:
        job.cancel()
        self._hints.pop(job.number, None)

    def _end_study(self, study: Study) -> None:
        study.job.cancel()
        self._studies.pop(study.job.number, None)

    # Answers.

    def _present(self) -> list[str]:
        return [viewer.name for viewer in self._viewers.values() if viewer.online]

    def _tell(self, *, but: str | None = None) -> None:
        """Send every viewer the state."""
        self._run_clock()
        self._tell_each(lambda viewer: self._send(viewer, "state", **self._state(viewer)), but=but)

    def _tell_each(self, tell: Callable[[str], object], *, but: str | None = None) -> None:
        """Call ``tell`` for every viewer; a fault with one of them is logged, the game goes on."""
        for viewer in self._present():
            try:
                if viewer != but:
                    tell(viewer)
            except Exception:
                _logger.exception("a viewer could not be told")

    def _run_clock(self) -> None:
        """Let the clock of the seat to move run, if the game goes on."""
        game = self.game
        if game.clock is None:
            return
        is_at_end = not game.node.children
        is_full = all(seat.spec != OPEN for seat in game.seats)
        goes_on = is_at_end and is_full and not game.is_over and not self._waits
        game.clock.run(game.node, game.position.turn if goes_on else None)

    def _state(self, viewer: str) -> dict[str, Any]:
        online = {name for name, each in self._viewers.items() if each.online}
        thinking = None if self._thinking is None else self._thinking.number
        if (seat := state.eyes(self.game, viewer)) not in (None, state.NO_SEAT):
            self._eyes.setdefault(viewer, set()).add(seat)
        asked = state.Asked(viewer, self._is_owner(viewer), online, thinking, self._waits)
        return state.state_data(self.game, asked)

    def _note(self, viewer: str, code: Code, text: str, reply: str | int | None = None) -> None:
        self._send(viewer, "note", re=reply, code=code, text=text)

    def _send(self, viewer: str, kind: str, *, re: str | int | None = None, **data: Any) -> None:
        if re is None and self._reply is not None and self._reply[0] == viewer:
            re = self._reply[1]
        answer = {"v": PROTOCOL, "is": kind, **({} if re is None else {"re": re}), **data}
        self._emit(viewer, answer)

    def words(self, error: BaseException) -> str:
        """Describe an error in one line, without hidden cards."""
        hides = self.game.start.facts.hidden
        if hides and isinstance(error, IllegalMoveError | InvalidPositionError):
            return "illegal move"
        words = " ".join(str(error).split())
        return words if isinstance(error, GameError) else f"{type(error).__name__}: {words}"


def code_of(error: BaseException) -> Code:
    """Return the code of a note about an error."""
    if isinstance(error, LimitError):
        return "limit"
    if isinstance(error, UnsupportedError | UnknownGameError | UnknownPlayerError):
        return "unsupported"
    if isinstance(error, IllegalMoveError):
        return "illegal"
    return "damaged" if isinstance(error, GameError) else "failed"
