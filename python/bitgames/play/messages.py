"""The messages of viewers and the answers of a room, with their fields, as JSON data.

A message is a dictionary ``{"do": ..., "id"?: ..., "at"?: ...}`` with the fields of ``FIELDS``.
``id`` identifies a message: a repeated message has no effect, and answers have the id as ``re``.
``at`` is the node that the viewer sees; if the room is at another node, it answers with its state.
An answer is a dictionary ``{"v": 1, "is": ...}`` of one of the types below.
"""

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

__all__ = [
    "FIELDS",
    "PROTOCOL",
    "Answer",
    "Ask",
    "By",
    "Code",
    "Ended",
    "File",
    "HintFound",
    "HintMove",
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
"""Version of the messages; every answer has it."""

Code: TypeAlias = Literal[
    "illegal", "stale", "busy", "limit", "unsupported", "damaged", "denied", "failed"
]
"""The code of a refusal."""

By: TypeAlias = Literal["person", "computer", "pass", "claim", "forced"]
"""Who played a move, or why it was played without anybody's choice."""

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
    "claim": {"tricks?": int},
    "forced": {},
    "resign": {},
    "rematch": {"seats?": list},
    "answer": {"ask": int, "yes": bool},
    "hint": {"count?": int},
    "stop": {"job": int},
    "tree": {"node": int, "offset?": int},
    "import": {"format": str, "data": str},
    "export": {"format": str},
}
"""The fields of each kind of message and their types; a field with ``?`` is optional.

``new`` begins another game: from the start of ``game`` (a game of chance is dealt by ``seed``) or
from the position ``start``, after ``moves``. ``seats`` has for each seat ``human`` (the sender),
``open`` or a player; ``sit`` sets one seat. ``play`` has a move as its index ``i`` or as ``text``.
``preview`` asks which cells a move would fill. ``undo`` goes back to the last choice of a person,
``redo`` forward to the next one. ``go`` lets the computer move if it waits, after ``goto`` and
``stop``. ``hint`` asks for the best ``count`` moves (default 1; 0: all moves) with their values;
ever better answers follow, the last one is ``final``. ``claim`` claims ``tricks`` of the tricks to
come, by default all; if it is granted, the rest is played out with best play. ``forced`` plays the
moves that leave nobody a choice, up to the next choice. ``answer`` replies to an ``ask``. ``tree``
asks for the moves tried at a node. ``import`` and ``export`` have the formats ``record`` and
``tree``.
"""


class _Answer(TypedDict):
    v: int
    re: NotRequired[str | int]


# Written as calls because `is` is a Python keyword.
_Is = TypedDict("_Is", {"is": str})


class Welcome(_Answer, _Is):
    """``welcome``: answers ``hello``."""

    version: str
    role: str
    seat: int | None
    seats: list[int]
    games: list[dict[str, Any]]
    players: list[str]
    limits: dict[str, int]


class PathStep(TypedDict):
    """A move with its node."""

    n: int
    i: int
    text: str
    comment: NotRequired[str]


class SeatState(TypedDict):
    """A seat: its name and its player; flags: the player is the viewer, is present, is thinking."""

    name: str
    player: str
    yours: bool
    online: bool
    thinking: bool


class Ended(TypedDict):
    """The end of a game: ``rules``, ``resigned`` or ``forfeit``, and the seat."""

    how: Literal["rules", "resigned", "forfeit"]
    seat: int | None
    text: str
    summary: list[str]
    """Lines that say how the score comes about; none in most games and after a resignation."""


class Series(TypedDict):
    """The sum of the finished games; ``text`` describes it in lines."""

    games: int
    scores: list[int]
    text: str


class State(_Answer, _Is):
    """``state``: the complete state of the game for one viewer."""

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
    """``played``: a move was played ``by`` a person or a computer, or without one.

    Without one it was a forced pass, or part of what ``claim`` and ``forced`` play out. ``words``
    has what the move brought besides what the board shows, in lines.
    """

    node: int
    seat: int
    i: int
    text: str
    by: By
    words: list[str]


class Preview(_Answer, _Is):
    """``preview``: the other cells that a move would fill, in order."""

    i: int
    waves: list[list[int]]


class HintMove(TypedDict):
    """A move with its value for the player who makes it, in points of the game's score."""

    i: int
    text: str
    value: float
    exact: bool
    depth: int | None
    line: list[str]
    error: float | None
    words: str


class HintFound(_Answer, _Is):
    """``hint``: the best moves, the best first; after the ``final`` one no better answer comes.

    ``worlds`` is the number of sampled worlds where the player cannot know everything.
    """

    job: int
    node: int
    final: bool
    words: str
    unit: str
    worlds: int | None
    moves: list[HintMove]


class Progress(_Answer, _Is):
    """``progress``: the progress of a job; ``total`` is 0 if it is not known.

    ``depth`` is the depth in plies that a thinking player has completed, 0 without one.
    """

    job: int
    done: int
    total: int
    depth: int


class Subtree(_Answer, _Is):
    """``tree``: at most 50 moves tried at a node, from ``offset`` on, and their total number."""

    node: int
    offset: int
    children: list[PathStep]
    total: int


class Ask(_Answer, _Is):
    """``ask``: a question of another player; ``answer`` replies to it."""

    ask: int
    text: str


class File(_Answer, _Is):
    """``file``: answers ``export``."""

    name: str
    data: str


class Note(_Answer, _Is):
    """``note``: a remark, or the reason for a refusal."""

    code: Code
    text: str


Answer: TypeAlias = (
    Welcome | State | Played | Preview | HintFound | Progress | Subtree | Ask | File | Note
)
"""Any answer of a room."""


class Refused(Exception):
    """A message cannot be carried out; the error has a code and a text."""

    def __init__(self, code: Code, text: str) -> None:
        """Keep the reason."""
        super().__init__(text)
        self.code: Code = code


def read_message(message: Any) -> Message:
    """Return a message after a check of its fields and types. Raises ``Refused``.

    >>> read_message({"do": "play", "i": 4})["i"]
    4
    >>> read_message({"do": "play", "i": "4"})
    Traceback (most recent call last):
    ...
    bitgames.play.messages.Refused: the field i of play must be int, not str
    """
    if not isinstance(message, dict):
        raise Refused("damaged", f"a message must be a dictionary, not {type(message).__name__}")
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
            raise Refused("limit", f"{what} must have at most {_MAX_ITEMS} items")
        for each in value:
            _check(f"an item of {what}", each, str)
    elif isinstance(value, str):
        most = _MAX_TEXT if what.endswith("of import") else _MAX_COMMENT
        if len(value) > most:
            raise Refused("limit", f"{what} must have at most {most} characters")
    elif isinstance(value, int) and value.bit_length() > 128:
        raise Refused("limit", f"{what} is out of range")
