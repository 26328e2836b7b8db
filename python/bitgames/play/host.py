"""The course of one game: seats, forced passes, the thinking of players, answers to all viewers."""

import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from bitgames import games, players
from bitgames._core import (
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
from bitgames.play.game import End, Game
from bitgames.play.jobs import Done, Job, Jobs, QueuedJobs, Work
from bitgames.play.messages import PROTOCOL, Code, Refused
from bitgames.play.moves import forced_pass
from bitgames.play.seating import HUMAN, OPEN, Known, check_player
from bitgames.play.tree import Node
from bitgames.record import Record
from bitgames.seeding import Seed, root

__all__ = ["Emit", "Host", "Viewer", "code_of"]

Emit: TypeAlias = Callable[[str, Any], object]
"""Passes an answer on to a viewer. Called from any thread, one call after the other; it must return
soon and may not call the room."""


NO_THREAD = "the machine has no room for more work"


@dataclass(slots=True)
class Viewer:
    """A person, or a program, that follows a room."""

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
    ) -> None:
        """Open the room with a game whose seats are open; no viewer is told yet."""
        self._emit = emit
        self._known = dict(known or {})
        self._engines = engines
        self._jobs: Jobs = QueuedJobs() if jobs is None else jobs
        self._lock = threading.RLock()
        self._viewers: dict[str, Viewer] = {}
        self.game = Game(games.start(start), seed=root(seed), known=self._known)
        # The job of the player to move, and whether the computer waits to be told to move.
        self._thinking: Job | None = None
        self._waits = False
        # Hints under way, with the viewer that asked.
        self._hints: dict[int, tuple[Job, str]] = {}
        self._job_count = 0
        self._question: state.Question | None = None
        # The viewer whose message is carried out now, and its id: the answers to it name it.
        self._reply: tuple[str, str | int | None] | None = None
        # A lock for each player: one that was cancelled may still think, and is asked after that.
        self._busy: dict[int, tuple[players.Player, threading.Lock]] = {}
        # The seats with whose eyes viewers have seen this game.
        self._eyes: dict[str, set[int]] = {}

    # Viewers.

    def admit(self, viewer: str, *, owner: bool = False, seat: int | None = None) -> None:
        """Let a viewer in, or back in. The owner chooses games and players; ``seat`` is theirs."""
        with self._lock:
            known = self._viewers.get(viewer)
            if known is None:
                known = self._viewers[viewer] = Viewer(viewer, "owner" if owner else "guest")
            known.online = True
            if seat is not None:
                self._hold(seat, viewer)
            self._tell(but=viewer)

    def leave(self, viewer: str) -> None:
        """Note that a viewer is away: they keep their seats, and their hints are cancelled."""
        with self._lock:
            if viewer in self._viewers:
                self._viewers[viewer].online = False
                for job, asker in list(self._hints.values()):
                    if asker == viewer:
                        self._end_hint(job)
                self._tell()

    def close(self) -> None:
        """Cancel all jobs; nothing is emitted any more."""
        with self._lock:
            self._cancel()
            self._viewers.clear()

    # The owner of the room, in the same program.

    def seat(self, names: list[str], viewer: str) -> None:
        """Say who plays on each seat: ``human`` (the viewer), ``open``, or a player's name."""
        with self._lock:
            self._seat_all(self.game, names, viewer)

    def begin(self) -> None:
        """Let the game begin: the computer moves if it is to move, and all are told."""
        with self._lock:
            self._begin()

    def load(self, record: Record) -> None:
        """Go on with a saved game. Raises ``UnsupportedError`` if a player does not know it."""
        with self._lock:
            self.check_start(record.start)
            self._cancel()
            self.game.load(record)
            self._settle()

    def check_start(self, start: Position) -> None:
        """Check that the seats of this game can play from ``start``.

        Raises ``ParameterError`` for another game, ``UnsupportedError`` for a player that does not
        know it.
        """
        present = self.game.start
        # Deals of one series have different rules: who deals, and how a rubber stands.
        is_deal = present.facts.chance and type(start) is type(present)
        if start.game != present.game and not is_deal:
            raise ParameterError(f"it is a game of {start.game}, not of {present.game}")
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
            raise Refused("denied", "this is for the owner of the room")

    def _need_seat(self, viewer: str) -> None:
        """Refuse a viewer who has no seat; the owner may act for computers that play alone."""
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
        """Tell whether a viewer may take a seat, of a game that hides something from it."""
        if not self.game.start.facts.hidden or self.game.position.is_over:
            return True
        return self._eyes.get(viewer, set()) <= {number}

    def _hold(self, number: int, viewer: str) -> None:
        seat = self.game.seats[number]
        if seat.holder not in (None, viewer) or seat.player is not None:
            raise Refused("denied", "the seat belongs to another player")
        seat.holder, seat.spec = viewer, HUMAN

    def _player(self, game: Game, name: str) -> players.Player:
        return game.seating.player(name, game.start, engines=self._engines)

    def _seat_all(self, game: Game, names: list[str], viewer: str) -> None:
        """Give every seat its player; players of this game that are named again stay."""
        if len(names) != len(game.seats):
            raise Refused("damaged", f"there are {len(game.seats)} seats")
        # Players of the seats as they were: a program of others need not start again.
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
        self.game.seating.begin(self.game.seed, self.game.number)
        self._settle()

    def _play(self, move: Move | int | str, by: Literal["person", "computer", "pass"]) -> None:
        """Play a move and tell all."""
        seat = self.game.position.turn
        node = self.game.play(move)
        for viewer in self._present():
            self._send(
                viewer, "played", seat=seat, by=by, node=node.number, **state.move_data(node)
            )

    def _settle(self) -> None:
        """Play forced passes, set the computer thinking if it is to move, and tell all."""
        game = self.game
        while not game.is_over and (passing := forced_pass(game.position)) is not None:
            try:
                self._play(passing, "pass")
            except LimitError as error:
                self._halt("limit", str(error))
                break
        if not game.is_over and not self._waits and self._thinking is None:
            seat = game.seats[game.position.turn]
            if seat.player is not None:
                self._think(seat.player)
        self._tell()

    def _think(self, player: players.Player) -> None:
        """Start the job in which a computer's player chooses its move."""
        game, record = self.game, self.game.record
        seeds = game.seating.seeds
        present = {id(seat.player) for seat in game.seats}
        self._busy = {key: kept for key, kept in self._busy.items() if key in present}
        busy = self._busy.setdefault(id(player), (player, threading.Lock()))[1]

        def work(job: Job) -> Move | int | str | None:
            while not busy.acquire(timeout=0.05):
                if job.is_cancelled():
                    return None
            try:
                if job.is_cancelled():
                    return None
                if (seed := seeds.pop(id(player), None)) is not None:
                    player.start_game(seed)
                return players.ask(player, record, stop=job.is_cancelled, progress=job.report)
            finally:
                busy.release()

        hides = game.start.facts.hidden
        self._thinking = self._job(work, self._thought, [] if hides else list(self._viewers))
        if not self._started(self._thinking):
            self._thinking = None
            self._halt("busy", NO_THREAD)

    def _thought(self, job: Job, move: Any, error: Exception | None) -> None:
        """Play the move that a computer's player has chosen."""
        with self._lock:
            if self._thinking is not job:
                return
            self._thinking = None
            seat = self.game.position.turn
            if error is None:
                try:
                    self._play(move, "computer")
                except LimitError as full:
                    self._halt("limit", str(full))
                except (GameError, TypeError, ValueError, OverflowError) as illegal:
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

    def _job(self, work: Work, done: Done, followers: list[str]) -> Job:
        self._job_count += 1
        number = self._job_count

        def progress(steps: int, total: int) -> None:
            with self._lock:
                for viewer in followers:
                    if viewer in self._viewers and self._viewers[viewer].online:
                        self._send(viewer, "progress", job=number, done=steps, total=total)

        return Job(number, work, done, progress)

    def _started(self, job: Job) -> bool:
        """Start a job; return whether it could be started."""
        try:
            self._jobs.start(job)
        except RuntimeError:
            return False
        return True

    def _halt(self, code: Code, text: str) -> None:
        """Let the computer wait until it is told to move, and say why."""
        self._waits = True
        for viewer in self._present():
            self._note(viewer, code, text)

    def _cancel(self) -> None:
        """End all that depends on the present position."""
        if self._thinking is not None:
            self._thinking.cancel()
            self._thinking = None
        for job, _ in list(self._hints.values()):
            self._end_hint(job)
        self._waits = False
        self._question = None

    def _end_hint(self, job: Job) -> None:
        job.cancel()
        self._hints.pop(job.number, None)

    # Answers.

    def _present(self) -> list[str]:
        return [viewer.name for viewer in self._viewers.values() if viewer.online]

    def _tell(self, *, but: str | None = None) -> None:
        """Send every viewer the state."""
        for viewer in self._present():
            if viewer != but:
                self._send(viewer, "state", **self._state(viewer))

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

    def words(self, error: Exception) -> str:
        """Say in one line what was wrong; nothing of a hidden position."""
        hides = self.game.start.facts.hidden
        if hides and isinstance(error, IllegalMoveError | InvalidPositionError):
            return "illegal move"
        words = " ".join(str(error).split())
        return words if isinstance(error, GameError) else f"{type(error).__name__}: {words}"


def code_of(error: Exception) -> Code:
    """Return the code of a note about an error."""
    if isinstance(error, LimitError):
        return "limit"
    if isinstance(error, UnsupportedError | UnknownGameError | UnknownPlayerError):
        return "unsupported"
    if isinstance(error, IllegalMoveError):
        return "illegal"
    return "damaged" if isinstance(error, GameError) else "failed"
