"""``bitgames solve``: the exact value of a position."""

from pathlib import Path
from typing import Annotated

import typer

from bitgames import _core
from bitgames.cli.common import All, Json, Quiet, Table, Threads, file_path, print_json, value_words
from bitgames.cli.details import details, details_data
from bitgames.cli.found import found_data, print_found
from bitgames.cli.progress import Bar

__all__ = ["solve"]


def solve(
    position: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="POSITION",
            help="A game, or a position, its words in quotes or not: tictactoe o../.x./...",
        ),
    ] = None,
    all_moves: All = False,
    wld: Annotated[
        bool, typer.Option("--wld", help="Win, loss or draw only: values 1, -1 and 0.")
    ] = False,
    seconds: Annotated[
        float | None, typer.Option("--seconds", help="Give up after this time.")
    ] = None,
    nodes: Annotated[
        int | None, typer.Option("--nodes", help="Give up after this many positions.")
    ] = None,
    table_mib: Table = 64,
    obf: Annotated[
        Path | None,
        typer.Option(
            "--obf",
            metavar="FILE",
            parser=file_path,
            help="Solve the Othello problems of an OBF file.",
        ),
    ] = None,
    threads: Threads = 1,
    checkpoint: Annotated[
        Path | None,
        typer.Option(
            "--checkpoint",
            metavar="FILE",
            parser=file_path,
            help="Keep what is learned in FILE, and go on from it; for Mosaic up to size 5.",
        ),
    ] = None,
    checkpoint_seconds: Annotated[
        float,
        typer.Option(
            "--every", metavar="SECONDS", help="Time between two writes of the checkpoint."
        ),
    ] = 180.0,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Solve a position: its value under perfect play, the best move and the line."""
    if obf is not None:
        if position is not None:
            raise _core.ParameterError("give a position or --obf FILE, not both")
        from bitgames.cli.problems import solve_problems

        limits = {"seconds": seconds, "nodes": nodes, "table_mib": table_mib, "threads": threads}
        solve_problems(obf, wld=wld, json=json, quiet=quiet, limits=limits)
        return
    if position is None:
        raise _core.ParameterError("what to solve? Give a game, a position or --obf FILE")
    start = _core.position(" ".join(position))
    with Bar("solving", "nodes", quiet=quiet or json) as bar:
        solution = _core.solve(
            start,
            all_moves=all_moves,
            wld=wld,
            nodes=nodes,
            seconds=seconds,
            table_mib=table_mib,
            threads=threads,
            checkpoint=checkpoint,
            checkpoint_seconds=checkpoint_seconds,
            news=None if quiet or checkpoint is None else _tell,
            progress=bar.callback,
        )
    values = solution.values.items()
    if json:
        data = {**found_data(start, solution), **details_data(start)}
        print_json({**data, "wld": wld, "values": {str(move): value for move, value in values}})
        return
    more = [(str(move), value_words(start, value)) for move, value in values]
    more += details(start)
    print_found(start, solution, value_words(start, solution.value), more)


def _tell(line: str) -> None:
    """Say how far a very long solve is."""
    typer.echo(line, err=True)
