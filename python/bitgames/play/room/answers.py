"""The answers of a room, with their fields, as JSON data.

An answer is a dictionary ``{"v": 1, "is": ...}`` of one of the types below; ``re`` is the id of the
message that it answers.
"""

from typing import Literal, NotRequired, TypeAlias, TypedDict

from bitgames.analysis.grades import Grade
from bitgames.play.room.messages import By, Code
from bitgames.play.room.offers import GameOffer
from bitgames.scene import Geometry, GridScene, PyramidScene, Scene

__all__ = [
    "KINDS",
    "About",
    "Answer",
    "Ask",
    "Branch",
    "ClockState",
    "Edited",
    "EffortFound",
    "Ended",
    "Entrant",
    "File",
    "GameList",
    "GeometryFound",
    "Graph",
    "HintFound",
    "HintMove",
    "LineStep",
    "MatchState",
    "MoveData",
    "Note",
    "Notice",
    "PathStep",
    "Played",
    "Point",
    "Practice",
    "Preview",
    "Progress",
    "Queue",
    "Row",
    "RubberSheet",
    "SaidData",
    "SeatState",
    "Series",
    "State",
    "Subtree",
    "Table",
    "Total",
    "Values",
    "Verdict",
    "Welcome",
    "Words",
]


class _Answer(TypedDict):
    v: int
    re: NotRequired[str | int]
    room: NotRequired[str]
    """The room, which a server of several rooms adds."""


# Written as calls because `is` is a Python keyword.
_Is = TypedDict("_Is", {"is": str})


class SaidData(TypedDict):
    """A sentence of ``bitgames.sentences`` by its code, in an answer that has its English text.

    A value is a text, a number, or another sentence.
    """

    code: str
    values: list["str | int | SaidData"]


class Words(TypedDict):
    """A sentence in English, with its code where it has one."""

    text: str
    said: NotRequired[SaidData]


class Welcome(_Answer, _Is):
    """``welcome``: answers ``hello``.

    A server adds ``rooms`` for its owner, ``practice`` (true) if it has decks for them, and
    ``token`` for a guest whose invitation it has used.
    """

    version: str
    role: str
    seat: int | None
    seats: list[int]
    games: list[GameOffer]
    players: list[str]
    limits: dict[str, int]
    rooms: NotRequired[list[dict[str, str]]]
    practice: NotRequired[bool]
    token: NotRequired[str]


class _Move(TypedDict):
    i: int
    text: str


class _ValuedMove(_Move):
    value: float
    exact: bool
    depth: int | None
    error: float | None
    grade: Grade | None


class PathStep(_Move):
    """A move with its node, and the seat that made it.

    ``ms`` is the time that it took, in a game with clocks; ``others`` are the other moves that were
    tried in its place.
    """

    n: int
    seat: int
    comment: NotRequired[str]
    ms: NotRequired[int]
    others: NotRequired[list["PathStep"]]


class SeatState(TypedDict):
    """A seat: its name and its player; flags: the player is the viewer, is present, is thinking.

    ``who`` plays there is said from the eyes of the viewer, and ``sits`` is whom the viewer may set
    there by ``sit``: ``human`` (the viewer), ``open``, or any ``computer``.
    """

    name: str
    player: str
    yours: bool
    who: Literal["you", "owner", "guest", "open", "computer"]
    sits: list[str]
    online: bool
    thinking: bool


class ReasonPart(TypedDict):
    """A part of a sentence: ``form`` is said with ``values``, after ``lead``."""

    lead: str
    form: str
    values: list[str]


class Ended(TypedDict):
    """The end of a game: ``rules``, ``resigned``, ``forfeit`` or ``time``, and the seat."""

    how: Literal["rules", "resigned", "forfeit", "time"]
    seat: int | None
    text: str
    said: NotRequired[SaidData]
    summary: list[str]
    """Lines that say how the score comes about; none in most games and after a resignation."""
    summary_said: list[SaidData | None]
    tricks: list[list[str]]
    """The tricks as a table, its heads first; none in games without tricks."""
    tricks_said: list[list[SaidData | None]]
    why: NotRequired[list[list[ReasonPart]]]
    """Why par of a deal is what it is, as sentences by their parts."""


class RubberSheet(TypedDict):
    """The score sheet of a rubber; pairs are south's and north's, as in ``bitgames.Rubber``.

    ``settled`` are the totals if the rubber ended here.
    """

    games: list[int]
    part_scores: list[int]
    below: list[int]
    above: list[int]
    totals: list[int]
    settled: list[int]
    is_finished: bool
    winner: int | None


class Series(TypedDict):
    """The sum of the finished games; ``text`` describes it in lines."""

    games: int
    scores: list[int]
    text: str
    rubber: RubberSheet | None
    """None where no rubber is played."""


class ClockState(TypedDict):
    """The seconds left to each seat, the seat whose clock runs, and the server's time in ms."""

    control: dict[str, float]
    left: list[float]
    running: int | None
    now: int


