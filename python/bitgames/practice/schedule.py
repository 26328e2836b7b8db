"""When a position is asked again: the model FSRS, by the package ``fsrs``.

FSRS (J. Ye and others, "A Stochastic Shortest Path Algorithm for Optimizing Spaced Repetition
Scheduling", KDD 2022) keeps two numbers of each position: its stability, the days after which an
answer is still right with a probability of 90 %, and its difficulty from 1 to 10.
"""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import IntEnum

from bitgames._core import ParameterError, UnsupportedError
from bitgames.arguments import integer, real

_DAY = timedelta(days=1)


class Rating(IntEnum):
    """How well an answer was known, numbered as in FSRS."""

    AGAIN = 1
    HARD = 2
    GOOD = 3
    EASY = 4


@dataclass(frozen=True, slots=True)
class Schedule:
    """What is remembered of a position that was answered, and when it is due. Times are in UTC."""

    due: datetime
    """When it is to be asked again."""
    last: datetime
    """When it was answered last."""
    stability: float
    """Days after which an answer is right with a probability of 90 %."""
    difficulty: float
    """From 1, easy, to 10."""
    state: int
    """The state of FSRS: 1 learning, 2 review, 3 learning again."""
    step: int | None = None
    """The step of learning; ``None`` in review."""

    def is_due(self, now: datetime) -> bool:
        """Whether it is due now, or later on the day of ``now``, in the time zone of ``now``.

        What was put off for less than a day waits for its minute.
        """
        if self.due - self.last < _DAY:
            return self.due <= now
        return self.due.astimezone(now.tzinfo).date() <= now.date()


@dataclass(frozen=True, slots=True)
class Plan:
    """How positions are scheduled.

    By default there are no steps of minutes: a position is asked once a day at most, so a day's
    session has an end. Intervals have no random part, so the same answers give the same days.

    Raises ``ParameterError`` for numbers out of range.

    >>> from datetime import UTC, datetime
    >>> first = Plan().after(None, Rating.GOOD, datetime(2026, 1, 1, tzinfo=UTC))
    >>> (first.due - first.last).days, Plan().after(first, Rating.GOOD, first.due).due.date()
    (2, datetime.date(2026, 1, 14))
    """

    retention: float = 0.9
    """The share of right answers to aim at, from 0.7 to 0.99: more means shorter intervals."""
    longest: int = 36_500
    """The longest interval in days."""
    steps: tuple[float, ...] = ()
    """Minutes after the first answers of a new position; FSRS itself begins with 1 and 10."""
    relearning: tuple[float, ...] = ()
    """Minutes after a wrong answer of a known position; FSRS itself has 10."""

    def __post_init__(self) -> None:
        real("retention", self.retention, 0.7, 0.99)
        integer("longest", self.longest, 1, 36_500)
        for name, steps in (("steps", self.steps), ("relearning", self.relearning)):
            for step in steps:
                real(f"a number of minutes in {name}", step, 0.0, 1440.0)

    def after(self, before: Schedule | None, rating: Rating, now: datetime) -> Schedule:
        """Return the schedule after an answer; ``before`` is ``None`` for the first one.

        Raises ``ParameterError`` for a time without a time zone, and ``UnsupportedError`` without
        the package ``fsrs``.
        """
        try:
            import fsrs
        except ModuleNotFoundError:
            raise UnsupportedError(
                "practice needs the package fsrs: pip install 'bitgames[practice]' installs it"
            ) from None
        if now.tzinfo is None:
            raise ParameterError("a time of an answer must have a time zone")
        now = now.astimezone(UTC)
        scheduler = fsrs.Scheduler(
            desired_retention=self.retention,
            maximum_interval=self.longest,
            learning_steps=[timedelta(minutes=step) for step in self.steps],
            relearning_steps=[timedelta(minutes=step) for step in self.relearning],
            enable_fuzzing=False,
        )
        # Without a number, the package waits for a new one.
        card = fsrs.Card(card_id=0)
        if before is not None:
            card = fsrs.Card(
                0, fsrs.State(before.state), before.step, before.stability, before.difficulty,
                before.due, before.last,
            )  # fmt: skip
        card, _ = scheduler.review_card(card, fsrs.Rating(rating), now)
        assert card.stability is not None
        assert card.difficulty is not None
        return Schedule(card.due, now, card.stability, card.difficulty, int(card.state), card.step)
