"""The controlling side of GTP and NBoard: a program is told a game and asked for a move."""

import contextlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from time import monotonic

from bitgames._core import GameError, Move, Position, UnsupportedError
from bitgames.arguments import printable, shortened
from bitgames.formats import ggf
from bitgames.games import get as start_of
from bitgames.protocols import nboard
from bitgames.protocols.program import LateError, Program, ProgramError
from bitgames.protocols.vertices import COLORS, board_size, check_board, from_vertex, to_vertex
from bitgames.record import Record

__all__ = ["Controller", "Gtp", "NBoard"]

# Referees allow for the time that an answer takes through pipes and on a busy machine.
_GRACE = 1.0
# Longest reply, in characters. The longest that GTP needs, a list of commands, is a few thousand.
_MAX_REPLY = 1 << 18
# Moves of one side in a row, with passes of the other between them, that are looked through.
_MOST_ROUNDS = 4
# Characters of a reply that go into an error.
_SHOWN = 200


class Controller(ABC):
    """Talks to one program in one protocol.

    ``startup`` is the time in seconds for answers that need no thinking, the first of all included.
    Methods raise ``ProgramError`` when the program fails.
    """

    def __init__(self, program: Program, *, startup: float) -> None:
        """Take over a program that was just started."""
        self.program = program
        self._startup = startup

    @staticmethod
    @abstractmethod
    def check_game(position: Position) -> None:
        """Raise ``UnsupportedError`` if the protocol does not know the game."""

    @classmethod
    def check(cls, start: Position) -> None:
        """Raise ``UnsupportedError`` if the protocol cannot tell games that begin at ``start``."""
        cls.check_game(start)

    @abstractmethod
    def greet(self) -> None:
        """Wait until the program has answered something in the protocol, whatever it is."""

    @abstractmethod
    def new_game(self) -> None:
        """Forget the game so far; the next record is of another game."""

    @abstractmethod
    def choose(self, record: Record, seconds: float) -> Move:
        """Return the program's move at the end of ``record``, checked to be legal.

        The program has to answer within ``seconds``.
        """


