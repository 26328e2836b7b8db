"""The messages of viewers and the answers of a room, with their fields, as JSON data.

A message is a dictionary ``{"do": ..., "id"?: ..., "at"?: ...}`` with the fields of ``FIELDS``.
``id`` identifies a message: a repeated message has no effect, and answers have the id as ``re``.
``at`` is the node that the viewer sees; if the room is at another node, it answers with its state.
An answer is a dictionary ``{"v": 1, "is": ...}`` of one of the types below.
"""

from math import isfinite
from types import GenericAlias
from typing import Any, Literal, NotRequired, TypeAlias, TypedDict, get_args, get_origin

__all__ = [
    "FIELDS",
    "PROTOCOL",
    "Answer",
    "Ask",
    "Branch",
    "By",
    "ClockState",
    "Code",
    "Ended",
    "File",
    "GameList",
    "GeometryFound",
    "Graph",
    "HintFound",
    "HintMove",
    "LineStep",
    "MatchState",
    "Message",
    "MoveData",
    "Note",
    "PathStep",
    "Played",
    "Point",
    "Preview",
    "Progress",
    "Refused",
    "Row",
    "SeatState",
    "Series",
    "State",
    "Subtree",
    "Table",
    "Total",
    "Values",
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

FIELDS: dict[str, dict[str, type | GenericAlias]] = {
    "hello": {},
    "new": {
        "game?": str,
        "start?": str,
        "seats?": list[str],
        "seed?": int,
        "moves?": list[str],
        "clock?": dict,
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
    "rematch": {"seats?": list[str]},
    "answer": {"ask": int, "yes": bool},
    "hint": {"count?": int},
    "analyse": {"node?": int, "seconds?": float, "depth?": int},
    "solve": {"node?": int, "wld?": bool},
    "graph": {"seconds?": float},
    "stop": {"job": int},
    "tree": {"node?": int, "offset?": int, "merge?": bool, "solve?": bool},
    "geometry": {"game?": str, "view?": str, "flip?": bool},
    "import": {"data": str, "base64?": bool, "format?": str, "index?": int, "offset?": int},
    "export": {"format": str},
    "match": {"a": str, "b": str, "game?": str, "games": int, "seed?": int},
    "show": {"job": int, "game": int},
}
"""The fields of each kind of message and their types; a field with ``?`` is optional.

``new`` begins another game: from the start of ``game`` (a game of chance is dealt by ``seed``) or
from the position ``start``, after ``moves``. ``seats`` has for each seat ``human`` (the sender),
``open`` or a player; ``sit`` sets one seat. ``clock`` is ``{"main": SECONDS, "increment":
SECONDS}`` or ``{"move": SECONDS}``. ``play`` has a move as its index ``i`` or as ``text``.
``preview`` asks which cells a move would fill. ``undo`` goes back to the last choice of a person,
``redo`` forward to the next one. ``go`` lets the computer move if it waits, after ``goto`` and
``stop``. ``branch`` adds moves, as indices, below a node, and the game stays where it is. ``hint``
asks for the best ``count`` moves (default 1; 0: all moves) with their values; ever better answers
follow, the last one is ``final``. ``claim`` claims ``tricks`` of the tricks to come, by default
all; if it is granted, the rest is played out with best play. ``forced`` plays the moves that leave
nobody a choice, up to the next choice. ``answer`` replies to an ``ask``.

``analyse`` values all moves at a node (by default the current one), ever better, until it is
stopped or the game moves on; ``solve`` proves them, with ``wld`` only who wins. ``graph`` values
the current line from its end to its start. ``tree`` asks for the legal moves at a node, 50 from
``offset`` on; with ``merge`` (the default) symmetric moves are one, with ``solve`` their values are
proven as far as that is quick. The nodes of a tree answer can be asked for in turn.

``import`` takes the content of a file; where it holds several games, ``index`` (from 0) names one,
and without it the answer is a list of 50 from ``offset`` on. ``export`` asks for a file in one of
the ``formats`` of the state. A ``match`` plays games between two players, and ``show`` puts one of
them on the board.
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
    """A move with its node, and the seat that made it.

    ``ms`` is the time that it took, in a game with clocks; ``others`` are the other moves that were
    tried in its place.
    """

    n: int
    seat: int
    i: int
    text: str
    comment: NotRequired[str]
    ms: NotRequired[int]
    others: NotRequired[list["PathStep"]]


class SeatState(TypedDict):
    """A seat: its name and its player; flags: the player is the viewer, is present, is thinking."""

    name: str
    player: str
    yours: bool
    online: bool
    thinking: bool


class Ended(TypedDict):
    """The end of a game: ``rules``, ``resigned``, ``forfeit`` or ``time``, and the seat."""

    how: Literal["rules", "resigned", "forfeit", "time"]
    seat: int | None
    text: str
    summary: list[str]
    """Lines that say how the score comes about; none in most games and after a resignation."""


class Series(TypedDict):
    """The sum of the finished games; ``text`` describes it in lines."""

    games: int
    scores: list[int]
    text: str


class ClockState(TypedDict):
    """The seconds left to each seat, the seat whose clock runs, and the server's time in ms."""

    control: dict[str, float]
    left: list[float]
    running: int | None
    now: int


class State(_Answer, _Is):
    """``state``: the complete state of the game for one viewer.

    ``path`` are the moves to the current node, ``ahead`` those that ``redo`` would play again, and
    ``branches`` all moves that were tried here.
    """

    game: str
    number: int
    node: int
    scene: dict[str, Any]
    turn: int | None
    path: list[PathStep]
    ahead: list[PathStep]
    branches: list[PathStep]
    comment: str
    seats: list[SeatState]
    job: int | None
    waits: bool
    clock: ClockState | None
    ended: Ended | None
    series: Series | None
    formats: list[str]
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


class LineStep(TypedDict):
    """A move of a line of best play, with its cell (None for a pass or a call) and its seat."""

    i: int
    text: str
    cell: int | None
    seat: int


class MoveData(TypedDict):
    """A legal move with its value for the team that makes it; ``line`` is best play."""

    i: int
    text: str
    value: float
    exact: bool
    depth: int | None
    error: float | None
    line: list[LineStep]


class Values(_Answer, _Is):
    """``values``: the values of the moves at a node, for ``team``, the team to move there.

    Better answers of the same ``job`` follow until the ``final`` one. ``pv`` is the line of the
    best move. After ``solve`` there are the ``bounds`` of the value, equal if it is proven.
    """

    job: int
    node: int
    team: int
    unit: str
    moves: list[MoveData]
    pv: list[LineStep]
    nodes: int
    seconds: float
    bounds: NotRequired[list[int]]
    final: bool


class Point(TypedDict):
    """A position of the line with its value for team 0, and the move that led there.

    ``value`` is None until it is known; ``loss`` is what the move cost, ``best`` a best move.
    """

    n: int
    ply: int
    value: float | None
    exact: bool
    depth: int | None
    loss: NotRequired[float]
    best: NotRequired[str]
    is_blunder: NotRequired[bool]


class Total(TypedDict):
    """The moves of a seat in sum, as ``bitgames.analysis.Totals``."""

    seat: int
    moves: int
    best: int
    loss: float
    blunders: int


class Graph(_Answer, _Is):
    """``graph``: the values of the current line for team 0, known from its end on."""

    job: int
    points: list[Point]
    team: int
    unit: str
    totals: list[Total]
    final: bool


class Branch(TypedDict):
    """A child in the tree: its node ``n``, its move, and its value for team 0 if it is proven.

    ``moves`` are all moves that symmetries make equal to it. Children with one ``key`` are the same
    position. ``owners`` is the board as in a scene.
    """

    n: int
    i: int
    text: str
    moves: list[str]
    seat: int
    value: float | None
    exact: bool
    best: bool
    over: bool
    key: str
    owners: str | None


class Subtree(_Answer, _Is):
    """``tree``: at most 50 legal moves at a node, from ``offset`` on, and their total number.

    While a ``job`` proves their values, ``final`` is false, and another answer follows.
    """

    node: int
    offset: int
    turn: int | None
    team: int
    unit: str
    value: float | None
    bounds: NotRequired[list[int]]
    children: list[Branch]
    total: int
    job: int | None
    final: bool


class GeometryFound(_Answer, _Is):
    """``geometry``: the fields of ``bitgames.scene.Geometry``."""

    game: str
    view: str
    flip: bool
    box: list[float]
    cells: list[list[float]]
    height: float
    labels: list[dict[str, Any]]
    table: list[list[float]]
    slab: float


class Row(TypedDict):
    """A game in a list."""

    index: int
    title: str
    plies: int
    moves: str


class GameList(_Answer, _Is):
    """``games``: the games of a file that holds several."""

    total: int
    offset: int
    games: list[Row]


class Table(TypedDict):
    """The score of a match: games that player ``a`` won, lost and drew."""

    a: str
    b: str
    wins: int
    losses: int
    draws: int


class MatchState(_Answer, _Is):
    """``match``: the score of a match so far; ``text`` is the whole table at its end."""

    job: int
    done: int
    total: int
    table: Table | None
    text: str | None
    final: bool


class Ask(_Answer, _Is):
    """``ask``: a question of another player; ``answer`` replies to it."""

    ask: int
    text: str


class File(_Answer, _Is):
    """``file``: answers ``export``; ``data`` is text, or base64."""

    name: str
    data: str
    base64: bool


class Note(_Answer, _Is):
    """``note``: a remark, or the reason for a refusal."""

    code: Code
    text: str


Answer: TypeAlias = (
    Welcome
    | State
    | Played
    | Preview
    | HintFound
    | Progress
    | Values
    | Graph
    | Subtree
    | GeometryFound
    | GameList
    | MatchState
    | Ask
    | File
    | Note
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
    types: dict[str, Any] = {"do": str, "at": int} | {
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


def _check(what: str, value: Any, kind: Any) -> None:
    base = get_origin(kind) or kind
    if isinstance(value, bool) and kind is not bool:
        base = None
    elif base is float:
        base = int | float
    if base is None or not isinstance(value, base):
        name = kind.__name__
        raise Refused("damaged", f"{what} must be {name}, not {type(value).__name__}")
    if isinstance(value, list):
        if len(value) > _MAX_ITEMS:
            raise Refused("limit", f"{what} must have at most {_MAX_ITEMS} items")
        for each in value:
            _check(f"an item of {what}", each, *get_args(kind))
    elif isinstance(value, str):
        most = _MAX_TEXT if what.endswith("of import") else _MAX_COMMENT
        if len(value) > most:
            raise Refused("limit", f"{what} must have at most {most} characters")
    elif isinstance(value, int) and value.bit_length() > 128:
        raise Refused("limit", f"{what} is out of range")
    elif isinstance(value, float) and not isfinite(value):
        raise Refused("damaged", f"{what} must be a number")
