"""``bitgames match``: two players, many games, one table."""

import sys
from typing import Annotated

import typer

from bitgames.cli.common import GameSpec, Json, Quiet, Seed, Threads, rate
from bitgames.cli.progress import Bar

__all__ = ["match"]

Name = Annotated[str, typer.Argument(help="A player, like ai14 or alphabeta:depth=4.")]


def match(
    game: GameSpec,
    a: Name,
    b: Name,
    games: Annotated[int, typer.Option("--games", "-n", help="Number of games.")] = 1000,
    seed: Seed = None,
    threads: Threads = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Let two players play many games, each starting every other one."""
    from bitgames.matches import match as run

    with Bar("playing", "games", delay=0.1, quiet=quiet or json) as bar:
        result = run(a, b, game, games, seed, threads=threads, progress=bar.callback)
    if json:
        print(result.to_json())
        return
    print(result)
    if not quiet:
        speed = rate(games, result.seconds, "games")
        spent = f"{games:,} games in {result.seconds:.2f} s, {speed}, seed {result.seed}"
        print(spent, file=sys.stderr)
