"""Tournaments: schedule, results files, tables, sequential tests and ratings.

The package is called as a function, too: ``bitgames.tournament(...)`` plays a tournament.
"""

import sys
from types import ModuleType
from typing import Any

from bitgames.tournament.result import Tournament
from bitgames.tournament.runner import tournament

__all__ = ["Tournament", "tournament"]


class _Callable(ModuleType):
    """The package as ``bitgames.tournament``, which is the function of that name."""

    def __call__(self, *args: Any, **options: Any) -> Tournament:
        return tournament(*args, **options)


sys.modules[__name__].__class__ = _Callable
