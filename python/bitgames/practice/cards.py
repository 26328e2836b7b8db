"""A position to be answered, and what an answer is worth."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal, TypeAlias

from bitgames._core import Move, ParameterError, Position, canonical_key
from bitgames.arguments import choice, real
from bitgames.games import unit
from bitgames.practice.schedule import Plan, Rating, Schedule

Kind: TypeAlias = Literal["problem", "book", "mistake"]
"""Where a position comes from: a proven problem, a line of a book, a costly move of a game."""

KINDS: tuple[Kind, ...] = ("problem", "book", "mistake")


@dataclass(frozen=True, slots=True)
class MoveValue:
    """A move with its value for the player who makes it."""

    move: Move
    """The move."""
    value: float
    """Its value in points of the game's score."""
    exact: bool
    """True if the value is proven."""


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer that was given."""

    time: datetime
    """When it was given, in UTC."""
    move: Move | None
    """The move; ``None`` if the person gave up."""
    rating: Rating
    """How well it was known."""
    seconds: float | None = None
    """How long it took, if that was measured."""

    @property
    def right(self) -> bool:
        """True for a right answer."""
        return self.rating != Rating.AGAIN


@dataclass(frozen=True, slots=True)
class Card:
    """A position with the values of its moves, and what was answered so far."""

    position: Position
    """The position, which hides nothing from its player."""
    values: tuple[MoveValue, ...]
    """Moves with their values, the best first: all legal moves, or those of a book."""
    kind: Kind
    """Where it comes from."""
    origin: str
    """Where it comes from, in words for people."""
    plies: int | None = None
    """Plies to the end by best play, if they are known: how far ahead one has to see."""
    answers: tuple[Answer, ...] = ()
    """The answers so far, in their order."""
    schedule: Schedule | None = None
    """When it is due; ``None`` before the first answer."""

    @property
    def key(self) -> int:
        """The same for positions that a symmetry of the board makes equal."""
        return canonical_key(self.position)

    @property
    def value(self) -> float:
        """The value of a best move."""
        return self.values[0].value

    @property
    def exact(self) -> bool:
        """True if all values are proven."""
        return all(each.exact for each in self.values)

    @property
    def best_moves(self) -> tuple[Move, ...]:
        """The moves of the best value."""
        return tuple(each.move for each in self.values if each.value == self.value)

    def answered(self, answer: Answer, plan: Plan) -> "Card":
        """Return the card after an answer, scheduled by a plan."""
        schedule = plan.after(self.schedule, answer.rating, answer.time)
        return replace(self, answers=(*self.answers, answer), schedule=schedule)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What an answer is worth."""

    right: bool
    """True if the move is as good as the best one, within the margin."""
    move: Move | None
    """The move of the answer; ``None`` if the person gave up."""
    loss: float | None
    """What it loses to the best move, in points of the game's score; ``None`` for no move, and
    for one that the book left out."""
    best_moves: tuple[Move, ...]
    """All moves that would have been right, the best first."""
    exact: bool
    """True if the values are proven."""
    result: str
    """What the move brings if it is right, else the best one."""
    words: str
    """All of this in a sentence."""


def judge(card: Card, move: Move | None, *, margin: float = 0.0) -> Verdict:
    """Judge an answer: a move is right if its value is within ``margin`` of the best one.

    ``margin`` is in points of the game's score: discs in Othello, half points where a result is
    all. Values of a search or a book are estimates: among these, moves that differ by less than
    estimates are worth (``games.unit(game).noise``) are equally good, and the words say so. A move
    that a book has left out is wrong. ``None`` gives up.

    Raises ``IllegalMoveError`` for a move that is not legal.

    >>> import bitgames as bg
    >>> position = bg.position("tictactoe oo./xx./...")
    >>> values = [MoveValue(line.move, line.value, True) for line in bg.solve(position,
    ...     all_moves=True).lines]
    >>> card = Card(position, tuple(values), "problem", "by hand")
    >>> judge(card, position.parse_move("c2")).words
    'c2 loses 1 half point: c1 wins'
    >>> judge(card, position.parse_move("c2"), margin=1).right
    True
    """
    margin = real("margin", margin, 0.0, 1e6)
    of = unit(card.position)
    if not card.exact:
        margin = max(margin, of.noise)
    good = tuple(each.move for each in card.values if card.value - each.value <= margin)
    best = card.values[0]
    if move is not None:
        card.position.play(move)  # which checks it
    found = next((each for each in card.values if each.move == move), None)
    right = move in good
    loss = None if found is None else card.value - found.value
    # A right answer stands first, and a few others after it.
    shown = found if found is not None and right else best
    result = _result(card, shown)
    words = result + _also([str(each) for each in good if each != shown.move])
    if not right and move is not None:
        lost = "is not in the book" if loss is None else f"loses {of.amount(loss)}"
        words = f"{move} {lost}: {words}"
    return Verdict(right, move, loss, good, card.exact, result, words + _doubt(card))


def _result(card: Card, best: MoveValue) -> str:
    """Say what a best move brings."""
    of = unit(card.position)
    if best.exact:
        return of.result(str(best.move), best.value)
    return f"{best.move} brings {'-' if best.value < 0 else '+'}{of.amount(best.value)}"


def _also(moves: list[str]) -> str:
    """Say which other moves are as good.

    >>> _also(["e6"]), _also(["e6", "d3", "c4", "c5", "c6"])
    ('; e6 is as good', '; e6, d3, c4 and 2 more are as good')
    """
    if len(moves) < 2:
        return "".join(f"; {move} is as good" for move in moves)
    if len(moves) > 4:
        moves = [*moves[:3], f"{len(moves) - 3} more"]
    return f"; {', '.join(moves[:-1])} and {moves[-1]} are as good"


def _doubt(card: Card) -> str:
    if card.exact:
        return ""
    return " (by the book)" if card.kind == "book" else " (estimated by a search)"


def checked_values(position: Position, values: Sequence[MoveValue]) -> tuple[MoveValue, ...]:
    """Return values in their order, the best first.

    Raises ``ParameterError`` for fewer than two, and for moves that are not legal.
    """
    legal = set(position.legal_moves)
    if len({each.move for each in values} & legal) != len(values) or len(values) < 2:
        raise ParameterError("a position to practise must have two or more legal moves with values")
    return tuple(sorted(values, key=lambda each: -each.value))


def checked_kind(kind: str) -> Kind:
    """Return a kind. Raises ``ParameterError`` for another text."""
    choice("kind", kind, KINDS)
    return next(each for each in KINDS if each == kind)
