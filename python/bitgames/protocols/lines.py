"""Lines that arrive while a search runs: a thread reads them ahead."""

import os
import sys
from collections import deque
from collections.abc import Callable, Iterator
from threading import Condition, Thread
from time import monotonic
from typing import TextIO

from bitgames.arguments import printable, shortened

MAX_LINE = 1 << 16
"""Longest line in bytes; the rest of a longer line is dropped."""

_MAX_WAITING = 10_000
# Seconds in which an engine must end its search after the controller is gone.
_AFTER_END = 1.0
# Limits in characters: all waiting lines, and the part of a line that a test gets.
_MAX_CHARACTERS = 1 << 22
_HEAD = 80
_CHUNK = 1 << 16


def split_lines(read: Callable[[], bytes]) -> Iterator[str]:
    """Split the chunks of ``read`` into lines without line ends, until a chunk is empty."""
    rest = b""
    while chunk := read():
        *whole, rest = (rest + chunk).split(b"\n")
        for line in whole:
            yield _decoded(line)
        rest = rest[:MAX_LINE]
    if rest:
        yield _decoded(rest)


def _decoded(line: bytes) -> str:
    return line[:MAX_LINE].removesuffix(b"\r").decode(errors="replace")


def failure_text(error: Exception) -> str:
    """Return one line for the controller about an internal error."""
    reason = f"{type(error).__name__}: {error}"
    return f"internal error: {printable(shortened(reason))}"


class Lines:
    """The lines of a stream, which a thread reads ahead, so that waiting lines can be tested.

    >>> import io
    >>> lines = Lines(io.StringIO("go\\nping 1\\n"))
    >>> lines.take(), lines.take(), lines.take()
    ('go', 'ping 1', None)
    """

    def __init__(self, stream: TextIO | None = None) -> None:
        """Begin to read ``stream`` (default: standard input)."""
        self._waiting: deque[str] = deque()
        self._characters = 0
        self._changed = Condition()
        self._ended: float | None = None
        if not hasattr(stream := stream or sys.stdin, "readline"):
            raise TypeError(f"stream must be a text stream, not {type(stream).__name__}")
        source = _reader(stream)
        Thread(target=self._read, args=(source,), daemon=True).start()

    def take(self) -> str | None:
        """Wait for the next line and return it; ``None`` after the last line."""
        self.wait()
        with self._changed:
            line = self._waiting.popleft() if self._waiting else None
            self._characters -= len(line or "")
            self._changed.notify_all()
            return line

    def wait(self) -> None:
        """Wait until there is a next line, or the last one was taken."""
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._ended is not None)

    def is_waiting(self, test: Callable[[str], bool]) -> bool:
        """Whether a waiting line passes ``test``.

        ``test`` gets the first 80 characters of a line.
        """
        with self._changed:
            return any(test(line[:_HEAD]) for line in self._waiting)

    @property
    def ended_for(self) -> float:
        """Seconds since the end of the stream; 0 before it."""
        return 0.0 if self._ended is None else monotonic() - self._ended

    def must_stop(self, test: Callable[[str], bool]) -> bool:
        """Whether a search must end: a waiting line passes ``test``, or the stream is gone."""
        return self.ended_for > _AFTER_END or self.is_waiting(test)

    def _read(self, source: Iterator[str]) -> None:
        try:
            for line in source:
                with self._changed:
                    self._changed.wait_for(
                        lambda: (
                            len(self._waiting) < _MAX_WAITING and self._characters < _MAX_CHARACTERS
                        )
                    )
                    self._waiting.append(line)
                    self._characters += len(line)
                    self._changed.notify_all()
        except (OSError, ValueError):
            pass  # the stream was closed elsewhere, which ends it too
        with self._changed:
            self._ended = monotonic()
            self._changed.notify_all()


def _reader(stream: TextIO) -> Iterator[str]:
    """Read a real file without its buffer, in which a waiting thread would block ``close``."""
    try:
        handle = stream.fileno()
    except OSError:
        return (line.rstrip("\r\n") for line in stream)
    return split_lines(lambda: os.read(handle, _CHUNK))
