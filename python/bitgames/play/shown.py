"""What a viewer sees of a game: the scene of a position, and how the game ended."""

from typing import Any

from bitgames import _core
from bitgames.play import announcements
from bitgames.play.game import Game
from bitgames.play.tree import Node
from bitgames.sentences import Said, said, said_each

NO_SEAT = -1
"""The seat number of a viewer without a seat, who sees only public data."""


def viewer_seat(game: Game, viewer: str, node: Node | None = None) -> int | None:
    """Return the seat whose knowledge a viewer sees at a node (default: the current node).

    ``None`` means everything, if nothing is hidden (any more). Otherwise it is the seat to move if
    the viewer plays it, else the viewer's first seat, or ``NO_SEAT`` without a seat.
    """
    position = (node or game.node).position
    if not position.facts.hidden or position.is_over or game.is_open:
        return None
    own = game.seats_of(viewer)
    if not own:
        return NO_SEAT
    return position.turn if position.turn in own else own[0]


def scene_of(game: Game, viewer: str, node: Node | None = None) -> Any:
    """Return the scene of a node, by default the current one, as a viewer sees it now.

    >>> import bitgames as bg
    >>> scene_of(bg.play.Game(bg.Honeymoon(7), seed=1), "nobody")["viewer"] is None
    True
    """
    node = node or game.node
    # After the end all cards are open, those of earlier positions too.
    seat = viewer_seat(game, viewer, node) if game.hides else None
    before = None if node.parent is None else node.parent.position
    shown = {None: "all", NO_SEAT: "public"}.get(seat, seat)
    return node.position.scene(shown, last_move=node.move, previous=before)


def ended(game: Game) -> dict[str, Any] | None:
    """Return how a game ended, by its rules or otherwise; ``None`` for a game that goes on."""
    end, position = game.end, game.position
    if end is not None:
        name = game.seats[end.seat].name
        words = Said("resigned", name)
        if end.how == "time":
            words = Said("no-time", name)
        elif end.how == "forfeit":
            words = Said("forfeits", name, end.reason)
        found = {"how": end.how, "seat": end.seat, "text": words, **said(words)}
        return {**found, **_told([], [])}
    if position.outcome is None:
        return None
    record = game.record
    why = announcements.why_par(record)
    return {
        "how": "rules",
        "seat": None,
        "text": position.outcome.reason,
        **_told(announcements.summary(record), announcements.tricks(record)),
        "said": _core.reason(position),
        **({"why": [[part._asdict() for part in line] for line in why]} if why else {}),
    }


def _told(summary: list[str], tricks: list[list[str]]) -> dict[str, Any]:
    """Return lines and a table with the codes of their texts."""
    return {
        "summary": summary,
        "summary_said": said_each(summary),
        "tricks": tricks,
        "tricks_said": [said_each(row) for row in tricks],
    }
