"""The controller's side of GTP and NBoard: send a game to a program and ask for a move."""

import contextlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from itertools import takewhile
from math import inf
from time import monotonic

from bitgames._core import GameError, Move, Position, UnsupportedError
from bitgames.arguments import printable, quoted, shortened
from bitgames.clock import MoveLimits
from bitgames.formats import ggf
from bitgames.games import get as start_of
from bitgames.protocols import nboard
from bitgames.protocols.program import LateError, Program, ProgramError
from bitgames.protocols.vertices import COLORS, board_size, check_board, from_vertex, to_vertex
from bitgames.record import Record

__all__ = ["Controller", "Gtp", "NBoard"]

# Extra seconds for the way of an answer through pipes and for a busy machine.
_GRACE = 1.0
# Longest reply, in characters. The longest reply of GTP, a list of commands, has a few thousand.
_MAX_REPLY = 1 << 18
# Number of moves in a row of one side (the other side passes) that a comparison follows.
_MAX_ROUNDS = 4
# Number of characters of a reply in an error.
_SHOWN = 200


class Controller(ABC):
    """A connection to one program in one protocol.

    ``startup`` is the time limit in seconds for answers without thinking, also for the first
    answer. Methods raise ``ProgramError`` if the program fails.
    """

    def __init__(self, program: Program, *, startup: float) -> None:
        self.program = program
        self._startup = startup
        self._until = inf
        self._within = inf

    @staticmethod
    @abstractmethod
    def check_game(position: Position) -> None:
        """Raise ``UnsupportedError`` if the protocol does not support the game."""

    @classmethod
    def check(cls, start: Position) -> None:
        """Raise ``UnsupportedError`` if the protocol does not support games from ``start``."""
        cls.check_game(start)

    @abstractmethod
    def greet(self) -> None:
        """Wait for any answer of the program in the protocol."""

    def new_game(self) -> None:  # noqa: B027 - a program may get every game whole
        """Forget the game so far; the next record is another game."""

    @abstractmethod
    def get_ready(self, start: Position) -> None:
        """Set up the board for a game from ``start``, and wait until the program has done so."""

    def choose(self, record: Record, seconds: float, limits: MoveLimits | None = None) -> Move:
        """Return the program's move at the end of ``record``, checked to be legal.

        The program must answer within ``seconds``. It is told ``limits``, as far as the protocol
        has words for them; if they have a time, all that is asked for this move must fit into
        ``seconds`` and their margin.
        """
        if limits is not None and limits.seconds is not None:
            self._within, self._until = seconds, monotonic() + seconds + limits.margin
        try:
            return self._choose(record, seconds, limits)
        finally:
            self._within = self._until = inf

    @abstractmethod
    def _choose(self, record: Record, seconds: float, limits: MoveLimits | None) -> Move:
        """Tell the program the game, and ask it for a move."""

    def _deadline(self, limit: float) -> float:
        """Return the time at which an answer is late that may take ``limit`` seconds."""
        return min(monotonic() + limit + _GRACE, self._until)

    def _late(self, command: str, limit: float) -> ProgramError:
        return ProgramError(f"no answer to {command!r} within {min(limit, self._within):g} s")


