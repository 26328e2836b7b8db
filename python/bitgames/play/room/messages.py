"""The messages of viewers to a room, with their fields, as JSON data.

A message is a dictionary ``{"do": ..., "id"?: ..., "serial"?: ..., "at"?: ...}`` with the fields of
``FIELDS``. ``id`` identifies a message: a repeated message has no effect, and answers have the id
as ``re``. ``serial`` and ``at`` are the game and the node that the viewer sees, by the numbers of
the state; if the room is elsewhere, it answers with its state. So a move that is sent again, as its
answer was lost, is played at most once.
"""

from math import isfinite
from types import GenericAlias
from typing import Any, Literal, TypeAlias, get_args, get_origin

from bitgames.sentences import said

__all__ = [
    "FIELDS",
    "PRACTICE_FIELDS",
    "PROTOCOL",
    "By",
    "Code",
    "Fields",
    "Message",
    "MessageError",
    "note",
    "read_message",
]

PROTOCOL = 1
"""Version of the messages; every answer has it."""

Code: TypeAlias = Literal[
    "illegal", "stale", "busy", "limit", "unsupported", "damaged", "denied", "failed", "confirm"
]
"""The code of a refusal; what is refused with ``confirm`` is done when it is sent with it."""

By: TypeAlias = Literal["person", "computer", "pass", "claim", "forced"]
"""Who played a move, or why it was played without anybody's choice."""

Message: TypeAlias = dict[str, Any]
"""A message to a room."""

_MAX_TEXT = 1 << 20
_MAX_COMMENT = 1000
_MAX_ITEMS = 1000

Fields: TypeAlias = dict[str, dict[str, type | GenericAlias]]
"""The fields of each kind of message, with their types."""

FIELDS: Fields = {
    "hello": {},
    "new": {
        "game?": str,
        "start?": str,
        "seats?": list[str],
        "seed?": int,
        "deal?": str,
        "moves?": list[str],
        "clock?": dict,
        "confirm?": bool,
    },
    "sit": {"seat": int, "player": str},
    "play": {"i?": int, "text?": str},
    "preview": {"i": int},
    "undo": {},
    "redo": {},
    "goto": {"node": int},
    "go": {},
    "branch": {"node": int, "moves": list[int]},
    "promote": {"node": int},
    "delete": {"node": int},
    "comment": {"node": int, "text": str},
    "claim": {"tricks?": int},
    "forced": {},
    "resign": {},
    "rematch": {"seats?": list[str], "confirm?": bool},
    "answer": {"ask": int, "yes": bool},
    "hint": {"count?": int},
    "analyze": {"node?": int, "seconds?": float, "depth?": int},
    "solve": {"node?": int, "wld?": bool, "warn?": bool},
    "graph": {"seconds?": float},
    "stop": {"job": int},
    "tree": {"node?": int, "offset?": int, "merge?": bool, "solve?": bool, "warn?": bool},
    "geometry": {"game?": str, "view?": str, "flip?": bool},
    "import": {
        "data": str,
        "base64?": bool,
        "format?": str,
        "index?": int,
        "offset?": int,
        "confirm?": bool,
    },
    "export": {"format": str},
    "edit": {"text?": str, "cell?": int, "owner?": int, "turn?": int, "clear?": bool},
    "match": {"a": str, "b": str, "game?": str, "games": int, "seed?": int},
    "show": {"job": int, "game": int, "confirm?": bool},
    "games": {"job": int, "players?": list[int], "offset?": int},
}
"""The fields of each kind of message and their types; a field with ``?`` is optional.

``new`` begins another game: from the start of ``game`` (a game of chance is dealt by ``seed``) or
from the position ``start``, after ``moves``; or with the conditions ``deal`` on the cards (see
``bitgames.deals``), which the state tells all, once a deal is found. ``seats`` has for each seat
``human`` (the sender), ``open`` or a player; ``sit`` sets one seat. ``clock`` is ``{"main":
SECONDS, "increment": SECONDS}`` or ``{"move": SECONDS}``. ``play`` has a move as its index ``i`` or
as ``text``. ``preview`` asks which cells a move would fill. ``undo`` goes back to the last choice
of a person, ``redo`` forward to the next one. ``go`` lets the computer move if it waits, after
``goto`` and ``stop``. ``branch`` adds moves, as indices, below a node, and the game stays where it
is. ``hint`` asks for the best ``count`` moves (default 1; 0: all moves) with their values; ever
better answers follow, the last one is ``final``. ``claim`` claims ``tricks`` of the tricks to come,
by default all; if it is granted, the rest is played out with best play. ``forced`` plays the moves
that leave nobody a choice, up to the next choice. ``answer`` replies to an ``ask``. ``rematch``,
``new``, ``import`` and ``show`` need ``confirm`` where they would take the place of a game that
runs.

``analyze`` values all moves at a node (by default the current one), ever better, until it is
stopped or the game moves on; ``solve`` proves them, with ``wld`` only who wins. ``graph`` values
the current line from its end to its start. ``tree`` asks for the legal moves at a node, 50 from
``offset`` on; with ``merge`` (the default) symmetric moves are one, with ``solve`` their values are
proven as far as that is quick. The nodes of a tree answer can be asked for in turn. Before a solve
that is out of reach comes its estimate, ``effort``; with ``warn`` the solve is not begun.

``import`` takes the content of a file; where it holds several games, ``index`` (from 0) names one,
and without it the answer is a list of 50 from ``offset`` on. ``export`` asks for a file in one of
the ``formats`` of the state. ``edit`` sets up a position piece by piece: it takes the ``text`` of
one (by default the position shown), or of a board that no game reaches yet, puts the piece of
``owner`` on a ``cell`` (none by default), sets the player to move, or takes all pieces away. It
changes no game: ``new`` begins from the text of its answer. A ``match`` plays games between two
players, and ``show`` puts one of them on the board. ``games`` lists those of a tournament
that is watched: of ``players`` (one or two, by their numbers ``n`` in ``match``) or all, 50 from
``offset`` on, by default the newest.
"""

