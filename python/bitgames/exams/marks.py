"""What an exam found: marks of each player with intervals, as a table, as data and as a page."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any, NamedTuple

from bitgames._core import Unit
from bitgames.exams.question_files import Question
from bitgames.files import csv_text, generator
from bitgames.games import unit
from bitgames.intervals import score_interval
from bitgames.tables import aligned, to_html

FORMAT = "bitgames exam result"
VERSION = 1
"""Format name and version of the JSON of a result."""

WORST = 10
"""How many of the worst answers are shown."""

_PHASES = 3
_HEADS = ("positions", "player", "best moves", "keep the result", "mean loss", "seconds")
_COLUMNS = (
    "player", "number", "left", "position", "top", "moves", "best", "kept", "loss", "seconds",
    "forfeit",
)  # fmt: skip


class Estimate(NamedTuple):
    """A mean with its interval of 95 %."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Answer:
    """What a player chose in a position."""

    question: Question
    """The question."""
    moves: tuple[int, ...]
    """The places of the moves among the legal ones: one, or those between which the player chooses
    uniformly; none for an answer that is not a legal move."""
    seconds: float
    """The time that the player used."""
    forfeit: str = ""
    """Why the player forfeited the question: it was late, for instance; else empty."""

    @property
    def best(self) -> float:
        """The probability of a best move."""
        top = self.question.top
        return self._mean(float(value == top) for value in self._values)

    @property
    def kept(self) -> float:
        """The probability of a move that keeps the result: a win, a draw or a loss."""
        result = _sign(self.question.top)
        return self._mean(float(_sign(value) == result) for value in self._values)

    @property
    def loss(self) -> float:
        """What the move gives away, in points; as much as the worst move where there is none."""
        values = self._values or (min(self.question.values),)
        return self.question.top - sum(values) / len(values)

    @property
    def _values(self) -> tuple[int, ...]:
        return tuple(self.question.values[place] for place in self.moves)

    def _mean(self, shares: Iterable[float]) -> float:
        return sum(shares) / len(self.moves) if self.moves else 0.0

    @property
    def text(self) -> str:
        """The moves as text; ``-`` where there is none."""
        legal = self.question.position.legal_moves
        return " ".join(str(legal[place]) for place in self.moves) or "-"


@dataclass(frozen=True, slots=True)
class Part:
    """Marks in the positions of one phase, or in all."""

    name: str
    """The cells that are empty, or the cards that are left: ``20 to 16 left``."""
    positions: int
    """Number of positions."""
    best: Estimate
    """Share of best moves."""
    kept: Estimate
    """Share of moves that keep the result."""
    loss: Estimate
    """Mean loss in points of the game."""
    seconds: float
    """The time that the player used."""


