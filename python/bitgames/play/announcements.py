"""Announcements: what a move brought, how a game ended, claims, and the forced rest.

What a game has to say comes from the core. Games that say nothing give empty lists.
"""

from functools import lru_cache

from bitgames import _core
from bitgames._core import Honeymoon, Move, ParameterError, Position
from bitgames.deals.par import Reason, parts
from bitgames.problems import RANKS
from bitgames.record import Record
from bitgames.sentences import Said

__all__ = [
    "PUBLIC", "announce", "claim", "forced_moves", "names", "result", "summary", "tricks",
    "why_par",
]  # fmt: skip

PUBLIC = -1
"""The viewer without a seat, who knows only what both players see."""


def announce(before: Position, move: Move, viewer: int | None) -> list[str]:
    """Return what a legal move brings besides what the board shows, as lines for a viewer.

    ``viewer`` is a seat, ``PUBLIC`` for a viewer without a seat, or ``None`` to be told everything.
    The lines say nothing that the viewer does not know.

    >>> import bitgames as bg
    >>> record = bg.Record(bg.Honeymoon(7, rules="bicycle"), ["SK", "S2"])
    >>> announce(record.previous, record.last_move, 0)
    ['north wins the trick and draws a card; you draw S4']
    """
    return _core.announce(before, move, viewer)


def summary(record: Record, viewer: int | None = None) -> list[str]:
    """Return how the score of a finished game comes about, as lines; none before its end.

    In a game of hidden cards the lines show them all, so they are there only once the game has
    ended by its rules: a resignation can be taken back.

    >>> import bitgames as bg
    >>> summary(bg.Record("othello"))
    []
    """
    return list(_account(record.position))


# Every state of a finished game has the account of the same position.
@lru_cache(maxsize=8)
def _account(end: Position) -> tuple[str, ...]:
    return tuple(_core.account(end))


def why_par(record: Record) -> list[list[Reason]]:
    """Return why par of a finished deal is what it is, by parts of sentences; none for other games.

    The hands are those after the exchange, whose par the ``summary`` has.

    >>> import bitgames as bg
    >>> why_par(bg.Record("othello"))
    []
    """
    if not record.position.is_over:
        return []
    for position in reversed(record.positions):
        if not isinstance(position, Honeymoon):
            return []
        # Three dots part the suits of a hand.
        is_whole = all(len(position.hand(seat)) == RANKS + 3 for seat in (0, 1))
        if is_whole and position.is_open:
            return _why(position)
    return []


@lru_cache(maxsize=8)
def _why(whole: Honeymoon) -> list[list[Reason]]:
    return parts(whole)


def result(record: Record) -> str:
    """Return who won a game and how, in a few words.

    >>> import bitgames as bg
    >>> result(bg.Record("tictactoe", "a1 a2 b1 b2 c1")), result(bg.Record("othello"))
    ('o wins: 3 in a row', 'not over')
    """
    found = record.result
    if found is None:
        return "not over"
    if not found.winners:
        return "draw"
    names = " and ".join(record.start.facts.player_names[seat] for seat in found.winners)
    verb = "wins" if len(found.winners) == 1 else "win"
    score = max(found.scores)
    # Without a score of its own, as after a resignation, the reason says more.
    return f"{names} {verb} by {score}" if score > 1 else f"{names} {verb}: {found.reason}"


def names(record: Record) -> str:
    """Return the names of the players in one line; empty if none is known.

    >>> import bitgames as bg
    >>> names(bg.Record("othello", players=["Ada", None])), names(bg.Record("othello"))
    ('Ada - ?', '')
    """
    known = record.players or ()
    return " - ".join(name or "?" for name in known) if any(known) else ""


def tricks(record: Record) -> list[list[str]]:
    """Return the tricks of a game that has ended by its rules as rows of texts, the heads first.

    There are none in games without tricks.
    """
    return _core.tricks(record.position)


def claim(position: Position, tricks: int | None = None) -> list[Move]:
    """Return the moves that end the game after a claim of the player to move.

    The claim is for ``tricks`` of the tricks to come, ``None`` for all of them. It is granted if
    best play takes as many against any defence; the rest is then played out with best play on both
    sides, so that nobody loses a trick by a claim of fewer.

    Raises ``ParameterError`` if the claim is not granted or is out of range, ``UnsupportedError``
    where nothing can be claimed: while cards are hidden, and in games without tricks.

    >>> import bitgames as bg
    >>> hands = "AKQJT98765432... .AKQJT98765432.."
    >>> position = bg.Honeymoon(deal=hands, play_lead="declarer").play("7S").play("pass")
    >>> len(claim(position)), claim(position.play("SA").play("HA"), 13)
    Traceback (most recent call last):
        ...
    bitgames.ParameterError: tricks must be from 0 to 12, not 13
    """
    moves = _core.claim(position, tricks)
    if moves is None:
        wanted = _core.tricks_left(position) if tricks is None else tricks
        raise ParameterError(Said("claim-refused", wanted))
    return moves


def forced_moves(position: Position) -> list[Move]:
    """Return the moves from here on that leave no choice, up to the first choice or the end.

    A card that is equivalent to all other legal ones leaves no choice either.

    >>> import bitgames as bg
    >>> forced_moves(bg.position("tictactoe oxo/oxx/xo.")), forced_moves(bg.TicTacToe())
    ([c3], [])
    """
    return _core.forced_moves(position)
