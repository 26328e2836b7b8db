"""Deals of honeymoon bridge by conditions: points, lengths, shapes, contracts and par.

A condition is a word such as ``points:15-17``; after ``south`` or ``north``, up to the next comma,
it is about that hand, else about both. The hands are those dealt, before any exchange; contract and
par are those of the two hands with all cards open.

>>> import bitgames as bg
>>> from bitgames import deals
>>> wanted = deals.read("south points:15-17 shape:balanced, north spades:5+")
>>> start = deals.deal("honeymoon", wanted, seed=1)
>>> wanted.hold(start), start == deals.deal("honeymoon", wanted, seed=1)
(True, True)
"""

from functools import lru_cache

from bitgames._core import Honeymoon, LimitError, ParseError, Position
from bitgames.arguments import Progress
from bitgames.deals.conditions import (
    CONTRACT,
    Condition,
    Conditions,
    Dealt,
    Wanted,
    honeymoon,
    opened,
    read,
)
from bitgames.deals.par import calls, reasons
from bitgames.seeding import Seed, child_seed, root

__all__ = [
    "CONTRACT", "PATIENCE", "Condition", "Conditions", "Wanted", "calls", "deal", "declarers",
    "met_by", "opened", "read", "reasons",
]  # fmt: skip

PATIENCE = 1_000_000
"""Deals without one that meets the conditions after which the search gives up."""

_WEIGHT = 100
"""Deals that count as one whose contracts are solved: they take about that much longer."""

_EVERY = 500
"""Deals between two reports of progress."""


def declarers(position: Position, contract: str) -> list[int]:
    """Return the seats that make a contract such as ``4S`` by best play of both open hands.

    >>> import bitgames as bg
    >>> from bitgames import deals
    >>> deals.declarers(bg.Honeymoon(deal="AKQ2.QJ2.AK3.T94 JT3.AK43.QJ2.A82"), "1NT")
    [0]
    """
    dealt = Dealt(honeymoon(position))
    return [seat for seat in (0, 1) if dealt.makes(seat, contract)]


def met_by(conditions: Wanted, position: Position) -> Conditions:
    """Return conditions that a deal meets, as files hold them.

    Raises ``ParseError`` for others, without a word on the cards.

    >>> import bitgames as bg
    >>> from bitgames import deals
    >>> deals.met_by("south points:0", bg.Honeymoon(7))
    Traceback (most recent call last):
    ...
    bitgames.ParseError: the deal does not meet its conditions: south points:0
    """
    wanted = read(conditions)
    if not _hold(wanted, position):
        raise ParseError(f"the deal does not meet its conditions: {wanted}")
    return wanted


@lru_cache(maxsize=64)
def _hold(conditions: Conditions, position: Position) -> bool:
    return conditions.hold(position)


def deal(
    game: Position | str,
    conditions: Wanted | None = None,
    seed: Seed = None,
    *,
    progress: Progress | None = None,
) -> Honeymoon:
    """Return the first start of a game of honeymoon bridge that meets conditions.

    The rules are those of ``game``. Deal ``k`` that is tried comes from child ``k`` of the seed, so
    the same seed and conditions give the same deal, from which no seed follows. ``None`` asks for
    any deal, the one that ``Position.deal`` gives. ``progress(done, 0)`` counts the deals.

    Raises ``LimitError`` after ``PATIENCE`` deals (1,000,000, of which one whose contracts are
    solved counts as 100) with the condition that held least often, ``ParseError`` as ``read``, and
    ``UnsupportedError`` for another game.

    >>> import bitgames as bg
    >>> from bitgames import deals
    >>> deals.deal("honeymoon", "south points:20+ clubs:6+", seed=1).hand(0)
    'AK8.A.KQ.AKJ9754'
    """
    start = honeymoon(game)
    if conditions is None:
        dealt = start.deal(seed)
        assert isinstance(dealt, Honeymoon)
        return dealt
    wanted = read(conditions)
    failed = [0] * len(wanted.each)
    base, spent, tried = root(seed), 0, 0
    while spent < PATIENCE:
        if progress is not None and tried % _EVERY == 0:
            progress(tried, 0)
        found = start.deal(child_seed(base, tried))
        assert isinstance(found, Honeymoon)
        facts = Dealt(found)
        place = wanted.failed(facts)
        if place is None:
            return found
        failed[place] += 1
        tried += 1
        spent += _WEIGHT if facts.is_solved else 1
    rarest = wanted.each[max(range(len(failed)), key=failed.__getitem__)]
    raise LimitError(
        f"{tried:,} deals have none that meets the conditions: {rarest} does not hold in "
        f"{max(failed):,} of them"
    )
