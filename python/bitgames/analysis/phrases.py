"""Values and differences in words."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from bitgames._core import Position
from bitgames.games import presenter
from bitgames.games.presenter import Unit

if TYPE_CHECKING:
    from bitgames.analysis.hints import AdvisedMove


def value_text(of: Unit, value: float, exact: bool, error: float | None = None) -> str:
    """Return a value as text: a result or a number with its sign.

    >>> import bitgames as bg
    >>> of = presenter("othello").unit(bg.Othello())
    >>> value_text(of, 6, True), value_text(of, 2.46, False), value_text(of, 3.0, False, 1.25)
    ('+6', 'about +2.5', 'about +3.0 (+-1.2)')
    >>> from bitgames.games.presenter import RESULT
    >>> value_text(RESULT, 1, True)
    'win'
    """
    if exact and of.is_result:
        return {1: "win", 0: "draw", -1: "loss"}[int(value)]
    if exact:
        return f"{value:+g}"
    digits = 2 if of.is_result else 1
    spread = "" if error is None else f" (+-{error:.{digits}f})"
    # A small negative estimate is no -0.0.
    return f"about {round(value, digits) + 0.0:+.{digits}f}{spread}"


def with_words(
    position: Position, moves: Sequence["AdvisedMove"], of: Unit, shows: bool
) -> Iterator[str]:
    """Yield the words of each move: its value, its distance to the next, its reasons.

    ``of`` is the unit of the values. ``shows`` is true if the reasons may use the position.
    """
    for number, move in enumerate(moves):
        words = value_text(of, move.value, move.exact, move.error)
        if number + 1 < len(moves):
            words += f", {_difference(of, move, moves[number + 1])}"
        why = presenter(position).reasons(position, move.line) if shows else []
        yield "; ".join([words, *why])


def sentence(position: Position, moves: Sequence["AdvisedMove"], of: Unit, shows: bool) -> str:
    """Return what the best move does and how far the next one is behind."""
    best = moves[0]
    why = presenter(position).reasons(position, best.line) if shows else []
    if best.exact:
        words = f"{best.move} {of.result(best.value)}"
    else:
        words = f"{best.move}: {value_text(of, best.value, False, best.error)}"
        words += "" if of.is_result else f" {of.plural}"
    if why:
        words += f": {', '.join(why)}"
    if len(position.legal_moves) == 1:
        return f"{words}; it is the only move"
    if len(moves) == 1:
        return words
    return f"{words}; {_next(of, best, moves[1])}"


def _difference(of: Unit, move: "AdvisedMove", other: "AdvisedMove") -> str:
    """Return how much better a move is than the next one."""
    both = move.exact and other.exact
    gap = move.value - other.value
    if abs(gap) < (1e-9 if both else 0.05 if not of.is_result else 0.005):
        return f"as good as {other.move}"
    if gap < 0:
        # A tree search trusts the moves that it tried most.
        return f"surer than {other.move}"
    if of.is_result:
        return f"better than {other.move}"
    return f"{'' if both else 'about '}{of.amount(gap)} better than {other.move}"


def _next(of: Unit, best: "AdvisedMove", other: "AdvisedMove") -> str:
    if best.exact and other.exact and (of.is_result or best.value * other.value <= 0):
        return f"{other.move} {of.result(other.value)}" + (
            " too" if best.value == other.value else ""
        )
    words = _difference(of, best, other)
    return f"{other.move} is as good" if words.startswith("as good") else words
