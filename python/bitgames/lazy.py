"""Public names of a package that are loaded at their first use.

The stub of the package, ``__init__.pyi``, is their one list: type checkers read it, and so does
this module. Each of its statements has the form ``from MODULE import NAME as NAME``.
"""

from __future__ import annotations

from sys import modules

# `typing` takes as long to load as the interpreter, and a command hears Ctrl-C only after this.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def attach(package: str) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return ``__getattr__`` and ``__dir__`` for the package of this name.

    >>> import bitgames as bg
    >>> load, names = attach("bitgames.play")
    >>> load("Tree") is bg.play.Tree, "Tree" in names()
    (True, True)
    """
    module = modules[package]
    places: dict[str, str] = {}

    def names() -> list[str]:
        if not places:
            places.update(_places(f"{module.__path__[0]}/__init__.pyi"))
        return sorted(places)

    def load(name: str) -> Any:
        # What Python asks any module for is not worth reading the stub.
        if name == "__all__":
            return names()
        if (name.startswith("__") and name != "__version__") or name not in names():
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        from importlib import import_module

        place = places[name]
        if place == package:
            return import_module(f"{package}.{name}")
        value = getattr(import_module(place), name)
        setattr(module, name, value)
        return value

    return load, names


def _places(stub: str) -> dict[str, str]:
    """Return the module of each name of a stub."""
    with open(stub, encoding="utf-8") as file:
        _, *statements = file.read().split("\nfrom ")
    found: dict[str, str] = {}
    for statement in statements:
        place, _, listed = statement.partition(" import ")
        aliases = (each.split() for each in listed.strip("()\n").split(","))
        found |= {alias[0]: place for alias in aliases if alias}
    return found
