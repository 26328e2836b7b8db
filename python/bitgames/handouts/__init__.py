"""Handouts: positions with captions as pages of a vector PDF or as PNG, solutions on the last page.

It needs ``pip install 'bitgames[print]'``, which brings Typst, when a sheet is made.

>>> from itertools import islice
>>> from bitgames.problems import generate
>>> from bitgames.handouts import Sheet, of_problem
>>> figures = map(of_problem, islice(generate("othello", empties=6, seed=1), 4))
>>> Sheet("Othello", per_page=4).pdf(figures)[:5]
b'%PDF-'
"""

from bitgames.handouts.figure import Figure, of_position, of_problem, problems_title, title_of
from bitgames.handouts.sheet import MAX_FIGURES, Sheet
from bitgames.handouts.words import LANGUAGES

__all__ = [
    "LANGUAGES",
    "MAX_FIGURES",
    "Figure",
    "Sheet",
    "of_position",
    "of_problem",
    "problems_title",
    "title_of",
]
