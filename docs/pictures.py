"""Pictures of the pages: the code of a ``picture`` block, run when the pages are built or tested.

The last line of a block is an expression that returns an SVG document, such as
``position.to_svg()``. It is evaluated once for each theme, so a page has a light and a dark
picture. All blocks of a page share their names; ``bg`` is the package.
"""

from __future__ import annotations

import ast
from typing import Any

import bitgames as bg

__all__ = ["THEMES", "Pictures"]

THEMES = ("light", "dark")


class Pictures:
    """The pictures of one page, from top to bottom."""

    def __init__(self) -> None:
        self.names: dict[str, Any] = {"bg": bg}

    def draw(self, code: str, place: str) -> dict[str, str]:
        """Run a block; return its SVG document for each theme. ``place`` is for tracebacks."""
        *before, last = ast.parse(code, place).body
        if not (isinstance(last, ast.Expr) and isinstance(last.value, ast.Call)):
            raise ValueError(f"{place}: the last line of a picture has to be a call that draws")
        exec(compile(ast.Module(before, []), place, "exec"), self.names)
        drawn = {}
        for theme in THEMES:
            call = ast.parse(ast.unparse(last.value), place, "eval")
            assert isinstance(call.body, ast.Call)
            call.body.keywords.append(ast.keyword("theme", ast.Constant(theme)))
            expression = compile(ast.fix_missing_locations(call), place, "eval")
            drawn[theme] = eval(expression, self.names)
        return drawn
