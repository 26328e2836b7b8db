"""Names and numbers of cards."""

__all__ = ["RANKS", "SUITS", "card_of"]

SUITS = "SHDC"
RANKS = "AKQJT98765432"
"""Letters of suits and ranks in the names of cards, highest first."""


def card_of(cell: int) -> str:
    """Return the card of a cell: cells are numbered suit by suit, each from the ace down.

    >>> card_of(0), card_of(25)
    ('SA', 'H2')
    """
    suit, rank = divmod(cell, len(RANKS))
    return SUITS[suit] + RANKS[rank]
