"""What games say and read at the table, besides their boards: one function for each thing.

A game that has more to say than its board shows registers its own version in its room, with
``@announce.register`` and so on. ``bitgames.play`` calls them.
"""

from functools import singledispatch

from bitgames._core import Move, Position, UnsupportedError

__all__ = [
    "PUBLIC",
    "account",
    "aim",
    "announce",
    "best_rest",
    "forced_move",
    "has_tricks",
    "spellings",
    "tricks",
    "tricks_left",
]

PUBLIC = -1
"""The viewer without a seat, who knows only what both players see."""


@singledispatch
def aim(start: Position) -> str:
    """Return the aim of the game in a few words, for a list of games."""
    return start.facts.title


@singledispatch
def announce(before: Position, move: Move, after: Position, viewer: int | None) -> list[str]:
    """Return what a move brought besides what the board shows, in lines.

    ``before`` and ``after`` are the positions around the move. ``viewer`` is a seat, ``PUBLIC`` or
    None, which knows everything; the lines say nothing that the viewer does not know.
    """
    return []


@singledispatch
def account(end: Position) -> list[str]:
    """Return how the score of a finished game comes about, in lines; none for most games."""
    return []


@singledispatch
def tricks(end: Position) -> list[list[str]]:
    """Return the tricks of a finished game as a table, its heads first; none in most games."""
    return []


@singledispatch
def spellings(position: Position, move: Move) -> tuple[str, ...]:
    """Return other texts for a move, of which a person may type the beginning alone."""
    return ()


@singledispatch
def forced_move(position: Position) -> Move | None:
    """Return the move to play where there is no choice, else ``None``.

    That is the only legal move, or one of several that are equivalent. It is ``None``, too, where a
    player must not learn that the other has no choice.
    """
    moves = position.legal_moves
    return moves[0] if len(moves) == 1 and not position.facts.hidden else None


@singledispatch
def has_tricks(start: Position) -> bool:
    """Tell whether the game is played in tricks, which a player may claim."""
    return False


@singledispatch
def tricks_left(position: Position) -> int:
    """Return the number of tricks to come that the player to move may claim; 0 for no claims."""
    return 0


@singledispatch
def best_rest(position: Position) -> tuple[list[Move], int]:
    """Return best play of both sides to the end, and the tricks it brings the player to move.

    It is called where there are tricks to claim.
    """
    raise UnsupportedError(f"a claim is not defined for {position.game}: it has no tricks")
