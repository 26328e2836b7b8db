"""Moves from a person's text, a number or notation; forced passes."""

from bitgames._core import Honeymoon, IllegalMoveError, Move, ParseError, Position
from bitgames.arguments import quoted, shortened
from bitgames.formats.parsing import is_pass
from bitgames.scene.cards import SUITS
from bitgames.sentences import Said

_MAX_MEANINGS = 13
"""Up to this many meanings of a text are listed."""
_SYMBOLS = dict(zip(SUITS, "\u2660\u2665\u2666\u2663", strict=True))
_CALLS = {"pass": ("p", "-"), "double": ("x", "dbl"), "redouble": ("xx", "rdbl")}


def forced_pass(position: Position) -> Move | None:
    """Return the pass if it is the only legal move, else ``None``.

    >>> import bitgames as bg
    >>> forced_pass(bg.position("othello:4 XO--/----/----/XO-- O")), forced_pass(bg.TicTacToe())
    (pass, None)
    """
    moves = position.legal_moves
    return moves[0] if len(moves) == 1 and is_pass(moves[0]) else None


def has_numbers(position: Position) -> bool:
    """Whether moves can be named by numbers; not if moves are numbers or calls.

    A call has no cell, and a bid begins with a number.
    """
    moves = position.legal_moves
    if any(str(move).isdecimal() for move in moves):
        return False
    return any(position.cell_of(move) is not None for move in moves)


def spellings(position: Position, move: Move) -> tuple[str, ...]:
    """Return other texts for a move, of which a person may type the beginning alone.

    They are short calls, and cards and bids with their symbols, rank or suit first.

    >>> import bitgames as bg
    >>> position = bg.Honeymoon(7)
    >>> spellings(position, position.parse_move("1NT"))
    ('1N',)
    """
    if not isinstance(position, Honeymoon):
        return ()
    text = str(move)
    if text in _CALLS:
        return _CALLS[text]
    if position.cell_of(move) is None:
        level, strain = text[0], text[1:]
        return (level + _SYMBOLS.get(strain, "N"),)
    suit, rank = text[0], text[1]
    ranks = (rank, "10") if rank == "T" else (rank,)
    suits = (suit, _SYMBOLS[suit])
    return tuple(each for r in ranks for s in suits for each in (s + r, r + s) if each != text)


def read_move(position: Position, text: str) -> Move:
    """Return the legal move for its number in the list of moves, its notation, or a short form.

    Where a game has other spellings of its moves, as card games have, the beginning of one is
    enough if it means a single legal move. Raises ``ParseError`` for other text,
    ``IllegalMoveError`` for a move that is not legal now.

    >>> import bitgames as bg
    >>> read_move(bg.Othello(), "1"), read_move(bg.Othello(), "E6")
    (d3, e6)
    >>> read_move(bg.Honeymoon(7), "1n"), read_move(bg.Honeymoon(7), "p")
    (1NT, pass)
    >>> read_move(bg.Honeymoon(7), "1")
    Traceback (most recent call last):
        ...
    bitgames.ParseError: '1' is ambiguous: it can mean 1C, 1D, 1H, 1S or 1NT
    """
    moves = position.legal_moves
    if text.isdecimal() and has_numbers(position):
        # Compared as text, so that a number of any length works.
        numbers = {str(number): move for number, move in enumerate(moves, 1)}
        if text not in numbers:
            number = shortened(text, 80)
            raise ParseError(Said("no-such-number", number, len(moves)))
        return numbers[text]
    try:
        named = position.parse_move(text)
    except ParseError:
        named = None
    if named is not None and position.is_legal(named):
        return named
    typed, meant = text.casefold(), []
    for move in moves:
        names = spellings(position, move)
        texts = [each.casefold() for each in (str(move), *names)] if names else []
        if typed in texts:
            return move
        if any(each.startswith(typed) for each in texts):
            meant.append(move)
    if named is not None:
        # The whole name of one move is not the short form of another.
        raise IllegalMoveError(Said("not-now", str(named)))
    if len(meant) == 1:
        return meant[0]
    given = quoted(text)
    if meant and len(meant) <= _MAX_MEANINGS:
        *most, last = map(str, meant)
        raise ParseError(Said("means", given, ", ".join(most), last))
    if meant:
        raise ParseError(Said("means-many", given, len(meant), str(meant[0])))
    raise ParseError(Said("no-such-move", given, str(moves[0])))
