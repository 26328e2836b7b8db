"""Practice: positions to be answered, asked again at growing intervals, kept in a deck.

It needs ``pip install 'bitgames[practice]'``, which brings ``fsrs``, when an answer is scheduled.

>>> from itertools import islice
>>> from bitgames.practice import Deck, Session, problems
>>> deck = Deck("tictactoe")
>>> deck.extend(islice(problems("tictactoe", empties=5, seed=1), 3))
3
>>> session = Session(deck)
>>> verdict = session.answer(session.card.best_moves[0])
>>> verdict.right, session.left
(True, 2)
"""

from bitgames.practice.cards import Answer, Card, MoveValue, Verdict, judge
from bitgames.practice.deck import Deck
from bitgames.practice.export import to_anki, to_csv
from bitgames.practice.schedule import Plan, Rating, Schedule
from bitgames.practice.session import Session, Summary
from bitgames.practice.sources import book_lines, is_open, mistakes, problems

__all__ = [
    "Answer",
    "Card",
    "Deck",
    "MoveValue",
    "Plan",
    "Rating",
    "Schedule",
    "Session",
    "Summary",
    "Verdict",
    "book_lines",
    "is_open",
    "judge",
    "mistakes",
    "problems",
    "to_anki",
    "to_csv",
]
