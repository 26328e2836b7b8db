"""``bitgames match``: play many games between two players."""

import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from bitgames._core import ParameterError
from bitgames.arguments import integer, printable
from bitgames.cli.loading import match_start
from bitgames.cli.options import (
    Adjudicate,
    Clock,
    GameRows,
    Json,
    OpeningRule,
    Players,
    PositionText,
    Quiet,
    Seed,
    Threads,
)
from bitgames.cli.output import rate, short_seed
from bitgames.cli.progress import Bar
from bitgames.cli.tournament import run as run_all

if TYPE_CHECKING:
    from bitgames.results import MatchResult


def match(
    game: PositionText,
    players: Players,
    games: Annotated[int, typer.Option("--games", "-n")] = 1000,
    openings: OpeningRule = None,
    clock: Clock = None,
    adjudicate: Adjudicate = None,
    seed: Seed = None,
    threads: Threads = None,
    csv: GameRows = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Play many games between two players, in pairs in which they swap sides.

    With more than two players it is a tournament in which each plays against each other. Prompts
    of a text player are kept only in the file of its option log.

    Options:
        --games N: Play N games, or N between every two players.
    """
    from bitgames.matches import match as run

    start = match_start(game)
    if len(players) < 2:
        raise ParameterError("a match needs two players or more: bitgames players lists them")
    if json and csv:
        raise ParameterError("--json and --csv both write to stdout: give only one of them")
    seed = short_seed(seed)
    if len(players) > 2:
        pairs = (integer("games", games, 1, 2**24) + 1) // 2
        options = {
            "pairs": pairs,
            "openings": openings,
            "seed": seed,
            "clock": clock,
            "adjudicate": adjudicate,
            "threads": threads,
        }
        run_all(start, players, options, again=None, csv=csv, plot=None, json=json, quiet=quiet)
        return
    with Bar("playing", "games", delay=0.1, quiet=quiet or json) as bar:
        result = run(
            players[0],
            players[1],
            start,
            games,
            seed,
            openings=openings,
            clock=clock,
            adjudicate=adjudicate,
            threads=threads,
            keep_games=csv,
            progress=bar.callback,
        )
    if json:
        print(result.to_json())
    elif csv:
        print(result.to_csv(), end="")
    else:
        print(_harmless(result))
    if not (quiet or json):
        seconds = result.seconds
        spent = f"{games:,} games in {seconds:.2f} s, {rate(games, seconds, 'games')}, seed {seed}"
        print(spent, file=sys.stderr)


def _harmless(result: "MatchResult") -> "MatchResult":
    """Return the result with player names and reasons that are safe for a terminal."""
    forfeits = tuple(
        replace(each, player=printable(each.player), reason=printable(each.reason))
        for each in result.forfeits
    )
    return replace(result, a=printable(result.a), b=printable(result.b), forfeits=forfeits)
