"""The engine's side of GTP version 2, for every game on a flat board.

By the commands ``gogui-rules_...`` GoGui shows and referees a game that is not Go.
"""

import math
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from time import monotonic, perf_counter
from typing import Any, TextIO

from bitgames._core import (
    GameError,
    IllegalMoveError,
    Move,
    Outcome,
    Position,
    UnsupportedError,
    __version__,
)
from bitgames.arguments import printable, quoted
from bitgames.games import get as start_of
from bitgames.protocols.engine_search import Chooser, Limits, Session, Stop, ask
from bitgames.protocols.gtp_analysis import Live, info, labels
from bitgames.protocols.lines import Lines, failure_text
from bitgames.protocols.period_clock import PeriodClock
from bitgames.protocols.vertices import COLORS, board_size, check_board, from_vertex
from bitgames.protocols.vertices import to_vertex as vertex_of
from bitgames.record import Record
from bitgames.seeding import Seed

__all__ = ["Server", "interruption", "serve"]

_ANALYZE = """\
gfx/Values of Moves/gogui-values
string/Legal Moves/gogui-rules_legal_moves
string/Side to Move/gogui-rules_side_to_move
string/Final Result/gogui-rules_final_result"""

# Longest argument in characters; numbers, names and points are far shorter.
_MAX_WORD = 100
# Least time between two lines of an analysis in seconds, if the controller names none.
_INTERVAL = 0.5


_Reader = Callable[[str], Any]
# Text, or nothing, or the lines of an analysis for a controller that listens, if one does.
_Reply = str | Callable[[Live | None], Iterator[str]] | None


class _Failure(Exception):
    """The failure of a command, with the text of its reply."""


