"""The work of ``bitgames judge``, without typer, so that it starts fast."""

from bitgames._core import judge_file
from bitgames.cli.errors import FAILURE

__all__ = ["judge_records"]


def judge_records(file: str = "-") -> int:
    """Judge the records of a file, or of standard input for ``-``; return the exit code."""
    _, errors = judge_file(None if file == "-" else file)
    return FAILURE if errors else 0
