"""Opening books of Othello between programs: Edax, Egaroucid and this package.

>>> import bitgames as bg
>>> from bitgames import book_files
>>> book = bg.Book.build("some.book", "othello", positions=100, depth=2)
>>> book_files.save("book.dat", book, "edax")
>>> other = book_files.read("book.dat")
>>> len(other) == len(book), other.search, other.generator
(True, 'level=2', 'Edax 4.6')

Values of other programs are whole discs. A position with moves has the value of the best of them,
as in every ``bitgames.Book``: values of other programs are settled anew. Their files do not say who
is to move. From the usual start that follows from the moves; in a line that begins elsewhere, black
is to move if the number of discs is even.
"""

import struct
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from bitgames._core import (
    BookTable,
    Move,
    Othello,
    ParseError,
    Position,
    UnsupportedError,
    checksum,
    search,
)
from bitgames.arguments import Progress, choice, instance
from bitgames.book import Book, BookEntry, Path
from bitgames.files import generator, read_regular, write_atomic
from bitgames.formats import bits, edax_book, egbk3

__all__ = ["FORMATS", "Difference", "compare", "merge", "read", "save"]

FORMATS = ("edax", "egaroucid")
"""The formats of other programs."""

LOST = {
    "edax": "values are rounded to whole discs, and proven ones are not marked",
    "egaroucid": "values are rounded to whole discs, and proven ones are not marked; positions "
    "whose side to move must pass are left out",
}
"""What a format cannot hold of a book of this package."""

_LEAF, _EXACT, _EXPANDED = range(3)
_UNIT, _WITHIN = 100, 12_800
_MAX_LEVEL = 60
_STEP = 256
"""Positions between two calls of ``progress``."""

_T = TypeVar("_T")


@dataclass(slots=True)
class _Known:
    """What a book tells of a position; values are in hundredths of a disc."""

    position: Othello
    value: int
    leaf: tuple[Move, int] | None = None
    expanded: bool | None = None
    """Whether its value is that of its moves; ``None`` if the book does not tell."""
    exact: bool = False


def read(path: Path, *, progress: Progress | None = None) -> Book:
    """Read the book of this package, of Edax or of Egaroucid; the content tells which.

    ``progress(done, total)`` counts positions of a book of another program.

    Raises ``DamagedFileError`` or ``ParseError`` for a file that is damaged, and ``OSError`` for
    one that the system cannot read.

    >>> import bitgames as bg
    >>> from bitgames import book_files
    >>> book = bg.Book.build("own.book", "othello:6", positions=20, depth=1)
    >>> book_files.read("own.book") == book
    True
    """
    head = read_regular(path, len(egbk3.MAGIC))
    if head.startswith(edax_book.MAGIC):
        return _of_edax(edax_book.load(path), str(path), progress)
    if head.startswith(egbk3.MAGIC):
        return _of_egaroucid(egbk3.load(path), str(path), progress)
    return Book(path)


def _counted(items: Iterable[_T], total: int, progress: Progress | None) -> Iterator[_T]:
    for done, item in enumerate(items):
        if progress is not None and done % _STEP == 0:
            progress(done, total)
        yield item


def _of_edax(book: edax_book.EdaxBook, name: str, progress: Progress | None) -> Book:
    known = (
        _Known(each.position, each.value * _UNIT, _leaf(each), bool(each.links))
        for each in book.positions
        if each.value != -edax_book.UNKNOWN
    )
    level = max(0, min(book.level, _MAX_LEVEL))
    program = f"Edax 4.{book.release}"
    return _book(_distinct(known, name), f"level={level}", program, name, None, progress)


def _of_egaroucid(
    positions: Sequence[egbk3.EgaroucidPosition], name: str, progress: Progress | None
) -> Book:
    known = (_Known(each.position, each.value * _UNIT, _leaf(each)) for each in positions)
    level = max((each.level for each in positions), default=0)
    strength = f"level={max(level, 0)}"
    return _book(_distinct(known, name), strength, "Egaroucid", name, None, progress)


def _leaf(each: bits.KnownPosition) -> tuple[Move, int] | None:
    return None if each.leaf is None else (each.leaf[0], each.leaf[1] * _UNIT)


def _distinct(positions: Iterable[_Known], name: str) -> dict[int, _Known]:
    """The positions by their keys."""
    known: dict[int, _Known] = {}
    for number, each in enumerate(positions, 1):
        key = _key(each.position)
        if key in known:
            raise ParseError(f"{name}: position {number:,} is in the book twice")
        known[key] = each
    return known


def _key(position: Position) -> int:
    """The key of all positions that symmetries and a change of colours make equal."""
    return _black(position).canonical().key


def _black(position: Position) -> Othello:
    """The position, with black to move: colours are exchanged if white is."""
    return _othello(position) if position.turn == 0 else _exchanged(position)


def _exchanged(position: Position) -> Othello:
    return Othello.from_obf(_othello(position).to_obf().translate(str.maketrans("XO", "OX")))


