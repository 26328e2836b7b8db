"""What an opening book says about the moves of a position."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bitgames._core import Position
from bitgames.book import Book

if TYPE_CHECKING:
    from bitgames.analysis.hints import AdvisedMove


def chosen_book(book: Book | bool, position: Position) -> Book | None:
    """Return the book that an argument means for the game of a position.

    >>> import bitgames as bg
    >>> chosen_book(True, bg.Othello()) == bg.Book.of("othello")
    True
    """
    if book is True:
        return Book.of(position)
    if book is False:
        return None
    if not isinstance(book, Book):
        raise TypeError(f"book must be a Book, True or False, not {type(book).__name__}")
    return book


def together(known: Sequence["AdvisedMove"], found: Sequence["AdvisedMove"]) -> list["AdvisedMove"]:
    """Return moves of a book and searched ones, the best first; a proven value counts most."""
    proven = {each.move for each in found if each.exact}
    kept = [each for each in known if each.move not in proven]
    in_book = {each.move for each in kept}
    kept += [each for each in found if each.move not in in_book]
    return sorted(kept, key=lambda each: -each.value)
