"""Analysis in the forms that controllers of GTP read: lines of ``info`` and pictures of GoGui."""

from collections.abc import Callable
from dataclasses import dataclass
from math import tanh

from bitgames._core import Position, SearchResult, Unit, unit
from bitgames.protocols.engine_search import Stop
from bitgames.protocols.vertices import to_vertex

__all__ = ["Live", "info", "labels"]

# Values in units beyond results, such as discs, at which a side wins seven games of eight.
_SURE = 16


@dataclass(frozen=True, slots=True)
class Live:
    """A controller that listens: what is said reaches it at once."""

    say: Callable[[str], object]
    """Sends text."""
    is_asked: Stop
    """Whether it waits for the answer to its next line."""
    wait: Callable[[], object]
    """Waits for its next line."""


def info(found: SearchResult, position: Position, *, scores: bool) -> str:
    """Return the moves of a search as one line, the best first, as Leela Zero's ``lz-analyze``.

    ``winrate`` is in hundredths of a percent for the side to move, by the value alone; ``visits``
    are the nodes of the whole search. With ``scores`` the line is that of KataGo's
    ``kata-analyze``: the share as a number from 0 to 1, and the value as ``scoreLead``.

    >>> import bitgames as bg
    >>> position = bg.TicTacToe().play("a1").play("a2").play("b1").play("b2")
    >>> info(bg.search(position), position, scores=False)
    'info move C1 visits 1 winrate 10000 prior 0 lcb 10000 order 0 pv C1'
    """
    counted, facts, of = max(found.nodes, 1), position.facts, unit(position)
    moves = []
    for order, line in enumerate(found.lines):
        share = _share(line.value, of)
        point, pv = to_vertex(line.move, facts), " ".join(to_vertex(m, facts) for m in line.pv)
        worth = (
            f"winrate {share:.4f} scoreMean {line.value:.2f} scoreLead {line.value:.2f} prior 0"
            if scores
            else f"winrate {10_000 * share:.0f} prior 0 lcb {10_000 * share:.0f}"
        )
        moves.append(f"info move {point} visits {counted} {worth} order {order} pv {pv}")
    return " ".join(moves)


def labels(found: SearchResult, position: Position) -> str:
    """Return the values of the moves as GoGui draws them: a label each, and a line of text.

    >>> import bitgames as bg
    >>> position = bg.TicTacToe().play("a1").play("a2").play("b1").play("b2")
    >>> print(labels(bg.search(position), position))
    LABEL C1 win
    TEXT C1, win, proven, 1 nodes
    """
    facts, of = position.facts, unit(position)
    rows = []
    for line in found.lines:
        value = of.proven(line.value) if line.exact else f"{line.value:+.1f}"
        rows.append((to_vertex(line.move, facts), value))
    if not rows:
        return "TEXT no move was searched"
    how = "proven" if found.exact else f"depth {found.depth}"
    best = ", ".join((*rows[0], how, f"{found.nodes:,} nodes"))
    drawn = [f"LABEL {point} {value}" for point, value in rows if point != "pass"]
    return "\n".join([*drawn, f"TEXT {best}"])


def _share(value: float, of: Unit) -> float:
    """Return the share of the games that a side wins, as far as a value tells."""
    return (1 + (value if of.is_result else tanh(value / _SURE))) / 2
