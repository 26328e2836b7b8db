"""Lines that arrive while a search runs: read by a thread, taken when there is time."""

import os
import sys
from collections import deque
from collections.abc import Callable, Iterator
from threading import Condition, Thread
from time import monotonic
from typing import TextIO

from bitgames.arguments import printable, shortened

__all__ = ["MAX_LINE", "Lines", "failure_text", "split_lines"]

MAX_LINE = 1 << 16
"""Longest line that is kept whole, in bytes; the rest of a longer one is dropped."""

_MAX_WAITING = 10_000
# Characters of the lines that wait, and of a line that is looked at.
_MAX_CHARACTERS = 1 << 22
_HEAD = 80
_CHUNK = 1 << 16


def split_lines(read: Callable[[], bytes]) -> Iterator[str]:
    """Split what ``read`` gives, until it gives nothing, into lines without their ends.

    >>> parts = iter([b"go", b"\\nping 1", b"\\r\\n\\nquit", b""])
    >>> list(split_lines(lambda: next(parts)))
    ['go', 'ping 1', '', 'quit']
    """
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
    """Say in one line that answering failed, for the controller.

    >>> failure_text(ZeroDivisionError("division by zero"))
    'internal error: ZeroDivisionError: division by zero'
    """
    reason = f"{type(error).__name__}: {error}"
    return f"internal error: {printable(shortened(reason))}"


class Lines:
    """The lines of a stream, which a thread reads ahead so that one can look at what waits.

    >>> import io
    >>> lines = Lines(io.StringIO("go\\nping 1\\n"))
    >>> lines.take(), lines.take(), lines.take()
    ('go', 'ping 1', None)
    """

    def __init__(self, stream: TextIO | None = None) -> None:
        """Begin to read ``stream``, by default the standard input."""
        self._waiting: deque[str] = deque()
        self._characters = 0
        self._changed = Condition()
        self._ended: float | None = None
        source = _reader(sys.stdin if stream is None else stream)
        Thread(target=self._read, args=(source,), daemon=True).start()

    def take(self) -> str | None:
        """Return the next line as soon as there is one, ``None`` after the last."""
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._ended is not None)
            line = self._waiting.popleft() if self._waiting else None
            self._characters -= len(line or "")
            self._changed.notify_all()
            return line

    def is_waiting(self, test: Callable[[str], bool]) -> bool:
        """Tell whether a line that passes ``test`` has arrived and was not taken yet.

        ``test`` is given the first 80 characters of a line.
        """
        with self._changed:
            return any(test(line[:_HEAD]) for line in self._waiting)

    @property
    def ended_for(self) -> float:
        """Seconds since the end of the stream; 0 before it."""
        return 0.0 if self._ended is None else monotonic() - self._ended

    def _read(self, source: Iterator[str]) -> None:
        try:
            for line in source:
                with self._changed:
                    self._changed.wait_for(self._has_room)
                    self._waiting.append(line)
                    self._characters += len(line)
                    self._changed.notify_all()
        except (OSError, ValueError):
            pass  # the stream was closed under us, which is an end like any other
        with self._changed:
            self._ended = monotonic()
            self._changed.notify_all()

    def _has_room(self) -> bool:
        return len(self._waiting) < _MAX_WAITING and self._characters < _MAX_CHARACTERS


def _reader(stream: TextIO) -> Iterator[str]:
    """Read past the buffers of a real file: a thread that waits in them blocks their closing."""
    try:
        handle = stream.fileno()
    except OSError:
        return (line.rstrip("\r\n") for line in stream)
    return split_lines(lambda: os.read(handle, _CHUNK))
