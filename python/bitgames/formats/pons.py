"""Problems of Connect Four as the solver of Pascal Pons reads and tests them: columns and a score.

A line has the columns of a game as digits, a space, and the exact score of its position for the
side to move: 0 for a draw, 1 for a win with the last disc, 2 with the last but one, and so on;
losses are negative. The empty board has no columns::

    2252576253462244111563365343671351441 -1

On boards of more than nine columns there are spaces between the columns, too: the last number of a
line is the score. Empty lines are skipped.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from bitgames._core import ConnectFour, GameError, ParameterError, ParseError, Position
from bitgames.files import read_regular, write_atomic
from bitgames.formats import transcript
from bitgames.formats.parsing import ErrorCollector, Loaded, Path, decode, shown
from bitgames.formats.text import read_moves
from bitgames.games import start as start_of
from bitgames.record import Record

__all__ = ["PonsProblem", "dumps", "is_problem", "load", "loads", "parse", "save", "to_text"]

_LINE = re.compile(
    r"[1-9]{2,}+\s++[0-9]{1,2}|[1-9][0-9]*+(?:\s++[1-9][0-9]*+)*+\s++[+-][0-9]{1,2}", re.ASCII
)
_SCORE = re.compile(r"[+-]?[0-9]{1,3}", re.ASCII)
_LINE_DISCS = 7
"""Fewest discs on a board with a line of four."""


@dataclass(frozen=True)
class PonsProblem:
    """A game of Connect Four and the exact score of its last position.

    ``line`` is the line number in the file; comparisons ignore it.

    >>> import bitgames as bg
    >>> from bitgames.formats.pons import PonsProblem
    >>> PonsProblem(bg.Record("connect4", ["4"]), -2).position.ply
    1
    """

    record: Record
    score: int
    line: int | None = field(default=None, compare=False)

    @property
    def position(self) -> Position:
        """The position whose score it is."""
        return self.record.position


def is_problem(line: str) -> bool:
    """Whether a line is a problem, by its form: where it could be a game, it is none.

    >>> is_problem("44444221 3"), is_problem("4 -2"), is_problem("44444221"), is_problem("4 4")
    (True, True, False, False)
    """
    return _LINE.fullmatch(line.strip()) is not None


def parse(line: str, start: Position | str = "connect4") -> PonsProblem:
    """Read one problem from ``start``, a position or the spec of a board.

    Raises ``ParseError`` for a line that is not one, for moves that cannot be played, and for a
    score out of range.

    >>> from bitgames.formats import pons
    >>> problem = pons.parse("44444221 3")
    >>> problem.record.moves, problem.score
    ([4, 4, 4, 4, 4, 2, 2, 1], 3)
    """
    return _read(decode(line), _board(start), None)


def _board(start: Position | str) -> ConnectFour:
    position = start_of(start)
    if not isinstance(position, ConnectFour):
        raise ParameterError(f"these problems are of Connect Four, not of {position.game}")
    return position


def _read(line: str, start: ConnectFour, number: int | None) -> PonsProblem:
    *moves, score = line.split() or [""]
    if _SCORE.fullmatch(score) is None:
        raise ParseError(
            f"{shown(line)} is not a problem: allowed are columns and a score, such as 44444221 3"
        )
    try:
        problem = PonsProblem(Record(start, read_moves(start, " ".join(moves))), int(score), number)
    except GameError as error:
        raise ParseError(str(error)) from None
    _check(problem)
    return problem


def _check(problem: PonsProblem) -> None:
    """Refuse a score that no position of the board has."""
    board: ConnectFour = problem.record.start  # type: ignore[assignment]
    most = (board.width * board.height + 2 - _LINE_DISCS) // 2
    if abs(problem.score) > most:
        raise ParseError(
            f"{problem.score} is not a valid score of {board.game}: allowed are -{most} to {most}"
        )


def to_text(problem: PonsProblem) -> str:
    """Write one problem as a line.

    Raises ``UnsupportedError`` for a game that does not start on an empty board, and
    ``ParseError`` for a score out of range.

    >>> import bitgames as bg
    >>> from bitgames.formats import pons
    >>> pons.to_text(pons.PonsProblem(bg.Record("connect4", ["4", "4"]), 1))
    '44 1'
    """
    _check(problem)
    columns = transcript.to_text(problem.record, start=problem.record.start.game)
    return f"{columns} {problem.score}"


def loads(
    data: str | bytes,
    start: Position | str = "connect4",
    *,
    strict: bool = True,
    name: str = "",
) -> Loaded[PonsProblem]:
    """Read the problems of a text, one on each line.

    Raises ``ParseError``, which names the line, and ``name`` if it is given. With ``strict=False``
    bad lines are left out, and their errors are in ``complaints`` of the result.

    >>> from bitgames.formats import pons
    >>> [problem.score for problem in pons.loads("44444221 3\\n45461667 11\\n")]
    [3, 11]
    """
    board = _board(start)
    problems: Loaded[PonsProblem] = Loaded([], errors := ErrorCollector(name, strict=strict))
    for number, line in enumerate(decode(data).split("\n"), 1):
        if not line.strip():
            continue
        try:
            problems.append(_read(line, board, number))
        except ParseError as error:
            errors.at_line(number, str(error))
    return problems


def dumps(problems: Iterable[PonsProblem]) -> str:
    """Write problems as text, one on each line.

    >>> import bitgames as bg
    >>> from bitgames.formats import pons
    >>> pons.dumps([pons.PonsProblem(bg.Record("connect4", ["4", "4"]), 1)])
    '44 1\\n'
    """
    return "".join(to_text(problem) + "\n" for problem in problems)


def load(
    path: Path, start: Position | str = "connect4", *, strict: bool = True
) -> Loaded[PonsProblem]:
    """Read the problems of a file as ``loads`` does. Raises ``OSError`` for an error of the system.

    >>> import bitgames as bg
    >>> from bitgames.formats import pons
    >>> pons.save("one.txt", [pons.PonsProblem(bg.Record("connect4", ["4"]), -2)])
    >>> pons.load("one.txt")[0].score
    -2
    """
    return loads(read_regular(path), start, strict=strict, name=str(path))


def save(path: Path, problems: Iterable[PonsProblem]) -> None:
    """Write problems to a file, atomically.

    >>> import bitgames as bg
    >>> from bitgames.formats import pons
    >>> pons.save("one.txt", [pons.PonsProblem(bg.Record("connect4", ["4"]), -2)])
    """
    write_atomic(path, dumps(problems).encode())
