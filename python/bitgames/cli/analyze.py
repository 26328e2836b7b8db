"""``bitgames analyze``: what each move of a game cost."""

from typing import TYPE_CHECKING, Annotated

import typer

from bitgames._core import ParameterError
from bitgames.analysis.phrases import value_text
from bitgames.cli.common import (
    FILES,
    GameNumber,
    Json,
    Quiet,
    Threads,
    file_name,
    print_json,
    typed_game,
)
from bitgames.cli.console import print_columns, print_facts
from bitgames.cli.errors import INTERRUPTED
from bitgames.cli.progress import Bar
from bitgames.games.advice import amount

if TYPE_CHECKING:
    from bitgames.analysis import AnalysedMove, Analysis, Totals
    from bitgames.games.advice import Unit

__all__ = ["analyze"]


def analyze(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE",
            parser=file_name,
            help=f"Game to analyse: {FILES} - is stdin; the moves of a game of Othello may stand "
            "here themselves: f5d6c3.",
        ),
    ],
    number: GameNumber = None,
    level: Annotated[
        str | None,
        typer.Option(
            "--level",
            metavar="LEVEL",
            help="How deep to look: quick, normal or deep; normal if neither this nor --seconds "
            "is given.",
        ),
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option(
            "--seconds", metavar="S", help="Spend about S seconds on the whole game instead."
        ),
    ] = None,
    threads: Threads = None,
    svg: Annotated[
        str | None,
        typer.Option(
            "--svg",
            metavar="FILE",
            parser=file_name,
            help="Write a picture (SVG) of the values to FILE; - is stdout.",
        ),
    ] = None,
    csv: Annotated[
        bool, typer.Option("--csv", help="Print the moves as CSV, for tables and spreadsheets.")
    ] = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Analyse a game: the value of each move, what it cost, blunders and the turning point."""
    from bitgames.analysis import analyze as run
    from bitgames.analysis.export import to_csv, to_data, to_svg
    from bitgames.files import write_atomic

    if json + csv + (svg == "-") > 1:
        raise ParameterError("--json, --csv and --svg - all write to stdout: give only one of them")
    record = typed_game(file, number)
    with Bar("analysing", "moves", quiet=quiet, lines=True) as bar:
        found = run(
            record, level=level, seconds=seconds, threads=threads, progress=bar.callback,
            partial=True,
        )  # fmt: skip
    if svg == "-":
        print(to_svg(found))
    elif svg is not None:
        write_atomic(svg, (to_svg(found) + "\n").encode())
    if json:
        print_json(to_data(found))
    elif csv:
        print(to_csv(found), end="")
    elif svg != "-":
        _print(found)
    if not found.complete:
        raise typer.Exit(INTERRUPTED)


def _print(found: "Analysis") -> None:
    """Print the moves, the sums by player, blunders and the turning point."""
    if found.moves:
        heads = ("move", "player", "played", "before", "after", "loss", "best", "")
        print_columns([heads, *(_row(found, move) for move in found.moves)])
    else:
        print("no moves")
    print()
    names = found.record.start.facts.player_names
    rows = [(names[total.player], _total_words(found.unit, total)) for total in found.totals]
    turn = found.turning_point
    rows.append(("turning point", "-" if turn is None else f"move {turn.number}: {turn.move}"))
    if any(not move.exact for move in found.moves):
        rows.append(("~", _estimates(found)))
    if not found.complete:
        rows.append(("stopped", f"{len(found.moves)} of {len(found.record)} moves are analysed"))
    print_facts(rows)


def _row(found: "Analysis", move: "AnalysedMove") -> tuple[str, ...]:
    of = found.unit
    sign = "" if move.exact else "~"
    digits = 2 if of.is_result else 1
    values = (
        value_text(of, value, True) if move.exact else f"~{round(value, digits) + 0.0:+g}"
        for value in (move.before, move.after)
    )
    loss = f"{sign}{round(move.loss, digits):g}" if move.loss else ""
    remark = "blunder" if move.is_blunder else "" if move.is_choice else "forced"
    best = "" if move.best == move.move else str(move.best)
    player = found.record.start.facts.player_names[move.player]
    return (str(move.number), player, str(move.move), *values, loss, best, remark)


def _total_words(of: "Unit", total: "Totals") -> str:
    if not total.moves:
        return "no choice"
    blunders = f"{total.blunders} blunder{'' if total.blunders == 1 else 's'}"
    choices = f"{total.moves} choice{'' if total.moves == 1 else 's'}"
    best = f"{total.best} of {choices} best"
    return f"lost {amount(of, total.loss)}, {amount(of, total.average)} a move; {best}, {blunders}"


def _estimates(found: "Analysis") -> str:
    """Explain the values that are not exact."""
    means = any(move.error is not None for move in found.moves)
    words = ["means over sampled worlds"] if means else []
    if any(move.depth is not None for move in found.moves):
        words.append("estimates of a search")
    return " and ".join(words) or "not proven"
