"""What an index holds, as arrays: columns of games, texts, moves, and where positions occur."""

from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from bitgames import _core
from bitgames._core import Position
from bitgames.archive import build
from bitgames.archive.blobs import Blobs, Damaged
from bitgames.archive.sources import BATCH
from bitgames.arguments import Progress

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Games: TypeAlias = NDArray[np.uint32]

Row: TypeAlias = dict[str, Any]
"""The columns of a game by name."""


class Places(NamedTuple):
    """Where a position occurs: games in order, moves before it, and the next moves.

    The next move is one of the board that represents all symmetric ones; -1 at the end of a game.
    """

    games: "Games"
    at: "NDArray[np.uint32]"
    moves: "NDArray[np.int16]"


class Reader:
    """The content of an open index of the games of a file. Games and texts are numbered from 0.

    Every method raises ``Damaged`` if the index turns out to be damaged.
    """

    def __init__(
        self, blobs: Blobs, path: str, threads: int | None, progress: Progress | None = None
    ) -> None:
        """Read the number of games; ``threads`` replay them, and ``progress`` counts them."""
        self.blobs, self._threads, self._progress = blobs, threads, progress
        games = blobs.fact("games")
        if not isinstance(games, int):
            raise Damaged("the number of games")
        self.games = games
        self._columns: dict[tuple[str, int], NDArray[Any]] = {}
        self._frequent: NDArray[np.uint64] | None = None
        self._whole: dict[str, NDArray[Any]] = {}
        self._texts: dict[int, list[str]] = {}
        self.positions = build.Positions(path, self.text)

    @property
    def _parts(self) -> range:
        return range(-(-self.games // BATCH))

    def _part(self, name: str, part: int) -> "NDArray[Any]":
        import numpy as np

        if (name, part) not in self._columns:
            column = np.frombuffer(self.blobs.get(name, 0, part), build.COLUMNS[name])
            if len(column) != min(BATCH, self.games - part * BATCH):
                raise Damaged(f"{name}, part {part}")
            self._columns[name, part] = column
        return self._columns[name, part]

    def column(self, name: str) -> "NDArray[Any]":
        """Return a column, an item for each game."""
        import numpy as np

        if name not in self._whole:
            parts = [self._part(name, part) for part in self._parts]
            self._whole[name] = np.concatenate(parts) if parts else np.zeros(0, build.COLUMNS[name])
        return self._whole[name]

    def row(self, game: int) -> Row:
        """Return the columns of one game."""
        part, at = divmod(game, BATCH)
        return {name: self._part(name, part)[at].item() for name in build.COLUMNS}

    def text(self, number: int) -> str:
        """Return a text."""
        part, at = divmod(number, build.TEXTS)
        if part not in self._texts:
            self._texts[part] = build.unpacked(self.blobs.get("texts", 0, part))
        return self._texts[part][at]

    def names(self) -> dict[str, int]:
        """Return the names of the players and their texts."""
        import numpy as np

        used = np.union1d(self.column("first"), self.column("second")).tolist()
        return {name: number for number in used if (name := self.text(number))}

    def moves(self, game: int) -> tuple[int, bytes]:
        """Return the text of the start and the moves of a game, an index in each byte."""
        group, row = divmod(game, build.GROUP)
        start, moves, ends = self._group(group)
        return int(start[row]), moves[int(ends[row - 1]) if row else 0 : int(ends[row])]

    def _group(self, group: int) -> "tuple[NDArray[np.uint32], bytes, NDArray[np.uint32]]":
        return build.group_of(self.blobs, group, min(build.GROUP, self.games - group * build.GROUP))

    def moves_of(self, games: "Games") -> "tuple[NDArray[np.uint32], bytes, NDArray[np.uint32]]":
        """Return starts, moves and ends of games, which are in order."""
        import numpy as np

        starts: list[NDArray[np.uint32]] = []
        chosen: list[bytes] = []
        groups, first = np.unique(games // build.GROUP, return_index=True)
        rows_of = np.split(games % build.GROUP, first[1:]) if len(games) else []
        for group, rows in zip(groups.tolist(), rows_of, strict=True):
            start, moves, ends = self._group(group)
            starts.append(start[rows])
            bounds = [0, *ends.tolist()]
            chosen += [moves[bounds[row] : bounds[row + 1]] for row in rows.tolist()]
        lengths = np.cumsum([len(each) for each in chosen], dtype=np.uint32)
        return np.concatenate([*starts, np.zeros(0, np.uint32)]), b"".join(chosen), lengths

    def hits(self, position: Position) -> "NDArray[np.bool_]":
        """Tell for each game whether its marks have that of a position: hardly any others do."""
        import numpy as np

        mark = np.uint32(max(_core.canonical_key(position) & 0xFFFFFFFF, 1))
        found = np.zeros(self.games, np.bool_)
        for part in self._parts:
            marks, more = build.marks_of(self.blobs, position.ply, part)
            own = found[part * BATCH : (part + 1) * BATCH]
            others = more[more[:, 1] == mark, 0]
            if len(marks) not in (0, len(own)) or (len(others) and int(others.max()) >= len(own)):
                raise Damaged(f"positions at ply {position.ply}")
            if len(marks):
                np.equal(marks, mark, out=own)
            own[others] = True
        return found

    def places(self, position: Position, games: "Games") -> Places:
        """Return where a position occurs in some games, by their moves."""
        import numpy as np

        if not len(games):
            return Places(games, np.zeros(0, np.uint32), np.zeros(0, np.int16))
        start, moves, ends = self.moves_of(games)
        own, start_of = self.positions.of(start)
        found, at, _, _, nexts = _core.find_position(
            own, start_of, moves, ends, position.ply, _core.canonical_key(position),
            threads=self._threads, progress=self._progress,
        )  # fmt: skip
        rows = np.frombuffer(found, "<u4")
        # No game comes twice to one position, but a file is not made by our rules alone.
        rows, first = np.unique(rows, return_index=True)
        return Places(
            games[rows], np.frombuffer(at, "<u4")[first], np.frombuffer(nexts, "<i2")[first]
        )

    def frequent(self, position: Position) -> "NDArray[np.uint64] | None":
        """Return rows of next move, points and number of games of a position in many games.

        The move is as in ``Places``; ``None`` for a position that is rarer.
        """
        import numpy as np

        if self._frequent is None:
            has = self.blobs.has("frequent", 0, 0)
            data = self.blobs.get("frequent", 0, 0) if has else b""
            self._frequent = np.frombuffer(data, "<u8").reshape(-1, 3)
        table = self._frequent
        key = np.uint64(_core.canonical_key(position))
        first, last = (
            np.searchsorted(table[:, 0], key, "left"),
            np.searchsorted(table[:, 0], key, "right"),
        )
        rows = table[first:last]
        if int(rows[:, 2].sum()) < build.FREQUENT:
            return None
        return np.stack([rows[:, 1] // 4, rows[:, 1] % 4, rows[:, 2]], 1)
