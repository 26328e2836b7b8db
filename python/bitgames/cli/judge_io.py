"""The work of ``bitgames judge``, without typer, so that it starts fast."""

import os

from bitgames._core import judge, judge_file
from bitgames.cli.errors import FAILURE


def judge_records(file: str = "-") -> int:
    """Judge the records of a file, or of standard input for ``-``; return the exit code.

    Digits that name no file are a record themselves.
    """
    if file.isdecimal() and not os.path.lexists(file):
        print(judge(file))
        return 0
    _, errors = judge_file(None if file == "-" else file)
    return FAILURE if errors else 0
