"""A day's session: what is due, then what is new, then once more what was answered wrongly."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from bitgames._core import Move, ParameterError
from bitgames.arguments import integer, real
from bitgames.practice.cards import Card, Verdict, judge
from bitgames.practice.deck import Deck

COUNT = 20
"""Positions of a session."""

NEW = 10
"""New positions of a session."""


@dataclass(frozen=True, slots=True)
class Summary:
    """What came of a session."""

    answered: int
    """Positions that were answered for the first time in it."""
    right: int
    """How many of them were right."""
    new: int
    """How many of them were new."""
    loss: float
    """What the wrong answers lost, in points of the game's score, as far as it is known."""
    left: int
    """Positions that were not asked."""


class Session:
    """Asks the positions of a deck one after the other; knows no terminal and no page.

    At most ``count`` positions: those that are due, the longest first, then at most ``new``
    without an answer, the nearest to the end of the game first. A position that was answered
    wrongly comes once more at the end, until it is right; only its first answer of the session is
    rated, as it alone tells what was remembered. ``margin`` and ``easy`` are as in ``Deck.answer``.

    >>> from bitgames.practice import Deck, problems
    >>> deck = Deck("tictactoe")
    >>> _ = deck.add(next(problems("tictactoe", empties=5, seed=1)))
    >>> session = Session(deck)
    >>> session.answer(None).right, session.again, session.left
    (False, True, 1)
    >>> session.answer(session.card.best_moves[0]).right, session.card is None
    (True, True)
    >>> session.summary.answered, session.summary.right
    (1, 0)
    """

    def __init__(
        self,
        deck: Deck,
        *,
        count: int = COUNT,
        new: int = NEW,
        margin: float = 0.0,
        easy: float | None = None,
        now: datetime | None = None,
    ) -> None:
        """Choose the positions; ``now`` is a time with a zone, by default that of the system.

        Raises ``ParameterError`` for numbers out of range.
        """
        now = datetime.now().astimezone() if now is None else now
        if now.tzinfo is None:
            raise ParameterError("the time of a session must have a time zone")
        integer("count", count, 1, 10_000)
        integer("new", new, 0, 10_000)
        real("margin", margin, 0.0, 1e6)
        if easy is not None:
            real("easy", easy, 0.0, 1e6)
        self.deck, self._margin, self._easy = deck, margin, easy
        due = deck.due(now)[:count]
        # Near ends first: they are the easiest, and what comes before builds on them.
        fresh = sorted(deck.new(), key=lambda number: deck[number].plies or 0)
        self._asked: list[int] = [*due, *fresh[: min(new, count - len(due))]]
        self._at = 0
        # Those that come once more.
        self._wrong: list[int] = []
        self._right = self._new = 0
        self._loss = 0.0

    @property
    def numbers(self) -> Sequence[int]:
        """The numbers of its positions in the deck, in the order in which they are asked."""
        return tuple(self._asked)

    @property
    def number(self) -> int | None:
        """The number in the deck of the position that is asked now; ``None`` at the end."""
        if self._at < len(self._asked):
            return self._asked[self._at]
        return self._wrong[0] if self._wrong else None

    @property
    def card(self) -> Card | None:
        """The position that is asked now; ``None`` at the end."""
        number = self.number
        return None if number is None else self.deck[number]

    @property
    def again(self) -> bool:
        """True if the position that is asked now was answered wrongly before."""
        return self._at >= len(self._asked) and bool(self._wrong)

    @property
    def done(self) -> int:
        """How many positions were answered once."""
        return self._at

    @property
    def left(self) -> int:
        """Answers to come, if all of them are right."""
        return len(self._asked) - self._at + len(self._wrong)

    def answer(
        self, move: Move | None, *, seconds: float | None = None, now: datetime | None = None
    ) -> Verdict:
        """Answer the position that is asked; the next one follows. ``None`` gives up.

        The deck is saved before this returns. Raises what ``Deck.answer`` raises, and
        ``ParameterError`` at the end; then the same position is asked.
        """
        number = self.number
        if number is None:
            raise ParameterError("the session is over: there is nothing to answer")
        if self.again:
            verdict = judge(self.deck[number], move, margin=self._margin)
            del self._wrong[0]
        else:
            is_new = self.deck[number].schedule is None
            verdict = self.deck.answer(
                number, move, margin=self._margin, easy=self._easy, seconds=seconds, now=now
            )
            self._at += 1
            self._new += is_new
            self._right += verdict.right
            if not verdict.right:
                self._loss += verdict.loss or 0.0
        if not verdict.right:
            self._wrong.append(number)
        return verdict

    @property
    def summary(self) -> Summary:
        """What came of it so far."""
        left = len(self._asked) - self._at
        return Summary(self._at, self._right, self._new, self._loss, left)
