"""``bitgames perft``: count the positions at a depth of the game tree."""

import sys
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated

import typer

from bitgames import _core
from bitgames.cli.errors import Incomplete, failed_tasks
from bitgames.cli.loading import asked_position
from bitgames.cli.options import Cluster, Json, PositionText, Quiet, Results, Workers
from bitgames.cli.output import print_json, rate
from bitgames.cli.progress import Bar

if TYPE_CHECKING:
    from bitgames.cluster import Counted

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
    workers: Workers = None,
    cluster: Cluster = None,
    results: Results = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Count the positions DEPTH plies below a position; a game that ends earlier counts once.

    With --workers or --cluster the tree is cut into tasks, and positions that are equal up to
    symmetry are counted once.
    """
    start = asked_position(position)
    began = perf_counter()
    if not (workers is None and cluster is None and results is None):
        counted = _by_tasks(start, depth, workers, cluster, results, quiet=quiet or json)
        moves = {str(move): count for move, count in counted.moves.items()} if divide else {}
        _tell(start, depth, counted.leaves, moves, began, json=json, quiet=quiet)
        if counted.failed:
            raise Incomplete(
                f"{failed_tasks(counted.failed, counted.tasks)}: the count is too small"
            )
        return
    with Bar("counting", "positions", quiet=quiet or json) as bar:
        parts: dict[str, int] = {}
        if divide:
            split = _core.divide(start, depth, progress=bar.callback)
            parts = {str(move): count for move, count in split.items()}
            leaves = sum(parts.values())
        else:
            leaves = _core.perft(start, depth, progress=bar.callback)
    _tell(start, depth, leaves, parts, began, json=json, quiet=quiet)


def _by_tasks(
    start: _core.Position,
    depth: int,
    workers: int | None,
    cluster: str | None,
    results: Path | None,
    *,
    quiet: bool,
) -> "Counted":
    from bitgames.cluster import connected
    from bitgames.cluster import perft as run

    with connected(cluster), Bar("counting", "tasks", quiet=quiet, lines=True) as bar:
        return run(start, depth, workers=workers, results=results, progress=bar.callback)


def _tell(
    start: _core.Position,
    depth: int,
    leaves: int,
    parts: dict[str, int],
    began: float,
    *,
    json: bool,
    quiet: bool,
) -> None:
    seconds = perf_counter() - began
    if json:
        data = {"position": start.to_string(), "depth": depth, "leaves": leaves, "seconds": seconds}
        print_json({**data, "divide": parts} if parts else data)
        return
    for move, count in parts.items():
        print(move, count)
    print(leaves)
    if not quiet:
        print(f"{seconds:.3f} s, {rate(leaves, seconds, 'leaves')}", file=sys.stderr)