class Marks:
    """The answers of one player, and what they are worth."""

    def __init__(self, player: str, answers: Sequence[Answer]) -> None:
        self.player = player
        """The name of the player."""
        self.answers = tuple(answers)
        """The answers, in the order of the questions."""

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """The marks in all positions, and then by phase: three, from the earliest positions on."""
        stages = sorted({answer.question.left for answer in self.answers}, reverse=True)
        cuts = [stages[len(stages) * k // _PHASES : len(stages) * (k + 1) // _PHASES]
                for k in range(_PHASES)]  # fmt: skip
        return tuple(_part(self.answers, each) for each in (stages, *filter(None, cuts)))

    @property
    def best(self) -> Estimate:
        """The share of best moves."""
        return self.parts[0].best

    @property
    def kept(self) -> Estimate:
        """The share of moves that keep the result."""
        return self.parts[0].kept

    @property
    def loss(self) -> Estimate:
        """The mean loss in points of the game."""
        return self.parts[0].loss

    @property
    def seconds(self) -> float:
        """The time that the player used."""
        return self.parts[0].seconds

    @property
    def faults(self) -> int:
        """How many answers were not legal moves."""
        return sum(not (answer.moves or answer.forfeit) for answer in self.answers)

    @property
    def forfeits(self) -> list[str]:
        """Why questions were forfeited, a reason each."""
        return [answer.forfeit for answer in self.answers if answer.forfeit]

    def worst(self, count: int = WORST) -> list[Answer]:
        """Return the answers that lost most, the worst first; none that lost nothing."""
        lost = (answer for answer in self.answers if answer.loss > 0)
        return sorted(lost, key=lambda answer: (-answer.loss, answer.question.number))[:count]


@dataclass(frozen=True)
class Exam:
    """The result of an exam; ``bg.exam`` returns one.

    >>> import bitgames as bg
    >>> found = bg.exam(["first", "perfect"], "tictactoe:4", count=30)
    >>> found.marks[0].best.mean < found.marks[1].best.mean
    True
    """

    game: str
    """The game."""
    edition: int
    """The version of the exam."""
    seal: str
    """The XXH3 of its questions, 16 hexadecimal digits."""
    seed: int
    """The seed of the players."""
    marks: tuple[Marks, ...]
    """The marks of the players, in the order in which they were given."""

    @property
    def unit(self) -> Unit:
        """The unit of the losses."""
        return unit(self.game)

    @property
    def title(self) -> str:
        """The game and the version, and how many positions were asked."""
        count = len(self.marks[0].answers)
        return f"{self.game}, exam {self.edition} ({self.seal}): {count:,} positions"

    def cells(self) -> list[tuple[str, ...]]:
        """Return the table: a row for each phase and player, the heads first."""
        head = (*_HEADS[:4], f"{_HEADS[4]} in {self.unit.plural}", _HEADS[5])
        rows: list[tuple[str, ...]] = [head]
        for place, part in enumerate(self.marks[0].parts):
            for each in self.marks:
                own = each.parts[place]
                shares = (_percent(own.best), _percent(own.kept))
                loss = "{:.3f} ({:.3f} to {:.3f})".format(*own.loss)
                rows.append((part.name, each.player, *shares, loss, f"{own.seconds:.2f}"))
        return rows

    @property
    def notes(self) -> list[str]:
        """What to know about the result, a sentence each."""
        faults = [
            f"{each.player}: {each.faults} answers were not legal moves, and count as the worst one"
            for each in self.marks
            if each.faults
        ]
        forfeits = [
            f"{each.player}: {len(each.forfeits)} forfeits count as the worst move; the first: "
            f"{each.forfeits[0]}"
            for each in self.marks
            if each.forfeits
        ]
        return faults + forfeits

    def __str__(self) -> str:
        """Return the table, with the version of the exam above it."""
        return "\n".join([self.title, *aligned(self.cells(), left=(0, 1)), *self.notes])

    def _repr_html_(self) -> str:
        return self._body(WORST)

    def _body(self, worst: int) -> str:
        return to_html(self.cells(), self.title, *self.notes) + "".join(
            to_html([(f"{each.player}: {self.words(answer)}",)])
            + answer.question.position.to_svg(values=answer.question.by_move())
            for each in self.marks
            for answer in each.worst(worst)
        )

    def to_html(self, worst: int = WORST) -> str:
        """Return a page with the table and the worst answers of each player, with pictures."""
        from html import escape

        head = f"<!doctype html><meta charset=utf-8><title>{escape(self.title)}</title>"
        return f"{head}<body style='max-width:60rem;margin:auto'>{self._body(worst)}\n"

    def words(self, answer: Answer) -> str:
        """Return an answer as a line: the move, what it lost, and the best moves."""
        question = answer.question
        best = [str(move) for move, value in question.by_move().items() if value == question.top]
        lost = self.unit.amount(answer.loss)
        return f"position {question.number}: {answer.text} lost {lost}; best {' '.join(best)}"

    def to_json(self, worst: int = WORST) -> str:
        """Return the marks and the worst answers of each player as one line of JSON."""
        return json.dumps(
            {
                "format": FORMAT,
                "version": VERSION,
                "generator": generator(),
                "game": self.game,
                "edition": self.edition,
                "questions": self.seal,
                "seed": self.seed,
                "unit": self.unit.plural,
                "players": [
                    {
                        "player": each.player,
                        "faults": each.faults,
                        "forfeits": len(each.forfeits),
                        "first_forfeit": next(iter(each.forfeits), None),
                        "parts": [_part_data(part) for part in each.parts],
                        "worst": [self._row(each, answer) for answer in each.worst(worst)],
                    }
                    for each in self.marks
                ],
            },
            ensure_ascii=False,
        )

    def to_csv(self) -> str:
        """Return the answers as CSV, a row each, with the game, the version and the seed.

        >>> import bitgames as bg
        >>> bg.exam("first", "tictactoe:4", count=2).to_csv().splitlines()[0][:24]
        'game,edition,seed,player'
        """
        exam = {"game": self.game, "edition": self.edition, "seed": self.seed}
        rows = (self._row(each, answer) for each in self.marks for answer in each.answers)
        return csv_text((*exam, *_COLUMNS), ([*exam.values(), *row.values()] for row in rows))

    def _row(self, marks: Marks, answer: Answer) -> Mapping[str, object]:
        question = answer.question
        values = (
            marks.player, question.number, question.left, question.position.to_string(),
            question.top, answer.text, answer.best, answer.kept, answer.loss, answer.seconds,
            answer.forfeit,
        )  # fmt: skip
        return dict(zip(_COLUMNS, values, strict=True))


def _sign(value: float) -> int:
    return (value > 0) - (value < 0)


def _percent(share: Estimate) -> str:
    return "{:.1f} % ({:.1f} to {:.1f})".format(*(100 * each for each in share))


def _part_data(part: Part) -> dict[str, Any]:
    estimates = {name: getattr(part, name)._asdict() for name in ("best", "kept", "loss")}
    return {**asdict(part), **estimates}


def _part(answers: Sequence[Answer], stages: Sequence[int]) -> Part:
    asked = [answer for answer in answers if answer.question.left in stages]
    # An interval is that of a mean from 0 to 1: losses are shares of the largest possible one.
    largest = max(each.question.top - min(each.question.values) for each in asked)
    loss = _estimate([answer.loss / largest for answer in asked])
    return Part(
        f"{stages[0]} to {stages[-1]} left",
        len(asked),
        _estimate([answer.best for answer in asked]),
        _estimate([answer.kept for answer in asked]),
        Estimate(*(largest * each for each in loss)),
        sum(answer.seconds for answer in asked),
    )


def _estimate(values: Sequence[float]) -> Estimate:
    return Estimate(sum(values) / len(values), *score_interval((value, 1) for value in values))
