"""Tables as text, and as HTML, which notebooks show in place of the text of a result."""

from collections.abc import Container, Sequence
from html import escape

from bitgames._core import SearchResult, Solution
from bitgames.arguments import printable


def aligned(rows: Sequence[Sequence[str]], left: Container[int]) -> list[str]:
    """Return rows as lines; the cells of the columns ``left`` begin, the others end at one place.

    >>> aligned([["name", "games"], ["a", "7"]], left=[0])
    ['name  games', 'a         7']
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell.ljust(width) if column in left else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def to_html(cells: Sequence[Sequence[object]], *notes: object) -> str:
    """Return rows of cells as a table, the heads first, with lines of text below it.

    >>> to_html([["move", "value"], ["<a1>", 1]], "one move").partition("</tr>")[2]
    '<tr><td>&lt;a1&gt;</td><td>1</td></tr></table><div>one move</div>'
    """

    def shown(cell: object) -> str:
        return escape(printable(str(cell)))

    heads, *rows = ("".join(f"<td>{shown(cell)}</td>" for cell in row) for row in cells)
    heads = heads.replace("td>", "th>")
    body = "".join(f"<tr>{row}</tr>" for row in (heads, *rows))
    return f"<table>{body}</table>" + "".join(f"<div>{shown(note)}</div>" for note in notes)


def of_lines(found: Solution | SearchResult) -> str:
    """Return the lines of a search or a solve as a table, the best first.

    >>> import bitgames as bg
    >>> of_lines(bg.solve("tictactoe oo./xx./...")).partition("</tr>")[2]
    '<tr><td>c1</td><td>+1</td><td>c1</td></tr></table><div>nodes: 1</div>'
    """
    best = found.best_move
    rows: list[tuple[object, object, str]] = [
        (line.move, f"{line.value:+g}", " ".join(map(str, line.pv))) for line in found.lines
    ]
    if not rows and best is not None:
        low, high = getattr(found, "bounds", (None, None))
        value = f"{found.value:+g}" if low == high else f"{low:+g} to {high:+g}"
        rows = [(best, value, " ".join(map(str, found.pv)))]
    return to_html([("move", "value", "line"), *rows], f"nodes: {found.nodes:,}")
