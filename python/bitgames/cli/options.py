"""Options that several subcommands share."""

import os
from pathlib import Path
from typing import Annotated, Any

import typer

from bitgames._core import ParameterError
from bitgames.cli.errors import hush


def thread_count(text: str) -> int:
    """Return the number of threads from an option's text; ``all`` is one for each core.

    >>> thread_count("2"), thread_count("all") == os.cpu_count()
    (2, True)
    """
    if text == "all":
        return os.cpu_count() or 1
    try:
        return int(text)
    except ValueError:
        raise typer.BadParameter(
            f"{text!r} is not a valid number of threads: allowed are numbers from 1, or all"
        ) from None


def level_number(text: str) -> int | str:
    """Return the number of a search level, or the name of any other level.

    >>> level_number("12"), level_number("quick")
    (12, 'quick')
    """
    return int(text) if text.isascii() and text.isdecimal() else text


def level_limits(level: int | str | None, depth: int | None) -> dict[str, Any]:
    """Return the depth or the search level that ``--level`` and ``--depth`` ask for, for a search.

    Raises ``ParameterError`` if both name a depth.

    >>> level_limits("quick", None), level_limits(12, None), level_limits(None, 4)
    ({'depth': 6}, {'level': 12}, {'depth': 4})
    """
    from bitgames.analysis.levels import named

    limits = {} if level is None else named(level).limits
    if depth is None:
        return limits
    if "depth" in limits:
        raise ParameterError(f"--level {level} sets the depth: leave out --depth")
    return {**limits, "depth": depth}


def file_name(text: str) -> str:
    """Refuse an empty name of a file or folder, which would mean the current folder."""
    if not text:
        raise typer.BadParameter("an empty name is not a valid file name")
    return text


def svg_name(text: str) -> str:
    """Refuse a picture with another suffix than ``.svg``; ``-`` is stdout.

    >>> svg_name("curve.SVG"), svg_name("-")
    ('curve.SVG', '-')
    """
    if text != "-" and not file_name(text).lower().endswith(".svg"):
        raise typer.BadParameter(f"{text!r} is not a valid name of a picture: allowed is .svg")
    return text


def file_path(text: str) -> Path:
    """Return the path of a name that is not empty."""
    return Path(file_name(text))


GameSpec = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="Name of a game, with an optional size: othello, tictactoe:5; bitgames games lists "
        "them.",
    ),
]
PositionText = Annotated[
    str,
    typer.Argument(
        metavar="POSITION",
        help="Name of a game (its start), a position as text in quotes, as any command prints it: "
        "'tictactoe o../.x./...', a board in OBF, or a file of games (the last position of one).",
    ),
]
FILES = "a saved game, a transcript, GGF, WTHOR, OBF or PBN; FILE#12 is the twelfth game in FILE."
"""The files that hold games, for the help of options."""

GameFile = Annotated[
    Path | None,
    typer.Option(
        "--load",
        metavar="FILE",
        parser=file_path,
        help=f"Game from a file: {FILES}",
    ),
]
GameNumber = Annotated[
    int | None,
    typer.Option("--number", metavar="N", help="Take only game N of the file, counted from 1."),
]
Players = Annotated[
    list[str],
    typer.Argument(
        metavar="PLAYER PLAYER...",
        help="Two or more players: ai14, alphabeta:depth=4, engine:COMMAND for another program, "
        "python:FILE.py:NAME for your own code; bitgames players lists them. Tournaments also know "
        "NAME=PLAYER.",
    ),
]
OpeningRule = Annotated[
    str | None,
    typer.Option(
        "--openings",
        metavar="random:PLIES|FILE|none",
        help="Begin each pair of games with random moves that leave an even position, with an "
        "opening of FILE, or at the start. By default random if two players are deterministic, "
        "else none.",
    ),
]
All = Annotated[
    bool, typer.Option("--all", help="Show the value and the line of every move, the best first.")
]
Lines = Annotated[
    int | None,
    typer.Option("--lines", metavar="K", help="Show the values and the lines of the K best moves."),
]
Level = Annotated[
    str | None,
    typer.Option(
        "--level",
        metavar="LEVEL",
        parser=level_number,
        help="How deep to look: quick, normal or deep, or in Othello on 8 by 8 a search level, 0 "
        "to 30.",
    ),
]
Json = Annotated[
    bool, typer.Option("--json", help="Print the result as one line of JSON, for other programs.")
]
Quiet = Annotated[
    bool,
    typer.Option("--quiet", "-q", callback=hush, help="Show no progress, warnings or remarks."),
]
GameRows = Annotated[
    bool,
    typer.Option(
        "--csv", help="Print each game as a row of CSV, with its moves, for spreadsheets."
    ),
]
Csv = Annotated[
    bool, typer.Option("--csv", help="Print the result as CSV, with a line of names first.")
]
Clock = Annotated[
    str | None,
    typer.Option(
        "--clock",
        metavar="move=SECONDS|game=SECONDS,increment=SECONDS|nodes=N",
        help="Limit each move, or all moves of a player in a game, in seconds, or the positions of "
        "each move. A player that is later than that and margin=SECONDS (0.2 by default) loses the "
        "game.",
    ),
]
Adjudicate = Annotated[
    str | None,
    typer.Option(
        "--adjudicate",
        metavar="exact:N",
        help="End a game once the exact solver proves its result, at N empty squares or fewer.",
    ),
]
Seed = Annotated[
    int | None,
    typer.Option(
        "--seed",
        metavar="N",
        help="Start the random numbers from N: the same seed repeats the same run. By default each "
        "run differs.",
    ),
]
RunSeed = Annotated[
    int,
    typer.Option(
        "--seed",
        metavar="N",
        help="Start the random numbers from N, from 0: the same seed repeats the same run.",
    ),
]
Threads = Annotated[
    int | None,
    typer.Option(
        "--threads",
        metavar="N",
        parser=thread_count,
        help="Work on N threads at once, or with all on every core of this computer.",
    ),
]
Svg = Annotated[
    str | None,
    typer.Option(
        "--svg",
        metavar="FILE",
        parser=svg_name,
        help="Write a picture (SVG) to FILE; - is stdout.",
    ),
]
Workers = Annotated[
    int | None,
    typer.Option(
        "--workers",
        metavar="N",
        help="Run N tasks at once, in processes of this computer or on the workers of --cluster.",
    ),
]
Cluster = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="ADDRESS",
        help="Run the tasks on all workers of the dask scheduler at ADDRESS, like "
        "tcp://10.0.0.7:8786.",
    ),
]
Results = Annotated[
    Path | None,
    typer.Option(
        "--results",
        metavar="FILE",
        parser=file_path,
        help="Write the result of each task to FILE; the same command goes on from there.",
    ),
]
Table = Annotated[
    int,
    typer.Option(
        "--table",
        metavar="MIB",
        help="Memory in MiB for positions that were searched before (the transposition table); "
        "long searches gain from more.",
    ),
]
