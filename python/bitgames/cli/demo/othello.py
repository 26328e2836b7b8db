"""An ending of Othello with the exact value of every move."""

import random
import re
import textwrap
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from itertools import count
from typing import SupportsIndex

from bitgames import _core
from bitgames.cli.console import bold, dim, styled, use_color
from bitgames.cli.demo.page import Shown, beside
from bitgames.cli.progress import Bar
from bitgames.cli.wording import value_words
from bitgames.players import get
from bitgames.seeding import child_seed

EMPTY = 20
RANDOM_PLIES = 8
EVEN = 8.0
"""The most discs by which a side may lead in the eyes of a quick search."""
MAX_NODES = 40_000_000
"""About a second; an ending that takes longer gives way to the next."""

_VALUE = re.compile(r"(?<= )([+-]\d+|0)(?= |$)")


def played(seed: int) -> _core.Othello:
    """Play Othello until few squares are empty: some random plies, then by a quick search."""
    chance = random.Random(seed)
    player = get("alphabeta:depth=2", seed)
    position = _core.Othello()
    while position.empties > EMPTY or position.must_pass:
        at_random = position.ply < RANDOM_PLIES
        move = chance.choice(position.legal_moves) if at_random else player.choose(position)
        position = position.play(move)
        if position.is_over:  # an early end leaves nothing to solve
            position = _core.Othello()
    return position


def _solved(seed: int, *, quiet: bool) -> tuple[_core.Othello, _core.Solution]:
    """Solve an even ending with all its moves; on one thread, so that a seed shows the same."""
    attempts = count()
    while True:
        position = played(child_seed(seed, next(attempts)))
        if abs(_core.search(position, depth=6).value) > EVEN:
            continue
        with suppress(_core.LimitError), Bar("solving", "positions", quiet=quiet) as bar:
            tell = bar.callback
            # What is done, not how much of the limit: most endings need a part of it.
            progress = None if tell is None else partial(_tell, tell)
            found = _core.solve(position, all_moves=True, nodes=MAX_NODES, progress=progress)
            return position, found


def _tell(callback: Callable[[int, int], object], done: int, limit: int) -> None:
    callback(done, 0)


def _colored(line: str, best: float) -> str:
    """Return a line of the board, its winning values green, and the best ones bold."""

    def paint(found: re.Match[str]) -> str:
        value = int(found[0])
        color = "green" if value > 0 else "red" if value < 0 else "default"
        return styled(found[0], f"bold {color}" if value == best else color)

    return _VALUE.sub(paint, line)


def ending(seed: int, *, quiet: bool) -> Shown:
    """Solve an ending, and draw the value of every move on the board."""
    position, solution = _solved(seed, quiet=quiet)
    names = position.facts.player_names
    moves = len(position.legal_moves)
    words = [
        f"{EMPTY} empty squares; {names[position.turn]} has {moves} moves,",
        "each with its final difference of discs",
    ]
    return values_shown(position, solution, words)


def values_shown(position: _core.Position, solution: _core.Solution, words: list[str]) -> Shown:
    """Draw the value of every move on the board, with words and the best play beside it."""
    values: dict[_core.Move | SupportsIndex | str, float | str] = {
        move: value for move, value in (solution.values or {}).items()
    }
    *board, caption = position.to_text(values=values, color=use_color()).splitlines()
    words = [
        *words,
        "",
        f"best is {bold(str(solution.best_move))}: {value_words(position, solution.value)}",
        "best play from here:",
        *textwrap.wrap(" ".join(map(str, solution.pv)), 36),
    ]
    data = {
        "position": position.to_string(),
        "values": {str(move): value for move, value in values.items()},
        "best_move": str(solution.best_move),
        "value": solution.value,
        "pv": [str(move) for move in solution.pv],
        "nodes": solution.nodes,
        "seconds": solution.seconds,
    }
    picture = [_colored(line, solution.value) for line in board]
    spent = dim(f"{solution.nodes:,} positions in {solution.seconds:.2f} s")
    return Shown([*beside([*picture, caption], words), spent], data)
