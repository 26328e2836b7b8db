"""``bitgames search``: search for the best move within limits."""

from typing import Annotated

import typer

from bitgames import _core
from bitgames.cli.common import All, Json, Lines, PositionText, Quiet, Table, print_json
from bitgames.cli.found import found_data, lines_data, lines_words, print_found, value_found
from bitgames.cli.progress import Bar

__all__ = ["search"]


def search(
    position: PositionText,
    all_moves: All = False,
    lines: Lines = None,
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
    start = _core.position(position)
    if depth is None and nodes is None and seconds is None:
        seconds = 1.0
    with Bar("searching", "nodes", quiet=quiet or json) as bar:
        found = _core.search(
            start,
            lines=lines,
            all_moves=all_moves,
            depth=depth,
            nodes=nodes,
            seconds=seconds,
            table_mib=table_mib,
            see_all=see_all,
            progress=bar.callback,
        )
    several = all_moves or lines is not None
    if json:
        data = {**found_data(start, found), "exact": found.exact, "depth": found.depth}
        print_json({**data, **lines_data(found)} if several else data)
        return
    value = value_found(start, found.value, found.exact)
    more = lines_words(start, found) if several else []
    more.append(("depth", str(found.depth)))
    print_found(start, found, f"{value}, exact" if found.exact else value, more)
