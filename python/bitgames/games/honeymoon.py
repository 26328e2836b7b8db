"""Honeymoon bridge: its class, and what its pictures show."""

from bitgames._core import CellSet, Honeymoon, IllegalMoveError, Move
from bitgames.games.layout import layout, owners
from bitgames.games.table import RANKS, SUITS, Hand, TableLayout

__all__ = ["Honeymoon"]

_CALLS = 4
"""More calls than this are not shown: a picture has no room for them."""
_ACTIONS = {"auction": "call", "draw": "play for the stock", "play": "play"}


@layout.register
def _(position: Honeymoon, last_move: Move | int | str | None = None) -> TableLayout:
    if last_move is not None:
        _check_last(position, last_move)
    names = position.facts.player_names
    trick: list[str | None] = [None, None]
    if position.led is not None:
        trick[1 - position.turn] = str(position.led)
    return TableLayout(
        title=f"{position.facts.title}, {position.rules}",
        caption=_caption(position),
        owners=owners(position, len(SUITS) * len(RANKS)),
        letters=tuple(names),
        choices=tuple(map(position.cell_of, position.legal_moves)),
        hands=(_hand(position, 0), _hand(position, 1)),
        trick=(trick[0], trick[1]),
        stock=position.stock_left,
        face_up=None if position.face_up is None else str(position.face_up),
        notes=tuple(_notes(position, names)),
    )


def _cards(cells: CellSet) -> tuple[str, ...]:
    return tuple(SUITS[cell // len(RANKS)] + RANKS[cell % len(RANKS)] for cell in cells)


def _hand(position: Honeymoon, seat: int) -> Hand:
    known = _cards(position.known_theirs(1 - seat))
    return Hand(position.facts.player_names[seat], _cards(position.pieces(seat)), known=known)


def _notes(position: Honeymoon, names: tuple[str, ...]) -> list[tuple[str, str]]:
    notes = []
    if position.rubber is not None:
        games, parts = position.rubber.games, position.rubber.part_scores
        standing = f"games {games[0]}/{games[1]}, part {parts[0]}/{parts[1]}"
        notes.append(("rubber", standing))
    if position.phase == "auction" and (calls := position.calls):
        last = calls[-_CALLS:]
        before = "" if last == calls else "... "
        words = ", ".join(str(call) for _, call in last)
        notes.append(("calls", f"{before}{names[last[0][0]]} {words}"))
    if position.contract is not None and position.declarer is not None:
        notes.append(("contract", f"{position.contract} by {names[position.declarer]}"))
    if position.phase in ("play", "over") and position.contract is not None:
        tricks = ", ".join(f"{name} {n}" for name, n in zip(names, position.tricks, strict=True))
        notes.append(("tricks", tricks))
    if (winner := position.last_trick_winner) is not None:
        trick = ", ".join(f"{names[seat]} {card}" for seat, card in position.last_trick)
        notes.append(("last trick", f"{trick}: {names[winner]} won"))
    return notes


def _caption(position: Honeymoon) -> str:
    names = position.facts.player_names
    outcome = position.outcome
    if outcome is None:
        return f"{names[position.turn]} to {_ACTIONS[position.phase]}"
    if outcome.is_draw:
        return outcome.reason
    winner = outcome.winners[0]
    return f"{outcome.reason}: {names[winner]} scores {outcome.scores[winner]}"


def _check_last(position: Honeymoon, move: Move | int | str) -> None:
    """Refuse a move that is none, or a card that somebody still holds."""
    impossible = f"{move} cannot be the last move of {position.to_string()}"
    try:
        cell = position.cell_of(move)
    except IllegalMoveError:
        raise IllegalMoveError(impossible) from None
    if cell is not None and cell not in position.played(0) | position.played(1):
        raise IllegalMoveError(impossible)
