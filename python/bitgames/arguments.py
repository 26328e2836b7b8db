"""What callers may give where a number, a text or a path is wanted, checked in one place."""

from operator import index
from typing import SupportsIndex, TypeAlias

from bitgames._core import ParameterError

__all__ = [
    "MAX_THREADS",
    "Threads",
    "integer",
    "parameter_error",
    "printable",
    "shortened",
    "threads",
]

Threads: TypeAlias = SupportsIndex | None
"""Threads to use: ``None`` for all cores, or a number from 1."""

MAX_THREADS = 1024
"""Most threads that a call may ask for."""


def integer(
    name: str, value: SupportsIndex, least: int, most: int, allowed: str | None = None
) -> int:
    """Return ``value`` as an ``int`` from ``least`` to ``most``, a range that ``allowed`` names.

    Takes Python's and NumPy's integers. Raises ``TypeError`` for anything else, ``bool``
    included, and ``ParameterError`` for a number out of the range.

    >>> import numpy as np
    >>> integer("games", np.int8(7), 1, 9)
    7
    """
    try:
        if isinstance(value, bool):
            raise TypeError
        number = index(value)
    except TypeError:
        raise TypeError(f"{name} must be an integer, not {type(value).__name__}") from None
    if not least <= number <= most:
        shown = str(number) if number.bit_length() <= 256 else "a number far outside"
        raise parameter_error(name, allowed or f"from {least} to {most}", shown)
    return number


def parameter_error(name: str, allowed: str, value: str) -> ParameterError:
    """Return the error of a parameter that is out of its range, with its attributes.

    >>> error = parameter_error("games", "from 1 to 9", "10")
    >>> print(error)
    games must be from 1 to 9, not 10
    >>> error.name, error.allowed, error.value
    ('games', 'from 1 to 9', '10')
    """
    value = shortened(value)
    error = ParameterError(f"{name} must be {allowed}, not {value}")
    error.name, error.allowed, error.value = name, allowed, value
    return error


def threads(value: Threads) -> int | None:
    """Return a number of threads, or ``None`` for all cores.

    Raises ``TypeError`` for anything but an integer, and ``ParameterError`` for a number outside 1
    to 1024; 0 is an error.

    >>> threads(None) is None, threads(2)
    (True, 2)
    """
    return None if value is None else integer("threads", value, 1, MAX_THREADS)


def shortened(text: str, most: int = 200) -> str:
    """Return at most ``most`` characters of a text that goes into an error.

    >>> shortened("a" * 300, 3)
    'aaa…'
    """
    return text if len(text) <= most else f"{text[:most]}…"


def printable(text: str) -> str:
    r"""Return a text of others with its control characters written out, so that it does no harm.

    Names and messages that come from outside go through this before a terminal or another program
    sees them; the result is one line.

    >>> print(printable("ai\x1b[2J14\n"))
    ai\x1b[2J14\n
    """
    if text.isprintable():
        return text
    return "".join(
        each if each.isprintable() else each.encode("unicode_escape").decode() for each in text
    )
