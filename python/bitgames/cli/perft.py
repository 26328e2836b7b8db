"""``bitgames perft``: count the positions at a depth of the game tree."""

import sys
from time import perf_counter
from typing import Annotated

import typer

from bitgames import _core
from bitgames.cli.common import Json, PositionText, Quiet, asked_position, print_json, rate
from bitgames.cli.progress import Bar

__all__ = ["perft"]


def perft(
    position: PositionText,
    depth: Annotated[
        int,
        typer.Argument(metavar="DEPTH", help="Number of plies (single moves) from the position."),
    ],
    divide: Annotated[
        bool, typer.Option("--divide", help="Also print the count below each first move.")
    ] = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Count the positions DEPTH plies below a position; a game that ends earlier counts once."""
    start = asked_position(position)
    began = perf_counter()
    with Bar("counting", "positions", quiet=quiet or json) as bar:
        parts: dict[str, int] = {}
        if divide:
            split = _core.divide(start, depth, progress=bar.callback)
            parts = {str(move): count for move, count in split.items()}
            leaves = sum(parts.values())
        else:
            leaves = _core.perft(start, depth, progress=bar.callback)
    seconds = perf_counter() - began
    if json:
        data = {"position": start.to_string(), "depth": depth, "leaves": leaves, "seconds": seconds}
        print_json({**data, "divide": parts} if divide else data)
        return
    for move, count in parts.items():
        print(move, count)
    print(leaves)
    if not quiet:
        print(f"{seconds:.3f} s, {rate(leaves, seconds, 'leaves')}", file=sys.stderr)