class Gtp(Controller):
    """A connection by GTP version 2.

    GTP sends a position as the moves from the start of the game. If the game goes back, the program
    gets ``undo``; it gets ``clear_board`` and all moves instead if that is shorter, or if it has no
    ``undo``.
    """

    def __init__(self, program: Program, *, startup: float, seconds: float | None) -> None:
        """Keep ``seconds``, the time for each move that the program gets, if any."""
        super().__init__(program, startup=startup)
        self._seconds = seconds
        self._told: Record | None = None
        # For each move sent: whether the program got it as a command, which one undo takes back.
        self._counted: list[bool] = []
        self._is_clear = False
        self._has_undo = True
        # The time settings that the program has been told, and the commands that it has refused.
        self._settings: str | None = None
        self._refused: set[str] = set()

    check_game = staticmethod(check_board)

    @classmethod
    def check(cls, start: Position) -> None:
        """Raise ``UnsupportedError`` unless ``start`` is the usual start of such a game."""
        cls.check_game(start)
        if start != start_of(start.game):
            raise UnsupportedError(_unknown_way(start))

    def greet(self) -> None:
        """Ask for the version; any reply is accepted."""
        with contextlib.suppress(_Refused):
            self._ask("protocol_version")

    def new_game(self) -> None:
        """Forget the game so far."""
        if self._told is not None:
            self._told = Record(self._told.start)
        self._is_clear = False
        self._settings = None

    def get_ready(self, start: Position) -> None:
        """Send the size and an empty board."""
        self._set_up(start.game)
        if not self._is_clear:
            self._clear()

    def _choose(self, record: Record, seconds: float, limits: MoveLimits | None) -> Move:
        """Send the record to its end and the time, and ask for a move by ``genmove``."""
        moves = self._moves_to(record)
        position = record.position
        self._follow(position.game, moves)
        self._tell_time(position.turn, seconds, limits)
        answer = self._ask(f"genmove {COLORS[position.turn]}", seconds)
        word = (answer.split() or [""])[0]
        if word.lower() == "resign":
            raise ProgramError("resigned")
        move = _legal(word, lambda: from_vertex(word, position), position)
        self._note(move, counts=True)
        return move

    def _moves_to(self, record: Record) -> list[Move]:
        """Return all moves from the start of the game to the end of the record.

        A record that begins within a game must begin at a position that was sent, or one move after
        such a position.
        """
        first = record.start
        game = first.game
        told = Record(game) if self._told is None or self._told.start.game != game else self._told
        before = [] if first == told.start else _way(told, first)
        if before is None:
            raise UnsupportedError(_unknown_way(first))
        return [*before, *record.moves]

    def _follow(self, game: str, moves: list[Move]) -> None:
        """Send the moves since the last call; send all moves if that fails."""
        self._set_up(game)
        if self._is_clear:
            with contextlib.suppress(_Refused):
                self._go_on(moves)
                return
        self._clear()
        self._go_on(moves)

    def _go_on(self, moves: list[Move]) -> None:
        """Take back moves that the record does not have, and play its other moves."""
        assert self._told is not None
        told = self._told.moves
        pairs = zip(told, moves, strict=False)
        common = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        undone = sum(self._counted[common:])
        if common < len(told) and not (self._has_undo and undone <= common):
            self._clear()
            common = 0
        while len(self._told) > common:
            if self._counted[-1]:
                try:
                    self._ask("undo")
                except _Refused:
                    self._has_undo = False
                    raise
            self._told.undo()
            self._counted.pop()
        for move in moves[common:]:
            self._play(move)

    def _play(self, move: Move) -> None:
        assert self._told is not None
        at = self._told.position
        vertex = to_vertex(move, at.facts)
        counts = True
        try:
            self._ask(f"play {COLORS[at.turn]} {vertex}")
        except _Refused:
            # A forced pass may be left out, and some programs refuse it.
            if vertex != "pass":
                raise
            counts = False
        self._note(move, counts=counts)

    def _note(self, move: Move, *, counts: bool) -> None:
        assert self._told is not None
        self._told.play(move)
        self._counted.append(counts)

    def _set_up(self, game: str) -> None:
        """Send the size of the board if the program has another game."""
        if self._told is not None and self._told.start.game == game:
            return
        start = start_of(game)
        self._told = None
        self._ask(f"boardsize {board_size(start.facts)}")
        self._settings = None
        self._told, self._counted, self._is_clear = Record(start), [], False

    def _tell_time(self, turn: int, seconds: float, limits: MoveLimits | None) -> None:
        """Tell the program its time: that of a move, or what both sides have left for the game.

        A program that knows no such command has only the time limit.
        """
        left = None if limits is None else limits.left
        if left is not None and left <= seconds:
            # The rest of the game: GTP has no words for an increment, but each move is told the
            # time after it.
            if self._settings is None or not self._settings.endswith(" 0 0"):
                self._set_time(f"{left:g} 0 0")
            assert limits is not None
            for side, time in ((turn, left), (1 - turn, limits.opponent_left or 0.0)):
                self._try("time_left", f"{COLORS[side]} {time:g} 0")
        elif self._seconds is not None or (limits is not None and limits.seconds is not None):
            self._set_time(f"0 {seconds:g} 1")

    def _set_time(self, settings: str) -> None:
        if settings != self._settings:
            self._try("time_settings", settings)
            self._settings = settings

    def _try(self, command: str, arguments: str) -> None:
        """Send a command that a program need not know."""
        if command not in self._refused:
            try:
                self._ask(f"{command} {arguments}")
            except _Refused:
                self._refused.add(command)

    def _clear(self) -> None:
        assert self._told is not None
        self._ask("clear_board")
        self._told, self._counted, self._is_clear = Record(self._told.start), [], True

    def _ask(self, command: str, seconds: float | None = None) -> str:
        """Return the reply to a command; lines before it are skipped."""
        limit = self._startup if seconds is None else seconds
        self.program.send(command)
        try:
            lines = self._reply(command, self._deadline(limit))
            first = next(line for line in lines if line[:1] in ("=", "?"))
            text = " ".join([first[1:].lstrip("0123456789").strip(), *lines]).strip()
        except LateError:
            raise self._late(command, limit) from None
        if first[0] == "?":
            raise _Refused(f"refused {command!r}: {printable(shortened(text, _SHOWN))}")
        return text

    def _reply(self, command: str, deadline: float) -> Iterator[str]:
        """Yield the lines up to the blank line that ends a reply."""
        has_begun = False
        size = 0
        while True:
            line = self.program.receive(deadline).strip()
            has_begun |= line[:1] in ("=", "?")
            if has_begun:
                if not line:
                    return
                size += len(line) + 1
                if size > _MAX_REPLY:
                    raise ProgramError(
                        f"answered {command!r} with more than {_MAX_REPLY} characters"
                    )
            yield line


