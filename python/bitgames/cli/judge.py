"""``bitgames judge`` with options: its help and its errors."""

from typing import Annotated

import typer

from bitgames.cli.judge_io import judge_records
from bitgames.cli.options import file_name


def judge(
    file: Annotated[str, typer.Argument(parser=file_name)] = "-",
) -> int:
    """Judge tic-tac-toe records: print a result for each line of digits.

    A record holds the cells in the order of play, 1 to 9, o first. A line that is not a record is
    reported on stderr with its number. The other lines are still judged, and the exit code is 1.

    Options:
        FILE: File with one record in each line, or a record itself: 79538246; - is stdin.
    """
    return judge_records(file)
