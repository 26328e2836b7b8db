"""The answer of ``solve`` and ``search``: value, best move, line and cost."""

from collections.abc import Iterable
from typing import Any

from bitgames._core import Move, Position, SearchResult, Solution, usual_line
from bitgames.cli.console import print_facts, use_color
from bitgames.cli.output import line_of, rate
from bitgames.cli.wording import value_words
from bitgames.files import attributes


def found_data(start: Position, found: Solution | SearchResult) -> dict[str, Any]:
    """Return the value, the best move, the line and the cost, as data for JSON."""
    best, line = _best(start, found)
    return {
        "position": start.to_string(),
        "value": found.value,
        "best_move": None if best is None else str(best),
        "pv": [str(move) for move in line],
        **attributes(found, "nodes", "seconds"),
    }


def _best(start: Position, found: Solution | SearchResult) -> tuple[Move | None, tuple[Move, ...]]:
    """Return the best move and its line, as people write it unless other lines stand beside it."""
    if len(found.lines) > 1 or not found.pv:
        return found.best_move, tuple(found.pv)
    line = usual_line(start, found.pv)
    return line[0], line


def lines_data(found: Solution | SearchResult) -> dict[str, Any]:
    """Return the values and the lines of the moves that were asked for, as data for JSON."""
    lines = [
        {
            "move": str(line.move),
            **attributes(line, "value", "exact", "depth", "certainty"),
            "pv": [str(move) for move in line.pv],
        }
        for line in found.lines
    ]
    return {"values": {str(line.move): line.value for line in found.lines}, "lines": lines}


def lines_words(start: Position, found: Solution | SearchResult) -> list[tuple[str, str]]:
    """Return the moves that were asked for, each with its value in words and its line."""
    return [
        (str(line.move), f"{value_found(start, line.value, line.exact)}: {line_of(line.pv)}")
        for line in found.lines
    ]


def value_found(start: Position, value: float, exact: bool) -> str:
    """Return a value that was found, in words, and whether it is proven."""
    return value_words(start, value) if exact else f"{value:+g}, not proven"


def print_found(
    start: Position,
    found: Solution | SearchResult,
    value: str,
    more: Iterable[tuple[str, str]] = (),
) -> None:
    """Print the position, the value in words, the best move, the line and the cost.

    ``more`` holds further names and values, which come before the cost.
    """
    best, line = _best(start, found)
    print(start.to_text(color=use_color()))
    print()
    print_facts(
        [
            ("value", value),
            ("best move", "-" if best is None else str(best)),
            ("line", line_of(line)),
            *more,
            ("nodes", f"{found.nodes:,}"),
            ("time", f"{found.seconds:.3f} s, {rate(found.nodes, found.seconds, 'nodes')}"),
        ]
    )
