"""What several subcommands share: options, words and the colours of a terminal."""

import json
import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any, TextIO

import typer

from bitgames._core import Move, Position

__all__ = [
    "All",
    "GameSpec",
    "Json",
    "PositionText",
    "Quiet",
    "Seed",
    "Table",
    "Threads",
    "bold",
    "columns",
    "dim",
    "file_name",
    "file_path",
    "line_of",
    "position_data",
    "print_facts",
    "print_json",
    "rate",
    "use_color",
    "value_words",
]


def thread_count(text: str) -> int | None:
    """Return the number that an option for threads names; ``all`` stands for every core.

    >>> thread_count("2"), thread_count("all") is None
    (2, True)
    """
    if text == "all":
        return None
    try:
        return int(text)
    except ValueError:
        raise typer.BadParameter(f"{text!r} must be a number from 1 or 'all'") from None


GameSpec = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="A game by its name, with its size if it has one, like othello or tictactoe:5; "
        "see the games command.",
    ),
]
PositionText = Annotated[
    str,
    typer.Argument(
        metavar="POSITION",
        help="A game for its start, or a position as a line of text in quotes, like "
        "'tictactoe o../.x./...'.",
    ),
]
All = Annotated[bool, typer.Option("--all", help="Give every move its value too.")]
Json = Annotated[bool, typer.Option("--json", help="Print the result as one line of JSON.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="No progress, no remarks.")]
Seed = Annotated[int | None, typer.Option("--seed", help="Seed of the random numbers, 0 or more.")]
Threads = Annotated[
    int | None,
    typer.Option(
        "--threads",
        metavar="N",
        parser=thread_count,
        help="Threads to use, or 'all' for every core.",
    ),
]
Table = Annotated[
    int, typer.Option("--table", metavar="MIB", help="Size of the transposition table in MiB.")
]


def file_name(text: str) -> str:
    """Refuse an empty name of a file or folder, which a system takes for the current folder."""
    if not text:
        raise typer.BadParameter("an empty name is no name of a file")
    return text


def file_path(text: str) -> Path:
    """Return the path of this name, which may not be empty."""
    return Path(file_name(text))


def use_color(stream: TextIO | None = None) -> bool:
    """Tell whether colours are welcome: a terminal that can, and a user who did not object."""
    stream = sys.stdout if stream is None else stream
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def bold(text: str) -> str:
    """Return ``text`` in bold where colours are welcome."""
    return f"\x1b[1m{text}\x1b[0m" if use_color() else text


def dim(text: str) -> str:
    """Return ``text`` dimmed where colours are welcome."""
    return f"\x1b[2m{text}\x1b[0m" if use_color() else text


def print_json(data: Any) -> None:
    """Print one line of JSON."""
    print(json.dumps(data))


def print_facts(rows: Iterable[tuple[str, str]]) -> None:
    """Print names and values in two columns."""
    for name, value in rows:
        print(f"{dim(name.ljust(10))}  {value}")


def columns(rows: list[tuple[str, ...]]) -> None:
    """Print rows as columns, the first row as their heads."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for number, row in enumerate(rows):
        text = "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        print(bold(text.rstrip()) if number == 0 else text.rstrip())


def rate(count: int, seconds: float, unit: str) -> str:
    """Return ``count`` per second in words, like ``1.2 M nodes/s``.

    >>> rate(3_000_000, 2.0, "nodes"), rate(1, 0.25, "")
    ('1.5 M nodes/s', '4 /s')
    """
    per_second = count / max(seconds, 1e-9)
    for size, name in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if per_second >= size:
            return f"{per_second / size:.1f} {f'{name} {unit}'.strip()}/s"
    return f"{per_second:.0f} {unit}/s"


def line_of(moves: Iterable[Move]) -> str:
    """Return moves as text with spaces between, ``-`` for none."""
    return " ".join(str(move) for move in moves) or "-"


def value_words(position: Position, value: float) -> str:
    """Say in words what a value from the side to move means.

    >>> import bitgames as bg
    >>> value_words(bg.TicTacToe(), 0), value_words(bg.TicTacToe(), -1)
    ('draw (0)', 'x wins (-1)')
    """
    names = position.facts.player_names
    if value == 0:
        return "draw (0)"
    mover = position.turn
    winner = mover if value > 0 else (mover + 1) % len(names)
    return f"{names[winner]} wins ({value:+g})"


def position_data(position: Position) -> dict[str, Any]:
    """Return what there is to say of a position, as data for JSON."""
    outcome = position.outcome
    return {
        "game": position.game,
        "position": position.to_string(),
        "turn": position.turn,
        "ply": position.ply,
        "legal_moves": [str(move) for move in position.legal_moves],
        "is_over": position.is_over,
        "winners": None if outcome is None else list(outcome.winners),
        "reason": None if outcome is None else outcome.reason,
        "returns": list(position.returns),
        "key": position.key,
    }
