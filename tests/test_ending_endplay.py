"""Endings against a double-dummy solver of four hands.

The two partners never take a trick, so the solver's answer is that of the two hands: they have no
trumps, and in each other suit only cards lower than every card of the two hands. What they play
follows low or is a discard, and neither wins. It takes 2n such cards for hands of n cards, out of
13 less the suit's length in each suit but trumps; with trumps, large hands need many of them.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

import bitgames as bg

dds = pytest.importorskip("endplay.dds")
types = pytest.importorskip("endplay.types")

RANKS = "AKQJT98765432"


def random_ending(cards: int, trump: int | None, rng: random.Random) -> bg.honeymoon.Ending:
    """Of all lengths that leave the partners enough low cards; the owners at random."""
    while True:
        cuts = sorted(rng.randint(0, 2 * cards) for _ in range(3))
        lengths = [end - start for start, end in zip([0, *cuts], [*cuts, 2 * cards], strict=True)]
        low = sum(13 - length for suit, length in enumerate(lengths) if suit != trump)
        if max(lengths) <= 13 and low >= 2 * cards:
            break
    owners = list("1" * cards + "0" * cards)
    rng.shuffle(owners)
    suits = ["".join(owners.pop() for _ in range(length)) for length in lengths]
    return bg.honeymoon.Ending(suits, trump)


def names(ending: bg.honeymoon.Ending) -> list[tuple[int, str]]:
    """Suit and rank of each card by its index: the two hands have the highest ranks."""
    return [
        (suit, rank) for suit, owners in enumerate(ending.suits) for rank in RANKS[: len(owners)]
    ]


def board(ending: bg.honeymoon.Ending, rng: random.Random) -> Any:
    """The leader as north, the follower as east, low cards for their partners."""
    hands = {seat: ["", "", "", ""] for seat in "NESW"}
    low = []
    for suit, owners in enumerate(ending.suits):
        for rank, owner in zip(RANKS, owners, strict=False):
            hands["N" if owner == "1" else "E"][suit] += rank
        if suit != ending.trump:
            low += [(suit, rank) for rank in RANKS[len(owners) :]]
    for index, (suit, rank) in enumerate(rng.sample(low, 2 * ending.cards)):
        hands["SW"[index % 2]][suit] += rank
    deal = types.Deal("N:" + " ".join(".".join(hands[seat]) for seat in "NESW"))
    deal.first = types.Player.north
    deal.trump = types.Denom.nt if ending.trump is None else types.Denom(ending.trump)
    return deal


def check(ending: bg.honeymoon.Ending, deal: Any) -> None:
    """Check the value of each legal card; DDS counts the mover's tricks, not the leader's."""
    theirs = {(int(card.suit), card.rank.abbr): tricks for card, tricks in dds.solve_board(deal)}
    values = bg.solve(ending, all_moves=True).values
    ours = {names(ending)[int(card)]: value for card, value in values.items()}
    if ending.led is not None:
        ours = {card: ending.cards - value for card, value in ours.items()}
    assert ours == theirs, ending


@pytest.mark.parametrize("cards", range(1, 14))
@pytest.mark.parametrize("trump", [None, 0, 1, 2, 3])
def test_each_card_is_worth_what_a_double_dummy_solver_says(cards: int, trump: int | None) -> None:
    for number in range(6):
        rng = random.Random(1_000 * cards + number)
        ending = random_ending(cards, trump, rng)
        deal = board(ending, rng)
        check(ending, deal)
        card = rng.choice(ending.legal_cards)
        suit, rank = names(ending)[card]
        deal.play("SHDC"[suit] + rank)
        check(ending.play(card), deal)
