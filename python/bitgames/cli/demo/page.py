"""What a part of the demonstration is, and how it is laid out."""

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any, NamedTuple, Protocol

from bitgames._core import Position
from bitgames.cli.console import use_color
from bitgames.render import theme

WIDTH = 78
INDENT = "  "


class Shown(NamedTuple):
    """The result of a part: lines to print, and the same as data for JSON."""

    lines: list[str]
    data: dict[str, Any]


class Show(Protocol):
    """The work of a part; ``quiet`` shows no progress."""

    def __call__(self, seed: int, *, quiet: bool) -> Shown:
        """Compute what follows from the seed."""


class Part(NamedTuple):
    """A part of the demonstration."""

    name: str
    words: str
    """What is shown, known before it is computed."""
    show: Show


def beside(picture: Sequence[str], words: Sequence[str], gap: int = 3) -> list[str]:
    """Put words beside a picture.

    >>> beside(["oxo", "xox"], ["a", "draw"])
    ['oxo   a', 'xox   draw']
    """
    wide = max(_wide(line) for line in picture) + gap
    return [
        f"{line}{' ' * (wide - _wide(line))}{more}"
        for line, more in zip_longest(picture, words, fillvalue="")
    ]


def flow(parts: Sequence[str], gap: str = "   ") -> list[str]:
    """Return parts in as many lines as they need, none of them broken.

    >>> [len(line) for line in flow(["x" * 50] * 2 + ["o" * 20])]
    [50, 73]
    """
    lines = [parts[0]]
    for part in parts[1:]:
        if _wide(lines[-1] + gap + part) <= WIDTH - len(INDENT):
            lines[-1] += gap + part
        else:
            lines.append(part)
    return lines


def _wide(line: str) -> int:
    """Return the number of columns that a line takes; escape codes take none."""
    from rich.text import Text

    return Text.from_ansi(line).cell_len


def pieces(position: Position, player: int, count: int) -> str:
    """Return pieces of a player as on the board, in their colour where there are colours.

    >>> import bitgames as bg
    >>> pieces(bg.Mosaic(3), 1, 3)
    'xxx'
    """
    text = position.scene()["players"][player]["letter"] * count
    if not use_color():
        return text
    return f"{theme.TERMINAL_PLAYERS[player]}{text}{theme.TERMINAL_RESET}"
