"""Exams: players asked in positions whose moves all have known, exact values.

>>> import bitgames as bg
>>> found = bg.exam("perfect", "tictactoe:4", count=20)
>>> found.marks[0].best.mean
1.0
"""

from bitgames.exams.making import PLANS, Plan, make
from bitgames.exams.marks import Answer, Estimate, Exam, Marks, Part
from bitgames.exams.question_files import Question, QuestionSet, games, questions
from bitgames.exams.sitting import exam

__all__ = [
    "PLANS",
    "Answer",
    "Estimate",
    "Exam",
    "Marks",
    "Part",
    "Plan",
    "Question",
    "QuestionSet",
    "exam",
    "games",
    "make",
    "questions",
]
