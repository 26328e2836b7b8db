"""
The native part of bitgames; everything public is re-exported by the package itself.
"""

from collections.abc import Iterable, Set
from typing import overload
from _typeshed import SupportsGetItem
from bitgames.record import Record
from bitgames.render import Theme
from bitgames.scene import Geometry, Scene
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from numpy import bool_, float32, int16, int64, int8, uint32, uint8
from numpy.random import Generator, SeedSequence
from numpy.typing import ArrayLike, DTypeLike, NDArray
from os import PathLike
from typing import Any, Final, Self, SupportsFloat, SupportsIndex, final
from typing_extensions import disjoint_base

__version__: Final[str]
"""
Version of the package.
"""

@final
class Agent:
    """
    A player written in Rust: ``random``, ``first``, ``perfect``, ``alphabeta:depth=4`` or one of a
    game's own, such as ``ai14``.

    It plays every game that has a player of this name. Threads may share an agent: it answers one
    call at a time, and other calls wait.

    >>> import bitgames as bg
    >>> player = bg.Agent("ai14", seed=7)
    >>> player.candidates(bg.TicTacToe())
    [b2]
    """
    def __new__(cls, /, spec: str, seed: SupportsIndex | SeedSequence | Generator | None = None) -> Agent:
        """
        The player of a spec. The name is checked now. The options, and whether the game has this
        player, are checked at the first position, because each game has its own players.
        """
    def __reduce__(self, /) -> tuple[Any, ...]: ...
    def __repr__(self, /) -> str: ...
    def candidates(self, /, at: Position | View | Record) -> list[Move]:
        """
        The moves among which the player chooses uniformly, in index order.

        Raises UnsupportedError for a player that does not choose uniformly.
        """
    def check(self, /, position: Position) -> None:
        """
        Checks that this player is defined for the game of ``position``.

        Raises UnknownPlayerError, UnsupportedError or ParameterError.
        """
    def choose(self, /, at: Position | View | Record, *, stop: Callable[[], object] | None = None, progress: Callable[[int, int], object] | None = None) -> Move:
        """
        The player's move in an unfinished game, which is given as a position, a view or a record.

        ``stop()`` is called every 50 ms; once it returns True, CancelledError is raised.
        ``progress(done, total)`` is called at the same rate: ``done`` counts positions visited,
        ``total`` is the node limit or 0 without a limit.

        >>> import bitgames as bg
        >>> bg.Agent("perfect", seed=1).choose(bg.Record("tictactoe", ["a1", "a2", "b1", "b2"]))
        c1
        """
    @property
    def depth(self, /) -> int:
        """
        The depth in plies that the search of the present or last choice has completed; 0 if there
        was none.

        >>> import bitgames as bg
        >>> player = bg.Agent("alphabeta:depth=3")
        >>> _ = player.choose(bg.Othello())
        >>> player.depth
        3
        """
    def is_deterministic(self, /, position: Position) -> bool:
        """
        Whether the player draws no random numbers in the game of ``position``: two such
        players repeat their game from the same start. A time limit may still change its moves.

        Raises as ``check``.

        >>> import bitgames as bg
        >>> [bg.Agent(spec).is_deterministic(bg.Othello()) for spec in ("alphabeta", "random")]
        [True, False]
        """
    @property
    def name(self, /) -> str:
        """
        The spec, under the name that Python players have.
        """
    def policy(self, /, at: Position | View | Record) -> list[tuple[Move, float, float | None, int]]:
        """
        What the player thinks of each legal move, in index order: the move, the probability that it is
        played, its value in points of the game's score if the player has one, and its visits in a tree
        search.

        Raises UnsupportedError for a player that tells no more than its move.

        >>> import bitgames as bg
        >>> rows = bg.Agent("mcts:sims=1000", seed=1).policy(bg.position("tictactoe oo./xx./..."))
        >>> max(rows, key=lambda row: row[1])[0]
        c1
        """
    @property
    def spec(self, /) -> str:
        """
        The spec it was made from.
        """
    def start_game(self, /, seed: SupportsIndex | SeedSequence | Generator | None = None) -> None:
        """
        Begins a game: sets the random stream to ``seed`` and forgets earlier games.
        """

@final
class Batch:
    """
    Many games of one kind, stepped together: a row is a game, arrays are row by row.

    ``game`` is a spec, or the position in which every game begins; each game of chance is dealt
    anew. ``n`` is the number of rows. ``seed`` is as in ``bitgames.seeding``. ``first`` is the number
    of the first row: two halves of 500 rows with ``first=0`` and ``first=500`` play the games of one
    batch of 1000. ``threads`` change no result; short calls use one.

    ``autoreset`` says when the game after a finished one begins: with ``next_step`` in the next step,
    which ignores the row's move and gives reward 0; with ``same_step`` at once, and ``final`` keeps
    the position at the end; with ``disabled`` when ``reset`` is called. ``on_illegal`` is ``raise``,
    and no row has moved, or ``lose``: the team of the seat to move loses. ``layout`` is ``CHW`` or
    ``HWC``: planes come first or last. With ``openings="random:6"`` every game begins with 6 moves drawn
    uniformly, or as many as do not end it; ``ply`` counts them.

    Each call returns new arrays, or fills those that it is given, which must have the exact shape and
    dtype, be C-contiguous, aligned and writable, and not overlap. Threads may share a batch; it does one
    call at a time.

    Raises ParameterError for a value that is not allowed, and for a start in which the game is over.

    >>> import bitgames as bg
    >>> batch = bg.Batch("tictactoe", 3, seed=7)
    >>> step = batch.step([4, 0, 8])
    >>> batch[0].to_string(), batch.turn.tolist(), step.terminated.tolist()
    ('tictactoe .../.o./...', [1, 1, 1], [False, False, False])
    >>> while not (step := batch.step(batch.sample())).terminated.any():
    ...     pass
    >>> step.rewards.shape, batch.planes().shape, batch.legal_mask().shape
    ((3, 2), (3, 2, 3, 3), (3, 9))
    """
    def __copy__(self, /) -> Batch: ...
    def __deepcopy__(self, _memo: Any, /) -> Batch: ...
    def __getitem__(self, row: SupportsIndex, /) -> Position:
        """
        The position of a row; negative numbers count from the end.
        """
    def __len__(self, /) -> int: ...
    def __new__(cls, /, game: Position | str, n: SupportsIndex, seed: SupportsIndex | SeedSequence | Generator | None = None, first: SupportsIndex = 0, autoreset: str = 'next_step', on_illegal: str = 'raise', layout: str = 'CHW', threads: SupportsIndex | None = None, openings: str = 'none') -> Batch: ...
    def __reduce__(self, /) -> tuple[Any, ...]: ...
    def __repr__(self, /) -> str: ...
    @property
    def autoreset(self, /) -> str:
        """
        ``next_step``, ``same_step`` or ``disabled``.
        """
    def copy(self, /) -> Batch:
        """
        The same games, which go on apart from these.
        """
    @property
    def episode(self, /) -> NDArray[int64]:
        """
        The number of the game of each row, counted from 0: int64 of shape ``(n,)``.
        """
    @property
    def final(self, /) -> BatchFinal:
        """
        The games that ended in the last step and began anew in it; none unless ``autoreset`` is
        ``same_step``.
        """
    @property
    def finished(self, /) -> NDArray[bool_]:
        """
        Whether the game of each row is over: bool of shape ``(n,)``. With ``autoreset="same_step"`` no
        game is over after a step.
        """
    @property
    def first(self, /) -> int:
        """
        Number of the first row.
        """
    @classmethod
    def from_bytes(cls, /, data: bytes, *, threads: SupportsIndex | None = None) -> Self:
        """
        The batch of the bytes that ``to_bytes`` returned.

        Raises DamagedFileError as ``load``.
        """
    @property
    def game(self, /) -> str:
        """
        The game and its parameters, as a spec.
        """
    @property
    def layout(self, /) -> str:
        """
        ``CHW`` or ``HWC``.
        """
    def legal_mask(self, /, dtype: DTypeLike | None = None, out: NDArray[Any] | None = None) -> NDArray[Any]:
        """
        The legal moves of each row as an array of shape ``(n, num_moves)``; all true for a finished
        row. ``dtype`` is bool or int8; by default it is that of ``out``, which is filled and returned
        if it is given, or else bool.
        """
    @classmethod
    def load(cls, /, path: str | PathLike[str], *, threads: SupportsIndex | None = None) -> Self:
        """
        The batch of a file that ``save`` wrote; it goes on as the one that was saved.

        Raises DamagedFileError for a file that is damaged, cut short, of another kind or version, and
        OSError.
        """
    @property
    def num_moves(self, /) -> int:
        """
        Number of move indices of the game.
        """
    @property
    def on_illegal(self, /) -> str:
        """
        ``raise`` or ``lose``.
        """
    @property
    def openings(self, /) -> str:
        """
        ``none``, or ``random:PLIES`` for the random moves with which each game begins.
        """
    def planes(self, /, viewer: ArrayLike | None = None, out: NDArray[uint8] | None = None) -> NDArray[uint8]:
        """
        The planes of each row: uint8 of shape ``(n, planes, height, width)``, or with layout ``HWC``
        ``(n, height, width, planes)``. ``viewer`` is a seat, or an array with a seat for each row; by
        default it is the seat to move. They show nothing that is hidden from the viewer. ``out`` is
        filled and returned if it is given.
        """
    @property
    def planes_shape(self, /) -> tuple[int, int, int]:
        """
        The shape of the planes of a row, in the layout of the batch.
        """
    def playout(self, /, *, progress: Callable[[int, int], object] | None = None) -> NDArray[float32]:
        """
        Plays a random game from each row on and returns the results: float32 of shape
        ``(n, seats)``, 1 for a win, -1 for a loss, 0 for a draw. No row changes, but the streams of
        ``sample`` go on. A finished row gives its result.

        ``progress(done, total)`` is called every 50 ms.
        """
    @property
    def ply(self, /) -> NDArray[int16]:
        """
        Moves since the start of each row, as ``Position.ply``: int16 of shape ``(n,)``.
        """
    def reply(self, /, seats: ArrayLike, opponent: str = 'random', moves: ArrayLike | None = None, planes: NDArray[uint8] | None = None, mask: NDArray[Any] | None = None, out: BatchStep | None = None) -> BatchStep:
        """
        Plays ``moves`` as ``step`` does, if they are given, and lets a native player answer.

        In each row whose game goes on, ``opponent``, the spec of a player, plays all seats but one,
        until that seat is to move or the game is over. ``seats`` is an array of integers of shape
        ``(n,)``.

        Each move is that of a new player with a seed of its own, child ``2 + ply`` of the game's seed,
        so it depends on nothing but the game. ``terminated`` tells which games are over, and ``rewards``
        are their results, also of those that were over before. ``planes`` and ``mask`` are filled
        with what ``planes(seats)`` and ``legal_mask()`` would return after them, and ``out`` as by
        ``step``.

        Raises UnknownPlayerError, UnsupportedError or ParameterError for a player or a seat that the
        game does not have, and with ``autoreset="same_step"``, where no game waits for answers; no row
        has moved then.

        >>> import bitgames as bg
        >>> batch = bg.Batch("tictactoe", 3, seed=7, autoreset="disabled")
        >>> step = batch.reply([0, 0, 0], "perfect", moves=[4, 4, 0])
        >>> batch.turn.tolist(), batch[2].to_string()
        ([0, 0, 0], 'tictactoe o../.x./...')
        """
    def reset(self, /, rows: ArrayLike | None = None, positions: Position | Sequence[Position] | None = None, *, openings: str | None = None) -> None:
        """
        Begins the next game in some rows.

        ``rows`` is an array of row numbers or of n bools; None is all rows. ``positions`` is a
        position of the game that is not over, or one for each of these rows; None begins at the start
        of the batch, with a new deal in games of chance, and with random moves as ``openings`` says,
        "none" or "random:6"; None is as the batch was made.

        Raises ParameterError for a row that is not there or is named twice, for a position of
        another game or in which the game is over, and for positions with openings; no row has changed
        then.

        >>> import bitgames as bg
        >>> batch = bg.Batch("tictactoe", 2)
        >>> batch.reset([1], [bg.TicTacToe().play("b2")])
        >>> batch.ply.tolist(), batch.episode.tolist()
        ([0, 1], [0, 1])
        >>> batch.reset(openings="random:2")
        >>> batch.ply.tolist()
        [2, 2]
        """
    def sample(self, /, out: NDArray[int64] | None = None) -> NDArray[int64]:
        """
        A legal move for each row, drawn uniformly from the stream of its game: int64 of shape
        ``(n,)``. A finished row gets 0. ``out`` is filled and returned if it is given.
        """
    def save(self, /, path: str | PathLike[str]) -> None:
        """
        Writes the batch to a file: games, streams and choices, but not the number of threads. The file
        is whole or absent. It also holds what is hidden from players.

        Raises OSError.

        >>> import bitgames as bg, pathlib, tempfile
        >>> batch = bg.Batch("quo:3", 4, seed=1)
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     batch.save(pathlib.Path(folder, "batch"))
        ...     again = bg.Batch.load(pathlib.Path(folder, "batch"))
        >>> bool((batch.sample() == again.sample()).all())
        True
        """
    @property
    def start(self, /) -> Position:
        """
        The position in which games begin; a game of chance that has not begun there is dealt anew.
        """
    def step(self, /, moves: ArrayLike | None = None, planes: NDArray[uint8] | None = None, mask: NDArray[Any] | None = None, out: BatchStep | None = None) -> BatchStep:
        """
        Plays a move in each row: an array of integers of shape ``(n,)``, or without ``moves`` those that
        ``sample()`` would draw, in one pass. Finished rows take any number. ``planes`` and ``mask`` are
        filled with what ``planes()`` and ``legal_mask()`` would return after the step, in the same pass.
        ``out``, an earlier step of n rows, is filled and returned if it is given.

        Raises IllegalMoveError for the first row with an illegal move, if ``on_illegal`` is
        ``raise``; no row has moved then.
        """
    @property
    def threads(self, /) -> int:
        """
        Most threads of a call.
        """
    def to_bytes(self, /) -> bytes:
        """
        The batch as bytes, as ``save`` writes them.
        """
    @property
    def turn(self, /) -> NDArray[int8]:
        """
        The seat to move of each row: int8 of shape ``(n,)``.
        """

@final
class BatchFinal:
    """
    The games of a batch that ended in a step and began anew in it.
    """
    def __len__(self, /) -> int: ...
    def planes(self, /, viewer: ArrayLike | None = None) -> NDArray[uint8]:
        """
        The planes of these positions, a row of the array for each: as ``Batch.planes``.
        """
    @property
    def positions(self, /) -> list[Position]:
        """
        Their positions at the end.
        """
    @property
    def rows(self, /) -> NDArray[int64]:
        """
        Their rows in ascending order: int64.
        """

@final
class BatchStep:
    """
    What a step of a batch returns.
    """
    @property
    def rewards(self, /) -> NDArray[float32]:
        """
        The results of the games that ended in this step, 1 for a win, -1 for a loss; 0 for all other
        rows: float32 of shape ``(n, seats)``.
        """
    @property
    def terminated(self, /) -> NDArray[bool_]:
        """
        Whether the game of a row ended in this step, or before it if it is not reset: bool of shape
        ``(n,)``.
        """
    @property
    def truncated(self, /) -> NDArray[bool_]:
        """
        All false, because every game here ends: a new array of bools of shape ``(n,)``.
        """

@final
class BookTable:
    """
    The opening book of a game: the part of ``bitgames.Book`` that is native.
    """
    def __len__(self, /) -> int: ...
    def __new__(cls, /, path: str | PathLike[str]) -> BookTable:
        """
        Opens a file.
        """
    def __reduce__(self, /) -> tuple[Any, ...]: ...
    @staticmethod
    def build(path: str | PathLike[str], position: Position | str, *, positions: SupportsIndex, depth: SupportsIndex | None = None, level: SupportsIndex | None = None, within: SupportsFloat | SupportsIndex | None = None, weight: SupportsIndex | None = None, threads: SupportsIndex | None = None, progress: Callable[[int, int], object] | None = None) -> BookTable:
        """
        Builds a book into a file, or goes on with the one that is there.
        """
    def find(self, /, position: Position) -> tuple[float, str] | None:
        """
        The value of a position and what it is; None if it is not in the book.
        """
    @staticmethod
    def from_bytes(bytes: bytes) -> BookTable:
        """
        The book from the bytes of a file.
        """
    @property
    def game(self, /) -> str:
        """
        The spec of its game.
        """
    @property
    def generator(self, /) -> str:
        """
        The program that wrote it.
        """
    def merge(self, /, other: BookTable) -> BookTable:
        """
        The book with the entries of both.
        """
    def moves(self, /, position: Position) -> list[tuple[Move, float, str]]:
        """
        The moves of an expanded position, best first.
        """
    @staticmethod
    def of(position: Position | str) -> BookTable:
        """
        The book that players of the game of a position use.
        """
    def prune(self, /, within: SupportsFloat | SupportsIndex) -> BookTable:
        """
        The book without entries that lose more points.
        """
    @property
    def roots(self, /) -> list[str]:
        """
        The positions it begins with.
        """
    def rows(self, /) -> list[tuple[str, float, str, list[tuple[int, float, str]]]]:
        """
        All entries by plies.
        """
    def save(self, /, path: str | PathLike[str]) -> None:
        """
        Writes the file.
        """
    @property
    def search(self, /) -> str:
        """
        How its leaves were searched.
        """
    def to_bytes(self, /) -> bytes:
        """
        The bytes of its file.
        """
    @property
    def weight(self, /) -> int:
        """
        Plies that a loss of a point counts.
        """
    @property
    def within(self, /) -> float:
        """
        The largest loss of the moves that lead to an expanded position, in points.
        """

@final
class CellIter:
    """
    Iterator over the cells of a set.
    """
    def __iter__(self, /) -> CellIter: ...
    def __next__(self, /) -> int: ...

@disjoint_base
class CellSet(Set[int]):
    """
    An immutable set of cells of a board: a ``collections.abc.Set`` of cell indices, and an integer.

    ``CellSet(bits, width, height)`` makes one, for a board of at most 128 cells. Iteration gives
    cell indices in ascending order, ``len`` the number of cells, ``print`` a grid, and
    ``int(cells)`` the bits, cell 0 lowest. ``& | ^ -`` and the comparisons take a set of the same
    board or a plain set of indices; ``~`` gives the other cells of the board. Two sets are equal if
    they have the same board and cells; a plain set is equal if it has the same cells. Sets of a
    pyramid have the subclass :class:`PyramidSet`.

    Raises ParameterError for a set of another board and for a number that is not a cell of the
    board.

    >>> import bitgames as bg
    >>> corners = bg.CellSet(0b101_000_101, 3, 3)
    >>> list(corners), len(~corners), 4 in corners
    ([0, 2, 6, 8], 5, False)
    >>> corners & {0, 1, 2} == {0, 2}, corners > {8}
    (True, True)
    """
    def __and__(self, other: object, /) -> Self: ...
    def __bool__(self, /) -> bool: ...
    def __contains__(self, cell: Any, /) -> bool: ...
    def __eq__(self, other: object, /) -> Any: ...
    def __ge__(self, other: object, /) -> Any: ...
    def __gt__(self, other: object, /) -> Any: ...
    def __hash__(self, /) -> int: ...
    def __index__(self, /) -> int: ...
    def __int__(self, /) -> int: ...
    def __invert__(self, /) -> Self: ...
    def __iter__(self, /) -> CellIter: ...
    def __le__(self, other: object, /) -> Any: ...
    def __len__(self, /) -> int: ...
    def __lt__(self, other: object, /) -> Any: ...
    def __ne__(self, other: object, /) -> Any: ...
    def __new__(cls, /, bits: SupportsIndex, width: SupportsIndex, height: SupportsIndex) -> CellSet:
        """
        The set of the cells whose bits are one in ``bits``, on a board of at most 128 cells.
        """
    def __or__(self, other: object, /) -> Self: ...
    def __rand__(self, other: object, /) -> Self: ...
    def __reduce__(self, /) -> tuple[Any, ...]: ...
    def __repr__(self, /) -> str: ...
    def __ror__(self, other: object, /) -> Self: ...
    def __rsub__(self, other: object, /) -> Self: ...
    def __rxor__(self, other: object, /) -> Self: ...
    def __str__(self, /) -> str: ...
    def __sub__(self, other: object, /) -> Self: ...
    def __xor__(self, other: object, /) -> Self: ...
    @property
    def height(self, /) -> int:
        """
        Rows of the board.
        """
    def isdisjoint(self, /, other: "Iterable[object]") -> bool:
        """
        True when this set and ``other``, any iterable, have no cell in common.

        >>> import bitgames as bg
        >>> bg.CellSet(0b101, 3, 3).isdisjoint([1, 3])
        True
        """
    @property
    def width(self, /) -> int:
        """
        Columns of the board.
        """

