"""The engine's side of the NBoard protocol, version 2, for Othello."""

from collections.abc import Callable
from math import inf
from time import perf_counter
from typing import TextIO, TypeAlias

from bitgames._core import (
    GameError,
    Move,
    Position,
    SearchLine,
    SearchResult,
    UnsupportedError,
)
from bitgames.arguments import printable
from bitgames.formats import ggf
from bitgames.formats.parsing import capitals, play
from bitgames.protocols.engine_search import Chooser, Session, Stop, ask
from bitgames.protocols.lines import Lines, failure_text
from bitgames.protocols.period_clock import PeriodClock
from bitgames.record import Record
from bitgames.seeding import Seed

__all__ = ["Server", "check_game", "interruption", "saying", "serve"]

Say: TypeAlias = Callable[[str], None]
"""Sends one line to the controller, at once."""

_DEPTH = 8
_MAX_DEPTH = 60


def check_game(position: Position) -> None:
    """Raise ``UnsupportedError`` unless the game is 8 x 8 Othello.

    >>> import bitgames as bg
    >>> from bitgames.protocols import nboard
    >>> nboard.check_game(bg.TicTacToe())
    Traceback (most recent call last):
    ...
    bitgames.UnsupportedError: NBoard plays othello on 8 by 8, not tictactoe
    """
    if position.game != "othello":
        raise UnsupportedError(f"NBoard plays othello on 8 by 8, not {position.game}")


class Server(Session):
    """An NBoard engine; ``say`` sends its lines, also during a search.

    Its moves come from ``chooser``, or by default from a search to the depth that the controller
    sets. During a search ``stop`` is polled; True ends it with the best move so far.

    >>> import bitgames as bg
    >>> server = Server(bg.Othello(), print)
    >>> server.handle("ping 3")
    pong 3
    """

    def __init__(
        self,
        start: Position,
        say: Say,
        chooser: Chooser | None = None,
        *,
        table_mib: int = 64,
        seed: Seed = None,
        stop: Stop = lambda: False,
    ) -> None:
        check_game(start)
        super().__init__(start, chooser, table_mib=table_mib, seed=seed, stop=stop)
        self._say = say
        self._depth = _DEPTH
        self._commands: dict[str, Callable[[str], None]] = {
            "nboard": lambda _: self._say(f"set myname {self._name}"),
            "set": self._set,
            "move": self._move,
            "hint": self._hint,
            "go": self._go,
            "ping": lambda rest: say(f"pong {printable(rest)}".rstrip()),
            "learn": lambda _: say("learned"),
            "quit": self._quit,
        }

    def handle(self, line: str) -> None:
        """Carry out a line; an unknown line has no effect."""
        word, _, rest = line.strip().partition(" ")
        try:
            if word in self._commands:
                self._commands[word](rest.strip())
            elif len(word) == 2:
                # Old controllers send moves without evaluations.
                self._move(word)
        except GameError as error:
            self._say(f"status error: {printable(str(error))}")
        except Exception as error:
            # A player may raise any exception; the session continues.
            self._say(f"status error: {failure_text(error)}")

    @property
    def _name(self) -> str:
        name = f"bitgames-{self._depth}" if self._chooser is None else self._chooser.name
        return "-".join(printable(name).split())

    def _set(self, text: str) -> None:
        name, _, value = text.partition(" ")
        if name == "depth" and (depth := _count(value, _MAX_DEPTH)) is not None:
            self._depth = depth
            self._say(f"set myname {self._name}")
        elif name == "game":
            game = ggf.parse(value)
            record = game.record()
            check_game(record.position)
            self._record, self._clock = record, _clock(game, record)
            # Controllers send the whole game after each move; the table stays.
            self._start_game()

    def _move(self, text: str) -> None:
        """Play a move, and a forced pass before it that was left out."""
        turn = self._position.turn
        record = Record(self._record.start, self._record.moves)
        play(record, text.partition("/")[0].strip(), forced_passes=True)
        self._record = record
        if self._clock is not None:
            self._clock.spend(turn, _spent(text))

    def _go(self, _: str) -> None:
        position = self._position
        if position.is_over:
            self._say("=== PA")
            return
        self._say(f"status {self._name} is thinking")
        began = perf_counter()
        move, value = position.legal_moves[0], None
        if len(position.legal_moves) > 1:
            if self._chooser is not None:
                # A copy of the position takes the move, which checks it.
                copy = Record(position)
                move = copy.play(ask(self._chooser, self._record)).moves[0]
            else:
                move, value = self._deepen(position, 1, self._seconds())
        spent = perf_counter() - began
        answer = f"{capitals(move)}/" + ("" if value is None else f"{value:.2f}")
        self._say(f"=== {answer}/{spent:.3f}")
        self._say(f"status {self._name} is waiting")

    def _hint(self, rest: str) -> None:
        count = _count(rest, self._position.num_moves) or 1
        if self._position.is_over:
            return
        self._say(f"status {self._name} is analyzing")
        self._deepen(self._position, count)
        self._say(f"status {self._name} is waiting")

    def _deepen(
        self, position: Position, count: int, seconds: float | None = None
    ) -> tuple[Move, float | None]:
        """Send the best ``count`` lines of each depth; return the best move and its value."""
        began = perf_counter()
        empties = len(position.empty)
        move, value = position.legal_moves[0], None
        results = self._searcher_of(position).deepen(
            position, lines=count, depth=self._depth, seconds=seconds, stop=self._stop
        )
        for found in results:
            for each in found.lines:
                line = "".join(map(capitals, each.pv))
                how = _how_deep(found, each, empties)
                self._say(f"search {line} {each.value:.2f} 0 {how}")
            self._say(f"nodestats {found.nodes} {perf_counter() - began:.3f}")
            move, value = found.lines[0].move, found.lines[0].value
        return move, value


