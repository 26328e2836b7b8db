"""``bitgames search``: search for the best move within limits."""

from typing import Annotated

import typer

from bitgames import _core
from bitgames.cli.common import Json, PositionText, Quiet, Table, print_json
from bitgames.cli.found import found_data, print_found
from bitgames.cli.progress import Bar
from bitgames.cli.words import value_words
from bitgames.formats import read_position

__all__ = ["search"]


def search(
    position: PositionText,
    depth: Annotated[
        int | None, typer.Option("--depth", help="Search at most this many plies deep.")
    ] = None,
    nodes: Annotated[
        int | None, typer.Option("--nodes", help="Stop after this many positions.")
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option("--seconds", help="Stop after this many seconds; 1 if no limit is given."),
    ] = None,
    table_mib: Table = 64,
    see_all: Annotated[
        bool,
        typer.Option("--see-all", help="Also use cards that the player to move cannot know."),
    ] = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Search for the best move of a position within limits."""
    start = read_position(position)
    if depth is None and nodes is None and seconds is None:
        seconds = 1.0
    with Bar("searching", "nodes", quiet=quiet or json) as bar:
        found = _core.search(
            start,
            depth=depth,
            nodes=nodes,
            seconds=seconds,
            table_mib=table_mib,
            see_all=see_all,
            progress=bar.callback,
        )
    if json:
        print_json({**found_data(start, found), "exact": found.exact, "depth": found.depth})
        return
    value = (
        f"{value_words(start, found.value)}, exact"
        if found.exact
        else f"{found.value:+g}, not proven"
    )
    print_found(start, found, value, [("depth", str(found.depth))])
