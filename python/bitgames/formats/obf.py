"""OBF: Othello problems, one on each line, with the exact scores of moves.

A line has the 64 squares from a1 (``X`` black, ``O`` white, ``-`` empty), a space, the side to
move, ``;``, and for each move its square and its score: the disc difference for the side to move.
``%`` starts a comment to the end of the line::

    --XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18; H1:+12; % 1
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from bitgames._core import GameError, Move, Othello, ParameterError, ParseError
from bitgames.files import open_to_read, read_regular, write_atomic
from bitgames.formats.parsing import ErrorCollector, Loaded, Path, capitals, decode, shown

__all__ = ["ObfProblem", "dumps", "load", "loads", "parse", "save", "stream", "to_text"]

_SCORE = re.compile(r"([A-Za-z0-9-]++)\s*+:\s*+([+-]?[0-9]{1,3})", re.ASCII)
CELLS = 64


@dataclass(frozen=True)
class ObfProblem:
    """A position with the known scores of its moves and a comment.

    ``scores`` maps moves to disc differences for the side to move, with empty squares for the
    winner; it may have some or none of the moves. ``line`` is the line number in the file;
    comparisons ignore it.

    >>> import bitgames as bg
    >>> from bitgames.formats.obf import ObfProblem
    >>> start = bg.Othello()
    >>> ObfProblem(start, {move: 0 for move in start.legal_moves}).best_score
    0
    """

    position: Othello
    scores: Mapping[Move, int] = field(default_factory=dict)
    comment: str = ""
    line: int | None = field(default=None, compare=False)

    @property
    def best_score(self) -> int | None:
        """The score of the best move; ``None`` if no score is known.

        >>> from bitgames.formats import obf
        >>> obf.parse("-" * 27 + "OX------XO" + "-" * 27 + " X; F5:+2; D3:-4;").best_score
        2
        """
        return max(self.scores.values(), default=None)

    @property
    def best_moves(self) -> list[Move]:
        """The moves with the best score, in the order of the line.

        >>> from bitgames.formats import obf
        >>> obf.parse("-" * 27 + "OX------XO" + "-" * 27 + " X; F5:+2; D3:+2; C4:+0;").best_moves
        [f5, d3]
        """
        return [move for move, score in self.scores.items() if score == self.best_score]


def parse(line: str) -> ObfProblem:
    """Read one problem.

    Raises ``ParseError`` for a line without a problem, and for an invalid board, side, move or
    score.

    >>> from bitgames.formats import obf
    >>> problem = obf.parse("-" * 27 + "OX------XO" + "-" * 27 + " X; F5:+0; C4:+0; % the start")
    >>> problem.scores, problem.comment
    ({f5: 0, c4: 0}, 'the start')
    """
    try:
        problem = _read(decode(line), None)
    except GameError as error:
        raise ParseError(str(error)) from None
    if problem is None:
        raise ParseError(
            f"{shown(decode(line))} is not a problem: a problem begins with 64 squares"
        )
    return problem


def _read(line: str, number: int | None) -> ObfProblem | None:
    """Read a line; ``None`` for an empty line or a comment."""
    body, _, comment = line.partition("%")
    board, *marks = body.split(";")
    if not body.strip():
        return None
    position = _position(board)
    scores: dict[Move, int] = {}
    for mark in filter(None, map(str.strip, marks)):
        found = _SCORE.fullmatch(mark)
        if found is None:
            raise ParseError(f"{shown(mark)} is not a valid score: scores look like A2:+38")
        move = _legal(position, found[1])
        if move in scores:
            raise ParseError(f"{found[1]} has two scores")
        score = int(found[2])
        if abs(score) > CELLS:
            raise ParseError(
                f"{shown(mark)} is not a valid score: allowed are -{CELLS} to +{CELLS}"
            )
        scores[move] = score
    return ObfProblem(position, scores, comment.strip(), number)


def _position(text: str) -> Othello:
    cells, _, side = text.strip().partition(" ")
    if len(cells) != CELLS:
        raise ParseError(f"a board must have {CELLS} squares, not {len(cells)}")
    if wrong := cells.lstrip("XOxo-"):
        raise ParseError(
            f"squares are X, O and -, not {wrong[0]!r} (number {CELLS - len(wrong) + 1})"
        )
    if side.strip().upper() not in ("X", "O"):
        raise ParseError(f"the side to move is X or O, not {shown(side.strip())}")
    return Othello.from_obf(f"{cells} {side.strip()}")


def _legal(position: Othello, text: str) -> Move:
    move = position.parse_move(text)
    if not position.is_legal(move):
        allowed = " ".join(map(str, position.legal_moves)) or "none, as the game is over"
        raise ParseError(f"{text} cannot be played here: legal moves are {allowed}")
    return move


def to_text(problem: ObfProblem) -> str:
    """Write one problem as a line, the best move first.

    Raises ``ParameterError`` for a board that is not 8 x 8, a score out of range, an illegal move,
    or a comment of several lines.

    >>> import bitgames as bg
    >>> from bitgames.formats import obf
    >>> after = bg.Othello().play("f5")
    >>> obf.to_text(obf.ObfProblem(after, {after.parse_move("d6"): 0}, "first"))
    '---------------------------OX------XXX-------------------------- O; D6:+0; % first'
    """
    position = problem.position
    if position.game != "othello":
        raise ParameterError(f"OBF is for the 8 x 8 board, not for {position.game}")
    parts = [f"{position.to_obf()};"]
    for move, score in sorted(problem.scores.items(), key=lambda each: -each[1]):
        if not position.is_legal(move) or abs(score) > CELLS:
            raise ParameterError(
                f"OBF holds legal moves with scores from -{CELLS} to +{CELLS}, not {move}:{score}"
            )
        parts.append(f"{capitals(move)}:{score:+d};")
    if problem.comment:
        if len(problem.comment.splitlines()) > 1:
            raise ParameterError("a comment in OBF must be one line")
        parts.append(f"% {problem.comment.strip()}")
    return " ".join(parts)


def stream(path: Path) -> Iterator[ObfProblem]:
    """Iterate over the problems of a file, each with its line, without reading the whole file.

    Raises ``ParseError``, which names file and line, when it reaches a bad line.

    >>> from pathlib import Path
    >>> from bitgames.formats import obf
    >>> _ = Path("start.obf").write_text("% one\\n" + "-" * 27 + "OX------XO" + "-" * 27 + " X\\n")
    >>> [(problem.line, problem.position.turn) for problem in obf.stream("start.obf")]
    [(2, 0)]
    """
    with open_to_read(path) as file:
        yield from _problems(file, ErrorCollector(str(path), strict=True))


def _problems(lines: Iterable[str | bytes], errors: ErrorCollector) -> Iterator[ObfProblem]:
    for number, line in enumerate(lines, 1):
        try:
            problem = _read(decode(line), number)
        except GameError as error:
            errors.at_line(number, str(error))
            continue
        if problem is not None:
            yield problem


def loads(data: str | bytes, *, strict: bool = True, name: str = "") -> Loaded[ObfProblem]:
    """Read the problems of a text.

    Raises ``ParseError``, which names the line, and ``name`` if it is given. With ``strict=False``
    bad lines are left out, and their errors are in ``complaints`` of the result.

    >>> from bitgames.formats import obf
    >>> problems = obf.loads("% a set\\n" + "-" * 27 + "OX------XO" + "-" * 27 + " X; F5:+0;\\n")
    >>> len(problems), problems[0].line
    (1, 2)
    """
    errors = ErrorCollector(name, strict=strict)
    return Loaded(_problems(decode(data).split("\n"), errors), errors)


def dumps(problems: Iterable[ObfProblem]) -> str:
    """Write problems as text, one on each line.

    >>> import bitgames as bg
    >>> from bitgames.formats import obf
    >>> text = obf.dumps([obf.ObfProblem(bg.Othello())])
    >>> obf.loads(text)[0].position == bg.Othello()
    True
    """
    return "".join(to_text(problem) + "\n" for problem in problems)


def load(path: Path, *, strict: bool = True) -> Loaded[ObfProblem]:
    """Read the problems of a file as ``loads`` does. Raises ``OSError`` for an error of the system.

    >>> import bitgames as bg
    >>> from bitgames.formats import obf
    >>> obf.save("start.obf", [obf.ObfProblem(bg.Othello(), comment="the start")])
    >>> obf.load("start.obf")[0].comment
    'the start'
    """
    return loads(read_regular(path), strict=strict, name=str(path))


def save(path: Path, problems: Iterable[ObfProblem]) -> None:
    """Write problems to a file, atomically.

    >>> import bitgames as bg
    >>> from bitgames.formats import obf
    >>> obf.save("start.obf", [obf.ObfProblem(bg.Othello())])
    """
    write_atomic(path, dumps(problems).encode())
