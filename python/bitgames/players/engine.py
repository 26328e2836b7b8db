"""External programs as players: Edax, or any other program with GTP or the NBoard protocol."""

from collections.abc import Sequence
from functools import partial
from typing import Any, Self

from bitgames._core import ForfeitError, Move, ParameterError, Position, UnsupportedError
from bitgames.arguments import integer, quoted
from bitgames.clock import MoveLimits
from bitgames.players.command import Command, read_spec, seconds_of
from bitgames.players.player import Player
from bitgames.protocols import PROTOCOLS
from bitgames.protocols.control import Controller, Gtp, NBoard
from bitgames.protocols.program import ProgramError
from bitgames.record import Record

_HELP = "write engine:COMMAND or engine[protocol=nboard,seconds=1]:COMMAND"
_OPTIONS = {
    "protocol": str, "seconds": float, "depth": int, "startup": float, "folder": str, "name": str,
}  # fmt: skip
_DEPTH = 8
_UNTIMED_SECONDS = 60.0
_STARTUP_SECONDS = 30.0


class Engine(Player):
    """An external program as a player; it starts before a match or at the first request for a move.

    ``command`` is the program with its arguments: a list of words, or text that is split into words
    by the rules of the shell. ``protocol`` is ``"gtp"`` or ``"nboard"``. ``seconds`` is the time
    for each move: a GTP program gets it as its clock, and a program that answers more than a second
    too late loses the game (default: no clock, 60 seconds at most). In a match with a ``Clock`` the
    clock counts, its margin instead of that second, and ``seconds`` only where it is less.
    ``depth`` (default 8) is the
    search depth in plies of an NBoard program. ``startup`` is the time limit in seconds for all
    other answers, also the first one. ``folder`` is the working directory of the program, ``name``
    its name in tables; control characters in it become escapes.

    A program loses the game if it is late, exits, gives an invalid or endless answer or plays an
    illegal move: ``choose`` raises ``ForfeitError``, and the next game starts a new process. A
    program that has never answered in the protocol ends the match: ``choose`` raises
    ``ParameterError``. The process ends at ``close``, when the player is garbage-collected, and
    when Python exits.

    The player gets the record of the game. A GTP program gets the moves from the start of the game,
    so it follows undone moves and loaded games; an NBoard program gets the whole game.

    >>> import sys
    >>> import bitgames as bg
    >>> command = [sys.executable, "-m", "bitgames", "engine", "tictactoe", "--player", "perfect"]
    >>> with Engine(command) as player:
    ...     player.choose(bg.Record("tictactoe", ["a1", "a2", "b1", "b2"]))
    c1
    """

    sees = "record"

    def __init__(
        self,
        command: Sequence[str] | str,
        *,
        protocol: str = "gtp",
        seconds: float | None = None,
        depth: int | None = None,
        startup: float = _STARTUP_SECONDS,
        folder: str | None = None,
        name: str | None = None,
    ) -> None:
        self.command = Command(command, folder=folder, name=name, what="an engine", help=_HELP)
        if not isinstance(protocol, str):
            raise TypeError(f"protocol must be text, not {type(protocol).__name__}")
        if protocol not in PROTOCOLS:
            raise ParameterError(
                f"protocol {quoted(protocol)} must be one of {', '.join(PROTOCOLS)}"
            )
        if depth is not None:
            if protocol != "nboard":
                raise ParameterError("depth is an option of the protocol nboard only")
            depth = integer("depth", depth, 1, 60)
        self._seconds = seconds_of("seconds", seconds)
        self._startup = seconds_of("startup", startup)
        self.name = self.command.name
        self._protocol = protocol
        self._kind: type[Controller] = Gtp if protocol == "gtp" else NBoard
        self._depth = depth
        self._controller: Controller | None = None
        self._has_answered = False
        self._has_been_ready = False

    def start_game(self, seed: int) -> None:
        """Mark the next record as a new game; programs get no seed."""
        if self._controller is not None:
            self._controller.new_game()

    def check(self, position: Position) -> None:
        """Raise ``UnsupportedError`` unless the protocol supports games that start at ``position``.

        GTP supports games of two players on one flat board from the usual start, NBoard supports 8
        x 8 Othello from any position. The program itself gets no command.

        >>> import bitgames as bg
        >>> Engine("edax -gtp").check(bg.Mosaic())
        Traceback (most recent call last):
        ...
        bitgames.UnsupportedError: GTP knows games of two on one flat board, not mosaic
        """
        self._kind.check(position)

    def get_ready(self, position: Position) -> None:
        """Start the program if it does not run or does not listen, and set up its board.

        Raises ``ForfeitError`` if it fails, and ``ParameterError`` if it has failed from the first.
        """
        try:
            if self._controller is not None:
                try:
                    self._controller.get_ready(position)
                except ProgramError:
                    self.close()  # it may have ended by itself after a game
            if self._controller is None:
                self._controller = self._start()
                self._controller.get_ready(position)
        except ProgramError as error:
            self.close()
            if self._has_been_ready:
                raise ForfeitError(str(error)) from None
            raise ParameterError(
                f"the engine {quoted(self.name)} cannot play {position.game}: {error}"
            ) from None
        except BaseException:
            self.close()
            raise
        self._has_been_ready = True

    def choose(self, at: Record | Position, limits: MoveLimits | None = None) -> Move:
        """Return the program's move at the end of a record.

        The program is told ``limits``, which a match with a clock gives, and has their time.

        NBoard also accepts a position. For GTP it must be the start of the game, an earlier
        position of the game, or a position one move later.

        Raises ``ForfeitError`` if the program fails, ``UnsupportedError`` for a game that the
        protocol does not support, and ``ParameterError`` if the program cannot be started, or has
        never answered in the protocol.
        """
        record = at if isinstance(at, Record) else Record(at)
        position = record.position
        self._kind.check_game(position)
        cells = position.facts.width * position.facts.height
        legal = position.legal_moves
        if len(legal) == 1 and int(legal[0]) >= cells:
            return legal[0]  # programs differ in how they handle a forced pass
        times = (self._seconds, None if limits is None else limits.seconds)
        limit = min((time for time in times if time is not None), default=_UNTIMED_SECONDS)
        try:
            if self._controller is None:
                self._controller = self._start()
            return self._controller.choose(record, limit, limits)
        except ProgramError as error:
            self.close()
            raise ForfeitError(str(error)) from error
        except UnsupportedError:
            raise  # the program got no command
        except BaseException:
            # It may still be thinking, for instance after Ctrl-C: its next answer would be out of
            # date.
            self.close()
            raise

    def close(self) -> None:
        """End the program; the next call of ``choose`` starts it again."""
        controller, self._controller = self._controller, None
        if controller is not None:
            controller.program.close()

    def _start(self) -> Controller:
        """Start the program and wait for its first answer."""
        program = self.command.start()
        try:
            controller: Controller = (
                Gtp(program, startup=self._startup, seconds=self._seconds)
                if self._protocol == "gtp"
                else NBoard(program, startup=self._startup, depth=self._depth or _DEPTH)
            )
            controller.greet()
        except BaseException as error:
            program.close()
            # A program that has answered before may work again in the next game.
            if self._has_answered or not isinstance(error, ProgramError):
                raise
            raise ParameterError(
                f"the engine {quoted(self.name)} does not speak {self._protocol}: {error}"
            ) from None
        self._has_answered = True
        return controller

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __reduce__(self) -> tuple[Any, ...]:
        """Copy and pickle as the command with its options; a copy starts its own process."""
        copy = partial(
            type(self),
            protocol=self._protocol,
            seconds=self._seconds,
            depth=self._depth,
            startup=self._startup,
            folder=self.command.folder,
            name=self.name,
        )
        return copy, (self.command.words,)


def engine(spec: str) -> Engine:
    """another program, started by COMMAND: engine:COMMAND (GTP), engine[protocol=nboard]:COMMAND

    ``spec`` is ``engine:COMMAND`` or ``engine[key=value,...]:COMMAND`` with the options of
    ``Engine``. The command is split into words by the rules of the shell, but no shell runs it.
    Raises ``ParameterError`` for an invalid spec and for a program that does not exist.

    >>> import sys
    >>> engine(f"engine[protocol=nboard,depth=4,name=mine]:{sys.executable} -V")
    <Engine mine>
    """
    words, options = read_spec(spec, _OPTIONS, "an engine", _HELP)
    player = Engine(words, **{"name": spec, **options})
    player.command.find()
    return player
