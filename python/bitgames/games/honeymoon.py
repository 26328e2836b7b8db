"""Honeymoon bridge: its class, its scenes, and what is said at its table."""

from bitgames._core import (
    CellSet,
    Honeymoon,
    Move,
    ParameterError,
    Position,
    UnsupportedError,
    solve,
)
from bitgames.games import talk
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
from bitgames.games.table import SUITS, card_of

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


# At the table.

_SUIT_NAMES = dict(zip(SUITS, ("spades", "hearts", "diamonds", "clubs"), strict=True))
_SYMBOLS = dict(zip(SUITS, "\u2660\u2665\u2666\u2663", strict=True))
_CALLS = {"pass": ("p", "-"), "double": ("x", "dbl"), "redouble": ("xx", "rdbl")}


@talk.spellings.register
def _(position: Honeymoon, move: Move) -> tuple[str, ...]:
    text = str(move)
    if text in _CALLS:
        return _CALLS[text]
    if position.cell_of(move) is None:
        level, strain = text[0], text[1:]
        return () if strain == "NT" else (level + _SYMBOLS[strain],)
    suit, rank = text[0], text[1]
    ranks = (rank, "10") if rank == "T" else (rank,)
    suits = (suit, _SYMBOLS[suit])
    return tuple(each for r in ranks for s in suits for each in (s + r, r + s) if each != text)


@talk.announce.register
def _(before: Honeymoon, move: Move, after: Position, viewer: int | None) -> list[str]:
    assert isinstance(after, Honeymoon)
    lines = []
    if before.phase == "draw" and before.led is not None:
        lines += _drawn(before, move, after, viewer)
    if after.phase != before.phase and after.phase != "over":
        lines.append(_next_phase(before, after, viewer))
    return lines


def _subject(position: Honeymoon, seat: int, viewer: int | None, verb: str) -> str:
    """Return a seat with a verb in the third person: "north draws", or "you draw"."""
    if seat == viewer:
        return f"you {verb.removesuffix('s')}"
    return f"{position.facts.player_names[seat]} {verb}"


def _drawn(before: Honeymoon, move: Move, after: Honeymoon, viewer: int | None) -> list[str]:
    """Say who won a trick of the exchange, and what each player drew as far as it was seen."""
    lines = []
    led, winner = str(before.led), after.last_trick_winner
    assert winner is not None
    if str(move)[0] != led[0]:
        shows = _subject(before, before.turn, viewer, "shows")
        lines.append(f"{shows} out of {_SUIT_NAMES[led[0]]}")
    cards = []
    for seat in (winner, 1 - winner):
        up = before.face_up if seat == winner else None
        if up is not None:
            cards.append(f"{up} from the stock")
        elif viewer in (None, seat):
            (cell,) = after.pieces(seat) - before.pieces(seat)
            cards.append(card_of(cell))
        else:
            cards.append("a card")
    wins = _subject(before, winner, viewer, "wins")
    takes = "draws" if before.face_up is None else "takes"
    takes = takes.removesuffix("s") if winner == viewer else takes
    other = _subject(before, 1 - winner, viewer, "draws")
    lines.append(f"{wins} the trick and {takes} {cards[0]}; {other} {cards[1]}")
    return lines


def _next_phase(before: Honeymoon, position: Honeymoon, viewer: int | None) -> str:
    """Announce the exchange, the auction or the play, which begins at ``position``."""
    known = "the stock is used up, both hands are known"
    if position.phase == "auction":
        return f"{known}: {_subject(position, position.turn, viewer, 'calls')} first"
    leads = _subject(position, position.turn, viewer, "leads")
    assert position.declarer is not None
    names = position.facts.player_names
    contract = f"{position.contract} by {names[position.declarer]}"
    if position.phase == "draw":
        return f"the contract is {contract}: {leads} to the exchange"
    if before.phase == "draw":
        return f"{known}: {leads} to the play"
    return f"the contract is {contract}: {leads} to the play"


@talk.account.register
def _(end: Honeymoon) -> list[str]:
    return []


@talk.foregone.register
def _(position: Honeymoon) -> Move | None:
    # Before the play a move of the other without a choice would say what they hold.
    moves = position.legal_moves
    return moves[0] if position.phase == "play" and len(moves) == 1 else None


@talk.claimed.register
def _(position: Honeymoon, tricks: int | None) -> list[Move] | None:
    if position.phase != "play":
        raise UnsupportedError("a claim is for the play, where both hands are known")
    own = position.turn
    left = 13 - sum(position.tricks)
    wanted = left if tricks is None else tricks
    if not 0 <= wanted <= left:
        raise ParameterError(f"{wanted} is not a valid claim: allowed are 0 to {left} tricks")
    # The score rises with every trick, so the best score has the most tricks.
    line = solve(position).pv
    end = position
    for move in line:
        end = end.play(move)
    return line if end.tricks[own] - position.tricks[own] >= wanted else None
