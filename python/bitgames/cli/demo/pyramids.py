"""Mosaic with its longest chain, and four players of Mosaic Quo."""

import random
import time
from typing import Any, SupportsIndex

from bitgames import _core
from bitgames.cli.console import dim, use_color
from bitgames.cli.demo.page import Shown, beside, flow, pieces
from bitgames.cli.progress import Bar
from bitgames.players import get
from bitgames.seeding import child_seed

SIZE = 6
GAMES = 300
QUO_SIZE = 5
RANDOM_GAMES = 1000
"""For each move."""

Waves = list[list[tuple[int, int]]]
"""For each wave of a chain, its players in the order of their seats, with their pieces."""


def waves_of(position: _core.Mosaic | _core.Quo, move: _core.Move | SupportsIndex | str) -> Waves:
    """Return the waves of the chain that a move sets off.

    >>> import bitgames as bg
    >>> position = bg.position("mosaic:3 ./..../11..*.... 1")
    >>> waves_of(position, "1a2")
    [[(0, 1)]]
    """
    waves: Waves = []
    for player, cells in position.waves(move):
        # A wave serves each seat once, in order.
        if not waves or player <= waves[-1][-1][0]:
            waves.append([])
        waves[-1].append((player, len(cells)))
    return waves


def _placed(waves: Waves) -> int:
    return sum(count for wave in waves for _, count in wave)


def mosaic(seed: int, *, quiet: bool) -> Shown:
    """Look for the longest chain of many random games."""
    chance = random.Random(seed)
    longest: Waves = []
    with Bar("playing", "games", quiet=quiet) as bar:
        for number in range(GAMES):
            position = _core.Mosaic(SIZE)
            while not position.is_over:
                move = chance.choice(position.legal_moves)
                waves = waves_of(position, move)
                after = position.play(move)
                if (len(waves), _placed(waves)) >= (len(longest), _placed(longest)):
                    longest, kept = waves, (position, move, after)
                position = after
            if bar.callback is not None:
                bar.callback(number + 1, GAMES)
    before, move, after = kept
    picture = after.to_text(last_move=move, previous=before, color=use_color())
    chain = [
        f"{number}. {' '.join(pieces(after, *each) for each in wave)}"
        for number, wave in enumerate(longest, 1)
    ]
    words = f"[{move}] sets off {len(longest)} waves, which place {_placed(longest)} pieces ( ):"
    data = {
        "position": before.to_string(),
        "move": str(move),
        "after": after.to_string(),
        "waves": longest,
    }
    return Shown([*picture.splitlines(), words, *flow(chain)], data)


def quo(seed: int, *, quiet: bool) -> Shown:
    """Play a game of four tree searches."""
    players = [get(f"mcts:sims={RANDOM_GAMES}", child_seed(seed, seat)) for seat in range(4)]
    began = time.perf_counter()
    position = _core.Quo(QUO_SIZE)
    moves: list[str] = []
    longest: Waves = []
    chained = 0
    while not position.is_over:
        move = players[position.mover].choose(position)
        waves = waves_of(position, move)
        chained += _placed(waves)
        longest = max(longest, waves, key=_placed)
        moves.append(str(move))
        before, position = position, position.play(move)
    seconds = time.perf_counter() - began
    picture = position.to_text(last_move=moves[-1], previous=before, color=use_color())
    *board, caption = picture.splitlines()
    teams = [" ".join(pieces(position, seat, 1) for seat in (team, team + 2)) for team in (0, 1)]
    words = [
        f"{teams[0]}  against  {teams[1]}",
        "",
        f"{len(moves)} pieces placed by hand",
        f"{chained} pieces placed by chains",
        f"the longest chain is {_placed(longest)}",
    ]
    outcome: Any = position.outcome
    data = {
        "position": position.to_string(),
        "moves": moves,
        "chained": chained,
        "winners": list(outcome.winners),
        "reason": outcome.reason,
        "seconds": seconds,
    }
    spent = dim(f"{len(moves)} moves, {RANDOM_GAMES:,} random games each, {seconds:.2f} s")
    return Shown([*beside(board, words), caption, spent], data)
