"""A hint for whoever is to move, from nothing but what that player has seen."""

import textwrap
from collections.abc import Mapping

from bitgames import players
from bitgames._core import Move, Position, UnsupportedError, search, solve
from bitgames.cli.common import value_words
from bitgames.cli.moves import WIDTH

__all__ = ["hint"]

SECONDS = 0.5
ADVISER = "montecarlo"
"""Who is asked where a game hides cards, so that a search would see too much."""


def hint(position: Position) -> str:
    """Return a good move in words, with its value where that is exact.

    >>> import bitgames as bg
    >>> hint(bg.position("tictactoe oo./xx./..."))
    'hint: c1; with best play o wins (+1)'
    """
    if position.facts.hidden:
        return _hidden(position)
    found = search(position, seconds=SECONDS)
    if found.exact:
        return f"hint: {found.best_move}; with best play {value_words(position, found.value)}"
    return f"hint: {found.best_move}, looking {found.depth} moves ahead"


def _hidden(position: Position) -> str:
    try:
        # Refused as long as there is something that the player cannot know.
        solution = solve(position, all_moves=True)
    except UnsupportedError:
        return f"hint: {players.get(ADVISER).choose(position)}, as {ADVISER} would play"
    words = value_words(position, solution.value)
    best = f"hint: {solution.best_move}; with best play {words}"
    return f"{best}\n{_values(position, solution.values)}"


def _values(position: Position, values: Mapping[Move, int]) -> str:
    """Say what each move is worth to whoever is to move, the best first."""
    moves: dict[int, list[str]] = {}
    for move, value in values.items():
        moves.setdefault(value, []).append(str(move))
    groups = [f"{value:+d} {' '.join(moves[value])}" for value in sorted(moves, reverse=True)]
    name = position.facts.player_names[position.turn]
    text = f"values for {name}: {', '.join(groups)}"
    return textwrap.fill(text, WIDTH, subsequent_indent="        ")