class NBoard(Controller):
    """A connection by the NBoard protocol, version 2, which sends every game whole."""

    def __init__(self, program: Program, *, startup: float, depth: int) -> None:
        super().__init__(program, startup=startup)
        self._pings = 0
        program.send("nboard 2")
        program.send(f"set depth {depth}")

    check_game = staticmethod(nboard.check_game)

    def greet(self) -> None:
        """Wait for a first ``pong``."""
        self._ping()

    def get_ready(self, start: Position) -> None:
        """Send a game without moves."""
        self._send(Record(start), [("TI", "0")])

    def _choose(self, record: Record, seconds: float, limits: MoveLimits | None) -> Move:
        """Send the game and, once a ``pong`` shows that the program listens, ``go``."""
        position = record.position
        self._send(record, _clocks(position.turn, limits))
        self.program.send("go")
        answer = self._wait("===", None, "go", seconds)
        # Most programs write F5/eval/time, some with spaces.
        text = (answer.replace("/", " ").split() or [""])[0]
        return _legal(text, lambda: position.parse_move(text.lower()), position)

    def _send(self, record: Record, clocks: list[tuple[str, str]]) -> None:
        game = ggf.GgfGame.from_record(record, place="bitgames", tags=clocks)
        self.program.send(f"set game {ggf.to_text(game)}")
        self._ping()

    def _ping(self) -> None:
        """Wait until the program has read all input."""
        self._pings += 1
        self.program.send(f"ping {self._pings}")
        self._wait("pong", str(self._pings), f"ping {self._pings}", self._startup)

    def _wait(self, word: str, rest: str | None, command: str, limit: float) -> str:
        """Return the rest of the next line that begins with ``word``; skip other lines."""
        deadline = self._deadline(limit)
        try:
            while True:
                first, _, after = self.program.receive(deadline).strip().partition(" ")
                if first == word and rest in (None, after.strip()):
                    return after.strip()
        except LateError:
            raise self._late(command, limit) from None


def _clocks(turn: int, limits: MoveLimits | None) -> list[tuple[str, str]]:
    """Return the tags of GGF for what both sides have left: time for the game, and increment."""
    if limits is None or limits.left is None:
        return [("TI", "0")]
    left = [limits.left, limits.opponent_left or 0.0]
    increment = _minutes(limits.increment)
    return [
        (tag, f"{_minutes(left[side ^ turn])}/{increment}/00:00")
        for side, tag in enumerate(("TB", "TW"))
    ]


def _minutes(seconds: float) -> str:
    """Return whole minutes and seconds, as ``01:30``."""
    return f"{int(seconds) // 60:02}:{int(seconds) % 60:02}"


class _Refused(ProgramError):
    """The program refused a command."""


def _legal(text: str, read: Callable[[], Move], position: Position) -> Move:
    """Return the legal move that a program's answer means."""
    try:
        move = read()
    except GameError:
        raise ProgramError(
            f"answered {quoted(text, _SHOWN)}, which is not a move of {position.game}"
        ) from None
    if not position.is_legal(move):
        raise ProgramError(f"played {move}, which is illegal in {position.to_string()!r}")
    return move


def _way(told: Record, target: Position) -> list[Move] | None:
    """Return the moves to a position that was sent, or to a position one move later.

    Forced passes do not count; after such a pass the same side moves again. Returns ``None`` for
    any other position.
    """
    moves, positions = told.moves, told.positions
    if target in positions:
        return moves[: positions.index(target)]
    reached = list(_with_pass(moves, positions[-1]))
    for _ in range(_MAX_ROUNDS):
        for before, at in reached:
            if at == target:
                return before
        reached = [
            each
            for before, at in reached
            for move in at.legal_moves
            for each in _with_pass([*before, move], at.play(move))
            if each[1] == target or each[1].turn == at.turn
        ]
    return next((before for before, at in reached if at == target), None)


def _with_pass(moves: list[Move], position: Position) -> Iterator[tuple[list[Move], Position]]:
    """Yield moves with the position after them, then the same with the forced pass that follows."""
    yield moves, position
    legal = position.legal_moves
    if len(legal) == 1 and to_vertex(legal[0], position.facts) == "pass":
        yield [*moves, legal[0]], position.play(legal[0])


def _unknown_way(position: Position) -> str:
    return (
        f"GTP needs the moves from the start of {position.game}, and those to "
        f"{position.to_string()!r} are not known: give the record of the whole game"
    )
