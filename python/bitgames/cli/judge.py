"""``bitgames judge`` for people: help and mistakes in the arguments."""

from typing import Annotated

import typer

from bitgames.cli.common import file_name
from bitgames.cli.judging import judge_records

__all__ = ["judge"]


def judge(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE", parser=file_name, help="File of records, one a line; - is stdin."
        ),
    ] = "-",
) -> int:
    """Judge tic-tac-toe records: one line of digits in, one result out.

    A record holds the cells played, 1 to 9, o first. A line that is not a record is reported on
    stderr with its number; the other lines are judged all the same, and the exit code is 1.
    """
    return judge_records(file)
