"""Tables of PBN: sections whose tag names the columns, such as ScoreTable and TotalScoreTable."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Self

from bitgames._core import ParseError
from bitgames.arguments import choice, quoted

TABLES = (
    "ActionTable", "AuctionTimeTable", "InstantScoreTable", "OptimumPlayTable",
    "OptimumResultTable", "PlayTimeTable", "ScoreTable", "TotalScoreTable",
)  # fmt: skip
"""The tags of PBN 2.1 whose sections are tables."""

_COLUMN = re.compile(r"([+-]?)([^\s;\\+\"-][^;\\\"]*?)(?:\\([0-9]{1,3})([LR]?))?", re.ASCII)
_ELEMENT = re.compile(r'\s*+(?:"((?:[^"\\]|\\.)*+)"(?=\s|$)|([^\s"]\S*+))')
_PLAIN = re.compile(r'[^\s"{};%\[][^\s"{};]*')
_NUMBER = r"\^?[+-]?[0-9]{1,9}(?:\.[0-9]{1,9})?"
_CHECKS = {
    "Contract": (r"[1-7](?:[SHDC]|NT?)X{0,2}|Pass", "a contract like 4S, 3NTX or Pass"),
    "Declarer": (r"\^?[NESW]", "a seat N, E, S or W"),
    "Result": (r"[0-9]|1[0-3]", "a number of tricks from 0 to 13"),
    "Rank": (r"[0-9]{1,9}", "a number"),
    "NrBoards": (r"[0-9]{1,9}", "a number"),
    "Multiplicity": (r"[0-9]{1,9}", "a number"),
}
"""What the elements of columns look like, and how to say so."""
_CHECKS |= {
    name: (_NUMBER, "a number, after ^ if it is artificial")
    for kind in ("Score", "IMP", "MP", "Percentage")
    for name in (f"{kind}_NS", f"{kind}_EW", f"Total{kind}", f"Mean{kind}")
}


@dataclass(frozen=True, slots=True)
class Column:
    r"""A column of a table.

    >>> str(Column.read("+MP_NS\\6R"))
    '+MP_NS\\6R'
    """

    name: str
    order: str = ""
    """``+`` if the values descend, ``-`` if they ascend, else empty."""
    width: int = 0
    """The least width in characters, 0 for none."""
    align: str = ""
    """``L`` or ``R``: at which end of the width the values stand; may be empty."""

    def __str__(self) -> str:
        width = f"\\{self.width}{self.align}" if self.width else ""
        return f"{self.order}{self.name}{width}"

    @classmethod
    def read(cls, text: str) -> Self:
        """Read the name of a column with its order and width; raises ``ParseError``."""
        found = _COLUMN.fullmatch(text)
        if found is None:
            raise ParseError(
                rf"{quoted(text, 40)} is not a valid column: columns look like Rank\2R or +MP_NS"
            )
        return cls(found[2], found[1], int(found[3] or 0), found[4] or "")

    def shown(self, element: str) -> str:
        """Return an element as a file has it, filled up to the width."""
        if _PLAIN.fullmatch(element) is None:
            escaped = element.replace("\\", "\\\\").replace('"', '\\"')
            element = f'"{escaped}"'
        return element.rjust(self.width) if self.align == "R" else element.ljust(self.width)


@dataclass(frozen=True, slots=True)
class PbnTable:
    r"""A table of PBN 2.1: columns, and rows of texts.

    ``?`` is an unknown element and ``-`` one that does not apply.

    >>> table = PbnTable.of(["Contract\\5L", "Result\\2R"], [("4S", "10"), ("3NTX", 8)])
    >>> print(table.to_text("ScoreTable"))
    [ScoreTable "Contract\5L;Result\2R"]
    4S    10
    3NTX   8
    >>> table["Contract"]
    ['4S', '3NTX']
    """

    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]

    @classmethod
    def of(cls, columns: Iterable[str], rows: Iterable[Iterable[object]]) -> Self:
        """Return the table of these columns and rows. Raises ``ParseError`` as ``read``."""
        heads = tuple(map(Column.read, columns))
        table = cls(heads, tuple(tuple(map(str, row)) for row in rows))
        names = [each.name for each in heads]
        if not names:
            raise ParseError("a table has a column at least")
        for name in names:
            if names.count(name) > 1:
                raise ParseError(f"the column {quoted(name, 40)} must not be there twice")
        for number, row in enumerate(table.rows, 1):
            if len(row) != len(names):
                raise ParseError(f"row {number} has {len(row)} elements, not {len(names)}")
            for name, element in zip(names, row, strict=True):
                if not element.isprintable():
                    raise ParseError(f"row {number}: {quoted(element, 40)} is not printable text")
                pattern, allowed = _CHECKS.get(name, ("", ""))
                if element in ("-", "?") or not pattern:
                    continue
                if re.fullmatch(pattern, element, re.ASCII) is None:
                    raise ParseError(
                        f"row {number}: {quoted(element, 40)} is not a valid {name}: allowed are "
                        f"{allowed}, - and ?"
                    )
        return table

    @classmethod
    def read(cls, heads: str, lines: Iterable[str]) -> Self:
        r"""Read the value of a table's tag and the lines after it.

        The value is that of the file: the backslash of a width stands alone there, or doubled.

        Raises ``ParseError`` for a column or an element that is not valid, and for elements that
        do not fill the rows.

        >>> PbnTable.read("Rank;Names", ['1 "Ann;Bo" 2', 'Cy']).rows
        (('1', 'Ann;Bo'), ('2', 'Cy'))
        """
        elements = [element for line in lines for element in _elements(line)]
        columns = heads.replace("\\\\", "\\").split(";")
        if len(elements) % len(columns):
            raise ParseError(
                f"{len(elements)} elements do not fill rows of {len(columns)} columns; names with "
                "spaces stand in quotes"
            )
        count = len(columns)
        starts = range(0, len(elements), count)
        return cls.of(columns, (elements[at : at + count] for at in starts))

    def to_text(self, tag: str) -> str:
        """Write the table with its tag, one of ``TABLES``, a row on each line."""
        choice("a table", tag, TABLES)
        heads = ";".join(map(str, self.columns))
        lines = [
            " ".join(
                column.shown(element) for column, element in zip(self.columns, row, strict=True)
            )
            for row in self.rows
        ]
        return "\n".join([f'[{tag} "{heads}"]', *(line.rstrip() for line in lines)])

    def __getitem__(self, name: str) -> list[str]:
        """Return the elements of a column. Raises ``KeyError`` for one that is not there."""
        place = {each.name: at for at, each in enumerate(self.columns)}[name]
        return [row[place] for row in self.rows]

    def named(self) -> list[dict[str, str]]:
        """Return the rows as elements by the names of their columns."""
        names = [each.name for each in self.columns]
        return [dict(zip(names, row, strict=True)) for row in self.rows]


def _elements(line: str) -> Sequence[str]:
    found = []
    at, end = 0, len(line.rstrip())
    while at < end:
        match = _ELEMENT.match(line, at)
        if match is None:
            raise ParseError(f"{quoted(line[at:].strip(), 40)} is not a valid element of a table")
        at = match.end()
        quote = match[1]
        found.append(match[2] if quote is None else re.sub(r"\\(.)", r"\1", quote))
    return found
