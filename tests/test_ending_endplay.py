"""Endings without trumps against a double-dummy solver of four hands.

The two partners get only cards that are lower than all others of their suits, so they never take
a trick, and the solver's answer is that of the two hands.
"""

from __future__ import annotations

import random

import pytest

import bitgames as bg

dds = pytest.importorskip("endplay.dds")
types = pytest.importorskip("endplay.types")

RANKS = "AKQJT98765432"


def board(ending: bg.Ending, seed: int) -> object:
    """The leader as north, the follower as east, low cards for their partners."""
    hands = {seat: ["", "", "", ""] for seat in "NESW"}
    low = []
    for suit, owners in enumerate(ending.suits):
        for rank, owner in zip(RANKS, owners, strict=False):
            hands["N" if owner == "1" else "E"][suit] += rank
        low += [(suit, rank) for rank in RANKS[len(owners) :]]
    random.Random(seed).shuffle(low)
    for index, (suit, rank) in enumerate(low[: 2 * ending.cards]):
        hands["SW"[index % 2]][suit] += rank
    deal = types.Deal("N:" + " ".join(".".join(hands[seat]) for seat in "NESW"))
    deal.first, deal.trump = types.Player.north, types.Denom.nt
    return deal


@pytest.mark.parametrize("cards", [3, 5, 8, 11, 13])
def test_no_trump_endings_are_those_of_a_double_dummy_solver(cards: int) -> None:
    for root in range(12):
        ending = bg.Ending.random(cards, root=1000 * cards + root)
        most = max(tricks for _, tricks in dds.solve_board(board(ending, root)))
        assert bg.solve(ending).value == most, ending
