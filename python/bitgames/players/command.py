"""Programs as players start them: their command, their spec with its options, their process."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from numbers import Real
from typing import Any, overload

from bitgames._core import ParameterError
from bitgames.arguments import printable, quoted
from bitgames.protocols.program import Program

_SPEC = re.compile(r"[a-z]+(?:\[([^\]]*)\])?:(.*)", re.DOTALL)
_KINDS: dict[Callable[[str], Any], str] = {int: "an integer", float: "a number"}
_WORDS = 1000
_MAX_SECONDS = 1e6


class Command:
    """A program with its arguments: a list of words, or text that is split as by the shell.

    ``name`` is what tables call it. ``what`` it is, ``"an engine"``, and ``help`` are for errors.
    """

    def __init__(
        self,
        command: Sequence[str] | str,
        *,
        folder: str | None,
        name: str | None,
        what: str,
        help: str,
    ) -> None:
        self.words = command_words(command) if isinstance(command, str) else _listed(command)
        texts = (text for text in (folder, name) if text is not None)
        for word in (*self.words, *texts):
            if not isinstance(word, str):
                kind = type(word).__name__
                raise TypeError(f"command, folder and name must be text, not {kind}")
        if not self.words:
            raise ParameterError(f"{what} must have a command: {help}")
        self.folder = folder
        self.name = printable(command_text(self.words) if name is None else name)
        self._what = _bare(what)

    def find(self) -> None:
        """Raise ``ParameterError`` if there is no such program."""
        first = self.words[0]
        path = os.path.join(self.folder or "", first)
        if shutil.which(first) is None and not os.path.exists(path):
            raise ParameterError(f"{quoted(first)} is not a program that can be found")

    def start(self, *, farewell: str = "quit") -> Program:
        """Start the program, which is asked to end by a line. Raises ``ParameterError``."""
        try:
            return Program(self.words, self.folder, farewell=farewell)
        except (OSError, ValueError) as error:
            reason = str(error)
            if isinstance(error, OSError):
                where = printable(str(error.filename or self.words[0]))
                reason = f"{where}: {error.strerror or error}"
            raise ParameterError(f"the {self._what} cannot be started: {reason}") from None


def read_spec(
    spec: str, kinds: Mapping[str, Callable[[str], Any]], what: str, help: str
) -> tuple[list[str], dict[str, Any]]:
    """Return the command of a spec ``NAME[key=value,...]:COMMAND``, and its options.

    ``kinds`` makes values of the texts. Raises ``ParameterError`` for another spec.

    >>> read_spec("engine[depth=4]:edax -q", {"depth": int}, "an engine", "")
    (['edax', '-q'], {'depth': 4})
    """
    found = _SPEC.fullmatch(spec)
    if found is None:
        raise ParameterError(f"{quoted(spec)} is not a valid {_bare(what)}: {help}")
    options: dict[str, Any] = {}
    for part in filter(None, (found[1] or "").split(",")):
        key, _, value = part.partition("=")
        if key not in kinds:
            raise ParameterError(
                f"{quoted(key)} is not a valid option of {what}: allowed are {', '.join(kinds)}"
            )
        try:
            options[key] = kinds[key](value)
        except ValueError as error:
            kind = _KINDS.get(kinds[key], str(error))
            raise ParameterError(
                f"{quoted(value)} is not a valid value of the option {key!r}: it takes {kind}"
            ) from None
    return command_words(found[2]), options


@overload
def seconds_of(name: str, value: float) -> float: ...
@overload
def seconds_of(name: str, value: None) -> None: ...
@overload
def seconds_of(name: str, value: float | None) -> float | None: ...
def seconds_of(name: str, value: float | None) -> float | None:
    """Return a time limit in seconds, or ``None``; refuse others."""
    if not isinstance(value, Real | None):
        raise TypeError(f"{name} must be a number, not {type(value).__name__}")
    if value is not None and not 0 < value <= _MAX_SECONDS:
        raise ParameterError(f"{name} must be above 0 and at most 1e6")
    return value


def _bare(what: str) -> str:
    return what.partition(" ")[2]


def _listed(command: Sequence[str]) -> list[str]:
    """Return the words of a command from any iterable, also an endless one."""
    words = list(islice(command, _WORDS + 1))
    if len(words) > _WORDS:
        raise ParameterError(f"a command must have at most {_WORDS} words")
    return words


def command_words(command: str, *, windows: bool = sys.platform == "win32") -> list[str]:
    r"""Split a command into words by the rules of the system's shell.

    On Windows a backslash is part of a path and only ``"`` is a quote; other systems follow the
    POSIX shell. Raises ``ParameterError`` for a quote that is not closed.

    >>> command_words("edax -l 'a b'", windows=False)
    ['edax', '-l', 'a b']
    >>> command_words(r'"C:\Program Files\edax.exe" -l D:\logs', windows=True)
    ['C:\\Program Files\\edax.exe', '-l', 'D:\\logs']
    """
    lexer = shlex.shlex(command, posix=True, punctuation_chars=False)
    lexer.whitespace_split = True
    lexer.commenters = ""
    if windows:
        lexer.escape = ""
        lexer.quotes = '"'
    try:
        return list(lexer)
    except ValueError as error:
        reason = str(error).lower()
        raise ParameterError(f"the command {quoted(command)} cannot be split: {reason}") from None


def command_text(words: Sequence[str], *, windows: bool = sys.platform == "win32") -> str:
    """Join words to a command that ``command_words`` splits into them again."""
    return subprocess.list2cmdline(words) if windows else shlex.join(words)
