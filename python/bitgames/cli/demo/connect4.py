"""A position of Connect Four in which one column wins."""

import random
from itertools import count

from bitgames import _core
from bitgames.cli.demo.othello import values_shown
from bitgames.cli.demo.page import Shown
from bitgames.players import get
from bitgames.seeding import child_seed

DISCS = 16
RANDOM_PLIES = 6


def played(seed: int) -> _core.ConnectFour:
    """Play Connect Four until there are some discs: a few random plies, then by a quick search."""
    chance = random.Random(seed)
    player = get("alphabeta:depth=4", seed)
    position = _core.ConnectFour()
    while position.ply < DISCS:
        at_random = position.ply < RANDOM_PLIES
        move = chance.choice(position.legal_moves) if at_random else player.choose(position)
        position = position.play(move)
        if position.is_over:
            position = _core.ConnectFour()
    return position


def columns(seed: int, *, quiet: bool) -> Shown:
    """Find a position in which one column wins and all others do not, with every exact value."""
    for attempt in count():
        position = played(child_seed(seed, attempt))
        solution = _core.solve(position, all_moves=True)
        values = [line.value for line in solution.lines]
        # Where a line must be blocked at once, all other columns lose alike.
        if sum(value > 0 for value in values) == 1 and len(set(values)) > 3:
            break
    names = position.facts.player_names
    words = [
        f"{position.ply} discs; {names[position.turn]} has {len(position.legal_moves)} columns,",
        "and one of them wins: each with the",
        "discs that the winner keeps in hand",
    ]
    return values_shown(position, solution, words)