class Gtp(Controller):
    """Talks GTP version 2.

    GTP tells a position by the moves that lead to it from the start of the game. When the game goes
    back, the program hears ``undo``. It hears ``clear_board`` and the moves instead where that is
    shorter, or where the program has no ``undo``.
    """

    def __init__(self, program: Program, *, startup: float, seconds: float | None) -> None:
        """Remember ``seconds``, the time for each move that the program is told, if any."""
        super().__init__(program, startup=startup)
        self._seconds = seconds
        self._told: Record | None = None
        # For each move told: whether the program took it as a command, which one undo takes back.
        self._counted: list[bool] = []
        self._is_clear = False
        self._has_undo = True

    @staticmethod
    def check_game(position: Position) -> None:
        """Raise ``UnsupportedError`` unless the game is of two on one flat board."""
        check_board(position)

    @classmethod
    def check(cls, start: Position) -> None:
        """Raise ``UnsupportedError`` unless this is the usual start of such a game."""
        cls.check_game(start)
        if start != start_of(start.game):
            raise UnsupportedError(_unknown_way(start))

    def greet(self) -> None:
        """Ask for the version, to which any reply will do."""
        with contextlib.suppress(_Refused):
            self._ask("protocol_version")

    def new_game(self) -> None:
        """Forget the game so far."""
        if self._told is not None:
            self._told = Record(self._told.start)
        self._is_clear = False

    def choose(self, record: Record, seconds: float) -> Move:
        """Bring the program to the end of the record, and ask by ``genmove``."""
        moves = self._moves_to(record)
        position = record.position
        self._follow(position.game, moves)
        answer = self._ask(f"genmove {COLORS[position.turn]}", seconds)
        word = (answer.split() or [""])[0]
        if word.lower() == "resign":
            raise ProgramError("resigned")
        move = _legal(word, position, from_vertex)
        self._note(move, counts=True)
        return move

    def _moves_to(self, record: Record) -> list[Move]:
        """Return all moves from the start of the game to the end of the record.

        A record that begins amid a game has to begin at the start of what was told, or where one
        more move leads from there.
        """
        first = record.start
        game = first.game
        told = Record(game) if self._told is None or self._told.start.game != game else self._told
        before = [] if first == told.start else _way(told, first)
        if before is None:
            raise UnsupportedError(_unknown_way(first))
        return [*before, *record.moves]

    def _follow(self, game: str, moves: list[Move]) -> None:
        """Tell the moves since the last time; tell all of them where that does not work."""
        if self._told is None or self._told.start.game != game:
            self._set_up(game)
        if self._is_clear:
            with contextlib.suppress(_Refused):
                self._go_on(moves)
                return
        self._clear()
        self._go_on(moves)

    def _go_on(self, moves: list[Move]) -> None:
        """Take back what the record does not have, and play the rest of it."""
        assert self._told is not None
        told = self._told.moves
        pairs = zip(told, moves, strict=False)
        common = next(
            (ply for ply, (a, b) in enumerate(pairs) if a != b), min(len(told), len(moves))
        )
        undone = sum(self._counted[common:])
        if common < len(told) and not (self._has_undo and undone <= common):
            self._clear()
            common = 0
        while len(self._told) > common:
            if self._counted[-1]:
                self._undo()
            self._told.undo()
            self._counted.pop()
        for move in moves[common:]:
            self._play(move)

    def _undo(self) -> None:
        try:
            self._ask("undo")
        except _Refused:
            self._has_undo = False
            raise

    def _play(self, move: Move) -> None:
        assert self._told is not None
        at = self._told.position
        vertex = to_vertex(move, at.facts)
        counts = True
        try:
            self._ask(f"play {COLORS[at.turn]} {vertex}")
        except _Refused:
            # A pass without a choice may be left unsaid, and some programs refuse to hear it.
            if vertex != "pass":
                raise
            counts = False
        self._note(move, counts=counts)

    def _note(self, move: Move, *, counts: bool) -> None:
        assert self._told is not None
        self._told.play(move)
        self._counted.append(counts)

    def _set_up(self, game: str) -> None:
        start = start_of(game)
        self._told = None
        self._ask(f"boardsize {board_size(start.facts)}")
        if self._seconds is not None:
            # A program without a clock thinks as long as it likes, within the limit.
            with contextlib.suppress(_Refused):
                self._ask(f"time_settings 0 {self._seconds:g} 1")
        self._told, self._counted, self._is_clear = Record(start), [], False

    def _clear(self) -> None:
        assert self._told is not None
        self._ask("clear_board")
        self._told, self._counted, self._is_clear = Record(self._told.start), [], True

    def _ask(self, command: str, seconds: float | None = None) -> str:
        """Return the reply to a command; lines before it belong to no reply and are skipped."""
        limit = self._startup if seconds is None else seconds
        self.program.send(command)
        try:
            lines = self._reply(command, monotonic() + limit + _GRACE)
            first = next(line for line in lines if line[:1] in ("=", "?"))
            text = " ".join([first[1:].lstrip("0123456789").strip(), *lines]).strip()
        except LateError:
            raise ProgramError(f"no answer to {command!r} within {limit:g} s") from None
        if first[0] == "?":
            raise _Refused(f"refused {command!r}: {printable(shortened(text, _SHOWN))}")
        return text

    def _reply(self, command: str, deadline: float) -> Iterator[str]:
        """Yield the lines up to the blank one that ends a reply."""
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
    """Talks the NBoard protocol, version 2, in which every game is sent whole."""

    def __init__(self, program: Program, *, startup: float, depth: int) -> None:
        """Greet the program and set its depth."""
        super().__init__(program, startup=startup)
        self._pings = 0
        program.send("nboard 2")
        program.send(f"set depth {depth}")

    @staticmethod
    def check_game(position: Position) -> None:
        """Raise ``UnsupportedError`` unless the game is Othello on 8 by 8."""
        nboard.check_game(position)

    def greet(self) -> None:
        """Wait for a first ``pong``."""
        self._ping()

    def new_game(self) -> None:
        """Do nothing: each game is sent whole."""

    def choose(self, record: Record, seconds: float) -> Move:
        """Send the game and, once a ``pong`` shows that the program listens, ``go``."""
        position = record.position
        game = ggf.GgfGame.from_record(record, place="bitgames", tags=[("TI", "0")])
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
        shown = shortened(text, _SHOWN)
        raise ProgramError(f"answered {shown!r}, which is not a move of {position.game}") from None
    if not position.is_legal(move):
        raise ProgramError(f"played {move}, which is illegal in {position.to_string()!r}")
    return move


def _from_text(text: str, position: Position) -> Move:
    return position.parse_move(text.lower())


def _way(told: Record, target: Position) -> list[Move] | None:
    """Return the moves to a position of what was told, or to one that follows it by one move.

    Passes without a choice do not count, and after such a pass the same side moves once more.
    Returns ``None`` for any other position.
    """
    if target.game != told.start.game:
        return None
    position = told.start
    moves = told.moves
    for ply, move in enumerate(moves):
        if position == target:
            return moves[:ply]
        position = position.play(move)
    reached = list(_with_pass(moves, position))
    for _ in range(_MOST_ROUNDS):
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
    """Yield moves with the position after them, then both with the pass that has to follow."""
    yield moves, position
    legal = position.legal_moves
    if len(legal) == 1 and to_vertex(legal[0], position.facts) == "pass":
        yield [*moves, legal[0]], position.play(legal[0])


def _unknown_way(position: Position) -> str:
    return (
        f"GTP tells a position by the moves from the start of {position.game}, and those to "
        f"{position.to_string()!r} are not known: give the record of the whole game"
    )