def _clock(game: ggf.GgfGame, record: Record) -> PeriodClock | None:
    """Return the clock at the end of a game, from its main time and the times of its moves."""
    main = game.main_time
    if not main:
        return None
    clock = PeriodClock(main, 0, 0)
    for position, move in zip(record.positions, game.moves, strict=False):
        clock.spend(position.turn, move.time or 0.0)
    return clock


def _how_deep(found: SearchResult, line: SearchLine, empties: int) -> str:
    """Return a depth, or how sure a search to the end of the game is: 100% for a proven value."""
    if line.exact:
        return "100%"
    return f"{line.certainty}%" if found.depth >= empties else str(found.depth)


def _spent(text: str) -> float:
    """Return the seconds that a move ``F5/EVAL/TIME`` tells, or 0."""
    try:
        seconds = float(text.split("/")[2])
    except (IndexError, ValueError):
        return 0.0
    return seconds if 0 <= seconds < inf else 0.0


def _count(text: str, most: int) -> int | None:
    """Read a number from 1, at most ``most``; ``None`` for other text."""
    digits = text.strip().lstrip("0")
    if not (text.strip().isascii() and text.strip().isdigit()):
        return None
    return most if len(digits) > len(str(most)) else min(max(int(digits or "0"), 1), most)


def serve(server: Server, lines: Lines) -> None:
    """Answer every line until ``quit`` or the end of the lines."""
    while not server.done and (line := lines.take()) is not None:
        server.handle(line)


def interruption(lines: Lines) -> Stop:
    """Return a function that is True if a search must end: ``ping``, ``quit`` or a lost controller.

    >>> import io
    >>> interruption(Lines(io.StringIO("")))()
    False
    """
    return lambda: lines.must_stop(lambda line: line.split()[:1] in (["ping"], ["quit"]))


def saying(output: TextIO) -> Say:
    """Return a function that sends lines to ``output``, each at once.

    >>> import sys
    >>> saying(sys.stdout)("pong 1")
    pong 1
    """

    def say(line: str) -> None:
        output.write(line + "\n")
        output.flush()

    return say
