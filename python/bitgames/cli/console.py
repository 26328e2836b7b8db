"""Tables and colours by rich, which is loaded at its first use.

The variables ``FORCE_COLOR`` and ``NO_COLOR`` are respected; ``NO_COLOR`` also turns off bold and
dim.
"""

import os
import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, TextIO

from bitgames.arguments import printable

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

_WIDE = 10_000


def _console(stream: TextIO | None = None) -> "Console":
    """Return a console with the width of the terminal, or of unlimited width elsewhere."""
    from rich.console import Console

    console = Console(file=sys.stdout if stream is None else stream)
    if console.is_terminal and not os.environ.get("NO_COLOR"):
        return console
    width = console.width if console.is_terminal else _WIDE
    return Console(file=console.file, color_system=None, width=width)


def use_color(stream: TextIO | None = None) -> bool:
    """Whether to use colours: the terminal supports them and the user allows them."""
    return _console(stream).color_system is not None


def styled(text: str, style: str) -> str:
    """Return ``text`` in a style of rich, like ``"bold green"``, if colours are used."""
    from rich.style import Style

    console = _console()
    if console.color_system is None:
        return text
    return Style.parse(style).render(text)


def bold(text: str) -> str:
    """Return ``text`` in bold if colours are used."""
    return styled(text, "bold")


def dim(text: str) -> str:
    """Return ``text`` dimmed if colours are used."""
    return styled(text, "dim")


def print_rule(name: str, words: str, width: int) -> None:
    """Print a heading with a line to its right; at once, also into a pipe."""
    from rich.rule import Rule
    from rich.text import Text

    title = Text.assemble((printable(name), "bold"), f": {printable(words)}")
    _print(Rule(title, align="left", style="dim"), width)
    sys.stdout.flush()


def print_facts(rows: Iterable[tuple[str, str]]) -> None:
    """Print names and values in two columns."""
    _print_grid([(name, value) for name, value in rows], styles=("dim", ""), least=(10, 0))


def print_columns(rows: Sequence[tuple[str, ...]]) -> None:
    """Print a table; its first row is the head."""
    _print_grid(rows[1:], heads=rows[0])


def _print_grid(
    rows: Iterable[tuple[str, ...]],
    *,
    heads: tuple[str, ...] = (),
    styles: tuple[str, ...] = (),
    least: tuple[int, ...] = (),
) -> None:
    from rich.table import Table
    from rich.text import Text

    grid = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=bool(heads))
    rows = list(rows)
    for number in range(len(heads or rows[0])):
        grid.add_column(
            Text(heads[number]) if heads else "",
            header_style="bold",
            style=styles[number] if styles else "",
            min_width=least[number] if least else None,
        )
    for row in rows:
        grid.add_row(*(Text(printable(cell)) for cell in row))
    _print(grid)


def _print(what: "RenderableType", width: int | None = None) -> None:
    console = _console()
    with console.capture() as caught:
        console.print(what, width=width)
    for line in caught.get().splitlines():
        print(line.rstrip())
