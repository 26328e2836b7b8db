"""Honeymoon bridge: its class and its scenes."""

from bitgames._core import CellSet, Honeymoon, Move
from bitgames.games.rulebook import Example, example
from bitgames.games.scenes import (
    CardMoves,
    Hand,
    RubberData,
    TableScene,
    Trick,
    build,
    can_be_last,
    common,
    sees_choices,
)
from bitgames.games.table import card_of

__all__ = ["Honeymoon"]

_ACTIONS = {"auction": "call", "draw": "play for the stock", "play": "play"}


@build.register
def _(position: Honeymoon, viewer: int | None) -> TableScene:
    names = position.facts.player_names
    trick: list[str | None] = [None, None]
    led = None
    if position.led is not None:
        led = 1 - position.turn
        trick[led] = str(position.led)
    shared = common(
        position,
        viewer,
        title=f"{position.facts.title}, {position.rules}",
        words=_caption(position),
        letters=names,
        shapes=(None, None),
    )
    return {
        **shared,
        "kind": "table",
        "phase": position.phase,
        "hands": [_hand(position, seat, viewer) for seat in (0, 1)],
        "moves": _moves(position, viewer),
        "last": None,
        "trick": trick,
        "led": led,
        "stock": position.stock_left,
        "up": None if position.face_up is None else str(position.face_up),
        "dealer": position.dealer,
        "auction": {
            "seats": [seat for seat, _ in position.calls],
            "calls": [str(call) for _, call in position.calls],
        },
        "last_bid": position.last_bid,
        "contract": position.contract,
        "declarer": position.declarer,
        "trump": position.trump,
        "tricks": list(position.tricks),
        "last_trick": _last_trick(position),
        "vulnerable": [position.is_vulnerable(seat) for seat in (0, 1)],
        "rubber": _rubber(position),
    }


@can_be_last.register
def _(position: Honeymoon, move: Move) -> bool:
    cell = position.cell_of(move)
    return cell is None or cell in position.played(0) | position.played(1)


def _moves(position: Honeymoon, viewer: int | None) -> CardMoves:
    moves = position.legal_moves if sees_choices(position, viewer) else []
    cells = [position.cell_of(move) for move in moves]
    return {
        "index": [int(move) for move in moves],
        "text": [str(move) for move in moves],
        "card": [None if cell is None else card_of(cell) for cell in cells],
    }


def _cards(cells: CellSet) -> list[str]:
    return [card_of(cell) for cell in cells]


def _hand(position: Honeymoon, seat: int, viewer: int | None) -> Hand:
    """Return a hand as the viewer knows it: complete for its own seat."""
    held, known = position.pieces(seat), position.known_theirs(1 - seat)
    shown = held if viewer in (None, seat) else known
    return {"cards": _cards(shown), "hidden": len(held) - len(shown), "known": _cards(known)}


def _last_trick(position: Honeymoon) -> Trick | None:
    winner = position.last_trick_winner
    if winner is None:
        return None
    return {
        "seats": [seat for seat, _ in position.last_trick],
        "cards": [str(card) for _, card in position.last_trick],
        "winner": winner,
    }


def _rubber(position: Honeymoon) -> RubberData | None:
    rubber = position.rubber
    if rubber is None:
        return None
    return {"games": list(rubber.games), "part_scores": list(rubber.part_scores)}


def _caption(position: Honeymoon) -> str:
    names = position.facts.player_names
    outcome = position.outcome
    if outcome is None:
        return f"{names[position.turn]} to {_ACTIONS[position.phase]}"
    if outcome.is_draw:
        return outcome.reason
    winner = outcome.winners[0]
    return f"{outcome.reason}: {names[winner]} scores {outcome.scores[winner]}"


@example.register
def _(_: Honeymoon) -> Example:
    deal = "2.QJ8.KJT4.KQ762 KQJ76.974.62.J83 H2S4H5D9S5S9D7STC9H3H6D5C4SAHTS3C5HKDQDAHACAD8S8D3CT"
    return Example("honeymoon", f"honeymoon {deal}", "1C 1S 2C pass", viewer=0)
