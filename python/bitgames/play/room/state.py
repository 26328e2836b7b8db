"""A game as data for one viewer: the answers ``state`` and ``played``."""

from dataclasses import dataclass
from time import time
from typing import Any

from bitgames import _core
from bitgames._core import Move
from bitgames.play import announcements, file_content
from bitgames.play.game import Game
from bitgames.play.seating import HUMAN, OPEN, Seat
from bitgames.play.shown import ended, scene_of, viewer_seat
from bitgames.play.tree import Node
from bitgames.sentences import Said, said

_DEALT = Said("dealt")


@dataclass(slots=True)
class Query:
    """A request to which the other players must agree."""

    number: int
    asker: str
    asked: set[str]
    target: Node


@dataclass(frozen=True, slots=True)
class Asked:
    """The viewer of a state, and the room's data besides the game."""

    viewer: str
    owners: set[str]
    """Viewers who choose games and players."""
    online: set[str]
    """Viewers who are present."""
    job: int | None
    """The job in which a computer player thinks."""
    waits: bool
    """True if the computer waits for ``go``."""
    serial: int
    """The number of the game in its room."""

    @property
    def is_owner(self) -> bool:
        """Whether the viewer chooses games and players."""
        return self.viewer in self.owners


COMPUTER = "computer"
"""Who sits where a program plays."""
CHOSEN = Said("chosen-cards")
"""Why a seat is not open."""
_SITTERS = (HUMAN, OPEN, COMPUTER)


def refusal(game: Game, asked: Asked, number: int, sitter: str) -> str | None:
    """Return why a viewer may not give a seat to ``sitter``; ``None`` if it may.

    ``sitter`` is ``human`` (the viewer), ``open`` or ``computer``.
    """
    seat = game.seats[number]
    # The owner may give away the seat of a person who has gone.
    is_left = asked.is_owner and seat.holder not in asked.online
    others = seat.holder not in (None, asked.viewer) and not is_left
    free = seat.spec == OPEN or seat.holder == asked.viewer
    if others or not (asked.is_owner or (free and sitter != COMPUTER)):
        return Said("seat-taken")
    if sitter == HUMAN and game.hides and not game.seen.get(asked.viewer, set()) <= {number}:
        return Said("seen-cards")
    if sitter == OPEN and asked.is_owner and game.is_known and game.start.facts.hidden:
        return CHOSEN
    return None


def move_data(move: Move) -> dict[str, Any]:
    """Return a move as its index and text.

    >>> import bitgames as bg
    >>> move_data(bg.TicTacToe().parse_move("b2"))
    {'i': 4, 'text': 'b2'}
    """
    return {"i": int(move), "text": str(move)}


def announcement(game: Game, viewer: str) -> list[str]:
    """Return what the last move brought besides what the board shows, as a viewer knows it."""
    node = game.node
    parent = node.parent
    assert parent is not None
    seat = viewer_seat(game, viewer)
    lines = _announced(node, seat)
    if parent.parent is not None and viewer_seat(game, viewer, parent) not in (None, seat):
        # A person with both seats sees for another seat now: what the other seat was told before.
        lines = [*_announced(parent, seat), *lines]
    return lines


def _announced(node: Node, seat: int | None) -> list[str]:
    assert node.parent is not None and node.move is not None
    return announcements.announce(node.parent.position, node.move, seat)


def step(node: Node) -> dict[str, Any]:
    """Return the move that led to a node, with the node's number and the seat that moved."""
    assert node.parent is not None and node.move is not None
    data = {"n": node.number, "seat": node.parent.position.turn, **move_data(node.move)}
    return {**data, "comment": node.comment} if node.comment else data


