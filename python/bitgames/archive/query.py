"""Questions to files of games: which games, and with what results."""

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, Self, TypeVar, overload

from bitgames._core import ClosedError, DamagedFileError, Move, ParseError, Position, canonical_key
from bitgames.archive.blobs import Damaged
from bitgames.archive.columns import arrow_stream, columns
from bitgames.archive.losses import with_losses
from bitgames.archive.place import Opened, opened
from bitgames.archive.question import Answer, Query, Result, answer, by_opening, counted
from bitgames.archive.reader import Reader
from bitgames.archive.sources import NO_MARGIN, RESIGNED, TEXT_COLUMNS, UNKNOWN, source_of
from bitgames.archive.stats import Stats
from bitgames.arguments import Progress, choice, flag, integer, printable
from bitgames.arguments import threads as checked_threads
from bitgames.files import path_text
from bitgames.formats.parsing import described
from bitgames.games import Opening
from bitgames.record import Record

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class ArchivedGame:
    """A game of a file."""

    number: int
    """Its number in the file, from 1."""
    first: str
    """Name of the player of the first side; empty if it is not known."""
    second: str
    """Name of the player of the second side."""
    score: float | None
    """Points of ``first``: 1 for a win, 0.5 for a draw, 0 for a loss; ``None`` if not known."""
    margin: int | None
    """The score of the game for ``first``, such as a difference of discs; ``None`` if not known."""
    event: str
    """The tournament or the place; empty if it is not known."""
    date: str
    """The date as the file has it; empty if it is not known."""
    reason: str
    """Why the game ended; empty if the file does not tell."""
    start: Position
    """The position in which the game starts."""
    moves: tuple[Move, ...]
    """All moves, passes included."""
    at: int | None = None
    """Number of moves before the position that was asked for; ``None`` without one."""

    @property
    def next_move(self) -> Move | None:
        """The move that was played in the position asked for; ``None`` at the end of the game."""
        return self.moves[self.at] if self.at is not None and self.at < len(self.moves) else None

    @property
    def opening(self) -> Opening | None:
        """The opening by its name; ``None`` where no position has one."""
        return Record(self.start, self.moves).opening

    def record(self) -> Record:
        """Return the game as a record, with the names of its players, its date and its event."""
        record: Record = Record(self.start, self.moves)
        if self.reason == RESIGNED and self.score is not None and not record.is_over:
            teams = self.start.facts.teams
            record.resign(teams.index(int(self.score == 1)))
        seats = [(self.first, self.second)[team] for team in self.start.facts.teams]
        return described(record, seats, date=self.date, event=self.event)


def _is_same(one: Position, other: Position) -> bool:
    """Whether a symmetry takes one position to the other."""
    return (
        one.ply == other.ply
        and one.game == other.game
        and canonical_key(one) == canonical_key(other)
    )


