"""``bitgames show``: draw a position as text, SVG or JSON."""

from pathlib import Path
from typing import Annotated

import typer

from bitgames import _core
from bitgames.cli.common import (
    Json,
    PositionText,
    file_name,
    file_path,
    position_data,
    print_json,
)
from bitgames.cli.console import use_color
from bitgames.cli.errors import Failure
from bitgames.files import write_atomic
from bitgames.record import Record

__all__ = ["load_record", "show"]


def show(
    position: PositionText = "",
    moves: Annotated[str, typer.Option("--moves", help="Moves to play first, like 'b2 a1'.")] = "",
    record: Annotated[
        Path | None,
        typer.Option(
            "--record",
            metavar="FILE",
            parser=file_path,
            help="Show the last position of a saved game.",
        ),
    ] = None,
    svg: Annotated[
        str | None,
        typer.Option(
            "--svg", metavar="FILE", parser=file_name, help="Write a picture to FILE; - is stdout."
        ),
    ] = None,
    view: Annotated[
        str | None,
        typer.Option("--view", help="View of the picture: plan, or isometric (pyramids only)."),
    ] = None,
    legal: Annotated[bool, typer.Option("--legal", help="Mark the legal moves.")] = False,
    viewer: Annotated[
        str | None,
        typer.Option(
            "--viewer",
            metavar="SEAT",
            help="Show what this seat knows of hidden cards, or all cards for all. By default the "
            "seat to move sees its own.",
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Draw a position; mark its last move and a finished line."""
    if (record is None) == (position == ""):
        raise _core.ParameterError("show needs a position or --record FILE, but not both")
    if json and svg == "-":
        raise _core.ParameterError("--json and --svg - both write to stdout: give only one of them")
    shown = load_record(record) if record is not None else Record(_core.position(position))
    for move in moves.split():
        shown.play(move)
    if viewer is not None and json and svg is None:
        raise _core.ParameterError("--viewer is for pictures: leave out --json")
    if view is not None and svg is None:
        raise _core.ParameterError("--view needs --svg FILE")
    if svg is not None:
        picture = shown.position.to_svg(
            last_move=shown.last_move,
            previous=shown.previous,
            viewer=viewer,
            legal=legal,
            view=view,
        )
        picture += "\n"
        if svg == "-":
            print(picture, end="")
        else:
            write_atomic(svg, picture.encode())
    if json:
        last = None if shown.last_move is None else str(shown.last_move)
        print_json({**position_data(shown.position), "last_move": last})
    elif svg is None:
        text = shown.position.to_text(
            last_move=shown.last_move,
            previous=shown.previous,
            viewer=viewer,
            legal=legal,
            color=use_color(),
        )
        print(text)


def load_record(path: Path) -> Record:
    """Load a saved game; a damaged file is a failure, not an error in the arguments."""
    try:
        return Record.load(path)
    except _core.GameError as error:
        raise Failure(str(error)) from None
