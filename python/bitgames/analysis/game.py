"""What each move of a game cost."""

import os
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from bitgames._core import CancelledError, Move, Position, Unit
from bitgames.analysis.grades import Grade, grade_of
from bitgames.analysis.levels import checked_seconds, named
from bitgames.analysis.move_values import Judge, Judged, Value
from bitgames.arguments import Progress, flag
from bitgames.arguments import threads as thread_count
from bitgames.games import unit
from bitgames.players.player import Stop
from bitgames.record import Record
from bitgames.tables import to_html


@dataclass(frozen=True, slots=True)
class AnalyzedMove:
    """A move that was played, with its value. Values are those for the player who made it."""

    number: int
    """The number of the move in the record, from 1."""
    player: int
    """The seat that made it."""
    move: Move
    """The move."""
    before: float
    """The value of the position before the move: that of a best move."""
    after: float
    """The value of the move."""
    best: Move
    """A best move; the move itself if none is better."""
    line: tuple[Move, ...]
    """Best play from the position before the move, as far as it was searched."""
    exact: bool
    """True if both values are proven."""
    depth: int | None
    """The depth of the search in plies; ``None`` if the values are exact or means."""
    error: float | None
    """The standard error of the values, if they are means over sampled worlds."""
    is_choice: bool
    """True if there was another legal move."""
    grade: Grade | None
    """``best``, ``good``, ``fair`` or ``bad``, by the loss; ``None`` where estimates differ by less
    than they are worth."""
    certainty: int = 100
    """Certainty of the searches in percent: 100 if they make no selective cuts, and if exact."""

    @property
    def loss(self) -> float:
        """What the move cost: the value before it less the value after it, at least 0."""
        return self.before - self.after

    @property
    def is_blunder(self) -> bool:
        """True if the loss is at least that from which the game calls a move a blunder."""
        return self.grade == "bad"


@dataclass(frozen=True, slots=True)
class Totals:
    """The moves of one player in sum."""

    player: int
    """The seat."""
    moves: int
    """Moves made where there was a choice."""
    best: int
    """How many of them were best moves."""
    loss: float
    """The sum of the losses."""
    blunders: int
    """How many were blunders."""

    @property
    def average(self) -> float:
        """The mean loss of a move; 0 without moves."""
        return self.loss / self.moves if self.moves else 0.0


@dataclass(frozen=True, slots=True)
class Analysis:
    """The moves of a game with what each of them cost."""

    record: Record
    """The game."""
    moves: tuple[AnalyzedMove, ...]
    """Its moves in order; after a stop those that were reached, which are the last ones."""
    final: tuple[float, bool]
    """The value of the last position for the first player, and whether it is proven."""
    seconds: float
    """Time used."""
    complete: bool
    """False if a stop came before all moves were analyzed."""

    def __str__(self) -> str:
        """Return the table of the moves and the sums below it, as ``bitgames analyze`` prints it.

        >>> import bitgames as bg
        >>> print(bg.analyze(bg.Record("tictactoe", ["a1", "b1"])))
        move  player  played  before  after  loss  best
        1     o       a1      draw    draw
        2     x       b1      draw    loss   1     b2    blunder
        <BLANKLINE>
        o              lost 0 half points, 0 half points a move; 1 of 1 choice best, 0 blunders
        x              lost 1 half point, 1 half point a move; 0 of 1 choice best, 1 blunder
        turning point  move 2: b1
        """
        from bitgames.analysis.report import to_text

        return to_text(self)

    def _repr_html_(self) -> str:
        from bitgames.analysis.report import HEADS, facts, rows

        return to_html([HEADS, *rows(self)], *map(": ".join, facts(self)))

    @property
    def unit(self) -> Unit:
        """The unit of the values."""
        return unit(self.record.start)

    @property
    def totals(self) -> tuple[Totals, ...]:
        """The sums for each seat, in order."""
        return tuple(self._total(seat) for seat in range(len(self.record.start.facts.player_names)))

    def _total(self, seat: int) -> Totals:
        own = [move for move in self.moves if move.player == seat and move.is_choice]
        best = sum(1 for move in own if move.move == move.best)
        loss = sum(move.loss for move in own)
        return Totals(seat, len(own), best, loss, sum(1 for move in own if move.is_blunder))

    @property
    def blunders(self) -> tuple[AnalyzedMove, ...]:
        """The moves that are blunders."""
        return tuple(move for move in self.moves if move.is_blunder)

    @property
    def curve(self) -> tuple[tuple[float, bool], ...]:
        """The value for the first player's side at each position, and whether it is proven.

        One more than there are moves: before each, and at the end.
        """
        teams = self.record.start.facts.teams
        signs = [1 if team == teams[0] else -1 for team in teams]
        before = [(_plain(signs[m.player] * m.before), m.exact) for m in self.moves]
        return (*before, self.final)

    @property
    def turning_point(self) -> AnalyzedMove | None:
        """The last move that changed which side leads, by a mistake; ``None`` without one.

        An estimate leads only from a margin on that each game sets.
        """
        found = None
        for move in self.moves:
            if move.loss > 0 and self._lead(move.before, move.exact) > self._lead(
                move.after, move.exact
            ):
                found = move
        return found

    def _lead(self, value: float, exact: bool) -> int:
        margin = 0.0 if exact else self.unit.even
        return (value > margin) - (value < -margin)


