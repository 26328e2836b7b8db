"""Types of the native part for the reference, from its stub ``python/bitgames/_core.pyi``.

Compiled functions have no annotations, so autodoc shows none. The stub has them all.
"""

from __future__ import annotations

import ast
import re
from importlib.resources import files
from types import FunctionType
from typing import Any

__all__ = ["add_type", "typed_signature"]


def _declared() -> dict[str, ast.FunctionDef]:
    """The functions, methods and properties of the stub by their names, ``Position.play``."""
    tree = ast.parse((files("bitgames") / "_core.pyi").read_text(encoding="utf-8"))
    found: dict[str, ast.FunctionDef] = {}
    for node in tree.body:
        members = node.body if isinstance(node, ast.ClassDef) else [node]
        prefix = f"{node.name}." if isinstance(node, ast.ClassDef) else ""
        for each in members:
            if isinstance(each, ast.FunctionDef):
                found[prefix + each.name] = each
    return found


DECLARED = _declared()


def _short(name: str) -> str:
    """The name without the package and the module that a native class or function is shown in."""
    return re.sub(r"^bitgames\.([a-z]+\.)?", "", name)


def _of(name: str) -> ast.FunctionDef | None:
    return DECLARED.get(_short(name))


def typed_signature(
    _app: Any, what: str, name: str, thing: Any, _options: Any, signature: str, returns: str
) -> tuple[str, str | None] | None:
    """The parameters and the result of a native function, with their types."""
    del signature, returns
    is_class = what == "class"
    if what not in ("class", "function", "method") or isinstance(thing, FunctionType):
        return None
    function = _of(f"{name}.__new__" if is_class else name)
    if function is None:
        return None
    plain = "." not in _short(name) and not is_class
    static = any(getattr(each, "id", "") == "staticmethod" for each in function.decorator_list)
    parameters = ast.unparse(function.args)
    if not (plain or static):  # without self
        parameters = re.sub(r"^\w+(, /)?(, )?", "", parameters)
    result = ast.unparse(function.returns) if function.returns and not is_class else None
    return f"({parameters})", result


def add_type(_app: Any, what: str, name: str, _thing: Any, _options: Any, lines: list[str]) -> None:
    """Add the type of a native property to its text."""
    function = _of(name)
    if what in ("attribute", "property") and function is not None and function.returns:
        lines += ["", f":type: ``{ast.unparse(function.returns)}``"]