def _book(
    known: dict[int, _Known],
    strength: str,
    program: str,
    name: str,
    roots: list[Othello] | None,
    progress: Progress | None,
) -> Book:
    """Make a book of positions: their moves follow from what is known, and values from the moves.

    A position has moves if its book says so, or if its leaf or one of its successors in the book is
    worth as much as it. Files of other programs have no colours: without ``roots``, positions to
    which no move leads are black's to move if they have an even number of discs.
    """
    if not known:
        raise ParseError(f"{name}: a book without positions")
    _pass_positions(known)
    moves: dict[int, list[int]] = {}
    for key, each in _counted(list(known.items()), len(known), progress):
        after = {move: each.position.play(move) for move in each.position.legal_moves}
        keys = {move: _key(it) for move, it in after.items()}
        inside = {it for it in keys.values() if it in known}
        if each.expanded is None:
            best = max((-known[it].value for it in inside), default=None)
            each.expanded = best is not None and (each.leaf is not None or best == each.value)
        if not (inside and each.expanded):
            continue
        if each.leaf is not None and (outside := keys[each.leaf[0]]) not in known:
            position = _othello(after[each.leaf[0]])
            known[outside] = _Known(position, -each.leaf[1], expanded=False)
            inside.add(outside)
        moves[key] = sorted(inside)
    _settle(known, moves)
    if roots is None:
        reached = {after for list_ in moves.values() for after in list_}
        starts = (_black(each.position) for key, each in known.items() if key not in reached)
        roots = [_exchanged(each) if each.empties % 2 else each for each in starts]
    entries: dict[int, tuple[int, int]] = {}
    _walk(known, moves, roots, entries)
    texts = sorted({root.canonical().to_string() for root in roots})
    return Book._of(BookTable.from_bytes(_packed(entries, strength, program, texts)))


def _pass_positions(known: dict[int, _Known]) -> None:
    """Add the positions before a pass that lie between two of a book that leaves them out."""
    for each in list(known.values()):
        for move in each.position.legal_moves:
            between = _othello(each.position.play(move))
            if not between.is_over and between.must_pass:
                after = known.get(_key(between.play("pass")))
                if after is not None:
                    known.setdefault(_key(between), _Known(between, -after.value, expanded=True))


def _settle(known: dict[int, _Known], moves: dict[int, list[int]]) -> None:
    """Give positions with moves the value of the best one, the fullest boards first."""

    def order(key: int) -> tuple[int, bool]:
        position = known[key].position
        return position.empties, position.must_pass

    for key in sorted(moves, key=order):
        known[key].value = max(-known[after].value for after in moves[key])


def _walk(
    known: dict[int, _Known],
    moves: dict[int, list[int]],
    roots: list[Othello],
    entries: dict[int, tuple[int, int]],
) -> None:
    """Fill in the entries of a book: the positions that moves reach, with their colours."""
    ways = [(_key(root), root.turn) for root in roots]
    seen = set(ways)
    while ways:
        key, turn = ways.pop()
        each = known[key]
        position = each.position if each.position.turn == turn else _exchanged(each.position)
        kind = _EXPANDED if key in moves else _LEAF
        if kind == _LEAF and (each.exact or position.is_over):
            kind = _EXACT
        entries[position.canonical().key] = each.value, kind
        further = {(after, 1 - turn) for after in moves.get(key, ())} - seen
        seen |= further
        ways += further


def _packed(
    entries: dict[int, tuple[int, int]], strength: str, program: str, roots: list[str]
) -> bytes:
    """The bytes of a book's file, whose layout ``rust/core/src/book/format.rs`` describes."""
    lines = [
        "game othello", f"search {strength}", f"within {_WITHIN}", "weight 2", "batch 32",
        f"by {program}", *(f"root {root}" for root in roots),
    ]  # fmt: skip
    text = "".join(f"{line}\n" for line in lines).encode()
    counts = [0] * 256
    rows = []
    for key in sorted(entries):
        value, kind = entries[key]
        counts[key >> 56] += 1
        rows.append(key.to_bytes(8, "little")[:7] + struct.pack("<H", value + 8192 | kind << 14))
    ends = [sum(counts[: each + 1]) for each in range(256)]
    body = struct.pack("<2I", len(text), len(entries)) + text + struct.pack("<256I", *ends)
    body += b"".join(rows)
    return b"BITGAMES" + struct.pack("<I4sQ", 1, b"BOOK", checksum(body)) + body


def _othello(position: Position) -> Othello:
    if not isinstance(position, Othello) or position.game != "othello":
        raise UnsupportedError("books of other programs are for Othello on 8 x 8")
    return position