def analyze(
    record: Record,
    *,
    level: str | int | None = None,
    seconds: float | None = None,
    threads: int | None = None,
    on_move: Callable[[AnalyzedMove], object] | None = None,
    progress: Progress | None = None,
    stop: Stop | None = None,
    partial: bool = False,
) -> Analysis:
    """Analyze each move of a game: its value, that of a best move, and the loss.

    The walk goes from the last move to the first and keeps its tables, so positions near the end
    are solved exactly and the others searched. ``level`` is ``quick``, ``normal`` (the default) or
    ``deep``, or in Othello on 8 by 8 a level of its search from 0 to 30; ``seconds`` limits the
    time of the whole game instead. ``threads`` search together (``None``: on all cores). Unfinished
    and resigned games are analyzed as far as they go.

    In a game with hidden cards a move is measured by what its player could know: by means over
    sampled worlds, and exactly once all cards are known.

    ``on_move(move)`` is called with each move as it is done, the last move of the game first, and
    ``progress(done, total)`` with the number of moves. ``stop()`` is called every 50 ms; once it
    returns True the analysis ends, and holds the moves done. With ``partial=True`` Ctrl-C does the
    same, instead of raising KeyboardInterrupt.

    >>> import bitgames as bg
    >>> found = bg.analyze(bg.Record("tictactoe", ["a1", "b1", "b2", "c1", "c3"]))
    >>> [(str(move.move), move.loss, str(move.best)) for move in found.blunders]
    [('b1', 1.0, 'b2')]
    """
    if not isinstance(record, Record):
        advice = "formats.read_one(path) reads one, Record(game, moves) makes one"
        raise TypeError(f"analyze takes a Record, not {type(record).__name__}: {advice}")
    chosen = named(level)
    limit = checked_seconds(seconds)
    partial = flag("partial", partial)
    threads = thread_count(threads) or os.cpu_count()
    judge = Judge(record.start, chosen, limit, threads, stop)
    return judged(record, judge, on_move, progress, partial=partial)


def judged(
    record: Record,
    judge: Judge,
    on_move: Callable[[AnalyzedMove], object] | None = None,
    progress: Progress | None = None,
    *,
    partial: bool = False,
) -> Analysis:
    """Return the analysis of a game by a judge, with the hooks of ``analyze``."""
    began = judge.clock()
    done: deque[AnalyzedMove] = deque()
    final, complete = (0.0, False), False
    try:
        if progress is not None:
            progress(0, len(record))
        last = judge.end(record.position, len(record.positions))
        facts = record.start.facts
        sign = 1 if facts.teams[record.position.turn] == facts.teams[0] else -1
        final = (_plain(sign * last.value), last.exact)
        for move in _walked(record, judge, last):
            done.appendleft(move)
            if on_move is not None:
                on_move(move)
            if progress is not None:
                progress(len(done), len(record))
        complete = True
    except CancelledError:
        pass
    except KeyboardInterrupt:
        if not partial:
            raise
    return Analysis(record, tuple(done), final, judge.clock() - began, complete)


def _walked(record: Record, judge: Judge, after: Value) -> Iterator[AnalyzedMove]:
    """Yield the moves from the last to the first; ``after`` is the value of the last position."""
    positions, moves = record.positions, record.moves
    for number in range(len(moves), 0, -1):
        before, move = positions[number - 1], moves[number - 1]
        judged = judge.move(before, move, positions[number], after, number)
        yield _analyzed(number, before, move, judged)
        after = judged.best


def _analyzed(number: int, before: Position, move: Move, judged: Judged) -> AnalyzedMove:
    best, played = judged.best, judged.played
    is_best = best.move is None or best.value <= played.value
    exact = best.exact and played.exact
    loss = max(best.value - played.value, 0.0)
    return AnalyzedMove(
        number=number,
        player=before.turn,
        move=move,
        before=_plain(max(best.value, played.value)),
        after=_plain(played.value),
        best=move if is_best or best.move is None else best.move,
        line=best.line if best.line and not is_best else (move, *played.line),
        exact=exact,
        depth=None if exact else best.depth,
        certainty=min(best.certainty, played.certainty),
        error=best.error,
        is_choice=len(before.legal_moves) > 1,
        grade=grade_of(unit(before), loss, exact=exact, error=best.error),
    )


def _plain(value: float) -> float:
    """Return a value as a float that is not -0.0."""
    return float(value) + 0.0
