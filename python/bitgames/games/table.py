"""What a picture of a card game is drawn from: hands, a trick, a stock, and a few words."""

from dataclasses import dataclass, replace

from bitgames._core import ParameterError, Position
from bitgames.games.layout import Layout

__all__ = ["RANKS", "SUITS", "Hand", "TableLayout", "card_cell", "seen"]

SUITS = "SHDC"
RANKS = "AKQJT98765432"
"""Letters of suits and ranks as cards are spelled, highest first."""


def card_cell(card: str) -> int:
    """Return the cell of a card: a row for each suit, a column for each rank.

    >>> card_cell("SA"), card_cell("H2")
    (0, 25)
    """
    return SUITS.index(card[0]) * len(RANKS) + RANKS.index(card[1])


@dataclass(frozen=True, slots=True)
class Hand:
    """The cards of a seat, as much of them as is to be shown.

    >>> Hand("south", ("SA", "S2", "DT"), hidden=10).by_suit
    ('A2', '', 'T', '')
    """

    name: str
    """The seat."""
    cards: tuple[str, ...]
    """The cards shown, as suit and rank."""
    hidden: int = 0
    """How many more it holds that are not shown."""
    known: tuple[str, ...] = ()
    """Those of the cards that the other seat knows it to hold."""

    @property
    def by_suit(self) -> tuple[str, str, str, str]:
        """The ranks shown of each suit, spades first."""
        ranks = ["".join(card[1:] for card in self.cards if card[0] == suit) for suit in SUITS]
        return ranks[0], ranks[1], ranks[2], ranks[3]

    @property
    def concealed(self) -> "Hand":
        """The hand as the other seat knows it."""
        hidden = self.hidden + len(self.cards) - len(self.known)
        return Hand(self.name, self.known, hidden, self.known)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableLayout(Layout):
    """A table of two with everything that lies on it; a cell for each card, suit by suit.

    >>> import bitgames as bg
    >>> table = bg.games.layout(bg.Honeymoon(7))
    >>> table.hands[0].by_suit, table.stock, table.caption
    (('2', 'QJ8', 'KJT4', 'KQ762'), 26, 'south to call')
    >>> table.seen_by(0).hands[1].hidden
    13
    """

    hands: tuple[Hand, Hand]
    """The hands, south's first."""
    trick: tuple[str | None, str | None] = (None, None)
    """The card that each seat has on the table."""
    stock: int = 0
    """Cards in the stock."""
    face_up: str | None = None
    """The top card of the stock, where it lies face up."""
    notes: tuple[tuple[str, str], ...] = ()
    """What there is to know besides: names and values, as contract and tricks."""

    def seen_by(self, seat: int) -> "TableLayout":
        """Return the table as the player on a seat sees it, with a perfect memory.

        >>> import bitgames as bg
        >>> bg.games.layout(bg.Honeymoon(7)).seen_by(1).hands[0].cards
        ()
        """
        hands = list(self.hands)
        hands[1 - seat] = hands[1 - seat].concealed
        known = {card_cell(card) for card in hands[1 - seat].known}
        owners = tuple(
            owner if owner == seat or cell in known else None
            for cell, owner in enumerate(self.owners)
        )
        return replace(self, hands=(hands[0], hands[1]), owners=owners)


def seen(picture: Layout, position: Position, viewer: int | None) -> Layout:
    """Return a picture as the player on the seat ``viewer`` sees it; all of it for ``None``.

    Raises ``ParameterError`` for a seat that the game does not have.

    >>> import bitgames as bg
    >>> position = bg.Honeymoon()
    >>> seen(bg.games.layout(position), position, 0).hands[1].cards
    ()
    """
    if viewer is None:
        return picture
    last = position.facts.players - 1
    if isinstance(viewer, bool) or not isinstance(viewer, int):
        raise TypeError(f"viewer must be a seat or None, not {type(viewer).__name__}")
    if not 0 <= viewer <= last:
        raise ParameterError(f"viewer must be a seat from 0 to {last}, not {viewer}")
    return picture.seen_by(viewer) if isinstance(picture, TableLayout) else picture