def save(path: Path, book: Book, format: str, *, progress: Progress | None = None) -> None:
    """Write a book for another program, ``edax`` or ``egaroucid``, to a file.

    Values are rounded to whole discs, levels are those of ``book.search``. For Edax the move of a
    leaf is that of a search two plies deep. What else a format cannot hold is in ``LOST``.
    ``progress(done, total)`` counts positions.

    Raises ``UnsupportedError`` for a book of another game than Othello on 8 x 8.

    >>> import bitgames as bg
    >>> from bitgames import book_files
    >>> book_files.save("six.egbk3", bg.Book.build("six.book", "othello:6", positions=9, depth=1),
    ...                 "egaroucid")
    Traceback (most recent call last):
        ...
    bitgames.UnsupportedError: books of other programs are for Othello on 8 x 8, not for othello:6
    """
    choice("format", format, FORMATS)
    if instance("book", book, Book).game != "othello":
        raise UnsupportedError(
            f"books of other programs are for Othello on 8 x 8, not for {book.game}"
        )
    level = min(int(book.search.partition("=")[2]), _MAX_LEVEL)
    if format == "edax":
        positions = tuple(_to_edax(each, level) for each in _turned(book, progress))
        empties = min((each.position.empties for each in positions), default=60)
        write_atomic(path, edax_book.dumps(edax_book.EdaxBook(positions, level, empties)))
    else:
        write_atomic(path, egbk3.dumps(_to_egaroucid(book, level, progress)))


def _turned(book: Book, progress: Progress | None) -> Iterator[BookEntry]:
    """The entries, turned and mirrored as other programs keep them, once for both colours."""
    seen: set[int] = set()
    for each in _counted(book, len(book), progress):
        if (key := _key(each.position)) in seen:
            continue
        seen.add(key)
        found = book.look_up(bits.representative(_othello(each.position)))
        assert found is not None  # a symmetric position is in the book
        yield found


def _to_edax(entry: BookEntry, level: int) -> edax_book.EdaxPosition:
    position, value = _othello(entry.position), round(entry.value)
    bounds = (value, value) if entry.exact else (-bits.MOST, bits.MOST)
    links = {each.move: round(each.value) for each in entry.moves}
    if links:
        return edax_book.EdaxPosition(position, value, *bounds, links, level=level)
    leaf = None if position.is_over else search(position, depth=2, table_mib=1).best_move
    return edax_book.EdaxPosition(position, value, *bounds, {}, leaf, value, level)


def _to_egaroucid(
    book: Book, level: int, progress: Progress | None
) -> Iterator[egbk3.EgaroucidPosition]:
    for entry in _turned(book, progress):
        position, value = _othello(entry.position), round(entry.value)
        if not position.is_over and position.must_pass:
            after = _othello(position.play("pass"))
            if after in book:
                continue
            position, value = bits.representative(after), -value
        yield egbk3.EgaroucidPosition(position, value, level)


def merge(first: Book, second: Book, *, progress: Progress | None = None) -> Book:
    """Return a book with the entries of both, which may have other searches.

    Where both searched a position, the value of ``first`` counts; the search is that of ``first``.
    A build does not go on with such a book unless its own search finds the same values.
    ``progress(done, total)`` counts positions.

    Raises ``UnsupportedError`` for books of another game than Othello on 8 x 8.

    >>> import bitgames as bg
    >>> from bitgames import book_files
    >>> deep = bg.Book.build("deep.book", "othello", positions=50, depth=3)
    >>> wide = bg.Book.build("wide.book", "othello", positions=200, depth=1)
    >>> len(book_files.merge(deep, wide)) >= len(wide)
    True
    """
    known: dict[int, _Known] = {}
    for book in (first, second):
        for each in instance("a book to merge", book, Book):
            value = round(each.value * _UNIT)
            new = _Known(
                _othello(each.position), value, None, not each.leaf and not each.exact, each.exact
            )
            old = known.setdefault(_key(each.position), new)
            old.expanded = old.expanded or new.expanded
    roots = [_othello(root) for book in (first, second) for root in book.roots]
    return _book(known, first.search, generator(), "the books", roots, progress)


@dataclass(frozen=True, slots=True)
class Difference:
    """A position in which the best moves of two books differ.

    Values are points for the side to move: ``values`` has those of the best moves, each by its own
    book; ``across`` has what the other book gives for the same move, or ``None``.
    """

    position: Othello
    moves: tuple[Move, Move]
    values: tuple[float, float]
    across: tuple[float | None, float | None]


def compare(first: Book, second: Book, *, progress: Progress | None = None) -> list[Difference]:
    """Return the positions of both books in which no move is best in both, by plies.

    ``progress(done, total)`` counts positions of the first book.

    Raises ``UnsupportedError`` for books of another game than Othello on 8 x 8.

    >>> import bitgames as bg
    >>> from bitgames import book_files
    >>> book = bg.Book.build("it.book", "othello", positions=60, depth=2)
    >>> book_files.compare(book, book)
    []
    """
    found = []
    first = instance("a book to compare", first, Book)
    for mine in _counted(first, len(first), progress):
        position = _othello(mine.position)
        theirs = instance("a book to compare", second, Book).look_up(position)
        if theirs is None or not (mine.moves and theirs.moves):
            continue
        best = [
            {each.move for each in entry.moves if each.value == entry.value}
            for entry in (mine, theirs)
        ]
        if best[0] & best[1]:
            continue
        here, there = ({each.move: each.value for each in it.moves} for it in (mine, theirs))
        moves = (mine.moves[0].move, theirs.moves[0].move)
        found.append(
            Difference(
                position,
                moves,
                (mine.value, theirs.value),
                (there.get(moves[0]), here.get(moves[1])),
            )
        )
    return found
