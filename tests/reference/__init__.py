"""Slow, obvious second implementations: the judges of the native games.

``REFERENCES`` has one for each game of the registry, all with the same interface, so that the tests
in ``tests/test_references.py`` and the tables of ``perft_table.py`` need to know no game. It joins
the tables of that name in the modules of this folder.
"""

from importlib import import_module
from pkgutil import iter_modules

from tests.reference.interface import Game, Reference

__all__ = ["REFERENCES", "Game", "Reference"]

# Every game by its name in the registry of the package.
REFERENCES: dict[str, Reference] = {}
for _module in iter_modules(__path__, f"{__name__}."):
    if _module.name != f"{__name__}.perft_table":  # a program, which needs what stands here
        REFERENCES |= getattr(import_module(_module.name), "REFERENCES", {})
