"""Opening books: values of positions by search, looked up in microseconds.

>>> import bitgames as bg
>>> book = bg.Book.build("small.book", "othello:6", positions=200, depth=2)
>>> entry = book.look_up("othello:6")
>>> entry.leaf, [str(each.move) for each in entry.moves]
(False, ['c2', 'b3', 'e4', 'd5'])
"""

import json
import os
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Self, SupportsIndex, TypeAlias

from bitgames import _core
from bitgames._core import BookTable, Move, Position, UnsupportedError
from bitgames.arguments import Threads, choice, instance

__all__ = ["FORMATS", "Book", "BookEntry", "BookMove"]

Path: TypeAlias = str | os.PathLike[str]

FORMATS = ("text", "json", "obf")
"""The formats of ``Book.export``."""


@dataclass(frozen=True, slots=True)
class BookMove:
    """A move of a position in a book."""

    move: Move
    """The move."""
    value: float
    """The value after it for the side that makes it, in points of the game's score."""
    leaf: bool
    """True if the book ends after it: the value is that of one search."""
    exact: bool
    """True if the value is proven."""


@dataclass(frozen=True, slots=True)
class BookEntry:
    """A position in a book."""

    position: Position
    """The position."""
    value: float
    """Its value for the side to move, in points of the game's score."""
    leaf: bool
    """True if the book has no moves of it: the value is that of one search."""
    exact: bool
    """True if the value is proven."""
    moves: tuple[BookMove, ...]
    """Its moves, the best first; none of a leaf. Moves that lose more than the limit of the book
    may be left out."""

    @property
    def best_move(self) -> Move | None:
        """The best move; ``None`` without moves."""
        return self.moves[0].move if self.moves else None


