"""A hint for the player to move, from nothing but what that player has seen."""

from dataclasses import dataclass, field

from bitgames import players
from bitgames._core import Move, Position, UnsupportedError, search, solve
from bitgames.play.jobs import Job, ask
from bitgames.record import Record

__all__ = ["Hint", "hint"]

SECONDS = 0.5
ADVISER = "montecarlo"
"""The player asked where a game hides cards, so that a search would see too much."""


@dataclass(frozen=True, slots=True)
class Hint:
    """A good move, and what is known of its value for the player to move."""

    move: Move
    """The move."""
    value: float | None = None
    """Its value with best play, where that is exact."""
    depth: int | None = None
    """The depth of the search that found it, in plies, where the value is not exact."""
    values: dict[Move, int] = field(default_factory=dict)
    """The exact value of each legal move, where all were looked at."""
    adviser: str | None = None
    """The player that would play it, where a search may not look."""


def hint(record: Record, job: Job | None = None, *, seed: int | None = None) -> Hint:
    """Return a good move in the position of ``record``.

    ``job`` hears of the progress and cancels: then ``Cancelled`` comes out. ``seed`` is that of the
    adviser.

    >>> import bitgames as bg
    >>> found = hint(bg.Record(bg.position("tictactoe oo./xx./...")))
    >>> found.move, found.value
    (c1, 1.0)
    """
    position = record.position
    if position.facts.hidden:
        return _hidden(position, record, job, seed)
    found = search(position, seconds=SECONDS, progress=None if job is None else job.step)
    assert found.best_move is not None
    if found.exact:
        return Hint(found.best_move, value=found.value)
    return Hint(found.best_move, depth=found.depth)


def _hidden(position: Position, record: Record, job: Job | None, seed: int | None) -> Hint:
    try:
        # Refused as long as there is something that the player cannot know.
        solution = solve(position, all_moves=True, progress=None if job is None else job.step)
    except UnsupportedError:
        adviser = players.get(ADVISER, seed)
        return Hint(position.parse_move(str(ask(adviser, record, job))), adviser=ADVISER)
    assert solution.best_move is not None
    return Hint(solution.best_move, value=solution.value, values=dict(solution.values))
