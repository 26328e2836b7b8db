"""``bitgames perft``: count the positions at a depth of the game tree."""

import sys
from time import perf_counter

from bitgames import _core
from bitgames.cli.errors import Incomplete, failed_tasks
from bitgames.cli.loading import asked_position
from bitgames.cli.options import Cluster, Json, PositionText, Quiet, Results, Workers
from bitgames.cli.output import print_json, rate
from bitgames.cli.progress import Bar


def perft(
    position: PositionText,
    depth: int,
    divide: bool = False,
    workers: Workers = None,
    cluster: Cluster = None,
    results: Results = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Count the positions DEPTH plies below a position; a game that ends earlier counts once.

    With --workers or --cluster the tree is cut into tasks, and positions that are equal up to
    symmetry are counted once.

    Options:
        DEPTH: Number of plies (single moves) from the position.
        --divide: Also print the count below each first move.
    """
    start = asked_position(position)
    began = perf_counter()
    failed = tasks = 0
    split: dict[_core.Move, int] = {}
    if not (workers is None and cluster is None and results is None):
        from bitgames.cluster import connected
        from bitgames.cluster import perft as run

        with connected(cluster), Bar("counting", "tasks", quiet=quiet or json, lines=True) as bar:
            counted = run(start, depth, workers=workers, results=results, progress=bar.callback)
        leaves, failed, tasks = counted.leaves, counted.failed, counted.tasks
        split = counted.moves if divide else {}
    else:
        with Bar("counting", "positions", quiet=quiet or json) as bar:
            if divide:
                split = _core.divide(start, depth, progress=bar.callback)
                leaves = sum(split.values())
            else:
                leaves = _core.perft(start, depth, progress=bar.callback)
    seconds = perf_counter() - began
    parts = {str(move): count for move, count in split.items()}
    if json:
        data = {"position": start.to_string(), "depth": depth, "leaves": leaves, "seconds": seconds}
        print_json({**data, "divide": parts} if parts else data)
    else:
        for move, count in parts.items():
            print(move, count)
        print(leaves)
        if not quiet:
            print(f"{seconds:.3f} s, {rate(leaves, seconds, 'leaves')}", file=sys.stderr)
    if failed:
        raise Incomplete(f"{failed_tasks(failed, tasks)}: the count is too small")
