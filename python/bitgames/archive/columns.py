"""Games of an archive as columns: NumPy arrays, and what data frames read."""

from typing import TYPE_CHECKING, Any

from bitgames.archive.reader import Reader
from bitgames.archive.sources import NO_MARGIN, TEXT_COLUMNS, UNKNOWN

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def columns(reader: Reader, games: "NDArray[np.uint32]") -> "dict[str, NDArray[Any]]":
    """Return the columns of games, which are numbered from 0, in their order."""
    import numpy as np

    def texts(numbers: "NDArray[Any]") -> "NDArray[Any]":
        used, rows = np.unique(numbers, return_inverse=True)
        return np.array([reader.text(number) for number in used.tolist()], object)[rows]

    points, margins = (reader.column(name)[games] for name in ("points", "margin"))
    ordered, rows = np.unique(games, return_inverse=True)
    starts, moves, ends = reader.moves_of(ordered)
    begins = ends - np.diff(ends, prepend=np.uint32(0))
    spans = zip(begins[rows].tolist(), ends[rows].tolist(), strict=True)
    joined = b"".join(moves[begin:end] for begin, end in spans)
    return {
        "number": games.astype(np.int64) + 1,
        **{name: texts(reader.column(name)[games]) for name in TEXT_COLUMNS},
        "score": np.where(points == UNKNOWN, np.nan, points / 2),
        "margin": np.where(margins == NO_MARGIN, np.nan, margins),
        "start": texts(starts[rows]),
        "plies": (ends - begins)[rows].astype(np.int32),
        "moves": np.frombuffer(joined, np.uint8).astype(np.int16),
    }


def arrow_stream(found: "dict[str, NDArray[Any]]", schema: object) -> object:
    """Return columns as a stream of the Arrow C interface: moves as lists, unknown as null."""
    import numpy as np
    import pyarrow as pa

    ends = np.cumsum(found["plies"], dtype=np.int32)
    moves = pa.ListArray.from_arrays(np.concatenate([[np.int32(0)], ends]), found["moves"])
    arrays = {
        name: pa.array(column, pa.string() if column.dtype == object else None, from_pandas=True)
        for name, column in found.items()
    }
    return pa.table({**arrays, "moves": moves}).__arrow_c_stream__(schema)
