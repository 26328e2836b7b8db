"""The messages of viewers and the answers of a room: JSON data, each kind with its fields.

A message is a dictionary ``{"do": ..., "id"?: ..., "at"?: ...}`` with the fields of ``FIELDS``.
``id`` makes a repeated message harmless and comes back as ``re``; ``at`` is the node that the
viewer sees, and a room that stands elsewhere answers with its state. An answer is a dictionary
``{"v": 1, "is": ...}`` of one of the types below.
"""

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

__all__ = [
    "FIELDS",
    "PROTOCOL",
    "Answer",
    "Ask",
    "Code",
    "Ended",
    "File",
    "HintFound",
    "Message",
    "Note",
    "PathStep",
    "Played",
    "Preview",
    "Progress",
    "Refused",
    "SeatState",
    "Series",
    "State",
    "Subtree",
    "Welcome",
    "read_message",
]

PROTOCOL = 1
"""Version of the messages, in every answer."""

Code: TypeAlias = Literal[
    "illegal", "stale", "busy", "limit", "unsupported", "damaged", "denied", "failed"
]
"""The reason why a message was refused."""

Message: TypeAlias = dict[str, Any]
"""A message to a room."""

_MAX_TEXT = 1 << 20
_MAX_COMMENT = 1000
_MAX_ITEMS = 1000

FIELDS: dict[str, dict[str, type]] = {
    "hello": {},
    "new": {"game?": str, "start?": str, "seats?": list, "seed?": int, "moves?": list},
    "sit": {"seat": int, "player": str},
    "play": {"i?": int, "text?": str},
    "preview": {"i": int},
    "undo": {},
    "redo": {},
    "goto": {"node": int},
    "go": {},
    "promote": {"node": int},
    "delete": {"node": int},
    "comment": {"node": int, "text": str},
    "resign": {},
    "rematch": {"seats?": list},
    "answer": {"ask": int, "yes": bool},
    "hint": {},
    "stop": {"job": int},
    "tree": {"node": int, "offset?": int},
    "import": {"format": str, "data": str},
    "export": {"format": str},
}
"""The fields of each kind of message and their types; a name with ``?`` may be left out.

``new`` begins another game: the start of ``game`` or the position ``start``, dealt by ``seed``
where there is chance, after ``moves``. ``seats`` holds for each seat ``human`` (the sender),
``open`` or a player. ``sit`` does the same for one seat. ``play`` names a move by its index ``i``
or as a person types it. ``preview`` tells what a move would fill. ``undo`` goes back to the last
choice of a person, ``redo`` forward to the next one; ``go`` lets the computer move where it waits,
after ``goto`` and ``stop``. ``answer`` replies to an ``ask``. ``tree`` lists the moves tried at a
node. ``import`` and ``export`` know the formats ``record`` and ``tree``.
"""


class _Answer(TypedDict):
    v: int
    re: NotRequired[str | int]


# Written as calls because `is` is a word of Python.
_Is = TypedDict("_Is", {"is": str})


class Welcome(_Answer, _Is):
    """``welcome``: answers ``hello``."""

    version: str
    role: str
    seats: list[int]
    games: list[str]
    players: list[str]
    limits: dict[str, int]


class PathStep(TypedDict):
    """A move with its node."""

    n: int
    i: int
    text: str
    comment: NotRequired[str]


class SeatState(TypedDict):
    """A seat: its name and its player; whether the player is the viewer, is here, and thinks."""

    name: str
    player: str
    yours: bool
    online: bool
    thinking: bool


class Ended(TypedDict):
    """How a game ended: ``rules``, ``resigned`` or ``forfeit``, and by which seat."""

    how: Literal["rules", "resigned", "forfeit"]
    seat: int | None
    text: str


class Series(TypedDict):
    """The sum of the games played to their end; ``text`` is its description in lines."""

    games: int
    scores: list[int]
    text: str


