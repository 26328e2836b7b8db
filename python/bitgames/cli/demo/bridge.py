"""A deal of honeymoon bridge with its tricks and par."""

import sys
import time

from bitgames import _core
from bitgames.cli.console import dim, styled
from bitgames.cli.demo.page import Shown
from bitgames.cli.details import details, details_data
from bitgames.players import get
from bitgames.seeding import child_seed

LETTERS = "SHDC"
SUITS = "\u2660\u2665\u2666\u2663"


def _signs() -> str:
    """Return the signs of the suits, or letters where they cannot be printed."""
    try:
        SUITS.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return LETTERS
    return SUITS


def _colored(text: str) -> str:
    """Return a text whose suits are signs, the red ones red."""
    signs = dict(zip(map(ord, LETTERS), _signs(), strict=True))
    for suit in map(ord, "HD"):
        signs[suit] = styled(signs[suit], "red")
    return text.translate(signs)


def _named(rows: list[tuple[str, str]]) -> list[str]:
    return [f"{dim(name.ljust(10))}{_colored(text)}" for name, text in rows]


def deal(seed: int, *, quiet: bool) -> Shown:
    """Deal, let two players draw for better cards, and solve the tricks that count."""
    position = _core.Honeymoon(seed, rules="bicycle")
    players = [get("rule", child_seed(seed, seat)) for seat in range(2)]
    while not position.is_open:
        position = position.play(players[position.turn].choose(position))
    hands = [str(position.hand(seat)) for seat in range(2)]
    solved = _core.Honeymoon(deal=" ".join(hands))
    began = time.perf_counter()
    rows = details(solved, why=False)
    seconds = time.perf_counter() - began
    names = solved.facts.player_names
    held = [
        "  ".join(f"{suit} {cards or '-'}" for suit, cards in zip(LETTERS, each, strict=True))
        for each in (hand.split(".") for hand in hands)
    ]
    seats = [(names[seat], held[seat]) for seat in (1, 0)]
    lines = [*_named(seats), "", *_named(rows)]
    spent = dim(f"twenty values, all exact, after the draw of 26 cards: {1000 * seconds:.0f} ms")
    data = {"position": solved.to_string(), **details_data(solved), "seconds": seconds}
    return Shown([*lines, spent], data)
