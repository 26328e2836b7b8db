"""Options that several subcommands share."""

import os
from functools import partial
from pathlib import Path
from typing import Annotated, Any, NamedTuple, Self

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


def html_name(text: str) -> str:
    """Refuse a page with another suffix than ``.html``.

    >>> html_name("game.html")
    'game.html'
    """
    if not file_name(text).lower().endswith((".html", ".htm")):
        raise typer.BadParameter(f"{text!r} is not a valid name of a page: allowed is .html")
    return text


def pdf_name(text: str) -> str:
    """Refuse a sheet with another suffix than ``.pdf``.

    >>> pdf_name("sheet.pdf")
    'sheet.pdf'
    """
    if not file_name(text).lower().endswith(".pdf"):
        raise typer.BadParameter(f"{text!r} is not a valid name of a sheet: allowed is .pdf")
    return text


def png_name(text: str) -> str:
    """Refuse a picture with another suffix than ``.png``.

    >>> png_name("sheet.png")
    'sheet.png'
    """
    if not file_name(text).lower().endswith(".png"):
        raise typer.BadParameter(f"{text!r} is not a valid name of a picture: allowed is .png")
    return text


def file_path(text: str) -> Path:
    """Return the path of a name that is not empty."""
    return Path(file_name(text))


class Row(NamedTuple):
    """An option or an argument, as a row of text describes it.

    >>> Row.read("--games -n N: Play N games.")
    Row(names=['--games', '-n'], value='N', help='Play N games.')
    """

    names: list[str]
    """Its names, the usual one first; none for an argument."""
    value: str
    """What its value is called."""
    help: str

    @classmethod
    def read(cls, text: str) -> Self:
        """Return what a row says."""
        head, _, words = text.partition(": ")
        parts = head.split()
        names = [part for part in parts if part.startswith("-")]
        return cls(names, " ".join(parts[len(names) :]), " ".join(words.split()))


def language_tag(text: str) -> str:
    """Return the tag of a language of ours that stands for another way to write it.

    >>> language_tag("zh_TW"), language_tag("JA"), language_tag("fr")
    ('zh-Hant', 'ja', 'fr')
    """
    tag = text.lower().replace("_", "-")
    if tag in ("zh", "zh-hant", "zh-tw", "zh-hk"):
        return "zh-Hant"
    return {"en-us": "en", "en-gb": "en", "ja-jp": "ja", "jp": "ja"}.get(tag, tag)


def shared(row: str, **more: Any) -> Any:
    """Return the option or the argument of a row, for the types of several commands."""
    names, value, words = Row.read(row)
    make = partial(typer.Option, *names) if names else typer.Argument
    return make(metavar=value, help=words, **more)


GameSpec = Annotated[
    str,
    shared(
        "GAME: Name of a game, with an optional size: othello, tictactoe:5; bitgames games lists "
        "them."
    ),
]
PositionText = Annotated[
    str,
    shared(
        "POSITION: Name of a game (its start), a position as text in quotes, as any command "
        "prints it: 'tictactoe o../.x./...', a board in OBF, or a file of games (the last "
        "position of one)."
    ),
]
FILES = (
    "a saved game, a transcript, SGF, GGF, WTHOR, OBF or PBN; FILE#12 is the twelfth game in FILE."
)
"""The files that hold games, for the help of options."""

