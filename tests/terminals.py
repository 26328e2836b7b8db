"""A real terminal for the tests: a program on a pseudo-terminal, and the screen that it draws.

`pexpect` runs the program, `pyte` reads its escape codes as a terminal does. Tests that use it skip
where there is no pseudo-terminal (Windows).
"""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

if sys.platform != "win32":
    import termios
    from os import openpty
    from signal import SIGKILL

PROMPT = r"(?:move \d+, [^>\r\n]*|(?:play again|next deal)\?[^>\r\n]*|leave\?[^>\r\n]*|\]|--)> "
"""What ends every question of the program."""

PATIENCE = 60.0
"""Seconds after which a program hangs; a busy machine is slow, but not that slow."""

ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
"""The escape codes of the program."""


class Terminal:
    """A program in a terminal of some size."""

    def __init__(
        self, *arguments: str, home: Path, size: tuple[int, int] = (80, 24), **environment: str
    ) -> None:
        """Start ``bitgames`` with these arguments; it keeps its games in ``home``."""
        import pexpect.fdpexpect
        import pyte

        from tests import warm

        columns, lines = size
        kept = {
            name: value for name, value in os.environ.items()
            if name not in ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES")
        }  # fmt: skip
        kept |= {"TERM": "xterm-256color", "XDG_STATE_HOME": str(home), "HOME": str(home)}
        self._expect = pexpect
        self.columns = columns
        self.screen = pyte.Screen(columns, lines)
        self._stream = pyte.Stream(self.screen)
        self.output = ""
        """All that the program has written."""
        self._server = warm.server()
        self._master, slave = openpty()
        self.resize(columns, lines)
        self._number = self._server.start(slave, [*arguments], {**kept, **environment})
        os.close(slave)
        self._ended = False
        self.process: Any = pexpect.fdpexpect.fdspawn(
            self._master, encoding="utf-8", timeout=PATIENCE
        )

    def text(self) -> str:
        """The screen as lines."""
        return "\n".join(line.rstrip() for line in self.screen.display).rstrip()

    def wait(self, pattern: str = PROMPT) -> str:
        """Wait until the program writes the pattern; return the screen."""
        self.process.expect(pattern)
        self._take(self.process.before + self.process.after)
        return self.text()

    def type(self, line: str) -> str:
        """Type a line, and return the screen at the next question."""
        self.keys(line + "\r")
        return self.wait()

    def keys(self, keys: str) -> None:
        """Press keys; Ctrl-C is ``"\\x03"``."""
        self.process.send(keys)

    def settle(self, seconds: float = 0.3) -> str:
        """Read until nothing comes for a moment; return the screen."""
        quiet = time.monotonic() + seconds
        while True:
            try:
                self._take(self.process.read_nonblocking(1 << 16, 0.02))
                quiet = time.monotonic() + seconds
            except self._expect.TIMEOUT:
                if time.monotonic() >= quiet:
                    break
            except self._expect.EOF:
                break
        return self.text()

    def look(self, seconds: float) -> str:
        """Read for a time; return the screen."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.settle(0)
            time.sleep(0.02)
        return self.text()

    def until(self, text: str) -> str:
        """Wait until the screen shows a text; return the screen."""
        end = time.monotonic() + PATIENCE
        while text not in self.settle(0.05):
            assert time.monotonic() < end, f"{text!r} does not come:\n{self.text()}"
        return self.text()

    def resize(self, columns: int, lines: int) -> None:
        """Change the size of the window."""
        self.columns = columns
        self.screen.resize(lines, columns)
        termios.tcsetwinsize(self._master, (lines, columns))

    def end(self) -> int:
        """Read to the end of the program; return its exit code."""
        self.process.expect(self._expect.EOF)
        self._take(self.process.before)
        self._ended = True
        return self._server.wait(self._number)

    def close(self) -> None:
        """Close the window, if the program has not ended; then it is gone."""
        self.process.close()
        if not self._ended:
            os.kill(self._number, SIGKILL)
            self._server.wait(self._number)

    def longest(self) -> int:
        """The length of the longest line that the program has written."""
        plain = ESCAPE.sub("", self.output)
        return max(len(line) for line in re.split(r"[\r\n]+", plain))

    def _take(self, output: str) -> None:
        self.output += output
        self._stream.feed(output)


@contextmanager
def terminal(*arguments: str, **options: Any) -> Iterator[Terminal]:
    """A program in a terminal; when the block ends, it is gone."""
    started = Terminal(*arguments, **options)
    try:
        yield started
    finally:
        started.close()
