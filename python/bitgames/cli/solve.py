"""``bitgames solve``: find the exact value of a position."""

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from bitgames import _core, deals
from bitgames.analysis.levels import long_solve
from bitgames.cli.details import details, details_data
from bitgames.cli.errors import Incomplete, warn
from bitgames.cli.loading import asked_position, wanted_deal
from bitgames.cli.options import (
    All,
    Cluster,
    Deal,
    Json,
    Lines,
    Quiet,
    Results,
    Seed,
    Table,
    Threads,
    Workers,
    file_path,
)
from bitgames.cli.output import hidden_told, print_json
from bitgames.cli.progress import Bar
from bitgames.cli.search_output import found_data, lines_data, lines_words, print_found
from bitgames.cli.wording import value_words


def solve(
    position: Annotated[list[str] | None, typer.Argument()] = None,
    all_moves: All = False,
    lines: Lines = None,
    wld: bool = False,
    seconds: float | None = None,
    nodes: int | None = None,
    table_mib: Table = 64,
    check: Annotated[Path | None, typer.Option("--check", "--obf", parser=file_path)] = None,
    threads: Threads = 1,
    checkpoint: Annotated[Path | None, typer.Option(parser=file_path)] = None,
    checkpoint_seconds: Annotated[float, typer.Option("--every")] = 180.0,
    workers: Workers = None,
    cluster: Cluster = None,
    results: Results = None,
    no_book: bool = False,
    split: int | None = None,
    deal: Deal = None,
    seed: Seed = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Solve a position: its value with perfect play, the best move and the line.

    With --workers or --cluster the tree is cut into positions, which are solved as tasks.

    Of honeymoon bridge give both hands, south's and north's: honeymoon AKQ2.QJ2.AK3.T94
    JT3.AK43.QJ2.A82. With --deal it solves the first open deal that meets conditions.

    Options:
        POSITION: Name of a game (its start), a position as text, with or without quotes: tictactoe
            o../.x./..., a board in OBF, or a file of games (the last position of one).
        --wld: Find only who wins, not by how much: value 1 for a win, 0 a draw, -1 a loss. Faster
            where scores differ.
        --seconds S: Give up after S seconds.
        --nodes N: Give up after N positions.
        --check FILE: Solve each problem of a file and compare with its scores: of Othello in OBF,
            or of Connect Four as columns and a score, 44444221 3.
        --checkpoint FILE: Save what is solved to FILE; the same command continues from it after a
            break. For Mosaic up to size 5, and Connect Four.
        --every S: Write the file of --checkpoint every S seconds.
        --no-book: Search to the end where the package holds exact values: Connect Four on 7 x 6.
        --split PLIES: Cut the tree PLIES plies below the position, for --workers and --cluster; by
            default where it has about a hundred positions.
    """
    if check is not None:
        board = None if position is None else asked_position(" ".join(position))
        if not (board is None or isinstance(board, _core.ConnectFour)):
            raise _core.ParameterError(
                "give a position or --check FILE; only a board of Connect Four goes with it"
            )
        from bitgames.cli.problems import solve_problems

        limits = {"seconds": seconds, "nodes": nodes, "table_mib": table_mib, "threads": threads}
        limits["book"] = not no_book
        solve_problems(check, board, wld=wld, json=json, quiet=quiet, limits=limits)
        return
    if position is None:
        raise _core.ParameterError("nothing to solve: give a game, a position or --check FILE")
    start = asked_position(" ".join(position))
    if deal is not None:
        wanted = wanted_deal(start, deal)
        with Bar("dealing", "deals", quiet=quiet, lines=True) as bar:
            start = deals.opened(deals.deal(start, wanted, seed, progress=bar.callback))
    elif seed is not None:
        raise _core.ParameterError("--seed deals the cards of --deal: give both")
    is_open = seconds is None and nodes is None and not quiet
    if is_open and (long := long_solve(start)) is not None:
        warn(f"{long.text}; --seconds or --nodes sets a limit, and search finds a good move")
    by_tasks = any(each is not None for each in (workers, cluster, results, split))
    if by_tasks and (
        all_moves or any(each is not None for each in (lines, seconds, nodes, checkpoint))
    ):
        raise _core.ParameterError(
            "--workers, --cluster, --results and --split solve by tasks: without --all, --lines, "
            "--seconds, --nodes and --checkpoint"
        )
    try:
        if by_tasks:
            from bitgames.cluster import connected
            from bitgames.cluster import solve as run

            with connected(cluster), Bar("solving", "tasks", quiet=quiet, lines=True) as bar:
                solution = run(
                    start,
                    wld=wld,
                    plies=split,
                    table_mib=table_mib,
                    workers=workers,
                    results=results,
                    progress=bar.callback,
                )
        else:
            with Bar("solving", "nodes", quiet=quiet, lines=True) as bar:
                solution = _core.solve(
                    start,
                    lines=lines,
                    all_moves=all_moves,
                    wld=wld,
                    nodes=nodes,
                    seconds=seconds,
                    table_mib=table_mib,
                    threads=threads,
                    book=not no_book,
                    checkpoint=checkpoint,
                    checkpoint_seconds=checkpoint_seconds,
                    news=None if quiet or checkpoint is None else partial(typer.echo, err=True),
                    progress=bar.callback,
                )
    except _core.UnsupportedError as error:
        raise hidden_told(error, start, "give all cards, as solve --help shows") from None
    if by_tasks and not solution.proven:
        low, high = solution.bounds
        raise Incomplete(
            f"tasks failed: their workers died; the value lies from {low} to {high}; with "
            "--results the same command tries again"
        )
    if json:
        data = {**found_data(start, solution), **details_data(start)}
        print_json({**data, "wld": wld, **lines_data(solution)})
        return
    more = lines_words(start, solution) + details(start)
    print_found(start, solution, value_words(start, solution.value), more)
