"""Checks of arguments: numbers, threads, and texts for errors."""

from collections.abc import Callable, Iterable, Mapping
from operator import index
from typing import SupportsIndex, TypeAlias, TypeVar

from bitgames._core import ParameterError

Threads: TypeAlias = SupportsIndex | None
"""Threads to use, a number from 1.

``None``: all processors where the result does not depend on their number, otherwise one.
"""

Progress: TypeAlias = Callable[[int, int], object]
"""Called now and then with the work done and the total work, 0 if it is not known."""

MAX_THREADS = 1024
"""Largest number of threads of a call."""


_Kind = TypeVar("_Kind")


def instance(name: str, value: object, kind: type[_Kind], allowed: str = "") -> _Kind:
    """Return ``value`` if it is of a ``kind``; else raise ``TypeError`` with what is allowed.

    >>> instance("comment", "a", str, "text")
    'a'
    """
    if isinstance(value, kind):
        return value
    allowed = allowed or f"a {kind.__name__}"
    raise TypeError(f"{name} must be {allowed}, not {type(value).__name__}")


def choice(name: str, value: object, allowed: Iterable[str]) -> str:
    """Return ``value`` if it is one of the texts ``allowed``.

    Raises ``TypeError`` for anything but text, and ``ParameterError`` for another one.

    >>> choice("layout", "HWC", ("CHW", "HWC"))
    'HWC'
    """
    text = instance(name, value, str, "text")
    if text not in (allowed := tuple(allowed)):
        raise parameter_error(name, " or ".join(map(repr, allowed)), repr(text))
    return text


def flag(name: str, value: object) -> bool:
    """Return ``value`` as a ``bool`` if it is one, of Python or NumPy; else raise ``TypeError``.

    As native functions do, so that no list or array is taken for an answer.

    >>> import numpy as np
    >>> flag("flip", np.bool_(True))
    True
    """
    kind = type(value)
    if kind is bool or (kind.__module__ == "numpy" and kind.__name__ in ("bool", "bool_")):
        return bool(value)
    raise TypeError(f"{name} must be True or False, not {kind.__name__}")


def integer(
    name: str, value: SupportsIndex, least: int, most: int, allowed: str | None = None
) -> int:
    """Return ``value`` as an ``int`` from ``least`` to ``most``; ``allowed`` describes the range.

    ``value`` is a Python or NumPy integer. Raises ``TypeError`` for anything else, also for
    ``bool``, and ``ParameterError`` for a number out of the range.

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


def real(name: str, value: float, least: float, most: float) -> float:
    """Return ``value`` as a ``float`` from ``least`` to ``most``.

    Raises ``TypeError`` for anything but a ``float`` or ``int``, also for ``bool``, and
    ``ParameterError`` for a number out of the range and for NaN.

    >>> real("elo0", 5, -10.0, 10.0)
    5.0
    """
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError(f"{name} must be a number, not {type(value).__name__}")
    if not least <= value <= most:
        is_huge = isinstance(value, int) and value.bit_length() > 256
        shown = "a number far outside" if is_huge else f"{value:g}"
        raise parameter_error(name, f"from {least:g} to {most:g}", shown)
    return float(value)


def parameter_error(name: str, allowed: str, value: str) -> ParameterError:
    """Return the error for a parameter out of its range, with its attributes.

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


def did_you_mean(name: str, known: Mapping[str, str]) -> str:
    """Return a question to end an error about an unknown name, or no text if none is like it.

    ``known`` has what people may type, in lower case, and what they should have typed.

    >>> did_you_mean("Otello", {"othello": "othello", "bridge": "honeymoon"})
    '; did you mean othello?'
    >>> did_you_mean("chess", {"othello": "othello"})
    ''
    """
    from difflib import get_close_matches

    found = get_close_matches(name.lower()[:80], known, 1, 0.7)
    return f"; did you mean {known[found[0]]}?" if found else ""


def threads(value: Threads) -> int | None:
    """Return a number of threads, or ``None`` where it is left to the call.

    Raises ``TypeError`` for anything but an integer, and ``ParameterError`` for a number outside 1
    to 1024; 0 is an error.

    >>> threads(None) is None, threads(2)
    (True, 2)
    """
    return None if value is None else integer("threads", value, 1, MAX_THREADS)


def shortened(text: str, most: int = 200) -> str:
    """Return at most ``most`` characters of a text, for an error.

    >>> shortened("a" * 300, 3)
    'aaa…'
    """
    return text if len(text) <= most else f"{text[:most]}…"


def quoted(text: str, most: int = 80) -> str:
    """Return the repr of a text of at most ``most`` characters, for an error.

    >>> quoted("a" * 300, 3)
    "'aaa…'"
    """
    return repr(shortened(text, most))


# As the native messages have them.
_ESCAPES = {"\n": r"\n", "\r": r"\r", "\t": r"\t"}


def printable(text: str) -> str:
    r"""Return untrusted text as one line, its control characters written as escapes.

    Names and messages from outside pass through this function before a terminal or another program
    gets them.

    >>> print(printable("ai\x1b[2J14\n"))
    ai\u{1b}[2J14\n
    """
    if text.isprintable():
        return text
    return "".join(
        each if each.isprintable() else _ESCAPES.get(each, f"\\u{{{ord(each):x}}}") for each in text
    )