PRACTICE_FIELDS: Fields = {
    "practise": {"game": str, "card?": str, "i?": int, "seconds?": float},
}
"""Messages to a server that has decks, as ``FIELDS``; they name no room.

``practise`` asks for the position that is to be answered in the session of a game. With ``card``
of the answer ``practice`` it answers that position by the move of index ``i``, or gives up;
``seconds`` is how long it took.
"""


class MessageError(Exception):
    """A message cannot be carried out; the error has a code, a text, and the limit it went over.

    The text is a ``bitgames.sentences.Said`` where people may meet it.
    """

    def __init__(self, code: Code, text: str, limit: int | None = None) -> None:
        super().__init__(text)
        self.code: Code = code
        self.limit = limit


def note(code: Code, text: str, limit: int | None = None) -> dict[str, Any]:
    """Return the fields of the answer ``note``.

    >>> from bitgames.sentences import Said
    >>> note("denied", Said("over"))
    {'code': 'denied', 'text': 'the game is over', 'said': {'code': 'over', 'values': []}}
    """
    return {"code": code, "text": text, **said(text), **({} if limit is None else {"limit": limit})}


def read_message(message: Any, known: Fields = FIELDS) -> Message:
    """Return a message after a check of its fields and types. Raises ``MessageError``.

    ``known`` has the kinds of messages that are allowed.

    >>> read_message({"do": "play", "i": 4})["i"]
    4
    >>> read_message({"do": "play", "i": "4"})
    Traceback (most recent call last):
    ...
    bitgames.play.room.messages.MessageError: the field i of play must be int, not str
    """
    if not isinstance(message, dict):
        raise MessageError(
            "damaged", f"a message must be a dictionary, not {type(message).__name__}"
        )
    kind = message.get("do")
    if not isinstance(kind, str) or kind not in known:
        raise MessageError("unsupported", f"do must be one of {', '.join(known)}")
    types: dict[str, Any] = {"do": str, "serial": int, "at": int} | {
        name.removesuffix("?"): type for name, type in known[kind].items()
    }
    for name, value in message.items():
        if name == "id" and isinstance(value, str | int):
            continue
        if name not in types:
            raise MessageError("damaged", f"{kind} has no field {str(name)[:40]!r}")
        _check(f"the field {name} of {kind}", value, types[name])
    for name in known[kind]:
        if not name.endswith("?") and name not in message:
            raise MessageError("damaged", f"{kind} needs the field {name}")
    if kind == "play" and ("i" in message) == ("text" in message):
        raise MessageError("damaged", "play needs either i or text")
    if kind == "edit" and "owner" in message and "cell" not in message:
        raise MessageError("damaged", "the field owner of edit needs the field cell")
    return message


def _check(what: str, value: Any, kind: Any) -> None:
    base = get_origin(kind) or kind
    if isinstance(value, bool) and kind is not bool:
        base = None
    elif base is float:
        base = int | float
    if base is None or not isinstance(value, base):
        name = kind.__name__
        raise MessageError("damaged", f"{what} must be {name}, not {type(value).__name__}")
    if isinstance(value, list):
        if len(value) > _MAX_ITEMS:
            raise MessageError("limit", f"{what} must have at most {_MAX_ITEMS} items")
        for each in value:
            _check(f"an item of {what}", each, *get_args(kind))
    elif isinstance(value, str):
        most = _MAX_TEXT if what.endswith("of import") else _MAX_COMMENT
        if len(value) > most:
            raise MessageError("limit", f"{what} must have at most {most} characters")
    elif isinstance(value, int) and value.bit_length() > 128:
        raise MessageError("limit", f"{what} is out of range")
    elif isinstance(value, float) and not isfinite(value):
        raise MessageError("damaged", f"{what} must be a number")