class Server(Session):
    """A GTP engine for the game that starts at ``start``; ``handle`` answers one line.

    Its moves come from ``chooser``, or by default from a search within ``limits`` or the
    controller's time. Raises ``UnsupportedError`` for a game that GTP does not support.

    >>> import bitgames as bg
    >>> server = Server(bg.TicTacToe())
    >>> server.handle("play black b2")
    '=\\n\\n'
    >>> server.handle("7 play white b2")
    '?7 illegal move\\n\\n'
    """

    def __init__(
        self,
        start: Position,
        chooser: Chooser | None = None,
        *,
        limits: Limits | None = None,
        seed: Seed = None,
        stop: Stop = lambda: False,
    ) -> None:
        """Set up the board; during a search ``stop`` is polled, and True ends it."""
        check_board(start)
        self._limits = Limits() if limits is None else limits
        table_mib = self._limits.table_mib
        super().__init__(start, chooser, table_mib=table_mib, seed=seed, stop=stop)
        # Number of plies of each play command: a move may bring a pass, and a pass may add nothing.
        self._plies: list[int] = []
        # Each command with the readers of its arguments; no answer is an empty one.
        self._commands: dict[str, tuple[Callable[..., _Reply], *tuple[_Reader, ...]]] = {
            "protocol_version": (lambda: "2",),
            "name": (lambda: "bitgames",),
            "version": (lambda: __version__,),
            "known_command": (lambda name: str(name in self._commands).lower(), str),
            "list_commands": (lambda: "\n".join(self._commands),),
            "quit": (self._quit,),
            "boardsize": (self._boardsize, _integer),
            "clear_board": (lambda: self._new_game(self._record.start),),
            # Every session of Go sends a komi, which has no meaning here.
            "komi": (lambda _: None, _number),
            "play": (self._play, _color, str),
            "genmove": (partial(self._think, keep=True), _color),
            "reg_genmove": (partial(self._think, keep=False), _color),
            "undo": (self._undo,),
            "showboard": (lambda: f"\n{self._position.to_text(last_move=self._record.last_move)}",),
            "final_score": (self._final_score,),
            "level": (self._level, _integer),
            "time_settings": (self._time_settings, _seconds, _seconds, _integer),
            "time_left": (self._time_left, _color, _seconds, _integer),
            "analyze": (partial(self._analyze, scores=False), _words),
            "lz-analyze": (partial(self._analyze, scores=False), _words),
            "kata-analyze": (partial(self._analyze, scores=True), _words),
            "gogui-analyze_commands": (lambda: _ANALYZE,),
            "gogui-values": (self._values,),
            "gogui-interrupt": (lambda: "",),
            "gogui-rules_game_id": (self._rules_game_id,),
            "gogui-rules_board": (self._rules_board,),
            "gogui-rules_board_size": (lambda: str(board_size(self._position.facts)),),
            "gogui-rules_legal_moves": (lambda: " ".join(self._vertices()),),
            "gogui-rules_side_to_move": (lambda: COLORS[self._position.turn],),
            "gogui-rules_final_result": (self._rules_final_result,),
        }
        self._new_game(start)

    def handle(self, line: str, live: Live | None = None) -> str:
        """Carry out a command; return the whole reply, empty for a line without a command.

        An analysis goes on until the controller that is ``live`` asks for something else, and what
        is returned is the end of the reply; without one it keeps to the limits of the engine.
        """
        # No comment, tabs as spaces, no other control characters.
        line = line.partition("#")[0].replace("\t", " ")
        words = "".join(char for char in line if char >= " " and char != "\x7f").split()
        if not words:
            return ""
        number = words.pop(0) if words[0].isascii() and words[0].isdigit() else ""
        name, *arguments = words or [""]
        command = self._commands.get(name)
        try:
            if command is None:
                raise _Failure("unknown command")
            carry_out, *readers = command
            if readers == [_words]:
                arguments = [" ".join(arguments)]
            if len(arguments) < (count := len(readers)):
                raise _Failure(f"syntax error: {count} argument{'s' if count > 1 else ''} needed")
            # GTP lets an engine ignore further arguments.
            pairs = zip(readers, arguments, strict=False)
            reply = carry_out(*(read(word) for read, word in pairs)) or ""
            if isinstance(reply, str):
                mark, text = "=", reply
            elif live is None:
                mark, text = "=", "\n".join(["", *reply(None)])
            else:
                live.say(f"={number}\n")
                for each in reply(live):
                    live.say(f"{each}\n")
                live.wait()
                return "\n"
        except (_Failure, GameError) as failure:
            mark, text = "?", printable(str(failure))
        except Exception as error:
            # A player may raise any exception; the session continues.
            mark, text = "?", failure_text(error)
        # A reply of several aligned lines begins on a line of its own.
        gap = "" if text.startswith("\n") or not text else " "
        return f"{mark}{number}{gap}{text}\n\n"

    # The board

    def _boardsize(self, size: int) -> None:
        start = self._record.start
        if size != board_size(start.facts):
            try:
                start = _resized(start, size)
                check_board(start)
            except GameError:
                raise _Failure("unacceptable size") from None
        self._new_game(start)

    def _new_game(self, start: Position) -> None:
        self._record = Record(start)
        self._plies.clear()
        if self._searcher is not None:
            self._searcher.clear()  # a game does not depend on earlier games
        self._start_game()

    def _play(self, player: int, vertex: str) -> None:
        is_pass = vertex.lower() == "pass"
        if is_pass and self._position.is_over:
            # Go ends with two passes, so a controller passes if no move is left.
            self._plies.append(0)
            return
        moves = [] if is_pass else self._passes_before(player)
        if not moves and player != self._position.turn:
            raise _Failure("illegal move")
        before = len(self._record)
        try:
            for move in moves:
                self._record.play(move)
            self._record.play(from_vertex(vertex, self._position))
        except IllegalMoveError:
            self._take_back(before)
            raise _Failure("illegal move") from None
        except GameError as error:
            self._take_back(before)
            raise _Failure(f"syntax error: {error}") from None
        self._plies.append(len(self._record) - before)

    def _undo(self) -> None:
        if not self._plies:
            raise _Failure("cannot undo")
        self._take_back(len(self._record) - self._plies.pop())

    def _take_back(self, plies: int) -> None:
        while len(self._record) > plies:
            self._record.undo()

    def _passes_before(self, player: int) -> list[Move]:
        """Return the forced pass of the other player, which a controller may leave out."""
        is_left_out = self._vertices() == ["pass"] and self._position.turn != player
        return list(self._position.legal_moves) if is_left_out else []

    def _vertices(self) -> list[str]:
        position = self._position
        return [vertex_of(move, position.facts) for move in position.legal_moves]

    def _final_score(self) -> str:
        if self._record.result is None:
            raise _Failure("cannot score")
        return _score(self._record.result)

    # Thinking

    def _think(self, player: int, *, keep: bool) -> str:
        if self._position.is_over:
            if keep:
                self._plies.append(0)
            return "pass"
        before = len(self._record)
        for forced in self._passes_before(player):
            self._record.play(forced)
        position = self._position
        if player != position.turn:
            raise _Failure(f"it is the turn of {COLORS[position.turn]}")
        began = perf_counter()
        try:
            self._record.play(self._choose())
        except BaseException:
            self._take_back(before)
            raise
        move = self._record.moves[-1]
        if keep:
            self._plies.append(len(self._record) - before)
            if self._clock is not None:
                self._clock.spend(player, perf_counter() - began)
        else:
            self._take_back(before)
        return vertex_of(move, position.facts)

    def _choose(self) -> Move | int | str:
        position = self._position
        if len(position.legal_moves) == 1:
            return position.legal_moves[0]
        if self._chooser is not None:
            return ask(self._chooser, self._record)
        seconds = self._limits.seconds if self._clock is None else self._seconds()
        return self._best_move(position, seconds=seconds)

    def _best_move(self, position: Position, *, seconds: float | None) -> Move:
        """Return the best move found within the limits, or until ``stop`` is True."""
        limits = self._limits
        found = self._searcher_of(position).search(
            position, depth=limits.depth, level=limits.level, seconds=seconds, stop=self._stop
        )
        return position.legal_moves[0] if found.best_move is None else found.best_move

    def _time_settings(self, main: float, period: float, stones: int) -> None:
        # A period for 0 moves: the time is unlimited.
        is_unlimited = stones == 0 and period > 0
        self._clock = None if is_unlimited else PeriodClock(main, period, stones)

    def _time_left(self, player: int, seconds: float, stones: int) -> None:
        if self._clock is None:
            self._clock = PeriodClock(seconds, 0, 0)
        self._clock.set_left(player, seconds, stones)

    def _level(self, level: int) -> None:
        if self._chooser is not None:
            raise _Failure(f"the player {self._chooser.name} has no level")
        position = self._position
        limits = replace(self._limits, depth=None, seconds=None, level=level)
        try:
            # A level that the game does not have is refused here.
            self._searcher_of(position).search(position, level=level, nodes=1)
        except UnsupportedError:
            # A search without levels of its own: a level is a depth.
            if level < 1:
                raise _Failure("a level is a depth from 1 on") from None
            limits = replace(limits, depth=level, level=None)
        # The level ends a search then, and time only if the controller has set a clock.
        self._limits = limits

    # Analysis

    def _analyze(self, words: list[str], *, scores: bool) -> _Reply:
        """Say the values of all moves after a color and an interval in hundredths of a second."""
        position = self._position
        if words and not words[0][0].isdigit() and _color(words[0]) != position.turn:
            raise _Failure(f"it is the turn of {COLORS[position.turn]}")
        hundredths = [_seconds(word) for word in words[:2] if word[0].isdigit()]
        interval = hundredths[0] / 100 if hundredths else _INTERVAL
        return partial(self._lines_of, position, interval, scores)

    def _lines_of(
        self, position: Position, interval: float, scores: bool, live: Live | None
    ) -> Iterator[str]:
        if position.is_over:
            return
        said, due = None, 0.0
        found = None
        for found in self._searcher_of(position).deepen(
            position,
            all_moves=True,
            depth=self._limits.depth,
            level=self._limits.level,
            seconds=self._limits.seconds if live is None else None,
            stop=self._stop if live is None else lambda: self._stop() or live.is_asked(),
        ):
            if found.lines and monotonic() >= due:
                said, due = found, monotonic() + interval
                yield info(found, position, scores=scores)
        if found is not None and found is not said and found.lines:
            yield info(found, position, scores=scores)

    def _values(self) -> str:
        position, limits = self._position, self._limits
        if position.is_over:
            return "TEXT the game is over"
        found = self._searcher_of(position).search(
            position,
            all_moves=True,
            depth=limits.depth,
            level=limits.level,
            seconds=limits.seconds,
            stop=self._stop,
        )
        return labels(found, position)

    # What GoGui asks

    def _rules_game_id(self) -> str:
        # One capital letter, then lower case.
        return re.sub("[^a-z]", "", self._position.facts.name.lower()).capitalize()

    def _rules_board(self) -> str:
        position, facts = self._position, self._position.facts
        black, white = position.pieces(0), position.pieces(1)
        size = board_size(facts)
        points = [["."] * size for _ in range(size)]
        for letter, cells in (("X", black), ("O", white)):
            for cell in cells:
                points[cell // facts.width][cell % facts.width] = letter
        # The top line is the highest row.
        return "\n".join(" ".join(row) for row in reversed(points))

    def _rules_final_result(self) -> str:
        outcome = self._record.result
        if outcome is None:
            return "the game is not over"
        if outcome.winner is None:
            return f"Draw: {outcome.reason}"
        winner = COLORS[outcome.winner].capitalize()
        return f"{winner} wins: {outcome.reason} ({_score(outcome)})"


def serve(server: Server, lines: Lines, output: TextIO) -> None:
    """Answer every line until ``quit`` or the end of the lines.

    >>> import io, sys
    >>> import bitgames as bg
    >>> serve(Server(bg.TicTacToe()), Lines(io.StringIO("# hello\\n1 quit\\n")), sys.stdout)
    =1
    <BLANKLINE>
    """

    def say(text: str) -> None:
        output.write(text)
        output.flush()

    live = Live(say, lambda: lines.must_stop(lambda _: True), lines.wait)
    while not server.done and (line := lines.take()) is not None:
        say(server.handle(line, live))


def interruption(lines: Lines) -> Stop:
    """Return a function that is True if a search must end: ``# interrupt`` or a lost controller.

    >>> import io
    >>> interruption(Lines(io.StringIO("")))()
    False
    """
    return lambda: lines.must_stop(lambda line: line.split() == ["#", "interrupt"])


def _words(text: str) -> list[str]:
    """Read all arguments, of which some may be missing."""
    return text.split()


def _number(text: str) -> float:
    try:
        number = float(text) if len(text) <= _MAX_WORD else math.nan
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise _Failure(f"syntax error: {quoted(text, 40)} is not a valid number")
    return number


def _integer(text: str) -> int:
    """Read an integer; a number with too many digits becomes the largest one."""
    if re.fullmatch("[+-]?[0-9]+", text, re.ASCII) is None:
        raise _Failure(f"syntax error: {quoted(text, 40)} is not a valid integer")
    if len(text) <= _MAX_WORD:
        return int(text)
    return -sys.maxsize if text.startswith("-") else sys.maxsize


def _seconds(text: str) -> float:
    # The time left may be negative, and no game reaches the upper bound.
    return min(max(_number(text), 0.0), 1e8)


def _color(text: str) -> int:
    for player, name in enumerate(COLORS):
        if text.lower() in (name, name[0]):
            return player
    wrong = quoted(text, 40)
    raise _Failure(f"syntax error: {wrong} is not a valid color: allowed are black and white")


def _score(outcome: Outcome) -> str:
    """Return a result in GTP's notation: ``B+4``, ``W+1``, ``0`` for a draw."""
    if outcome.winner is None:
        return "0"
    return f"{'BW'[outcome.winner]}+{abs(outcome.scores[0])}"


def _resized(start: Position, size: int) -> Position:
    """Return the start of the same game on a square board with the same line length."""
    name, _, sizes = start.game.partition(":")
    width_height_rule = sizes.split(",")
    if len(width_height_rule) == 3:
        return start_of(f"{name}:{size},{size},{width_height_rule[2]}")
    return start_of(f"{name}:{size}")
