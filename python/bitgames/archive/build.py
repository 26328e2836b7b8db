"""From the games of a source to an index of their positions.

The games are replayed in batches by the native part, on several threads. For each ply there is an
array with 32 bits of the key of each game's position there, so that a position is found by a look
through one such array; whether a game with these bits has the position itself, its moves tell. A
position counts up to symmetries. What is asked of positions in many games, such as the start, is
counted here, once.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from bitgames import _core
from bitgames._core import DamagedFileError, GameError, Position
from bitgames._core import position as parse_position
from bitgames.archive.blobs import Blobs
from bitgames.archive.sources import BATCH, NO_MARGIN, TEXT_COLUMNS, UNKNOWN, Batch, Source, Texts
from bitgames.arguments import Progress, printable
from bitgames.files import attributes

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

GROUP = 64
"""Games whose moves are one array."""

FREQUENT = 256
"""Number of games from which a position is counted when the index is made."""

TEXTS = 4096
"""Texts in one array."""

COLUMNS = dict.fromkeys(TEXT_COLUMNS, "<u4")
COLUMNS |= {"points": "u1", "margin": "<i2", "plies": "<u2", "refused": "?"}
"""The columns of the games and their types."""


class Positions:
    """Positions by the numbers of their texts; each is read once, and the last ones are kept."""

    def __init__(self, path: str, text: Callable[[int], str]) -> None:
        """Read positions of the file ``path`` from the texts that ``text`` returns."""
        self._path, self._text = path, text
        self._known: dict[int, Position] = {}

    def __getitem__(self, number: int) -> Position:
        """Return a position. Raises ``DamagedFileError`` for a text that is no position."""
        if number not in self._known:
            if len(self._known) >= BATCH:
                self._known.clear()
            try:
                self._known[number] = parse_position(self._text(number))
            except GameError as error:
                raise DamagedFileError(f"{printable(self._path)}: {error}") from None
        return self._known[number]

    def of(self, numbers: "NDArray[np.uint32]") -> tuple[list[Position], "NDArray[np.uint32]"]:
        """Return the different positions, and for each number the place among them."""
        import numpy as np

        own, back = np.unique(numbers, return_inverse=True)
        return [self[number] for number in own.tolist()], back.reshape(-1).astype(np.uint32)


def build(
    source: Source, blobs: Blobs, *, threads: int | None = None, progress: Progress | None = None
) -> None:
    """Read the games of a source and fill an index.

    ``progress(done, total)`` counts games; the total is 0 while it is unknown.
    """
    texts = Texts()
    positions = Positions(source.path, lambda number: texts.all[number])
    games = refused = 0
    complaints: list[str] = []
    starts: dict[int, int] = {}
    for part, batch in enumerate(source.batches(texts)):
        begin = games

        def report(done: int, _: int, begin: int = begin) -> object:
            return progress(begin + done, source.games) if progress is not None else None

        bad = _add(source, blobs, part, batch, positions, starts, threads, report)
        complaints += [*batch.complaints, *(f"game {begin + n + 1}: {why}" for n, why in bad)]
        refused += len(bad)
        games += len(batch)
    for part, at in enumerate(range(0, len(texts.all), TEXTS)):
        lines = (text.encode("unicode_escape") for text in texts.all[at : at + TEXTS])
        blobs.put("texts", 0, part, b"\n".join(lines))
    blobs.set_facts(games=games, texts=len(texts.all), kind=source.kind, complaints=complaints)
    blobs.set_facts(start=max(starts, key=lambda number: starts[number], default=None))
    _count_frequent(blobs, games, positions, threads)
    blobs.list_kinds("marks", "more", "frequent")


def unpacked(data: bytes) -> list[str]:
    """Return the texts of an array."""
    return [line.encode().decode("unicode_escape") for line in data.decode().split("\n")]


def _add(
    source: Source,
    blobs: Blobs,
    part: int,
    batch: Batch,
    positions: Positions,
    starts: dict[int, int],
    threads: int | None,
    report: Progress,
) -> list[tuple[int, str]]:
    """Replay a batch and add it; return the refused games, each with the reason."""
    import numpy as np

    own, start_of = positions.of(batch.start)
    for number, count in zip(*np.unique(batch.start, return_counts=True), strict=True):
        starts[int(number)] = starts.get(int(number), 0) + int(count)
    moves, raw_ends, raw_results, raw_scores, columns, bad = _core.replay_games(
        own, start_of, batch.moves, batch.ends, text=source.is_text, threads=threads,
        progress=report,
    )  # fmt: skip
    ends = np.frombuffer(raw_ends, "<u4")
    results = np.frombuffer(raw_results, np.int8)
    scores = np.frombuffer(raw_scores, "<i2")
    over = results != 2
    told = batch.points != UNKNOWN
    refused = np.zeros(len(batch), np.bool_)
    refused[[game for game, _, _ in bad]] = True
    known = {
        **attributes(batch, *TEXT_COLUMNS),
        "points": np.where(told, batch.points, np.where(over, results + 1, UNKNOWN)),
        # A game that ended by a resignation or by time has the score that its file tells.
        "margin": np.where(
            batch.margin != NO_MARGIN, batch.margin, np.where(over, scores, NO_MARGIN)
        ),
        "plies": np.diff(ends, prepend=0),
        "refused": refused,
    }
    for name, kind in COLUMNS.items():
        blobs.put(name, 0, part, known[name].astype(kind).tobytes())
    for group, at in enumerate(range(0, len(batch), GROUP)):
        last = min(at + GROUP, len(batch))
        begin = int(ends[at - 1]) if at else 0
        head = np.concatenate([ends[at:last] - begin, batch.start[at:last]]).astype("<u4")
        data = head.tobytes() + moves[begin : int(ends[last - 1])]
        blobs.put("moves", 0, part * (BATCH // GROUP) + group, data)
    for ply, marks, more in columns:
        blobs.put("marks", ply, part, marks)
        if more:
            blobs.put("more", ply, part, more)
    return [(game, f"move {number}: {why}") for game, number, why in bad]


def _count_frequent(blobs: Blobs, games: int, positions: Positions, threads: int | None) -> None:
    """Count results and next moves of the positions that many games share."""
    import numpy as np

    plies: list[NDArray[np.uint32]] = []
    marks: list[NDArray[np.uint32]] = []
    for ply in blobs.numbers("marks"):
        both = [marks_of(blobs, ply, part) for part in _parts(games)]
        found = np.concatenate([each for marks_, more in both for each in (marks_, more[:, 1])])
        found.sort()
        found = found[np.searchsorted(found, 1) :]
        first = np.flatnonzero(np.diff(found, prepend=0))
        counts = np.diff(first, append=len(found))
        frequent = found[first[counts >= FREQUENT]]
        plies.append(np.full(len(frequent), ply, np.uint32))
        marks.append(frequent)
    if not any(map(len, marks)):
        return
    wanted = np.concatenate(plies), np.concatenate(marks)
    rows: list[NDArray[np.uint64]] = []
    for part in _parts(games):
        points = np.frombuffer(blobs.get("points", 0, part), "u1")
        start, moves, ends = _batch_moves(blobs, part, len(points))
        own, start_of = positions.of(start)
        found_ = _core.find_marks(own, start_of, moves, ends, *wanted, threads=threads)
        game, _, _, keys, nexts = found_
        # One number for next move and points: the move follows in the order of the table.
        code = (np.frombuffer(nexts, "<i2").astype(np.uint64) + np.uint64(1)) * np.uint64(4)
        code += points[np.frombuffer(game, "<u4")].astype(np.uint64)
        rows.append(_counted(np.frombuffer(keys, "<u8"), code, np.uint64(1)))
    whole = np.concatenate(rows)
    whole = _counted(whole[:, 0], whole[:, 1], whole[:, 2])
    blobs.put("frequent", 0, 0, whole.astype("<u8").tobytes())


def _counted(
    keys: "NDArray[np.uint64]",
    codes: "NDArray[np.uint64]",
    counts: "NDArray[np.uint64] | np.uint64",
) -> "NDArray[np.uint64]":
    """Return rows of key, code and number of their appearances, sorted by key."""
    import numpy as np

    order = np.lexsort((codes, keys))
    keys, codes = keys[order], codes[order]
    counts = np.broadcast_to(counts, len(keys))[order]
    new = np.ones(len(keys), np.bool_)
    new[1:] = (keys[1:] != keys[:-1]) | (codes[1:] != codes[:-1])
    first = np.flatnonzero(new)
    sums = np.add.reduceat(counts, first) if len(first) else counts
    return np.stack([keys[first], codes[first], sums], 1)


def _parts(games: int) -> range:
    return range(-(-games // BATCH))


def marks_of(blobs: Blobs, ply: int, part: int) -> "tuple[NDArray[np.uint32], NDArray[np.uint32]]":
    """Return the mark of each game of a part at a ply, or 0, and rows of a game and another."""
    import numpy as np

    marks = blobs.get("marks", ply, part) if blobs.has("marks", ply, part) else b""
    more = blobs.get("more", ply, part) if blobs.has("more", ply, part) else b""
    return np.frombuffer(marks, "<u4"), np.frombuffer(more, "<u4").reshape(-1, 2)


def _batch_moves(
    blobs: Blobs, part: int, games: int
) -> "tuple[NDArray[np.uint32], bytes, NDArray[np.uint32]]":
    """Return starts, moves and ends of all games of a part."""
    import numpy as np

    groups = [
        group_of(blobs, part * (BATCH // GROUP) + group, min(GROUP, games - group * GROUP))
        for group in range(-(-games // GROUP))
    ]
    sizes = np.cumsum([0, *(len(moves) for _, moves, _ in groups[:-1])], dtype=np.uint32)
    return (
        np.concatenate([start for start, _, _ in groups]),
        b"".join(moves for _, moves, _ in groups),
        np.concatenate([ends + at for (_, _, ends), at in zip(groups, sizes, strict=True)]),
    )


def group_of(
    blobs: Blobs, group: int, games: int
) -> "tuple[NDArray[np.uint32], bytes, NDArray[np.uint32]]":
    """Return starts, moves and ends of a group of games."""
    import numpy as np

    data = blobs.get("moves", 0, group)
    head = np.frombuffer(data[: 8 * games], "<u4")
    return head[games:], data[8 * games :], head[:games]
