"""``bitgames census``: count the different positions of each ply."""

import sys
from pathlib import Path
from time import perf_counter
from typing import Annotated

import typer

from bitgames import _core
from bitgames.cli.loading import asked_position
from bitgames.cli.options import Json, PositionText, Quiet, file_path
from bitgames.cli.output import print_json
from bitgames.cli.progress import Bar


def census(
    position: PositionText,
    depth: int,
    out: Annotated[Path, typer.Option(parser=file_path)],
    memory_mib: Annotated[int, typer.Option("--memory")] = 1024,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Count the different positions of each ply of Othello, up to symmetry, DEPTH plies deep.

    Positions that are symmetric, or that the side to move sees alike, count as one. A position
    counts as its last move leaves it; a pass is no ply, and comes with the move after it.

    Options:
        DEPTH: Number of plies from the position.
        --out FOLDER: Keep the positions of each ply in this folder, 16 bytes each, and while a ply
            is counted twice as much; the same command goes on with what is there.
        --memory MIB: Sort at most MIB MiB of positions at a time.
    """
    start = asked_position(position)
    began = perf_counter()
    with Bar("counting", "positions", quiet=quiet or json) as bar:
        counts = _core.census(start, depth, out, memory_mib=memory_mib, progress=bar.callback)
    seconds = perf_counter() - began
    if json:
        print_json({"position": start.to_string(), "positions": counts, "seconds": seconds})
        return
    for ply, count in enumerate(counts):
        print(ply, count)
    if not quiet:
        print(f"{seconds:.3f} s", file=sys.stderr)
