"""``bitgames analyze``: what each move of a game cost."""

from typing import TYPE_CHECKING, Annotated

import typer

from bitgames._core import ParameterError, UnsupportedError
from bitgames.cli.console import print_columns, print_facts
from bitgames.cli.loading import typed_game
from bitgames.cli.options import (
    FILES,
    Csv,
    GameNumber,
    Html,
    Json,
    Level,
    Quiet,
    Svg,
    Threads,
    file_name,
    shared,
)
from bitgames.cli.output import print_json
from bitgames.cli.progress import Bar
from bitgames.cli.site import need_engine
from bitgames.cli.stops import INTERRUPTED

if TYPE_CHECKING:
    from bitgames.analysis import Analysis


def analyze(
    file: Annotated[
        list[str],
        shared(
            f"FILE: Game to analyze: {FILES} - is stdin; or moves: f5d6c3, tictactoe b2 a1.",
            parser=file_name,
        ),
    ],
    number: GameNumber = None,
    level: Level = None,
    seconds: float | None = None,
    threads: Threads = None,
    svg: Svg = None,
    html: Html = None,
    sgf: Annotated[str | None, typer.Option(parser=file_name)] = None,
    live: bool = False,
    csv: Csv = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Analyze a game: the value of each move, what it cost, blunders and the turning point.

    Options:
        --seconds S: Spend about S seconds on the game, in place of --level.
        --sgf FILE: Write the game to FILE (SGF) with the values of its positions, and better lines
            as branches.
        --live: Put an engine into the page of --html, for the values of any of its positions.
    """
    from bitgames.analysis import analyze as run
    from bitgames.analysis.export import to_csv, to_data, to_sgf, to_svg
    from bitgames.files import write_atomic

    if json + csv + (svg == "-") > 1:
        raise ParameterError("--json, --csv and --svg - all write to stdout: give only one of them")
    if live:
        if html is None:
            raise ParameterError("--live is for the page of --html: give both")
        # Without an engine it ends before the analysis.
        need_engine()
    record = typed_game(" ".join(file), number)
    if html is not None and record.start.facts.hidden and not record.position.is_over:
        raise UnsupportedError(
            "a page of a deal that has not ended cannot have values, which would tell hidden "
            "cards: show --html writes it without them"
        )
    with Bar("analyzing", "moves", quiet=quiet, lines=True) as bar:
        found = run(
            record, level=level, seconds=seconds, threads=threads, progress=bar.callback,
            partial=True,
        )  # fmt: skip
    if svg == "-":
        print(to_svg(found))
    elif svg is not None:
        write_atomic(svg, (to_svg(found) + "\n").encode())
    if html is not None:
        from bitgames.play.report import to_html

        write_atomic(html, to_html(record, found, live=live).encode())
    if sgf is not None:
        from bitgames.formats.sgf import dumps

        write_atomic(sgf, dumps([to_sgf(found)]).encode())
    if json:
        print_json(to_data(found))
    elif csv:
        print(to_csv(found), end="")
    elif svg != "-":
        _print(found)
    if not found.complete:
        raise typer.Exit(INTERRUPTED)


def _print(found: "Analysis") -> None:
    from bitgames.analysis.report import HEADS, facts, rows

    if found.moves:
        print_columns([HEADS, *rows(found)])
    else:
        print("no moves")
    print()
    print_facts(facts(found))