class Found:
    """Games that answer a question, in the order of the file; each is read when it is asked for."""

    def __init__(
        self, archive: "Archive", games: "NDArray[np.uint32]", position: Position | None = None
    ) -> None:
        """Hold the numbers of games, from 0; ``Archive.find`` makes it."""
        self._archive, self._games, self._position = archive, games, position

    def __len__(self) -> int:
        return len(self._games)

    @overload
    def __getitem__(self, index: int) -> ArchivedGame: ...
    @overload
    def __getitem__(self, index: slice) -> "Found": ...
    def __getitem__(self, index: int | slice) -> "ArchivedGame | Found":
        if isinstance(index, slice):
            return Found(self._archive, self._games[index], self._position)
        return self._archive.game(int(self._games[index]) + 1, position=self._position)

    @property
    def numbers(self) -> list[int]:
        """The numbers of the games in the file, from 1."""
        return [number + 1 for number in self._games.tolist()]

    def __iter__(self) -> Iterator[ArchivedGame]:
        return (self[number] for number in range(len(self)))

    def __repr__(self) -> str:
        return f"<{len(self):,} games of {self._archive.path!r}>"

    def columns(self) -> "dict[str, NDArray[Any]]":
        """Return the games as NumPy arrays with an item for each game.

        ``number`` (int64, from 1), ``first``, ``second``, ``event``, ``date``, ``reason`` and
        ``start`` (text), ``score`` and ``margin`` (float64, for the first side, NaN if not known)
        and ``plies`` (int32) have the meanings of ``ArchivedGame``. ``moves`` (int16) has all moves
        as indices, one game after the other, so it is longer.

        Data frames read the games by the Arrow interface, with the moves of a game as a list:
        ``polars.DataFrame(found)``, ``pyarrow.table(found).to_pandas()``; this needs pyarrow.

        >>> import bitgames as bg
        >>> from pathlib import Path
        >>> _ = Path("games.txt").write_text("f5d6c3\\nd3c5\\nf5f6e6")
        >>> columns = bg.Archive("games.txt").find(opening="f5").columns()
        >>> columns["number"].tolist(), columns["plies"].tolist(), columns["moves"].tolist()
        ([1, 2, 3], [3, 2, 3], [37, 43, 18, 19, 34, 37, 45, 44])
        """
        return self._archive._asked(lambda: columns(self._archive._reader, self._games))

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Return the columns as a stream of the Arrow C interface; needs pyarrow."""
        return arrow_stream(self.columns(), requested_schema)


class Archive:
    """The games of a file, which can be asked questions: a sequence, the first game at 0.

    ``path`` is a results file of a tournament, a WTHOR base, or a file of GGF, SGF (main lines),
    transcripts, records or PBN. An index of its positions lies in the cache folder of the user, or
    with ``beside`` in the folder of the file, in ``path`` with ``.index.sqlite`` after its name; it
    is made at the first use, and again once the file has changed. ``threads`` make it;
    ``progress(done, total)`` counts games, with 0 for an unknown total. With ``skip_bad`` games
    with an illegal move are left out and their errors are in ``complaints``.

    Raises ``ParseError`` for a file of another kind and for a bad game, ``DamagedFileError`` for a
    damaged file, and ``OSError`` for a file that the system cannot read.

    >>> import bitgames as bg
    >>> from bitgames.formats import wthor
    >>> games = [wthor.WthorGame(squares=s, black_name="ann") for s in ("f5d6c3", "d3c5", "f5f6")]
    >>> wthor.save("games.wtb", games, names=True)
    >>> with bg.Archive("games.wtb") as archive:
    ...     found = archive.find(position=bg.Othello().play("f5").play("d6"))
    ...     len(archive), [(game.number, str(game.next_move)) for game in found]
    (3, [(1, 'c3'), (2, 'None')])
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        *,
        skip_bad: bool = False,
        beside: bool = False,
        threads: int | None = None,
        progress: Progress | None = None,
    ) -> None:
        """Open the file and its index."""
        self.path = path_text(path)
        self._threads, self._progress = checked_threads(threads), progress
        self._skip_bad, self._beside = flag("skip_bad", skip_bad), flag("beside", beside)
        self._source = source_of(self.path)
        self._open(rebuild=False)

    def _open(self, *, rebuild: bool) -> None:
        made = opened(
            self._source, beside=self._beside, rebuild=rebuild, threads=self._threads,
            progress=self._progress,
        )  # fmt: skip
        try:
            self._reader = Reader(made.blobs, self.path, self._threads, self._progress)
            complaints = made.blobs.fact("complaints") or ()
        except Damaged:
            made.blobs.close()
            if rebuild:
                raise
            self._open(rebuild=True)
            return
        self._opened: Opened | None = made
        self.complaints = [ParseError(f"{printable(self.path)}: {why}") for why in complaints]
        """The errors of games that were left out."""
        if self.complaints and not self._skip_bad:
            self.close()
            raise self.complaints[0]

    def close(self) -> None:
        """Close the index; a second call does nothing."""
        if self._opened is not None:
            self._opened.blobs.close()
            self._opened = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __len__(self) -> int:
        """Return the number of games of the file, those with an illegal move included."""
        return self._reader.games

    @property
    def _all(self) -> Found:
        import numpy as np

        return Found(self, np.arange(len(self), dtype=np.uint32))

    @overload
    def __getitem__(self, index: int) -> ArchivedGame: ...
    @overload
    def __getitem__(self, index: slice) -> Found: ...
    def __getitem__(self, index: int | slice) -> ArchivedGame | Found:
        return self._all[index]

    def __iter__(self) -> Iterator[ArchivedGame]:
        return iter(self._all)

    def columns(self) -> "dict[str, NDArray[Any]]":
        """Return all games as NumPy arrays; see ``Found.columns``."""
        return self._all.columns()

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Return the columns as a stream of the Arrow C interface; needs pyarrow."""
        return self._all.__arrow_c_stream__(requested_schema)

    def __repr__(self) -> str:
        return f"<{len(self):,} games of {self.path!r}>"

    @property
    def _state(self) -> Opened:
        if self._opened is None:
            raise ClosedError(f"the archive {printable(self.path)} is closed")
        return self._opened

    @property
    def kind(self) -> str:
        """The format of the file: ``results`` or one of ``formats.reading.FORMATS``."""
        return self._source.kind

    @property
    def index(self) -> str | None:
        """The file of the index; ``None`` if it is in memory."""
        return self._state.path

    @property
    def note(self) -> str | None:
        """Why the index is not where it should be, in one line; ``None`` if it is there."""
        return self._state.note

    @property
    def was_built(self) -> bool:
        """True if the index was made by this object."""
        return self._state.built

    @property
    def start(self) -> Position | None:
        """The position in which most games start; ``None`` without games."""
        return self._asked(self._start)

    def _start(self) -> Position | None:
        number = self._reader.blobs.fact("start")
        return None if number is None else self._reader.positions[number]

    @property
    def players(self) -> list[str]:
        """The names of the players, in order."""
        return self._asked(lambda: sorted(self._reader.names()))

    def game(self, number: int, *, position: Position | None = None) -> ArchivedGame:
        """Return a game by its number, from 1; ``position`` is one to look for in it.

        Raises ``ParameterError`` for a number that is not there.

        >>> import bitgames as bg
        >>> from pathlib import Path
        >>> _ = Path("games.txt").write_text("f5d6c3\\nd3c5")
        >>> bg.Archive("games.txt").game(2).moves
        (d3, c5)
        """
        allowed = f"from 1 to {len(self):,}, the games of {printable(self.path)}"
        number = integer("number", number, 1, len(self), allowed)
        return self._asked(lambda: self._game(number - 1, position))

    def find(
        self,
        *,
        player: str | None = None,
        first: str | None = None,
        second: str | None = None,
        result: Result | None = None,
        opening: str | None = None,
        position: Position | str | None = None,
    ) -> Found:
        """Return the games for which all that is asked holds.

        ``player`` has played on either side, ``first`` on the first side and ``second`` on the
        second. ``result`` is ``first``, ``second`` or ``draw``; or with ``player`` that player's
        ``win`` or ``loss``. ``opening`` has the first moves, ``f5d6`` or ``f5 d6``, or is
        the name of a position, ``Tiger`` (``games.openings``). ``position``
        occurs in the game, by whatever moves; openings and positions count up to the symmetries of
        the board.

        Raises ``ParameterError`` for an unknown player and a result that is not defined, and
        ``ParseError`` or ``IllegalMoveError`` for an opening or a position that cannot be read.

        >>> import bitgames as bg
        >>> from pathlib import Path
        >>> _ = Path("games.txt").write_text("f5d6c3\\nd3c5\\nf5f6e6")
        >>> [game.number for game in bg.Archive("games.txt").find(opening="c4e3")]
        [1, 2]
        """
        asked = Query(player, first, second, result, opening, position)
        found = self._asked(lambda: answer(self._reader, self._start(), asked))
        return Found(self, found.games, found.position)

    def stats(
        self,
        *,
        player: str | None = None,
        first: str | None = None,
        second: str | None = None,
        result: Result | None = None,
        opening: str | None = None,
        position: Position | str | None = None,
        by: Literal["opening"] | None = None,
        exact: int | None = None,
        progress: Progress | None = None,
    ) -> Stats:
        """Return the results of the games that ``find`` finds, by player and by next move.

        Next moves are those in the position asked for, or after the opening; by default in the
        position in which most games start. ``exact=N`` solves each game from N empty squares on and
        adds what the moves of each player cost on average; ``progress(done, total)`` counts games.
        ``by="opening"`` adds the results by the names of openings; see ``games.openings``.

        >>> import bitgames as bg
        >>> from pathlib import Path
        >>> _ = Path("games.txt").write_text("f5d6c3\\nd3c5\\nf5f6e6")
        >>> stats = bg.Archive("games.txt").stats(opening="f5")
        >>> [(str(row.move), row.games) for row in stats.moves]
        [('d6', 2), ('f6', 1)]
        >>> stats = bg.Archive("games.txt").stats(by="opening")
        >>> [(row.name, row.games) for row in stats.openings]
        [('Perpendicular Opening', 2), ('Diagonal Opening', 1)]
        """
        asked = Query(player, first, second, result, opening, position)
        if exact is not None:
            integer("exact", exact, 0, 64)
        if by is not None:
            choice("by", by, ("opening",))

        def both() -> tuple[Answer, Stats]:
            found = answer(self._reader, self._start(), asked)
            made = counted(self._reader, self._start(), found)
            if by is not None:
                made = replace(made, openings=by_opening(self._reader, found.games))
            return found, made

        found, made = self._asked(both)
        if exact is None:
            return made
        games = Found(self, found.games)
        return with_losses(made, games, exact, threads=self._threads, progress=progress)

    def _asked(self, question: Callable[[], T]) -> T:
        """Answer a question; if the index turns out to be damaged, make it again."""
        _ = self._state
        try:
            return question()
        except Damaged:
            self.close()
            self._open(rebuild=True)
        try:
            return question()
        except Damaged as damage:
            raise DamagedFileError(f"the index of {printable(self.path)}: {damage}") from None

    def _game(self, number: int, wanted: Position | None) -> ArchivedGame:
        reader, row = self._reader, self._reader.row(number)
        start, indices = reader.moves(number)
        position = begin = reader.positions[start]
        moves: list[Move] = []
        at = None
        for index in [*indices, None]:
            if at is None and wanted is not None and _is_same(position, wanted):
                at = len(moves)
            if index is not None:
                if not position.is_legal(index):
                    raise Damaged(f"the moves of game {number + 1}")
                moves += (move for move in position.legal_moves if int(move) == index)
                position = position.play(moves[-1])
        return ArchivedGame(
            number=number + 1,
            score=None if row["points"] == UNKNOWN else row["points"] / 2,
            margin=None if row["margin"] == NO_MARGIN else row["margin"],
            start=begin,
            moves=tuple(moves),
            at=at,
            **{name: reader.text(row[name]) for name in TEXT_COLUMNS},
        )