class Book:
    """The opening book of a game, from a file that ``bitgames book build`` or ``Book.build`` made.

    Symmetric positions share an entry. An entry is a leaf with the value of a search, exact, or
    expanded: then its value is the best one of its successors. ``len(book)`` counts entries,
    ``position in book`` asks for one, and iteration yields all of them by plies, in their canonical
    form. Books compare, hash and pickle by content.

    Raises ``DamagedFileError`` for a file that is damaged, cut short or of another format, and
    ``OSError`` for a file that the system cannot read.

    >>> import bitgames as bg
    >>> book = bg.Book.build("tiny.book", "othello:4", positions=50, depth=3)
    >>> start = bg.Othello(4)
    >>> start in book, book.look_up(start).best_move, len(book.line(start)) > 2
    (True, b1, True)
    """

    __slots__ = ("_table",)

    def __init__(self, path: Path) -> None:
        self._table = BookTable(path)

    @classmethod
    def _of(cls, table: BookTable) -> Self:
        book = cls.__new__(cls)
        book._table = table
        return book

    @classmethod
    def of(cls, game: Position | str) -> Self:
        """Return the book that players of a game use with ``book=yes``.

        It is the file ``GAME.book`` in the folder that the variable ``BITGAMES_BOOKS`` names when
        the game is first asked for, or else the book of the package.

        Raises ``UnsupportedError`` for a game without a book.

        >>> import bitgames as bg
        >>> bg.Book.of("othello").game
        'othello'
        """
        return cls._of(BookTable.of(game))

    @classmethod
    def build(
        cls,
        path: Path,
        position: Position | str,
        *,
        positions: SupportsIndex,
        depth: SupportsIndex | None = None,
        level: SupportsIndex | None = None,
        within: float | None = None,
        weight: SupportsIndex | None = None,
        threads: Threads = None,
        progress: Callable[[int, int], object] | None = None,
    ) -> Self:
        """Build a book into a file until it has a number of positions, and open it.

        ``position`` is where it begins: a position, or a game for its start. Leaves are searched
        ``depth`` plies deep (8), or by a ``level`` of ``search``. The best lines are expanded, and
        others whose moves lose at most ``within`` points together (2.0); a lost point counts as
        ``weight`` plies (2) when the next leaves are chosen, near ones first.
        ``progress(done, total)`` counts positions.

        If the file exists, the build goes on with it, and the search, ``within`` and ``weight`` are
        those of the file. The file is complete at every moment; neither interruptions nor
        ``threads`` change its bytes.

        Raises ``ParameterError`` for values out of range, others than those of the file, and a file
        that another search has made than that of this version; ``UnsupportedError`` for a game that
        hides something or whose scores are above 81.

        >>> import bitgames as bg
        >>> short = bg.Book.build("some.book", "othello:6", positions=20, depth=1)
        >>> longer = bg.Book.build("some.book", "othello:6", positions=60)
        >>> len(longer) > len(short), longer.search
        (True, 'depth=1')
        """
        table = BookTable.build(
            path, position, positions=positions, depth=depth, level=level, within=within,
            weight=weight, threads=threads, progress=progress,
        )  # fmt: skip
        return cls._of(table)

    @property
    def game(self) -> str:
        """The spec of its game."""
        return self._table.game

    @property
    def search(self) -> str:
        """How leaves were searched, like ``depth=8``."""
        return self._table.search

    @property
    def within(self) -> float:
        """The largest loss of the moves that lead to an expanded position, in points."""
        return self._table.within

    @property
    def weight(self) -> int:
        """The plies that a lost point counts in the choice of the next leaves."""
        return self._table.weight

    @property
    def generator(self) -> str:
        """The program that wrote it."""
        return self._table.generator

    @property
    def roots(self) -> list[Position]:
        """The positions it begins with, in their canonical form."""
        return [_core.position(text) for text in self._table.roots]

    @property
    def checksum(self) -> str:
        """The checksum of its file, XXH3 in 16 hexadecimal digits."""
        return f"{_core.checksum(self._table.to_bytes()):016x}"

    def look_up(self, position: Position | str) -> BookEntry | None:
        """Return the entry of a position; ``None`` if it is not in the book.

        Raises ``UnsupportedError`` for a position of another game.
        """
        position = self._checked(position)
        found = self._table.find(position)
        if found is None:
            return None
        moves = [_move(*each) for each in self._table.moves(position)]
        return _entry(position, *found, moves)

    def line(self, position: Position | str) -> tuple[Move, ...]:
        """Return the best moves from a position on, as far as the book has them.

        Lines of Othello begin with f5.
        """
        start, line = self._checked(position), []
        position = start
        while moves := self._table.moves(position):
            line.append(moves[0][0])
            position = position.play(moves[0][0])
        return _core.usual_line(start, line)

    def merge(self, other: "Book") -> Self:
        """Return a book with the entries of both, in either order; values are settled anew.

        Raises ``ParameterError`` for books of different games or searches.

        >>> import bitgames as bg
        >>> one = bg.Book.build("one.book", "othello:6", positions=40, depth=1)
        >>> other = bg.Book.build("other.book", bg.Othello(6).play("c2"), positions=40, depth=1)
        >>> one.merge(other) == other.merge(one)
        True
        """
        instance("a book to merge", other, Book)
        return self._of(self._table.merge(other._table))

    def pruned(self, within: float) -> Self:
        """Return the book without the entries whose moves lose more than ``within`` points.

        >>> import bitgames as bg
        >>> book = bg.Book.build("wide.book", "othello:6", positions=60, depth=1)
        >>> small = book.pruned(0.5)
        >>> len(small) < len(book), small.line("othello:6") == book.line("othello:6")
        (True, True)
        """
        return self._of(self._table.prune(within))

    def save(self, path: Path) -> None:
        """Write the book to a file, which is complete or absent."""
        self._table.save(path)

    def export(self, format: str) -> Iterator[str]:
        """Iterate over the lines of the book in a format for reading or other programs.

        ``text`` has the position, its value and its moves; ``json`` an object on each line; ``obf``
        the expanded positions of Othello with the values of their moves in whole discs.

        >>> import bitgames as bg
        >>> book = bg.Book.build("lines.book", "othello:4", positions=30, depth=2)
        >>> next(book.export("text"))
        'othello:4 ----/-OX-/-XO-/---- X; +2.80 expanded; b1 +2.80; a2 +2.80; d3 +2.80; c4 +2.80'
        """
        choice("format", format, FORMATS)
        if format == "obf" and self.game != "othello":
            raise UnsupportedError(f"OBF is for the 8 x 8 board of Othello, not for {self.game}")
        shown = (each for each in self if format != "obf" or each.moves)
        return map({"text": _text, "json": _json, "obf": self._obf}[format], shown)

    def counts(self) -> dict[str, int]:
        """Return the number of entries of each kind: ``expanded``, ``leaf`` and ``exact``."""
        found = Counter(kind for _, _, kind, _ in self._table.rows())
        return {kind: found[kind] for kind in ("expanded", "leaf", "exact")}

    def _obf(self, entry: BookEntry) -> str:
        from bitgames.formats import obf

        if not isinstance(entry.position, _core.Othello):  # the game of the book
            raise UnsupportedError(f"OBF is for Othello, not for {entry.position.game}")
        scores = {each.move: round(each.value) for each in entry.moves}
        problem = obf.ObfProblem(entry.position, scores, f"{entry.value:+.2f} {self.search}")
        return obf.to_text(problem)

    def _checked(self, position: Position | str) -> Position:
        if isinstance(position, str):
            position = _core.position(position)
        instance("position", position, Position, "a position or text")
        if position.game != self.game:
            raise UnsupportedError(f"the book is of {self.game}, not of {position.game}")
        return position

    def __iter__(self) -> Iterator[BookEntry]:
        """Iterate over all entries by plies, in their canonical form."""
        for text, value, kind, rows in self._table.rows():
            position = _core.position(text)
            moves = [
                _move(_core.Move(position.game, index), worth, what) for index, worth, what in rows
            ]
            yield _entry(position, value, kind, moves)

    def __contains__(self, position: object) -> bool:
        """Whether a position, or one that is symmetric to it, has an entry."""
        return isinstance(position, Position) and self._table.find(position) is not None

    def __len__(self) -> int:
        return len(self._table)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Book) and self._table.to_bytes() == other._table.to_bytes()

    def __hash__(self) -> int:
        return hash(self._table.to_bytes())

    def __reduce__(self) -> tuple[object, ...]:
        return type(self)._of, (self._table,)

    def __repr__(self) -> str:
        return f"<Book {self.game}, {len(self):,} positions, {self.search}>"


def _move(move: Move, value: float, kind: str) -> BookMove:
    return BookMove(move, value, kind == "leaf", kind == "exact")


def _entry(position: Position, value: float, kind: str, moves: list[BookMove]) -> BookEntry:
    return BookEntry(position, value, kind == "leaf", kind == "exact", tuple(moves))


def _kind(each: BookEntry | BookMove) -> str:
    return "exact" if each.exact else "leaf" if each.leaf else "expanded"


def _text(entry: BookEntry) -> str:
    moves = "".join(f"; {each.move} {each.value:+.2f}" for each in entry.moves)
    return f"{entry.position.to_string()}; {entry.value:+.2f} {_kind(entry)}{moves}"


def _json(entry: BookEntry) -> str:
    moves = [
        {"move": str(each.move), "value": each.value, "kind": _kind(each)} for each in entry.moves
    ]
    data = {"position": entry.position.to_string(), "value": entry.value, "kind": _kind(entry)}
    return json.dumps({**data, "moves": moves})