class Notice(TypedDict):
    """What players must know of this game: ``dealt``, the cards took the place of others."""

    code: Literal["dealt"]
    text: str
    said: SaidData


class State(_Answer, _Is):
    """``state``: the complete state of the game for one viewer.

    ``can`` has the messages that the viewer may send now: all others are refused but ``answer``,
    ``hello``, ``geometry``, ``edit``, ``games`` of a tournament, ``stop`` of a study, and
    ``preview`` of a move that can be played.

    ``number`` is that of the game in its series, ``serial`` that in the room, which no other game
    has. ``path`` are the moves to the current node, ``ahead`` those that ``redo`` would play again,
    and ``branches`` all moves that were tried here. ``about`` is what the file of the game says of
    it, ``conditions`` are those that the deals meet, and ``tournament`` the job whose games are
    shown. ``claims`` is how many tricks the viewer may ``claim`` now, 0 for none. ``said`` is the
    caption of the scene. A server adds ``links`` for its owner: the secrets of open seats by their
    number, and ``watch``.
    """

    game: str
    number: int
    serial: int
    node: int
    scene: Scene
    said: NotRequired[SaidData]
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
    claims: int
    about: NotRequired["About"]
    conditions: NotRequired[str]
    notice: NotRequired[Notice]
    tournament: NotRequired[int]
    links: NotRequired[dict[str, str]]


class Played(_Answer, _Is, _Move):
    """``played``: a move was played ``by`` a person or a computer, or without one.

    Without one it was a forced pass, or part of what ``claim`` and ``forced`` play out. ``words``
    has what the move brought besides what the board shows, in lines, ``said`` the same by codes.
    """

    node: int
    seat: int
    by: By
    words: list[str]
    said: list[SaidData | None]


class Preview(_Answer, _Is):
    """``preview``: the other cells that a move would fill, in order."""

    i: int
    waves: list[list[int]]


class HintMove(_ValuedMove):
    """A move with its value for the player who makes it, in points of the game's score."""

    line: list[str]
    words: str


class HintFound(_Answer, _Is):
    """``hint``: the best moves, the best first; after the ``final`` one no better answer comes.

    ``worlds`` is the number of sampled worlds where the player cannot know everything.
    """

    job: int
    node: int
    final: bool
    words: str
    said: NotRequired[SaidData]
    unit: str
    worlds: int | None
    is_result: bool
    moves: list[HintMove]


class Progress(_Answer, _Is):
    """``progress``: the progress of a job; ``total`` is 0 if it is not known.

    ``depth`` is the depth in plies that a thinking player has completed, 0 without one.
    """

    job: int
    done: int
    total: int
    depth: int


class EffortFound(_Answer, _Is):
    """``effort``: the estimate of a solve that is out of reach: right within a factor of about 100.

    ``text`` says all of it in a sentence. ``is_begun`` is false after ``warn``.
    """

    node: int
    positions: float
    seconds: float
    empties: int
    text: str
    said: NotRequired[SaidData]
    is_begun: bool


class Queue(_Answer, _Is):
    """``queue``: a job waits for its first turn; ``before`` is the number of those before it."""

    job: int
    before: int


class LineStep(_Move):
    """A move of a line of best play, with its cell (None for a pass or a call) and its seat."""

    cell: int | None
    seat: int


class MoveData(_ValuedMove):
    """A legal move with its value for the team that makes it; ``line`` is best play.

    ``certainty`` is that of the search, in percent.
    """

    certainty: int
    line: list[LineStep]


class Values(_Answer, _Is):
    """``values``: the values of the moves at a node, for ``team``, the team to move there.

    Better answers of the same ``job`` follow until the ``final`` one. ``pv`` is the line of the
    best move. With ``is_result`` a value is a result, 1, 0 or -1, or what is expected of it.
    ``grade`` is that of ``bitgames.analysis.AdvisedMove``. After ``solve`` there are the ``bounds``
    of the value, equal if it is proven.
    """

    job: int
    node: int
    team: int
    unit: str
    is_result: bool
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
    grade: NotRequired[Grade | None]
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
    is_result: bool
    totals: list[Total]
    final: bool


class Branch(_Move):
    """A child in the tree: its node ``n``, its move, and its value for team 0 if it is proven.

    ``moves`` are all moves that symmetries make equal to it. Children with one ``key`` are the same
    position. ``owners`` is the board as in a scene.
    """

    n: int
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


class GeometryFound(_Answer, _Is, Geometry):
    """``geometry``: the fields of ``bitgames.scene.Geometry``."""


class Edited(_Answer, _Is):
    """``edited``: a board that is set up: its text, also of one that no game reaches, and scene.

    ``turn`` is the player to move, ``None`` where the pieces tell whose turn it is. ``reason`` says
    why no game reaches the board, ``said`` the same by its code; ``None`` for a position.
    """

    text: str
    turn: int | None
    scene: GridScene | PyramidScene
    reason: str | None
    said: NotRequired[SaidData]


class About(TypedDict):
    """The names of the players of a game, its date and its event, as far as they are known."""

    players: list[str | None] | None
    date: str | None
    event: str | None