GameFile = Annotated[
    Path | None, shared(f"--load FILE: Game from a file: {FILES}", parser=file_path)
]
GameNumber = Annotated[
    int | None, shared("--number N: Take only game N of the file, counted from 1.")
]
Players = Annotated[
    list[str],
    shared(
        "PLAYER PLAYER...: Two or more players: ai14, alphabeta:depth=4, engine:COMMAND for "
        "another program, text:COMMAND, net:FILE, python:FILE.py:NAME; bitgames players lists "
        "them. Tournaments take NAME=PLAYER."
    ),
]
OpeningRule = Annotated[
    str | None,
    shared(
        "--openings random:PLIES|FILE|none: Begin pairs of games after random moves, at the start, "
        "or with openings of FILE; drawn:FILE: drawn by the seed, even=2:FILE: those "
        "within 2 points. By default random if both are deterministic."
    ),
]
All = Annotated[bool, shared("--all: Show the value and the line of every move, the best first.")]
Lines = Annotated[
    int | None, shared("--lines K: Show the values and the lines of the K best moves.")
]
Level = Annotated[
    str | None,
    shared(
        "--level LEVEL: How deep to look: quick, normal or deep, or in Othello on 8 by 8 a search "
        "level, 0 to 30.",
        parser=level_number,
    ),
]
Json = Annotated[bool, shared("--json: Print the result as one line of JSON, for other programs.")]
Quiet = Annotated[bool, shared("--quiet -q: Show no progress, warnings or remarks.", callback=hush)]
GameRows = Annotated[
    bool, shared("--csv: Print each game as a row of CSV, with its moves, for spreadsheets.")
]
Csv = Annotated[bool, shared("--csv: Print the result as CSV, with a line of names first.")]
Clock = Annotated[
    str | None,
    shared(
        "--clock move=SECONDS|game=SECONDS,increment=SECONDS|nodes=N: Limit each move, or all "
        "moves of a player in a game, in seconds, or the positions of each move. A player that is "
        "later than that and margin=SECONDS (0.2 by default) loses the game."
    ),
]
Adjudicate = Annotated[
    str | None,
    shared(
        "--adjudicate exact:N: End a game once the exact solver proves its result, at N empty "
        "squares or fewer."
    ),
]
Seed = Annotated[
    int | None,
    shared(
        "--seed N: Start the random numbers from N: the same seed repeats the same run. By "
        "default each run differs."
    ),
]
Deal = Annotated[
    str | None,
    shared(
        "--deal CONDITIONS: Deal cards of honeymoon bridge by conditions: 'south points:15-17 "
        "shape:balanced, north spades:5+, par:4S'. The docs list them all."
    ),
]
Threads = Annotated[
    int | None,
    shared(
        "--threads N: Work on N threads at once, or with all on every core of this computer.",
        parser=thread_count,
    ),
]
Svg = Annotated[
    str | None, shared("--svg FILE: Write a picture (SVG) to FILE; - is stdout.", parser=svg_name)
]
Html = Annotated[
    str | None,
    shared("--html FILE: Write a page that replays the game in a browser.", parser=html_name),
]
Pdf = Annotated[
    str | None,
    shared(
        "--pdf FILE: Write a sheet to print (vector PDF, A4), with a caption for each position.",
        parser=pdf_name,
    ),
]
Png = Annotated[
    str | None,
    shared(
        "--png FILE: Write the pages of the sheet as PNG; several get numbers: FILE-1.png.",
        parser=png_name,
    ),
]
PerPage = Annotated[
    int | None, shared("--per-page N: Put N positions on a page, 1 to 24; 6 by default.")
]
Title = Annotated[
    str | None, shared("--title TEXT: Title of the sheet; the name of the game by default.")
]
Language = Annotated[
    str,
    shared("--language TAG: Language of the sheet: en, ja or zh-Hant.", parser=language_tag),
]
Workers = Annotated[
    int | None,
    shared(
        "--workers N: Run N tasks at once, in processes of this computer or on the workers of "
        "--cluster."
    ),
]
Cluster = Annotated[
    str | None,
    shared(
        "--cluster ADDRESS: Run the tasks on all workers of the dask scheduler at ADDRESS, like "
        "tcp://10.0.0.7:8786."
    ),
]
Results = Annotated[
    Path | None,
    shared(
        "--results FILE: Write the result of each task to FILE; the same command goes on from "
        "there.",
        parser=file_path,
    ),
]
Table = Annotated[
    int,
    shared(
        "--table MIB: Memory in MiB for positions that were searched before (the transposition "
        "table); long searches gain from more."
    ),
]
