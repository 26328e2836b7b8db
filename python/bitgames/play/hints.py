"""Hints for the player to move, from only what that player may know."""

from dataclasses import dataclass, field

from bitgames import players
from bitgames._core import CancelledError, Move, UnsupportedError, search, solve
from bitgames.players.base import Progress, Stop
from bitgames.record import Record
from bitgames.seeding import Seed

__all__ = ["Hint", "hint"]

SECONDS = 0.5
ADVISER = "montecarlo"
"""The player that gives hints in a game with hidden cards, where a search would see too much."""


@dataclass(frozen=True, slots=True)
class Hint:
    """A good move, with its value for the player to move as far as it is known."""

    move: Move
    """The move."""
    value: float | None = None
    """The exact value with best play, if it is known."""
    depth: int | None = None
    """The depth of the search in plies, if the value is not exact."""
    values: dict[Move, int] = field(default_factory=dict)
    """The exact value of each legal move, if all are known."""
    adviser: str | None = None
    """The player that suggests the move, if the game hides cards."""


def hint(
    record: Record, *, seed: Seed = None, stop: Stop | None = None, progress: Progress | None = None
) -> Hint:
    """Return a good move in the position of ``record``.

    ``seed`` is the seed of that player. ``stop`` and ``progress`` are called every 50 ms; once
    ``stop`` returns True, ``CancelledError`` is raised.

    >>> import bitgames as bg
    >>> found = hint(bg.Record(bg.position("tictactoe oo./xx./...")))
    >>> found.move, found.value
    (c1, 1.0)
    """
    position = record.position
    step = _step(stop, progress)
    if position.facts.hidden:
        try:
            # A solve is refused while the player cannot know everything.
            solution = solve(position, all_moves=True, progress=step)
        except UnsupportedError:
            adviser = players.get(ADVISER, seed)
            answer = players.ask(adviser, record, stop=stop, progress=progress)
            return Hint(position.parse_move(str(answer)), adviser=ADVISER)
        assert solution.best_move is not None
        return Hint(solution.best_move, value=solution.value, values=dict(solution.values))
    found = search(position, seconds=SECONDS, progress=step)
    assert found.best_move is not None
    if found.exact:
        return Hint(found.best_move, value=found.value)
    return Hint(found.best_move, depth=found.depth)


def _step(stop: Stop | None, progress: Progress | None) -> Progress:
    """Return a ``progress`` callback that ends a long call once ``stop`` returns True."""

    def step(done: int, total: int) -> None:
        if stop is not None and stop():
            raise CancelledError("the hint was cancelled")
        if progress is not None:
            progress(done, total)

    return step
