"""``bitgames selfplay``: write shards of games of a player or of a network."""

import sys
from pathlib import Path
from time import perf_counter
from typing import Annotated

import typer

from bitgames.cli.errors import Incomplete, failed_tasks
from bitgames.cli.loading import asked_position
from bitgames.cli.options import Cluster, Json, PositionText, Quiet, Seed, Workers, file_path
from bitgames.cli.output import print_json, rate
from bitgames.cli.progress import Bar


def selfplay(
    game: PositionText,
    out: Annotated[Path, typer.Option(parser=file_path)],
    games: Annotated[int, typer.Option("--games", "-n")] = 1000,
    player: str | None = None,
    weights: Annotated[Path | None, typer.Option(parser=file_path)] = None,
    net: str = "mlp",
    simulations: int = 32,
    opening: int = 4,
    shard: int = 256,
    seed: Seed = None,
    workers: Workers = None,
    cluster: Cluster = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Play games of a player or a network against itself, and write them as shards of arrays.

    Options:
        --out DIR: Write the shards to this folder; the same command goes on from there.
        --games N: Play N games.
        --player PLAYER: Let this player play both sides; bitgames players lists them.
        --weights FILE: Let a network with the weights of FILE (.npz) play both sides.
        --net mlp|MODULE:FUNCTION: Make the network from the arrays of --weights: dense layers w0,
            b0, w1, ..., or by a function of yours.
        --simulations N: Search each move by N simulations.
        --opening PLIES: Begin games with random moves.
        --shard N: Play N games in a task, 1 to 30 s of work.
    """
    from bitgames.cluster import connected
    from bitgames.cluster import selfplay as run

    start = asked_position(game)
    began = perf_counter()
    with connected(cluster), Bar("playing", "games", quiet=quiet or json, lines=True) as bar:
        played = run(
            start,
            out,
            games,
            player=player,
            weights=weights,
            net=net,
            simulations=simulations,
            opening=opening,
            shard=shard,
            seed=seed,
            workers=workers,
            progress=bar.callback,
        )
    seconds = perf_counter() - began
    if json:
        print_json({**played._asdict(), "seconds": seconds})
    else:
        print(f"{played.games:,} games in {played.shards:,} shards")
        if not quiet:
            print(f"{seconds:.2f} s, {rate(played.games, seconds, 'games')}", file=sys.stderr)
    if played.failed:
        raise Incomplete(failed_tasks(played.failed, played.failed + played.shards, kept=True))