@final
class ConnectFour(Position):
    """
    A position of Connect Four.

    ``ConnectFour(width=7, height=6)`` is the start: 4 to 12 columns and rows, and with an empty row on
    top at most 128 cells. A move is a column: index 0 is the left one, its text ``1``; the name of the
    cell where the disc lands is read, too. The first player has ``o``. Cells are numbered row by row
    from the top left.

    Raises ParameterError for other sides.

    >>> import bitgames as bg
    >>> pos = bg.ConnectFour().play("4").play("d2")
    >>> pos
    ConnectFour.from_string('connect4 ......./......./......./......./...x.../...o...')
    >>> pos.legal_moves
    [1, 2, 3, 4, 5, 6, 7]
    """
    def __new__(cls, /, width: SupportsIndex = 7, height: SupportsIndex = 6) -> ConnectFour:
        """
        The start of the game on a board of so many columns and rows.
        """
    @property
    def height(self, /) -> int:
        """
        Rows of the board.
        """
    @property
    def width(self, /) -> int:
        """
        Columns of the board.
        """
    @property
    def winning_line(self, /) -> CellSet | None:
        """
        The cells of the finished line or lines; None if there are none.

        >>> import bitgames as bg
        >>> pos = bg.ConnectFour(4, 4)
        >>> for move in "1212121":
        ...     pos = pos.play(move)
        >>> list(pos.winning_line)
        [0, 4, 8, 12]
        """
    def write_scores(self, /, path: str | PathLike[str], *, plies: SupportsIndex = 8, table_mib: SupportsIndex = 1024, threads: SupportsIndex | None = None, progress: Callable[[int, int], object] | None = None) -> int:
        """
        Makes a book of exact scores: of all positions of this board with ``plies`` discs (0 to 12) in which
        the side to move completes no line with its next disc, and the other side could in one column at
        most, up to the mirror. Returns their number.

        Then each is searched for a best move, by one thread. Where that visits two million positions, the
        book goes on with those after each move, and from them in the same way.

        A file that is there is gone on with; after Ctrl-C it has what was done. ``table_mib`` is the
        size of the table that all solves share, ``threads`` are those of each solve,
        and ``progress(done, total)`` counts solves and searches. Boards have at most 64 bits, with an
        empty row on top.

        Raises ParameterError for values out of range and for a file of another book, DamagedFileError
        and OSError.

        >>> import bitgames as bg
        >>> bg.ConnectFour(4, 4).write_scores("small.scores", plies=4, table_mib=1)
        82
        """

@final
class Deepening:
    """
    A search that yields the result of each depth; made by ``Searcher.deepen``.
    """
    def __iter__(self, /) -> Deepening: ...
    def __next__(self, /) -> SearchResult: ...