class Row(TypedDict):
    """A game in a list; those of a file have what ``About`` says, their game and who won.

    Those of a tournament have the numbers of both sides' players in ``sides``, the ``score`` of the
    first, 1, 0.5 or 0, and the moves of the ``opening``.
    """

    index: int
    title: str
    said: NotRequired[SaidData]
    plies: int
    moves: str
    game: NotRequired[str]
    result: NotRequired[str]
    players: NotRequired[list[str | None] | None]
    date: NotRequired[str | None]
    event: NotRequired[str | None]
    sides: NotRequired[list[int]]
    score: NotRequired[float]
    opening: NotRequired[str]


class GameList(_Answer, _Is):
    """``games``: the games of a file that holds several, or of a tournament, ``job``.

    ``total`` and ``offset`` count the games that were asked for; those of a tournament keep their
    places while others are added at the end.
    """

    job: NotRequired[int]
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


class Entrant(TypedDict):
    """A player of a tournament, number ``n``, with the 95 % intervals of its score and rating.

    ``score`` is None without a game, and ``elo`` as long as no rating is known.
    """

    n: int
    name: str
    games: int
    points: float
    score: float | None
    low: float
    high: float
    elo: "Elo | None"


class Elo(TypedDict):
    """A rating of ``bg.ratings`` in points, with the ends of its interval."""

    rating: float
    low: float
    high: float


class MatchState(_Answer, _Is):
    """``match``: the score of a match so far; ``text`` is the whole table at its end.

    ``standings`` are the score as rows of texts, the heads first. ``tournament`` is true for one
    that is watched: then ``table`` is None, and ``text`` says what its tests found and what hinders
    its file from being read. Its ``players`` are there by rank, and ``cross``, row by column in the
    same order, has the games that the row's player won, drew and lost against the column's, or None
    for two players who do not meet. ``said`` has the code of each line of ``text``.
    """

    job: int
    done: int
    total: int
    table: Table | None
    text: str | None
    said: NotRequired[list[SaidData | None]]
    standings: list[list[str]]
    tournament: NotRequired[bool]
    players: NotRequired[list[Entrant]]
    cross: NotRequired[list[list[list[int] | None]]]
    final: bool


class Ask(_Answer, _Is):
    """``ask``: a question of another player; ``answer`` replies to it."""

    ask: int
    text: str
    said: SaidData


class File(_Answer, _Is):
    """``file``: answers ``export``; ``data`` is text, or base64."""

    name: str
    data: str
    base64: bool


class Note(_Answer, _Is):
    """``note``: a remark, or the reason for a refusal; ``limit`` is what a message went over."""

    code: Code
    text: str
    said: NotRequired[SaidData]
    limit: NotRequired[int]


class AnsweredMove(_ValuedMove):
    """A move of a position to practise, with its value for the player who makes it."""


class Verdict(TypedDict):
    """What an answer in a session of practice is worth.

    ``move`` is None if the person gave up, ``loss`` if the move is right, or a book left it out.
    ``best`` says what the move brings if it is right, else the best one; ``moves`` have the best
    first. ``origin`` says where a position that is no problem comes from.
    """

    right: bool
    move: str | None
    loss: Words | None
    best: Words
    exact: bool
    origin: str | None
    is_result: bool
    moves: list[AnsweredMove]


class Practice(_Answer, _Is):
    """``practice``: a position to answer, or after an answer its ``verdict``.

    ``card`` names the answer that is waited for, and ``scene`` is the position as its player sees
    it; both are None at the end. After an answer the scene is that of the position answered, and
    ``card`` the next one. ``done`` of ``total`` positions were answered once, ``right`` of them
    well, and ``left`` answers are to come if all are right; ``again`` is true for a position that
    comes once more. ``loss`` is what wrong answers lost in sum, None for nothing, and ``due`` at
    the end the time of the next position, as far as one is known.
    """

    game: str
    card: str | None
    scene: Scene | None
    again: bool
    done: int
    total: int
    left: int
    right: int
    loss: Words | None
    due: str | None
    verdict: Verdict | None


Answer: TypeAlias = (
    Welcome
    | State
    | Played
    | Preview
    | HintFound
    | EffortFound
    | Progress
    | Queue
    | Values
    | Graph
    | Subtree
    | GeometryFound
    | Edited
    | GameList
    | MatchState
    | Practice
    | Ask
    | File
    | Note
)
"""Any answer of a room."""

KINDS = {
    "welcome": Welcome,
    "state": State,
    "played": Played,
    "preview": Preview,
    "hint": HintFound,
    "progress": Progress,
    "queue": Queue,
    "effort": EffortFound,
    "values": Values,
    "graph": Graph,
    "games": GameList,
    "geometry": GeometryFound,
    "edited": Edited,
    "match": MatchState,
    "practice": Practice,
    "tree": Subtree,
    "ask": Ask,
    "file": File,
    "note": Note,
}
"""The type of each kind of answer, by what it ``is``."""