class State(_Answer, _Is):
    """``state``: how the game stands for one viewer, always whole."""

    game: str
    number: int
    node: int
    scene: dict[str, Any]
    turn: int | None
    path: list[PathStep]
    branches: list[PathStep]
    comment: str
    seats: list[SeatState]
    job: int | None
    waits: bool
    ended: Ended | None
    series: Series | None
    can: list[str]


class Played(_Answer, _Is):
    """``played``: a move was made, ``by`` a person, a computer, or as a forced pass."""

    node: int
    seat: int
    i: int
    text: str
    by: Literal["person", "computer", "pass"]


class Preview(_Answer, _Is):
    """``preview``: the cells that a move would fill besides its own, set after set."""

    i: int
    waves: list[list[int]]


class HintFound(_Answer, _Is):
    """``hint``: a good move, and what is known of its value for the player to move."""

    job: int
    node: int
    i: int
    text: str
    value: float | None
    depth: int | None
    values: list[dict[str, Any]]
    adviser: str | None


class Progress(_Answer, _Is):
    """``progress``: how far a job is; a ``total`` of 0 is not known."""

    job: int
    done: int
    total: int


class Subtree(_Answer, _Is):
    """``tree``: moves tried at a node, at most 50 from ``offset`` on, and how many there are."""

    node: int
    offset: int
    children: list[PathStep]
    total: int


class Ask(_Answer, _Is):
    """``ask``: a question of another player, for ``answer``."""

    ask: int
    text: str


class File(_Answer, _Is):
    """``file``: answers ``export``."""

    name: str
    data: str


class Note(_Answer, _Is):
    """``note``: a remark, or why something was not done."""

    code: Code
    text: str


Answer: TypeAlias = (
    Welcome | State | Played | Preview | HintFound | Progress | Subtree | Ask | File | Note
)
"""Anything that a room emits."""


class Refused(Exception):
    """A message cannot be carried out, for the reason of a code and in words."""

    def __init__(self, code: Code, text: str) -> None:
        """Keep the reason."""
        super().__init__(text)
        self.code: Code = code


def read_message(message: Any) -> Message:
    """Return a message whose fields are known and of their types. Raises ``Refused`` otherwise.

    >>> read_message({"do": "play", "i": 4})["i"]
    4
    >>> read_message({"do": "play", "i": "4"})
    Traceback (most recent call last):
    ...
    bitgames.play.messages.Refused: the field i of play must be int, not str
    """
    if not isinstance(message, dict):
        raise Refused("damaged", f"a message is a dictionary, not {type(message).__name__}")
    kind = message.get("do")
    if not isinstance(kind, str) or kind not in FIELDS:
        raise Refused("unsupported", f"do must be one of {', '.join(FIELDS)}")
    types = {"do": str, "at": int} | {
        name.removesuffix("?"): type for name, type in FIELDS[kind].items()
    }
    for name, value in message.items():
        if name == "id" and isinstance(value, str | int):
            continue
        if name not in types:
            raise Refused("damaged", f"{kind} has no field {str(name)[:40]!r}")
        _check(f"the field {name} of {kind}", value, types[name])
    for name in FIELDS[kind]:
        if not name.endswith("?") and name not in message:
            raise Refused("damaged", f"{kind} needs the field {name}")
    if kind == "play" and ("i" in message) == ("text" in message):
        raise Refused("damaged", "play needs either i or text")
    return message


def _check(what: str, value: Any, kind: type) -> None:
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        raise Refused("damaged", f"{what} must be {kind.__name__}, not {type(value).__name__}")
    if isinstance(value, list):
        if len(value) > _MAX_ITEMS:
            raise Refused("limit", f"{what} has more than {_MAX_ITEMS} items")
        for each in value:
            _check(f"an item of {what}", each, str)
    elif isinstance(value, str):
        most = _MAX_TEXT if what.endswith("of import") else _MAX_COMMENT
        if len(value) > most:
            raise Refused("limit", f"{what} has more than {most} characters")
    elif isinstance(value, int) and value.bit_length() > 128:
        raise Refused("limit", f"{what} is out of range")
