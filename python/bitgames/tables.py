"""Tables as HTML, which notebooks show in place of the text of a result."""

from collections.abc import Sequence
from html import escape

from bitgames.arguments import printable

__all__ = ["to_html"]


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
