"""The controlling side of GTP and NBoard: a program is told a position and asked for a move."""

import contextlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from time import monotonic

from bitgames._core import GameError, Move, Position, UnsupportedError
from bitgames.formats import ggf
from bitgames.games import get as start_of
from bitgames.protocols import nboard
from bitgames.protocols.program import LateError, Program, ProgramError
from bitgames.protocols.vertices import COLORS, board_size, check_board, from_vertex, to_vertex
from bitgames.record import Record

__all__ = ["Controller", "Gtp", "NBoard", "path"]

# Referees allow for the way of an answer through pipes and a busy machine.
_GRACE = 1.0
_PATH_STEPS = 50_000


class Controller(ABC):
    """Talks to one program in one protocol.

    ``startup`` is the time for answers that come without thinking, the first of all included.
    Methods raise ``ProgramError`` when the program fails.
    """

    def __init__(self, program: Program, *, startup: float) -> None:
        """Take over a program that was just started."""
        self.program = program
        self._startup = startup

    @staticmethod
    @abstractmethod
    def check(position: Position) -> None:
        """Raise ``UnsupportedError`` if the protocol does not know the game."""

    @abstractmethod
    def greet(self) -> None:
        """Wait until the program has answered something in the protocol, whatever it is."""

    @abstractmethod
    def new_game(self) -> None:
        """Forget the game so far; the next position comes from another."""

    @abstractmethod
    def choose(self, position: Position, seconds: float) -> Move:
        """Return the program's move, legal here, which it has to name within ``seconds``."""


class Gtp(Controller):
    """Talks GTP version 2.

    The program follows the game by ``play``; a position that no moves lead to cannot be told.
    """

    def __init__(self, program: Program, *, startup: float, seconds: float | None) -> None:
        """Remember ``seconds``, the time for each move that the program is told, if any."""
        super().__init__(program, startup=startup)
        self._seconds = seconds
        self._known: Position | None = None
        self._game: str | None = None

    @staticmethod
    def check(position: Position) -> None:
        """Raise ``UnsupportedError`` unless the game is of two on one flat board."""
        check_board(position)

    def greet(self) -> None:
        """Ask for the version, to which any reply will do."""
        with contextlib.suppress(_Refused):
            self._ask("protocol_version")

    def new_game(self) -> None:
        """Forget the game so far."""
        self._known = None

    def choose(self, position: Position, seconds: float) -> Move:
        """Tell the moves since the last time, and ask by ``genmove``."""
        self._follow(position)
        answer = self._ask(f"genmove {COLORS[position.turn]}", seconds)
        word = answer.partition(" ")[0]
        if word.lower() == "resign":
            raise ProgramError("resigned")
        move = _legal(word, position, from_vertex)
        self._known = position.play(move)
        return move

    def _follow(self, position: Position) -> None:
        """Bring the program to a position, by the moves since the last one if there are such."""
        if self._game != position.game:
            self._start(position)
        moves = None if self._known is None else path(self._known, position)
        if self._known is None or moves is None:
            self._ask("clear_board")
            self._known = start_of(position.game)
            moves = path(self._known, position)
        if moves is None:
            raise UnsupportedError(
                f"no moves lead to {position.to_string()!r}, and GTP has no other way to tell it"
            )
        for move in moves:
            at = self._known
            vertex = to_vertex(move, at.facts)
            try:
                self._ask(f"play {COLORS[at.turn]} {vertex}")
            except _Refused:
                # A pass without a choice may be left unsaid, and some want it so.
                if vertex != "pass":
                    raise
            self._known = at.play(move)

    def _start(self, position: Position) -> None:
        self._ask(f"boardsize {board_size(position.facts)}")
        if self._seconds is not None:
            # A program without a clock thinks as long as it likes, within the limit.
            with contextlib.suppress(_Refused):
                self._ask(f"time_settings 0 {self._seconds:g} 1")
        self._game, self._known = position.game, None

    def _ask(self, command: str, seconds: float | None = None) -> str:
        """Return the reply to a command; what comes before it is no reply and is passed over."""
        limit = self._startup if seconds is None else seconds
        self.program.send(command)
        try:
            lines = self._reply(monotonic() + limit + _GRACE)
            first = next(line for line in lines if line[:1] in ("=", "?"))
            text = " ".join([first[1:].lstrip("0123456789").strip(), *lines]).strip()
        except LateError:
            raise ProgramError(f"no answer to {command!r} within {limit:g} s") from None
        if first[0] == "?":
            raise _Refused(f"refused {command!r}: {text[:200]}")
        return text

    def _reply(self, deadline: float) -> Iterator[str]:
        """Yield the lines up to the blank one that ends a reply."""
        has_begun = False
        while True:
            line = self.program.receive(deadline).strip()
            has_begun |= line[:1] in ("=", "?")
            if has_begun and not line:
                return
            yield line


