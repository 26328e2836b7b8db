"""An analysis as a table of its moves and a few lines of sums."""

from typing import TYPE_CHECKING

from bitgames._core import Unit
from bitgames.tables import aligned

if TYPE_CHECKING:
    from bitgames.analysis.game import Analysis, AnalyzedMove, Totals

HEADS = ("move", "player", "played", "before", "after", "loss", "best", "")
"""The heads of the columns of ``rows``."""


def rows(found: "Analysis") -> list[tuple[str, ...]]:
    """Return a row for each move, with the columns of ``HEADS``.

    >>> import bitgames as bg
    >>> rows(bg.analyze(bg.Record("tictactoe", ["a1", "b1"])))[1]
    ('2', 'x', 'b1', 'draw', 'loss', '1', 'b2', 'blunder')
    """
    return [_row(found, move) for move in found.moves]


def facts(found: "Analysis") -> list[tuple[str, str]]:
    """Return the opening, the sums by player, the turning point and what the values are, by name.

    >>> import bitgames as bg
    >>> facts(bg.analyze(bg.Record("tictactoe", ["a1", "b1"])))[2]
    ('turning point', 'move 2: b1')
    """
    names = found.record.start.facts.player_names
    opening = found.record.opening
    lines = [] if opening is None else [("opening", str(opening))]
    lines += [(names[total.player], _total_words(found.unit, total)) for total in found.totals]
    turn = found.turning_point
    lines.append(("turning point", "-" if turn is None else f"move {turn.number}: {turn.move}"))
    if any(not move.exact for move in found.moves):
        lines.append(("~", _estimates(found)))
    if not found.complete:
        lines.append(("stopped", f"{len(found.moves)} of {len(found.record)} moves are analyzed"))
    return lines


def to_text(found: "Analysis") -> str:
    """Return the table of the moves and the sums below it, as the command line prints them."""
    columns = range(len(HEADS))
    text = aligned([HEADS, *rows(found)], left=columns) if found.moves else ["no moves"]
    return "\n".join([*text, "", *aligned(facts(found), left=columns)])


def _row(found: "Analysis", move: "AnalyzedMove") -> tuple[str, ...]:
    of = found.unit
    sign = "" if move.exact else "~"
    digits = 2 if of.is_result else 1
    values = (
        of.proven(value) if move.exact else f"~{round(value, digits) + 0.0:+g}"
        for value in (move.before, move.after)
    )
    loss = f"{sign}{round(move.loss, digits):g}" if move.loss else ""
    remark = "blunder" if move.is_blunder else "" if move.is_choice else "forced"
    best = "" if move.best == move.move else str(move.best)
    player = found.record.start.facts.player_names[move.player]
    return (str(move.number), player, str(move.move), *values, loss, best, remark)


def _total_words(of: Unit, total: "Totals") -> str:
    if not total.moves:
        return "no choice"
    blunders = f"{total.blunders} blunder{'' if total.blunders == 1 else 's'}"
    choices = f"{total.moves} choice{'' if total.moves == 1 else 's'}"
    best = f"{total.best} of {choices} best"
    return f"lost {of.amount(total.loss)}, {of.amount(total.average)} a move; {best}, {blunders}"


def _estimates(found: "Analysis") -> str:
    means = any(move.error is not None for move in found.moves)
    words = ["means over sampled worlds"] if means else []
    if any(move.depth is not None for move in found.moves):
        words.append("estimates of a search")
    return " and ".join(words) or "not proven"
