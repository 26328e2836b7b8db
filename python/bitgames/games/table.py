"""Cards on a table: how they are spelled and numbered."""

__all__ = ["RANKS", "SUITS", "card_of"]

SUITS = "SHDC"
RANKS = "AKQJT98765432"
"""Letters of suits and ranks as cards are spelled, highest first."""


def card_of(cell: int) -> str:
    """Return the card of a cell: cells go suit by suit, each suit from the ace down.

    >>> card_of(0), card_of(25)
    ('SA', 'H2')
    """
    suit, rank = divmod(cell, len(RANKS))
    return SUITS[suit] + RANKS[rank]
