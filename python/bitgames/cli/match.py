"""``bitgames match``: play many games between two players."""

import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from bitgames.arguments import printable
from bitgames.cli.common import Json, PositionText, Quiet, Seed, Threads, asked_position, rate
from bitgames.cli.progress import Bar

if TYPE_CHECKING:
    from bitgames.matches import MatchResult

__all__ = ["match"]

Name = Annotated[
    str,
    typer.Argument(
        metavar="PLAYER",
        help="Player with its options: ai14, alphabeta:depth=4, engine:COMMAND for another "
        "program, python:FILE.py:NAME for your own code; bitgames players lists them.",
    ),
]


def match(
    game: PositionText,
    a: Name,
    b: Name,
    games: Annotated[int, typer.Option("--games", "-n", metavar="N", help="Play N games.")] = 1000,
    openings: Annotated[
        str | None,
        typer.Option(
            "--openings",
            metavar="random:PLIES|FILE|none",
            help="Begin each pair of games with random moves that leave an even position, with an "
            "opening of FILE, or at the start. By default random if both players are "
            "deterministic, else none.",
        ),
    ] = None,
    seed: Seed = None,
    threads: Threads = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Play many games between two players, in pairs in which they swap sides."""
    from bitgames.matches import match as run

    start = asked_position(game)
    with Bar("playing", "games", delay=0.1, quiet=quiet or json) as bar:
        result = run(
            a, b, start, games, seed, openings=openings, threads=threads, progress=bar.callback
        )
    if json:
        print(result.to_json())
        return
    print(_harmless(result))
    if not quiet:
        speed = rate(games, result.seconds, "games")
        spent = f"{games:,} games in {result.seconds:.2f} s, {speed}, seed {result.seed}"
        print(spent, file=sys.stderr)


def _harmless(result: "MatchResult") -> "MatchResult":
    """Return the result with player names and reasons that are safe for a terminal."""
    forfeits = tuple(
        replace(each, player=printable(each.player), reason=printable(each.reason))
        for each in result.forfeits
    )
    return replace(result, a=printable(result.a), b=printable(result.b), forfeits=forfeits)
