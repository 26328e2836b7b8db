"""Two-hand endings, slowly: cards as (suit, rank, owner) tuples, and plain minimax.

Ranks count down from the top of a suit, so a lower rank is a higher card; owners are 1 for the
leader and 0 for the follower. Values are tricks of the leader of the current trick.
"""

from __future__ import annotations

from collections.abc import Iterator

Card = tuple[int, int, int]

SWAP = str.maketrans("01", "10")


class Ending:
    """Two hands, who leads, what is trumps, and the leader's card on the table."""

    def __init__(
        self, cards: tuple[Card, ...], trump: int | None = None, led: Card | None = None
    ) -> None:
        self.cards, self.trump, self.led = cards, trump, led

    @classmethod
    def of_suits(cls, suits: list[str], trump: int | None = None, led: int | None = None) -> Ending:
        """Read owner strings, highest card first; `led` counts through all of them."""
        cards = tuple(
            (suit, rank, int(owner))
            for suit, owners in enumerate(suits)
            for rank, owner in enumerate(owners)
        )
        return cls(cards, trump, None if led is None else cards[led])

    def hand(self, owner: int) -> list[Card]:
        """Return the cards of a player, a led card included."""
        return [card for card in self.cards if card[2] == owner]

    def legal_cards(self) -> list[Card]:
        """Return what the side to play may play: anything to lead, else follow suit if possible."""
        if self.led is None:
            return self.hand(1)
        in_suit = [card for card in self.hand(0) if card[0] == self.led[0]]
        return in_suit or self.hand(0)

    def takes(self, reply: Card) -> bool:
        """Whether the follower's reply takes the trick."""
        assert self.led is not None
        if reply[0] == self.led[0]:
            return reply[1] < self.led[1]
        return reply[0] == self.trump

    def play(self, card: Card) -> Ending:
        """Return the ending after a card; after a trick its winner is the leader, 1."""
        if self.led is None:
            return Ending(self.cards, self.trump, card)
        left = tuple(c for c in self.cards if c not in (self.led, card))
        if self.takes(card):
            left = tuple((suit, rank, 1 - owner) for suit, rank, owner in left)
        return Ending(left, self.trump)

    def value_after(self, card: Card) -> int:
        """Return the leader's tricks if this card is played."""
        after = self.play(card)
        if self.led is None:
            return after.value()
        if self.takes(card):
            return len(after.hand(1)) - after.value()
        return 1 + after.value()

    def value(self) -> int:
        """Return the leader's tricks with best play by both: all lines of play, to the end."""
        if not self.cards:
            return 0
        values = [self.value_after(card) for card in self.legal_cards()]
        return max(values) if self.led is None else min(values)

    def suits(self) -> list[str]:
        """Return the owner strings of the four suits."""
        return ["".join(str(c[2]) for c in sorted(self.cards) if c[0] == s) for s in range(4)]

    def index(self, card: Card) -> int:
        """Return the place of a card in the owner strings one after the other."""
        return sorted(self.cards).index(card)


def single_suit_values(cards: int) -> dict[str, int]:
    """Tabulate the leader's tricks of all hands of one suit, of any length, by owner string."""
    values = {"": 0}
    for length in range(2, 2 * cards + 1, 2):
        values |= {hand: _single_suit_value(hand, values) for hand in _hands(length)}
    return values


def other_leads(hand: str) -> str:
    """Return the same cards with the other player on lead."""
    return hand.translate(SWAP)


def _hands(length: int) -> Iterator[str]:
    words = (f"{word:0{length}b}" for word in range(1 << length))
    return (word for word in words if word.count("1") == length // 2)


def _single_suit_value(hand: str, values: dict[str, int]) -> int:
    best = 0
    for lead in (i for i, owner in enumerate(hand) if owner == "1"):
        worst = len(hand)
        for reply in (i for i, owner in enumerate(hand) if owner == "0"):
            left = "".join(owner for i, owner in enumerate(hand) if i not in (lead, reply))
            if reply < lead:
                worst = min(worst, len(left) // 2 - values[other_leads(left)])
            else:
                worst = min(worst, 1 + values[left])
        best = max(best, worst)
    return best
