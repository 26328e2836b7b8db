"""The ``bitgames`` command.

``bitgames judge FILE`` calls the native judge directly, so that it starts without the time to load
a command-line library.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["main"]


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command with ``argv`` (default: that of the process) and return its exit code.

    0 is success, 1 failure, 2 a mistake in the arguments, 130 an interruption by Ctrl-C.

    >>> main(["players", "no-such-game"])
    2
    """
    arguments = list(sys.argv[1:] if argv is None else argv)
    _prepare_streams()
    try:
        from bitgames.cli.errors import guard
    except ValueError as error:  # BITGAMES_CPU names no level of this processor
        print(f"bitgames: error: {error}", file=sys.stderr)
        return 2
    if arguments[:1] == ["judge"] and _is_plain(arguments[1:]):
        from bitgames.cli.judge_io import judge_records

        return guard(lambda: judge_records(*arguments[1:]))
    from bitgames.cli.app import run_app

    return run_app(arguments)


def _prepare_streams() -> None:
    """Open missing standard streams, and make all of them accept every character."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            # The caller closed this stream: its output is dropped.
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115 - open to the end
        elif (reconfigure := getattr(stream, "reconfigure", None)) is not None:
            reconfigure(errors="backslashreplace")


def _is_plain(arguments: list[str]) -> bool:
    """Whether the arguments are at most one file and no option."""
    return len(arguments) < 2 and all(
        argument == "-" or (argument and not argument.startswith("-")) for argument in arguments
    )
