"""``bitgames match``: play many games between two players."""

import sys
from dataclasses import replace
from secrets import randbits
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bitgames._core import ParameterError
from bitgames.arguments import printable
from bitgames.cli.common import Json, PositionText, Quiet, Seed, Threads, asked_position, rate
from bitgames.cli.progress import Bar

if TYPE_CHECKING:
    from bitgames.matches import MatchResult

__all__ = ["match"]

_SEED_BITS = 40

Names = Annotated[
    list[str],
    typer.Argument(
        metavar="PLAYER PLAYER...",
        help="Two or more players with their options: ai14, alphabeta:depth=4, engine:COMMAND for "
        "another program, python:FILE.py:NAME for your own code; bitgames players lists them.",
    ),
]


def match(
    game: PositionText,
    players: Names,
    games: Annotated[
        int,
        typer.Option(
            "--games", "-n", metavar="N", help="Play N games, or N between every two players."
        ),
    ] = 1000,
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
    clock: Annotated[
        str | None,
        typer.Option(
            "--clock",
            metavar="move=SECONDS|game=SECONDS,increment=SECONDS|nodes=N",
            help="Limit each move, or all moves of a player in a game, in seconds, or the "
            "positions of each move. A player that is later than that and margin=SECONDS (0.2 by "
            "default) loses the game.",
        ),
    ] = None,
    adjudicate: Annotated[
        str | None,
        typer.Option(
            "--adjudicate",
            metavar="exact:N",
            help="End a game once the exact solver proves its result, at N vacant cells or fewer.",
        ),
    ] = None,
    seed: Seed = None,
    threads: Threads = None,
    csv: Annotated[
        bool,
        typer.Option(
            "--csv", help="Print each game as a row of CSV, with its moves, for spreadsheets."
        ),
    ] = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Play many games between two players, in pairs in which they swap sides.

    With more than two players, each plays a match against each other.
    """
    from bitgames.cli.tournament import play as play_all
    from bitgames.matches import match as run

    if len(players) < 2:
        raise ParameterError("a match needs two players or more: bitgames players lists them")
    if json and csv:
        raise ParameterError("--json and --csv both write to stdout: give only one of them")
    start = asked_position(game)
    # A seed that can be typed again.
    seed = randbits(_SEED_BITS) if seed is None else seed
    with Bar("playing", "games", delay=0.1, quiet=quiet or json) as bar:
        options: dict[str, Any] = {
            "openings": openings,
            "clock": clock,
            "adjudicate": adjudicate,
            "threads": threads,
            "keep_games": csv,
            "progress": bar.callback,
        }
        if len(players) > 2:
            played = play_all(players, start, games, seed, **options)
            results = list(played.results.values())
        else:
            played = None
            results = [run(players[0], players[1], start, games, seed, **options)]
    if json:
        for result in results:
            print(result.to_json())
    elif csv:
        heads = [result.to_csv() for result in results]
        # One head for all.
        print("".join([heads[0], *(text.partition("\n")[2] for text in heads[1:])]), end="")
    elif played is None:
        print(_harmless(results[0]))
    else:
        print("points of the row's player in a hundred games against that of the column\n")
        for line in played.table(played.ranking()):
            print(printable(line).rstrip())
    if not (quiet or json):
        count = games * len(results)
        seconds = sum(result.seconds for result in results)
        spent = f"{count:,} games in {seconds:.2f} s, {rate(count, seconds, 'games')}, seed {seed}"
        print(spent, file=sys.stderr)


def _harmless(result: "MatchResult") -> "MatchResult":
    """Return the result with player names and reasons that are safe for a terminal."""
    forfeits = tuple(
        replace(each, player=printable(each.player), reason=printable(each.reason))
        for each in result.forfeits
    )
    return replace(result, a=printable(result.a), b=printable(result.b), forfeits=forfeits)
