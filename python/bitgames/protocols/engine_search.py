"""What engines of both protocols share: the game, and who chooses the moves."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from bitgames._core import Move, Position, Searcher, child_seed, moves_to_time
from bitgames.protocols.period_clock import PeriodClock
from bitgames.record import Record
from bitgames.seeding import Seed, root

Stop: TypeAlias = Callable[[], bool]
"""Called every 50 ms while a search runs; True ends it with the best move so far."""


class Chooser(Protocol):
    """An object that chooses an engine's moves, such as a player."""

    @property
    def name(self) -> str:
        """The name of the engine."""

    def start_game(self, seed: int) -> None:
        """Prepare for a new game."""

    def choose(self, at: Any) -> Move | int | str:
        """Return a legal move; ``at`` is a record if ``sees`` is ``"record"``, else a position."""


def ask(chooser: Chooser, record: Record) -> Move | int | str:
    """Ask for a move in the game so far; pass the record or the position as ``sees`` says."""
    sees_record = getattr(chooser, "sees", "position") == "record"
    return chooser.choose(record if sees_record else record.position)


@dataclass(frozen=True, slots=True)
class Limits:
    """Default limits of a search: plies, seconds, the size of its table in MiB, its level."""

    depth: int | None = None
    seconds: float | None = 1.0
    table_mib: int = 64
    level: int | None = None


class Session:
    """What an engine keeps from one command to the next: the game so far, and a clock."""

    def __init__(
        self, start: Position, chooser: Chooser | None, *, table_mib: int, seed: Seed, stop: Stop
    ) -> None:
        self.done = False
        self._record = Record(start)
        self._chooser = chooser
        self._table_mib = table_mib
        self._searcher: Searcher | None = None
        self._clock: PeriodClock | None = None
        self._stop = stop
        self._seed = root(seed)
        self._games = 0

    @property
    def _position(self) -> Position:
        return self._record.position

    def _quit(self, _: str = "") -> None:
        self.done = True

    def _start_game(self) -> None:
        """Let the chooser prepare for the next game."""
        if self._chooser is not None:
            self._chooser.start_game(child_seed(self._seed, self._games))
        self._games += 1

    def _searcher_of(self, position: Position) -> Searcher:
        """Return the searcher of the game, which keeps its table from one move to the next."""
        if self._searcher is None or self._searcher.game != position.game:
            self._searcher = Searcher(position.game, table_mib=self._table_mib)
        return self._searcher

    def _seconds(self) -> float | None:
        """Return the time for the next move by the clock, if there is one."""
        if self._clock is None:
            return None
        return self._clock.budget(self._position.turn, moves_to_time(self._position))
