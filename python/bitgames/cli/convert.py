"""``bitgames convert``: convert games of Othello between file formats."""

import sys
from typing import Annotated

import typer

from bitgames import _core
from bitgames.cli.common import Quiet, file_name
from bitgames.cli.errors import FAILURE, Failure

__all__ = ["convert"]

_HELP = "transcript, ggf, wthor or record; by default by the suffix."


def convert(
    source: Annotated[
        str, typer.Argument(metavar="IN", parser=file_name, help="File to read; - is stdin.")
    ],
    target: Annotated[
        str, typer.Argument(metavar="OUT", parser=file_name, help="File to write; - is stdout.")
    ],
    source_format: Annotated[
        str | None, typer.Option("--from", metavar="FORMAT", help=f"Format of IN: {_HELP}")
    ] = None,
    target_format: Annotated[
        str | None, typer.Option("--to", metavar="FORMAT", help=f"Format of OUT: {_HELP}")
    ] = None,
    skip_bad: Annotated[
        bool, typer.Option("--skip-bad", help="Report bad games and leave them out.")
    ] = False,
    quiet: Quiet = False,
) -> int:
    """Convert games of Othello: .txt transcripts, .ggf, .wtb (WTHOR), .json records.

    A bad game is an error, and nothing is written. With --skip-bad the command reports bad games on
    stderr, converts the others and exits with code 1.
    """
    from bitgames.formats import convert as formats

    reads = formats.format_of(source, source_format)
    writes = formats.format_of(target, target_format)
    try:
        if source == "-":
            data = sys.stdin.buffer.read()
            games = formats.loads(data, reads, strict=not skip_bad, name="stdin")
        else:
            games = formats.load(source, reads, strict=not skip_bad)
        if target == "-":
            sys.stdout.buffer.write(formats.dumps(games, writes))
        else:
            formats.save(target, games, writes)
    except (_core.ParseError, _core.UnsupportedError) as error:
        raise Failure(str(error)) from None
    for complaint in games.complaints:
        print(complaint, file=sys.stderr)
    if not quiet:
        unit = "game" if len(games) == 1 else "games"
        print(f"{len(games):,} {unit}, {reads} to {writes}", file=sys.stderr)
    return FAILURE if games.complaints else 0
