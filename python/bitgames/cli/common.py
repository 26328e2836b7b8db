"""Options and texts that several subcommands share."""

import json
import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any

import typer

from bitgames._core import (
    GameError,
    Move,
    ParameterError,
    ParseError,
    Position,
    UnsupportedError,
)
from bitgames.cli.errors import Failure
from bitgames.record import Record

__all__ = [
    "FILES",
    "Adjudicate",
    "All",
    "Clock",
    "Cluster",
    "GameFile",
    "GameNumber",
    "GameSpec",
    "Json",
    "Lines",
    "PositionText",
    "Quiet",
    "Results",
    "Seed",
    "Table",
    "Threads",
    "Workers",
    "asked_position",
    "file_name",
    "file_path",
    "hidden_told",
    "is_file",
    "line_of",
    "load_game",
    "position_data",
    "print_json",
    "rate",
    "typed_game",
]


def thread_count(text: str) -> int | None:
    """Return the number of threads from an option's text; ``None`` for ``all`` cores.

    >>> thread_count("2"), thread_count("all") is None
    (2, True)
    """
    if text == "all":
        return None
    try:
        return int(text)
    except ValueError:
        raise typer.BadParameter(
            f"{text!r} is not a valid number of threads: allowed are numbers from 1, or all"
        ) from None


def file_name(text: str) -> str:
    """Refuse an empty name of a file or folder, which would mean the current folder."""
    if not text:
        raise typer.BadParameter("an empty name is not a valid file name")
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
    typer.Option("--number", metavar="N", help="Take game N of FILE, counted from 1."),
]
All = Annotated[
    bool, typer.Option("--all", help="Show the value and the line of every move, the best first.")
]
Lines = Annotated[
    int | None,
    typer.Option("--lines", metavar="K", help="Show the values and the lines of the K best moves."),
]
Json = Annotated[
    bool, typer.Option("--json", help="Print the result as one line of JSON, for other programs.")
]
Quiet = Annotated[
    bool, typer.Option("--quiet", "-q", help="Show no progress, warnings or remarks.")
]
GameRows = Annotated[
    bool,
    typer.Option(
        "--csv", help="Print each game as a row of CSV, with its moves, for spreadsheets."
    ),
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
        help="End a game once the exact solver proves its result, at N vacant cells or fewer.",
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
Threads = Annotated[
    int | None,
    typer.Option(
        "--threads",
        metavar="N",
        parser=thread_count,
        help="Work on N threads at once, or with all on every core of this computer.",
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


def print_json(data: Any) -> None:
    """Print one line of JSON."""
    print(json.dumps(data))


def rate(count: int, seconds: float, unit: str) -> str:
    """Return ``count`` per second as text, like ``1.2 M nodes/s``.

    >>> rate(3_000_000, 2.0, "nodes"), rate(1, 0.25, "")
    ('1.5 M nodes/s', '4 /s')
    """
    per_second = count / max(seconds, 1e-9)
    for size, name in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if per_second >= size:
            return f"{per_second / size:.1f} {f'{name} {unit}'.strip()}/s"
    return f"{per_second:.0f} {unit}/s"


def line_of(moves: Iterable[Move]) -> str:
    """Return moves as text, separated by spaces; ``-`` for no moves."""
    return " ".join(str(move) for move in moves) or "-"


def load_game(path: Path, number: int | None = None, *, game: str | None = None) -> Record:
    """Load a game from a file of any format; a damaged file is a failure, not a wrong usage.

    Raises ``Failure`` with the reason; a number that the file does not have is a wrong usage.
    """
    from bitgames.formats import read_one

    try:
        return read_one(path, number, game=game)
    except ParseError as error:
        raise Failure(str(error)) from None


def typed_game(text: str, number: int | None = None) -> Record:
    """Load a game from a file, from stdin for ``-``, or from a text that is a game itself.

    >>> typed_game("f5d6c3").moves
    [f5, d6, c3]
    """
    from bitgames.formats import read_any
    from bitgames.formats.reading import place, recognise

    if text == "-":
        data: str | bytes = sys.stdin.buffer.read()
    elif is_file(text) or number is not None:
        return load_game(Path(text), number)
    else:
        data = text
    try:
        games = read_any(data)
    except ParseError as error:
        if text == "-":
            raise Failure(f"stdin: {error}") from None
        if "." not in text and "/" not in text and recognise(text.encode()) is not None:
            raise Failure(str(error)) from None
        # Not a game after all, but the name of a file that does not exist.
        return load_game(Path(text))
    if number is None and len(games) != 1:
        raise ParameterError(f"stdin holds {len(games):,} games, not one: name one by --number")
    return games[0 if number is None else place(number, len(games), "stdin")]


def asked_position(text: str) -> Position:
    """Return the position that a text or a file names: of a file, the last one of its game.

    >>> from pathlib import Path
    >>> _ = Path("opening.txt").write_text("f5d6")
    >>> asked_position("opening.txt") == asked_position("othello").play("f5").play("d6")
    True
    """
    from bitgames.formats import read_position

    try:
        return read_position(text)
    except GameError:
        if not is_file(text):
            raise
        return load_game(Path(text)).position


def hidden_told(error: UnsupportedError, position: Position, advice: str) -> UnsupportedError:
    """Return an error about hidden cards with advice for the command line, not for Python.

    Any other error stays as it is.
    """
    if not position.facts.hidden or error.reason is None or error.what is None:
        return error
    if not str(error).endswith(f"; {error.reason}"):
        return error
    return UnsupportedError(f"{str(error).removesuffix(error.reason)}{advice}")


def is_file(text: str) -> bool:
    """Tell whether a text names a file, or one of its games as ``FILE#12`` does."""
    name, _, number = text.rpartition("#")
    names = [text, name] if number.isdecimal() else [text]
    return "\0" not in text and any(os.path.isfile(each) for each in names)


def position_data(position: Position) -> dict[str, Any]:
    """Return the facts of a position as data for JSON."""
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
