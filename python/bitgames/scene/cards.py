"""Names and numbers of cards."""

SUITS = "SHDC"
RANKS = "AKQJT98765432"
"""Letters of suits and ranks in the names of cards, highest first."""

CARDS = [suit + rank for suit in SUITS for rank in RANKS]
"""The card of each cell: cells are numbered suit by suit, each from the ace down."""
