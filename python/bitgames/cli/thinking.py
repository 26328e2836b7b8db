"""A spinner while a player thinks: a line with the time, redrawn until the work ends."""

import sys
from collections.abc import Callable
from threading import Event, Thread
from time import monotonic

DELAY, STEP = 0.3, 0.1
"""Seconds before the line is shown, and between two drawings of it."""
_SPINNER = "|/-\\"
_ERASE = "\r\x1b[K"


class Spinner:
    """A line on the terminal while its context lasts; its thread draws it, the caller works.

    ``words`` says what is going on, ``more`` returns what is known besides the time, ``width`` the
    columns of the terminal.
    """

    def __init__(self, words: str, more: Callable[[], str], width: Callable[[], int]) -> None:
        self._words, self._more, self._width = words, more, width
        self._began = monotonic()
        self._ended = Event()
        self._thread = Thread(target=self._run, name="bitgames-spinner", daemon=True)

    def __enter__(self) -> "Spinner":
        """Begin to draw, after a moment."""
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()

    def _run(self) -> None:
        if self._ended.wait(DELAY):
            return
        step = 0
        while True:
            seconds = monotonic() - self._began
            parts = [f"{_SPINNER[step % 4]} {self._words}", f"{seconds:.0f} s", self._more()]
            line = ", ".join(part for part in parts if part) + " (Ctrl-C stops)"
            # A line as wide as the terminal would begin a second one.
            sys.stdout.write(_ERASE + line[: self._width() - 1])
            sys.stdout.flush()
            step += 1
            if self._ended.wait(STEP):
                break
        sys.stdout.write(_ERASE)
        sys.stdout.flush()
