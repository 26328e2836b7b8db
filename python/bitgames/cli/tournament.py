"""``bitgames tournament``: every player against every other, or one against all."""

import os
import shlex
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bitgames._core import ParameterError, Position
from bitgames.arguments import printable, shortened
from bitgames.cli.errors import FAULTS, complain, warn
from bitgames.cli.loading import match_start
from bitgames.cli.options import (
    Adjudicate,
    Clock,
    Cluster,
    GameRows,
    Json,
    OpeningRule,
    Players,
    PositionText,
    Quiet,
    Seed,
    Threads,
    Workers,
    file_name,
    svg_name,
)
from bitgames.cli.output import short_seed
from bitgames.cli.standings import Standings

if TYPE_CHECKING:
    from bitgames.tournaments import Tournament
    from bitgames.tournaments.sprt import Sprt


def tournament(
    context: typer.Context,
    game: PositionText,
    players: Players,
    pairs: Annotated[int, typer.Option("--pairs", "-n")] = 100,
    format: str = "round_robin",
    openings: OpeningRule = None,
    unbalanced: bool = False,
    results: Annotated[str | None, typer.Option(parser=file_name)] = None,
    seed: Seed = None,
    clock: Clock = None,
    sprt: str | None = None,
    adjudicate: Adjudicate = None,
    max_faults: float = 0.1,
    threads: Threads = None,
    workers: Workers = None,
    cluster: Cluster = None,
    csv: GameRows = False,
    plot: Annotated[str | None, typer.Option(parser=svg_name)] = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Play a tournament in pairs of games with one opening, and print the table and the ratings.

    With --results a tournament that was interrupted goes on: give the same command again.

    Options:
        --pairs N: Play N pairs of games between every two players.
        --format FORMAT: Let all players meet (round_robin, the default), or the first player all
            others (gauntlet).
        --unbalanced: Take any random moves, also those that favour a side.
        --results FILE: Keep each game in FILE when it ends, and go on with the games in it.
        --sprt elo0=A,elo1=B: End the games of two players once it is known whether the first is
            stronger by B or only by A points; alpha=P,beta=P are the probabilities of an error
            (0.05).
        --max-faults SHARE: Stop with exit code 3 if players lose more than this share of the games
            by invalid moves, failures or their clock.
        --plot FILE: Write a picture (SVG) of the ratings and scores to FILE.
    """
    if json and csv:
        raise ParameterError("--json and --csv both write to stdout: give only one of them")
    start = match_start(game)
    typed = ["bitgames", "tournament", *context.meta["typed"]]
    if results is None or not os.path.exists(results):
        is_drawn, seed = seed is None, short_seed(seed)
        if is_drawn and results is not None and start.facts.hidden:
            # The file has it sealed.
            typed += ["--seed", str(seed)]
            if not quiet:
                print(f"seed {seed}: the file has it sealed, so give it to go on", file=sys.stderr)
    options: dict[str, Any] = {
        "pairs": pairs,
        "format": format,
        "openings": openings,
        "balance": not unbalanced,
        "seed": seed,
        "clock": clock,
        "sprt": None if sprt is None else _sprt(sprt),
        "adjudicate": adjudicate,
        "results": results,
        "max_faults": max_faults,
        "threads": threads,
        "workers": workers,
    }
    again = None if results is None else shlex.join(typed)
    from bitgames.cluster import connected

    with connected(cluster):
        run(start, players, options, again=again, csv=csv, plot=plot, json=json, quiet=quiet)


def run(
    start: Position,
    players: Sequence[str],
    options: dict[str, Any],
    *,
    again: str | None,
    csv: bool,
    plot: str | None,
    json: bool,
    quiet: bool,
) -> None:
    """Play a tournament and print it; ``again`` is the command that goes on with it."""
    from bitgames.tournaments import tournament as play

    with Standings(quiet=quiet or json) as standings:
        try:
            played = play(list(players), start, **options, progress=standings.show)
        except BaseException:
            if standings.tournament is not None:
                _advise(standings.tournament, again)
            raise
    if json:
        print(played.to_json())
    elif csv:
        print(played.to_csv(), end="")
    else:
        print(_printable(str(played.table)))
        for line in played.verdicts():
            print(printable(line))
        if played.num_games:
            print()
            print(_printable(str(played.ratings)))
    if plot is not None:
        played.plot(plot)
    if not quiet:
        for note in played.notes:
            warn(note)
    if not (quiet or json):
        seed = played.config["seed"] if options["seed"] is None else options["seed"]
        print(f"{standings.speed}, seed {seed}", file=sys.stderr)
    if played.stopped is not None:
        _stop(played, options, again)


def _printable(text: str) -> str:
    """Return text for a terminal, its lines without control characters."""
    return "\n".join(printable(line) for line in text.splitlines())


def _advise(played: "Tournament", again: str | None) -> None:
    """Say how far a tournament came that ends early, and how it goes on."""
    done = f"{played.num_games:,} of {played.most_games:,} games are finished"
    if again is None:
        print(f"{done}; bitgames tournament --results FILE keeps them", file=sys.stderr)
    else:
        print(f"{done} and kept; to go on: {printable(again)}", file=sys.stderr)


def _stop(played: "Tournament", options: dict[str, Any], again: str | None) -> None:
    if played.stopped == "faults":
        complain(
            f"stopped: {played.faults} of {played.num_games} games were lost by faults, more than "
            f"--max-faults {options['max_faults']:g}"
        )
    else:
        complain("some games are missing, because their workers died")
    if not played.is_complete:
        _advise(played, again)
    raise typer.Exit(FAULTS)


def _sprt(text: str) -> "Sprt":
    """Read a test from the text of an option.

    >>> _sprt("elo0=0,elo1=20")
    Sprt(elo0=0.0, elo1=20.0, alpha=0.05, beta=0.05)
    """
    from bitgames.tournaments.sprt import Sprt

    values: dict[str, float] = {}
    for part in text.split(","):
        name, _, value = part.strip().partition("=")
        try:
            if name not in ("elo0", "elo1", "alpha", "beta") or name in values:
                raise ValueError
            values[name] = float(value)
        except ValueError:
            raise ParameterError(
                f"{shortened(part.strip(), 80)!r} is not a valid part of --sprt: allowed are "
                "elo0=POINTS, elo1=POINTS, alpha=P and beta=P, separated by commas, each once"
            ) from None
    for name in ("elo0", "elo1"):
        if name not in values:
            raise ParameterError(f"--sprt needs {name}: for example elo0=0,elo1=20")
    return Sprt(**values)
