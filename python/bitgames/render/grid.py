"""A grid of marks in text, with coordinates and frames around some of the marks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bitgames.games.layout import Layout
from bitgames.render import theme

__all__ = ["LAST", "Mark", "cell_mark", "dim", "grid"]

LAST = "[]"
"""The frame of the last move."""


@dataclass(frozen=True, slots=True)
class Mark:
    """What a cell shows.

    >>> Mark("x", frame="[]").text
    'x'
    """

    text: str
    """One character, or a number."""
    style: str = ""
    """Codes of the terminal for its colour."""
    frame: str = "  "
    """The characters to its left and right."""


def cell_mark(
    picture: Layout, cell: int, *, legal: bool, numbers: Mapping[int, int] | None = None
) -> Mark:
    """Return what a cell of any kind of board shows, without its frame.

    A letter for a piece, and a dot for a cell without one; with ``legal`` or with ``numbers``
    other things for legal cells, see ``to_text``.

    >>> import bitgames as bg
    >>> cell_mark(bg.games.layout(bg.TicTacToe().play("a1")), 0, legal=False).text
    'o'
    """
    owner = picture.owners[cell]
    if owner is not None:
        return Mark(picture.letters[owner], theme.TERMINAL_PLAYERS[owner])
    if numbers is not None and cell in picture.legal:
        return Mark(str(numbers.get(cell, "+")))
    return Mark(".", theme.TERMINAL_DIM) if not legal or cell in picture.legal else Mark(" ")


def grid(
    columns: Sequence[str],
    rows: Sequence[str],
    marks: Sequence[Mark],
    *,
    margin: int,
    wide: int = 1,
    color: bool = False,
) -> list[str]:
    """Draw marks as lines: the columns' labels, then a line for each row, all of one width.

    Rows have labels of ``margin`` characters, and cells take ``wide`` ones.

    >>> marks = [Mark("o", frame="[]"), Mark("x"), Mark("x"), Mark(".")]
    >>> grid(("a", "b"), ("1", "2"), marks, margin=1)
    ['  a b ', '1[o]x ', '2 x . ']
    """
    labels = "".join(f" {label.rjust(wide)}" for label in columns)
    lines = [dim(" " * margin + labels, color) + " "]
    for y, label in enumerate(rows):
        row = marks[y * len(columns) : (y + 1) * len(columns)]
        lines.append(dim(label.ljust(margin), color) + _row(row, wide, color))
    return lines


def _row(marks: Sequence[Mark], wide: int, color: bool) -> str:
    """Draw a row: each mark ends where its column does, with a gap on either side for frames."""
    ends = [(wide + 1) * (x + 1) - 1 for x in range(len(marks))]
    slots = [" "] * (ends[-1] + 2)
    for end, mark in zip(ends, marks, strict=True):
        styled = color and mark.style
        slots[end] = f"{mark.style}{mark.text}{theme.TERMINAL_RESET}" if styled else mark.text
        slots[end + 1 - len(mark.text) : end] = [""] * (len(mark.text) - 1)
    # Neighbours may share the gap between them; the mark of the last move has the first claim.
    for end, mark in sorted(zip(ends, marks, strict=True), key=lambda each: each[1].frame == LAST):
        if mark.frame != "  ":
            slots[end - len(mark.text)], slots[end + 1] = tuple(mark.frame)
    return "".join(slots)


def dim(text: str, color: bool) -> str:
    """Return the text of something in the background.

    >>> dim(".", color=False)
    '.'
    """
    return f"{theme.TERMINAL_DIM}{text}{theme.TERMINAL_RESET}" if color else text
