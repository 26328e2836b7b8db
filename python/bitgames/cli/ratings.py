"""``bitgames ratings``: how strong the players of a results file are."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from bitgames._core import ParameterError, ParseError
from bitgames.cli.errors import Failure
from bitgames.cli.options import Csv, Json, Seed, file_name, svg_name
from bitgames.cli.output import short_seed

if TYPE_CHECKING:
    from bitgames.tournaments.ratings import Ratings

_MOST = 16  # players of whom the tables of each two fit a line


def ratings(
    results: Annotated[str, typer.Argument(metavar="FILE", parser=file_name)],
    anchor: str | None = None,
    anchor_rating: float = 0.0,
    samples: int = 1000,
    seed: Seed = None,
    plot: Annotated[str | None, typer.Option(parser=svg_name)] = None,
    csv: Csv = False,
    json: Json = False,
) -> None:
    """Rate the players of a tournament, with 95% intervals.

    400 points more mean ten times the odds of a win against a loss.

    Options:
        FILE: Results file of bitgames tournament; the tournament may still be going on.
        --anchor PLAYER: Give PLAYER the rating of --anchor-rating and shift the others with it;
            otherwise the mean is 0.
        --anchor-rating POINTS: Rating of the anchor.
        --samples N: Make the intervals from N replicates (bootstrap).
        --plot FILE: Write a picture (SVG) of ratings, scores and superiority to FILE; - is stdout.
    """
    from bitgames.tournaments.ratings import ratings as run

    seed = short_seed(seed)
    if json + csv + (plot == "-") > 1:
        raise ParameterError("--json, --csv and --plot - all write to stdout: give only one")
    try:
        found = run(results, anchor=anchor, anchor_rating=anchor_rating, samples=samples, seed=seed)
    except ParseError as error:
        raise Failure(str(error)) from None
    if plot == "-":
        print(found.to_svg())
    elif plot is not None:
        found.plot(plot)
    if json:
        print(found.to_json())
    elif csv:
        print(found.to_csv(), end="")
    elif plot != "-":
        _print(found)
        print(f"seed {seed}", file=sys.stderr)


def _print(found: "Ratings") -> None:
    from bitgames.tournaments.ratings_text import matrix_text

    print(found)
    if max(len(pool.names) for pool in found.pools) <= _MOST:
        print("\nscore of the row's player against that of the column, %\n")
        print(matrix_text(found, "score"))
        print("\nlikelihood that the row's player is stronger, %\n")
        print(matrix_text(found, "likelihood"))
