"""How commands end: one place that turns what went wrong into one line and an exit code."""

import os
import sys
from collections.abc import Callable

from bitgames._core import DamagedFileError, GameError, LimitError

__all__ = ["FAILURE", "INTERRUPTED", "USAGE", "Failure", "complain", "guard", "reason"]

FAILURE = 1
USAGE = 2
INTERRUPTED = 130


class Failure(Exception):
    """A command could not do its work, through no fault in its arguments."""


def complain(message: str) -> None:
    """Print an error as exactly one line."""
    print("bitgames: error:", " ".join(message.split()), file=sys.stderr)


def reason(error: OSError) -> str:
    """Say what the system complains about, and of which file if it says.

    >>> reason(FileNotFoundError(2, "No such file or directory", "game.json"))
    'game.json: No such file or directory'
    """
    text = error.strerror or str(error)
    return text if error.filename is None else f"{error.filename}: {text}"


def guard(run: Callable[[], int]) -> int:
    """Return the exit code of ``run``, or the one that fits the exception it raised."""
    try:
        code = run()
        sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read our output has seen enough. What is still buffered goes nowhere, or the
        # interpreter would complain about it at its end.
        with open(os.devnull, "w") as nowhere:
            os.dup2(nowhere.fileno(), sys.stdout.fileno())
        return 0
    except (Failure, DamagedFileError, LimitError, EOFError) as error:
        complain(str(error))
        return FAILURE
    except GameError as error:
        complain(str(error))
        return USAGE
    except OSError as error:
        complain(reason(error))
        return FAILURE
    return code
