"""Errors of all commands: each becomes one line and an exit code."""

import os
import sys
import warnings
from collections.abc import Callable

from bitgames._core import DamagedFileError, GameError, LimitError, UnknownGameError
from bitgames.cli.stops import INTERRUPTED, listen
from bitgames.errors import ClusterError, PlayerError

FAILURE = 1
USAGE = 2
FAULTS = 3


class Failure(Exception):
    """A command failed although its arguments are valid."""


class Incomplete(Exception):
    """A command came to its end, but some of its tasks or games failed on the way."""


def failed_tasks(failed: int, tasks: int, *, kept: bool = False) -> str:
    """Say that tasks failed, and what to do; ``kept`` if the others are kept in any case.

    >>> failed_tasks(1, 20)
    '1 of 20 tasks failed: its workers died; with --results the same command tries again'
    """
    whose = "its" if failed == 1 else "their"
    again = "the same command" if kept else "with --results the same command"
    return f"{failed:,} of {tasks:,} tasks failed: {whose} workers died; {again} tries again"


def complain(message: str) -> None:
    """Print an error as exactly one line."""
    print("bitgames: error:", _line(message), file=sys.stderr)


def warn(message: str) -> None:
    """Print a warning as exactly one line."""
    print("bitgames: warning:", _line(message), file=sys.stderr, flush=True)


def hush(quiet: bool) -> bool:
    """Print no warnings of Python for the rest of this command, if it is to be quiet."""
    if quiet:
        warnings.simplefilter("ignore")
    return quiet


def _line(message: str) -> str:
    """Return a message as one line, its control characters written as escapes."""
    from bitgames.arguments import printable

    return printable(" ".join(message.split()))


def reason(error: OSError) -> str:
    """Return the system's message, with the name of the file if there is one.

    >>> reason(FileNotFoundError(2, "No such file or directory", "game.json"))
    'game.json: No such file or directory'
    """
    text = error.strerror or str(error)
    return text if error.filename is None else f"{error.filename}: {text}"


def guard(run: Callable[[], int]) -> int:
    """Return the exit code of ``run``, or the exit code for its exception."""
    try:
        listen()
        with warnings.catch_warnings():
            warnings.showwarning = lambda message, *_, **__: warn(str(message))
            code = run()
        sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # The reader of the output has closed it. The buffered rest is dropped, because the
        # interpreter would report an error for it at exit.
        with open(os.devnull, "w") as nowhere:
            os.dup2(nowhere.fileno(), sys.stdout.fileno())
        return 0
    except (Failure, ClusterError, DamagedFileError, LimitError, PlayerError, EOFError) as error:
        complain(str(error))
        return FAILURE
    except Incomplete as error:
        complain(str(error))
        return FAULTS
    except GameError as error:
        complain(advised(error))
        return USAGE
    except MemoryError:
        complain("out of memory")
        return FAILURE
    except OSError as error:
        complain(reason(error))
        return FAILURE
    return code


def advised(error: GameError) -> str:
    """Return the text of an error; for an unknown game with what may have been meant.

    >>> advised(UnknownGameError("no such game"))
    'no such game'
    """
    from bitgames.arguments import did_you_mean
    from bitgames.games import examples, facts, names

    if not isinstance(error, UnknownGameError):
        return str(error)
    name = error.name or ""
    if name.count(".") == 3:
        return (
            f"{error}; a deal begins with its game: 'honeymoon AKQ2.QJ2.AK3.T94 JT3.AK43.QJ2.A82'"
        )
    if "/" in name:
        return f"{error}; a position begins with its game: 'tictactoe o../.x./...'"
    known: dict[str, str] = {}
    # Of games with the same title, the first one has it.
    for game in reversed(names()):
        title = facts(examples(game)[0]).title.lower()
        known |= dict.fromkeys((title, *title.split()), game)
    return str(error) + did_you_mean(name, known | {game: game for game in names()})
