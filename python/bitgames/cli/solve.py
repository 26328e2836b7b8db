"""``bitgames solve``: the exact value of a position."""

from pathlib import Path
from typing import Annotated

import typer

from bitgames import _core
from bitgames.cli.common import (
    All,
    Json,
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

__all__ = ["solve"]


def solve(
    position: Annotated[
        str | None,
        typer.Argument(
            metavar="POSITION", help="A game, or a position in quotes: 'tictactoe o../.x./...'."
        ),
    ] = None,
    all_moves: All = False,
    seconds: Annotated[
        float | None, typer.Option("--seconds", help="Give up after this time.")
    ] = None,
    nodes: Annotated[
        int | None, typer.Option("--nodes", help="Give up after this many positions.")
    ] = None,
    table: Table = 64,
    obf: Annotated[
        Path | None,
        typer.Option("--obf", metavar="FILE", help="Solve the Othello problems of an OBF file."),
    ] = None,
    threads: Annotated[
        int,
        typer.Option("--threads", help="Threads to use where the solver can; 0 for all cores."),
    ] = 1,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Solve a position: its value under perfect play, the best move and the line."""
    if obf is not None:
        if position is not None:
            raise _core.ParameterError("give a position or --obf FILE, not both")
        from bitgames.cli.problems import solve_problems

        limits = {"seconds": seconds, "nodes": nodes, "table_mib": table, "threads": threads}
        solve_problems(obf, json=json, quiet=quiet, limits=limits)
        return
    if position is None:
        raise _core.ParameterError("what to solve? Give a game, a position or --obf FILE")
    start = _core.position(position)
    with Bar("solving", "nodes", quiet=quiet or json) as bar:
        solution = _core.solve(
            start,
            all_moves=all_moves,
            nodes=nodes,
            seconds=seconds,
            table_mib=table,
            threads=threads,
            progress=bar.callback,
        )
    if json:
        best = None if solution.best_move is None else str(solution.best_move)
        print_json(
            {
                "position": start.to_string(),
                "value": solution.value,
                "best_move": best,
                "pv": [str(move) for move in solution.pv],
                "values": {str(move): value for move, value in solution.values.items()},
                "nodes": solution.nodes,
                "seconds": solution.seconds,
            }
        )
        return
    print(to_text(start, color=use_color()))
    print()
    speed = rate(solution.nodes, solution.seconds, "nodes")
    print_facts(
        [
            ("value", value_words(start, solution.value)),
            ("best move", "-" if solution.best_move is None else str(solution.best_move)),
            ("line", line_of(solution.pv)),
            *((str(move), value_words(start, value)) for move, value in solution.values.items()),
            ("nodes", f"{solution.nodes:,}"),
            ("time", f"{solution.seconds:.3f} s, {speed}"),
        ]
    )
