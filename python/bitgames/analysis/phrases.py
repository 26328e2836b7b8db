"""Values and differences in words."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from bitgames._core import Position, Unit, reasons
from bitgames.sentences import Said, joined

if TYPE_CHECKING:
    from bitgames.analysis.hints import AdvisedMove


def value_text(of: Unit, value: float, exact: bool, error: float | None = None) -> str:
    """Return a value as text: a result or a number with its sign.

    >>> import bitgames as bg
    >>> of = bg.games.unit("othello")
    >>> value_text(of, 6, True), value_text(of, 2.46, False), value_text(of, 3.0, False, 1.25)
    ('+6', 'about +2.5', 'about +3.0 (+-1.2)')
    >>> value_text(bg.games.unit("tictactoe"), 1, True)
    'win'
    """
    if exact and of.is_result:
        return {1: "win", 0: "draw", -1: "loss"}[int(value)]
    if exact:
        return f"{value:+g}"
    digits = 2 if of.is_result else 1
    # A small negative estimate is no -0.0.
    near = f"{round(value, digits) + 0.0:+.{digits}f}"
    return (
        Said("about", near) if error is None else Said("about-error", near, f"{error:.{digits}f}")
    )


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
        why = reasons(position, move.line) if shows else []
        yield "; ".join([words, *why])


def sentence(position: Position, moves: Sequence["AdvisedMove"], of: Unit, shows: bool) -> str:
    """Return what the best move does and how far the next one is behind."""
    best = moves[0]
    why = reasons(position, best.line) if shows else []
    if best.exact:
        words = of.result(str(best.move), best.value)
    else:
        near = value_text(of, best.value, False, best.error)
        near = near if of.is_result else Said("amount", near, of.plural)
        words = Said("result", str(best.move), near)
    if why:
        words = Said("result", words, joined("with", why))
    if len(position.legal_moves) == 1:
        return Said("then", words, Said("only-move"))
    if len(moves) == 1:
        return words
    return Said("then", words, _next(of, best, moves[1]))


def _gap(of: Unit, move: "AdvisedMove", other: "AdvisedMove") -> float:
    """Return how much better a move is than the next one; 0 if that is within what is known."""
    gap = move.value - other.value
    both = move.exact and other.exact
    return 0 if abs(gap) < (1e-9 if both else 0.05 if not of.is_result else 0.005) else gap


def _difference(of: Unit, move: "AdvisedMove", other: "AdvisedMove") -> str:
    """Return how much better a move is than the next one, in words."""
    gap = _gap(of, move, other)
    if gap == 0:
        return f"as good as {other.move}"
    if gap < 0:
        # A tree search trusts the moves that it tried most.
        return Said("surer", str(other.move))
    if of.is_result:
        return Said("better", str(other.move))
    code = "better-by" if move.exact and other.exact else "better-about"
    return Said(code, of.amount(gap), str(other.move))


def _next(of: Unit, best: "AdvisedMove", other: "AdvisedMove") -> str:
    if best.exact and other.exact and (of.is_result or best.value * other.value <= 0):
        words = of.result(str(other.move), other.value)
        return Said("too", words) if best.value == other.value else words
    if _gap(of, best, other) == 0:
        return Said("is-as-good", str(other.move))
    return _difference(of, best, other)