@final
class Ending:
    """
    The play of a two-player bridge game: two open hands of the same number of cards.

    ``suits`` holds a string for each of up to four suits, its highest card first: ``1`` for a card
    of the leader, ``0`` for a card of the follower. Only this order matters, not the names of the
    cards. ``trump`` is the number of the trump suit, None for no trumps. ``led`` is the card that
    the leader has played, by its index; it stays in its string, and the follower is to play.

    A card's index is its place in the joined strings: 0 is the highest card of suit 0. A value is
    the number of tricks of the current leader, the current trick included: the leader maximizes it,
    the follower minimizes it.

    >>> import bitgames as bg
    >>> ending = bg.honeymoon.Ending(["1101", "10", "", "0010"], trump=0)
    >>> ending.legal_cards, ending.run_cards
    ([0, 1, 3, 4, 8], [0, 3, 4, 8])
    >>> bg.solve(ending).value
    4
    >>> print(ending.play(0))
    0 [1]1 0 1   trumps
    1  1 0
    2  -
    3  0 0 1 0
    5 cards each, 1 has led, 0 to follow
    """
    def __eq__(self, value: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __new__(cls, /, suits: Sequence[str], trump: SupportsIndex | None = None, led: SupportsIndex | None = None) -> Ending: ...
    def __reduce__(self, /) -> tuple[Any, ...]: ...
    def __repr__(self, /) -> str: ...
    def __str__(self, /) -> str: ...
    def _repr_svg_(self, /) -> str: ...
    def canonical(self, /) -> Ending:
        """
        The representative of the ending's symmetries: the trump suit first, then longer suits
        before shorter ones.
        """
    @property
    def cards(self, /) -> int:
        """
        Cards in each hand, a led card included: the number of tricks to come.
        """
    @staticmethod
    def from_hands(leader: str, follower: str, trump: SupportsIndex | None = None) -> Ending:
        """
        The ending of two hands of cards, written as in PBN: the ranks of spades, hearts, diamonds and
        clubs, with a dot between suits. ``trump`` is the number of a suit in this order.

        Raises ParseError for text that is no hand, InvalidPositionError for a card in both hands and
        for hands of different sizes.

        >>> import bitgames as bg
        >>> bg.honeymoon.Ending.from_hands("AK.Q..", "QJ..T.", trump=0).to_string()
        '1100.1.0. 0'
        """
    @staticmethod
    def from_string(text: str) -> Ending:
        """
        The ending of a line that ``to_string`` wrote.

        >>> import bitgames as bg
        >>> bg.honeymoon.Ending.from_string("1101.10..0010 0").to_string()
        '1101.10..0010 0'
        """
    @property
    def is_over(self, /) -> bool:
        """
        True once all tricks are over.
        """
    @property
    def key(self, /) -> int:
        """
        Transposition key of 64 bits: equal for equal endings, stable across releases.
        """
    @property
    def led(self, /) -> int | None:
        """
        The leader's card on the table; None before a trick.
        """
    @property
    def legal_cards(self, /) -> list[int]:
        """
        The cards that may be played, in index order.
        """
    @property
    def lengths(self, /) -> tuple[int, int, int, int]:
        """
        Number of cards of each suit in both hands together.
        """
    def other_leads(self, /) -> Ending:
        """
        The ending before the current trick with the other player on lead.
        """
    @property
    def owners(self, /) -> int:
        """
        Bit ``i`` is 1 when the leader holds card ``i``.
        """
    def place(self, /, card: SupportsIndex) -> tuple[int, int]:
        """
        Suit of a card, and its place from the top of its string.

        >>> import bitgames as bg
        >>> bg.honeymoon.Ending(["10", "", "01"]).place(3)
        (2, 1)
        """
    def play(self, /, card: SupportsIndex) -> Ending:
        """
        The ending after a card: with that card led, or after the trick with its winner as the
        leader.

        Raises IllegalMoveError for a card that may not be played here.

        >>> import bitgames as bg
        >>> ending = bg.honeymoon.Ending(["10", "1", "0"])
        >>> ending.play(0).play(1).to_string()
        '.1.0. n'
        """
    @staticmethod
    def random(cards: SupportsIndex, trump: SupportsIndex | None = None, *, seed: SupportsIndex | SeedSequence | Generator | None = None) -> Ending:
        """
        A random ending of ``cards`` cards a hand, 0 to 13, dealt uniformly from a pack of 52.

        ``seed`` is as in ``bitgames.seeding``; None gives a new deal at each call.

        >>> import bitgames as bg
        >>> bg.honeymoon.Ending.random(13, seed=1).cards
        13
        """
    @property
    def run_cards(self, /) -> list[int]:
        """
        The highest card of each run of equivalent legal cards.
        """
    @property
    def suits(self, /) -> tuple[str, ...]:
        """
        The owner strings of the four suits.
        """
    def symmetries(self, /) -> list[Ending]:
        """
        The ending under each of the 24 orders of its suits, the identity first.
        """
    def takes(self, /, card: SupportsIndex) -> bool:
        """
        True if this reply takes the trick from the led card; False when no card is led.
        """
    def to_string(self, /) -> str:
        """
        The ending as one line: the owner strings joined by dots, ``n`` or the trump suit, and the
        index of a led card.
        """
    def to_svg(self, /) -> str:
        """
        A picture as SVG: a row of cards for each suit, the leader's cards high, the follower's low.
        """
    @property
    def trump(self, /) -> int | None:
        """
        The trump suit; None for no trumps.
        """

@final
class EndingBuild:
    """
    A database of one strain whose slices are made by tasks; this process alone writes it.

    ``missing(cards)`` are the slices to make of a layer, ``seal(cards)`` identifies a finished layer
    for the tasks of the next one, ``keep`` adds what ``make_slices`` returns, and ``finish`` writes the
    database. Raises what ``EndingDatabase.build`` raises. ``close`` lets other processes go on.

    >>> import bitgames as bg, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     build = bg._core.EndingBuild(folder, "trump", 2)
    ...     for cards in (1, 2):
    ...         below, slices = build.seal(cards - 1), build.missing(cards)
    ...         build.keep(bg._core.make_slices(folder, "trump", 2, cards, slices, below))
    ...     build.finish().cards
    [2]
    """
    def __new__(cls, /, folder: str | PathLike[str], strain: str, cards: SupportsIndex) -> EndingBuild: ...
    def close(self, /) -> None:
        """
        Lets other processes build; a second call does nothing.
        """
    def finish(self, /, *, threads: SupportsIndex | None = None, progress: Callable[[int, int], object] | None = None) -> EndingDatabase:
        """
        Writes the database and opens it; the build is closed then. Slices that are missing are made
        here, by ``threads``. ``progress(done, total)`` counts positions.
        """
    def keep(self, /, made: bytes) -> None:
        """
        Adds what ``make_slices`` returned. Slices that are there stay as they are.
        """
    def missing(self, /, cards: SupportsIndex) -> list[int]:
        """
        The numbers of the missing slices of the layer with hands of ``cards`` cards.
        """
    def seal(self, /, cards: SupportsIndex) -> int:
        """
        The checksum of a finished layer, 0 for hands of no cards to start with. Its slices are on
        the disk then.
        """

@final
class EndingDatabase:
    """
    Exact values of all endings up to some number of cards, from files that ``bitgames db build``
    made.

    ``path`` is a file of one strain, or a folder with one or both. Files are memory-mapped, so
    opening is fast, and threads and processes may share them. A database is a context manager:
    ``close`` or the end of a ``with`` block closes the files, and later calls raise ClosedError. A
    pickle holds the paths and checksums of the files; unpickling needs the same files.

    Raises DamagedFileError for a file that is damaged, cut short or of another format, for a file
    of a folder whose name does not fit its content, and for a file that changed after pickling.
    Raises OSError for a file that the system cannot read.

    >>> import bitgames as bg, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     database = bg.honeymoon.EndingDatabase.build(folder, 5)
    >>> ending = bg.honeymoon.Ending(["1101", "10", "", "0010"], trump=0)
    >>> database.value(ending), database.best_cards(ending)
    (4, [0, 1, 4, 8])
    """
    def __enter__(self, /) -> EndingDatabase: ...
    def __exit__(self, /, *_error: "object") -> None: ...
    def __new__(cls, /, path: str | PathLike[str]) -> EndingDatabase: ...
    def __reduce__(self, /) -> tuple[Any, ...]: ...
    def __repr__(self, /) -> str: ...
    @staticmethod
    def _reopen(files: Sequence[tuple[str | PathLike[str], Sequence[SupportsIndex]]]) -> EndingDatabase:
        """
        Opens the files of a pickled database, if they are unchanged.
        """
    def best_card_sets(self, /, endings: Sequence[Ending] | NDArray[uint32], lengths: NDArray[uint8] | None = None, trumps: NDArray[int8] | None = None, led: NDArray[int8] | None = None) -> NDArray[uint32]:
        """
        The best cards of many endings, an array of uint32 with bit ``i`` for card ``i``; arguments
        as for ``values``.
        """
    def best_cards(self, /, ending: Ending) -> list[int]:
        """
        The best cards of an ending, in index order: those with the largest value for a leader to
        play, those with the smallest for a follower to play.
        """
    @staticmethod
    def build(folder: str | PathLike[str], cards: SupportsIndex, *, strain: str | None = None, threads: SupportsIndex | None = None, progress: Callable[[int, int], object] | None = None) -> EndingDatabase:
        """
        Builds databases of hands of up to ``cards`` cards, 1 to 13, into a folder, and opens them.

        ``strain`` is ``"notrump"``, ``"trump"`` or ``"both"``. An interrupted build continues where
        it stopped, and finished files stay as they are. Interruptions and ``threads`` do
        not change the bytes of the files. ``progress(done, total)`` counts positions.
        """
    def card_values(self, /, ending: Ending) -> dict[int, int]:
        """
        Every legal card of an ending with its value, the leader's tricks.
        """
    @property
    def cards(self, /) -> list[int]:
        """
        Most cards in a hand, for each of ``strains``.
        """
    def close(self, /) -> None:
        """
        Closes the files. A second ``close`` does nothing; every other use afterwards raises
        ClosedError.

        >>> import bitgames as bg, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     with bg.honeymoon.EndingDatabase.build(folder, 2) as database:
        ...         database.cards
        [2, 2]
        >>> database.closed
        True
        """
    @property
    def closed(self, /) -> bool:
        """
        True once the files are closed.
        """
    @property
    def file_bytes(self, /) -> list[int]:
        """
        Bytes of each file.
        """
    @property
    def generators(self, /) -> list[str]:
        """
        The program that made each file.
        """
    def layer(self, /, strain: str, cards: SupportsIndex, *, first: SupportsIndex = 0, count: SupportsIndex | None = None) -> tuple[NDArray[uint32], NDArray[uint8], NDArray[int8], NDArray[uint8]]:
        """
        The endings of a layer at the start of a trick, and their values: arrays of owners, lengths and
        trumps as ``values`` takes them, and of values (uint8, shape ``(n,)``). Endings that differ in the
        order of suits alone are there once.

        ``first`` and ``count`` (None: all from there on) take some of them: the layer of thirteen cards
        has billions. Raises ParameterError for a strain or a layer that the database does not have.

        >>> import bitgames as bg, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     database = bg.honeymoon.EndingDatabase.build(folder, 3, strain="notrump")
        >>> owners, lengths, trumps, values = database.layer("notrump", 3)
        >>> values.shape, float(values.mean()) == database.layers[2].mean
        ((180,), True)
        """
    @property
    def layers(self, /) -> list[EndingLayer]:
        """
        The layers, as the headers of the files describe them.
        """
    @property
    def paths(self, /) -> list[str]:
        """
        The files, in the order of ``strains``.
        """
    @property
    def strains(self, /) -> list[str]:
        """
        The strains of the database: ``notrump``, ``trump``.
        """
    def value(self, /, ending: Ending) -> int:
        """
        The value of an ending: tricks of the leader of the current trick, this trick included.

        Raises ParameterError for an ending of a strain or a number of cards that the database does
        not have.
        """
    def values(self, /, endings: Sequence[Ending] | NDArray[uint32], lengths: NDArray[uint8] | None = None, trumps: NDArray[int8] | None = None, led: NDArray[int8] | None = None) -> NDArray[uint8]:
        """
        The values of many endings, an array of uint8.

        ``endings`` is a sequence of Endings, or without them an array of their ``owners`` (uint32, shape
        ``(n,)``). Then ``lengths`` (uint8, ``(n, 4)``) are as the attribute of an Ending; ``trumps`` and
        ``led`` (int8, ``(n,)``) have -1 for none; an array that is left out means -1 for all endings.

        >>> import bitgames as bg, numpy as np, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     database = bg.honeymoon.EndingDatabase.build(folder, 3, strain="notrump")
        >>> endings = [bg.honeymoon.Ending.random(3, seed=n) for n in range(5)]
        >>> database.values(endings).tolist() == [database.value(ending) for ending in endings]
        True
        >>> owners = np.array([ending.owners for ending in endings], dtype=np.uint32)
        >>> lengths = np.array([ending.lengths for ending in endings], dtype=np.uint8)
        >>> bool((database.values(owners, lengths) == database.values(endings)).all())
        True
        """
    def verify(self, /, *, sample: SupportsIndex = 1000, seed: SupportsIndex | SeedSequence | Generator | None = None, progress: Callable[[int, int], object] | None = None) -> int:
        """
        Checks every checksum, and recomputes ``sample`` random positions of each layer by a search
        one trick deep. Returns the number of positions recomputed.

        Raises DamagedFileError, which names the file and the layer, for a wrong checksum or value.
        ``progress(done, total)`` counts positions.
        """

@final
class EndingLayer:
    """
    The entry of a database for hands of one size. Immutable: it compares, hashes and pickles by
    value.
    """
    def __eq__(self, value: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __new__(cls, /, strain: str, cards: SupportsIndex, positions: SupportsIndex, checksum: SupportsIndex, histogram: Sequence[SupportsIndex], mean: SupportsFloat | SupportsIndex, deal_mean: SupportsFloat | SupportsIndex, costly_leads: SupportsIndex) -> EndingLayer: ...
    def __reduce__(self, /) -> tuple[Any, ...]: ...
    def __repr__(self, /) -> str: ...
    @property
    def cards(self, /) -> int:
        """
        Cards in a hand.
        """
    @property
    def checksum(self, /) -> int:
        """
        XXH3 of the layer.
        """
    @property
    def costly_leads(self, /) -> int:
        """
        Positions in which the lead costs more than one trick; always 0.
        """
    @property
    def deal_mean(self, /) -> float:
        """
        Mean of the leader's tricks over all deals of the hands from a pack of 52.
        """
    @property
    def histogram(self, /) -> list[int]:
        """
        Positions by the leader's tricks, from 0.
        """
    @property
    def mean(self, /) -> float:
        """
        Mean of the leader's tricks over the positions.
        """
    @property
    def positions(self, /) -> int:
        """
        Number of positions.
        """
    @property
    def strain(self, /) -> str:
        """
        ``notrump`` or ``trump``.
        """

@final
class Facts:
    """
    Facts of a game and its board that hold in every position.

    >>> import bitgames as bg
    >>> facts = bg.games.facts("mnk:6,5,4")
    >>> facts.title, facts.player_names, facts.num_moves, facts.width, facts.height
    ('Tic-tac-toe', ('o', 'x'), 30, 6, 5)
    """
    def __eq__(self, value: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __reduce__(self, /) -> tuple[Any, ...]: ...
    def __repr__(self, /) -> str: ...
    @property
    def chance(self, /) -> bool:
        """
        True if the start is dealt at random.
        """
    @property
    def height(self, /) -> int:
        """
        Rows of the board.
        """
    @property
    def hidden(self, /) -> bool:
        """
        True if the game has hidden information.
        """
    @property
    def max_ply(self, /) -> int:
        """
        Largest number of plies of a game.
        """
    @property
    def max_score(self, /) -> int:
        """
        Largest score a game can end with.
        """
    @property
    def name(self, /) -> str:
        """
        Name of the game's rules.
        """
    @property
    def num_moves(self, /) -> int:
        """
        Number of move indices.
        """
    @property
    def player_names(self, /) -> tuple[str, ...]:
        """
        Short names of the players, in seat order.
        """
    @property
    def players(self, /) -> int:
        """
        Number of players.
        """
    @property
    def spec(self, /) -> str:
        """
        The game and its parameters.
        """
    @property
    def teams(self, /) -> tuple[int, ...]:
        """
        Team of each seat; in a game of two players each seat is a team.
        """
    @property
    def title(self, /) -> str:
        """
        Title of the game, as people write it.
        """
    @property
    def width(self, /) -> int:
        """
        Columns of the board.
        """

@final
class Honeymoon(Position):
    """
    A position of honeymoon bridge: bridge for two players, who win cards from a stock before the
    play.

    ``Honeymoon(seed=0)`` is the start of a random deal (seed None: a new deal at each call).
    ``deal`` gives the cards instead: south's hand, north's hand and the stock, as in ``to_string``;
    without a stock both hands are open. ``rules`` is a preset: ``taiwan`` (the default),
    ``bicycle`` or ``face_up``. The other options change it: ``notrump`` False bars bids at no
    trump, ``play_lead`` is ``last_winner``, ``defender`` or ``declarer``, ``scoring`` is
    ``duplicate`` or ``rubber``, ``vulnerable`` is ``none``, ``south``, ``north`` or ``both``,
    ``part_scores`` are the part scores of south and north in a rubber, such as ``60/0``, ``dealer``
    is ``south`` or ``north``.

    Raises ParameterError for a value that is not allowed, ParseError and InvalidPositionError for a
    deal that is not valid.

    >>> import bitgames as bg
    >>> pos = bg.Honeymoon(7)
    >>> pos.phase, pos.hand(0)
    ('auction', '2.QJ8.KJT4.KQ762')
    >>> pos.play("1C").play("pass").phase
    'draw'
    """
    def __new__(cls, /, seed: SupportsIndex | SeedSequence | Generator | None = 0, *, deal: str | None = None, rules: str | None = None, notrump: bool | None = None, play_lead: str | None = None, scoring: str | None = None, vulnerable: str | None = None, part_scores: str | None = None, dealer: str | None = None) -> Honeymoon: ...
    @property
    def calls(self, /) -> list[tuple[int, Move]]:
        """
        The auction so far: the calls in their order, each with its seat.

        >>> import bitgames as bg
        >>> bg.Honeymoon(7).play("1C").play("double").calls
        [(0, 1C), (1, double)]
        """
    @property
    def contract(self, /) -> str | None:
        """
        The contract; None during the auction, and if both players passed.
        """
    @staticmethod
    def contract_score(contract: str, tricks: SupportsIndex, *, vulnerable: bool = False) -> int:
        """
        The declarer's score for a contract such as ``4S``, ``1NTx`` or ``7Cxx``, by the laws of
        duplicate bridge.

        Raises ParseError for text that is not a contract, ParameterError for more than 13 tricks.

        >>> import bitgames as bg
        >>> bg.Honeymoon.contract_score("4S", 10), bg.Honeymoon.contract_score("3NTx", 8)
        (420, -100)
        """
    @property
    def deal_text(self, /) -> str:
        """
        The deal: south's hand, north's hand, and the stock from its top.

        >>> import bitgames as bg
        >>> pos = bg.Honeymoon(7).play("1C")
        >>> bg.Honeymoon(deal=pos.deal_text) == bg.Honeymoon(7)
        True
        """
    @property
    def dealer(self, /) -> int:
        """
        The seat that dealt.
        """
    @property
    def declarer(self, /) -> int | None:
        """
        The seat that made the last bid; None before the first bid.
        """
    def ending(self, /) -> Ending:
        """
        The open ending of the play: its leader is the hand that leads the trick, or has led it.

        ``bitgames.solve`` and databases of endings tell what it is worth, in tricks of its leader.
        The suits are in the order spades, hearts, diamonds, clubs.

        Raises UnsupportedError outside the play.

        >>> import bitgames as bg
        >>> pos = bg.Honeymoon(deal="AKQJT98765432... .AKQJT98765432..").play("7S").play("pass")
        >>> bg.solve(pos.ending()).value, pos.turn
        (0, 1)
        >>> bg.Honeymoon(7).ending()
        Traceback (most recent call last):
            ...
        bitgames.UnsupportedError: an ending is not defined for honeymoon: the play has not begun
        """
    @property
    def face_up(self, /) -> Move | None:
        """
        The face-up card of the stock; None if there is none.
        """
    def hand(self, /, player: SupportsIndex) -> str:
        """
        The hand of a player: the ranks of spades, hearts, diamonds and clubs.
        """
    @property
    def honours(self, /) -> int:
        """
        Points for honours in the hands at the start of the play: 100 or 150 for south, -100 or -150
        for north, else 0; 0 before the play. They count in a rubber.

        >>> import bitgames as bg
        >>> pos = bg.Honeymoon(deal="AKQ2.QJ2.AK3.T94 JT3.AK43.QJ2.A82")
        >>> pos.play("1S").play("pass").honours, pos.play("1H").play("pass").honours
        (0, 0)
        >>> pos = bg.Honeymoon(deal="AKQT.QJ2.AK3.T94 J32.AK43.QJ2.A82")
        >>> pos.play("1S").play("pass").honours
        100
        """
    @property
    def is_open(self, /) -> bool:
        """
        True if the cards played and seen let both players know both hands.
        """
    def is_vulnerable(self, /, player: SupportsIndex) -> bool:
        """
        True if this player is vulnerable; in a rubber, if they have won a game.
        """
    def known_theirs(self, /, player: SupportsIndex) -> CellSet:
        """
        The cards that a player knows to be in the other hand.

        >>> import bitgames as bg
        >>> pos = bg.Honeymoon(7)
        >>> len(pos.known_theirs(0)), len(pos.unseen(0))
        (0, 39)
        """
    @property
    def last_bid(self, /) -> str | None:
        """
        The last bid, with ``x`` if it is doubled and ``xx`` if redoubled; None before the first
        bid.

        >>> import bitgames as bg
        >>> bg.Honeymoon(7).play("1C").play("double").last_bid
        '1Cx'
        """
    @property
    def last_trick(self, /) -> list[tuple[int, Move]]:
        """
        The last complete trick since the auction: the cards in the order of play, each with its
        seat; None before the first.

        >>> import bitgames as bg
        >>> bg.Honeymoon(7, rules="bicycle").play("SK").play("S2").last_trick
        [(1, SK), (0, S2)]
        """
    @property
    def last_trick_winner(self, /) -> int | None:
        """
        The seat that won ``last_trick``; None before the first trick.

        >>> import bitgames as bg
        >>> bg.Honeymoon(7, rules="bicycle").play("SK").play("S2").last_trick_winner
        1
        """
    @property
    def led(self, /) -> Move | None:
        """
        The card led to the trick on the table; None between tricks.
        """
    def par(self, /) -> Par:
        """
        Par of two open hands: the result of the auction if both players call and play best.

        Raises UnsupportedError unless the hands are open and have 13 cards.

        >>> import bitgames as bg
        >>> par = bg.Honeymoon(deal="AKQJT98765432... .AKQJT98765432..").par()
        >>> par.score, par.contract, par.declarer
        (1510, '7S', 0)
        """
    @property
    def phase(self, /) -> str:
        """
        The phase of the game: ``auction``, ``draw`` (the exchange), ``play`` or ``over``.
        """
    def played(self, /, player: SupportsIndex) -> CellSet:
        """
        The cards that a player has played.
        """
    @property
    def rubber(self, /) -> Rubber | None:
        """
        The rubber of this deal, as far as the rules of the deal have it: without the points of
        earlier games. None unless the scoring is ``rubber``.

        >>> import bitgames as bg
        >>> bg.Honeymoon(7, scoring="rubber", vulnerable="north", part_scores="60/0").rubber
        <Rubber games 0/1, part scores 60/0, below 60/0, above 0/0>
        """
    @property
    def rules(self, /) -> str:
        """
        The rules: a preset with its changes.
        """
    @property
    def score_lines(self, /) -> list[tuple[str, int, int]]:
        """
        What the score of a finished deal is made of: for each part what it is for, the seat that
        gets the points, and their number. Empty before the end, and if both passed.

        The parts are ``tricks``, ``overtricks``, ``insult`` (a doubled contract made), ``slam``,
        ``part score``, ``game``, ``undertricks``, ``honours`` and ``rubber``; south's points less
        north's are south's score.

        >>> import bitgames as bg
        >>> pos = bg.Honeymoon(deal="AKQJT98765432... .AKQJT98765432..").play("6S").play("double")
        >>> pos = pos.play("pass")
        >>> while not pos.is_over:
        ...     pos = pos.play(pos.legal_moves[0])
        >>> pos.score_lines, pos.outcome.scores
        ([('tricks', 0, 360), ('overtricks', 0, 100), ('insult', 0, 50), ('slam', 0, 500), ('game', 0, 300)], (1310, -1310))
        """
    @property
    def stock_left(self, /) -> int:
        """
        Cards left in the stock.
        """
    def trick_table(self, /) -> dict[str, tuple[tuple[int, int], tuple[int, int]]]:
        """
        Double-dummy tricks of two open hands: for each strain the tricks of south as declarer
        (south leads, north leads), then of north likewise.

        Raises UnsupportedError unless the hands are open and have 13 cards.

        >>> import bitgames as bg
        >>> pos = bg.Honeymoon(deal="AKQJT98765432... .AKQJT98765432..")
        >>> pos.trick_table()["S"], pos.trick_table()["NT"]
        (((13, 13), (0, 0)), ((13, 0), (0, 13)))
        """
    @property
    def tricks(self, /) -> tuple[int, int]:
        """
        Tricks won in the play, south's and north's.
        """
    @property
    def trump(self, /) -> str | None:
        """
        The trump suit, ``S``, ``H``, ``D`` or ``C``; None at no trump and before the contract.
        """
    def unseen(self, /, player: SupportsIndex) -> CellSet:
        """
        The cards whose place a player does not know: each may be in the other hand or in the stock.
        """

@final
class HoneymoonView(View):
    """
    All that a seat may know of a position of honeymoon bridge: its own cards, the cards it has
    seen, the calls and the tricks.

    >>> import bitgames as bg
    >>> view = bg.View(bg.Honeymoon(7).play("1C"), 1)
    >>> view.hand, view.calls, len(view.unseen)
    ('KQJ76.974.62.J83', [(0, 1C)], 39)
    """
    @property
    def calls(self, /) -> list[tuple[int, Move]]:
        """
        The auction so far: the calls in their order, each with its seat.
        """
    @property
    def cards(self, /) -> CellSet:
        """
        The hand of the seat as a set of cards.
        """
    @property
    def contract(self, /) -> str | None:
        """
        The contract; None during the auction, and if both players passed.
        """
    @property
    def dealer(self, /) -> int:
        """
        The seat that dealt.
        """
    @property
    def declarer(self, /) -> int | None:
        """
        The seat that made the last bid; None before the first bid.
        """
    @property
    def face_up(self, /) -> Move | None:
        """
        The face-up card of the stock; None if there is none.
        """
    @property
    def hand(self, /) -> str:
        """
        The hand of the seat: the ranks of spades, hearts, diamonds and clubs.
        """
    @property
    def is_open(self, /) -> bool:
        """
        True if the cards played and seen let both players know both hands.
        """
    def is_vulnerable(self, /, player: SupportsIndex) -> bool:
        """
        True if a player is vulnerable.
        """
    @property
    def known_theirs(self, /) -> CellSet:
        """
        The cards that the seat knows to be in the other hand.
        """
    @property
    def last_bid(self, /) -> str | None:
        """
        The last bid, with ``x`` if it is doubled and ``xx`` if redoubled; None before the first
        bid.
        """
    @property
    def last_trick(self, /) -> list[tuple[int, Move]]:
        """
        The last complete trick since the auction: the cards in the order of play, each with its
        seat; None before the first.
        """
    @property
    def last_trick_winner(self, /) -> int | None:
        """
        The seat that won ``last_trick``; None before the first trick.
        """
    @property
    def led(self, /) -> Move | None:
        """
        The card led to the trick on the table; None between tricks.
        """
    @property
    def moves(self, /) -> list[Move]:
        """
        The moves of the deal so far, of both seats.
        """
    @property
    def phase(self, /) -> str:
        """
        The phase of the game: ``auction``, ``draw`` (the exchange), ``play`` or ``over``.
        """
    def played(self, /, player: SupportsIndex) -> CellSet:
        """
        The cards that a player has played.
        """
    @property
    def rules(self, /) -> str:
        """
        The rules: a preset with its changes.
        """
    @property
    def stock_left(self, /) -> int:
        """
        Cards left in the stock.
        """
    @property
    def tricks(self, /) -> tuple[int, int]:
        """
        Tricks won in the play, south's and north's.
        """
    @property
    def trump(self, /) -> str | None:
        """
        The trump suit, ``S``, ``H``, ``D`` or ``C``; None at no trump and before the contract.
        """
    @property
    def unseen(self, /) -> CellSet:
        """
        The cards whose place the seat does not know: each may be in the other hand or in the stock.
        """

@final
class Judgement:
    """
    The result of a game of tic-tac-toe that is written as digits.

    ``str(judgement)`` is one line: ``o won.``, ``x won.``, ``Draw game.``, ``Foul : o won.`` or
    ``Foul : x won.``.
    """
    def __eq__(self, value: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __reduce__(self, /) -> tuple[Any, ...]: ...
    def __repr__(self, /) -> str: ...
    def __str__(self, /) -> str: ...
    @staticmethod
    def _of(code: str) -> Judgement: ...
    @property
    def foul(self, /) -> bool:
        """
        True if a move on an occupied cell decided the game.
        """
    @property
    def ply(self, /) -> int:
        """
        Number of moves to the decision, the deciding move included.
        """
    @property
    def result(self, /) -> str:
        """
        The result as one line, equal to ``str``.
        """
    @property
    def winner(self, /) -> int | None:
        """
        The winner's seat, 0 for o and 1 for x; None for a draw.
        """

@final
class Mcts:
    """
    A Monte Carlo tree search of an unfinished position, which may be given as text, and of those that
    follow it.

    Each simulation descends by upper confidence bounds, adds the children of a leaf at its second visit,
    and estimates the value of one of them.

    - ``c``: the weight of exploration, from 0 on; None for 0.8 with random moves and 0.5 with
      evaluations.
    - ``rollout``: how a leaf is estimated: ``"random"`` plays random moves to the end of the game,
      ``"evaluate"`` asks the game's own evaluation. None takes the one that plays better in the
      game: the evaluation in Othello and k in a row, random moves elsewhere.
    - ``proof``: prove values. Moves whose value is known, or that are proven to be no better than
      others, get no more visits, and a proven position ends the search.
    - ``exact=E``: solve leaves with at most ``E`` empty squares exactly; in a game with hidden cards
      leaves in which all cards are known. Each such leaf costs a solve: small numbers are fast.
    - ``memory``: memory of the tree in MiB (1 to 65536; a node has 32 bytes). Once it is full, the
      tree grows no more and the search goes on.
    - ``seed``: as in ``bitgames.seeding``. The same seed gives the same tree, with any ``threads``.
    - ``threads``: play out the leaves of a batch together; see ``leaves`` of ``run``.
    - ``see_all``: search the position as it is. Without, a search of a position that hides something
      draws a new world for each simulation that looks the same to the player to move; its result
      depends on what they have seen alone. This is no equilibrium: an opponent who knows the
      search can exploit it, at times more so after a longer search.

    - ``policy``: ``"uct"`` searches as above. ``"gumbel"`` and ``"puct"`` search with a network, which
      ``evaluate(planes, mask)`` asks: it gets arrays as ``MctsPool.select`` returns them and returns
      logits and values as ``MctsPool.update`` takes them. ``noise`` is noise at the root, as there, with
      default 0; ``exact``, ``rollout`` and ``threads`` are for ``"uct"``.

    Raises ParameterError for values out of range, UnsupportedError for a finished game and for
    ``rollout="evaluate"`` in a game without an evaluation.

    Threads may share it: a call waits until the one before it has ended, and Ctrl-C ends the wait.

    Sources: Kocsis and Szepesvári 2006 (UCT); Winands, Björnsson and Saito 2008, Cazenave and Saffidine
    2010 (proven bounds); Cowling, Powley and Whitehouse 2012 (hidden games).

    >>> import bitgames as bg
    >>> search = bg.Mcts("tictactoe oo./xx./...", seed=1)
    >>> found = search.run(simulations=1000)
    >>> found.best_move, found.value, found.proven
    (c1, 1.0, True)
    """
    def __new__(cls, /, position: Position | str, *, policy: str = 'uct', c: SupportsFloat | SupportsIndex | None = None, evaluate: Callable[[NDArray[Any], NDArray[Any]], tuple[object, object]] | None = None, exact: SupportsIndex = 0, noise: SupportsFloat | SupportsIndex | None = None, memory: SupportsIndex = 64, seed: SupportsIndex | SeedSequence | Generator | None = None, threads: SupportsIndex | None = None, see_all: bool = False, proof: bool = True, rollout: str | None = None) -> Mcts: ...
    def __repr__(self, /) -> str: ...
    def advance(self, /, move: Move | SupportsIndex | str) -> bool:
        """
        Plays a move at the root. The subtree of the move is kept; True if it has any simulations. Where
        something is hidden nothing is kept, because the next player has seen other things.

        Raises IllegalMoveError; the search is then as before.

        >>> import bitgames as bg
        >>> search = bg.Mcts(bg.Othello(), seed=1)
        >>> before = search.run(simulations=1000)
        >>> search.advance(before.best_move), search.position.ply
        (True, 1)
        >>> after = search.run(simulations=1000)
        >>> int(after.visits.sum()) - 999 == int(before.visits.max())
        True
        """
    @property
    def memory(self, /) -> int:
        """
        Size of the tree's memory in MiB.
        """
    @property
    def position(self, /) -> Position:
        """
        The position at the root.
        """
    def run(self, /, simulations: SupportsIndex | None = None, seconds: SupportsFloat | SupportsIndex | None = None, leaves: SupportsIndex = 1, progress: Callable[[int, int], object] | None = None, *, stop: Callable[[], object] | None = None, partial: bool = False) -> MctsResult:
        """
        Simulates until ``simulations`` are done, ``seconds`` are over, ``stop()`` is true or the value is
        proven, and returns what the tree knows then; one second without any of them. The tree stays for
        the next call.

        With ``leaves`` above 1 (at most 4096) that many simulations descend before the first of them is
        played out; until then each counts as a visit of mean value, so that they spread. The
        result depends on ``leaves``: more of them serve more threads, and find a little less. With a
        network they are the rows that it sees at a time, at most 1024. Gumbel plans its simulations:
        ``simulations`` must be given, and each run begins anew.

        ``stop()`` is called every 50 ms. With ``partial=True`` Ctrl-C ends the search too, instead of
        raising KeyboardInterrupt. ``progress(done, total)`` is called every 50 ms: ``done`` counts
        simulations, ``total`` is their limit or 0 without a limit.

        >>> import bitgames as bg
        >>> search = bg.Mcts(bg.Othello(4), seed=1)
        >>> found = search.run(simulations=10_000)
        >>> found.value, found.proven, found.simulations < 10_000
        (-1.0, True, True)
        """
    @property
    def threads(self, /) -> int:
        """
        Threads that play out the leaves of a batch.
        """

@final
class MctsPool:
    """
    Many searches that share a network: they stop where they need it, hand out positions as arrays, and
    go on with its answers. The network is called in between, by you, so any framework will do.

    ``positions`` are unfinished positions of one game, one for each search. A search evaluates its root
    and then makes ``simulations`` simulations; ``policy`` says how they choose moves:

    - ``"gumbel"`` (Danihelka and others, "Policy improvement by planning with Gumbel", 2022) improves
      the network's policy with few simulations. The root tries ``considered`` moves. ``noise`` (default
      1) scales the random part of the choice; 0 is for play without chance.
    - ``"puct"`` (AlphaZero, 2018), with the settings of KataGo's self-play. ``c`` (default 1.25) is the
      weight of moves that were seldom tried, ``noise`` (default 0.25) the share of Dirichlet noise in the
      policy of the root, ``temperature`` (default 1.1) flattens that policy. ``play`` keeps the subtree.

    ``noise`` may also be a float32 array of shape ``(len(positions), num_moves)``: the noise itself, with
    ``"puct"`` from 0 to 1, with ``"gumbel"`` from -1e6 to 1e6.
    With ``cheap``, only the share ``full`` of the searches, drawn at random, has all simulations; the
    others have ``cheap`` ones and no Dirichlet noise, and a network does not learn from their policies
    (``full_searches`` tells which). ``proof`` ends a search whose root is proven and skips moves that
    are proven worse than others. ``symmetry="random"`` shows each position to the network under a random
    symmetry of the board. ``threads`` change no result. ``leaves`` positions of one tree
    may wait at a time. ``memory`` is the size of all trees in MiB: a full tree stops growing, and the
    search goes on. With ``pad`` the arrays always have ``len(positions) * leaves`` rows, as compilers of
    networks like it. ``seed`` is as in
    ``bitgames.seeding``; equal seeds give equal searches.

    A position that hides something from the player to move is searched in worlds that look the same to
    them, a new one for each simulation: result and planes follow from ``seed`` and their view alone.
    Nothing is proven there, and ``play`` keeps nothing. ``see_all`` searches the position as it is.

    A pickle has positions and settings, but no trees: the searches begin again, with the same random
    numbers.

    Threads may share a pool; it does one call at a time. Raises ParameterError for a setting out of
    its range, and for a finished position or one of another game, with its row.

    >>> import bitgames as bg, numpy as np
    >>> pool = bg.MctsPool([bg.Othello()] * 4, simulations=16, seed=1)
    >>> while not pool.done:
    ...     planes, mask = pool.select()
    ...     logits = np.zeros(mask.shape, np.float32)  # here your network looks at the planes
    ...     pool.update(logits, np.zeros(len(mask), np.float32))
    >>> moves, policy, value, visits = pool.result()
    >>> policy.shape, visits.sum(axis=1).tolist()
    ((4, 65), [16, 16, 16, 16])
    >>> pool.play(moves)
    >>> pool.positions[0].ply
    1
    """
    def __len__(self, /) -> int: ...
    def __new__(cls, /, positions: Sequence[Position], *, simulations: SupportsIndex = 32, policy: str = 'gumbel', considered: SupportsIndex = 16, c: SupportsFloat | SupportsIndex | None = None, noise: Any | None = None, temperature: SupportsFloat | SupportsIndex | None = None, cheap: SupportsIndex | None = None, full: SupportsFloat | SupportsIndex = 0.25, proof: bool = True, symmetry: str | None = None, leaves: SupportsIndex = 1, memory: SupportsIndex = 256, seed: SupportsIndex | SeedSequence | Generator | None = None, threads: SupportsIndex | None = None, see_all: bool = False, pad: bool = False) -> MctsPool: ...
    def __reduce__(self, /) -> tuple[Any, ...]:
        """
        Positions and settings, without the trees: the searches begin again, with the same random
        numbers.
        """
    def __repr__(self, /) -> str: ...
    @staticmethod
    def _reopen(positions: Sequence[Position], settings: dict[str, Any], begun: NDArray[uint32]) -> MctsPool:
        """
        A pool with the settings of a pickled one, whose searches begin again.
        """
    @property
    def done(self, /) -> bool:
        """
        True once all searches have ended. Asking for it searches on, as far as that goes without the
        network.
        """
    @property
    def full_searches(self, /) -> NDArray[bool_]:
        """
        For each position, whether its search has all simulations: a bool array. A network learns from
        the policies of those alone.
        """
    @property
    def game(self, /) -> str:
        """
        The spec of the game.
        """
    def legal_mask(self, /) -> NDArray[bool_]:
        """
        The legal moves of the roots, all of them where the game is over: bool of shape
        ``(len(pool), num_moves)``.
        """
    @property
    def nodes(self, /) -> int:
        """
        Number of nodes of all trees; a node takes 32 bytes.
        """
    @property
    def over(self, /) -> NDArray[bool_]:
        """
        For each position, whether its game is over: a bool array.
        """
    def planes(self, /) -> NDArray[uint8]:
        """
        The planes of the roots as their players to move see them: uint8 of shape
        ``(len(pool), planes, height, width)``.
        """
    def play(self, /, moves: ArrayLike) -> None:
        """
        Plays a move in each position, integers or an array of them, and begins the next searches. Those of
        finished games are ignored.

        Raises ParameterError for another number of moves, IllegalMoveError with the row for a move that
        is not legal there, UnsupportedError while positions wait for the network. Nothing has changed
        then.
        """
    @property
    def positions(self, /) -> list[Position]:
        """
        The positions at the roots.
        """
    def reset(self, /, rows: ArrayLike, positions: Position | Sequence[Position]) -> None:
        """
        Begins new searches at other positions of the same game, as where a game is over. ``rows`` is a
        row, an array of their numbers, or one of ``len(pool)`` bools; ``positions`` is a position for all
        of them, or one for each.

        Raises ParameterError for a row that there is not or that is named twice, a finished position or one
        of another game, UnsupportedError while positions wait for the network. Nothing has changed then.
        """
    def result(self, /) -> tuple[NDArray[int64], NDArray[float32], NDArray[float32], NDArray[uint32]]:
        """
        What the searches have found, as new arrays: the chosen moves (int64, -1 where the game is over);
        the policy that a network learns (float32 of shape ``(len(positions), num_moves)``); the value
        for the player to move (float32, 0 where the game is over); the visits (uint32, like the policy).

        The policy is the improved one with ``"gumbel"``, and the shares of the visits with ``"puct"``; a
        move that is proven worse than another has none of it. Raises UnsupportedError before the
        network has seen the roots.
        """
    def run(self, /, evaluate: Callable[[NDArray[Any], NDArray[Any]], tuple[object, object]], *, progress: Callable[[int, int], object] | None = None) -> None:
        """
        Searches until all searches have ended. ``evaluate`` says what the network makes of positions: a
        ``Network``, which works in Rust on the threads of the pool, or a function of the planes and the
        mask that ``select`` returns, to what ``update`` takes. ``progress(done, total)`` is called with
        simulations now and then. If it is stopped, another call goes on.

        Raises UnsupportedError for a network of another game, ParameterError for a function that returns
        something else.

        >>> import bitgames as bg
        >>> pool = bg.MctsPool([bg.ConnectFour()] * 4, seed=1)
        >>> pool.run(bg.Network.open("connect4"))
        >>> pool.result()[0].tolist()
        [3, 3, 3, 3]
        """
    def select(self, /, out: Any | None = None) -> tuple[NDArray[uint8], NDArray[bool_]]:
        """
        Searches until each search needs the network or has ended. Returns the positions that it shall
        look at: planes, a uint8 array of shape ``(k, planes, height, width)``, as the player to move in
        each sees them, and mask, a bool array of shape ``(k, num_moves)`` of the legal moves.

        Positions whose value is known never leave the search. The arrays are the pool's own: the next
        ``select`` leaves them alone, the one after it writes them again. ``out`` takes a tuple of two
        arrays of your own, of shapes ``(rows, ...)`` with ``rows = len(positions) * leaves``; the result
        is their first ``k`` rows. Without an ``update`` in between, the same positions come again.

        Raises ParameterError for arrays of another shape or type, read-only or overlapping ones.
        """
    @property
    def turn(self, /) -> NDArray[int8]:
        """
        The seat to move at each root: int8 of shape ``(len(pool),)``.
        """
    def update(self, /, logits: ArrayLike, values: ArrayLike) -> None:
        """
        Takes what the network says of the positions of the last ``select``: logits, a float32 array of
        shape ``(k, num_moves)``, and values, a float32 array of shape ``(k,)``, from -1 to 1 for the
        player to move, or ``(k, seats)``, for each seat. What it says of illegal moves and of rows of
        padding is ignored.

        Raises ParameterError for another shape or type, and for logits of legal moves that are not
        finite or values out of range, with their row; UnsupportedError without a ``select`` before it.
        The searches have not changed then.
        """

@final
class MctsResult:
    """
    What a tree search has found. Values are from -1 to 1, for the side to move: the expected
    difference of wins and losses. Arrays have one entry for each move index of the game, 0 for moves
    that are not legal. Results compare by everything but the time.

    >>> import bitgames as bg
    >>> found = bg.Mcts(bg.TicTacToe(), seed=1).run(simulations=100)
    >>> int(found.visits.sum()), found.visits.shape, found.proven
    (99, (9,), False)
    """
    def __eq__(self, value: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __new__(cls, /, best_move: Move | None, value: SupportsFloat | SupportsIndex, bounds: tuple[SupportsIndex, SupportsIndex], pv: Sequence[Move], visits: NDArray[uint32], q: NDArray[float32], prior: NDArray[float32], policy: NDArray[float32], simulations: SupportsIndex, nodes: SupportsIndex, seconds: SupportsFloat | SupportsIndex) -> MctsResult: ...
    def __reduce__(self, /) -> tuple[Any, ...]: ...
    def __repr__(self, /) -> str: ...
    @property
    def best_move(self, /) -> Move | None:
        """
        The best move: one that is proven to win, else the most visited one that is not proven to be
        worse than another.
        """
    @property
    def bounds(self, /) -> tuple[int, int]:
        """
        Proven lower and upper bound of the value, each -1, 0 or 1; equal once it is proven.
        """
    @property
    def nodes(self, /) -> int:
        """
        Nodes in the tree, 32 bytes each.
        """
    @property
    def policy(self, /) -> NDArray[float32]:
        """
        Probability of each move after the search: float32. Under ``uct`` it is the share of visits, or
        all on the best move once the value is proven.
        """
    @property
    def prior(self, /) -> NDArray[float32]:
        """
        Probability of each move before the search: float32, equal for all legal moves under ``uct``.
        """
    @property
    def proven(self, /) -> bool:
        """
        True if the value is proven.
        """
    @property
    def pv(self, /) -> list[Move]:
        """
        Principal variation: the best move, the best answer to it, as far as the tree goes.
        """
    @property
    def q(self, /) -> NDArray[float32]:
        """
        Value of each move for the side that makes it, 0 without visits: float32.
        """
    @property
    def seconds(self, /) -> float:
        """
        Time used.
        """
    @property
    def simulations(self, /) -> int:
        """
        Simulations of this run.
        """
    @property
    def value(self, /) -> float:
        """
        The value of the position, an estimate unless ``proven``.
        """
    @property
    def visits(self, /) -> NDArray[uint32]:
        """
        Simulations through each move, those kept from earlier searches included: uint32.
        """

@final
class Mosaic(PyramidPosition):
    """
    A position of Mosaic on a pyramid of 2 to 7 layers.

    ``Mosaic(size=7)`` is the start. A move places a piece on an empty square of the ground or on four
    pieces. An empty square above three or four pieces of one player gets one more piece of that
    player at once, after a move of either player. The first player to place all pieces wins.

    >>> import bitgames as bg
    >>> pos = bg.Mosaic(3).play("1a1").play("1c1")
    >>> pos.to_string(), pos.pieces_left
    ('mosaic:3 ./..../1.2.*.... 1', (6, 6))
    >>> print(pos.occupied)
    # . #   . .   .
    . # .   . .
    . . .
    """
    def __new__(cls, /, size: SupportsIndex = 7) -> Mosaic:
        """
        The start of the game on a pyramid of this many layers.
        """

@final
class Move:
    """
    A move: a stable index with its notation.

    ``int(move)`` is the index, ``str(move)`` the notation. Moves compare and hash by index, so a
    move equals that integer (but no bool). ``Position.legal_moves`` and ``Position.parse_move``
    return moves; ``Move(game, index)`` makes the move with this index of the game with this spec.

    Raises ParameterError for an index outside of the game, UnknownGameError for an unknown game.

    >>> import bitgames as bg
    >>> move = bg.TicTacToe().parse_move("b2")
    >>> int(move), str(move), move == 4
    (4, 'b2', True)
    """
    def __eq__(self, other: object, /) -> bool: ...
    def __ge__(self, other: object, /) -> bool: ...
    def __gt__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...
    def __index__(self, /) -> int: ...
    def __int__(self, /) -> int: ...
    def __le__(self, other: object, /) -> bool: ...
    def __lt__(self, other: object, /) -> bool: ...
    def __new__(cls, /, game: str, index: SupportsIndex) -> Move:
        """
        The move `index` of the game `game`, a spec.
        """
    def __reduce__(self, /) -> tuple[Any, ...]: ...
    def __repr__(self, /) -> str: ...
    def __str__(self, /) -> str: ...

@final
class Moves(Sequence[Move]):
    """
    The legal moves of a position in index order: an immutable sequence of ``Move``.

    ``Position.legal_moves`` returns it. Like a list it has a length, indices, slices (which are
    lists) and iteration, and it equals a list of the same moves. ``in``, ``index`` and ``count``
    take a move as ``Position.play`` does: a Move, an index or text.

    >>> import bitgames as bg
    >>> moves = bg.Othello().legal_moves
    >>> moves, len(moves), moves[-1]
    ([d3, c4, f5, e6], 4, e6)
    >>> "d3" in moves, 19 in moves, "a1" in moves, moves.index("F5")
    (True, True, False, 2)
    """
    def __contains__(self, move: Any, /) -> bool: ...
    def __eq__(self, other: object, /) -> Any: ...
    @overload
    def __getitem__(self, key: SupportsIndex, /) -> Move: ...
    @overload
    def __getitem__(self, key: slice, /) -> list[Move]: ...
    def __iter__(self, /) -> Iterator[Move]: ...
    def __len__(self, /) -> int: ...
    def __reduce__(self, /) -> tuple[Any, ...]: ...
    def __repr__(self, /) -> str: ...
    def __reversed__(self, /) -> Iterator[Move]: ...
    def count(self, /, move: "object") -> int:
        """
        The number of times that a move is in the sequence: 1 if it is legal, else 0.
        """
    def index(self, /, move: Move | SupportsIndex | str, start: SupportsIndex = 0, stop: SupportsIndex | None = None) -> int:
        """
        The place of a move in the sequence, from 0; only places from ``start`` up to ``stop`` count.

        Raises IllegalMoveError (a ValueError, as ``list.index`` raises) for a move that is not
        legal here, ParseError for text that names no move, and TypeError for an object that is not
        a Move, an index or text.
        """

@final
class Network:
    """
    A trained network, evaluated in Rust on one thread: what ``net:FILE`` and ``mcts:net=FILE`` play by.

    ``game`` is what it plays, a spec or a position. ``layers`` is a sequence of these, from the planes
    to the outputs:

    - a pair of arrays of finite numbers, weights and biases, as PyTorch has them: of shapes
      ``(outputs, inputs, 3, 3)`` and ``(outputs,)`` for a 3 by 3 convolution with a border of zeros, or
      ``(outputs, inputs)`` and ``(outputs,)`` for a linear layer, before which a board is flattened
      channel by channel;
    - ``"threats 4"``, only at the front and for planes of two sides: adds a plane for each side, the
      empty cells with which it would have 4, or another number, in a row; ``"mobility"`` likewise those
      from which it would enclose a row of the other, its moves in Othello;
    - ``"relu"``;
    - ``"keep"``, and later ``"add"``, which adds what was kept: a residual block.

    The last layer has ``num_moves + 1`` outputs: the logits of all moves, and a number whose tanh is the
    value for the player to move. Batch normalization belongs into the weights of its convolution.

    It is called with planes, as ``MctsPool`` hands them out, so it is an ``evaluate`` of ``Mcts``, too.
    Equal planes give equal numbers on every machine.

    Raises ParameterError for layers that do not fit together or have other weights.

    >>> import bitgames as bg, numpy as np
    >>> weights = np.zeros((10, 18), np.float32), np.zeros(10, np.float32)
    >>> network = bg.Network("tictactoe", [weights])
    >>> network
    <Network tictactoe layers=1 weights=190>
    >>> logits, values = network(bg.TicTacToe().planes()[None])
    >>> logits.shape, values.tolist()
    ((1, 9), [0.0])
    >>> search = bg.Mcts(bg.TicTacToe(), policy="gumbel", evaluate=network)
    >>> int(search.run(simulations=50).visits.sum())
    50
    """
    def __call__(self, /, planes: ArrayLike, mask: ArrayLike | None = None) -> tuple[NDArray[float32], NDArray[float32]]:
        """
        The logits of all moves, float32 of shape ``(k, num_moves)``, and the values for the player to
        move, float32 of shape ``(k,)`` and from -1 to 1, of ``k`` positions. ``planes`` is a uint8 array
        of shape ``(k, planes, height, width)``, as players to move see positions. ``mask`` is ignored.

        Raises ParameterError for an array of another shape or type, and UnsupportedError for an output
        that is not finite.
        """
    def __new__(cls, /, game: Position | str, layers: Sequence[str | tuple[ArrayLike, ArrayLike]]) -> Network: ...
    def __repr__(self, /) -> str: ...
    @property
    def game(self, /) -> str:
        """
        The spec of the game that it plays.
        """
    @property
    def num_weights(self, /) -> int:
        """
        Number of weights, biases included.
        """
    @staticmethod
    def open(path: str | PathLike[str]) -> Network:
        """
        The network of a file, or a network of the package, by its name, one of ``shipped``.

        Raises DamagedFileError for a file that is damaged or something else, ParameterError for a name
        without an ending that is neither, and OSError.

        >>> import bitgames as bg
        >>> bg.Network.open("connect4").game
        'connect4'
        """
    def save(self, /, path: str | PathLike[str], *, bits: SupportsIndex = 16) -> None:
        """
        Writes the network to a file, complete or not at all. ``bits`` is the precision of a weight:

        - 32: single precision, exact, four bytes;
        - 16 (default): half precision, 11 binary digits, two bytes;
        - 2 to 8: a whole number of ``bits`` bits, times a scale of its output, in fewer bits where some
          numbers are rarer than others (an arithmetic code).

        With less than 32 the network of the file is a little different.

        Raises ParameterError for other ``bits`` and for a weight beyond half precision, 65504, and
        OSError.

        >>> import bitgames as bg, numpy as np, pathlib, tempfile
        >>> weights = np.ones((10, 18), np.float32), np.zeros(10, np.float32)
        >>> file = pathlib.Path(tempfile.mkdtemp(), "ones.net")
        >>> bg.Network("tictactoe", [weights]).save(file)
        >>> bg.Network.open(file).game
        'tictactoe'
        >>> bg.players.get(f"net:{file}").choose(bg.TicTacToe())
        a1
        """
    @property
    def seal(self, /) -> str:
        """
        A checksum of the whole network, 16 hexadecimal digits: another one means other weights.

        >>> import bitgames as bg, numpy as np
        >>> layers = [(np.zeros((10, 18), np.float32), np.zeros(10, np.float32))]
        >>> bg.Network("tictactoe", layers).seal == bg.Network("tictactoe", layers).seal
        True
        """
    @staticmethod
    def shipped() -> list[str]:
        """
        The names of the networks of the package, as ``net:NAME`` and ``open`` take them: the specs of their
        games with ``-`` in place of ``:`` and ``,``.

        >>> import bitgames as bg
        >>> bg.Network.shipped()
        ['connect4', 'mnk-5-5-4', 'mosaic-5', 'othello', 'othello-6']
        >>> bg.Network.open("othello-6").game
        'othello:6'
        """

@final
class Othello(Position):
    """
    A position of Othello on 8 x 8 cells, or on 6 x 6, 4 x 4, 8 x 4 or 6 x 4.

    ``Othello(size=8, height=None)`` is the start on ``size`` columns and ``height`` rows, by default
    as many; 4 rows also have 6 or 8 columns. Cells are numbered row by row from ``a1``, top left;
    black moves first. If a side cannot place a disc and the other side can, its only legal move is
    ``pass``.

    >>> import bitgames as bg
    >>> pos = bg.Othello()
    >>> pos.legal_moves
    [d3, c4, f5, e6]
    >>> pos.play("f5").play("d6").counts
    (3, 3)
    """
    def __new__(cls, /, size: SupportsIndex = 8, height: SupportsIndex | None = None) -> Othello:
        """
        The start of the game on a board of this size.
        """
    @property
    def counts(self, /) -> tuple[int, int]:
        """
        Discs on the board, black's and white's.
        """
    @property
    def empties(self, /) -> int:
        """
        Number of cells without a disc.
        """
    @staticmethod
    def from_obf(line: str) -> "Othello":
        """
        The position of a board in the OBF format: 64 characters ``X`` (black), ``O`` (white) and
        ``-`` from a1, a space, and the side to move. Shorter lines give smaller boards.

        Raises ParseError for text that is not such a line.

        >>> import bitgames as bg
        >>> bg.Othello.from_obf("-----OX--XO----- X") == bg.Othello(4)
        True
        """
    @property
    def height(self, /) -> int:
        """
        Rows of the board.
        """
    @property
    def must_pass(self, /) -> bool:
        """
        True when passing is the only legal move.
        """
    @property
    def size(self, /) -> int | None:
        """
        Number of cells along a side; ``None`` if columns and rows differ.
        """
    def to_obf(self, /) -> str:
        """
        The board in the OBF format.

        >>> import bitgames as bg
        >>> bg.Othello(4).to_obf()
        '-----OX--XO----- X'
        """
    @property
    def width(self, /) -> int:
        """
        Columns of the board.
        """

@final
class Outcome:
    """
    How a game ended: the winners, a score for each seat, the reason. Immutable: it compares, hashes
    and pickles by value.

    >>> import bitgames as bg
    >>> outcome = bg.TicTacToe.from_string("tictactoe ooo/xx./...").outcome
    >>> outcome.winner, outcome.scores, outcome.reason
    (0, (1, -1), '3 in a row')
    """
    def __eq__(self, value: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __new__(cls, /, winners: Sequence[SupportsIndex], scores: Sequence[SupportsIndex], reason: str) -> Outcome:
        """
        An outcome with these winners, scores and reason.
        """
    def __reduce__(self, /) -> tuple[Any, ...]: ...
    def __repr__(self, /) -> str: ...
    @property
    def is_draw(self, /) -> bool:
        """
        True for a draw.
        """
    @property
    def reason(self, /) -> str:
        """
        Why the game ended, in a few words.
        """
    @property
    def scores(self, /) -> tuple[int, ...]:
        """
        The score of each seat in the game's own unit: -1, 0 or 1, or a difference of discs or of
        tricks.
        """
    @property
    def winner(self, /) -> int | None:
        """
        The first seat that won; None for a draw.
        """
    @property
    def winners(self, /) -> tuple[int, ...]:
        """
        The seats that won; none for a draw.
        """

@final
class Par:
    """
    The par result of two open hands. Immutable: it compares, hashes and pickles by value.
    """
    def __eq__(self, value: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __new__(cls, /, score: SupportsIndex, contract: str | None, declarer: SupportsIndex | None, calls: Sequence[Move]) -> Par:
        """
        A par with this score, contract, declarer and calls.
        """
    def __reduce__(self, /) -> tuple[Any, ...]: ...
    def __repr__(self, /) -> str: ...
    @property
    def calls(self, /) -> list[Move]:
        """
        The calls that lead to the contract, the dealer's first.
        """
    @property
    def contract(self, /) -> str | None:
        """
        The par contract; None if both players pass.
        """
    @property
    def declarer(self, /) -> int | None:
        """
        The declarer's seat; None if both players pass.
        """
    @property
    def score(self, /) -> int:
        """
        South's score.
        """

@disjoint_base
class Position:
    """
    A position of a game: an immutable, hashable, picklable value that knows its rules.

    Every game has a subclass; ``bitgames.position`` makes one from a spec or from a line of text.

    >>> import bitgames as bg
    >>> pos = bg.position("tictactoe")
    >>> pos.legal_moves
    [a1, b1, c1, a2, b2, c2, a3, b3, c3]
    >>> after = pos.play("b2")
    >>> after.to_string(), pos.ply, after.turn
    ('tictactoe .../.o./...', 0, 1)
    """
    def __copy__(self, /) -> Position: ...
    def __deepcopy__(self, /, memo: Any) -> Position: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...
    def __reduce__(self, /) -> tuple[Any, ...]: ...
    def __repr__(self, /) -> str: ...
    def __str__(self, /) -> str: ...
    def _repr_svg_(self, /) -> str: ...
    def canonical(self, /) -> Self:
        """
        The representative of the positions that symmetries make equal: the same for all of them.
        """
    def cell_of(self, /, move: Move | SupportsIndex | str) -> int | None:
        """
        The cell on which a move places or moves a piece, numbered as in the sets of cells; None for a
        pass.

        >>> import bitgames as bg
        >>> bg.Othello().cell_of("d3"), bg.Othello().cell_of("pass")
        (19, None)
        """
    def deal(self, /, seed: SupportsIndex | SeedSequence | Generator | None = None) -> Self:
        """
        The start of this game under the same rules; a game of chance is dealt by ``seed``.

        ``seed`` is as in ``bitgames.seeding``; None gives a new deal at each call.

        >>> import bitgames as bg
        >>> bg.TicTacToe().play("b2").deal(7) == bg.TicTacToe()
        True
        """
    def determinize(self, /, player: SupportsIndex, seed: SupportsIndex | SeedSequence | Generator | None = None) -> Self:
        """
        A random position that ``player`` cannot tell from this one; the position itself in a game
        without hidden information.

        ``seed`` is as in ``bitgames.seeding``; None draws a new one at each call.

        >>> import bitgames as bg
        >>> pos = bg.Honeymoon(7)
        >>> world = pos.determinize(0, 1)
        >>> world.view(0) == pos.view(0), world == pos
        (True, False)
        """
    @property
    def empty(self, /) -> CellSet:
        """
        The cells without a piece.
        """
    @property
    def facts(self, /) -> Facts:
        """
        The facts of the game: players, sizes, ranges.
        """
    @classmethod
    def from_string(cls, /, text: str) -> Self:
        """
        The position from a line that ``to_string`` wrote.

        Raises ParseError for text that is not such a line or is of another game,
        InvalidPositionError for a position that no game can reach.
        """
    @property
    def game(self, /) -> str:
        """
        The game and its parameters, as a spec: ``tictactoe``, ``mnk:6,5,4``.
        """
    @property
    def highlights(self, /) -> CellSet:
        """
        The cells that decided the game, which pictures mark; empty while it is not over.
        """
    def is_legal(self, /, move: Move | SupportsIndex | str) -> bool:
        """
        True if this move may be played here; False for text or an index that names no move.

        Raises TypeError for an object that is not a Move, an index or text.
        """
    @property
    def is_over(self, /) -> bool:
        """
        True once the game has ended.
        """
    @property
    def key(self, /) -> int:
        """
        Transposition key of 64 bits: equal for equal positions, stable across releases.
        """
    def legal_mask(self, /) -> NDArray[bool_]:
        """
        The legal moves as a new array of shape ``(num_moves,)`` and dtype bool, indexed by move.

        >>> import bitgames as bg
        >>> bg.Othello().legal_mask().nonzero()[0].tolist()
        [19, 26, 37, 44]
        """
    @property
    def legal_moves(self, /) -> Moves:
        """
        The legal moves in index order: a sequence whose ``in`` also takes text; empty once the game
        is over.

        >>> import bitgames as bg
        >>> "b2" in bg.TicTacToe().legal_moves
        True
        """
    @property
    def num_moves(self, /) -> int:
        """
        Number of move indices of the game.
        """
    @property
    def num_symmetries(self, /) -> int:
        """
        Number of symmetries of the board, the identity included.
        """
    @property
    def occupied(self, /) -> CellSet:
        """
        The cells with a piece.
        """
    @property
    def outcome(self, /) -> Outcome | None:
        """
        The outcome of the game; None while it is not over.
        """
    def parse_move(self, /, text: str) -> Move:
        """
        The move with this notation on this board, legal here or not.

        Raises ParseError for text that is not a move of the board.

        >>> import bitgames as bg
        >>> int(bg.Othello().parse_move("D3"))
        19
        """
    def pieces(self, /, player: SupportsIndex) -> CellSet:
        """
        The cells with a piece of a player, 0 for the first player.

        Raises ParameterError for a seat that the game does not have.
        """
    @property
    def plane_names(self, /) -> list[str]:
        """
        What each of the planes shows, in their order: as many texts as there are planes.

        >>> import bitgames as bg
        >>> bg.Othello().plane_names
        ['own pieces', 'pieces of the other player']
        """
    def planes(self, /, player: SupportsIndex | None = None) -> NDArray[uint8]:
        """
        The position as planes for learning: a uint8 array of shape ``(planes, height, width)`` with
        values 0 and 1. It shows what ``player`` (default: the player to move) may know, their own
        pieces first.

        >>> import bitgames as bg
        >>> pos = bg.TicTacToe().play("b2")
        >>> int(pos.planes(0)[0].sum()), int(pos.planes()[0].sum())
        (1, 0)
        """
    def play(self, /, move: Move | SupportsIndex | str) -> Self:
        """
        The position after a move: a Move, an index, or text. This position does not change.

        Raises IllegalMoveError for a move that is not legal here, ParseError for text that is not a
        move.

        >>> import bitgames as bg
        >>> bg.TicTacToe().play("b2").play("b2")
        Traceback (most recent call last):
        ...
        bitgames.IllegalMoveError: illegal move b2 in 'tictactoe .../.o./...': legal moves are a1 b1 c1 a2 c2 a3 b3 c3
        """
    @property
    def ply(self, /) -> int:
        """
        Moves since the start, as far as the position shows them: Othello counts discs and so no
        passes; Mosaic also counts the pieces that a chain places.
        """
    @property
    def returns(self, /) -> tuple[float, ...]:
        """
        One float per player: 1.0 for a win, -1.0 for a loss, 0.0 for a draw or an unfinished game.
        """
    def scene(self, /, viewer: SupportsIndex | str | None = None, *, last_move: Move | SupportsIndex | str | None = None, previous: Position | None = None) -> Scene:
        """
        The scene of the position, from which pictures are drawn: JSON data, a dictionary of at most
        4 KB.

        ``viewer`` is a seat, by its number or name: the scene holds only what this seat may know.
        ``public`` is a viewer without a seat, ``all`` shows everything. By default the viewer is the player to move while cards are hidden,
        and sees everything once the game is over.
        ``last_move`` is the move that led here, ``previous`` the position before it. With both, the
        scene also has the other cells that the move changed.

        Raises ParameterError for a seat that the game does not have or for ``previous`` without
        ``last_move``, ParseError or IllegalMoveError for a last move that cannot lead here.

        >>> import bitgames as bg
        >>> scene = bg.TicTacToe().play("b2").scene(last_move="b2")
        >>> scene["version"], scene["kind"], scene["owners"], scene["last"]
        (1, 'grid', '....0....', {'index': 4, 'text': 'b2', 'cell': 4})
        """
    def symmetries(self, /) -> list[Self]:
        """
        The position after each symmetry of the board, the identity first.
        """
    def symmetry_indices(self, /) -> tuple[NDArray[int64], NDArray[int64]]:
        """
        The symmetries of the board as indices that turn arrays, such as those a network learns from: of
        planes that are flat, int64 of shape ``(num_symmetries, planes * height * width)``, and of moves,
        int64 of shape ``(num_symmetries, num_moves)``. All positions of a board have the same.

        >>> import bitgames as bg
        >>> position = bg.Othello().play("f5")
        >>> planes, moves = position.symmetry_indices()
        >>> turned = position.transform(3)
        >>> bool((turned.planes().ravel() == position.planes().ravel()[planes[3]]).all())
        True
        >>> bool((turned.legal_mask() == position.legal_mask()[moves[3]]).all())
        True
        """
    def to_string(self, /) -> str:
        """
        The position as one line, which ``from_string`` and ``bitgames.position`` read back.
        """
    def to_svg(self, /, *, viewer: SupportsIndex | str | None = None, last_move: Move | SupportsIndex | str | None = None, previous: Position | None = None, legal: bool = False, view: str | None = None, size: SupportsIndex | None = None, flip: bool = False, theme: str | Theme | None = None, values: Mapping[Move | SupportsIndex | str, float | str] | None = None, marks: Iterable[Move | SupportsIndex | str] | None = None, arrows: Iterable[tuple[Move | SupportsIndex | str, Move | SupportsIndex | str]] | None = None) -> str:
        """
        The position as an SVG document.

        ``viewer``, ``last_move`` and ``previous`` are as in ``scene``, the other options as in
        ``bitgames.render.to_svg``.

        >>> import bitgames as bg
        >>> svg = bg.Othello().to_svg(values={"d3": 6}, arrows=[("f5", "d6")], theme="dark")
        >>> svg.count("data-cell"), "+6" in svg
        (64, True)
        """
    def to_text(self, /, *, viewer: SupportsIndex | str | None = None, last_move: Move | SupportsIndex | str | None = None, previous: Position | None = None, legal: bool = False, numbers: bool = False, cell_width: SupportsIndex = 1, color: bool = False, flip: bool = False, values: Mapping[Move | SupportsIndex | str, float | str] | None = None) -> str:
        """
        The position drawn as text: a grid with coordinates, or a table of cards, and a caption.

        ``viewer``, ``last_move`` and ``previous`` are as in ``scene``, the other options as in
        ``bitgames.render.to_text``.

        >>> import bitgames as bg
        >>> print(bg.TicTacToe().play("b2").to_text(last_move="b2", values={"a1": 1}))
            a  b  c
        1  +1  .  .
        2   . [o] .
        3   .  .  .
        x to move
        """
    def transform(self, /, symmetry: SupportsIndex) -> Self:
        """
        The position after a symmetry of the board, 0 to ``num_symmetries - 1``; 0 is the identity.

        Raises ParameterError for another number.
        """
    def transform_move(self, /, move: Move | SupportsIndex | str, symmetry: SupportsIndex) -> Move:
        """
        The move after a symmetry of the board.
        """
    @property
    def turn(self, /) -> int:
        """
        The seat to move, 0 for the first player. After the end of the game it is the seat that
        would move next.
        """
    def view(self, /, player: SupportsIndex) -> str:
        """
        The position as a player knows it, in one line; the whole position in a game without hidden
        information.
        """

class PyramidPosition(Position):
    """
    A position on a pyramid: the base class of Mosaic and Mosaic Quo.

    Cells are numbered from the top layer down, row by row in each layer, as in :class:`PyramidSet`.
    Moves are named by layer (1 is the ground), column and row: ``1d4`` is the centre of the ground
    of size 7, ``7a1`` its top.
    """
    @property
    def empty(self, /) -> PyramidSet:
        """
        The cells without a piece.
        """
    @property
    def first(self, /) -> PyramidSet:
        """
        The cells of the first player's pieces.
        """
    @property
    def legal(self, /) -> PyramidSet:
        """
        The cells that may be played; empty once the game is over.
        """
    @property
    def neutral(self, /) -> PyramidSet:
        """
        The cell of the neutral piece, as a set; empty for an even size.
        """
    @property
    def occupied(self, /) -> PyramidSet:
        """
        The cells with a piece, the neutral piece included.
        """
    def pieces(self, /, player: SupportsIndex) -> PyramidSet:
        """
        The cells with a piece of a player, 0 for the first player; the neutral piece belongs to no
        player.
        """
    @property
    def pieces_left(self, /) -> tuple[int, ...]:
        """
        Number of pieces that each player still has to place.
        """
    @property
    def second(self, /) -> PyramidSet:
        """
        The cells of the second player's pieces.
        """
    @property
    def size(self, /) -> int:
        """
        Number of layers, and width of the ground layer.
        """
    @property
    def supported(self, /) -> PyramidSet:
        """
        The cells on the ground or on four pieces, with a piece or without.
        """
    def waves(self, /, move: Move | SupportsIndex | str) -> list[tuple[int, PyramidSet]]:
        """
        The cells that the chain of a move would fill: pairs of a player and their cells, in order.

        A wave serves the players in the order of their seats, so a new wave begins where the seat number does not increase. The list ends where a player has to choose. Raises IllegalMoveError for a move that is not legal here.

        >>> import bitgames as bg
        >>> pos = bg.position("mosaic:3 ./..../11..*.... 1")
        >>> [(player, list(cells)) for player, cells in pos.waves("1a2")]
        [(0, [1])]
        """

@final
class PyramidSet(CellSet):
    """
    An immutable set of cells of a pyramid of 1 to 7 square layers; each layer is one cell narrower
    than the layer below.

    ``PyramidSet(size, bits=0)`` makes one; ``int(cells)`` gives the bits. Cell 0 is the top cell;
    the wider layers follow down to the ground, each row by row from its top left. It has all
    methods of ``CellSet``, and prints its layers side by side, the ground first.

    The ``promote`` methods look at the four cells below each cell. This example shows the cells
    that rest on at least three cells of a set, layer by layer:

    >>> import bitgames as bg
    >>> cells = bg.mosaic.PyramidSet(4).set(14, 15, 19, 20, 23)
    >>> print(cells)
    # # . .   . . .   . .   .
    . # # .   . . .   . .
    . # . .   . . .
    . . . .
    >>> print(cells.promote_majority())
    . . . .   # # .   . .   .
    . . . .   . # .   . .
    . . . .   . . .
    . . . .

    Each of three cells of the second layer rests on three cells of the set. The cell at the left of
    the middle row rests on two only.
    """
    def __new__(cls, /, size: SupportsIndex, bits: SupportsIndex = 0) -> PyramidSet:
        """
        The set of the cells whose bits are one in ``bits``.
        """
    def clear(self, /, *cells: "SupportsIndex") -> "PyramidSet":
        """
        The set with these cells taken away.

        Raises ParameterError for a number that is not a cell.
        """
    @staticmethod
    def empty(size: SupportsIndex) -> PyramidSet:
        """
        The empty set of a pyramid of this size.
        """
    @staticmethod
    def filled(size: SupportsIndex) -> PyramidSet:
        """
        Every cell of a pyramid of this size.
        """
    def flip_anti_diagonal(self, /) -> PyramidSet:
        """
        Mirrors every layer at the diagonal from bottom left to top right: (y, x) goes to (last - x,
        last - y).
        """
    def flip_vertical(self, /) -> PyramidSet:
        """
        Mirrors every layer top to bottom: (y, x) goes to (last - y, x).
        """
    @staticmethod
    def from_binary(size: SupportsIndex, text: str) -> PyramidSet:
        """
        The set from one digit 0 or 1 per cell, the last cell of the ground first and the top last:
        the binary form of ``int(cells)`` with all leading zeros.

        Raises ParseError for another length or another character.

        >>> import bitgames as bg
        >>> list(bg.mosaic.PyramidSet.from_binary(2, "10001"))
        [0, 4]
        """
    @staticmethod
    def ground(size: SupportsIndex) -> PyramidSet:
        """
        The ground, the widest layer, of a pyramid of this size.
        """
    def layer(self, /, number: SupportsIndex) -> CellSet:
        """
        One layer as a flat set; layer 1 is the ground, layer ``size`` the top.

        >>> import bitgames as bg
        >>> print(bg.mosaic.PyramidSet.neutral(3).layer(1))
        . . .
        . # .
        . . .
        """
    def layers(self, /) -> list[CellSet]:
        """
        All layers as flat sets, the ground first.
        """
    def mirror_horizontal(self, /) -> PyramidSet:
        """
        Mirrors every layer left to right: row y, column x goes to (y, last - x).
        """
    @staticmethod
    def neutral(size: SupportsIndex) -> PyramidSet:
        """
        The centre of the ground; empty for an even size.
        """
    @property
    def num_cells(self, /) -> int:
        """
        Number of cells of the pyramid.
        """
    def promote_four(self, /) -> PyramidSet:
        """
        The cells that rest on four cells of the set: the supported cells, if the set holds the
        occupied cells.

        >>> import bitgames as bg
        >>> print(bg.mosaic.PyramidSet(3).set(5, 6, 8, 9).promote_four())
        . . .   # .   .
        . . .   . .
        . . .
        """
    def promote_half_or_more(self, /) -> PyramidSet:
        """
        The cells that rest on at least two cells of the set.
        """
    def promote_majority(self, /) -> PyramidSet:
        """
        The cells that rest on at least three cells of the set.
        """
    def promote_one(self, /) -> PyramidSet:
        """
        The cells that rest on exactly one cell of the set.
        """
    def promote_three(self, /) -> PyramidSet:
        """
        The cells that rest on exactly three cells of the set.
        """
    def promote_two(self, /) -> PyramidSet:
        """
        The cells that rest on exactly two cells of the set.
        """
    def promote_zero(self, /) -> PyramidSet:
        """
        The cells that rest on no cell of the set.
        """
    def rotate180(self, /) -> PyramidSet:
        """
        Rotates by 180 degrees: (y, x) goes to (last - y, last - x).
        """
    def rotate270(self, /) -> PyramidSet:
        """
        Rotates by 90 degrees counterclockwise: (y, x) goes to (last - x, y).
        """
    def rotate90(self, /) -> PyramidSet:
        """
        Rotates by 90 degrees clockwise: (y, x) goes to (x, last - y).
        """
    def set(self, /, *cells: "SupportsIndex") -> "PyramidSet":
        """
        The set with these cells added.

        Raises ParameterError for a number that is not a cell.

        >>> import bitgames as bg
        >>> bg.mosaic.PyramidSet(2).set(0, 4)
        PyramidSet(2, 0b10001)
        """
    @property
    def size(self, /) -> int:
        """
        Number of layers, and width of the ground layer.
        """
    def to_binary(self, /) -> str:
        """
        The set as digits 0 and 1, which ``from_binary`` reads back.

        >>> import bitgames as bg
        >>> bg.mosaic.PyramidSet(2, 0b10001).to_binary()
        '10001'
        """
    def transpose(self, /) -> PyramidSet:
        """
        Transposes every layer, rows to columns: (y, x) goes to (x, y).
        """

@final
class Quo(PyramidPosition):
    """
    A position of Mosaic Quo, for four players in two teams, on a pyramid of 3 to 7 layers.

    ``Quo(size=7, last_piece="owner")`` is the start. The first and the third player are partners,
    and so are the second and the fourth. An empty square above two pieces of one player gets one more
    piece of that player. If a chain offers a player more cells than they have pieces left, that
    player chooses the cells, even during the turn of another player: ``choosing`` is their seat,
    and each move is one of the cells ``offered``. With ``last_piece="lowest"`` the last pieces go
    on the cells with the lowest numbers.

    >>> import bitgames as bg
    >>> pos = bg.Quo(4)
    >>> pos.pieces_left, pos.facts.teams, pos.choosing
    ((8, 8, 8, 8), (0, 1, 0, 1), None)
    >>> bg.Quo(4, last_piece="lowest").game
    'quo:4,lowest'
    """
    def __new__(cls, /, size: SupportsIndex = 7, last_piece: str = 'owner') -> Quo:
        """
        The start of the game on a pyramid of this many layers.
        """
    @property
    def choosing(self, /) -> int | None:
        """
        The seat that chooses the cells of its last pieces; None if there is no choice.

        >>> import bitgames as bg
        >>> line = "quo:5 ./..../3..?..?../33..33..23..4331/21242333.421*2.4231141341 3@3"
        >>> pos = bg.position(line)
        >>> pos.choosing, pos.turn, pos.pieces_left
        (2, 2, (7, 7, 1, 8))
        >>> pos.legal_moves == list(pos.offered)
        True
        """
    @property
    def fourth(self, /) -> PyramidSet:
        """
        The cells of the fourth player's pieces.
        """
    @property
    def last_piece(self, /) -> str:
        """
        The rule for last pieces: ``owner`` (they choose) or ``lowest``.
        """
    @property
    def mover(self, /) -> int:
        """
        The player whose turn it is, also while another player chooses.
        """
    @property
    def offered(self, /) -> PyramidSet:
        """
        The cells to choose from; empty if there is no choice.
        """
    @property
    def third(self, /) -> PyramidSet:
        """
        The cells of the third player's pieces.
        """

@final
class Rubber:
    """
    The state of a rubber. Immutable: adding a deal makes a new rubber.

    Pairs are south's and north's. ``games`` counts games won, ``part_scores`` are the points below
    the line in the current game, ``below`` and ``above`` all points below and above the line
    (``below`` None: equal to ``part_scores``). A side that wins two games ends the rubber.

    Raises ParameterError for numbers that are impossible in a rubber.

    >>> import bitgames as bg
    >>> rubber = bg.honeymoon.Rubber().score("2H", 0, 9)
    >>> rubber.part_scores, rubber.above
    ((60, 0), (30, 0))
    >>> rubber = rubber.score("2H", 0, 8, honours=100)
    >>> rubber
    <Rubber games 1/0, part scores 0/0, below 120/0, above 130/0>
    >>> rubber.rules("bicycle")
    'bicycle,scoring=rubber,vulnerable=south'
    """
    def __eq__(self, value: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __new__(cls, /, games: Sequence[SupportsIndex] = (0, 0), part_scores: Sequence[SupportsIndex] = (0, 0), below: Sequence[SupportsIndex] | None = None, above: Sequence[SupportsIndex] = (0, 0)) -> Rubber: ...
    def __reduce__(self, /) -> tuple[Any, ...]: ...
    def __repr__(self, /) -> str: ...
    @property
    def above(self, /) -> tuple[int, int]:
        """
        All points above the line.
        """
    def after(self, /, deal: Honeymoon) -> Rubber:
        """
        The rubber after a finished deal, which started from the state of this rubber. A deal in
        which both players passed changes nothing.

        Raises ParameterError for a deal that is not finished, or started from another state.
        """
    @property
    def below(self, /) -> tuple[int, int]:
        """
        All points below the line.
        """
    @property
    def games(self, /) -> tuple[int, int]:
        """
        Games won.
        """
    @property
    def is_finished(self, /) -> bool:
        """
        True once a side has won two games.
        """
    def is_vulnerable(self, /, player: SupportsIndex) -> bool:
        """
        True if this side has won a game.
        """
    @property
    def part_scores(self, /) -> tuple[int, int]:
        """
        Points below the line in the current game.
        """
    def rules(self, /, rules: str | None = None) -> str:
        """
        The rules of the next deal: ``rules`` with the scoring and the state of this rubber.

        Raises ParameterError for a finished rubber and for unknown rules.

        >>> import bitgames as bg
        >>> rubber = bg.honeymoon.Rubber(games=(1, 0), part_scores=(0, 60))
        >>> start = bg.Honeymoon(7, rules=rubber.rules())
        >>> start.rubber == rubber
        True
        """
    def score(self, /, contract: str, declarer: SupportsIndex, tricks: SupportsIndex, *, honours: SupportsIndex = 0) -> Rubber:
        """
        The rubber after a deal: ``contract`` is text such as ``4S`` or ``1NTx``, ``declarer`` a
        seat, ``tricks`` the declarer's tricks. ``honours`` are points for honours: 100 or 150 for
        south, -100 or -150 for north.

        Raises ParseError for text that is not a contract; ParameterError for more than 13 tricks, for honours that the strain does not have, and for a finished rubber.

        >>> import bitgames as bg
        >>> bg.honeymoon.Rubber(games=(1, 0)).score("3NT", 0, 9).above
        (700, 0)
        """
    @property
    def settled(self, /) -> tuple[int, int]:
        """
        All points if the rubber ends now. In an unfinished rubber a side that alone has won a game
        gets 300 points more, and a side that alone has a part score gets 100.

        >>> import bitgames as bg
        >>> bg.honeymoon.Rubber(games=(1, 1), part_scores=(0, 40)).settled
        (0, 140)
        """
    @property
    def totals(self, /) -> tuple[int, int]:
        """
        All points so far.
        """
    @property
    def winner(self, /) -> int | None:
        """
        The seat with the larger total of a finished rubber; None for an unfinished rubber or equal
        totals.
        """

@final
class RunLock:
    """
    The use of a file or folder by one run, until ``close`` or the end of the process.

    Every other run, also one of this process, gets ``BlockingIOError`` with the number of the process
    that has it. The file need not exist; another file beside it, ``.NAME.lock``, is locked. Raises
    ``OSError`` if the system cannot make that.

    >>> import bitgames as bg
    >>> lock = bg._core.RunLock("results.jsonl")
    >>> bg._core.RunLock("results.jsonl")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    BlockingIOError: [Errno ...] another process (PID ...) uses this file: wait for it, or choose another: 'results.jsonl'
    >>> lock.close()
    """
    def __new__(cls, /, path: str | PathLike[str]) -> RunLock: ...
    def close(self, /) -> None:
        """
        Let other runs use the file; a second call does nothing.
        """

@final
class SearchLine:
    """
    A legal move with its own value, in ``SearchResult.lines`` and ``Solution.lines``. Immutable: it
    compares, hashes and pickles by value.

    >>> import bitgames as bg
    >>> found = bg.search(bg.position("tictactoe oo./xx./..."), lines=2)
    >>> [(line.move, line.value, line.exact) for line in found.lines]
    [(c1, 1.0, True), (c2, 0.0, True)]
    """
    def __eq__(self, value: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __new__(cls, /, move: Move, value: SupportsFloat | SupportsIndex, exact: bool, depth: SupportsIndex | None, pv: Sequence[Move], certainty: SupportsIndex = 100) -> SearchLine: ...
    def __reduce__(self, /) -> tuple[Any, ...]: ...
    def __repr__(self, /) -> str: ...
    @property
    def certainty(self, /) -> int:
        """
        Certainty of the search in percent: how likely each of its selective cuts is right; 100 if it
        makes none, and for proven values.
        """
    @property
    def depth(self, /) -> int | None:
        """
        Plies searched in full; None after a solve, which reaches the end of the game.
        """
    @property
    def exact(self, /) -> bool:
        """
        True when the value is proven.
        """
    @property
    def move(self, /) -> Move:
        """
        The move.
        """
    @property
    def pv(self, /) -> list[Move]:
        """
        Principal variation: best play from both sides as far as it was searched; it begins with the
        move.
        """
    @property
    def value(self, /) -> float:
        """
        Its value for the player who makes it, in points of the game's score; an estimate unless
        ``exact``. In an ending: the leader's tricks.
        """

@final
class SearchResult:
    """
    The result of a search. Results compare by everything but the time.

    >>> import bitgames as bg
    >>> found = bg.search(bg.TicTacToe(), depth=9)
    >>> found.value, found.exact
    (0.0, True)
    """
    def __eq__(self, value: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __new__(cls, /, value: SupportsFloat | SupportsIndex, best_move: Move | None, pv: Sequence[Move], depth: SupportsIndex, nodes: SupportsIndex, seconds: SupportsFloat | SupportsIndex, exact: bool, lines: Sequence[SearchLine] = (), certainty: SupportsIndex = 100) -> SearchResult: ...
    def __reduce__(self, /) -> tuple[Any, ...]: ...
    def __repr__(self, /) -> str: ...
    def _repr_html_(self, /) -> str: ...
    @property
    def best_move(self, /) -> Move | None:
        """
        The best move found; None after the end of the game.
        """
    @property
    def certainty(self, /) -> int:
        """
        Certainty of the search in percent: how likely each of its selective cuts is right; 100 if it
        makes none, and for a proven value.
        """
    @property
    def depth(self, /) -> int:
        """
        Plies searched in full.
        """
    @property
    def exact(self, /) -> bool:
        """
        True when the value is proven.
        """
    @property
    def lines(self, /) -> tuple[SearchLine, ...]:
        """
        The best moves with their own values as ``SearchLine`` objects, the best first: one, or with
        ``lines`` and ``all_moves`` as many as asked for. Empty until depth 1 is finished.
        """
    @property
    def nodes(self, /) -> int:
        """
        Positions visited.
        """
    @property
    def pv(self, /) -> list[Move]:
        """
        Principal variation: best play from both sides as far as the search saw it, the best move
        first.
        """
    @property
    def seconds(self, /) -> float:
        """
        Time used.
        """
    @property
    def value(self, /) -> float:
        """
        Value for the side to move, in points of the game's score; an estimate unless ``exact``.
        """

@final
class Searcher:
    """
    Searches positions of one game and keeps its transposition table, so that a search can use the
    results of earlier searches.

    ``game`` is a spec or a position, ``table_mib`` the size of the table in MiB (1 to 65536). ``threads``
    are as in ``bg.search``.

    Threads may share it: a search waits until the one before it has ended, and its seconds count
    from then on. While it waits, Ctrl-C and ``stop`` work. A pickle holds the arguments, not the table.

    >>> import bitgames as bg
    >>> searcher = bg.Searcher("othello", table_mib=1)
    >>> pos = bg.Othello().play("f5")
    >>> first = searcher.search(pos, depth=6)
    >>> again = searcher.search(pos, depth=6)
    >>> again.value == first.value, again.nodes < first.nodes
    (True, True)
    """
    def __new__(cls, /, game: Position | str, table_mib: SupportsIndex = 64, threads: SupportsIndex | None = None) -> Searcher: ...
    def __reduce__(self, /) -> tuple[Any, ...]: ...
    def __repr__(self, /) -> str: ...
    def clear(self, /) -> None:
        """
        Empties the table.
        """
    def deepen(self, /, position: Position, *, lines: SupportsIndex | None = None, all_moves: bool = False, depth: SupportsIndex | None = None, nodes: SupportsIndex | None = None, seconds: SupportsFloat | SupportsIndex | None = None, level: SupportsIndex | None = None, see_all: bool = False, stop: Callable[[], object] | None = None, progress: Callable[[int, int], object] | None = None, partial: bool = False) -> Deepening:
        """
        Iterates over the results of depth 1, 2, 3 ...; each ``next`` searches one depth. The
        iteration ends when the value is proven or a limit is reached; the last result is the best.
        The limits hold for the whole iteration; seconds count only during searches. Without limits
        it continues to the end of the game.

        >>> import bitgames as bg
        >>> searcher = bg.Searcher("tictactoe", table_mib=1)
        >>> [result.depth for result in searcher.deepen(bg.TicTacToe(), depth=4)]
        [1, 2, 3, 4]
        """
    @property
    def game(self, /) -> str:
        """
        The spec of its game.
        """
    def search(self, /, position: Position, *, lines: SupportsIndex | None = None, all_moves: bool = False, depth: SupportsIndex | None = None, nodes: SupportsIndex | None = None, seconds: SupportsFloat | SupportsIndex | None = None, level: SupportsIndex | None = None, see_all: bool = False, stop: Callable[[], object] | None = None, on_depth: Callable[[SearchResult], object] | None = None, progress: Callable[[int, int], object] | None = None, partial: bool = False) -> SearchResult:
        """
        Searches for the best move within limits, as ``bg.search`` does. Raises UnsupportedError for
        a position of another game, and for a call from within its own ``on_depth``.
        """
    @property
    def table_mib(self, /) -> int:
        """
        Size of its table in MiB.
        """
    @property
    def threads(self, /) -> int:
        """
        Threads that it uses.
        """

@final
class Solution:
    """
    A solved position. Solutions compare by everything but the time.

    >>> import bitgames as bg
    >>> solution = bg.solve(bg.mnk(4, 3, 3), all_moves=True)
    >>> solution.value, len(solution.values)
    (1, 12)
    """
    def __eq__(self, value: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __new__(cls, /, bounds: tuple[SupportsIndex, SupportsIndex], best_move: Move | None, pv: Sequence[Move], values: "dict[Move, int]", nodes: SupportsIndex, seconds: SupportsFloat | SupportsIndex, lines: Sequence[SearchLine] = ()) -> Solution: ...
    def __reduce__(self, /) -> tuple[Any, ...]: ...
    def __repr__(self, /) -> str: ...
    def _repr_html_(self, /) -> str: ...
    @property
    def best_move(self, /) -> Move | None:
        """
        A best move; None after the end of the game. If the value is not proven, the best move so
        far, or None.
        """
    @property
    def bounds(self, /) -> tuple[int, int]:
        """
        Proven lower and upper bound of the value; both are equal once it is proven.
        """
    @property
    def lines(self, /) -> tuple[SearchLine, ...]:
        """
        The moves of ``values`` as ``SearchLine`` objects, the best first, each with best play to the
        end of the game. A limit or a stop may leave out some.
        """
    @property
    def nodes(self, /) -> int:
        """
        Positions visited.
        """
    @property
    def proven(self, /) -> bool:
        """
        True if the value is proven; always true without ``partial=True``.
        """
    @property
    def pv(self, /) -> list[Move]:
        """
        Principal variation: best play from both sides, the best move first, to the end of the game.
        A limit or a stop may cut it short.
        """
    @property
    def seconds(self, /) -> float:
        """
        Time used.
        """
    @property
    def value(self, /) -> int:
        """
        Exact value for the side to move, in points of the game's score; 1, 0 or -1 with ``wld``.
        Raises LimitError unless ``proven``.
        """
    @property
    def values(self, /) -> dict[Move, int]:
        """
        With ``all_moves`` the exact value of every legal move, with ``lines`` of the best; if the value
        is not proven, of the moves solved so far.
        """

@final
class Solutions:
    """
    What ``bg.solve_many`` found: a row for each position.
    """
    def __len__(self, /) -> int: ...
    @property
    def best_moves(self, /) -> NDArray[int64]:
        """
        The indices of best moves, of the best so far where the value is not proven, -1 where there is
        none, as in a finished game: int64 of shape ``(n,)``.
        """
    @property
    def bounds(self, /) -> NDArray[int16]:
        """
        The proven bounds on the value for the side to move, equal once it is proven: int16 of shape
        ``(n, 2)``.
        """
    @property
    def nodes(self, /) -> NDArray[int64]:
        """
        The positions visited for each: int64 of shape ``(n,)``.
        """
    @property
    def proven(self, /) -> NDArray[bool_]:
        """
        Whether the value is proven: bool of shape ``(n,)``.
        """
    @property
    def values(self, /) -> NDArray[int16]:
        """
        The values for the side to move, in the unit of ``bg.solve``; the lower bound where a limit came
        before the proof: int16 of shape ``(n,)``.
        """

@final
class Solver:
    """
    Solves positions of one game and keeps its transposition table, so that a solve can use the
    results of earlier solves: of the positions of a game, from its end to its start.

    ``position`` belongs to the game. ``wld``, ``table_mib``, ``threads`` and ``book`` are as in
    ``bg.solve``.
    Raises UnsupportedError for a position that hides something from the player to move.

    Threads may share it, as they may share a ``Searcher``. A pickle holds the arguments, not the
    table.

    >>> import bitgames as bg
    >>> solver = bg.Solver(bg.TicTacToe(), table_mib=1)
    >>> first = solver.solve(bg.TicTacToe())
    >>> again = solver.solve(bg.TicTacToe())
    >>> again.value == first.value, again.nodes < first.nodes
    (True, True)
    """
    def __new__(cls, /, position: Position | str, table_mib: SupportsIndex = 64, threads: SupportsIndex | None = None, wld: bool = False, book: bool = True) -> Solver: ...
    def __reduce__(self, /) -> tuple[Any, ...]: ...
    def __repr__(self, /) -> str: ...
    def bound(self, /, position: Position, value: SupportsIndex, *, nodes: SupportsIndex | None = None, seconds: SupportsFloat | SupportsIndex | None = None, stop: Callable[[], object] | None = None, progress: Callable[[int, int], object] | None = None) -> Solution:
        """
        Proves that the value of a position is at least ``value``, or that it is less: a Solution whose
        ``bounds`` lie on one side of ``value``, without a move. This is less work than the value; a
        search that is split into parts asks such questions.

        ``nodes``, ``seconds``, ``stop`` and ``progress`` are as in ``solve``. Raises UnsupportedError for
        a solver with ``wld``, and for a position of another game.

        >>> import bitgames as bg
        >>> solver = bg.Solver(bg.TicTacToe())
        >>> solver.bound(bg.TicTacToe(), 1).bounds, solver.bound(bg.TicTacToe(), 0).bounds
        ((-1, 0), (0, 1))
        """
    @property
    def game(self, /) -> str:
        """
        The spec of its game.
        """
    def solve(self, /, position: Position, *, lines: SupportsIndex | None = None, all_moves: bool = False, nodes: SupportsIndex | None = None, seconds: SupportsFloat | SupportsIndex | None = None, stop: Callable[[], object] | None = None, progress: Callable[[int, int], object] | None = None, partial: bool = False) -> Solution:
        """
        Solves a position, as ``bg.solve`` does. Raises UnsupportedError for a position of another
        game.
        """
    @property
    def table_mib(self, /) -> int:
        """
        Size of its table in MiB.
        """
    @property
    def threads(self, /) -> int:
        """
        Threads that it uses.
        """
    @property
    def wld(self, /) -> bool:
        """
        True if it finds win, loss or draw only.
        """

@final
class TicTacToe(Position):
    """
    A position of tic-tac-toe, or of ``k`` in a row on a board of at most 121 cells.

    ``TicTacToe(size=3)`` is the start of the n x n game (sizes 1 to 8, ``size`` in a row);
    :func:`mnk` makes other boards. Cells are numbered row by row from ``a1``, top left; ``o`` moves
    first.

    >>> import bitgames as bg
    >>> pos = bg.TicTacToe().play("b2").play("a1")
    >>> pos
    TicTacToe.from_string('tictactoe x../.o./...')
    >>> print(pos.pieces(0))
    . . .
    . # .
    . . .
    """
    def __new__(cls, /, size: SupportsIndex = 3) -> TicTacToe:
        """
        The start of the n x n game.
        """
    @property
    def height(self, /) -> int:
        """
        Rows of the board.
        """
    @property
    def k(self, /) -> int:
        """
        Number of marks in a row that win.
        """
    @property
    def size(self, /) -> int | None:
        """
        Number of cells along a side of a square board; None if width and height differ.

        >>> import bitgames as bg
        >>> bg.TicTacToe(5).size, bg.mnk(6, 5, 4).size
        (5, None)
        """
    @property
    def width(self, /) -> int:
        """
        Columns of the board.
        """
    @property
    def winning_line(self, /) -> CellSet | None:
        """
        The cells of the finished line or lines; None if there are none.

        >>> import bitgames as bg
        >>> pos = bg.TicTacToe.from_string("tictactoe ooo/xx./...")
        >>> list(pos.winning_line)
        [0, 1, 2]
        """

@final
class Unit:
    """
    The unit of a game's values. Immutable: it compares and hashes by value.

    >>> import bitgames as bg
    >>> discs = bg.games.unit("othello")
    >>> discs.name, discs.plural, discs.amount(-2.54), discs.result("f5", 6)
    ('disc', 'discs', '2.5 discs', 'f5 wins by 6 discs')
    """
    def __eq__(self, value: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __repr__(self, /) -> str: ...
    def amount(self, /, value: SupportsFloat | SupportsIndex) -> str:
        """
        A number of units in words, never negative.
        """
    @property
    def blunder(self, /) -> float:
        """
        The loss from which a move is a blunder.
        """
    @property
    def even(self, /) -> float:
        """
        The estimate below which neither side leads.
        """
    def grade(self, /, loss: SupportsFloat | SupportsIndex, *, exact: bool, error: SupportsFloat | SupportsIndex | None = None) -> str | None:
        """
        The grade of a move by its loss: ``best``, ``good``, ``fair``, ``bad``, or None for the loss of
        estimates that differ by less than these are worth.
        """
    @property
    def is_result(self, /) -> bool:
        """
        True if a value is only a win (1), a draw (0) or a loss (-1).
        """
    @property
    def name(self, /) -> str:
        """
        One of it: ``disc``.
        """
    @property
    def noise(self, /) -> float:
        """
        The difference of estimates below which neither is better.
        """
    @staticmethod
    def of_results() -> Unit:
        """
        The unit of values that are results: wins, draws and losses, or what is expected of them.
        """
    @property
    def plural(self, /) -> str:
        """
        Several: ``discs``.
        """
    def proven(self, /, value: SupportsFloat | SupportsIndex) -> str:
        """
        A proven value as text: a result, or a number with its sign.
        """
    def result(self, /, move: str, value: SupportsFloat | SupportsIndex) -> str:
        """
        What a move with a proven value brings the player who makes it.
        """

@disjoint_base
class View:
    """
    All that a seat may know of a position; the position itself in a game without hidden
    information.

    ``View(position, player)`` is the view of the seat ``player``. It keeps only one world, which
    ``determinize`` draws with a fixed seed: the same world for all positions that the seat cannot
    tell apart. Views are equal if the seats know the same. A game with hidden information has a
    subclass with methods of its own.

    >>> import bitgames as bg
    >>> pos = bg.Honeymoon(7)
    >>> view = bg.View(pos, 0)
    >>> view.text == pos.view(0), view.player
    (True, 0)
    >>> view == bg.View(pos.determinize(0, seed=5), 0)
    True
    """
    def __eq__(self, value: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __new__(cls, /, position: Position, player: SupportsIndex) -> View: ...
    def __reduce__(self, /) -> tuple[Any, ...]: ...
    def __repr__(self, /) -> str: ...
    def __str__(self, /) -> str: ...
    def _repr_svg_(self, /) -> str: ...
    def determinize(self, /, seed: SupportsIndex | SeedSequence | Generator | None = None) -> Position:
        """
        A random world: a position that is consistent with all that the seat knows.

        ``seed`` is as in ``bitgames.seeding``; None draws a new one at each call.

        >>> import bitgames as bg
        >>> view = bg.View(bg.Honeymoon(7), 0)
        >>> world = view.determinize(seed=1)
        >>> bg.View(world, 0) == view
        True
        """
    @property
    def facts(self, /) -> Facts:
        """
        The facts of the game: players, sizes, ranges.
        """
    @property
    def game(self, /) -> str:
        """
        The game and its parameters, as a spec.
        """
    def is_legal(self, /, move: Move | SupportsIndex | str) -> bool:
        """
        True if the seat is to move and may play this move; False for text or an index that names no
        move.
        """
    @property
    def is_over(self, /) -> bool:
        """
        True once the game has ended.
        """
    def legal_mask(self, /) -> NDArray[bool_]:
        """
        The legal moves as a boolean array of shape ``(num_moves,)``.
        """
    @property
    def legal_moves(self, /) -> list[Move]:
        """
        The legal moves in index order; empty while another seat is to move, and once the game is
        over.
        """
    @property
    def num_moves(self, /) -> int:
        """
        Number of move indices of the game.
        """
    @property
    def outcome(self, /) -> Outcome | None:
        """
        The outcome of the game; None while it is not over.
        """
    def parse_move(self, /, text: str) -> Move:
        """
        The move with this notation on this board, legal here or not. Raises ParseError for other
        text.
        """
    @property
    def player(self, /) -> int:
        """
        The seat of this view, 0 for the first player.
        """
    @property
    def ply(self, /) -> int:
        """
        Moves since the start, as in ``Position.ply``.
        """
    def scene(self, /, *, last_move: Move | SupportsIndex | str | None = None) -> Scene:
        """
        The scene for this seat as JSON data; see ``Position.scene``.

        >>> import bitgames as bg
        >>> view = bg.View(bg.Honeymoon(7), 0)
        >>> view.scene() == bg.Honeymoon(7).scene(0)
        True
        """
    @property
    def text(self, /) -> str:
        """
        The view as one line, equal to ``Position.view``.
        """
    def to_svg(self, /, *, last_move: Move | SupportsIndex | str | None = None, legal: bool = False, view: str | None = None, size: SupportsIndex | None = None, flip: bool = False, theme: str | Theme | None = None, values: Mapping[Move | SupportsIndex | str, float | str] | None = None, marks: Iterable[Move | SupportsIndex | str] | None = None, arrows: Iterable[tuple[Move | SupportsIndex | str, Move | SupportsIndex | str]] | None = None) -> str:
        """
        The view drawn as SVG; the options are those of ``Position.to_svg``.
        """
    def to_text(self, /, *, last_move: Move | SupportsIndex | str | None = None, legal: bool = False, numbers: bool = False, cell_width: SupportsIndex = 1, color: bool = False, flip: bool = False, values: Mapping[Move | SupportsIndex | str, float | str] | None = None) -> str:
        """
        The view drawn as text; the options are those of ``Position.to_text``.
        """
    @property
    def turn(self, /) -> int:
        """
        The seat to move. After the end of the game it is the seat that would move next.
        """

def account(position: Position) -> list[str]:
    """
    How the score of a finished game comes about, in lines; none before its end.
    """

def agent_names(game: str | None = None) -> list[tuple[str, str]]:
    """
    The native players of a game, or of all games for None: pairs of a name and its rule in one
    line. General players come first.

    >>> import bitgames as bg
    >>> bg._core.agent_names("tictactoe")[0]
    ('random', 'any legal move, all with equal chances')
    """

def aim(position: Position) -> str:
    """
    The aim of a game in a few words.
    """

def announce(position: Position, move: Move | SupportsIndex | str, viewer: SupportsIndex | None) -> list[str]:
    """
    What a move brings besides what the board shows, in lines for a viewer: a seat, -1 for one who
    knows what all seats know, or None, who knows everything.
    """

def canonical_key(position: Position) -> int:
    """
    The key of a position up to symmetries: equal for all positions that a symmetry of the board takes
    to one another.
    """

def caption(position: Position) -> dict[str, Any]:
    """
    The caption of a position, as in its scene, by its code and values.

    >>> import bitgames as bg
    >>> bg._core.caption(bg.TicTacToe())
    {'code': 'turn', 'values': ['o']}
    """

def cells_under(size: SupportsIndex) -> list[list[int]]:
    """
    For each cell of a pyramid of ``size`` layers the four cells below it, row by row.
    """

def census(position: Position | str, depth: SupportsIndex, folder: str | PathLike[str], *, memory_mib: SupportsIndex = 1024, progress: Callable[[int, int], object] | None = None) -> list[int]:
    """
    The numbers of different positions 0 to ``depth`` plies after a position, a list of ``depth + 1``.

    Positions that are symmetric images of one another, or that the side to move sees alike, count as
    one. A position counts as its last move leaves it; a pass is no ply, and comes with the move after it.

    ``folder`` gets a file for each ply, 16 bytes for each position, and while a ply is counted as much
    again or a little more; the same call goes on with what is there, also after Ctrl-C. ``memory_mib``
    is the memory in which positions are sorted, 1 or more.
    ``progress(done, total)`` counts the positions of the ply before.

    Raises UnsupportedError for other games than Othello, DamagedFileError, also for files of another
    start, OSError and MemoryError.

    >>> from bitgames._core import census
    >>> census("othello", 6, "positions")
    [1, 1, 3, 14, 60, 322, 1773]
    """

def checksum(data: bytes) -> int:
    """
    The checksum of some bytes in the files of this library: 64-bit XXH3.

    >>> import bitgames as bg
    >>> f"{bg._core.checksum(b'o x'):016x}"
    '0b65e6219af8c7f4'
    """

def child_seed(root: SupportsIndex | SeedSequence | Generator, index: SupportsIndex) -> int:
    """
    The 64-bit seed of child ``index``, from 0 to ``2**64 - 1``, of a 128-bit root of random numbers.
    """

def claim(position: Position, tricks: SupportsIndex | None = None) -> list[Move] | None:
    """
    The moves that end the game after a claim of ``tricks`` of the tricks to come, None for all; None
    if the claim is refused. Raises ParameterError for more tricks than there are, UnsupportedError
    where nothing can be claimed.
    """

def cpu_levels() -> list[str]:
    """
    The names of the levels of processor features that this processor has, the one in use last: the
    best, or the one that the environment variable ``BITGAMES_CPU`` names.

    >>> from bitgames import _core
    >>> set(_core.cpu_levels()) <= {"portable", "avx2", "avx512"}
    True
    """

def divide(position: Position | str, depth: SupportsIndex, *, progress: Callable[[int, int], object] | None = None) -> dict[Move, int]:
    """
    ``perft`` below each legal move: a dict from move to leaves; empty at depth 0.

    >>> import bitgames as bg
    >>> sum(bg.divide(bg.TicTacToe(), 9).values())
    255168
    """

def draw_openings(position: Position, *, plies: SupportsIndex, pairs: SupportsIndex, root: SupportsIndex | SeedSequence | Generator, first: SupportsIndex = 0, balanced: bool = True, progress: Callable[[int, int], object] | None = None) -> list[list[Move]]:
    """
    The random openings of ``pairs`` pairs of games, the first of which has the number ``first``.

    Opening ``i`` is a pure function of ``position``, ``plies``, ``balanced`` and the child ``i`` of
    ``root`` for openings: uniform random moves, drawn again until the game is not over and, with
    ``balanced``, a quick search finds the position about even. Returns the moves of each.
    ``progress(done, total)`` counts openings.

    >>> import bitgames as bg
    >>> bg._core.draw_openings(bg.Othello(), plies=2, pairs=1, root=1)
    [[c4, c3]]
    """

def edited(text: str, *, cell: SupportsIndex | None = None, owner: SupportsIndex | None = None, turn: SupportsIndex | None = None, clear: bool = False) -> dict[str, Any]:
    """
    What ``bitgames.play.editing.edited`` says, of the text of a board in one line.
    """

def effort(position: Position) -> tuple[float, float, int, str] | None:
    """
    An estimate of the work to solve a position: positions to visit, seconds, empty squares, and both
    in words. None if every solve is short or is refused.
    """

def find_marks(starts: Sequence[Position], start_of: NDArray[uint32], moves: bytes, ends: NDArray[uint32], plies: NDArray[uint32], marks: NDArray[uint32], *, threads: SupportsIndex | None = None, progress: Callable[[int, int], object] | None = None) -> tuple[bytes, bytes, bytes, bytes, bytes]:
    """
    Finds the positions of such games whose ply and mark, the low half of their key, are among
    ``plies`` and ``marks``.
    """

def find_position(starts: Sequence[Position], start_of: NDArray[uint32], moves: bytes, ends: NDArray[uint32], ply: SupportsIndex, key: SupportsIndex, *, threads: SupportsIndex | None = None, progress: Callable[[int, int], object] | None = None) -> tuple[bytes, bytes, bytes, bytes, bytes]:
    """
    Finds one position in games that ``replay_games`` has read: its ply and its key up to symmetries.
    """

def forced_moves(position: Position) -> list[Move]:
    """
    The moves from here on that leave no choice, up to the first choice or the end.
    """

def game_examples(name: str) -> list[str]:
    """
    Specs of various sizes of a game, for tests and demonstrations.
    """

def game_facts(spec: str) -> Facts:
    """
    The facts of the game of a spec.
    """

def game_names() -> list[str]:
    """
    The names of the games.

    >>> import bitgames as bg
    >>> bg.games.names()[:3]
    ['tictactoe', 'mnk', 'othello']
    """

def has_tricks(position: Position) -> bool:
    """
    True if the game is played in tricks, which a player may claim.
    """

def judge(record: str) -> Judgement:
    """
    Judges a game of tic-tac-toe that is written as digits: the cells in the order of play, 1 to 9
    row by row, o first.

    Raises ParseError for an empty record, another character, or a game that is not decided.

    >>> import bitgames as bg
    >>> print(bg.tictactoe.judge("79538246"))
    x won.
    >>> bg.tictactoe.judge("91593").foul
    True
    """

def judge_file(path: str | PathLike[str] | None) -> tuple[int, int]:
    """
    Judges every line of a file (None: standard input) and prints the results to standard output.
    Errors go to standard error as ``file:line: reason``. Returns the number of records and the
    number of errors. Raises OSError for a path that cannot be read or is not a regular file.
    """

def levels(position: Position) -> list[tuple[str, str, float]]:
    """
    The levels of a position's game, weakest first: name, spec of the player that plays, and the
    probability of a slip instead.
    """

def make_slices(folder: str | PathLike[str], strain: str, cards: SupportsIndex, layer: SupportsIndex, slices: Sequence[SupportsIndex], below: SupportsIndex) -> bytes:
    """
    Makes slices of the layer with hands of ``layer`` cards for the build of a database of up to
    ``cards`` cards in ``folder``, where it finds the layer below.

    ``below`` is the ``EndingBuild.seal`` of that layer. Returns the slices for ``EndingBuild.keep``.
    Raises OSError if the folder lacks the build, and DamagedFileError if it has another one.
    """

def mnk(width: SupportsIndex, height: SupportsIndex, k: SupportsIndex) -> TicTacToe:
    """
    The start of ``k`` in a row on a board of ``width`` by ``height`` cells.

    Sides are 1 to 26 cells, the board at most 121 cells, ``k`` is 1 to the longer side. If all
    three are equal and at most 8, the result equals ``TicTacToe(width)``.

    >>> import bitgames as bg
    >>> bg.mnk(6, 5, 4).game
    'mnk:6,5,4'
    >>> bg.mnk(3, 3, 3) == bg.TicTacToe()
    True
    """

def moves_to_time(position: Position) -> int:
    """
    Number of moves, the next one included, for which the side to move still needs time.

    Each side fills half of the empty squares. One search solves the last cells of Othello, and a game
    that a line ends does not fill the board.

    >>> import bitgames as bg
    >>> bg._core.moves_to_time(bg.Othello()), bg._core.moves_to_time(bg.mnk(11, 11, 5))
    (20, 31)
    """

def own_agents(position: Position) -> list[tuple[str, str]]:
    """
    The native players that only this game has, as far as they play on the board of ``position``:
    pairs of a name and its rule.
    """

def perft(position: Position | str, depth: SupportsIndex, *, progress: Callable[[int, int], object] | None = None) -> int:
    """
    Number of leaves of the game tree ``depth`` plies below a position, or below the one that a text
    names as in ``bg.position``. A game that ends earlier counts as one leaf, and a pass is a ply.

    >>> import bitgames as bg
    >>> bg.perft(bg.TicTacToe(), 9), bg.perft("othello", 3)
    (255168, 56)
    """

def phrases(position: Position, moves: Sequence[tuple[Move | SupportsIndex | str, SupportsFloat | SupportsIndex, bool, SupportsFloat | SupportsIndex | None, Sequence[Move | SupportsIndex | str]]], of: Unit, shows: bool) -> tuple[list[str], str]:
    """
    The words of each of some legal moves, best first, and a sentence of the first two.

    Each move is the move, its value, whether that is proven, the standard error of a mean, and its
    line. ``shows`` is true if the reasons may use the position.
    """

def play_match(position: Position, a: str | tuple[Any, Any, str], b: str | tuple[Any, Any, str], *, games: SupportsIndex, root: SupportsIndex | SeedSequence | Generator, first: SupportsIndex = 0, openings: Sequence[tuple[Position, Sequence[Move]]] = (), random_openings: tuple[SupportsIndex, bool] | None = None, threads: SupportsIndex | None = None, keep_games: bool = False, on_game: Callable[[object], object] | None = None, progress: Callable[[int, int], object] | None = None, clock: tuple[SupportsFloat | SupportsIndex | None, SupportsFloat | SupportsIndex | None, SupportsFloat | SupportsIndex, SupportsIndex | None, SupportsFloat | SupportsIndex] | None = None, adjudicate: SupportsIndex | None = None, paired_seeds: bool = False, sheet: tuple[SupportsIndex, SupportsIndex, SupportsGetItem[int, SupportsIndex], SupportsGetItem[int, SupportsGetItem[int, SupportsIndex]], tuple[SupportsGetItem[int, SupportsIndex], SupportsGetItem[int, SupportsIndex]], tuple[SupportsGetItem[int, SupportsIndex], SupportsGetItem[int, SupportsIndex]]] | None = None) -> tuple[int, list[list[int]], float, list[tuple[int, int, str]], int, list[int], tuple[list[int], tuple[int | None, int | None]], list[tuple[int, str, list[str], int, int, str, bool, tuple[int, int], tuple[float, float]]]]:
    """
    Plays a match of ``games`` games, the first of which has the number ``first``.

    ``a`` and ``b`` are specs of native players, or tuples for players written in Python: the
    callable that chooses, the callable that gets the seed of each game (or None), and the argument
    of the first callable, ``"position"``, ``"record"`` or ``"view"``. ``a`` has the first side in
    games 0, 2, 4 ...; side ``s`` of game ``i`` draws from ``child_seed(root, 2 * i + s)``.
    ``openings`` are pairs of a position and the moves that follow it; each opening serves a pair of
    games in turn. ``random_openings`` are the number of moves of a random opening for each pair, and
    whether a search balances it, as in ``draw_openings``. Without either each pair of games of a game
    of chance gets a new deal. Native players use ``threads``. ``on_game(played)`` is called
    with every finished game; ``keep_games`` returns them. ``clock`` has the seconds for a move and for a game, the
    increment, the nodes for a move and the margin; with it the callable that chooses gets the fields
    of ``MoveLimits`` as a second argument. With ``sheet`` ``on_game`` is called with lists of finished
    games instead, each the place of the sheet, the number, the points of the player who began, whether
    it was forfeited, and its line in a results file; the sheet has what these lines share, as ``tournaments.chunk`` makes it. ``adjudicate`` is the most empty squares at which games are
    solved. With ``paired_seeds`` both games of a pair have the seeds of the first one.

    Returns moves, results of ``a`` (won, lost, drawn) by side, seconds, forfeits, the number of games
    that ended by proof, hashes of the different games, pairs, and games. Pairs are their numbers by the points of ``a`` in both games (0, 1/2, 1,
    3/2, 2), and the results of ``a`` (1, -1, 0) in a first and a last game whose other game is not
    part of this match. An exception of a player or a callback ends the match and comes out unchanged.
    """

def play_queue(position: Position, queue: Any, *, on_lines: Callable[[object], object], threads: SupportsIndex | None = None, progress: Callable[[int, int], object] | None = None, clock: tuple[SupportsFloat | SupportsIndex | None, SupportsFloat | SupportsIndex | None, SupportsFloat | SupportsIndex, SupportsIndex | None, SupportsFloat | SupportsIndex] | None = None, adjudicate: SupportsIndex | None = None) -> None:
    """
    Plays the matches that ``queue`` yields, one after the other on the same ``threads``: a
    thread that finds no game left in a match begins the next one while the others end theirs.

    A match is ``(a, b, games, root, first, openings, sheet)``: the specs of two native players, and
    arguments of ``play_match``. Both games of a pair have the seeds of the first one. The iterable
    ``queue`` is asked by one thread at a time, but not always the same; it yields None, a few
    milliseconds after it is asked, while the next match is not ready. ``on_lines`` is called on this
    thread with lists of finished games, as ``on_game`` of ``play_match`` with a sheet.
    """

def playout(position: Position | str, seed: SupportsIndex | SeedSequence | Generator | None = None) -> tuple[Outcome, int]:
    """
    Plays uniformly random legal moves to the end: returns the outcome and the number of plies.

    ``seed`` is as in ``bitgames.seeding``; None plays a new game at each call.

    >>> import bitgames as bg
    >>> outcome, plies = bg.playout(bg.TicTacToe(), seed=1)
    >>> 5 <= plies <= 9
    True
    """

def position(text: str) -> "Position":
    """
    The position that a line of text names: a game spec for the start of the game, or a line of
    ``Position.to_string`` for any position. Case, spaces and hyphens in the name of the game do not
    count, and titles and other usual names are read, too, as ``Reversi``, ``gomoku`` or ``オセロ``.

    >>> import bitgames as bg
    >>> bg.position("mnk:4,3,3")
    TicTacToe.from_string('mnk:4,3,3 ..../..../....')
    """

def project(game: str, view: str, columns: SupportsGetItem[int, str], rows: SupportsGetItem[int, str], *, flip: bool = False, exact: bool = False) -> Geometry:
    """
    Where the cells of a board with these labels are in a drawing: the data of
    ``bitgames.scene.geometry``. Unless ``exact``, lengths are in thousandths.
    """

def read_move(position: Position, text: str) -> Move:
    """
    What ``bitgames.play.moves.read_move`` says.
    """

def reason(position: Position) -> dict[str, Any] | None:
    """
    Why a game ended, as the rules name it, by its code and values; None before the end.
    """

def reasons(position: Position, line: Sequence[Move | SupportsIndex | str]) -> list[str]:
    """
    What the first move of a line does, in a few words each.
    """

def replay_games(starts: Sequence[Position], start_of: NDArray[uint32], moves: bytes, ends: NDArray[uint32], *, text: bool, threads: SupportsIndex | None = None, progress: Callable[[int, int], object] | None = None) -> tuple[bytes, bytes, bytes, bytes, list[tuple[int, bytes, bytes]], list[tuple[int, int, str]]]:
    """
    Replays many games and returns their moves, results and positions as bytes, and the games with an
    illegal move, which have no moves then.

    ``start_of`` has the number of its start for each game and ``ends`` the end of its part of
    ``moves``: text with spaces if ``text``, else indices, a byte each, among which forced passes may be
    missing.
    """

def result_decides(position: Position) -> bool:
    """
    True if a win counts more than its size: problems then ask for the only move that wins.
    """

def sampled(position: Position, samples: SupportsIndex, seed: SupportsIndex | SeedSequence | Generator, *, stop: Callable[[], object] | None = None, progress: Callable[[int, int], object] | None = None) -> list[tuple[Move, float, float | None]]:
    """
    Mean values of the legal moves over sampled worlds, for the player to move and from their view
    alone: move, mean, standard error if it is known. Empty if the game hides nothing.
    """

def search(position: Position | str, *, lines: SupportsIndex | None = None, all_moves: bool = False, depth: SupportsIndex | None = None, nodes: SupportsIndex | None = None, seconds: SupportsFloat | SupportsIndex | None = None, level: SupportsIndex | None = None, table_mib: SupportsIndex = 64, threads: SupportsIndex | None = None, see_all: bool = False, stop: Callable[[], object] | None = None, on_depth: Callable[[SearchResult], object] | None = None, progress: Callable[[int, int], object] | None = None, partial: bool = False) -> SearchResult:
    """
    Searches for the best move within limits: ``depth`` in plies (1 to 250), ``nodes`` in positions,
    ``seconds``. Without a limit and without ``stop`` it searches for one second. Each call uses a
    new transposition table of ``table_mib`` MiB; a ``Searcher`` keeps its table.

    A search that ends before the value is proven returns the result of the last finished depth:
    best move, value, line, depth; in Othello on 8 by 8 also a better move that the next depth had
    found by then. ``on_depth(result)`` is called with the result of each depth.
    ``stop()`` is called every 50 ms; a true result ends the search. With ``partial=True`` Ctrl-C
    ends it too, instead of raising KeyboardInterrupt. ``progress(done, total)`` is called every 50
    ms: ``done`` counts positions visited, ``total`` is the node limit or 0 without a limit.

    ``lines`` searches the own values of that many of the best moves instead of the best alone,
    ``all_moves`` of all: ``SearchResult.lines`` holds them. The search then goes on until all of them
    are proven. Each line costs time: it reaches less depth in the same time.

    ``threads`` search the same tree and share the table; with more than one, results may differ from
    one run to the next, so None is one.

    ``level`` from 0 to 30 says how deep to search instead of a limit, in Othello on 8 by 8, where the
    search has levels; ``SearchResult.certainty`` is then what its result is worth. Other games raise
    UnsupportedError.

    A search sees the whole position. If the position hides something from the player to move, the
    search raises UnsupportedError unless ``see_all`` is true, for instance for a world that
    ``determinize`` drew.

    >>> import bitgames as bg
    >>> bg.search("tictactoe oo./xx./...", depth=3).best_move
    c1
    >>> pos = bg.position("tictactoe oo./xx./...")
    >>> [(line.move, line.value) for line in bg.search(pos, all_moves=True).lines]
    [(c1, 1.0), (c2, 0.0), (a3, -1.0), (b3, -1.0), (c3, -1.0)]
    """

def sentences() -> dict[str, str]:
    """
    Every sentence in English by its code: ``bitgames.sentences.SENTENCES``.
    """

def slice_positions(cards: SupportsIndex) -> int:
    """
    The number of positions of a slice of the layer with hands of ``cards`` cards.
    """

def solve(position: Position | Ending | str, *, lines: SupportsIndex | None = None, all_moves: bool = False, wld: bool = False, nodes: SupportsIndex | None = None, seconds: SupportsFloat | SupportsIndex | None = None, table_mib: SupportsIndex = 64, threads: SupportsIndex | None = None, checkpoint: str | PathLike[str] | None = None, checkpoint_seconds: SupportsFloat | SupportsIndex = 180.0, stop: Callable[[], object] | None = None, news: Callable[[str], object] | None = None, progress: Callable[[int, int], object] | None = None, partial: bool = False, book: bool = True) -> Solution:
    """
    Solves a position, or the one that a text names: its exact value with best play from both sides.

    ``all_moves`` adds the value of every legal move, ``lines`` of that many of the best, each with best
    play to the end: ``Solution.values`` and ``Solution.lines``. ``wld`` finds win, loss or draw only, as
    values 1, -1 and 0; this is less work in games with larger scores, such as Othello.
    ``table_mib`` is the size of the transposition table in MiB. ``threads`` are
    for the solvers of Othello and Mosaic; they do not change the value, but may change the choice
    among equally good moves, so None is one.

    ``nodes`` (positions) and ``seconds`` limit the work. ``stop()`` is called every 50 ms; a true
    result ends the solve. If the value is already proven, the solve returns it with the line found
    so far. If not, a limit raises LimitError and a stop CancelledError. With ``partial=True`` both,
    and Ctrl-C, return a Solution that is not ``proven``: its ``bounds``, the best move so far, and
    the values found.

    ``progress(done, total)`` is called every 50 ms: ``done`` counts positions visited, ``total`` is
    the node limit or 0 without a limit. ``checkpoint`` is a file for a very long solve of Mosaic up
    to size 5 or of Connect Four: the solve reads it at the start if it exists, and writes it every
    ``checkpoint_seconds`` seconds and at the end. A damaged checkpoint, or one of another size,
    raises DamagedFileError. Every 30 seconds such a solve calls ``news(line)`` with its state in
    one line.

    A solve of Connect Four on 7 x 6 ends at the positions whose exact scores the package holds;
    ``book=False`` does without them.

    An Ending is solved by a search with tables of smaller endings. Its moves are card indices; its
    value is the leader's tricks, whichever player is to play.

    The tables of Mosaic, honeymoon bridge and endings keep whole positions. The tables of Othello
    and of the generic search keep 64-bit keys: in a full table of 64 MiB a look-up finds the entry
    of another position with probability 2.3e-13, which is 2.3e-4 for a billion look-ups.

    >>> import bitgames as bg
    >>> bg.solve(bg.TicTacToe()).value
    0
    >>> bg.solve(bg.Othello(), nodes=10_000, partial=True).proven
    False
    """

def solve_many(positions: Sequence[Position | str], *, wld: bool = False, nodes: SupportsIndex | None = None, table_mib: SupportsIndex = 64, threads: SupportsIndex | None = None, book: bool = True, stop: Callable[[], object] | None = None, progress: Callable[[int, int], object] | None = None) -> Solutions:
    """
    Solves many positions of one game: their exact values with best play, as arrays.

    ``threads`` work on different positions (None: one for each core), each with a transposition table
    of ``table_mib`` MiB, which it keeps from one position to the next: order positions so that those of
    one game follow each other from its end to its start. The values do not depend on threads or order;
    the choice among equally good moves may.

    ``nodes`` limits the positions visited for each: where that is not enough, the row is not ``proven``
    and has bounds. ``wld`` and ``book`` are as in ``bg.solve``. ``stop()`` is called every 50 ms; a true
    result ends the call with CancelledError. ``progress(done, total)`` counts positions.

    Raises UnsupportedError for positions of several games and for a position that hides something from
    the player to move.

    >>> import bitgames as bg
    >>> start = bg.TicTacToe()
    >>> found = bg.solve_many([start, start.play("b2"), start.play("b1")], threads=1)
    >>> found.values.tolist(), found.proven.all()
    ([0, 0, 0], np.True_)
    """

def strongest(position: Position) -> str | None:
    """
    What ``games.strongest`` says.
    """

def text_from_drawing(start: Position, owners: str, turn: SupportsIndex) -> str:
    """
    The text of the position of a drawn board: ``owners`` are the cells as in a scene, ``turn`` is the
    player to move. The position need not be possible. Raises UnsupportedError where a drawing does not
    tell it.
    """

def tricks(position: Position) -> list[list[str]]:
    """
    The tricks of a finished game as a table, its heads first; none before its end.
    """

def tricks_left(position: Position) -> int:
    """
    How many tricks to come the player to move may claim; 0 for no claims.
    """

def unit(position: Position) -> Unit:
    """
    The unit of the values of a position.
    """

def usual_line(position: Position, line: Sequence[Move | SupportsIndex | str]) -> tuple[Move, ...]:
    """
    A line as people write it, which may be its mirror image.
    """

class GameError(ValueError):
    """
    Base of every error of this package; a ValueError.
    """

class CancelledError(GameError):
    """
    A long call or a choice that ``stop`` ended before there was a result.
    """

class ClosedError(GameError):
    """
    A file that was closed is used.
    """

class ForfeitError(GameError):
    """
    A player cannot go on and loses the game; the text says why.
    """

class IllegalMoveError(GameError):
    """
    A move that may not be played in a position.

    ``move`` is the move as text. ``position`` and ``legal_moves`` are there where the game hides nothing,
    else None.
    """
    move: str | None
    position: Position | None
    legal_moves: Moves | None

class InvalidPositionError(GameError):
    """
    Valid text of a position that no game can reach.

    ``text`` is what was given (shortened), ``reason`` is the rule that it breaks.
    """
    text: str | None
    reason: str | None

class LimitError(GameError):
    """
    An exact solve that reached its node or time limit before the value was proven.

    ``nodes`` is the number of positions visited, ``seconds`` the time spent.
    """
    nodes: int | None
    seconds: float | None

class ParameterError(GameError):
    """
    A number or an option out of its range.

    ``name`` is the parameter, ``allowed`` is its range in words, ``value`` is what was given, as text.
    """
    name: str | None
    allowed: str | None
    value: str | None

class ParseError(GameError):
    """
    Text or a file that does not have its format.

    ``what`` was read, ``text`` is what was given (shortened), ``reason`` is what is wrong with it.
    """
    what: str | None
    text: str | None
    reason: str | None

class UnknownGameError(GameError):
    """
    No game has this name.

    ``name`` is what was given, ``known`` are the names that there are.
    """
    name: str | None
    known: list[str] | None

class UnknownPlayerError(GameError):
    """
    No player has this name.

    ``name`` is what was given, ``game`` is what it was asked for, ``known`` are the names that there are.
    """
    name: str | None
    game: str | None
    known: list[str] | None

class UnsupportedError(GameError):
    """
    A player or an action that has no meaning for this game or board.

    ``what`` was asked for, ``game`` is the game's spec, ``reason`` is what it needs.
    """
    what: str | None
    game: str | None
    reason: str | None

class DamagedFileError(ParseError):
    """
    A file that is damaged, cut short, of another kind or version.

    ``path`` is the file, ``what`` it should be, ``reason`` is what is wrong with it.
    """
    path: str | None

__all__ = [
    "Agent",
    "Batch",
    "BatchFinal",
    "BatchStep",
    "BookTable",
    "CancelledError",
    "CellIter",
    "CellSet",
    "ClosedError",
    "ConnectFour",
    "DamagedFileError",
    "Deepening",
    "Ending",
    "EndingBuild",
    "EndingDatabase",
    "EndingLayer",
    "Facts",
    "ForfeitError",
    "GameError",
    "Honeymoon",
    "HoneymoonView",
    "IllegalMoveError",
    "InvalidPositionError",
    "Judgement",
    "LimitError",
    "Mcts",
    "MctsPool",
    "MctsResult",
    "Mosaic",
    "Move",
    "Moves",
    "Network",
    "Othello",
    "Outcome",
    "Par",
    "ParameterError",
    "ParseError",
    "Position",
    "PyramidPosition",
    "PyramidSet",
    "Quo",
    "Rubber",
    "RunLock",
    "SearchLine",
    "SearchResult",
    "Searcher",
    "Solution",
    "Solutions",
    "Solver",
    "TicTacToe",
    "Unit",
    "UnknownGameError",
    "UnknownPlayerError",
    "UnsupportedError",
    "View",
    "__version__",
    "account",
    "agent_names",
    "aim",
    "announce",
    "canonical_key",
    "caption",
    "cells_under",
    "census",
    "checksum",
    "child_seed",
    "claim",
    "cpu_levels",
    "divide",
    "draw_openings",
    "edited",
    "effort",
    "find_marks",
    "find_position",
    "forced_moves",
    "game_examples",
    "game_facts",
    "game_names",
    "has_tricks",
    "judge",
    "judge_file",
    "levels",
    "make_slices",
    "mnk",
    "moves_to_time",
    "own_agents",
    "perft",
    "phrases",
    "play_match",
    "play_queue",
    "playout",
    "position",
    "project",
    "read_move",
    "reason",
    "reasons",
    "replay_games",
    "result_decides",
    "sampled",
    "search",
    "sentences",
    "slice_positions",
    "solve",
    "solve_many",
    "strongest",
    "text_from_drawing",
    "tricks",
    "tricks_left",
    "unit",
    "usual_line",
]
