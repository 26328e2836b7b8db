"""``bitgames search``: the best move that can be found within limits."""

from typing import Annotated

import typer

from bitgames import _core
from bitgames.cli.common import (
    Json,
    PositionText,
    Quiet,
    Table,
    line_of,
    print_facts,
    print_json,
    rate,
    use_color,
    value_words,
)
from bitgames.cli.progress import Bar
from bitgames.render.text import to_text

__all__ = ["search"]


def search(
    position: PositionText,
    depth: Annotated[
        int | None, typer.Option("--depth", help="Look at most so many moves ahead.")
    ] = None,
    nodes: Annotated[
        int | None, typer.Option("--nodes", help="Stop after this many positions.")
    ] = None,
    seconds: Annotated[
        float | None, typer.Option("--seconds", help="Stop after this time; 1 without any limit.")
    ] = None,
    table: Table = 64,
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
            depth=depth,
            nodes=nodes,
            seconds=seconds,
            table_mib=table,
            progress=bar.callback,
        )
    if json:
        print_json(
            {
                "position": start.to_string(),
                "value": found.value,
                "exact": found.exact,
                "best_move": None if found.best_move is None else str(found.best_move),
                "pv": [str(move) for move in found.pv],
                "depth": found.depth,
                "nodes": found.nodes,
                "seconds": found.seconds,
            }
        )
        return
    print(to_text(start, color=use_color()))
    print()
    value = (
        f"{value_words(start, found.value)}, exact"
        if found.exact
        else f"{found.value:+g}, not proven"
    )
    print_facts(
        [
            ("value", value),
            ("best move", "-" if found.best_move is None else str(found.best_move)),
            ("line", line_of(found.pv)),
            ("depth", str(found.depth)),
            ("nodes", f"{found.nodes:,}"),
            ("time", f"{found.seconds:.3f} s, {rate(found.nodes, found.seconds, 'nodes')}"),
        ]
    )