class NBoard(Controller):
    """Talks the NBoard protocol, version 2, in which every position is sent whole."""

    def __init__(self, program: Program, *, startup: float, depth: int) -> None:
        """Greet the program and set its depth."""
        super().__init__(program, startup=startup)
        self._pings = 0
        program.send("nboard 2")
        program.send(f"set depth {depth}")

    @staticmethod
    def check(position: Position) -> None:
        """Raise ``UnsupportedError`` unless the game is Othello on 8 by 8."""
        nboard.check_game(position)

    def greet(self) -> None:
        """Wait for a first ``pong``."""
        self._ping()

    def new_game(self) -> None:
        """Nothing is to forget."""

    def choose(self, position: Position, seconds: float) -> Move:
        """Send the position and, once a ``pong`` shows that the program listens, ``go``."""
        game = ggf.GgfGame.from_record(Record(position), place="bitgames", tags=[("TI", "0")])
        self.program.send(f"set game {ggf.to_text(game)}")
        self._ping()
        self.program.send("go")
        answer = self._wait("===", None, "go", seconds)
        # Most write F5/eval/time, some put spaces in between.
        text = answer.replace("/", " ").split()
        return _legal(text[0] if text else "", position, _from_text)

    def _ping(self) -> None:
        """Wait until the program has read all that it was sent."""
        self._pings += 1
        self.program.send(f"ping {self._pings}")
        self._wait("pong", str(self._pings), f"ping {self._pings}", self._startup)

    def _wait(self, word: str, rest: str | None, command: str, limit: float) -> str:
        """Return what follows ``word`` in the line that begins with it, past all others."""
        deadline = monotonic() + limit + _GRACE
        try:
            while True:
                first, _, after = self.program.receive(deadline).strip().partition(" ")
                if first == word and rest in (None, after.strip()):
                    return after.strip()
        except LateError:
            raise ProgramError(f"no answer to {command!r} within {limit:g} s") from None


class _Refused(ProgramError):
    """The program answered that it cannot."""


def _legal(text: str, position: Position, read: Callable[[str, Position], Move]) -> Move:
    """Read a program's answer, which has to be a legal move."""
    try:
        move = read(text, position)
    except GameError:
        raise ProgramError(f"answered {text[:200]!r}, which is no move") from None
    if not position.is_legal(move):
        raise ProgramError(f"played {move}, which is illegal in {position.to_string()!r}")
    return move


def _from_text(text: str, position: Position) -> Move:
    return position.parse_move(text.lower())


def path(start: Position, target: Position) -> list[Move] | None:
    """Return moves that lead from one position to another, or ``None`` if none are found.

    For games in which every move but a pass fills a cell that stays filled. The search gives up
    after some thousand steps; the few moves between two turns of a player are found at once.

    >>> import bitgames as bg
    >>> path(bg.TicTacToe(), bg.position("tictactoe .x./.o./..o"))
    [b2, b1, c3]
    """
    if start.game != target.game:
        return None
    filled = target.occupied
    cells = target.facts.width * target.facts.height
    seen: set[Position] = set()
    moves: list[Move] = []

    def walk(at: Position) -> bool:
        if at == target:
            return True
        if at in seen or len(seen) >= _PATH_STEPS:
            return False
        seen.add(at)
        own = target.pieces(at.turn)
        fitting = [move for move in at.legal_moves if int(move) >= cells or int(move) in filled]
        # A cell that carries the mover's piece at the end was most likely filled by him.
        for move in sorted(fitting, key=lambda move: int(move) >= cells or int(move) not in own):
            moves.append(move)
            if walk(at.play(move)):
                return True
            moves.pop()
        return False

    return moves if walk(start) else None
