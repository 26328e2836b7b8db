"""A grid of marks in text, with coordinates and frames around some of the marks."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from bitgames.render import theme
from bitgames.render.options import Style
from bitgames.render.reading import legal_cells, owner_of
from bitgames.scene import GridScene, PyramidScene

LAST = "[]"
"""The frame of the last move."""
WAVE = "()"
"""The frame of another cell that the last move filled or changed."""
LEGAL = "+"
"""The mark of a cell that has legal moves, where it shows no number."""


@dataclass(frozen=True, slots=True)
class Mark:
    """The content of a cell in text.

    >>> Mark("x", frame="[]").text
    'x'
    """

    text: str
    """One character, or a number."""
    style: str = ""
    """Escape codes of the terminal for the colour."""
    frame: str = "  "
    """The characters to its left and right."""


def numbers(scene: GridScene | PyramidScene) -> dict[int, int]:
    """Return for each cell with exactly one legal move the number of the move, from 1.

    A move that is written as a number has that one.

    >>> import bitgames as bg
    >>> numbers(bg.TicTacToe(2).play("b1").scene())
    {0: 1, 2: 2, 3: 3}
    >>> numbers(bg.position("connect4:4,4 x.../o.../x.../o...").scene())
    {13: 2, 14: 3, 15: 4}
    """
    moves = scene["moves"]
    times = Counter(moves["cell"])
    return {
        cell: int(text) if text.isdecimal() else number
        for number, (cell, text) in enumerate(zip(moves["cell"], moves["text"], strict=True), 1)
        if cell is not None and times[cell] == 1
    }


def cell_marks(scene: GridScene | PyramidScene, style: Style) -> list[Mark]:
    """Return the marks of the cells of any kind of board, without frames.

    A piece is a letter; an empty square is a dot, or as the options of ``to_text`` say.

    >>> import bitgames as bg
    >>> cell_marks(bg.TicTacToe(1).play("a1").scene(), Style())[0].text
    'o'
    """
    legal, numbered = legal_cells(scene), numbers(scene) if style.numbers else {}
    marks = []
    for cell in range(len(scene["owners"])):
        owner = owner_of(scene, cell)
        if owner is not None:
            player, usual = scene["players"][owner], theme.TERMINAL_PLAYERS[owner]
            color = theme.TERMINAL_SHAPES.get(player["shape"] or "", usual)
            marks.append(Mark(player["letter"], color))
        elif cell in style.values:
            marks.append(Mark(style.values[cell]))
        elif style.numbers and cell in legal:
            marks.append(Mark(str(numbered.get(cell, LEGAL)), theme.TERMINAL_LEGAL))
        elif style.legal and cell in legal:
            marks.append(Mark(LEGAL, theme.TERMINAL_LEGAL))
        else:
            marks.append(Mark(".", theme.TERMINAL_DIM))
    return marks


def grid(
    columns: Sequence[str],
    rows: Sequence[str],
    marks: Sequence[Mark],
    *,
    margin: int,
    wide: int = 1,
    color: bool = False,
) -> list[str]:
    """Draw marks as lines of equal width: the labels of the columns, then a line for each row.

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
    # Neighbours share the gap between them; the frame of the last move has priority.
    for end, mark in sorted(zip(ends, marks, strict=True), key=lambda each: each[1].frame == LAST):
        if mark.frame != "  ":
            slots[end - len(mark.text)], slots[end + 1] = tuple(mark.frame)
    return "".join(slots)


def dim(text: str, color: bool) -> str:
    """Return a text in the style of the background.

    >>> dim(".", color=False)
    '.'
    """
    return f"{theme.TERMINAL_DIM}{text}{theme.TERMINAL_RESET}" if color else text
