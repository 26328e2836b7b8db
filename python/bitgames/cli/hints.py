"""A hint for whoever is to move, from nothing but what that player has seen."""

from bitgames import players
from bitgames._core import Position, UnsupportedError, search, solve
from bitgames.cli.common import value_words

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
    values = ", ".join(f"{move} {value:+d}" for move, value in solution.values.items())
    words = value_words(position, solution.value)
    return f"hint: {solution.best_move}; with best play {words}\nvalues: {values}"