def state_data(game: Game, asked: Asked) -> dict[str, Any]:
    """Return the data of ``state``: all that one viewer may know of the game."""
    node, position = game.node, game.position
    return {
        "game": game.start.game,
        "number": game.number,
        "serial": asked.serial,
        "node": node.number,
        "scene": scene_of(game, asked.viewer),
        "said": _core.caption(position),
        "turn": None if game.is_over else position.turn,
        "path": [_move(game, each) for each in node.path[1:]],
        "ahead": [_move(game, each) for each in node.line_ahead],
        "branches": [step(child) for child in node.children],
        "comment": node.comment,
        "seats": _seats(game, asked),
        "job": asked.job,
        "waits": asked.waits,
        "clock": _clock(game),
        "ended": ended(game),
        "series": {
            "games": game.series.deals,
            "scores": list(game.series.scores),
            "text": game.series.words,
            "rubber": game.series.sheet(position.is_over),
        }
        if game.start.facts.chance
        else None,
        "formats": [
            *(() if game.hides else file_content.formats(game.start.game)),
            *file_content.PICTURES,
        ],
        "can": _can(game, asked),
        "claims": _claims(game, asked),
        **({"about": game.tree.about} if any(game.tree.about.values()) else {}),
        **({} if game.conditions is None else {"conditions": str(game.conditions)}),
        **(
            {"notice": {"code": "dealt", "text": _DEALT, **said(_DEALT)}} if game.is_redealt else {}
        ),
    }


def _move(game: Game, node: Node) -> dict[str, Any]:
    """Return a move of the line, with its time and the other moves that were tried there."""
    data = step(node)
    spent = None if game.clock is None else game.clock.spent(node)
    if spent is not None:
        data["ms"] = round(spent * 1000)
    assert node.parent is not None
    if len(node.parent.children) > 1:
        data["others"] = [step(each) for each in node.parent.children if each is not node]
    return data


def _clock(game: Game) -> dict[str, Any] | None:
    clock = game.clock
    if clock is None:
        return None
    return {
        "control": clock.control.data,
        "left": [round(left, 3) for left in clock.left(game.node)],
        "running": clock.running,
        "now": round(time() * 1000),
    }


def _seats(game: Game, asked: Asked) -> list[dict[str, Any]]:
    return [
        {
            "name": seat.name,
            "player": seat.spec,
            "yours": seat.holder == asked.viewer,
            "who": _who(seat, asked),
            "sits": [each for each in _SITTERS if refusal(game, asked, number, each) is None],
            "online": seat.player is not None or seat.holder in asked.online,
            "thinking": asked.job is not None and number == game.position.turn,
        }
        for number, seat in enumerate(game.seats)
    ]


def _who(seat: Seat, asked: Asked) -> str:
    """Return who plays, in the eyes of a viewer."""
    if seat.holder is None:
        return OPEN if seat.spec == OPEN else COMPUTER
    if seat.holder == asked.viewer:
        return "you"
    return "owner" if seat.holder in asked.owners else "guest"


def _claims(game: Game, asked: Asked) -> int:
    """Return how many tricks a viewer may claim."""
    turn = not game.is_over and game.position.turn in game.seats_of(asked.viewer)
    return _core.tricks_left(game.position) if turn else 0


def _can(game: Game, asked: Asked) -> list[str]:
    own = game.seats_of(asked.viewer)
    others = any(seat.holder not in (None, asked.viewer) for seat in game.seats)
    acts = bool(own) or (asked.is_owner and not others)
    alone = acts and not others
    hides = game.hides
    turn = not game.is_over and game.position.turn in own
    studies = acts and (game.is_over or not others)
    is_shown = not hides or viewer_seat(game, asked.viewer) == game.position.turn
    values = studies and is_shown and not game.position.is_over
    found = {
        "new": asked.is_owner,
        "sit": any(
            refusal(game, asked, number, each) is None
            for number in range(len(game.seats))
            for each in _SITTERS
        ),
        "play": turn,
        "hint": turn,
        "claim": _claims(game, asked) > 0,
        "forced": turn and bool(_core.forced_moves(game.position)),
        "undo": acts
        and (game.end is not None or game.last_choice(own) is not None)
        and not (others and game.is_secret),
        "redo": alone and game.next_choice is not None,
        "goto": alone,
        "branch": alone,
        "promote": alone,
        "delete": alone and game.node.parent is not None,
        "comment": acts,
        "go": acts and asked.waits,
        "resign": bool(own) and not game.is_over,
        "rematch": acts and (game.is_over or not others),
        "stop": alone and asked.job is not None,
        "export": not hides,
        "import": asked.is_owner and alone,
        "analyze": values,
        # Cards that are hidden no more can be played out.
        "solve": values and (not hides or _core.tricks_left(game.position) > 0),
        "graph": studies and not hides,
        "tree": studies and not hides,
        "match": asked.is_owner,
        "show": asked.is_owner and alone,
    }
    return [name for name, is_possible in found.items() if is_possible]
