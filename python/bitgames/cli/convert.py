"""``bitgames convert``: convert games between file formats."""

import sys
from typing import Annotated

import typer

from bitgames import _core
from bitgames.cli.errors import FAILURE, Failure
from bitgames.cli.options import GameNumber, Quiet, file_name


def convert(
    source: Annotated[str, typer.Argument(metavar="IN", parser=file_name)],
    target: Annotated[str, typer.Argument(metavar="OUT", parser=file_name)],
    source_format: Annotated[str | None, typer.Option("--from")] = None,
    target_format: Annotated[str | None, typer.Option("--to")] = None,
    number: GameNumber = None,
    hands: str | None = None,
    skip_bad: bool = False,
    quiet: Quiet = False,
) -> int:
    """Convert games of Othello or Connect Four, or deals of bridge, from one format to another.

    Othello: .txt transcripts, .ggf, .wtb (WTHOR). Connect Four: .txt transcripts. Honeymoon bridge:
    .pbn. All that hide nothing: .sgf, with branches and comments.
    All: .json records.
    Without --skip-bad a bad game is an error, and nothing is written.

    Options:
        IN: File to read, or FILE#12 for its twelfth game; - is stdin.
        OUT: File to write; - is stdout.
        --from FORMAT: Format of IN: transcript, ggf, wthor, record, pbn or sgf. By default the
            content tells it.
        --to FORMAT: Format of OUT: transcript, ggf, wthor, record, pbn or sgf. By default the
            suffix tells it: .txt, .ggf, .wtb, .json, .pbn or .sgf.
        --hands SEATS: Two of the hands of a PBN deal for four, for south and north of honeymoon
            bridge: SW means South and West.
        --skip-bad: Report bad games, and those that OUT cannot hold, on stderr; convert the others,
            exit with code 1.
    """
    from bitgames.formats import convert as formats
    from bitgames.formats.reading import place, split_number
    from bitgames.journal import is_results

    writes = formats.format_of(target, target_format)
    name, in_name = (source, None) if number is not None else split_number(source)
    number = in_name if number is None else number
    try:
        if name == "-":
            data = sys.stdin.buffer.read()
            reads = source_format or formats.format_of_data(data, "stdin")
            games = formats.loads(data, reads, hands=hands, strict=not skip_bad, name="stdin")
        elif is_results(name):
            raise Failure(f"{name} has the results of a tournament: games find {name} --to OUT")
        else:
            reads = source_format or formats.format_of_file(name)
            games = formats.load(name, reads, hands=hands, strict=not skip_bad)
        wanted = games if number is None else [games[place(number, len(games), name)]]
        complaints: list[_core.GameError] = [*games.complaints]
        if skip_bad:
            wanted, unfit = formats.fitting(wanted, writes)
            complaints += unfit
        if target == "-":
            sys.stdout.buffer.write(formats.dumps(wanted, writes))
        else:
            formats.save(target, wanted, writes)
    except (_core.ParseError, _core.UnsupportedError) as error:
        advice = "; --skip-bad leaves such games out" if ": game " in str(error) else ""
        raise Failure(f"{error}{advice}") from None
    for complaint in complaints:
        print(complaint, file=sys.stderr)
    if not quiet:
        unit = "game" if len(wanted) == 1 else "games"
        print(f"{len(wanted):,} {unit}, {reads} to {writes}", file=sys.stderr)
    return FAILURE if complaints else 0
